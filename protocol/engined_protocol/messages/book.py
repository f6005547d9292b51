"""The messages about books: what a variant's book knows of a position, and how it grows."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .envelope import (
    Begins,
    Depth,
    Interval,
    MoveText,
    MoveTexts,
    Name,
    OpeningName,
    PositionRequest,
    PositionText,
    Positive,
    Priority,
    Reply,
    Request,
    ScoredMove,
    Seconds,
    Threads,
)
from .squares import Square, Told


class BookGame(Begins, Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game to learn; ``start`` as in :class:`PositionRequest`."""

    moves: MoveTexts
    start: PositionText | None = None


class BookLeaf(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What an analysis said of a move, in discs from the mover's view."""

    move: MoveText
    score: Annotated[float, Meta(ge=-1e6, le=1e6)]
    kind: Literal["estimate", "selective", "exact"]
    depth: Annotated[int, Meta(ge=0, le=1000)]
    confidence: Annotated[int, Meta(ge=0, le=100)] = 100


class BookEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position of a book. What it is worth follows from the others, so a reader of books may leave that out."""

    position: PositionText
    games: Annotated[int, Meta(ge=0, le=2**53)] = 0
    leaves: Annotated[tuple[BookLeaf, ...], Meta(max_length=2048)] = ()
    """Best first, of one analysis: moves that are neither here nor lead to a position of the book are no better."""
    score: float | None = None
    """The score in discs from the mover's view; None where it is not known."""
    source: str = ""
    depth: int = 0
    plies: int = 0
    """The score comes from an analysis of this kind and depth, so many plies away."""


class BookShow(PositionRequest, frozen=True, kw_only=True, tag="book-show"):
    """What does the book say of this position? -> :class:`BookPosition`."""

    contempt: Annotated[float, Meta(ge=-100, le=100)] = 0.0
    """The worth of a draw, as in ``analyse``; it decides the order of the moves."""


class BookAdd(Request, frozen=True, kw_only=True, tag="book-add"):
    """Learn games -> :class:`BookProgress` while it lasts, :class:`BookDone`."""

    variant: Name = "othello"
    games: Annotated[tuple[BookGame, ...], Meta(max_length=1000)]
    plies: Annotated[int, Meta(ge=1, le=4096)] = 30
    """Only the positions of so many first plies become part of the book."""
    interval: Interval = 0.2
    priority: Priority = 0


class BookDeviate(PositionRequest, frozen=True, kw_only=True, tag="book-deviate"):
    """Look at what is played near the best -> :class:`BookProgress` while it lasts, :class:`BookDone`.

    Every position is put in that moves reach from here by giving away at most ``error`` discs in all, by the book's
    own values; each gets an analysis, as does the best move that leads out of the book.
    """

    error: Annotated[float, Meta(ge=0, le=1000)] = 1.0
    """The discs that moves may give away in all."""
    plies: Annotated[int, Meta(ge=1, le=4096)] = 60
    """Not farther away than this."""
    positions: Positive | None = None
    """The most positions that are added."""
    depth: Depth = 16
    """The depth of the analyses, in plies."""
    seconds: Seconds | None = None
    """The most seconds for each analysis."""
    deepen: bool = False
    """Also repeat less deep analyses."""
    threads: Threads | None = None
    """The threads of each analysis; default: the daemon's setting."""
    interval: Interval = 0.2
    """Least seconds between two reports."""
    priority: Priority = 0
    """Higher first, among this client's own jobs."""


class BookFix(Request, frozen=True, kw_only=True, tag="book-fix"):
    """Check all positions, their links and values -> :class:`BookProgress` while it lasts, :class:`BookDone`."""

    variant: Name = "othello"
    """The variant whose book is checked."""
    depth: Depth | None = None
    """Also analyse the positions that lack it, so deep; None: none."""
    seconds: Seconds | None = None
    """The most seconds for each analysis."""
    deepen: bool = False
    """Also repeat less deep analyses."""
    threads: Threads | None = None
    """The threads of each analysis; default: the daemon's setting."""
    interval: Interval = 0.2
    """Least seconds between two reports."""
    priority: Priority = 0
    """Higher first, among this client's own jobs."""


class BookExport(Request, frozen=True, kw_only=True, tag="book-export"):
    """A part of the book -> :class:`BookPage`."""

    variant: Name = "othello"
    after: Annotated[str, Meta(max_length=64)] = ""
    """Where the last page ended; empty: from the beginning."""
    count: Annotated[int, Meta(ge=1, le=500)] = 500
    packed: bool = False
    """Whether the positions come as a daemon keeps them, for a book file that one reads as it is, instead of
    ``entries``; those that nobody has analysed are left out.
    """


class BookMerge(Request, frozen=True, kw_only=True, tag="book-merge"):
    """Take in positions of another book -> :class:`BookProgress` while it lasts, :class:`BookDone`.

    Of games the higher count stays, of analyses the better one: merging twice changes nothing.
    """

    variant: Name = "othello"
    digest: Annotated[str, Meta(max_length=64)]
    """The digest of the book's variant, as its pages say: a book of another one is refused."""
    entries: Annotated[tuple[BookEntry, ...], Meta(max_length=1000)]
    interval: Interval = 0.2
    priority: Priority = 0


class PlayedMove(Struct, frozen=True, kw_only=True):
    """A move to a position of the book that nobody has analysed."""

    move: Square
    games: int
    """The number of games that went through the position after it."""


class BookPosition(Reply, frozen=True, kw_only=True, tag="book-position"):
    """A position as the book has it. Scores are in discs from the view of the seat to move."""

    variant: str
    positions: int
    """The number of positions in the whole book."""
    found: bool
    """Whether this one is among them."""
    games: int = 0
    score: float | None = None
    source: str = ""
    depth: int = 0
    confidence: int = 100
    plies: int = 0
    """The score comes from an analysis of this kind and depth, so many plies away."""
    moves: tuple[ScoredMove, ...] = ()
    """Best first: those that lead to positions of the book as kind ``book``, others as they were analysed."""
    unvalued: tuple[PlayedMove, ...] = ()
    """The other moves that lead to positions of the book, most games first: what they are worth is not known."""
    openings: tuple[OpeningName, ...] = ()


class BookProgress(Reply, frozen=True, kw_only=True, tag="book-progress"):
    """How far the work on a book is; not final."""

    seq: int
    done: int
    """Games, positions or analyses behind it."""
    left: int
    """The number of positions that are still to be searched, as far as is known now."""
    added: int
    """The number of new positions."""
    nodes: int
    seconds: float
    state: str = ""


class Refusal(Struct, frozen=True, kw_only=True):
    """A game or position that was not taken: its index in the request, and why."""

    index: int
    message: Told


class BookDone(Reply, frozen=True, kw_only=True, tag="book-done"):
    """The work on a book has ended; all that it did is on disk."""

    reason: str
    """``done``, ``limit``, ``stopped`` or ``shutdown``."""
    games: int = 0
    """The number of games that were new."""
    known: int = 0
    """Games or positions that the book had."""
    added: int = 0
    """The number of new positions."""
    searched: int = 0
    """The number of analyses that were made."""
    dropped: int = 0
    """Broken positions that were taken out."""
    refused: tuple[Refusal, ...] = ()
    positions: int = 0
    """The number of positions in the whole book now."""
    nodes: int = 0
    seconds: float = 0.0


class BookPage(Reply, frozen=True, kw_only=True, tag="book-page"):
    """Some positions of the book."""

    variant: str
    digest: str
    """The digest of the book's variant."""
    entries: tuple[BookEntry, ...]
    next: str = ""
    """Where the next page begins; empty: there is none."""
    positions: int = 0
    """The number of positions in the whole book."""
    packed: tuple[bytes, ...] = ()
    """The positions, if that was asked for; what is in them is the daemon's business."""
