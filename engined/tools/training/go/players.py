"""Kernels that play games of Go against themselves and write what they thought, on several threads."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from engined.backends.go_board import lay
from engined.backends.go_searcher import Question
from engined.backends.go_tables import past_of, tables
from engined.backends.memory import Context, TranspositionTable, aligned
from engined.families import family_of
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.go import GoLayout
from engined.patterns.strengths import Strengths
from engined.rules.position import start
from engined.tools.training.go.samples import Samples, gathered, samples_of
from engined.variants.model import ScoreKind, Scoring, Variant

T = TypeVar("T")
Rows = NDArray[np.uint16]
"""The rows, as the kernel ``write_rows`` writes them."""
GAMES = 2
"""The number of games that are of one number, and lie in one file."""
ARENA_BYTES = 256 << 20
UNSEARCHED = 0.5
"""The part of the games that begin with some moves as drawn in games played out, to see what else may come up. All
others are searched from their first move on, or nobody would learn how to open.
"""
TO_THE_END = 0.5
"""The part of the games that are played to the end; the others end when they are decided."""
KOMI = 7.0


def played_out(variant: Variant) -> Variant:
    """A variant as it is played to learn from: what a move is worth hangs little on how games are counted, and by area
    they can be played to their end.
    """
    return replace(variant, scoring=Scoring(kind=ScoreKind.AREA, komi=KOMI))


class Players:
    """What all threads share."""

    def __init__(self, variant: Variant, teacher: Strengths | None, cache: Any, threads: int, seed: int) -> None:
        """``teacher`` says how strong moves are, and has a network or none; None: strengths are hand-made."""
        search = family_of(variant).search_part
        part = Part(f"{search.name}-training", ("engined.tools.training.go.network_games",), search.layout)
        self.kernels = build.load(variant, part, cache)
        assert isinstance(self.kernels.layout, GoLayout)
        self.layout = self.kernels.layout
        self.start = start(variant)
        network = None if teacher is None else teacher.network_of(len(variant.board.cells))
        self.tables = tables(self.layout.points, teacher, network)
        self.past = past_of(self.layout, self.tables, frozenset())
        self._threads, self._seed = threads, seed

    def games(self, numbers: Iterator[int], play: Callable[[Player, random.Random], T]) -> Iterator[tuple[int, T]]:
        """What is played of each number, which is all that its games hang on; in any order, until closed."""
        threads = self._threads
        players = [Player(self) for _ in range(threads)]
        free = list(players)

        def played(number: int) -> tuple[int, T]:
            player = free.pop()
            try:
                return number, play(player, random.Random(f"{self._seed} {number}"))
            finally:
                free.append(player)

        with ThreadPoolExecutor(threads) as pool:
            futures = {pool.submit(played, number) for _, number in zip(range(2 * threads), numbers, strict=False)}
            try:
                while futures:
                    done = next(as_completed(futures))
                    futures.discard(done)
                    futures |= {pool.submit(played, number) for _, number in zip(range(1), numbers, strict=False)}
                    yield done.result()
            finally:
                for player in players:
                    player.context.stop()
                for future in futures:
                    future.cancel()


class Player:
    """The memory of one thread."""

    def __init__(self, players: Players) -> None:
        self._players, self._kernels = players, players.kernels
        kernels = players.kernels
        self.context = Context(TranspositionTable(64, 0), kernels)
        self._question = Question(kernels, players.start, players.past, (self.context,))
        self._memory, self._board = aligned(kernels.BOARD_SIZE)
        self._arena = np.zeros(ARENA_BYTES // 8, np.int64)
        self._arena[kernels.CAPACITY // 8] = ARENA_BYTES // kernels.SLOT

    def rows(self, nodes: int, chance: random.Random) -> Rows:
        """The rows of some games, with so many games played out for each move."""
        kernels = self._kernels
        room = np.empty((2 * kernels.CELLS * kernels.CELLS, kernels.ROW_BYTES // 2), np.uint16)
        games = []
        for _ in range(GAMES):
            beginning = self._begin(chance)
            arena, out = int(self._arena.ctypes.data), int(room.ctypes.data)
            written = kernels.play_and_write(arena, self._board, nodes, *beginning, out, self.context.address)
            games.append(room[:written].copy())
        return np.concatenate(games)

    def samples(self, nodes: int, shares: bool, chance: random.Random) -> Samples:
        """The samples of some games. One search in some is of so many ``nodes``, and the ``shares`` of moves in it are
        learned, or without these its choice; others are shorter.
        """
        kernels = self._kernels
        room = np.empty((2 * kernels.CELLS, kernels.SAMPLE_BYTES // 4), np.float32)
        owners = np.zeros(self._players.layout.points, np.float32)
        games = []
        for _ in range(GAMES):
            beginning = self._begin(chance)
            written = kernels.play_and_sample(
                int(self._arena.ctypes.data),
                self._board,
                nodes,
                int(shares),
                *beginning,
                int(room.ctypes.data),
                int(owners.ctypes.data),
                self.context.address,
            )
            games.append(samples_of(kernels, room[:written], owners))
        return gathered(games)

    def _begin(self, chance: random.Random) -> tuple[int, int, int]:
        """Lay the start of a game; how many moves are not searched, how many are drawn, and whether it ends when it is
        decided (0) or later (1).
        """
        kernels = self._kernels
        self.context.seed(chance.getrandbits(61) | 1)
        lay(kernels, self._players.start, self._board, int(self._players.tables.ctypes.data))
        opening = chance.randrange(kernels.CELLS // 6 + 1) if chance.random() < UNSEARCHED else 0
        return opening, kernels.CELLS // 8, int(chance.random() < TO_THE_END)
