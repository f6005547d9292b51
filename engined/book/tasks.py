"""What can be done to a book, and what there is to say about it meanwhile and at the end."""

from __future__ import annotations

from dataclasses import dataclass

from engined.results import Reason
from engined.rules.position import Position
from engined.variants.model import Variant

from .node import Leaf


@dataclass(frozen=True, slots=True)
class GivenGame:
    """A game as it was told: a start (None: the variant's own) and moves."""

    start: str | None
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A position of another book."""

    text: str
    games: int
    leaves: tuple[Leaf, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTask:
    """Learn games, so many plies of each."""

    variant: Variant
    games: tuple[GivenGame, ...]
    plies: int
    interval: float = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeTask:
    """Take in positions of another book."""

    variant: Variant
    entries: tuple[Entry, ...]
    interval: float = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviateTask:
    """Look at what is played near the best; the limits are those of ``messages.BookDeviate``."""

    position: Position
    error: float
    plies: int
    positions: int | None
    depth: int
    seconds: float | None
    deepen: bool
    threads: int = 1
    interval: float = 0.2

    @property
    def variant(self) -> Variant:
        """Whose book it is."""
        return self.position.variant


@dataclass(frozen=True, slots=True, kw_only=True)
class FixTask:
    """Check every position; with a depth, analyse those that lack it."""

    variant: Variant
    depth: int | None
    seconds: float | None
    deepen: bool
    threads: int = 1
    interval: float = 0.2


BookTask = AddTask | MergeTask | DeviateTask | FixTask


@dataclass(frozen=True, slots=True)
class BookCount:
    """How far a task is; the fields are those of ``messages.BookProgress``."""

    done: int
    left: int
    added: int
    nodes: int
    seconds: float
    state: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookResult:
    """The end of a task; the fields are those of ``messages.BookDone``."""

    reason: Reason
    games: int = 0
    known: int = 0
    added: int = 0
    searched: int = 0
    dropped: int = 0
    refused: tuple[tuple[int, str], ...] = ()
    positions: int = 0
    nodes: int = 0
    seconds: float = 0.0
