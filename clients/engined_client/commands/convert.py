"""``engined convert``: records of games from one kind of file to another."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from engined_protocol.ggf import format_ggf, variant_of
from engined_protocol.obf import ScoredPosition, format_obf
from engined_protocol.record import RecordError
from engined_protocol.sgf_tree import format_tree
from engined_protocol.transcript import Transcript, format_transcript

from ..client import Client
from ..command import (
    USUAL,
    Exit,
    WrongInput,
    add_daemon_options,
    add_variant_option,
    connected,
    known_variant,
    write_lines,
)
from ..game_files import STDIN, FoundGame, read_games, read_input_games
from ..progress import Progress
from ..replay import Replay, replayed

SUMMARY = "write records of games (SGF, GGF, WTHOR, transcripts) as another kind"

STDOUT: Final = "-"
_GGF_RESULT = re.compile(r"([+-]?)(\d+(?:\.\d+)?)(?::([rts]))?", re.ASCII)
_SGF_RESULT = re.compile(r"([BW])\+(\d+(?:\.\d+)?|R|Resign|T|Time)?", re.ASCII)
_SHARED = {"DT": "DT", "PC": "PC", "RB": "BR", "RW": "WR", "CO": "C"}
"""What GGF and SGF both have, by its name in GGF."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("file", metavar="FILE", help="games of any kind; - reads stdin")
    parser.add_argument("out", metavar="OUT", nargs="?", default=STDOUT, help="- (the default): standard output")
    parser.add_argument(
        "--to",
        choices=tuple(_WRITERS),
        help="the kind (default: as OUT is called, else sgf): txt is transcripts, obf the last position of each game",
    )
    add_variant_option(parser)
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Write the games that can be played by the rules; complain about the others, then exit with 1."""
    kind = arguments.to or Path(arguments.out).suffix.lower().removeprefix(".") or "sgf"
    if kind not in _WRITERS:
        raise WrongInput(f"{arguments.out}: --to says which kind it is to be: {', '.join(_WRITERS)}")
    failed = False
    with connected(arguments) as client, Progress(None, "games") as progress:
        named = arguments.variant and known_variant(client, arguments.variant)

        def lines() -> Iterator[str]:
            nonlocal failed
            for game in _games(arguments.file, progress.complain):
                try:
                    yield _converted(client, game, named, kind)
                except WrongInput as error:
                    progress.complain(str(error))
                    failed = True
                progress.advance()

        if arguments.out == STDOUT:
            for line in lines():
                progress.print(line)
        else:
            write_lines(Path(arguments.out), lines())
    return Exit.WRONG_INPUT if failed else Exit.FINE


def _games(name: str, warn: Callable[[str], None]) -> Iterator[FoundGame | WrongInput]:
    return read_input_games(warn) if name == STDIN else read_games(Path(name), warn)


def _converted(client: Client, game: FoundGame | WrongInput, named: str | None, kind: str) -> str:
    """One game. Raises WrongInput when it is none, or cannot be written so."""
    if isinstance(game, WrongInput):
        raise game
    replay = replayed(client, game, named or game.given.variant or USUAL)
    try:
        return _WRITERS[kind](replay)
    except RecordError as error:
        raise WrongInput(f"{game.where}: {error}") from error


# --- the kinds ------------------------------------------------------------------------------------


def _sgf(replay: Replay) -> str:
    """With its variations where the game comes from SGF."""
    record = replay.record
    told = {_SHARED[tag]: text for tag, text in record.properties.items() if tag in _SHARED}
    return format_tree(replay.tree(replace(record, properties=told, result=_sgf_result(replay))))


def _ggf(replay: Replay) -> str:
    """Raises RecordError for a variant that GGF has no name for."""
    record = replay.record
    told = dict(record.properties)
    if replay.game.tree is not None:
        told = {tag: told[name] for tag, name in _SHARED.items() if name in told}
    size = "88" if replay.variant == "eight-stars" else f"{record.width}"
    told |= {"BO": size, "TY": size + "a" * replay.variant.startswith("anti-")}
    if variant_of(told, record.width) != replay.variant:
        raise RecordError(f"it has no name for {replay.variant}", "GGF")
    return format_ggf(replace(record, properties=told, result=_ggf_result(replay)))


def _transcript(replay: Replay) -> str:
    return format_transcript(Transcript(None if replay.usual else replay.start, replay.moves))


def _obf(replay: Replay) -> str:
    return format_obf(ScoredPosition(replay.end, replay.game.given.expected))


def _sgf_result(replay: Replay) -> str:
    """``B+4``, ``W+R``, ``0``: by the rules where the game has ended, else as its file says."""
    if (discs := _discs(replay)) is not None:
        return f"{'B' if discs > 0 else 'W'}+{abs(discs):g}" if discs else "0"
    match = _GGF_RESULT.fullmatch(replay.record.result)
    if match is None:
        return replay.record.result
    ending = {"r": "R", "t": "T"}.get(match[3] or "") or f"{float(match[2]):g}"
    return f"{'W' if match[1] == '-' else 'B'}+{ending}" if float(match[2]) else "0"


def _ggf_result(replay: Replay) -> str:
    """``+4.00``, ``-64.00:r``: as :func:`_sgf_result`."""
    if (discs := _discs(replay)) is not None:
        return f"{discs:+.2f}"
    match = _SGF_RESULT.fullmatch(replay.record.result)
    if match is None:
        return replay.record.result
    sign, cells = "+" if match[1] == "B" else "-", replay.record.width * replay.record.height
    ending = {"Resign": "R", "Time": "T"}.get(match[2] or "", match[2] or "")
    return f"{sign}{cells}.00:{ending.lower()}" if ending in ("R", "T") else f"{sign}{float(ending or 0):.2f}"


def _discs(replay: Replay) -> float | None:
    """By how much Black has won a game that was played to its end."""
    if replay.last.phase != "ended":
        return None
    black, white = replay.last.scores
    return black - white


_WRITERS: Mapping[str, Callable[[Replay], str]] = {"sgf": _sgf, "ggf": _ggf, "txt": _transcript, "obf": _obf}
