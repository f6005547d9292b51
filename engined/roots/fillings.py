"""Moves of Go that come before a pass that is best. They fill points that are nobody's, and connect stones that hang by
a ko alone. One that costs points by games is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engined.rules.geometry import geometry
from engined.rules.groups import bordering
from engined.rules.position import PASS, Move, Position
from engined.variants.model import EMPTY

from .life import Life
from .passing import FEWEST_OF_PASS, costs_points
from .searcher import Ending, Searcher

MOST = 3
"""The moves that are tried before a pass."""


def fillings(position: Position, neutral: frozenset[int], life: Life) -> Iterator[int]:
    """Yield where to play before a pass: what connects a stone of the mover's that hangs by a ko, points that are
    nobody's, or what has to make one safe first.
    """
    lines, placements = geometry(position.variant.board), position.placements(position.seat).keys()
    mine = position.variant.seats[position.seat].colour
    held = [chain for chain in life.kos & life.hanging if position.board[min(chain)] == mine]
    connecting = frozenset[int]().union(*(bordering(lines, position.board, chain, EMPTY) for chain in held))
    yield from sorted(connecting & placements)
    for cell in sorted((neutral - connecting) & placements):
        if life.exposed(cell):
            yield from islice(life.before_filling(cell), 1)
        elif life.stays(cell):
            yield cell


class Fillings:
    """The fillings of one position, and what games say of them."""

    def __init__(self, searcher: Searcher) -> None:
        """``searcher`` plays the games."""
        self._searcher = searcher
        self._moves: tuple[Move, ...] = ()

    def find(self, position: Position, neutral: frozenset[int], life: Life) -> None:
        """Find the first few of them, by what becomes of the chains, and the points that are nobody's."""
        self._moves = tuple(Move(cell) for cell in islice(fillings(position, neutral, life), MOST))

    @property
    def found(self) -> bool:
        """Tell whether there are any."""
        return bool(self._moves)

    @property
    def best(self) -> Ending | None:
        """Return the first of those that were tried by which games lose nothing; None where there is none."""
        endings = {ending.move: ending for ending in self._searcher.endings() if ending.games}
        passed = endings.get(PASS)
        tried = (endings[move] for move in self._moves if move in endings)
        return next((ending for ending in tried if passed is None or not costs_points(ending, passed)), None)

    def try_each(self) -> None:
        """Play some games through those that had none, until one costs nothing. Raises Interrupted."""
        for move in self._moves:
            if self.best is not None:
                return
            if move in self._untried:
                self._searcher.grow(FEWEST_OF_PASS, frozenset({move}))

    def try_late(self) -> None:
        """Do the same once the games of the search are over: there are a few more for it. Raises Interrupted."""
        if self._untried and self.best is None:
            self._searcher.allow(len(self._moves) * FEWEST_OF_PASS + 1)
            self.try_each()

    @property
    def _untried(self) -> frozenset[Move]:
        return frozenset(self._moves) - {ending.move for ending in self._searcher.endings() if ending.games}
