"""Plays the golden conversations of protocol/dialogues; their README says what the lines mean."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from engined.results import Forecast
from engined.rules.position import Position, parse_move, start
from engined_protocol.choose import choose_dialogue
from engined_protocol.gtp.coordinates import Dialect
from engined_protocol.gtp.dialogue import GtpDialogue
from engined_protocol.nboard import NBoardDialogue
from engined_protocol.notation import split_transcript
from engined_protocol.text.dialogue import Dialogue
from tests.protocol.stage import CATALOGUE, Said, Stage

FOLDER = Path(__file__).parents[2] / "protocol" / "dialogues"


class Player:
    """Plays one file on a stage."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0
        self._stage = Stage(choose_dialogue(""))
        self._read = 0
        self._read_error = 0
        self._games: Forecast | None = None

    def play(self) -> None:
        while self._at < len(self._lines):
            mark, _, text = self._lines[self._at].partition(" ")
            self._at += 1
            match mark:
                case "#" | "":
                    pass
                case "@":
                    self._stage = Stage(_dialogue(text))
                    self._read = self._read_error = 0
                case ">":
                    self._stage.line(text)
                    self._check()
                case "!":
                    self._engine(text)
                    self._check()
                case _:
                    raise AssertionError(f"line {self._at}: what is {mark!r}?")

    def _engine(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        match word:
            case "info" | "final":
                depth, nodes, seconds, *moves = rest.split(" ", 3)
                stopped = bool(moves) and moves[0].endswith("stopped")
                text, games = moves[0].removesuffix("stopped") if moves else "", self._games
                lines = [said._replace(games=games) for said in _lines(text, int(depth))]
                if word == "info":
                    self._stage.info(int(depth), int(nodes), float(seconds), *lines, games=games)
                else:
                    reason = "stopped" if stopped else "limit"
                    self._stage.final(int(depth), int(nodes), float(seconds), *lines, reason=reason, games=games)
            case "games":
                self._games = msgspec.json.decode(rest, type=Forecast) if rest else None
            case "state":
                self._stage.info(0, 0, 0.0, state=rest)
            case "stop":
                assert self._stage.stop_seen, f"line {self._at}: nothing was told to stop"
            case "limits":
                for field, value in (pair.split("=", 1) for pair in rest.split()):
                    given = str(getattr(self._stage.job, field)).replace(" ", "")
                    assert _set(given) == _set(value), f"line {self._at}: {field} is {given}"
            case "ponder":
                tasks = self._stage.pondered.values()
                assert [task.position for task in tasks] == ([after(rest)] if rest else []), f"line {self._at}"
            case "end":
                self._stage.end()
            case "closed":
                assert self._stage.closed, f"line {self._at}: the conversation goes on"
            case _:
                raise AssertionError(f"line {self._at}: what is {word!r}?")

    def _check(self) -> None:
        """What came back since the last step, against the lines that follow in the file."""
        first = self._at
        wanted: list[str] = []
        wanted_errors: list[str] = []
        while self._at < len(self._lines) and self._lines[self._at].startswith(("<", "2<")):
            channel, _, text = self._lines[self._at].partition("<")
            (wanted_errors if channel else wanted).append(text.removeprefix(" "))
            self._at += 1
        got = self._stage.text[self._read :].splitlines()
        self._read = len(self._stage.text)
        errors = self._stage.error_text[self._read_error :].splitlines()
        self._read_error = len(self._stage.error_text)
        assert errors == wanted_errors, f"after line {first}"
        _match(got, wanted, f"after line {first}")


def _set(limit: str) -> str:
    """A limit without those of its fields that are not set: a clock need not name them."""
    return re.sub(r",\w+=(0\.0|0|False)\b", "", limit)


def _match(got: list[str], wanted: list[str], where: str) -> None:
    if "..." in wanted:
        at = wanted.index("...")
        tail = wanted[at + 1 :]
        assert got[:at] == wanted[:at], where
        assert got[len(got) - len(tail) :] == tail, where
    else:
        assert [text.rstrip() for text in got] == [text.rstrip() for text in wanted], where


def after(transcript: str) -> Position:
    """The position of Othello after some moves."""
    position = start(CATALOGUE.get("othello"))
    for move in split_transcript(transcript):
        position = position.play(parse_move(position, move))
    return position


def _lines(text: str, depth: int) -> list[Said]:
    lines = []
    for part in filter(None, (part.strip() for part in text.split("|"))):
        pv, score, *rest = part.split()
        kind = rest[0] if rest else "estimate"
        plies = int(rest[1]) if len(rest) > 1 else depth
        confidence = int(rest[2]) if len(rest) > 2 else 100
        lines.append(Said(pv, float(score), kind, plies, confidence))
    return lines


def _dialogue(text: str) -> Dialogue:
    name, *pairs = text.split()
    options = dict(pair.split("=") for pair in pairs)
    variant, ponder = options.pop("variant", "othello"), options.pop("ponder", "no") == "yes"
    dialect = options.pop("dialect", None)
    assert not options, f"{text}: only variant, ponder and dialect are known"
    if name == "nboard":
        assert dialect is None, f"{text}: NBoard has no dialects"
        return NBoardDialogue(variant, ponder=ponder)
    return GtpDialogue(variant, dialect=Dialect(dialect) if dialect else None, ponder=ponder)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_the_conversation_is_as_written(path: Path) -> None:
    Player(path.read_text(encoding="utf-8").splitlines()).play()


def test_the_conversations_are_there() -> None:
    names = {path.stem for path in FOLDER.glob("*.txt")}
    assert {"nboard", "quarry", "gogui-ruler", "gogui-twogtp", "sabaki", "lizzie"} <= names
