"""A game of Go as it would be counted if play stopped: by what becomes of its chains, where that was read out, and by
whose everything is at the end of games played out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engined.rules.geometry import geometry
from engined.rules.groups import groups
from engined.rules.position import Position
from engined.rules.removal import Removal
from engined.variants.model import EMPTY

from .life import Status

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


def standing(
    position: Position, ownership: Sequence[float], fates: Mapping[frozenset[int], Status] | None = None
) -> Standing:
    """How a game stands, by the ownership of a :class:`engined.results.Forecast` and what becomes of each chain."""
    variant, board = position.variant, position.board
    cells = variant.board.cells
    own = dict(zip(cells, ownership, strict=True))
    mine = variant.seats[position.seat].colour
    settled, dead = True, []

    def average(squares: frozenset[int], colour: int) -> float:
        mean = sum(own[square] for square in squares) / len(squares)
        return mean if colour == mine else -mean

    lines = geometry(variant.board)
    stones = [square for square in cells if board[square] != EMPTY]
    for chain in groups(lines, stones, lambda one, other: board[one] == board[other]):
        alive = average(chain, board[min(chain)])
        fate = Status.UNSETTLED if fates is None else fates[chain]
        settled = settled and (fate is not Status.UNSETTLED or (fates is None and abs(alive) >= SURE))
        if fate is Status.DEAD or (fate is Status.UNSETTLED and alive < 0):
            dead.append(min(chain))
    removal = Removal(position).remove(dead)
    owners, counted = removal.owners, removal.counted
    for region in groups(lines, [cell for cell in cells if owners[cell] != EMPTY], lambda *_: True):
        settled = settled and average(region, owners[min(region)]) >= (SURE if fates is None else LIKELY)
    neutral = any(owners[cell] == EMPTY and counted.board[cell] == EMPTY for cell in cells)
    return Standing(counted.value(position.seat), settled, neutral)
