"""Messages of practice: problems that are due, and openings against the book."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from engined_protocol.messages.envelope import MoveText, MoveTexts, Name, Reply, Request

from ...drawing.wording import Language
from ...practice.problem import Problem

Key = Annotated[str, Meta(max_length=64)]


class NextProblem(Request, frozen=True, kw_only=True, tag="next-problem"):
    """Which problem is to be asked -> :class:`ProblemGiven`."""

    variant: Name
    leave: Annotated[tuple[Key, ...], Meta(max_length=1000)] = ()
    """The keys of problems that are left alone for today."""


class AnswerProblem(Request, frozen=True, kw_only=True, tag="answer-problem"):
    """A problem was asked: its interval grows or begins anew, and the next one comes -> :class:`ProblemGiven`."""

    variant: Name
    key: Key
    right: bool
    """Whether the first move tried was right, without help."""
    leave: Annotated[tuple[Key, ...], Meta(max_length=1000)] = ()


class ProblemGiven(Reply, frozen=True, kw_only=True, tag="problem-given"):
    """A problem, if one is due."""

    problem: Problem | None = None
    key: str = ""
    count: int = 0
    """All problems of the variant that there are."""
    due: int = 0
    known: int = 0
    next_day: str = ""
    """The day on which the next one is due, where none is today."""


class OpeningStep(Request, frozen=True, kw_only=True, tag="opening-step"):
    """A step of an opening that is practised: where it begins, or a move that is tried -> :class:`OpeningStood`."""

    variant: Name
    name: Annotated[str, Meta(max_length=100)] = ""
    """The opening to begin with; empty: the position of ``moves``."""
    moves: MoveTexts = ()
    move: MoveText | None = None
    """The learner's move, which is held against the book; None: the book moves first where it is its turn."""
    seat: Name | None = None
    """The learner's; None: that of whoever is to move."""
    error: Annotated[float, Meta(gt=0, le=1000)] = 1.0
    """The most discs that a move may give away, by the book."""


class OpeningStood(Reply, frozen=True, kw_only=True, tag="opening-stood"):
    """Where the opening stands."""

    moves: tuple[str, ...]
    """The moves that were played, the book's answer included."""
    seat: str
    right: bool = True
    """Whether the move that was tried is as good as the book wants it; if not, it was not played."""
    ended: bool = False
    """Whether the book ends here."""
    told: dict[Language, list[str]] = field(default_factory=dict)


LessonRequest = NextProblem | AnswerProblem | OpeningStep
