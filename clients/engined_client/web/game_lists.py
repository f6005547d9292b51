"""Lists of games by a name, a file each: *My games* in every browser of whoever knows the name."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec
from msgspec import structs

from engined_protocol.errors import Code

from ..errors import ServiceError
from ..terminal.command import write_bytes
from .messages.my_games import (
    MOST_DIGESTS,
    MOST_LISTED,
    ForgetGame,
    GameList,
    ListedGame,
    ListRequest,
    NoteGames,
)

MOST_LISTS = 1000
"""The most lists that are kept: none makes room for another."""

_games = msgspec.json.Decoder(tuple[ListedGame, ...])


class GameLists:
    """A folder of them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._changing = asyncio.Lock()
        """One change after the other."""

    async def answer(self, request: ListRequest) -> GameList:
        """Raises ServiceError where there is no room, WrongInput where nothing can be written."""
        async with self._changing:
            return await asyncio.to_thread(self._answered, request)

    def _answered(self, request: ListRequest) -> GameList:
        # Names are secrets of their owners: a listing of the folder does not tell them.
        path = self._folder / f"{hashlib.sha256(request.list.encode()).hexdigest()}.json"
        games = _read(path)
        if isinstance(request, NoteGames):
            self._write(path, _noted(games, request.games))
            return GameList(id=request.id)
        if isinstance(request, ForgetGame):
            left = tuple(game for game in games if game.link != request.link)
            if left != games:
                self._write(path, left)
            games = left
        return GameList(id=request.id, games=games)

    def _write(self, path: Path, games: tuple[ListedGame, ...]) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if len(games) > MOST_LISTED:
            raise ServiceError(Code.BUSY, f"this list would have more than {MOST_LISTED} games: take some off")
        if not path.exists() and sum(1 for _ in self._folder.glob("*.json")) >= MOST_LISTS:
            raise ServiceError(Code.BUSY, f"there are {MOST_LISTS} lists of games, which is all that this server keeps")
        write_bytes(path, msgspec.json.encode(games))


def _read(path: Path) -> tuple[ListedGame, ...]:
    """Raises ServiceError for a file that is damaged: it is not written over."""
    try:
        return _games.decode(path.read_bytes())
    except FileNotFoundError:
        return ()
    except (OSError, msgspec.MsgspecError) as error:
        raise ServiceError(Code.INTERNAL, f"the list cannot be read: {error}") from error


def _noted(games: Iterable[ListedGame], news: Iterable[ListedGame]) -> tuple[ListedGame, ...]:
    """The list with more games, the last one first; positions that either has seen of a game are kept."""
    known = {game.link: game for game in games}
    for new in news:
        old = known.get(new.link)
        digests = [*(old.digests if old else ()), *new.digests]
        later = old if old and old.when > new.when else new
        known[new.link] = structs.replace(later, digests=tuple(dict.fromkeys(digests))[-MOST_DIGESTS:])
    return tuple(sorted(known.values(), key=lambda game: -game.when))
