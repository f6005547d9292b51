"""The theory of chain games: small boards solved under every rule, one after the other, each kept as soon as it is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

from msgspec import Struct
from msgspec.json import Decoder, encode

from engined.families import family_of
from engined.rules.position import Move, Position, move_text, start
from engined.rules.symmetry import matching
from engined.tools.lab.oracle import Oracle
from engined.variants.catalogue import Catalogue

RULES = {
    "hashijime": "ends",
    "chain-count": "count",
    "chain-bend": "bends",
    "chain-ends-count": "ends, count",
    "chain-ends-bend": "ends, bends",
    "chain-count-bend": "count, bends",
    "chain-all": "ends, count, bends",
}
"""By variant: what counts. Odd numbers are the first seat's."""
SHORTEST, LONGEST = 2, 19
LEAVES_SECONDS = 1.0
"""Leaves of a board's game tree are counted for so long."""


class Setting(Struct, frozen=True):
    """One board under one rule."""

    name: str
    """Of the rule (see :data:`RULES`)."""
    multi: bool
    width: int
    height: int

    @property
    def variant(self) -> str:
        """Its name in the catalogue."""
        return f"{self.name}-{self.width}x{self.height}{'-multi' if self.multi else ''}"

    @property
    def cells(self) -> int:
        """Of the board."""
        return self.width * self.height


class SolvedSetting(Struct, frozen=True):
    """What is known of a setting."""

    setting: Setting
    engined: str
    value: int | None
    """By how much the first seat is ahead with the best play of both; None: not within the time."""
    first: dict[str, int]
    """The value of every first move; empty where they were not found in time."""
    line: tuple[str, ...]
    """A perfect game."""
    leaves: tuple[int, ...]
    """Of the game tree, at depth 1 and so on."""
    nodes: int
    """Visited to find the value."""
    seconds: float
    limit: float
    """Seconds that there were."""

    @property
    def keeping(self) -> tuple[str, ...]:
        """The first moves that keep the value."""
        return tuple(move for move, value in self.first.items() if value == self.value)


def sizes_up_to(most_cells: int) -> list[tuple[int, int]]:
    """Width and height of all boards that are at least as wide as high, smallest first."""
    sides = range(SHORTEST, LONGEST + 1)
    sizes = sorted((w * h, h, w) for w in sides for h in sides if h <= w and w * h <= most_cells)
    return [(w, h) for _, h, w in sizes]


def settings(sizes: Iterable[tuple[int, int]], rules: Iterable[str] = RULES, *, multi: bool = True) -> list[Setting]:
    """Boards of these sizes under all of the rules; with ``multi`` also with chains that may branch."""
    systems, names = (False, True) if multi else (False,), tuple(rules)
    return [Setting(name, branching, w, h) for w, h in sizes for branching in systems for name in names]


class Records:
    """What is known, a line of JSON each in a file that only grows: so a study goes on where it was interrupted."""

    def __init__(self, file: Path) -> None:
        """Raises OSError, and ValueError naming the line, where a line is no record."""
        self._file = file
        self._known: dict[Setting, SolvedSetting] = {}
        decoder = Decoder(SolvedSetting)
        lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
        for number, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):
                file.write_bytes(b"".join(lines[:-1]))  # its writer was ended in the middle of it
                break
            try:
                record = decoder.decode(line)
            except ValueError as error:
                raise ValueError(f"{file}:{number}: {error}") from error
            self._known[record.setting] = record

    def __iter__(self) -> Iterator[SolvedSetting]:
        return iter(self._known.values())

    def settles(self, setting: Setting, limit: float) -> bool:
        """Whether a setting has its value and first moves, or was tried for as long."""
        record = self._known.get(setting)
        return record is not None and (bool(record.first) or record.limit >= limit)

    def add(self, record: SolvedSetting) -> None:
        """Keep a record; a later one of the same setting takes its place."""
        self._known[record.setting] = record
        with self._file.open("ab") as file:
            file.write(encode(record) + b"\n")
            file.flush()
            os.fsync(file.fileno())


class ChainStudy:
    """Solves one setting after another."""

    def __init__(
        self, oracle_of: Callable[[], Oracle], records: Records, engined: str, seconds: float, threads: int
    ) -> None:
        """``seconds``: for each setting; each has an oracle of its own, and so all of the tables' memory."""
        self._oracle_of, self._records, self._seconds = oracle_of, records, seconds
        self._solver = SettingSolver(engined, seconds, threads)

    def run(self, wanted: list[Setting], watch: Callable[[Setting], None]) -> None:
        """Solve what is not known; ``watch`` hears what is done next."""
        for setting in wanted:
            watch(setting)
            if not self._records.settles(setting, self._seconds):
                with closing(self._oracle_of()) as oracle:
                    for record in self._solver.solved(setting, oracle):
                        self._records.add(record)


class SettingSolver:
    """Solves a setting by an oracle."""

    def __init__(self, engined: str, seconds: float, threads: int) -> None:
        """``engined``: its version; ``seconds``: for a setting."""
        self._engined, self._seconds, self._threads = engined, seconds, threads
        self._catalogue = Catalogue()

    def solved(self, setting: Setting, oracle: Oracle) -> Iterator[SolvedSetting]:
        """What is known of a setting when its value is found, and in the end."""
        begun = time.monotonic()
        position = start(self._catalogue.get(setting.variant))
        assert family_of(position.variant).zero_sum
        leaves = tuple(depth.leaves for depth in oracle.perft(position, LEAVES_SECONDS))
        exact = oracle.solve(position, self._seconds, self._threads)
        if exact is None:
            yield SolvedSetting(setting, self._engined, None, {}, (), leaves, 0, 0.0, self._seconds)
            return
        value = round(exact.margin)
        # Who interrupts it here keeps the value, and it is tried again.
        yield SolvedSetting(setting, self._engined, value, {}, exact.line, leaves, exact.nodes, exact.seconds, 0.0)
        first = self._first_moves(position, oracle, begun + self._seconds)
        yield SolvedSetting(
            setting, self._engined, value, first, exact.line, leaves, exact.nodes, exact.seconds, self._seconds
        )

    def _first_moves(self, position: Position, oracle: Oracle, deadline: float) -> dict[str, int]:
        """The value of every first move, each found once for all that are symmetric; empty when the time is over."""
        found: dict[Move, int] = {}
        kinds: list[tuple[Position, int]] = []
        for move in position.legal():
            after = position.play(move)
            value = next((known for other, known in kinds if matching(other, after) is not None), None)
            if value is None:
                exact = None if after.over else oracle.solve(after, deadline - time.monotonic(), self._threads)
                if exact is None and not after.over:
                    return {}
                value = round(after.value(0)) if exact is None else -round(exact.margin)
                kinds.append((after, value))
            found[move] = value
        return {move_text(position, move): value for move, value in found.items()}
