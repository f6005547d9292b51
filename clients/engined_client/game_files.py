"""Games and positions from files, whatever their kind: SGF, GGF, WTHOR, and one a line transcripts, boards or OBF."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path

from engined_protocol import wthor
from engined_protocol.ggf import read_ggf
from engined_protocol.notation import split_transcript
from engined_protocol.record import Record, RecordError
from engined_protocol.record_kind import kind_of
from engined_protocol.sgf import record_of
from engined_protocol.sgf_charset import decode_sgf
from engined_protocol.sgf_tree import Node, read_trees

from .command import WrongInput, complain, decoded, read_bytes
from .notation import PROTOCOL, Notation
from .positions import GivenPosition, read_position, read_problems

Warn = Callable[[str], None]

STDIN = "-"
_SUFFIXES = frozenset({".sgf", ".ggf", ".wtb", ".txt", ".obf", ".pos"})
"""Of names that are files' even where there is no such file."""


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game or position of a file: where it stands, ``games.ggf, game 3``, and the position that it comes to."""

    where: str
    number: int
    """Of its line, or of the game; from 1."""
    given: GivenPosition
    record: Record | None = None
    """Where the file says more than the moves."""
    tree: Node | None = None
    """Of SGF, with its variations."""


# --- whole files ----------------------------------------------------------------------------------


def read_games(path: Path, warn: Warn = complain, notation: Notation = PROTOCOL) -> Iterator[FoundGame | WrongInput]:
    """The games of a file; what cannot be read comes as an error in its place. ``warn`` is told what else is wrong;
    transcripts are in ``notation``.

    Raises WrongInput when the whole file cannot be read.
    """
    yield from games_in(read_bytes(path), str(path), warn, partial(player_names, path.parent, warn), notation)


def read_input_games(warn: Warn = complain, notation: Notation = PROTOCOL) -> Iterator[FoundGame | WrongInput]:
    """The games of standard input; of lines each as soon as it is there."""
    source = sys.stdin.buffer
    first = source.readline()
    if b"(" in first or b"\0" in first:
        yield from games_in(first + source.read(), "", warn, notation=notation)
    else:
        lines = (line.decode("utf-8", "replace") for line in chain([first] if first else [], source))
        yield from _lines(lines, "", notation)


def games_of(name: str, warn: Warn, notation: Notation) -> Iterator[FoundGame | WrongInput]:
    """The games of a file, or for ``-`` of standard input."""
    return read_input_games(warn, notation) if name == STDIN else read_games(Path(name), warn, notation)


def games_in(
    data: bytes,
    source: str,
    warn: Warn,
    players: Callable[[], Sequence[str]] = tuple,
    notation: Notation = PROTOCOL,
) -> Iterator[FoundGame | WrongInput]:
    """The games of a file's content, as :func:`read_games`; ``source`` is what the file is called, if anything, and
    ``players`` those that WTHOR counts.
    """
    match kind_of(data):
        case "wthor":
            yield from _wthor(data, source, players())
        case "ggf":
            yield from _ggf(decoded(data, source), source)
        case "sgf":
            text, warning = decode_sgf(data)
            if warning:
                warn(f"{source}: {warning}" if source else warning)
            yield from _sgf(text, source)
        case "lines":
            yield from _lines(decoded(data, source).splitlines(), source, notation)


def _wthor(data: bytes, source: str, players: Sequence[str]) -> Iterator[FoundGame]:
    try:
        year, games = wthor.read_header(data).year, wthor.read_games(data)
    except RecordError as error:
        raise WrongInput(f"{source}: {error}" if source else str(error)) from error
    for number, game in enumerate(games, 1):
        black, white = (players[index] if index < len(players) else "" for index in (game.black, game.white))
        record = Record(
            8,
            8,
            black=black,
            white=white,
            result=wthor.result_of(game.black_discs),
            properties={"DT": f"{year}"},
        )
        yield FoundGame(_place(source, "game", number), number, GivenPosition(moves=game.moves), record)


def player_names(folder: Path, warn: Warn) -> Sequence[str]:
    """The names in WTHOR's file of players, where one is beside its games."""
    path = next((path for path in sorted(folder.iterdir()) if path.suffix.lower() == ".jou"), None)
    if path is None:
        return ()
    try:
        return wthor.read_names(read_bytes(path), wthor.PLAYER_BYTES)
    except RecordError as error:
        warn(f"{path}: {error}")
        return ()


def _ggf(text: str, source: str) -> Iterator[FoundGame | WrongInput]:
    number = 0
    try:
        for number, record in enumerate(read_ggf(text), 1):
            yield FoundGame(_place(source, "game", number), number, _given(record), record)
    except RecordError as error:
        where = _place(source, "game", number + 1)
        yield WrongInput(f"{where}: {error}; the games after it are not read")


def _sgf(text: str, source: str) -> Iterator[FoundGame | WrongInput]:
    number = 0
    try:
        for number, tree in enumerate(read_trees(text), 1):
            where = _place(source, "game", number)
            try:
                record = record_of(tree)
            except RecordError as error:
                yield WrongInput(f"{where}: {error}")
            else:
                yield FoundGame(where, number, _given(record), record, tree)
    except RecordError as error:
        where = _place(source, "game", number + 1)
        yield WrongInput(f"{where}: {error}; the games after it are not read")


def _lines(lines: Iterable[str], source: str, notation: Notation) -> Iterator[FoundGame | WrongInput]:
    for number, line in read_problems(lines):
        where = _place(source, "line", number)
        try:
            yield FoundGame(where, number, read_position(line, notation))
        except ValueError as error:
            yield WrongInput(f"{where}: {error}")


def _given(record: Record) -> GivenPosition:
    return GivenPosition(record.start, record.transcript, variant=record.variant)


def _place(source: str, what: str, number: int) -> str:
    return f"{source}, {what} {number}" if source else f"{what} {number}"


# --- one game of a command line -------------------------------------------------------------------


def add_game_arguments(parser: ArgumentParser, text: str) -> None:
    """Add what says which game, or which position of it."""
    parser.add_argument("position", metavar="MOVES|POSITION|FILE", nargs="*", help=text)
    parser.add_argument("--game", metavar="N", type=int, help="which one of the file's games, from 1")
    parser.add_argument("--plies", metavar="N", type=int, help="only the first N moves of the game, passes included")


def chosen_game(arguments: Namespace, notation: Notation) -> FoundGame:
    """The game that the arguments name: moves or a position as they are, or from a file; moves in a notation.

    Raises WrongInput.
    """
    words: Sequence[str] = arguments.position
    if len(words) == 1 and (words[0] == STDIN or _is_file(words[0])):
        source = "standard input" if words[0] == STDIN else words[0]
        found = _one(games_of(words[0], complain, notation), source, arguments.game)
    elif arguments.game is not None:
        raise WrongInput("--game: there is no file to choose from")
    else:
        try:
            found = FoundGame("", 1, read_position(" ".join(words), notation))
        except ValueError as error:
            raise WrongInput(str(error)) from error
    if arguments.plies is None:
        return found
    if not 0 <= arguments.plies <= len(found.given.moves):
        raise WrongInput(f"--plies: the game has {len(found.given.moves)}, not {arguments.plies}")
    return replace(found, given=replace(found.given, moves=found.given.moves[: arguments.plies]))


def game_of_file(name: str, number: int | None, notation: Notation) -> FoundGame:
    """The game of a file by its number, or its only one. Raises WrongInput."""
    return _one(read_games(Path(name), complain, notation), name, number)


def _one(games: Iterator[FoundGame | WrongInput], source: str, number: int | None) -> FoundGame:
    """The game of a number; without one, the only game."""
    if number is not None and number < 1:
        raise WrongInput(f"--game: games are counted from 1, not {number}")
    found = list(islice(games, (number or 1) - 1, (number or 1) + (number is None)))
    if not found:
        raise WrongInput(f"{source}: there is no game {number or 1}")
    if len(found) > 1:
        raise WrongInput(f"{source} has several games: --game N says which one")
    if isinstance(found[0], WrongInput):
        raise found[0]
    return found[0]


def _is_file(word: str) -> bool:
    """Whether a word is a file's name; moves are moves, whatever files there are."""
    if Path(word).suffix.lower() in _SUFFIXES:
        return True
    try:
        split_transcript(word)
    except ValueError:
        return os.path.isfile(word)
    return False
