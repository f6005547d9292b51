"""What can be done to a book, and what there is to say about it meanwhile and at the end."""

from __future__ import annotations

from msgspec import Struct

from engined.results import Reason
from engined.rules.position import Position
from engined.variants.model import Variant

from .node import Leaf


class GivenGame(Struct, frozen=True):
    """A game as it was told: a start (None: the variant's own) and moves."""

    start: str | None
    moves: tuple[str, ...]


class OtherBooksEntry(Struct, frozen=True):
    """A position of another book."""

    text: str
    games: int
    leaves: tuple[Leaf, ...]


class AddTask(Struct, frozen=True, kw_only=True):
    """Learn games, so many plies of each."""

    variant: Variant
    games: tuple[GivenGame, ...]
    plies: int
    interval: float = 0.2


class MergeTask(Struct, frozen=True, kw_only=True):
    """Take in positions of another book."""

    variant: Variant
    entries: tuple[OtherBooksEntry, ...]
    interval: float = 0.2


class DeviateTask(Struct, frozen=True, kw_only=True):
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


class FixTask(Struct, frozen=True, kw_only=True):
    """Check every position; with a depth, analyse those that lack it."""

    variant: Variant
    depth: int | None
    seconds: float | None
    deepen: bool
    threads: int = 1
    interval: float = 0.2


BookTask = AddTask | MergeTask | DeviateTask | FixTask


class BookCount(Struct, frozen=True):
    """How far a task is; the fields are those of ``messages.BookProgress``."""

    done: int
    left: int
    added: int
    nodes: int
    seconds: float
    state: str = ""


class BookResult(Struct, frozen=True, kw_only=True):
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
