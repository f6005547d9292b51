"""The messages of evaluation without a search: many positions at once."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from .envelope import MOST_POSITIONS, Name, PositionText, Priority, Reply, Request
from .squares import Square, Told


class Evaluate(Request, frozen=True, kw_only=True, tag="evaluate"):
    """What may be played, and is it good? Without a search -> :class:`Evaluated` for some, :class:`EvaluationsDone`."""

    variant: Name = "othello"
    positions: Annotated[tuple[PositionText, ...], Meta(min_length=1, max_length=MOST_POSITIONS)]
    """The positions to evaluate, each as ``start`` in :class:`PositionRequest`."""
    legal: bool = True
    """Whether legal moves are wanted."""
    scores: bool = True
    """Whether scores are asked for."""
    priority: Priority = 0


class Evaluation(Struct, frozen=True, array_like=True):
    """What can be said of a position without a search."""

    score: float | None = None
    """The score in discs, for the mover; nil where it was not asked for, or ``fault`` says why not."""
    kind: str = ""
    """``exact`` where the game is over, else ``estimate``."""
    legal: tuple[Square, ...] = ()
    """The legal moves: see :attr:`Position.legal`."""
    fault: Told = ""
    """Why it is no position; empty if it is one."""


class Evaluated(Reply, frozen=True, kw_only=True, tag="evaluated"):
    """Some of many positions; not final, and never left out."""

    index: int
    """The number of the first of these evaluations; those of the next positions follow it."""
    evaluations: tuple[Evaluation, ...]


class EvaluationsDone(Reply, frozen=True, kw_only=True, tag="evaluations-done"):
    """All of many positions are evaluated, or the job was stopped (``reason``)."""

    reason: str
    positions: int
    """The number of positions that were evaluated: the first so many."""
    seconds: float
