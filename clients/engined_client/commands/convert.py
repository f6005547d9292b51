"""``engined convert``: records of games from one kind of file to another."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engined_protocol.records.record import RecordError
from engined_protocol.words import counted

from ..files.fitting import on_board_of
from ..files.games import games_of, reading_of
from ..files.record_texts import WRITERS
from ..files.replay import Replay, Replayer
from ..terminal.command import (
    Exit,
    WrongInput,
    add_encoding_option,
    add_usual_options,
    connected,
    known_variant,
    write_lines,
)
from ..terminal.progress import Progress

SUMMARY = "write records of games (SGF, GGF, WTHOR, PGN, transcripts) as another kind"
EXAMPLES = (
    ("engined convert WTH_1977.wtb games.sgf", "every game of a year"),
    ("engined convert - --to ggf < game.sgf", "from a pipe to a pipe"),
)

STDOUT: Final = "-"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("file", metavar="FILE", help="games of any kind; - reads stdin")
    parser.add_argument("out", metavar="OUT", nargs="?", default=STDOUT, help="- (the default): standard output")
    parser.add_argument(
        "--to",
        choices=tuple(WRITERS),
        help="the kind (default: as OUT is called, else sgf): txt is transcripts, obf the last position of each game",
    )
    parser.add_argument("--force", action="store_true", help="write over a file that is there")
    add_usual_options(parser)
    add_encoding_option(parser)


def run(arguments: Namespace) -> int:
    """Write the games that the rules allow, and say how many; complain about the others, then exit with 1."""
    kind = arguments.to or Path(arguments.out).suffix.lower().removeprefix(".") or "sgf"
    if kind not in WRITERS:
        raise WrongInput(f"{arguments.out}: --to says which kind it is to be: {', '.join(WRITERS)}")
    if arguments.out != STDOUT and os.path.exists(arguments.out) and not arguments.force:
        raise WrongInput(f"{arguments.out}: it is there already; --force writes over it")
    failed, written = False, 0
    with connected(arguments) as client, Progress(None, "games") as progress:
        named = arguments.variant and known_variant(client, arguments.variant)

        reading = reading_of(client, arguments, progress.complain)

        def lines() -> Iterator[str]:
            nonlocal failed, written
            games = on_board_of(client, named, games_of(arguments.file, reading))
            for replay in Replayer(client, arguments.coordinates).replays(games, named):
                try:
                    text, warnings = _converted(replay, kind)
                    for warning in warnings:
                        progress.complain(warning)
                    written += 1
                    yield text
                except WrongInput as error:
                    progress.complain(str(error))
                    failed = True
                progress.advance()

        if arguments.out == STDOUT:
            for line in lines():
                progress.print(line)
        else:
            write_lines(Path(arguments.out), lines())
            print(f"{arguments.out}: {counted(written, 'game')} as {kind}")
    return Exit.WRONG_INPUT if failed else Exit.FINE


def _converted(replay: Replay | WrongInput, kind: str) -> tuple[str, list[str]]:
    """One game, and what is to be said of it. Raises WrongInput when it is none, or cannot be written so."""
    if isinstance(replay, WrongInput):
        raise replay
    try:
        return WRITERS[kind](replay), [*_lost(replay, kind), *filter(None, [replay.warning])]
    except RecordError as error:
        raise WrongInput(f"{replay.game.where}: {error}") from error


def _lost(replay: Replay, kind: str) -> Iterator[str]:
    """Return what is to be said of moves that a kind of file does not get; SGF keeps its own."""
    left_out = replay.passes_left_out
    if left_out and kind != "obf" and not (kind == "sgf" and replay.game.tree is not None):
        yield f"{replay.game.where}: {counted(left_out, 'pass', 'passes')} left out, after those that ended play"
