"""A game of Go as it would be counted if play stopped: by whose everything is at the end of games played out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engined.rules.geometry import geometry
from engined.rules.groups import groups
from engined.rules.position import Position
from engined.rules.removal import Removal
from engined.variants.model import EMPTY

SURE = 0.7
"""A chain or a region is settled that is one side's so much oftener than the other's, on average over its cells."""


class Standing(NamedTuple):
    """What stopping comes to."""

    ahead: float
    """Points by which the mover is ahead, without the stones that are the other's at the end of most games."""
    settled: bool
    """Whether no chain and no point that counts is in doubt."""
    neutral: bool
    """Whether there are empty points that are nobody's."""


def standing(position: Position, ownership: Sequence[float]) -> Standing:
    """How a game stands, by the ownership of a :class:`engined.results.Forecast`."""
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
        settled = settled and abs(alive) >= SURE
        if alive < 0:
            dead.append(min(chain))
    removal = Removal(position).remove(dead)
    owners, counted = removal.owners, removal.counted
    for region in groups(lines, [cell for cell in cells if owners[cell] != EMPTY], lambda *_: True):
        settled = settled and average(region, owners[min(region)]) >= SURE
    neutral = any(owners[cell] == EMPTY and counted.board[cell] == EMPTY for cell in cells)
    return Standing(counted.value(position.seat), settled, neutral)
