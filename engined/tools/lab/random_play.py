"""Games in which every legal move is equally likely: how long they are, how much choice they leave, who wins them.

They are played by the rules themselves, so that every variant has them.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Generator

from engined.rules.position import PASS, Position, TooManyMoves, start
from engined.rules.scoring import sides
from engined.variants.model import Passing, Variant

from .findings import Ply, RandomPlay
from .tally import Quantity, ResultTally, winners

LONGEST = 8
"""Plies for each cell after which a game is given up."""


class Unending(Exception):
    """A game without an end in sight."""


class RandomGames:
    """See the module's docstring. The n-th game of a seed is always the same."""

    def __init__(self, variant: Variant, seed: int, games: int | None = None) -> None:
        """``games``: so many, however long it takes."""
        self._variant = variant
        self._seed = seed
        self._wanted = games
        self._given_up = 0
        self._choices, self._plies, self._passes, self._margins = Quantity(), Quantity(), Quantity(), Quantity()
        self._tally = ResultTally(variant)
        self._by_ply: list[tuple[int, int, int]] = []
        """The sums of each ply: games that came so far, their choices, the squares of these."""
        self._decided = 0
        self._held = dict.fromkeys(variant.board.cells, 0)

    def run(self, seconds: float) -> Generator[float, None, None]:
        """Play for so long, or as many games as are wanted; gives the share that is done."""
        begun = time.monotonic()
        while True:
            played = self._tally.games + self._given_up
            done = (time.monotonic() - begun) / seconds if self._wanted is None else played / self._wanted
            if done >= 1 and played:
                return
            yield min(done, 1.0)
            self._play(random.Random(f"{self._seed} {played}"))

    def finding(self) -> RandomPlay | None:
        """What is known so far; None before a game has come to its end."""
        if not self._tally.games:
            return None
        squares = range(self._variant.board.width * self._variant.board.height)
        held = {square: count / self._decided for square, count in self._held.items() if self._decided}
        return RandomPlay(
            games=self._tally.games,
            given_up=self._given_up,
            choices=self._choices.summary(),
            plies=self._plies.summary(),
            passes=self._passes.summary(),
            by_ply=tuple(_ply(number, *sums) for number, sums in enumerate(self._by_ply, 1)),
            results=self._tally.results(),
            margins=self._margins.summary(),
            held=tuple(held.get(square) for square in squares),
        )

    def _play(self, draw: random.Random) -> None:
        try:
            position, choices, passes = self._game(draw)
        except (Unending, TooManyMoves):
            self._given_up += 1
            return
        self._tally.add(position)
        self._choices.add([float(count) for count in choices])
        self._plies.add([float(len(choices))])
        self._passes.add([float(passes)])
        self._margins.add([position.value(0)])
        self._by_ply += [(0, 0, 0)] * (len(choices) - len(self._by_ply))
        for ply, count in enumerate(choices):
            games, total, squares = self._by_ply[ply]
            self._by_ply[ply] = (games + 1, total + count, squares + count * count)
        self._count_held(position)

    def _game(self, draw: random.Random) -> tuple[Position, list[int], int]:
        """The end of a game, the number of choices at each turn, and the number of passes."""
        position, passes = start(self._variant), 0
        choices: list[int] = []
        forced = self._variant.passing is Passing.FORCED
        while not position.over:
            if len(choices) > LONGEST * len(self._variant.board.cells):
                raise Unending
            legal = position.legal()
            choices.append(0 if forced and legal == (PASS,) else len(legal))
            move = draw.choice(legal)
            passes += move == PASS
            position = position.play(move)
        return position, choices, passes

    def _count_held(self, position: Position) -> None:
        best = winners(position)
        if len(best) != 1:
            return
        self._decided += 1
        colours = {self._variant.seats[seat].colour for seat in sides(self._variant)[best[0]]}
        for square in self._held:
            self._held[square] += position.board[square] in colours


def _ply(number: int, games: int, total: int, squares: int) -> Ply:
    mean = total / games
    return Ply(number, games, mean, math.sqrt(max(squares / games - mean * mean, 0.0)))
