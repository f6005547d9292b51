"""Kernels that play and label, on several threads."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engined.backends.memory import NO_LIMIT, Context, TranspositionTable
from engined.backends.probcut_errors import BY_GEOMETRY, Errors, probes
from engined.backends.two_sided import MIDGAME_LEVEL
from engined.families import family_of
from engined.families.base import Family, WeightsKind
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.patterns.weights import Weights
from engined.rules.position import start
from engined.search.probcut_levels import FULL_WIDTH
from engined.variants.model import Variant

Boards = NDArray[np.int64]
"""Positions: a row each, the mover's words, then the other's."""

AHEAD = 3
"""Calls that wait for each thread."""
TABLE_MIB = 64
"""The mebibytes of each thread's table."""
GAMES = 64
"""Games of one call."""
LABELS = 64
"""Positions of one call."""
COLLECTED = 8
"""Games of one call whose positions are labelled as they come: some tenths of a second."""
LABELS_OF_ROW = 5
"""Words behind the boards of what such games write (see :mod:`engined.tools.training.labelled_games`)."""
ASIDES = 300
"""The positions of a thousand of such a game for which one more is labelled, after a random move."""
DEPARTURES = 100
"""The positions of a thousand of these that the game goes on from."""


def shared_out(contexts: list[Context], work: Callable[[int, Context], Any], numbers: Iterable[int]) -> Iterator[Any]:
    """What ``work(number, context)`` gives for numbers: a thread for each context.

    A single context gives it in their order, several in any. Of numbers without an end, few are taken before they are
    needed.
    """
    free = list(contexts)

    def run(number: int) -> Any:
        context = free.pop()
        try:
            return work(number, context)
        finally:
            free.append(context)

    rest = iter(numbers)
    with ThreadPoolExecutor(len(contexts)) as pool:
        running = [pool.submit(run, number) for number in islice(rest, AHEAD * len(contexts))]
        try:
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                finished = [future for future in running if future in done]
                running = [future for future in running if future not in done]
                for future in finished:
                    yield future.result()
                running += [pool.submit(run, number) for number in islice(rest, len(done))]
        finally:
            for future in running:
                future.cancel()
            if not all(future.done() for future in running):
                for context in contexts:
                    context.stop()


def training_part(family: Family) -> Part:
    """The kernels that play and label, with the searches of a family."""
    search = family.search_part
    implementations = (("engined.search.two_sided.alphabeta", search.sources[0]),)
    sources = ("engined.tools.training.samples", "engined.tools.training.labelled_games")
    return Part(f"{search.name}-training", sources, search.layout, implementations)


class Workers:
    """One variant's training kernels, with a context and a table for each thread."""

    def __init__(
        self,
        variant: Variant,
        cache: Path | None,
        threads: int,
        weights: Weights | None = None,
        level: int = MIDGAME_LEVEL,
    ) -> None:
        """Without weights it evaluates by geometry; ``level`` is that of searches short of the end.

        Those that prune nothing are there to be compared: each of their calls finds tables empty, for what deeper
        searches of other positions have left would make shallow ones better than they are.
        """
        self._compared = level == FULL_WIDTH
        block = weights.block() if weights is not None else None
        network = weights.network.block() if weights is not None and weights.network is not None else None
        errors = Errors.of(weights.errors) if weights is not None and weights.errors else BY_GEOMETRY
        family = family_of(variant)
        if family.learns is not WeightsKind.VALUES:
            raise ValueError(f"{variant.name}: its evaluation has no weights")
        part = training_part(family)
        self.kernels = build.load(variant, part, cache, trained=weights is not None)
        self._start = self.kernels.layout.boards(start(variant))
        self.words = self.kernels.layout.words
        end, midgame = (probes(errors, self.kernels.CELLS, used) for used in (FULL_WIDTH, level))
        self._contexts = [
            Context(
                TranspositionTable(self.kernels.BUCKET_BYTES, TABLE_MIB),
                self.kernels,
                weights=block,
                network=network,
            )
            for _ in range(threads)
        ]
        for context in self._contexts:
            context.select(level, midgame, FULL_WIDTH, end)

    def games(self, count: int, depth: int, seed: int, least: int) -> Iterator[Boards]:
        """Positions of games against itself, some games at a time.

        Four of five games begin with 2 to 12 random plies, the fifth with up to two thirds of all; then three moves
        in a hundred are random, and of the others those within a disc and a half of the best may be played.
        """
        cells = self.kernels.CELLS

        def play(number: int, context: Context) -> Boards:
            rng = random.Random(f"{seed} {number}")
            context.seed(rng.getrandbits(62) | 1)
            found = []
            for _ in range(GAMES):
                out = np.empty((cells + 1, 2 * self.words), np.int64)
                opening = rng.randint(2, 12) if rng.random() < 0.8 else rng.randint(0, 2 * cells // 3)
                written = self.kernels.self_play(
                    *self._start, depth, opening, 30, 150, least, out.ctypes.data, context.address
                )
                found.append(out[:written])
            return np.concatenate(found)

        yield from shared_out(self._contexts, play, range(-(-count // GAMES)))

    def labelled_games(
        self, numbers: Iterable[int], depth: int, exact: int, seed: int, least: int
    ) -> Iterator[tuple[int, Boards]]:
        """Rows of :mod:`engined.tools.training.labelled_games`, of some games for each number, in any order.

        Half of the games begin with 4 to 12 random plies of 60, the others with 10 to 30. Games of the same seed and
        number are the same.
        """
        cells = self.kernels.CELLS

        def play(number: int, context: Context) -> tuple[int, Boards]:
            rng = random.Random(f"{seed} {number}")
            context.forget()
            context.seed(rng.getrandbits(62) | 1)
            rows = np.empty((2 * cells + 3, 2 * self.words + LABELS_OF_ROW), np.int64)
            sides = np.empty(2 * cells + 3, np.int64)
            found = []
            for _ in range(COLLECTED):
                opening = rng.randint(4, 12) if rng.random() < 0.5 else rng.randint(10, 30)
                plies = round(opening * cells / 64)
                plan = (depth, exact, plies, ASIDES, DEPARTURES, least)
                addresses = (rows.ctypes.data, sides.ctypes.data, context.address)
                written = self.kernels.labelled_game(*self._start, *plan, *addresses)
                found.append(rows[:written].copy())
            return number, np.concatenate(found)

        yield from shared_out(self._contexts, play, numbers)

    def labels(self, positions: Boards, depth: int, exact: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
        """Values in hundredths of a disc, some at a time: the place of the first, and they."""
        positions = np.ascontiguousarray(positions)

        def work(number: int, context: Context) -> tuple[int, NDArray[np.int64]]:
            chunk = positions[number * LABELS : (number + 1) * LABELS]
            out = np.empty(len(chunk), np.int64)
            if self._compared:
                context.forget()
            self.kernels.label(chunk.ctypes.data, len(chunk), depth, exact, out.ctypes.data, context.address)
            return number * LABELS, out

        yield from shared_out(self._contexts, work, range(-(-len(positions) // LABELS)))

    def labels_cost(self, positions: Boards, depth: int, exact: int, nodes: int) -> int | None:
        """Nodes that the labels of these positions take; None if they are not fewer than ``nodes``."""
        positions = np.ascontiguousarray(positions)
        out = np.empty(len(positions), np.int64)

        def label(context: Context) -> None:
            self.kernels.label(positions.ctypes.data, len(positions), depth, exact, out.ctypes.data, context.address)

        return self._cost(label, nodes)

    def game_cost(self, depth: int, nodes: int) -> int | None:
        """The same of a game whose moves are chosen by searches to a depth."""

        def play(context: Context) -> None:
            context.seed(1)
            out = np.empty((self.kernels.CELLS + 1, 2 * self.words), np.int64)
            self.kernels.self_play(*self._start, depth, 0, 0, 0, 1, out.ctypes.data, context.address)

        return self._cost(play, nodes)

    def _cost(self, work: Callable[[Context], None], nodes: int) -> int | None:
        context = self._contexts[0]
        before = context.nodes
        context.limit(before + nodes)
        work(context)
        context.limit(NO_LIMIT)
        context.resume()
        taken = context.nodes - before
        return taken if taken < nodes else None

    def all_labels(self, positions: Boards, depth: int, exact: int) -> NDArray[np.int64]:
        """What :meth:`labels` gives, in the order of the positions."""
        values = np.empty(len(positions), np.int64)
        for at, some in self.labels(positions, depth, exact):
            values[at : at + len(some)] = some
        return values

    def indices(self, positions: Boards) -> NDArray[np.int32]:
        """The pattern indices of positions, a row each."""
        positions = np.ascontiguousarray(positions)
        out = np.empty((len(positions), self.kernels.PATTERNS), np.int32)
        self.kernels.index(positions.ctypes.data, len(positions), out.ctypes.data)
        return out

    def empties(self, positions: Boards) -> NDArray[np.int64]:
        """Empty cells of positions."""
        layout = self.kernels.layout
        full = [(layout.cells >> 64 * word) & (1 << 64) - 1 for word in range(self.words)]
        total = np.zeros(len(positions), np.int64)
        for word in range(self.words):
            taken = positions[:, word].view(np.uint64) | positions[:, self.words + word].view(np.uint64)
            total += np.bitwise_count(np.uint64(full[word]) & ~taken).astype(np.int64)
        return total
