"""Messages between pages and the gateway alone, beside those of the daemon: a game as the page keeps it, a tree."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from engined_protocol.messages import AnyReply, AnyRequest, Error, Partial, TimeControl
from engined_protocol.messages.envelope import (
    STRONGEST_LEVEL,
    Begins,
    MoveText,
    MoveTexts,
    Name,
    PositionText,
    Positive,
    Reply,
    Request,
    Seconds,
)
from engined_protocol.messages.squares import Square
from engined_protocol.records.board_text import split_moves

from ...drawing.wording import Language
from ...review.model import Review, ReviewedMove, Thresholds
from ...why.model import Why
from .arbiter import ColourDraw, DrawRequest
from .club import Tournament, TournamentRequest
from .lessons import LessonRequest, OpeningStood, ProblemGiven
from .my_games import GameList, ListRequest

MOST_NODES = 20_000
"""The most nodes of a tree: it travels in one message."""
NO_DAEMON = "no-daemon"
"""Code of an error: the gateway has no daemon at the moment."""


LONGEST_VALUE = 10_000
"""Characters of a comment, and of a value."""
MOST_VALUES = 1000
"""The most values of a property."""

MOST_PROPERTIES = 100
"""The most properties of a node."""

RawValue = Annotated[str, Meta(max_length=LONGEST_VALUE, pattern=r"\A(?:[^\]\\]|\\[\s\S])*\Z")]
Properties = Annotated[
    dict[
        Annotated[str, Meta(pattern=r"\A[A-Z]{1,64}\Z")],
        Annotated[tuple[RawValue, ...], Meta(min_length=1, max_length=MOST_VALUES)],
    ],
    Meta(max_length=MOST_PROPERTIES),
]
"""The SGF properties by name, as they stand in files; they are for files again, nobody here knows them."""


class TreeNode(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A move of a game, and what was said of it."""

    parent: Annotated[int, Meta(ge=-1, le=MOST_NODES)]
    """Index of the node before; -1: the start. Of several that share one, the first is the main line."""
    move: MoveText
    comment: Annotated[str, Meta(max_length=LONGEST_VALUE)] = ""
    properties: Properties = field(default_factory=dict)


class GameTree(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game with its variations. Nodes come after those that they follow."""

    variant: Name
    declaration: Annotated[str, Meta(max_length=262_144)] = ""
    """The text of the declaration of a variant that a page has declared."""
    start: PositionText | None = None
    comment: Annotated[str, Meta(max_length=LONGEST_VALUE)] = ""
    """The comment on the start position."""
    nodes: Annotated[tuple[TreeNode, ...], Meta(max_length=MOST_NODES)] = ()
    at: Annotated[int, Meta(ge=-1, le=MOST_NODES)] = -1
    """The node that is looked at."""
    names: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=16)] = ()
    """The players', seat by seat."""
    properties: Properties = field(default_factory=dict)
    """The properties of the game."""
    engine: Annotated[tuple[Name, ...], Meta(max_length=16)] = ()
    """Seats that the engine plays."""
    level: Annotated[int, Meta(ge=0, le=STRONGEST_LEVEL)] = 0
    """How it plays there; 0: as well as it can."""
    clock: TimeControl | None = None
    """The clocks that it was begun with."""

    def __post_init__(self) -> None:
        """Moves of a tree are its nodes, each after the one that it follows."""
        if self.start is not None and split_moves(self.start)[1]:
            raise ValueError("moves after the board of `start`: they are to be nodes")
        for index, node in enumerate(self.nodes):
            if node.parent >= index:
                raise ValueError(f"nodes[{index}].parent: {node.parent} does not come before it")
        if self.at >= len(self.nodes):
            raise ValueError(f"at: {self.at} is no node, there are {len(self.nodes)}")


class KeepGame(Request, frozen=True, kw_only=True, tag="keep-game"):
    """Keep this tree for all who name the same client -> :class:`KeptGame`, which the other pages get too."""

    game: GameTree
    after: Annotated[str, Meta(max_length=64)] | None = None
    """The ``version`` that this tree was made from, empty for none: where another one is kept by now, nothing is
    replaced and that one comes back. None: whatever is kept is replaced."""


class RecallGame(Request, frozen=True, kw_only=True, tag="recall-game"):
    """Which tree is kept? -> :class:`KeptGame`."""


class KeptGame(Reply, frozen=True, kw_only=True, tag="kept-game"):
    """The tree that is kept; nil if there is none. To ``keep-game``: nil if what was sent is kept, else what is."""

    game: GameTree | None = None
    version: str = ""
    """The version of the tree that is kept; empty if there is none."""
    forgotten: bool = False
    """Whether there was one, which had to make room for others after nobody had used it for long."""


class FoundGame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the list of games in a file."""

    where: str
    """The place of the game, as ``line 3`` or ``game 3``."""
    plies: int = 0
    names: tuple[str, ...] = ()
    result: str = ""
    fault: str = ""
    """Why it cannot be read."""


class ReadRecord(Reply, frozen=True, kw_only=True, tag="record"):
    """What is in a file: the games, and one of them as a tree."""

    games: tuple[FoundGame, ...]
    more: bool = False
    """Whether the file has more games than are listed."""
    chosen: int = 1
    game: GameTree | None = None
    """Nil where the list says why it cannot be read."""
    warnings: tuple[str, ...] = ()


class WrittenRecord(Reply, frozen=True, kw_only=True, tag="written-record"):
    """A game as a file."""

    text: str


class Search(Request, frozen=True, kw_only=True):
    """Base of requests for a search of one position after the other: what each of them may take."""

    seconds: Seconds | None = None
    depth: Annotated[int, Meta(ge=1, le=1000)] | None = None
    nodes: Positive | None = None
    exact: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """The number of empty cells from which on scores are proven, however long that takes."""
    threads: Annotated[int, Meta(ge=1, le=256)] | None = None


class ReviewGame(Search, frozen=True, kw_only=True, tag="review"):
    """What was each move worth on the line of a tree that is looked at -> :class:`MoveReview` of each, the last one
    first, and :class:`Reviewed`, which the other pages get too. ``stop`` ends it.
    """

    game: GameTree
    clock: Seconds | None = None
    """The seconds for the whole game, instead."""
    thresholds: Thresholds | None = None
    """The losses from which moves are graded; None stands for those that are usual in the game."""


class RecallReview(Request, frozen=True, kw_only=True, tag="recall-review"):
    """The last review of the game that is kept -> :class:`Reviewed`."""


class AskRules(Request, frozen=True, kw_only=True, tag="rules"):
    """How is a variant played, and where does it come from -> :class:`Rules`."""

    variant: Name


class SearchLibrary(Request, frozen=True, kw_only=True, tag="library"):
    """Which games of the server's files came to a position, in whatever way -> :class:`LibraryGames`."""

    variant: Name
    start: PositionText | None = None
    moves: MoveTexts = ()
    most: Annotated[int, Meta(ge=0, le=100)] = 20
    """Games that are named."""


class AskWhy(Begins, Search, frozen=True, kw_only=True, tag="why"):
    """Why is a move good or bad -> :class:`Reasons`. ``stop`` ends it."""

    variant: Name
    start: PositionText | None = None
    moves: MoveTexts = ()
    """The moves that were played before."""
    move: MoveText
    plies: Annotated[int, Meta(ge=1, le=100)] = 8
    """The plies of the lines that are compared."""


Told = dict[Language, list[str]]
"""Sentences, in each language; squares are named as those do who play the game."""


class Rules(Reply, frozen=True, kw_only=True, tag="variant-rules"):
    """Topics with a text each, in each language."""

    told: dict[Language, list[tuple[str, str]]]


class AskHint(Begins, Search, frozen=True, kw_only=True, tag="hint"):
    """Help towards the best move of a position, in three steps -> :class:`Hint`. ``stop`` ends it."""

    variant: Name
    start: PositionText | None = None
    moves: MoveTexts = ()
    """The moves that were played before."""
    step: Annotated[int, Meta(ge=1, le=3)] = 1
    """Where to look; what kind of move; the move."""
    move: MoveText | None = None
    """The move of the step before: it is not looked for again."""


class JudgeMove(Begins, Search, frozen=True, kw_only=True, tag="judge-move"):
    """What does a move give away -> :class:`JudgedMove`. ``stop`` ends it."""

    variant: Name
    start: PositionText | None = None
    moves: MoveTexts = ()
    """The moves that were played before."""
    move: MoveText


class Hint(Reply, frozen=True, kw_only=True, tag="hint-given"):
    """Help; nil if it was stopped."""

    reason: Literal["done", "stopped"] = "done"
    move: Square | None = None
    """The square that the hint leads to."""
    told: Told = field(default_factory=dict)


class JudgedMove(Reply, frozen=True, kw_only=True, tag="judged-move"):
    """A move beside the best one; empty if that was stopped."""

    reason: Literal["done", "stopped"] = "done"
    loss: float = 0.0
    """The loss that is certain, in discs or points."""
    as_good: bool = False
    """Whether it is as good as the best one."""
    best: Square | None = None
    told: Told = field(default_factory=dict)


class Results(Struct, frozen=True, kw_only=True):
    """How games ended."""

    games: int
    black: int
    """Won by the first side."""
    draws: int
    white: int
    mean: float | None
    """The first side's margin on average; nil where none is known."""


class LibraryMove(Struct, frozen=True, kw_only=True):
    """What was played in the position that was asked for, as seen in it."""

    move: MoveText
    results: Results


class ShelvedGame(Struct, frozen=True, kw_only=True):
    """A game of a file."""

    where: str
    names: tuple[str, ...]
    winner: Literal["black", "white", ""]
    margin: float | None


class LibraryGames(Reply, frozen=True, kw_only=True, tag="library-games"):
    """What all files say of a position; moves by how often they were played."""

    read: int
    """Games that were looked at."""
    faults: int
    """Things that could not be read or played."""
    found: Results
    moves: tuple[LibraryMove, ...]
    games: tuple[ShelvedGame, ...]


class MoveReview(Reply, frozen=True, kw_only=True, tag="move-review"):
    """One more move of a review that goes on."""

    move: ReviewedMove
    total: int
    """Moves of the game."""
    told: Told = field(default_factory=dict)
    """Why it is bad, if it is."""


class Reviewed(Reply, frozen=True, kw_only=True, tag="reviewed"):
    """A whole review; nil if it was stopped, or if there is none."""

    reason: Literal["done", "stopped"] = "done"
    review: Review | None = None
    told: dict[int, Told] = field(default_factory=dict)
    """The reasons why bad moves are bad, by ply."""


class Reasons(Reply, frozen=True, kw_only=True, tag="reasons"):
    """Why a move is good or bad; nil if that was stopped."""

    reason: Literal["done", "stopped"] = "done"
    why: Why | None = None
    told: Told = field(default_factory=dict)


RecordKind = Literal["sgf", "ggf", "pgn", "txt", "obf"]

GatewayRequest = (
    AnyRequest
    | KeepGame
    | RecallGame
    | ReviewGame
    | RecallReview
    | AskWhy
    | AskHint
    | JudgeMove
    | AskRules
    | SearchLibrary
    | DrawRequest
    | LessonRequest
    | TournamentRequest
    | ListRequest
)
GatewayReply = (
    AnyReply
    | KeptGame
    | ReadRecord
    | WrittenRecord
    | MoveReview
    | Reviewed
    | Reasons
    | Hint
    | JudgedMove
    | Rules
    | LibraryGames
    | ColourDraw
    | ProblemGiven
    | OpeningStood
    | Tournament
    | GameList
)
News = Partial | MoveReview
"""The replies that come before a final one."""

__all__ = [
    "MOST_NODES",
    "NO_DAEMON",
    "AskHint",
    "AskRules",
    "AskWhy",
    "Error",
    "FoundGame",
    "GameTree",
    "GatewayReply",
    "GatewayRequest",
    "Hint",
    "JudgeMove",
    "JudgedMove",
    "KeepGame",
    "KeptGame",
    "LibraryGames",
    "LibraryMove",
    "MoveReview",
    "News",
    "ReadRecord",
    "Reasons",
    "RecallGame",
    "RecallReview",
    "RecordKind",
    "Results",
    "ReviewGame",
    "Reviewed",
    "Rules",
    "Search",
    "SearchLibrary",
    "ShelvedGame",
    "Told",
    "TreeNode",
    "WrittenRecord",
]
