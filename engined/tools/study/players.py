"""Games by the thousand: kernels of this package at work on several threads.

The n-th game of a seed is always the same, whoever plays it, and whatever was played before.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import numpy as np

from engined.backends.memory import Context, TranspositionTable
from engined.backends.multiplayer import Stack
from engined.families.teams import FLIPPING_SEATS
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.multiplayer import multiplayer_layout_of
from engined.results import Interrupted
from engined.rules.position import start
from engined.variants.model import Variant

SEAT_GAMES = Part(
    "study",
    ("engined.tools.study.random_games", "engined.tools.study.ranked_games"),
    multiplayer_layout_of,
    FLIPPING_SEATS,
)
"""Kernels that play games by the thousand, seats for themselves."""
TEAM_GAMES = Part("teams", ("engined.tools.study.team_games",), multiplayer_layout_of, FLIPPING_SEATS)
"""Kernels that play games of teams by the thousand."""
TABLE_MIB = 8
"""The mebibytes of each thread's table."""


@dataclass(frozen=True)
class GamesOrder:
    """What is to be played of a variant, and what is written of it."""

    part: Part
    """The part of the kernels: :data:`SEAT_GAMES` or :data:`TEAM_GAMES`."""
    kernel: str
    """The name of the kernel: ``random_games``, ``ranked_games`` or ``team_games``."""
    words: int
    """The number of words that the kernel writes of each game."""
    settings: tuple[int, ...] = ()
    """The further arguments of the kernel."""
    counters: int = 0
    """Words behind those of the games, of all of them together."""
    batch: int = 1
    """Games that are played without a look at anything else."""
    question: int = 0
    """The question of exact searches (see :mod:`engined.search.many_seats.questions`)."""


@dataclass(frozen=True)
class PlayedGames:
    """What was written: a row for each game, and the counters."""

    rows: Any
    counters: Any


class StudyPlayer:
    """A thread's memory, and kernels that play in it. One caller at a time; :meth:`halt` from any thread."""

    def __init__(self, variant: Variant, kernels: build.Kernels, order: GamesOrder) -> None:
        self._kernel, self._order = getattr(kernels, order.kernel), order
        self._context = Context(TranspositionTable(kernels.SEATED_BUCKET_BYTES, TABLE_MIB), kernels)
        self._context.ask(order.question)
        self._stack = Stack(kernels)
        self._start = start(variant)

    def play(self, seed: int, first: int, games: int) -> PlayedGames:
        """So many games of a seed, from this number on. Raises Interrupted."""
        order = self._order
        out = np.zeros(games * order.words + order.counters, np.int64)
        address, seat = self._stack.put(self._start)
        numbers = (seed, first, games, *order.settings, int(out.ctypes.data), self._context.address)
        if self._kernel(address, seat, *numbers) < games:
            raise Interrupted
        rows, counters = np.split(out, [games * order.words])
        return PlayedGames(rows.reshape(games, order.words), counters)

    def halt(self) -> None:
        """End what is being played, and all that would be played later."""
        self._context.stop()


def play(
    variant: Variant,
    order: GamesOrder,
    seed: int,
    games: int,
    *,
    threads: int = 1,
    cache: Path | None = None,
    watch: Callable[[int], None] = lambda played: None,
) -> PlayedGames:
    """So many games of a seed, in the order of their numbers. ``watch`` hears how many more have been played.

    Kernels are compiled first if need be. When anything is raised meanwhile, KeyboardInterrupt too, all threads end.
    """
    kernels = build.load(variant, order.part, cache)
    players = [StudyPlayer(variant, kernels, order) for _ in range(threads)]
    idle: SimpleQueue[StudyPlayer] = SimpleQueue()
    for player in players:
        idle.put(player)

    def batch(first: int) -> PlayedGames:
        player = idle.get()
        try:
            return player.play(seed, first, min(order.batch, games - first))
        finally:
            idle.put(player)

    with ThreadPoolExecutor(threads) as executor:
        try:
            batches = [executor.submit(batch, first) for first in range(0, games, order.batch)]
            for done in as_completed(batches):
                watch(len(done.result().rows))
        except BaseException:
            for player in players:
                player.halt()  # and so each batch that waits ends as soon as it begins
            raise
    found = [future.result() for future in batches]
    return PlayedGames(np.concatenate([part.rows for part in found]), np.sum([part.counters for part in found], axis=0))
