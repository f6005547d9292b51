"""What an analysis says that plays games out: how they ended."""

from __future__ import annotations

from msgspec import Struct


class Forecast(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The games of a tree search from a position, or through a move; from the view of the seat to move in the position
    asked about.
    """

    visits: int
    """The number of games; each is played out, or ends where a network judges it."""
    win_rate: float
    """The part of them that the mover won, draws half: 0 to 1."""
    mean: float
    """Points ahead at their end, on average, komi included."""
    spread: float
    """The standard deviation of that."""
    prior: float = 0.0
    """The policy prior of a move: its probability of being the best before any game; all moves sum to 1."""
    ownership: tuple[float, ...] = ()
    """The ownership of each cell, in board order without holes, for a position, and for a move where it was asked for:
    1 if it was the mover's at the end of all games, -1 if of none.
    """
    ownership_spread: tuple[float, ...] = ()
    """The standard deviation of the ownership of each cell, for a position: 0 where all games agree, 1 where half of
    them do.
    """
    line_visits: tuple[int, ...] = ()
    """The visits of a move, and of each move of the principal variation after it."""
    life: tuple[str, ...] = ()
    """The life of each stone, for a position where it was asked for, in rows like the ``board`` of a position: ``a`` it
    is alive, ``d`` dead, ``s`` alive in seki, ``u`` unsettled; ``.`` where there is no stone.
    """
