"""Messages of lists of games that are kept under a name, for whoever plays in more browsers than one."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engined_protocol.messages.envelope import Name, Reply, Request

MOST_LISTED = 500
"""The most games of a list: as many as a browser lists by itself."""
MOST_DIGESTS = 200
"""Positions of a game that it can be found by; the last ones are kept."""

Link = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,48}\Z")]
Text = Annotated[str, Meta(max_length=200)]


class ListedGame(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game as *My games* has it."""

    link: Link
    variant: Name
    title: Text
    names: Annotated[tuple[Text, ...], Meta(max_length=16)] = ()
    plies: Annotated[int, Meta(ge=0, le=100_000)] = 0
    moves: Annotated[str, Meta(max_length=1000)] = ""
    """The first moves, with blanks between."""
    opening: Text = ""
    result: Text = ""
    digests: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=MOST_DIGESTS)] = ()
    """Digests of positions that were looked at, or the beginnings of these."""
    when: Annotated[int, Meta(ge=0)] = 0
    """The time when it was last looked at, in milliseconds since 1970."""


class OfList(Request, frozen=True, kw_only=True):
    """Base of requests for a list."""

    list: Annotated[str, Meta(min_length=1, max_length=100)]
    """The name of the list: whoever knows it has the list."""


class RecallList(OfList, frozen=True, kw_only=True, tag="recall-list"):
    """Which games are on a list -> :class:`GameList`."""


class NoteGames(OfList, frozen=True, kw_only=True, tag="note-games"):
    """Put games on a list, in the place of those of the same links -> :class:`GameList`."""

    games: Annotated[tuple[ListedGame, ...], Meta(max_length=MOST_LISTED)]


class ForgetGame(OfList, frozen=True, kw_only=True, tag="forget-game"):
    """Take a game off a list; the game itself stays -> :class:`GameList`."""

    link: Link


class GameList(Reply, frozen=True, kw_only=True, tag="game-list"):
    """The games of a list, the last one first; to ``note-games`` none are told again."""

    games: tuple[ListedGame, ...] = ()


ListRequest = RecallList | NoteGames | ForgetGame
