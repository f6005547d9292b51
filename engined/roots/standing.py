"""A game of Go as it would be counted if play stopped: by what becomes of its chains, where that was read out, and by
whose everything is at the end of games played out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.rules.position import Position
from engined.rules.removal import Removal
from engined.variants.model import EMPTY

from .life import OBVIOUS, Life, Status

SURE = 0.7
"""A chain or a region is settled that is one side's so much oftener than the other's, on average over its cells."""
LIKELY = 0.3
"""The same of a region, where it was read out what becomes of the chains around it."""


class Standing(NamedTuple):
    """What stopping comes to."""

    ahead: float
    """Points by which the mover is ahead, without the stones that are dead."""
    settled: bool
    """Whether no chain and no point that counts is in doubt."""
    neutral: bool
    """Whether there are empty points that are nobody's."""


class _Board:
    """A board, and how much of it is whose by games."""

    def __init__(self, position: Position, ownership: Sequence[float]) -> None:
        variant = position.variant
        self.board, self.cells, self.lines = position.board, variant.board.cells, geometry(variant.board)
        self._own = dict(zip(self.cells, ownership, strict=True))
        self._mine = variant.seats[position.seat].colour
        stones = [cell for cell in self.cells if self.board[cell] != EMPTY]
        self.chains = groups(self.lines, stones, lambda one, other: self.board[one] == self.board[other])

    def average(self, cells: frozenset[int], colour: int) -> float:
        """How much cells are a colour's, from -1 to 1."""
        mean = sum(self._own[cell] for cell in cells) / len(cells)
        return mean if colour == self._mine else -mean

    def alive(self, chain: frozenset[int]) -> float:
        """How much a chain is its own colour's."""
        return self.average(chain, self.board[min(chain)])


def standing(
    position: Position, ownership: Sequence[float], fates: Mapping[frozenset[int], Status] | None = None
) -> Standing:
    """How a game stands, by the ownership of a :class:`engined.results.Forecast` and what becomes of each chain."""
    board = _Board(position, ownership)
    settled, dead = True, []
    for chain in board.chains:
        alive = board.alive(chain)
        fate = Status.UNSETTLED if fates is None else fates[chain]
        settled = settled and (fate is not Status.UNSETTLED or (fates is None and abs(alive) >= SURE))
        if fate is Status.DEAD or (fate is Status.UNSETTLED and alive < 0):
            dead.append(min(chain))
    removal = Removal(position).remove(dead)
    owners, counted = removal.owners, removal.counted
    for region in groups(board.lines, [cell for cell in board.cells if owners[cell] != EMPTY], lambda *_: True):
        settled = settled and board.average(region, owners[min(region)]) >= (SURE if fates is None else LIKELY)
    neutral = any(owners[cell] == EMPTY and counted.board[cell] == EMPTY for cell in board.cells)
    return Standing(counted.value(position.seat), settled, neutral)


def is_closed(position: Position, ownership: Sequence[float]) -> bool:
    """Whether chains that live in nearly all games part the board into regions of one colour each: then all that may be
    left is whether other chains live in these.
    """
    board = _Board(position, ownership)
    living = frozenset().union(*(chain for chain in board.chains if board.alive(chain) >= SURE))
    regions = groups(board.lines, [cell for cell in board.cells if cell not in living], lambda *_: True)
    around = ({near for cell in region for near in board.lines.adjacent[cell]} & living for region in regions)
    return all(len({board.board[stone] for stone in stones}) == 1 for stones in around)


def is_over(position: Position, ownership: Sequence[float], life: Life) -> bool:
    """Whether nothing is left to play for, whoever moves: what becomes of no chain hangs on that, each region without
    the dead is one colour's, nearly always or as it is mostly they, and what is nobody's is beside a seki. Who is
    behind wants it to be surer.
    """
    if not life.fixed:
        return False
    board, statuses = _Board(position, ownership), life.statuses
    dead = frozenset().union(*(chain for chain in board.chains if statuses[chain] is Status.DEAD))
    seki = frozenset().union(*(chain for chain in board.chains if statuses[chain] is Status.SEKI))
    removal = Removal(position).remove(dead)
    owners, least = removal.owners, SURE if removal.counted.value(position.seat) > 0 else OBVIOUS
    empty = [cell for cell in board.cells if board.board[cell] == EMPTY or cell in dead]
    for region in groups(board.lines, empty, lambda *_: True):
        owner = owners[min(region)]
        if owner == EMPTY:
            if not any(bordering(board.lines, board.board, region, colour) & seki for colour in (0, 1)):
                return False
        elif board.average(region, owner) < least and 2 * len(region & dead) <= len(region):
            return False
    return True
