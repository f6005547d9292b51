"""Messages between pages and the gateway alone, beside those of the daemon: a game as the page keeps it, a tree."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engined_protocol.envelope import MoveText, Name, PositionText, Reply, Request
from engined_protocol.messages import AnyReply, AnyRequest, Error

MOST_NODES = 20_000
"""Of a tree: it travels in one message."""
NO_DAEMON = "no-daemon"
"""Code of an error: the gateway has no daemon at the moment."""


class TreeNode(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A move of a game, and what was said of it."""

    parent: Annotated[int, Meta(ge=-1, le=MOST_NODES)]
    """Index of the node before; -1: the start. Of several that share one, the first is the main line."""
    move: MoveText
    comment: Annotated[str, Meta(max_length=10_000)] = ""


class GameTree(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game with its variations. Nodes come after those that they follow."""

    variant: Name
    declaration: Annotated[str, Meta(max_length=262_144)] = ""
    """Of a variant that a page has declared: its text."""
    start: PositionText | None = None
    nodes: Annotated[tuple[TreeNode, ...], Meta(max_length=MOST_NODES)] = ()
    at: Annotated[int, Meta(ge=-1, le=MOST_NODES)] = -1
    """The node that is looked at."""
    names: Annotated[tuple[Annotated[str, Meta(max_length=200)], ...], Meta(max_length=16)] = ()
    """The players', seat by seat."""
    engine: Annotated[tuple[Name, ...], Meta(max_length=16)] = ()
    """Seats that the engine plays."""
    level: Annotated[int, Meta(ge=0, le=10)] = 0
    """How it plays there; 0: as well as it can."""


class KeepGame(Request, frozen=True, kw_only=True, tag="keep-game"):
    """Keep this tree for all who name the same client -> :class:`KeptGame`, which the other pages get too."""

    game: GameTree


class RecallGame(Request, frozen=True, kw_only=True, tag="recall-game"):
    """Which tree is kept? -> :class:`KeptGame`."""


class KeptGame(Reply, frozen=True, kw_only=True, tag="kept-game"):
    """The tree that is kept; nil if there is none."""

    game: GameTree | None = None


class FoundGame(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the list of games in a file."""

    where: str
    """As ``line 3`` or ``game 3``."""
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
    game: GameTree
    warnings: tuple[str, ...] = ()


class WrittenRecord(Reply, frozen=True, kw_only=True, tag="written-record"):
    """A game as a file."""

    text: str


RecordKind = Literal["sgf", "ggf", "txt", "obf"]

GatewayRequest = AnyRequest | KeepGame | RecallGame
GatewayReply = AnyReply | KeptGame | ReadRecord | WrittenRecord

__all__ = [
    "MOST_NODES",
    "NO_DAEMON",
    "Error",
    "FoundGame",
    "GameTree",
    "GatewayReply",
    "GatewayRequest",
    "KeepGame",
    "KeptGame",
    "ReadRecord",
    "RecallGame",
    "RecordKind",
    "TreeNode",
    "WrittenRecord",
]
