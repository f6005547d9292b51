"""What is kept of a match: a log that a later run continues, and the games as other programs read them.

A match lives in a folder. ``games.jsonl`` has the conditions in its first line and a finished game in every other
one; the record next to it (``games.ggf``, ``.sgf`` or ``.txt``) is written from it.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal
from weakref import finalize

import msgspec

from engined.rules.position import format_position, start
from engined.variants.model import Variant
from engined_protocol.notation import split_transcript
from engined_protocol.records.ggf import format_ggf
from engined_protocol.records.record import BLACK, WHITE, Record, RecordedMove
from engined_protocol.records.result import Ending, Result, by_points
from engined_protocol.records.sgf import format_sgf
from engined_protocol.records.sgf_variant import GO

from .nboard_player import playable
from .process import End

RecordFormat = Literal["ggf", "sgf", "txt"]
Label = Literal["A", "B"]


class GameLogError(ValueError):
    """A log that cannot be continued; the message says why."""


class Conditions(msgspec.Struct, frozen=True, kw_only=True):
    """What all games of a match have in common: a match is continued only under the same."""

    variant: str
    digest: str
    """The digest of the variant's rules."""
    engines: tuple[str, str]
    """Commands of A and of B."""
    names: tuple[str, str]
    limits: tuple[str, str]
    openings: str
    seed: int
    referee: str = "stones"
    """The referee that counts games of Go."""


class FinishedGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a match."""

    number: int
    """The number of the game, from 1; games 1 and 2 are the first pair."""
    first: Label
    """The player who made the first move."""
    opening: str
    moves: str
    """The moves after the opening, as a transcript."""
    end: str
    detail: str
    winner: Label | None
    """The label of the winner; None for a draw."""
    discs: float | None
    """The discs by which A won; None for games that were not played out."""
    seconds: tuple[float | None, ...]
    """The seconds of each move after the opening; None for forced passes."""
    evaluations: tuple[float | None, ...]
    """The evaluation of each move, in discs from the mover's view."""
    processor: tuple[float | None, ...] = ()
    """Seconds of processor time of each move, where they are known."""

    @property
    def points(self) -> float:
        """What A gets: 1, 1/2 or 0."""
        return 0.5 if self.winner is None else float(self.winner == "A")

    def seconds_of(self, label: Label) -> list[float]:
        """The times that one engine took for its moves."""
        return self._of(label, self.seconds)

    def processor_of(self, label: Label) -> list[float]:
        """The processor times of one engine's moves, as far as they are known."""
        return self._of(label, self.processor)

    def _of(self, label: Label, values: tuple[float | None, ...]) -> list[float]:
        plies = len(split_transcript(self.opening))
        own = 0 if label == self.first else 1
        return [value for at, value in enumerate(values, plies) if value is not None and at % 2 == own]


class GameLog:
    """The log and the record in a match's folder."""

    def __init__(self, folder: Path, conditions: Conditions, variant: Variant, record: RecordFormat | None) -> None:
        self._log = folder / "games.jsonl"
        self._conditions = conditions
        self._variant = variant
        kind = record or _usual(variant)
        self._record = folder / f"games.{kind}"
        self._format = _FORMATS[kind]
        self._held: int | None = None

    def open(self) -> tuple[FinishedGame, ...]:
        """Begin the log, or read what is in it: the games played so far.

        A last line that breaks off, as a killed run leaves it, is dropped. Raises GameLogError when it belongs to
        another match, is no log, or another run writes it; OSError when the folder cannot be written.
        """
        self._log.parent.mkdir(parents=True, exist_ok=True)
        self._hold()
        text = self._log.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.splitlines()
        games = self._read(lines) if lines else ()
        if not lines:
            whole = msgspec.json.encode(self._conditions) + b"\n"
        if whole != text:
            self._log.write_bytes(whole)
        self._record.write_text("".join(self._line(game) for game in games), "utf-8")
        return games

    def _hold(self) -> None:
        """Keep other runs out for as long as this object lives. Raises GameLogError if one is in already."""
        if self._held is None:
            self._held = os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
            finalize(self, os.close, self._held)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise GameLogError(f"{self._log} is being written by another run") from None

    def add(self, game: FinishedGame) -> None:
        """Keep a finished game."""
        with self._log.open("ab") as log:
            log.write(msgspec.json.encode(game) + b"\n")
        with self._record.open("a", encoding="utf-8") as record:
            record.write(self._line(game))

    def _read(self, lines: list[bytes]) -> tuple[FinishedGame, ...]:
        try:
            begun = msgspec.json.decode(lines[0], type=Conditions)
            games = tuple(msgspec.json.decode(line, type=FinishedGame) for line in lines[1:])
        except msgspec.MsgspecError as error:
            raise GameLogError(f"{self._log} is not the log of a match: {error}") from None
        for field in Conditions.__struct_fields__:
            was, now = getattr(begun, field), getattr(self._conditions, field)
            if was != now:
                raise GameLogError(f"{self._log} has a match with other {field}: {was}, not {now}")
        return games

    def _line(self, game: FinishedGame) -> str:
        return self._format(self._variant, game, self._conditions) + "\n"


def _usual(variant: Variant) -> RecordFormat:
    """The format that the game's programs read."""
    if playable(variant):
        return "ggf"
    return "sgf" if variant.capture.surrounds else "txt"


# --- records --------------------------------------------------------------------------------------


def _ggf(variant: Variant, game: FinishedGame, conditions: Conditions) -> str:
    return format_ggf(_recorded(variant, game, conditions, {"PC": "engined match"}, "CO"))


def _sgf(variant: Variant, game: FinishedGame, conditions: Conditions) -> str:
    if not variant.capture.surrounds:
        return format_sgf(_recorded(variant, game, conditions, {"AP": "engined match"}, "C"))
    properties = {"AP": "engined match", "GM": GO, "KM": f"{variant.scoring.komi:g}"}
    return format_sgf(_recorded(variant, game, conditions, properties, "C"))


def _transcript(variant: Variant, game: FinishedGame, conditions: Conditions) -> str:
    moves = (*split_transcript(game.opening), *split_transcript(game.moves))
    return "".join(moves)


_FORMATS: dict[RecordFormat, Callable[[Variant, FinishedGame, Conditions], str]] = {
    "ggf": _ggf,
    "sgf": _sgf,
    "txt": _transcript,
}


def _recorded(
    variant: Variant, game: FinishedGame, conditions: Conditions, properties: dict[str, str], comment: str
) -> Record:
    opening, played = split_transcript(game.opening), split_transcript(game.moves)
    colours = (BLACK, WHITE) if variant.first == 0 else (WHITE, BLACK)
    moves = [RecordedMove(colours[at % 2], move) for at, move in enumerate(opening)]
    for at, (move, seconds, evaluation) in enumerate(
        zip(played, game.seconds, game.evaluations, strict=True), len(opening)
    ):
        moves.append(RecordedMove(colours[at % 2], move, evaluation, seconds))
    names = dict(zip(("A", "B"), conditions.names, strict=True))
    black = _black(variant, game)
    said = f"game {game.number}: {game.end}" + (f", {game.detail}" if game.detail else "")
    begun = start(variant)
    return Record(
        width=variant.board.width,
        height=variant.board.height,
        variant=variant.name,
        moves=tuple(moves),
        start=format_position(begun) if playable(variant) or any(begun.discs()) else None,
        black=names[black],
        white=names["B" if black == "A" else "A"],
        result=_result(variant, game),
        properties=properties | {comment: said},
    )


def _black(variant: Variant, game: FinishedGame) -> Label:
    """Who had the first seat."""
    if variant.first == 0:
        return game.first
    return "B" if game.first == "A" else "A"


def _result(variant: Variant, game: FinishedGame) -> Result:
    """How the game ended; what no rule allows is a forfeit, and what nobody won without being counted is no result."""
    black = _black(variant, game)
    if game.discs is not None:
        return by_points(game.discs if black == "A" else -game.discs)
    if game.winner is None:
        return Result("unfinished")
    endings: dict[End, Ending] = {End.RESIGNED: "resignation", End.TIMEOUT: "time"}
    return Result(endings.get(End(game.end), "forfeit"), BLACK if game.winner == black else WHITE)
