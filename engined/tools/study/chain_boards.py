"""The theory of chain games: small boards solved under every rule, one after the other, each kept as soon as it is."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

from msgspec import Struct, structs
from msgspec.json import Decoder, encode

from engined.families import family_of
from engined.rules.position import Move, Position, move_text, start
from engined.rules.registry import capture_of
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
"""The rules that count, by variant. Odd numbers are the first seat's."""
SHORTEST, LONGEST = 2, 19
LEAVES_SECONDS = 1.0
"""Leaves of a board's game tree are counted for so long."""
BOUNDS_SHARE = 0.5
"""A board that is not solved in its time has so much of it once more for bounds, and again to solve ends of a game."""


class Setting(Struct, frozen=True):
    """One board under one rule."""

    name: str
    """The name of the rule (see :data:`RULES`)."""
    multi: bool
    width: int
    height: int

    @property
    def variant(self) -> str:
        """Its name in the catalogue."""
        return f"{self.name}-{self.width}x{self.height}{'-multi' if self.multi else ''}"

    @property
    def cells(self) -> int:
        """The number of cells of the board."""
        return self.width * self.height


class SolvedSetting(Struct, frozen=True):
    """What is known of a setting."""

    setting: Setting
    engined: str
    value: int | None
    """The lead of the first seat with the best play of both; None where it was not found within the time."""
    first: dict[str, int]
    """The value of every first move; empty where they were not found in time."""
    line: tuple[str, ...]
    """The moves of a perfect game."""
    leaves: tuple[int, ...]
    """The leaves of the game tree, at depth 1 and so on."""
    nodes: int
    """Visited to find the value."""
    seconds: float
    limit: float
    """Seconds that there were."""
    least: int | None = None
    """Proven: the value is no less; None: nothing is."""
    most: int | None = None
    """Proven: the value is no more."""
    solved_from: int | None = None
    """Where there is no value: the first ply of a random game, always the same, from which on it was solved."""
    plies: int = 0
    """The plies of that game."""

    @property
    def keeping(self) -> tuple[str, ...]:
        """The first moves that keep the value."""
        return tuple(move for move, value in self.first.items() if value == self.value)

    def beside(self, before: SolvedSetting) -> SolvedSetting:
        """The same with what was known before, where that is more."""
        least = max((bound for bound in (self.least, before.least) if bound is not None), default=None)
        most = min((bound for bound in (self.most, before.most) if bound is not None), default=None)
        if self.value is not None:
            return self
        if before.value is not None:
            return structs.replace(before, limit=max(self.limit, before.limit))
        solved = [record for record in (self, before) if record.solved_from is not None]
        nearest = min(solved, key=lambda record: record.solved_from or 0, default=self)
        value = least if least == most else None
        return structs.replace(
            self, value=value, least=least, most=most, solved_from=nearest.solved_from, plies=nearest.plies
        )


REACHES = (8, 4, 2, 1, 0)
"""Bounds that are tried are so far from 0 on both sides, one after the other."""


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
        """Keep a record, with all that was known of its setting before."""
        if (before := self._known.get(record.setting)) is not None:
            record = record.beside(before)
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
        """Solve what is not known; ``watch`` hears of each setting when it is done."""
        for setting in wanted:
            if not self._records.settles(setting, self._seconds):
                with closing(self._oracle_of()) as oracle:
                    for record in self._solver.solved(setting, oracle):
                        self._records.add(record)
            watch(setting)


class SettingSolver:
    """Solves a setting by an oracle."""

    def __init__(self, engined: str, seconds: float, threads: int) -> None:
        """``engined``: its version; ``seconds``: for a setting."""
        self._engined, self._seconds, self._threads = engined, seconds, threads
        self._catalogue = Catalogue()

    def solved(self, setting: Setting, oracle: Oracle) -> Iterator[SolvedSetting]:
        """What is known of a setting when its value is found, and in the end."""
        position = start(self._catalogue.get(setting.variant))
        assert family_of(position.variant).zero_sum
        leaves = tuple(depth.leaves for depth in oracle.perft(position, LEAVES_SECONDS))
        exact = oracle.solve(position, self._seconds, self._threads)
        if exact is None:
            yield from self._approached(
                position, oracle, SolvedSetting(setting, self._engined, None, {}, (), leaves, 0, 0.0, 0.0)
            )
            return
        value = round(exact.margin)
        found = SolvedSetting(
            setting, self._engined, value, {}, exact.line, leaves, exact.nodes, exact.seconds, 0.0, value, value
        )
        # Who interrupts it here keeps the value, and it is tried again.
        yield found
        first = self._first_moves(position, oracle, time.monotonic() + self._seconds - exact.seconds)
        yield structs.replace(found, first=first, limit=self._seconds)

    def _approached(self, position: Position, oracle: Oracle, known: SolvedSetting) -> Iterator[SolvedSetting]:
        """How far it is, where the value was not found: each bound when it is proven, and the ends of a game."""
        deadline = time.monotonic() + BOUNDS_SHARE * self._seconds
        for least, most in self._bounds(position, oracle, deadline):
            known = structs.replace(known, least=least, most=most, value=least if least == most else None)
            yield known
        game = _random_game(position, known.setting.variant)
        solved_from = self._solved_from(game, oracle, time.monotonic() + BOUNDS_SHARE * self._seconds)
        yield structs.replace(known, limit=self._seconds, solved_from=solved_from, plies=len(game) - 1)

    def _bounds(self, position: Position, oracle: Oracle, deadline: float) -> Iterator[tuple[int | None, int | None]]:
        """What the value is at least and at most, ever closer: far bounds are cheap. Until they meet, or in time."""
        least: int | None = None
        most: int | None = None
        while least is None or most is None or least < most:
            floor = _next_question(least, most, round(capture_of(position.variant).widest_margin))
            left = deadline - time.monotonic()
            score = oracle.compare(position, floor, left, self._threads) if left > 0 else None
            if score is None:
                return
            if score.value > floor:
                least = round(score.value)
            else:
                most = round(score.value)
            yield least, most

    def _solved_from(self, game: list[Position], oracle: Oracle, deadline: float) -> int | None:
        """The first ply of a game from which on all of its positions were solved, one after the other from its end."""
        reached = None
        for ply in range(len(game) - 2, -1, -1):
            left = deadline - time.monotonic()
            if left <= 0 or oracle.solve(game[ply], left, self._threads) is None:
                break
            reached = ply
        return reached

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


def _random_game(position: Position, name: str) -> list[Position]:
    """The positions of a game at random; by its name always the same."""
    dice, positions = random.Random(name), [position]
    while not positions[-1].over:
        positions.append(positions[-1].play(dice.choice(positions[-1].legal())))
    return positions


def _next_question(least: int | None, most: int | None, widest: int) -> int:
    """The next to be asked of a value that is known to be within these bounds: is it above so much?"""
    for reach in (reach for reach in REACHES if reach < widest):
        for floor in (reach, -reach - 1):
            if (most is None or floor < most) and (least is None or floor >= least):
                return floor
    if least is not None and most is not None:
        return (least + most) // 2
    return least if least is not None else (most or 0) - 1
