"""``engined book``: what the daemon's book knows, and how it learns."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from msgspec import to_builtins

from engined_protocol.messages import (
    BookAdd,
    BookDeviate,
    BookDone,
    BookFix,
    BookGame,
    BookPage,
    BookPosition,
    BookProgress,
    BookShow,
    PlayedMove,
    Position,
)
from engined_protocol.words import counted

from ..client import BlockingJob, Client
from ..drawing.text import count_text, draw_lines, move_table, number_text, opening_line, square_of, turn_line
from ..drawing.wording import Wording
from ..errors import ServiceError
from ..files.books import json_lines, read_entries, read_header, text_lines, write_book, write_packed
from ..files.fitting import on_board_of
from ..files.games import Found, Reading, read_games
from ..files.positions import START, GivenPosition, read_position
from ..notation import Notation
from ..options import DeviateOptions, FixOptions
from ..terminal.command import (
    Exit,
    WrongInput,
    add_encoding_option,
    add_language_option,
    add_usual_options,
    complain,
    connected,
    errors_in,
    known_variant,
    said,
    value_of,
    wording_of,
)
from ..terminal.output import terminal
from ..terminal.progress import Progress

SUMMARY = "the opening book: show, build, add games, deviate, fix, merge, export"
EXAMPLES = (
    ("engined book add WTH_2023.wtb --plies 20", "learn openings"),
    ("engined book fix --depth 16", "analyse them"),
    ("engined book show f5d6", "what it says"),
    ("engined book build --variant nip --positions 500", "one from nothing; the same command goes on"),
)

AT_ONCE = 200
"""Games or positions in one request."""

T = TypeVar("T")
BookJob = BlockingJob[BookProgress, BookDone]


def add_arguments(parser: ArgumentParser) -> None:
    """Add the verbs and their own arguments."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)

    def verb(name: str, text: str) -> ArgumentParser:
        added = verbs.add_parser(name, help=text, description=text, allow_abbrev=False)
        add_usual_options(added)
        return added

    show = verb("show", "what the book says of a position: its moves with values, depths and games")
    _add_position(show)
    show.add_argument(
        "--contempt",
        metavar="C",
        type=value_of(BookShow, "contempt"),
        default=0.0,
        help="a draw's worth to Black, in discs",
    )
    add_language_option(show)
    show.add_argument("--json", action="store_true", help="one JSON object")
    add = verb("add", "learn games from files: WTHOR .wtb, GGF, SGF, PGN, or transcripts, one a line")
    add.add_argument("files", metavar="FILE", nargs="+", type=Path)
    add_encoding_option(add)
    add.add_argument(
        "--plies", metavar="N", type=value_of(BookAdd, "plies"), default=30, help="so many of each game (default: 30)"
    )
    deviate = verb("deviate", "put in and analyse what is played near the best; Ctrl-C ends it and keeps all")
    _add_position(deviate)
    deviate.add_argument(
        "--error", metavar="N", type=value_of(BookDeviate, "error"), default=1.0, help="discs given away (default: 1)"
    )
    deviate.add_argument(
        "--plies", metavar="N", type=value_of(BookDeviate, "plies"), default=60, help="not farther away (default: 60)"
    )
    deviate.add_argument(
        "--positions", metavar="N", type=value_of(BookDeviate, "positions"), help="at most so many new ones"
    )
    _add_analysis(deviate, 16)
    build = verb("build", "make a book from nothing, deepest where play is best; Ctrl-C ends it, and it goes on there")
    build.set_defaults(position=[])
    build.add_argument(
        "--error", metavar="N", type=value_of(BookDeviate, "error"), default=4.0, help="discs given away (default: 4)"
    )
    build.add_argument(
        "--plies", metavar="N", type=value_of(BookDeviate, "plies"), default=12, help="so many plies (default: 12)"
    )
    build.add_argument(
        "--positions", metavar="N", type=value_of(BookDeviate, "positions"), help="at most so many new ones"
    )
    _add_analysis(build, 20)
    fix = verb("fix", "check positions, links and values; with --depth, analyse positions that lack it")
    _add_analysis(fix, None)
    merge = verb("merge", "take in other books, as `engined book export` wrote them")
    merge.add_argument("files", metavar="FILE", nargs="+", type=Path)
    export = verb("export", "write the book to a file")
    export.add_argument("file", metavar="FILE", nargs="?", default="-", help="- (the default): standard output")
    form = export.add_mutually_exclusive_group()
    form.add_argument("--text", action="store_true", help="for people to read, instead of for merge")
    form.add_argument("--packed", action="store_true", help="as engined comes with: small, with all values")


def _add_position(parser: ArgumentParser) -> None:
    parser.add_argument("position", metavar="MOVES|POSITION", nargs="*", help="default: the start")


def _add_analysis(parser: ArgumentParser, depth: int | None) -> None:
    shown = "none" if depth is None else depth
    parser.add_argument(
        "--depth", metavar="D", type=value_of(BookFix, "depth"), default=depth, help=f"plies (default: {shown})"
    )
    parser.add_argument(
        "--time", metavar="S", type=value_of(BookFix, "seconds"), help="at most so many seconds for each"
    )
    parser.add_argument("--deepen", action="store_true", help="repeat analyses that are less deep")
    parser.add_argument("--threads", metavar="N", type=value_of(BookFix, "threads"), help="threads (default: 1)")


def run(arguments: Namespace) -> int:
    """Do what the verb says."""
    verbs = {
        "show": _show,
        "build": _deviate,
        "add": _add,
        "deviate": _deviate,
        "fix": _fix,
        "merge": _merge,
        "export": _export,
    }
    with connected(arguments) as client:
        variant = known_variant(client, arguments.variant)
        words = wording_of(client, variant, arguments)
        with errors_in(words.notation):
            return verbs[arguments.verb](client, variant, arguments, words)


# --- show -------------------------------------------------------------------------------------------


def _show(client: Client, variant: str, arguments: Namespace, words: Wording) -> int:
    start, moves = _position(arguments, words.notation)
    position = client.show(variant=variant, start=start, moves=moves)
    found = client.book_show(variant=variant, start=start, moves=moves, contempt=arguments.contempt)
    if arguments.json:
        fields = to_builtins(found)
        print(json.dumps({name: value for name, value in fields.items() if name not in ("t", "id")}))
    else:
        _draw(position, found, words)
    return Exit.FINE


def _draw(position: Position, found: BookPosition, words: Wording) -> None:
    """The board with what the moves are worth, then a table of them."""
    cells = {square_of(played.move): "?" for played in found.unvalued}
    cells |= {square_of(move.move): number_text(move.score, move.source or move.kind) for move in found.moves}
    screen = terminal(words)
    screen.board(position, notes=cells, best=square_of(found.moves[0].move) if found.moves else "")
    screen.sentences(["", turn_line(position, words), *opening_line(found.openings, words), ""])
    if found.moves:
        screen.lines([*move_table(found.moves, words=words), *draw_lines(position, found.moves, words), ""])
    if found.unvalued:
        screen.lines([words("played, not analysed:"), *_played_table(found.unvalued, words), ""])
    screen.sentences([_worth(found, words)])


def _worth(found: BookPosition, words: Wording) -> str:
    """What the position is worth, and how large the book is."""
    size = words("a book of {positions}", positions=words.counted(found.positions, "position"))
    if not found.found:
        return words("not in the book ({size})", size=size)
    games = words.counted(found.games, "game")
    if found.score is None:
        advice = words("`engined book fix --depth 16` analyses")
        return words("in {games}; not analysed ({size}; {advice})", games=games, size=size, advice=advice)
    depth = words("depth {depth}", depth=found.depth)
    if found.plies:
        depth = words("{depth}, {plies} on", depth=depth, plies=words.counted(found.plies, "ply", "plies"))
    worth = f"{number_text(found.score, found.source)} ({words.told(found.source)}, {depth})"
    return "; ".join([worth, games, size])


def _played_table(played: Sequence[PlayedMove], words: Wording) -> Iterator[str]:
    """The moves, and how many games went on by each."""
    moves, games = max(len(move.move) for move in played), max(len(str(move.games)) for move in played)
    for move in played:
        count = words.counted(move.games, "game")
        yield f"  {words.move(move.move):<{moves}}  {' ' * (games - len(str(move.games)))}{count}"


def _position(arguments: Namespace, notation: Notation) -> tuple[str | None, tuple[str, ...]]:
    try:
        given = read_position(" ".join(arguments.position) or START, notation)
    except ValueError as error:
        raise WrongInput(str(error)) from error
    if given.assumed:
        complain(given.assumed)
    return given.start, given.moves


# --- games and books --------------------------------------------------------------------------------


class Intake:
    """Games or positions on their way from files into the book, and what became of them."""

    def __init__(self, progress: Progress, notation: Notation) -> None:
        self.code = Exit.FINE
        self.games = self.known = self.added = 0
        self.reason = "done"
        self._progress = progress
        self._notation = notation

    def readable(self, part: Iterable[T | WrongInput]) -> list[T]:
        """Those that could be read; the others are complained of."""
        items: list[T] = []
        for item in part:
            if isinstance(item, WrongInput):
                self._complain(str(item))
            else:
                items.append(item)
        return items

    def take(self, job: BookJob, places: Sequence[str]) -> bool:
        """Wait for some of them to be taken; whether there should be more. ``places``: where each one stands."""
        done = _wait(job)
        for refusal in done.refused:
            self._complain(f"{places[refusal.index]}: {self._notation.retold(refusal.message)}")
        self.games += done.games
        self.known += done.known
        self.added += done.added
        self.reason = done.reason
        self._progress.advance(len(places))
        self._progress.note(f"{self.added} new positions")
        return done.reason == "done"

    def _complain(self, message: str) -> None:
        self._progress.complain(message)
        self.code = Exit.WRONG_INPUT


def _read(files: Iterable[Path], reading: Reading) -> Found:
    """The games of all files; a file that cannot be read comes as an error in its place."""
    for file in files:
        try:
            yield from read_games(file, reading)
        except WrongInput as error:
            yield error


def _add(client: Client, variant: str, arguments: Namespace, words: Wording) -> int:
    with Progress(None, "games") as progress:
        intake = Intake(progress, words.notation)
        reading = Reading(words.notation, arguments.encoding, progress.complain)
        for part in _parts(on_board_of(client, variant, _read(arguments.files, reading)), AT_ONCE):
            games = [game for game in intake.readable(part) if game.given != GivenPosition()]
            moves = [BookGame(moves=game.given.moves, start=game.given.start) for game in games]
            job = client.book_add(moves, variant, arguments.plies)
            if not intake.take(job, [game.where for game in games]):
                break
    new = (
        f"{counted(intake.games, 'new game')}, {counted(intake.known, 'known one')}; "
        f"{counted(intake.added, 'new position')}"
    )
    print(new + ("" if intake.reason == "done" else f"; {intake.reason}"))
    return intake.code


def _merge(client: Client, variant: str, arguments: Namespace, words: Wording) -> int:
    digests = {path: read_header(path).digest for path in arguments.files}
    with Progress(None, "positions") as progress:
        intake = Intake(progress, words.notation)
        for path, digest in digests.items():
            for part in _parts(read_entries(path), AT_ONCE):
                entries = intake.readable(part)
                job = client.book_merge([found.entry for found in entries], digest, variant)
                try:
                    more = intake.take(job, [found.where for found in entries])
                except ServiceError as error:
                    raise WrongInput(f"{path}: {said(error)}") from error
                if not more:
                    break
            if intake.reason != "done":
                break
    new = f"{counted(intake.added, 'new position')}, {counted(intake.known, 'known one')}"
    print(new + ("" if intake.reason == "done" else f"; {intake.reason}"))
    return intake.code


def _export(client: Client, variant: str, arguments: Namespace, words: Wording) -> int:
    described = client.describe(variant)
    name, digest = described.name, described.digest
    if arguments.packed:
        if arguments.file == "-":
            raise WrongInput("--packed: name a file for it")
        write_packed(
            Path(arguments.file),
            name,
            digest,
            (pair for page in _pages(client, variant, packed=True) for pair in page.packed),
        )
        return Exit.FINE
    entries = (entry for page in _pages(client, variant) for entry in page.entries)
    if arguments.file != "-":
        write_book(Path(arguments.file), name, digest, entries, words.notation if arguments.text else None)
        return Exit.FINE
    for line in text_lines(entries, words.notation) if arguments.text else json_lines(name, digest, entries):
        print(line)
    return Exit.FINE


def _pages(client: Client, variant: str, *, packed: bool = False) -> Iterator[BookPage]:
    after = ""
    while True:
        page = client.book_export(variant, after, packed=packed)
        yield page
        after = page.next
        if not after:
            return


def _parts(items: Iterable[T], size: int) -> Iterator[list[T]]:
    iterator = iter(items)
    while part := list(islice(iterator, size)):
        yield part


# --- analyses ---------------------------------------------------------------------------------------


def _deviate(client: Client, variant: str, arguments: Namespace, words: Wording) -> int:
    start, moves = _position(arguments, words.notation)
    options = DeviateOptions(
        variant=variant,
        start=start,
        moves=moves,
        error=arguments.error,
        plies=arguments.plies,
        positions=arguments.positions,
        depth=arguments.depth,
        seconds=arguments.time,
        deepen=arguments.deepen,
        threads=arguments.threads,
    )
    return _watch(client.book_deviate(**options))


def _fix(client: Client, variant: str, arguments: Namespace, words: Wording) -> int:
    options = FixOptions(
        variant=variant,
        depth=arguments.depth,
        seconds=arguments.time,
        deepen=arguments.deepen,
        threads=arguments.threads,
    )
    return _watch(client.book_fix(**options))


def _watch(job: BookJob) -> int:
    """Show how far a job is; Ctrl-C ends it, and what it has done stays."""
    with Progress(None, "steps") as progress:
        done = _wait(job, progress)
    dropped = f", {counted(done.dropped, 'broken position')} taken out" if done.dropped else ""
    endings = {"done": "finished", "limit": "the limit is reached", "stopped": "stopped"}
    print(
        f"{counted(done.added, 'new position')}, {counted(done.searched, 'analysis', 'analyses')}{dropped}; "
        f"{counted(done.positions, 'position')} in the book; "
        f"{count_text(done.nodes)} nodes in {done.seconds:.1f} s; {endings.get(done.reason, done.reason)}"
    )
    return Exit.FINE


def _wait(job: BookJob, progress: Progress | None = None) -> BookDone:
    try:
        for reply in job:
            if progress is not None and isinstance(reply, BookProgress):
                progress.reach(reply.done, reply.done + reply.left)
                progress.note(f"{reply.added} new positions, {count_text(reply.nodes)} nodes {reply.state}")
        return job.result()
    except KeyboardInterrupt:
        job.stop()
        return job.result()
