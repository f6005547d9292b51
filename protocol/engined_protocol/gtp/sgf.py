"""GTP's commands for records: ``loadsgf`` and ``printsgf``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from ..errors import Code, ProtocolError
from ..records.charset import decode_sgf
from ..records.record import BLACK, WHITE, Record, RecordedMove
from ..records.sgf import format_sgf, parse_sgf
from ..records.sgf_variant import OTHELLO
from ..text.conversation import Steps, quoted
from ..words import told
from .game import GtpGame
from .play import Command, words
from .settings import read_whole

_TAKING = frozenset({"flip", "remove"})
"""The effects of placements in the kin of Othello, of which GM[2] may be."""
_QUOTED = re.compile(r'"(?P<path>[^"]+)"(?:\s+(?P<more>.+))?\s*')
_NUMBERED = re.compile(r"(?P<path>.*\S)\s+(?P<number>-?\d+)", re.ASCII)
"""A path, and the number of a move after it."""


class Files(Protocol):
    """The client's files, where the dialogue runs beside them."""

    def read(self, path: str) -> bytes:
        """What is in a file. Raises OSError, or ValueError saying why not."""
        ...

    def write(self, path: str, text: str) -> None:
        """Put a text in a file, in place of what is there. Raises OSError."""
        ...


class Sgf:
    """The commands."""

    def __init__(
        self, game: GtpGame, files: Files | None, said: Callable[[], str], remark: Callable[[str], None]
    ) -> None:
        """``said`` gives the command after its name, as it was written; ``remark`` is told what was assumed of a file,
        or left out of it.
        """
        self._said = said
        self._remark = remark
        self._game = game
        self._files = files

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        return {"loadsgf": self._load, "printsgf": self._print}

    def _load(self, arguments: list[str]) -> Steps[str]:
        """A file, and perhaps the number of a move: then the position before it."""
        if not arguments:
            words(arguments, 1, 2)
        path, number = _path(self._said())
        files = self._local_files()
        try:
            try:
                content = files.read(path)
            except FileNotFoundError:
                if number or not (split := _NUMBERED.fullmatch(path)):
                    raise
                path, number = split["path"], split["number"]
                content = files.read(path)
            most = read_whole(number, 1, 10**6) - 1 if number else None
            decoded = decode_sgf(content)
            record = parse_sgf(decoded.text)
        except (OSError, ValueError) as error:
            raise ProtocolError(Code.UNSUPPORTED, f"cannot load file: {_reason(error)}") from error
        try:
            remarks = yield from self._take(replace(record, moves=record.moves[:most]))
        except ProtocolError as error:
            raise ProtocolError(Code.UNSUPPORTED, f"cannot load file: {told(error.message, error.field)}") from error
        for note in filter(None, (decoded.warning, *record.notes, *remarks)):
            self._remark(f"{path}: {note}")
        return ""

    def _take(self, record: Record) -> Steps[list[str]]:
        """Take over a game, and say what was assumed: of what the record names, or of the game at hand. A record with
        no more than GM, which many programs write in all their files, is of that if it can be played in it.

        Raises ProtocolError, changing nothing.
        """
        remarks: list[str] = []
        if (yield from self._may_be_at_hand(record)):
            at_hand = yield from self._game.sized(record.width, record.height)
            try:
                yield from self._game.load(at_hand, record.start, record.transcript)
                return remarks
            except ProtocolError as error:
                if "GM" not in record.properties or at_hand == record.variant:
                    raise
                remarks = [f"taken as {record.variant}: as {at_hand}, {told(error.message, error.field)}"]
        yield from self._game.load(record.variant, record.start, record.transcript)
        return remarks

    def _may_be_at_hand(self, record: Record) -> Steps[bool]:
        """Tell whether the record, by its properties, may be of the game at hand; where that is Go they say all."""
        capture = (yield from self._game.description()).capture
        if capture == "surround":
            return False
        said = {name: text.strip() for name, text in record.properties.items()}
        if "GM" not in said:
            return True
        if said.get("RU") or said.get("HA", "0") not in ("", "0"):
            return False
        return said["GM"] != OTHELLO or capture in _TAKING

    def _print(self, arguments: list[str]) -> Steps[str]:
        """Print the game to a file, or as the answer."""
        path, more = _path(self._said())
        if more:
            raise ProtocolError(Code.MALFORMED, f"a path alone is expected, not {quoted(more)} after it")
        text = format_sgf((yield from self._record()))
        if not arguments:
            return text
        try:
            self._local_files().write(path, text)
        except (OSError, ValueError) as error:
            raise ProtocolError(Code.UNSUPPORTED, f"cannot write file: {_reason(error)}") from error
        return ""

    def _record(self) -> Steps[Record]:
        position = yield from self._game.position()
        if len(position.seats) != 2:
            raise ProtocolError(Code.UNSUPPORTED, "SGF has games of two colours alone")
        symbols = (BLACK, WHITE)
        moves = (RecordedMove(symbols[(self._game.first + ply) % 2], move) for ply, move in enumerate(position.moves))
        return Record(
            width=len(position.board[0]),
            height=len(position.board),
            moves=tuple(moves),
            start=self._game.start,
            properties=(yield from self._handicap()),
            variant=position.variant,
        )

    def _handicap(self) -> Steps[dict[str, str]]:
        """The stones that Black has on Go's board before White's first move."""
        start, is_go = self._game.start, (yield from self._game.surrounds())
        black = start.count(BLACK) if is_go and start and start[-1] == WHITE and start.count(WHITE) == 1 else 0
        return {"HA": str(black)} if black else {}

    def _local_files(self) -> Files:
        if self._files is None:
            raise ProtocolError(Code.UNSUPPORTED, "files cannot be reached from here")
        return self._files


def _path(said: str) -> tuple[str, str]:
    """The path that a command names, in quotes or with all that is there; and what follows the quotes."""
    quotes = _QUOTED.fullmatch(said)
    return (quotes["path"], quotes["more"] or "") if quotes else (said, "")


def _reason(error: OSError | ValueError) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
