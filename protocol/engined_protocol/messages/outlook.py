"""What an analysis says among more than two sides: the fate of every seat, and how much of it hangs on the others."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from .squares import Square


class Outlook(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a move leads to. Margins, as ``score``, are by how much the mover's side is ahead of the best other.

    Max^n leaves open which of several moves a seat plays that are equally good for it. Where anything hangs on that,
    ``counts_most`` and ``ranks_best`` are given, and with ``counts`` and ``ranks`` are bounds that hold in any case.
    """

    counts: tuple[float, ...]
    """The count of each seat at the end, if every one plays for its own side (max^n); an average for estimates. With
    ``counts_most``, the least.
    """
    ranks: tuple[int, ...]
    """The rank of each seat, from 1; seats that are worth the same share the better one. With ``ranks_best``, the
    worst.
    """
    paranoid: float | None = None
    """The margin if all others play against the mover's side; once it is proven."""
    alliance: float | None = None
    """The margin if the best ally plays for the mover's side, and all others against it; once it is proven."""
    ally: str = ""
    """The seat that is the ally."""
    score_most: float | None = None
    """The most that the move's score may be; ``score`` is the least. If these are the same, the score is exact."""
    counts_most: tuple[float, ...] = ()
    """The most that each seat may count."""
    ranks_best: tuple[int, ...] = ()
    """The best rank that each seat may have."""


class View(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The best move by one view of what the others do."""

    view: str
    """``maxn``: each for its own side; ``paranoid``: all against the mover; ``alliance``: one of them for it."""
    best: Square
    score: float
    """The margin by this view; the least if it hangs on ties."""
    score_most: float | None = None
    """The highest score by ``maxn``, if it hangs on ties."""
    ally: str = ""
    """The seat that helps, in an alliance."""


def disagree(views: Iterable[View]) -> bool:
    """Whether views have different best moves."""
    return len({view.best for view in views}) > 1
