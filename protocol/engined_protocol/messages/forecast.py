"""What an analysis says that plays games out: how they ended."""

from __future__ import annotations

from msgspec import Struct


class Forecast(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The games played out from a position, or through a move; from the view of the seat to move in the position asked
    about.
    """

    visits: int
    """Games."""
    win_rate: float
    """The part of them that the mover won, draws half: 0 to 1."""
    mean: float
    """Points ahead at their end, on average, komi included."""
    spread: float
    """The standard deviation of that."""
    prior: float = 0.0
    """Of a move: how likely it was thought to be the best before any game; all moves together 1."""
    ownership: tuple[float, ...] = ()
    """Of a position, and of a move where that was asked for: for each cell in board order, holes left out, how often it
    was the mover's at the end, from -1 (never) to 1."""
    ownership_spread: tuple[float, ...] = ()
    """Of a position: the standard deviation of that: 0 where all games agree, 1 where half of them do."""
    line_visits: tuple[int, ...] = ()
    """Of a move: games through it, and through each move of the principal variation after it."""
    life: tuple[str, ...] = ()
    """Of a position, where that was asked for: what becomes of each stone, in rows like the ``board`` of a position:
    ``a`` it is alive, ``d`` dead, ``s`` alive in seki, ``u`` unsettled; ``.`` where there is no stone."""
