"""Files and folders searched: games of 8x8 Othello in tables, others one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from engined_protocol.records import wthor
from engined_protocol.records.kind import kind_of
from engined_protocol.records.record import RecordError

from ..client import Client
from ..files.fitting import on_board_of
from ..files.games import Found, FoundGame, Reading, games_in, wthor_names
from ..terminal.command import USUAL, WrongInput, read_bytes
from .games import Findings
from .query import Query
from .table import Table, search_table, table_of, wthor_table
from .walk import search_game

SUFFIXES = frozenset({".wtb", ".sgf", ".ggf", ".pgn", ".txt"})
"""The suffixes of the files of a folder that are read."""

_AT_ONCE = 100_000
"""Games of a table."""


def files_of(paths: Sequence[Path]) -> list[Path]:
    """The files, and those in the folders. Raises WrongInput for a folder without any."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES)
            if not inside:
                raise WrongInput(f"{path}: no records in it ({', '.join(sorted(SUFFIXES))})")
            found += inside
        else:
            found.append(path)
    return found


class Search:
    """Looks through files, one after the other. ``findings`` grows."""

    def __init__(
        self,
        client: Client,
        query: Query,
        variant: str | None,
        reading: Reading,
        most: int,
        complain: Callable[[str], None],
    ) -> None:
        self.findings = Findings()
        self._client = client
        self.query = query
        self._variant = variant
        self._reading = reading
        self._most = most
        self._complain = complain
        usual = client.show(variant=USUAL)
        self._start = f"{''.join(usual.board)} {usual.colour}"

    def file(self, path: Path) -> None:
        """Search a file; what cannot be read or played in it is complained about."""
        try:
            data = read_bytes(path)
            if kind_of(data) == "wthor" and self._variant in (None, USUAL):
                self._table(wthor_table(data, str(path), wthor_names(path.parent, self._reading).players))
                if fault := wthor.fault_of(data):
                    self._complain(f"{path}: {fault}")
            else:
                self._mixed(games_in(data, str(path), self._reading))
        except (RecordError, WrongInput) as error:
            self._complain(str(error) if isinstance(error, WrongInput) else f"{path}: {error}")

    def _mixed(self, games: Found) -> None:
        """Games of any kind; those of Othello's own start are put in a table."""
        usual: list[FoundGame] = []
        for game in on_board_of(self._client, self._variant, games):
            try:
                if isinstance(game, WrongInput):
                    raise game
                if self._is_usual(game):
                    usual.append(game)
                    if len(usual) == _AT_ONCE:
                        self._table(table_of(usual))
                        usual.clear()
                else:
                    self._search(game)
            except WrongInput as error:
                self._complain(str(error))
        if usual:
            self._table(table_of(usual))

    def _is_usual(self, game: FoundGame) -> bool:
        """Whether a game fits into a table."""
        variant = self._variant or game.given.variant or USUAL
        return variant == USUAL and game.given.start in (None, self._start) and _is_plain(game.given.moves)

    def _search(self, game: FoundGame) -> None:
        """Raises WrongInput where it cannot be played."""
        variant = self._variant or game.given.variant or USUAL
        search_game(self._client, game, variant, self.query, self.findings, self._most)

    def _table(self, table: Table) -> None:
        search_table(self._client, table, self.query, self.findings, self._most, self._complain)


def _is_plain(moves: Sequence[str]) -> bool:
    """Whether moves are on cells of an 8x8 board."""
    return all(move == "--" or (len(move) == 2 and move[0] in "abcdefgh" and move[1] in "12345678") for move in moves)
