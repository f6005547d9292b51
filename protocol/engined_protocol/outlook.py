"""What an analysis says among more than two sides: the fate of every seat, and how much of it hangs on the others."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Outlook(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a move leads to. Margins, as ``score``, are by how much the mover's side is ahead of the best other."""

    counts: tuple[float, ...]
    """What each seat counts at the end, if every one plays for its own side (max^n); an average for estimates."""
    ranks: tuple[int, ...]
    """Of each seat, from 1; seats that are worth the same share the better one."""
    paranoid: float | None = None
    """The margin if all others play against the mover's side; once it is proven."""
    alliance: float | None = None
    """The margin if the best ally plays for the mover's side, and all others against it; once it is proven."""
    ally: str = ""
    """That ally: a seat."""


class View(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The best move by one view of what the others do."""

    view: str
    """``maxn``: each for its own side; ``paranoid``: all against the mover; ``alliance``: one of them for it."""
    best: str
    score: float
    """The margin by this view."""
    ally: str = ""
    """In an alliance, the seat that helps."""


def disagree(views: Iterable[View]) -> bool:
    """Whether views have different best moves."""
    return len({view.best for view in views}) > 1
