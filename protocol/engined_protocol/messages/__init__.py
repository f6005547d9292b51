"""Requests and replies: start reading here.

A request names itself (``id``, the client's choice) and, where it is about a position, names that either by
``session`` or in full by ``variant``, ``start`` and ``moves``. Each request is answered by any number of
:class:`Info` and then exactly one final reply with the same ``id``: the reply type written beside the
request, or :class:`Error`.

Moves are strings as in :mod:`engined_protocol.notation`: ``f5``, and ``--`` for a pass. Scores are in discs
from the view of the seat to move in the position asked about. Seconds are floats, sizes are counts.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from .book import BookAdd as BookAdd
from .book import BookDeviate as BookDeviate
from .book import BookDone as BookDone
from .book import BookEntry as BookEntry
from .book import BookExport as BookExport
from .book import BookFix as BookFix
from .book import BookGame as BookGame
from .book import BookLeaf as BookLeaf
from .book import BookMerge as BookMerge
from .book import BookPage as BookPage
from .book import BookPosition as BookPosition
from .book import BookProgress as BookProgress
from .book import BookShow as BookShow
from .book import PlayedMove as PlayedMove
from .book import Refusal as Refusal
from .clocks import Clock as Clock
from .clocks import SessionClock as SessionClock
from .clocks import TimeControl as TimeControl
from .ending import Agree as Agree
from .ending import Remove as Remove
from .ending import Resign as Resign
from .ending import Restore as Restore
from .ending import Resume as Resume
from .envelope import Begins as Begins
from .envelope import Id as Id
from .envelope import Level as Level
from .envelope import MoveTexts as MoveTexts
from .envelope import Name as Name
from .envelope import OpeningName as OpeningName
from .envelope import PositionRequest as PositionRequest
from .envelope import PositionText as PositionText
from .envelope import Positive as Positive
from .envelope import Reply as Reply
from .envelope import Request as Request
from .envelope import ScoredMove as ScoredMove
from .envelope import Seconds as Seconds
from .envelope import SessionRequest as SessionRequest
from .envelope import Variety as Variety
from .forecast import Forecast as Forecast
from .judging import ColoursDrawn as ColoursDrawn
from .judging import DrawColours as DrawColours
from .judging import Judge as Judge
from .judging import Judgement as Judgement
from .outlook import Outlook as Outlook
from .outlook import View as View
from .squares import Square, Told
from .theory import Chain as Chain
from .theory import ChainPoint as ChainPoint
from .theory import DeadCell as DeadCell
from .theory import Region as Region
from .theory import StoneGroup as StoneGroup
from .theory import Theory as Theory

MOST_POSITIONS = 1000
"""The most positions of one request."""

# --- about variants -------------------------------------------------------------------------------


class ListVariants(Request, frozen=True, kw_only=True, tag="variants"):
    """Which variants are there? -> :class:`Variants`."""


class DescribeVariant(Request, frozen=True, kw_only=True, tag="describe"):
    """What is this variant? -> :class:`Description`."""

    variant: Name
    prepare: bool = False
    """Also have its search compiled now, since it will soon be needed."""


class Declare(Request, frozen=True, kw_only=True, tag="declare"):
    """Check a declaration and, unless ``check_only``, make it known by its name -> :class:`Description`.

    A declaration of that name made by an earlier request is replaced, for requests from now on; a shipped one is not.
    """

    text: Annotated[str, Meta(max_length=262144)]
    check_only: bool = False


class ListOpenings(Request, frozen=True, kw_only=True, tag="openings"):
    """Which openings have a name? -> :class:`Openings`."""

    variant: Name


# --- about positions and sessions -----------------------------------------------------------------


class Show(PositionRequest, frozen=True, kw_only=True, tag="show"):
    """Board, mover, legal moves, score, history -> :class:`Position`."""

    theory: bool = False
    """Also say what theory does."""


class Open(PositionRequest, frozen=True, kw_only=True, tag="open"):
    """Open a session, or set an existing one to this position -> :class:`Position`.

    ``session`` is the client's choice of name; without it the service makes one up. Without ``variant`` a
    session that exists keeps its own. ``moves`` count as played: they can be undone.
    """

    keep: bool = False
    """Write the session to the store: it outlives the client's connection and the daemon."""
    clock: TimeControl | None = None
    """The clocks of its seats, which the daemon keeps. Only between two sides."""


class Close(SessionRequest, frozen=True, kw_only=True, tag="close"):
    """Forget a session -> :class:`Closed`."""


class ListSessions(Request, frozen=True, kw_only=True, tag="sessions"):
    """The sessions of this client -> :class:`Sessions`."""


class Play(SessionRequest, frozen=True, kw_only=True, tag="play"):
    """Play moves in a session, all or none -> :class:`Position`.

    With ``seat``, the first move belongs to that seat: seats between that must pass are passed over, and it
    is an error if one of them could move.
    """

    moves: MoveTexts
    seat: Name | None = None


class Undo(SessionRequest, frozen=True, kw_only=True, tag="undo"):
    """Take back what was done last, so many times -> :class:`Position`.

    That is a ply (passes count); where a seat had resigned, or all had agreed, the end of the game; in the removal
    phase first the latest removal or return of groups.
    """

    plies: Positive = 1


# --- work -----------------------------------------------------------------------------------------


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
    depth: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """The plies that the search looks ahead. Default: deeper and deeper, until another limit or a proof ends it."""
    best: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """Only the best n moves need right scores; default: every legal move."""
    only: MoveTexts = ()
    """Consider only these root moves."""
    solve_empties: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """Go for exact scores at this many empty cells or fewer; default: the engine's choice."""
    threads: Annotated[int, Meta(ge=1, le=256)] | None = None
    """The threads that search together; default: the daemon's setting."""
    interval: Annotated[float, Meta(ge=0.01, le=3600)] = 0.2
    """Least seconds between two infos."""
    priority: Annotated[int, Meta(ge=-1000, le=1000)] = 0
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
    """The number that lots are drawn by, with ``ties`` = ``random`` alone. Those of ``level`` are other ones each time.
    """
    level: Level | None = None
    """Play weakly, 1 the weakest: ``nodes`` are few, and where games are played out ``best`` is one of the moves that
    many went through, by lot. What is known of the position is not used."""
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
    too."""


class Solve(PositionRequest, frozen=True, kw_only=True, tag="solve"):
    """Prove a score to the end of the game -> infos, :class:`Analysis`.

    ``goal``: the exact ``score``; ``wld``: only whether it is above, equal to or below 0; ``window``: only
    where it stands against ``lower`` and ``upper``.
    """

    goal: Literal["score", "wld", "window"] = "score"
    """What is to be proven: the exact score; whether it is above, equal to or below 0 (``wld``); or where it stands
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
    threads: Annotated[int, Meta(ge=1, le=256)] | None = None
    """The threads that search together; default: the daemon's setting."""
    interval: Annotated[float, Meta(ge=0.01, le=3600)] = 0.2
    """Least seconds between two infos."""
    priority: Annotated[int, Meta(ge=-1000, le=1000)] = 0
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
    depth: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """The plies that each search looks ahead."""
    best: Annotated[int, Meta(ge=1, le=1000)] | None = None
    """Only the best n moves need right scores; default: every legal move."""
    solve_empties: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """Go for exact scores at this many empty cells or fewer."""
    threads: Annotated[int, Meta(ge=1, le=256)] | None = None
    """The threads of each search."""
    priority: Annotated[int, Meta(ge=-1000, le=1000)] = 0
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


class Evaluate(Request, frozen=True, kw_only=True, tag="evaluate"):
    """What may be played, and is it good? Without a search -> :class:`Evaluated` for some, :class:`EvaluationsDone`."""

    variant: Name = "othello"
    positions: Annotated[tuple[PositionText, ...], Meta(min_length=1, max_length=MOST_POSITIONS)]
    """The positions to evaluate, each as ``start`` in :class:`PositionRequest`."""
    legal: bool = True
    """Whether legal moves are wanted."""
    scores: bool = True
    """Whether scores are asked for."""
    priority: Annotated[int, Meta(ge=-1000, le=1000)] = 0


class Perft(PositionRequest, frozen=True, kw_only=True, tag="perft"):
    """Count leaves at depths 1 to ``depth`` -> :class:`PerftLine` for each, :class:`PerftDone`."""

    depth: Annotated[int, Meta(ge=1, le=100)]
    """The greatest depth, in plies."""
    priority: Annotated[int, Meta(ge=-1000, le=1000)] = 0
    """Higher first, among this client's own jobs."""


class Learn(PositionRequest, frozen=True, kw_only=True, tag="learn"):
    """Keep this game in the store and its positions in the book, with what was found out about them lately
    -> :class:`Learned`."""


# --- control: answered at once, whatever the engine is doing --------------------------------------


class Stop(Request, frozen=True, kw_only=True, tag="stop"):
    """End a job of this client early, or all of them; each still sends its final -> :class:`Stopped`."""

    target: Id | None = None
    index: Annotated[int, Meta(ge=0)] | None = None
    """The position to stop of a job that has many; nil stops the whole job."""


class Ping(Request, frozen=True, kw_only=True, tag="ping"):
    """Are you there? -> :class:`Pong`."""


class AskStatus(Request, frozen=True, kw_only=True, tag="status"):
    """What are you doing? -> :class:`Status`."""


AnyRequest = (
    ListVariants
    | DescribeVariant
    | Declare
    | ListOpenings
    | Show
    | Open
    | Close
    | ListSessions
    | Play
    | Undo
    | Remove
    | Restore
    | Agree
    | Resume
    | Resign
    | Judge
    | DrawColours
    | Analyse
    | Solve
    | AnalyseMany
    | Evaluate
    | Perft
    | Learn
    | BookShow
    | BookAdd
    | BookDeviate
    | BookFix
    | BookExport
    | BookMerge
    | Stop
    | Ping
    | AskStatus
)
Control = Stop | Ping | AskStatus
BookWork = BookAdd | BookDeviate | BookFix | BookMerge
Work = Analyse | Solve | Evaluate | Perft


# --- replies --------------------------------------------------------------------------------------


class Error(Reply, frozen=True, kw_only=True, tag="error"):
    """The request failed and changed nothing. ``code`` is one of :class:`engined_protocol.errors.Code`."""

    code: str
    message: Told
    field: str = ""
    """Path of the field at fault, e.g. ``moves[3]``; with a declaration, ``line 7: board.drawing``."""
    retry_after: float | None = None
    """The seconds after which to ask again, where the code is ``busy``."""


class VariantSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a list of variants."""

    name: str
    title: str
    width: int
    height: int
    cells: int
    seats: tuple[str, ...]
    aliases: tuple[str, ...] = ()


class Variants(Reply, frozen=True, kw_only=True, tag="variant-list"):
    """All shipped and declared variants; families such as ``othello-WxH`` are listed as patterns."""

    variants: tuple[VariantSummary, ...]
    patterns: tuple[str, ...] = ()


class NamedOpening(Struct, frozen=True, kw_only=True):
    """An opening: its name, and one way to get there."""

    name: str
    language: str
    """The language of the name: ``en`` or ``ja``."""
    moves: tuple[Square, ...]


class Openings(Reply, frozen=True, kw_only=True, tag="opening-list"):
    """The openings of a variant that have a name; none of one whose openings nobody has named."""

    openings: tuple[NamedOpening, ...]


class Description(Reply, frozen=True, kw_only=True, tag="description"):
    """A variant in full. ``drawing`` is its start position, one string a row, holes as blanks."""

    name: str
    title: str
    digest: str
    width: int
    height: int
    cells: int
    holes: tuple[Square, ...]
    drawing: tuple[str, ...]
    colours: tuple[tuple[str, str], ...]
    """(symbol, name) of each colour."""
    seats: tuple[tuple[str, str], ...]
    """(name, colour symbol) of each seat, in order of play from the first listed."""
    first: str
    engine: str = ""
    """How it runs here: ``8x8``, ``generic-64``, ``generic-128``, ``wide-320``, ``choosing-64``, ``rules`` ..."""
    state: str = ""
    """``cold``, ``compiling``, ``ready``, ``failed: why``."""
    note: str = ""
    capture: str = ""
    """The effect of a placement on the discs around it: ``flip``, ``remove``, ``surround`` (Go), ``none``, or a way of
    another package.
    """
    scoring: str = ""
    """The way to count at the end: ``discs``, ``home``, ``area``, ``territory``, ``area-and-prisoners`` or ``chains``.
    """
    komi: float = 0.0
    """The komi: points added to the second seat's score when scores are compared."""
    ko: str = ""
    """Where discs are surrounded, which boards may not come back: ``simple``, ``situational`` or ``positional``."""
    suicide: bool = False
    """Where discs are surrounded, whether a group may be placed so that it has no liberty, and leaves the board."""
    aliases: tuple[str, ...] = ()
    """The other names of the variant."""
    lies: Literal["cells", "points"] = "cells"
    """Where discs lie: in cells, or where lines cross (where they are surrounded)."""
    rings: tuple[tuple[Square, ...], ...] = ()
    """Closed lines besides rows, columns and diagonals, each by its cells in turn."""
    homes: tuple[tuple[Square, ...], ...] = ()
    """The cells that each seat counts, where only a part of the board counts for it."""
    forbidden: tuple[tuple[Square, ...], ...] = ()
    """The cells where each seat may not place; empty if all may place everywhere."""
    movers: tuple[str, ...] = ()
    """How each seat is named as the mover at the end of a ``start``."""
    teams: tuple[tuple[str, ...], ...] = ()
    """The seats that win or lose together, where several do."""
    rules: tuple[tuple[str, str], ...] = ()
    """(topic, what holds) in English, for people."""
    choice: Literal["all", "one", "some"] = "all"
    """How many of the discs that could turn do: all, or one or some of the mover's choice."""
    coordinates: Literal["othello", "go"] = "othello"
    """How people who play it name squares: as messages do, or with row 1 at the bottom and letters without I."""


class Position(Reply, frozen=True, kw_only=True, tag="position"):
    """A position. Rows are strings of colour symbols, ``.`` for empty and a blank for a hole."""

    session: str = ""
    variant: str
    digest: str
    board: tuple[str, ...]
    mover: str
    """Name of the seat to move, in the removal phase of the one that moves if play is resumed; empty when the game has
    ended."""
    colour: str
    """Colour symbol of that seat."""
    legal: tuple[Square, ...]
    """Legal moves; ``("--",)`` when a pass is forced; empty when play is over."""
    moves: tuple[Square, ...]
    """Played from ``start``, passes included."""
    start: str = ""
    """Where the game began, as text; empty where that is the variant's own start. ``variant``, ``start`` and ``moves``
    in a request name this position, with all that the rules remember of the game."""
    seats: tuple[str, ...]
    scores: tuple[float, ...]
    """One for each seat: what it would count if the game ended here, empty cells included where the winner gets them
    (of equal counts each gets half)."""
    ranks: tuple[int, ...] = ()
    """Only of more than two sides: the rank of each seat, from 1, if the game ended here; equal seats share one."""
    scoring: str = "discs"
    """The way to count, as ``scoring`` of a description."""
    discs: tuple[int, ...]
    """Discs on the board of each colour."""
    empties: int
    over: bool
    """Whether play is over: nothing can be played, but the game may still be in its removal phase."""
    phase: Literal["play", "removal", "ended"] = "play"
    """The phase of the game. In the removal phase players take dead groups off ``board``, until all agree."""
    result: str = ""
    """When the game has ended: ``Black wins by 4``, ``Draw``, ``White wins by the right to a draw``, ``White wins by
    resignation``, ``Black wins on time``, ``No result``."""
    ending: Literal["", "count", "resignation", "time", "no-result"] = ""
    """The reason why the game ended; empty while it goes on."""
    winner: str = ""
    """The side that won, and in the removal phase the one that wins if all agree now; empty for none."""
    margin: float | None = None
    """The margin by which it is, or will be, recorded as won; nil where nothing is recorded, and during play."""
    komi: float = 0.0
    """The komi: points added to the second seat's score when it is compared."""
    prisoners: tuple[int, ...] = ()
    """Where stones leave the board: how many each seat has taken, those removed as dead included."""
    removed: tuple[str, ...] = ()
    """Stones removed as dead, in rows like ``board``, which does not have them; only from the removal phase on."""
    owners: tuple[str, ...] = ()
    """The owners of the empty cells, in rows like ``board``: the colour that alone borders their region, else ``.``, as
    on all stones; only from the removal phase on.
    """
    agreed: tuple[str, ...] = ()
    """The seats that agree with ``removed``, in the removal phase."""
    draw_right: str = ""
    """The seat that wins where scores are equal; empty: nobody, that is a draw."""
    openings: tuple[OpeningName, ...] = ()
    """The names of the opening, where it has any."""
    stored: bool = False
    """Whether the change is on disk, in a reply to a request that changed a kept session."""
    theory: Theory | None = None
    """The theory of the position, if it was asked for."""
    clock: SessionClock | None = None
    """The clocks of the session, where the daemon keeps some."""


class Closed(Reply, frozen=True, kw_only=True, tag="closed"):
    """The session is gone."""

    session: str


class SessionSummary(Struct, frozen=True, kw_only=True):
    """One line of a list of sessions."""

    session: str
    variant: str
    plies: int | None = None
    """How many were played, passes included; None: of a kept session that has not been named since its client, or the
    daemon, came back."""


class Sessions(Reply, frozen=True, kw_only=True, tag="session-list"):
    """The sessions of this client, kept ones that it has yet to come back to included."""

    sessions: tuple[SessionSummary, ...]


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
    """Those that were begun: less where it ended early."""
    errors: int = 0
    """Those of the answered that got an ``error``, and no analysis."""
    nodes: int
    seconds: float
    """The seconds since the request came in."""


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


class PerftLine(Reply, frozen=True, kw_only=True, tag="perft-line"):
    """Leaves at one depth; not final."""

    depth: int
    leaves: int
    seconds: float


class PerftDone(Reply, frozen=True, kw_only=True, tag="perft-done"):
    """All asked depths are counted, or the job was stopped (``reason``)."""

    reason: str
    leaves: tuple[int, ...]
    seconds: float


class Learned(Reply, frozen=True, kw_only=True, tag="learned"):
    """The game is on disk, and its positions are in the book."""

    games: int
    """Games kept so far."""


class Stopped(Reply, frozen=True, kw_only=True, tag="stopped"):
    """How many jobs were told to stop."""

    jobs: int


class Pong(Reply, frozen=True, kw_only=True, tag="pong"):
    """Here."""


class VariantState(Struct, frozen=True, kw_only=True):
    """How far a variant's machine code is."""

    variant: str
    state: str


class JobSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A job of any client, without its content."""

    id: str
    state: str
    """``queued``, ``running``, ``held`` while others have their turn, or ``stopping``."""
    kind: str
    seconds: float
    """Since it was asked for."""
    client: str = ""
    """How its client's name begins, and the key that it has: ``5f0c...@ann``."""
    variant: str = ""
    session: str = ""
    depth: int = 0
    nodes: int = 0
    """The nodes of the search, as its last info said."""
    threads: int = 0
    searched: float = 0.0
    """Seconds that it has had of its turns."""


class MemoryUse(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How much memory something takes: ``all``, or one of those who have a share of it."""

    what: str
    bytes: int
    most: int = 0
    """Bytes that it may take; 0: it has no share of its own."""


class Status(Reply, frozen=True, kw_only=True, tag="status-report"):
    """What the daemon is doing."""

    version: str
    protocol: int
    uptime: float
    threads: int
    jobs: tuple[JobSummary, ...]
    clients: int
    sessions: int
    variants: tuple[VariantState, ...]
    dropped: int
    """Infos not sent because a reader was slow, since the start."""
    pondering: int = 0
    """Sessions for which the daemon thinks in their opponents' time."""
    memory: tuple[MemoryUse, ...] = ()
    """The memory in use: of the daemon, and of each part that has a share of it."""
    others: int = 0
    """Jobs of other keys, which are not among ``jobs``: an operator's key has them all there."""
    waiting: int = 0
    """Requests that have come in and are not served yet."""
    requests: int = 0
    """Served since the start."""
    jobs_done: int = 0
    nodes: int = 0
    """Searched since the start, in jobs that have ended."""
    requests_per_second: float = 0.0
    nodes_per_second: float = 0.0
    """The nodes a second in the last minute; nodes count when their job ends."""
    refused: dict[str, int] = field(default_factory=dict)
    """How often what was refused since the start: error codes, and at the gate of a daemon with keys ``no key``,
    ``wrong key``, ``handshake``, ``revoked``, ``name taken``, ``short name``, ``key file``."""
    store: str = ""
    """``open``, or why it cannot be used; empty where there is none."""
    store_bytes: int = 0
    store_damage: tuple[str, ...] = ()
    """The parts of the store that cannot be read any more, in words: the first that were found since the start."""
    closing: bool = False
    """Whether the daemon is ending."""

    @property
    def unready(self) -> str:
        """Why the daemon is not ready for work; empty if it is: some variant can be searched, and the store is open."""
        if self.closing:
            return "it is ending"
        if self.store not in ("", "open"):
            return f"the store: {self.store}"
        return "" if any(variant.state == "ready" for variant in self.variants) else "no variant is compiled yet"


AnyReply = (
    Error
    | Variants
    | Description
    | Openings
    | Position
    | Closed
    | Sessions
    | Judgement
    | ColoursDrawn
    | Info
    | Analysis
    | Analysed
    | AnalysesDone
    | Evaluated
    | EvaluationsDone
    | PerftLine
    | PerftDone
    | Learned
    | BookPosition
    | BookProgress
    | BookDone
    | BookPage
    | Stopped
    | Pong
    | Status
)
Droppable = Info | PerftLine | BookProgress
"""News, of which a slow reader gets the latest."""
Partial = Droppable | Analysed | Evaluated
"""The replies that come before a final one."""
