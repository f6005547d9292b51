"""The games in files that the server was given: which of them came to a position, and what was played there."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from msgspec import structs

from engined_protocol.errors import Code
from engined_protocol.records.record import BLACK, WHITE

from ..client import Client
from ..errors import ServiceError
from ..files.games import Reading
from ..find.games import Game, Tally
from ..find.query import Query, Wanted
from ..find.search import Search, files_of
from ..notation import Notation
from ..terminal.command import WrongInput
from .link import Link
from .messages import LibraryGames, LibraryMove, Results, SearchLibrary, ShelvedGame
from .threads import Threads

MOST_KEPT = 256
"""Answers that are remembered: the files are not read again while they stay as they are."""
MOST_WAITING = 16
"""Questions that wait, or are being answered."""

_WINNERS: dict[str, Literal["black", "white"]] = {BLACK: "black", WHITE: "white"}
_Stamp = tuple[tuple[str, int, int], ...]


class Library:
    """Files and folders of records; folders are looked through again for each question."""

    def __init__(self, link: Link, paths: Sequence[Path] = ()) -> None:
        """Raises WrongInput for a folder without records, or a file that is not there."""
        busy = f"{MOST_WAITING} positions are being looked for: wait for one of them"
        self._threads = Threads(link, "library", 1, MOST_WAITING, busy)
        self._paths = tuple(paths)
        self._known: OrderedDict[tuple[str, ...], tuple[_Stamp, LibraryGames]] = OrderedDict()
        for path in files_of(self._paths):
            if not path.is_file():
                raise WrongInput(f"--games {path}: there is no such file or folder")

    async def search(self, request: SearchLibrary) -> LibraryGames:
        """The games that came to a position. Raises ClientError, and WrongInput for files that are gone."""
        if not self._paths:
            raise ServiceError(Code.UNSUPPORTED, "this server was given no games (`engined web --games`)")
        return await self._threads.run(partial(self._search, request=request))

    def _search(self, client: Client, request: SearchLibrary) -> LibraryGames:
        files = files_of(self._paths)
        stamp = tuple((str(path), (stat := path.stat()).st_mtime_ns, stat.st_size) for path in files)
        position = client.show(variant=request.variant, start=request.start, moves=request.moves)
        key = (position.variant, position.digest)
        known = self._known.get(key)
        if known is None or known[0] != stamp:
            description = client.describe(request.variant)
            wanted = Wanted(position, tuple(symbol for _, symbol in description.seats), symmetric=True)
            faults: list[str] = []
            reading = Reading(Notation.of(description), warn=faults.append)
            search = Search(
                client,
                Query(position=lambda variant: wanted if variant == wanted.position.variant else None),
                None,
                reading,
                request.most,
                faults.append,
            )
            for path in files:
                search.file(path)
            found = search.findings
            moves = sorted(found.following.items(), key=lambda item: (-item[1].games, item[0]))
            known = (
                stamp,
                LibraryGames(
                    id="",
                    read=found.read,
                    faults=len(faults),
                    found=_results(found.total),
                    moves=tuple(LibraryMove(move=move, results=_results(tally)) for move, tally in moves),
                    games=tuple(map(_shelved, found.games)),
                ),
            )
            self._known[key] = known
            if len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return structs.replace(known[1], id=request.id)


def _results(tally: Tally) -> Results:
    return Results(games=tally.games, black=tally.black, draws=tally.draws, white=tally.white, mean=tally.mean)


def _shelved(game: Game) -> ShelvedGame:
    """Where it stands is told without the folders of this machine."""
    file, comma, place = game.where.rpartition(", ")
    where = f"{Path(file).name}{comma}{place}" if comma else Path(game.where).name
    winner: Literal["black", "white", ""] = _WINNERS.get(game.result.winner, "")
    return ShelvedGame(where=where, names=(game.black, game.white), winner=winner, margin=game.result.margin)
