"""The messages of searches: analyses of one position or of many, exact scores, and what has been found."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .clocks import Clock
from .envelope import (
    MOST_POSITIONS,
    Begins,
    Depth,
    Error,
    Interval,
    Level,
    MoveTexts,
    Name,
    OpeningName,
    PositionRequest,
    PositionText,
    Positive,
    Priority,
    Reply,
    ScoredMove,
    Seconds,
    Threads,
    Variety,
)
from .forecast import Forecast
from .outlook import Outlook, View
from .sessions import Position
from .squares import Square
from .theory import Theory


class Analyse(PositionRequest, frozen=True, kw_only=True, tag="analyse"):
    """Score moves until a limit is reached or the job is stopped -> infos, :class:`Analysis`.

    Without any limit it runs until stopped or until every wanted move is exact.
    """

    seconds: Seconds | None = None
    """The seconds of the search, from when it begins; the turns of other jobs count."""
    within: Seconds | None = None
    """The seconds after the request came in when it is answered with what is known by then, whatever it waited for."""
    nodes: Positive | None = None
    """The most positions that the search visits."""
    depth: Depth | None = None
    """The plies that the search looks ahead. Default: deeper and deeper, until another limit or a proof ends it."""
    best: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """Only the best n moves need right scores; default: every legal move."""
    only: MoveTexts = ()
    """Consider only these root moves."""
    solve_empties: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """Go for exact scores at this many empty cells or fewer; default: the engine's choice."""
    threads: Threads | None = None
    """The threads that search together; default: the daemon's setting."""
    interval: Interval = 0.2
    """Least seconds between two infos."""
    priority: Priority = 0
    """Higher first, among this client's own jobs."""
    clock: Clock | None = None
    """The mover's clock: the service turns it into ``seconds``, unless these are given too. With ``play`` and without
    any limit it is that of the session, if it has one."""
    contempt: Annotated[float, Meta(ge=-100, le=100)] = 0.0
    """The worth of a proven draw to the first seat, in discs, when root moves are compared."""
    ties: Literal["all", "first", "random"] = "all"
    """Among more than two sides, which of several moves that are equally good for it a seat plays: ``all`` leaves that
    open, and gives bounds of what may come of it; ``first`` in board order; one at ``random``, drawn for each position
    by its ``seed``."""
    seed: Annotated[int, Meta(ge=0, le=2**32 - 1)] = 0
    """The number that lots are drawn by, with ``ties`` = ``random`` and with ``level``: equal by equal numbers. With 0
    each request with a ``level`` draws another one."""
    level: Level | None = None
    """Play weakly, 1 the weakest: ``nodes`` are few, and ``best`` is one of the moves that are not thought bad, by lot.
    What is known of the position is not used, and one thread searches."""
    play: bool = False
    """Play the best move in ``session`` when done (a generated move)."""
    ponder: bool = False
    """Once ``session`` stands after the best move, think on what is expected, until it moves on: what is found is
    kept for then. Silent, and only while nobody has work."""
    book: Literal["ignore", "show", "play"] = "show"
    """``show``: moves of the book appear among those searched, until the search sees farther; ``play``: a move that
    the book thinks best is the answer at once."""
    variety: Variety | None = None
    """The discs that a move of the book may give away to be played, too, with ``play``: it is then e times as seldom as
    the best, and none is played that gives away more than twice as many. Default: the daemon's setting; 0: the best.
    """
    learn: bool = False
    """Put the position, with what is found, in the book. (One that is in it learns anyway.)"""
    fresh: bool = False
    """Use nothing that is known: neither the book, the store, an earlier analysis nor what other searches have left in
    memory. So the same request gives the same answer on one thread, and ``depth`` 2 is depth 2."""
    theory: bool = False
    """Also say what theory does: regions and their parity, stable discs, mobility."""
    show: bool = False
    """Also show the position that is analysed."""
    life: bool = False
    """Where games are played out (Go), also say which stones are dead, and which alive in seki: that takes up to half
    of ``seconds``. What is known of the position is not the answer."""
    ownership: bool = False
    """Where games are played out (Go), also say of each move whose everything is after it."""
    seat: Name | None = None
    """This seat is to move: pass first for seats that must, as in :class:`Play`; with ``play`` in the session
    too. Where passes are free, the search takes it that nobody has passed."""


class Solve(PositionRequest, frozen=True, kw_only=True, tag="solve"):
    """Prove a score to the end of the game -> infos, :class:`Analysis`.

    ``goal``: the exact ``score``; ``wld``: only whether it is above, equal to or below 0; ``window``: only
    where it stands against ``lower`` and ``upper``.
    """

    goal: Literal["score", "wld", "window"] = "score"
    """The aim of the proof: the exact score; whether it is above, equal to or below 0 (``wld``); or where it stands
    against ``lower`` and ``upper`` (``window``)."""
    lower: int | None = None
    """The lower end of the window, in discs, with ``goal`` = ``window`` alone."""
    upper: int | None = None
    """The upper end of the window, in discs."""
    seconds: Seconds | None = None
    """The seconds of the search: see :attr:`Analyse.seconds`."""
    within: Seconds | None = None
    """The seconds until it is answered: see :attr:`Analyse.within`."""
    nodes: Positive | None = None
    """The most positions that the search visits."""
    threads: Threads | None = None
    """The threads that search together; default: the daemon's setting."""
    interval: Interval = 0.2
    """Least seconds between two infos."""
    priority: Priority = 0
    """Higher first, among this client's own jobs."""
    theory: bool = False
    """Whether the reply says what theory knows: see :attr:`Analyse.theory`."""
    show: bool = False
    """Whether the reply shows the position: see :attr:`Analyse.show`."""


class ManyPosition(Begins, Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of many positions; ``start`` and ``moves`` as in :class:`PositionRequest`."""

    start: PositionText | None = None
    moves: MoveTexts = ()


class AnalyseMany(PositionRequest, frozen=True, kw_only=True, tag="analyse-many"):
    """Score the moves of many positions -> :class:`Analysed` for each as it ends, :class:`AnalysesDone`.

    These are ``positions``, all of one variant; without any, those that the game of the request went through. They are
    begun in this order, some at the same time. The fields from ``seconds`` on are those of :class:`Analyse`, for each.
    """

    positions: Annotated[tuple[ManyPosition, ...], Meta(max_length=MOST_POSITIONS)] = ()
    """The positions to analyse. Empty: those that the game of the request went through."""
    turns: Annotated[tuple[Annotated[int, Meta(ge=0, le=4096)], ...], Meta(max_length=MOST_POSITIONS)] = ()
    """The plies, passes included, after which positions of a game are analysed. Empty: all, from the start on."""
    within: Seconds | None = None
    """The seconds after the request came in when all of them are answered with what is known."""
    seconds: Seconds | None = None
    """The seconds of each search."""
    nodes: Positive | None = None
    """The most positions that each search visits."""
    depth: Depth | None = None
    """The plies that each search looks ahead."""
    best: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """Only the best n moves need right scores; default: every legal move."""
    solve_empties: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """Go for exact scores at this many empty cells or fewer."""
    threads: Threads | None = None
    """The threads of each search."""
    priority: Priority = 0
    """Higher first, among this client's own jobs."""
    contempt: Annotated[float, Meta(ge=-100, le=100)] = 0.0
    """The worth of a proven draw: see :attr:`Analyse.contempt`."""
    ties: Literal["all", "first", "random"] = "all"
    """The rule for equally good moves: see :attr:`Analyse.ties`."""
    seed: Annotated[int, Meta(ge=0, le=2**32 - 1)] = 0
    """The number that lots are drawn by: see :attr:`Analyse.seed`."""
    book: Literal["ignore", "show", "play"] = "show"
    """The use that is made of the book: see :attr:`Analyse.book`."""
    learn: bool = False
    """Put the positions, with what is found, in the book."""
    fresh: bool = False
    """Use nothing that is known: see :attr:`Analyse.fresh`."""
    theory: bool = False
    """Also say what theory does."""
    show: bool = False
    """Also show each position that is analysed."""


class Info(Reply, frozen=True, kw_only=True, tag="info"):
    """A snapshot while a job runs; not final. A slow reader may miss some, never the last words."""

    seq: int
    depth: int
    moves: tuple[ScoredMove, ...]
    nodes: int
    seconds: float
    state: str = ""
    """The reason why the job waits, e.g. ``queued`` or ``compiling othello``; empty while it searches as it can. With
    moves where a clock runs meanwhile: ``compiling othello: depth 3 by the rules alone``.
    """
    known_depth: int = 0
    """The depth that was known before: see :attr:`Analysis.known_depth`."""
    forecast: Forecast | None = None
    """The forecast of the position: see :attr:`Analysis.forecast`."""
    mover: str = ""
    """The seat to move: see :attr:`Analysis.mover`."""


class Analysis(Reply, frozen=True, kw_only=True, tag="analysis"):
    """The end of an analysis or a solve, best move first."""

    reason: str
    """``done``, ``limit``, ``stopped`` or ``shutdown``."""
    best: Square
    """The best move; ``--`` when a pass is forced; empty when the game is over or nothing is known."""
    score: float | None
    kind: str
    """The kind of the best move's score; but ``lower`` if that is exact and another move, as ties are broken, may be
    better.
    """
    depth: int
    moves: tuple[ScoredMove, ...]
    nodes: int
    seconds: float
    winner: str = ""
    """Between two sides: the one that wins by what is proven of ``score``, which may be by the right to a draw; empty
    while that is open, and for a draw."""
    played: bool = False
    """Whether ``best`` was played in the session."""
    openings: tuple[OpeningName, ...] = ()
    """The names of the opening of the game up to the position asked about."""
    views: tuple[View, ...] = ()
    """Only among more than two sides, where every legal move is proven: the best move by each view of what the others
    do."""
    outlook: Outlook | None = None
    """Only among more than two sides, where the best move is proven: what the position leads to, whichever of its best
    moves is played."""
    ties: str = ""
    """Among more than two sides, the rule for ties that the scores go by, if one was asked for."""
    theory: Theory | None = None
    """The theory of the position, if it was asked for."""
    position: Position | None = None
    """The position that was analysed, if it was asked for."""
    known_depth: int = 0
    """The value of ``depth`` when the analysis began: where an earlier one of the position, or the store, had come to.
    """
    forecast: Forecast | None = None
    """The forecast of the position itself, where games are played out (Go)."""
    mover: str = ""
    """Name of the seat to move in the position asked about: scores are from its view."""
    stored: bool = False
    """Whether what it proves, or found by going deep, and the move that it played in a kept session, are on disk."""


class Analysed(Reply, frozen=True, kw_only=True, tag="analysed"):
    """One of many positions has been analysed, or cannot be; not final, and never left out."""

    index: int
    """The number of the position: of ``positions``, or of ``turns``; without either, the plies of the game before it.
    """
    analysis: Analysis | None = None
    error: Error | None = None


class AnalysesDone(Reply, frozen=True, kw_only=True, tag="analyses-done"):
    """The end of a request for many positions: each that was begun has been answered."""

    reason: str
    """``done``, ``stopped`` or ``shutdown``."""
    positions: int
    """The number of positions that were asked for."""
    answered: int
    """The number of positions that were begun: less than all where it ended early."""
    errors: int = 0
    """The number of positions, among those answered, that got an ``error`` instead of an analysis."""
    nodes: int
    seconds: float
    """The seconds since the request came in."""
