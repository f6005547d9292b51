"""Games and positions from files of any kind: SGF, GGF, WTHOR, PGN, and one a line transcripts, boards or OBF."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path

from engined_protocol.records import ggf, wthor
from engined_protocol.records.charset import Decoded, decode, decode_sgf
from engined_protocol.records.kind import Kind, foreign, kind_of
from engined_protocol.records.pgn import read_pgn
from engined_protocol.records.record import Record, RecordError
from engined_protocol.records.sgf import record_of
from engined_protocol.records.sgf_tree import Node, read_trees

from ..client import Client
from ..notation import PROTOCOL, Notation
from ..terminal.command import WrongInput, complain, read_bytes, typed_notation
from ..terminal.regular_file import LONGEST
from .positions import GivenPosition, gathered, read_position, read_problems, resembles_position, undrawn

STDIN = "-"
MOST_FAULTS = 5
"""Lines at the beginning of a file that are no positions, after which it is taken for something else."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How records are read."""

    notation: Notation = PROTOCOL
    """The notation of transcripts."""
    encoding: str = ""
    """The charset that was asked for, if any."""
    warn: Callable[[str], None] = complain
    """The function that is told what is wrong with a file that is read all the same, and what was assumed."""


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game or position of a file: where it stands, ``games.ggf, game 3``, and the position that it comes to."""

    where: str
    number: int
    """The number of its line, or of the game in its file; from 1."""
    given: GivenPosition
    record: Record | None = None
    """The record of the game; None where the file has nothing but moves."""
    tree: Node | None = None
    """The root of its SGF tree, with its variations."""
    kind: Kind = "lines"
    """The kind of its file."""


@dataclass(frozen=True, slots=True)
class WthorNames:
    """What WTHOR's games name by numbers, from the files beside them; empty where there are none."""

    players: Sequence[str] = ()
    tournaments: Sequence[str] = ()


Found = Iterator[FoundGame | WrongInput]
"""Games; what cannot be read comes as an error in its place."""


def reading_of(client: Client, arguments: Namespace, warn: Callable[[str], None] = complain) -> Reading:
    """The settings by which records are read, from the options of a command."""
    return Reading(typed_notation(client, arguments), arguments.encoding, warn)


# --- whole files ----------------------------------------------------------------------------------


def read_games(path: Path, reading: Reading = Reading()) -> Found:
    """The games of a file. Raises WrongInput when the whole file cannot be read, or holds none."""
    yield from games_in(read_bytes(path), str(path), reading, partial(wthor_names, path.parent, reading))


def read_input_games(reading: Reading = Reading()) -> Found:
    """The games of standard input; of lines each as soon as it is there."""
    source = sys.stdin.buffer
    first = source.readline(LONGEST)
    if kind_of(first) != "lines" or foreign(first):
        yield from games_in(first + _rest(len(first)), "", reading)
        return
    found = _positions(read_problems(_decoded(chain([first] if first else [], source), reading)), "", reading)
    first_found = next(found, None)
    if first_found is None:
        raise WrongInput("standard input: there is no position in it")
    yield from chain([first_found], found)


def _decoded(lines: Iterable[bytes], reading: Reading) -> Iterator[str]:
    """Lines as they come; the first time that a charset is guessed, or wrong, that is said."""
    told = False
    for number, line in enumerate(lines, 1):
        decoded = decode(line, reading.encoding)
        if decoded.warning and not told:
            _said(decoded, f"line {number}", reading)
            told = True
        yield decoded.text


def games_of(name: str, reading: Reading, *, at_once: bool = False) -> Found:
    """The games of a file, or for ``-`` of standard input; ``at_once``: of lines each as soon as it is there, so that
    none goes on with the one before it.
    """
    if name != STDIN:
        return read_games(Path(name), reading)
    return read_input_games(reading) if at_once else games_in(_rest(0), "", reading)


def games_in(data: bytes, source: str, reading: Reading, names: Callable[[], WthorNames] = WthorNames) -> Found:
    """The games of a file's content, as :func:`read_games`; ``source`` is what the file is called, if anything, and
    ``names`` gives those that WTHOR counts.
    """
    if looks_like := foreign(data):
        raise WrongInput(_told(source, f"no record: it looks like {looks_like}"))
    match kind_of(data):
        case "wthor":
            games = _wthor(data, source, names())
        case "ggf":
            games = _records("ggf", ggf.games_of(_text(data, source, reading)), source, reading)
        case "pgn":
            games = _records("pgn", read_pgn(_text(data, source, reading)), source, reading)
        case "sgf":
            games = _sgf(_said(decode_sgf(data, reading.encoding), source, reading), source, reading)
        case "lines":
            games = _lines(_text(data, source, reading), source, reading)
    first = next(games, None)
    if first is None:
        raise WrongInput(_told(source, "there is no game in it"))
    yield from chain([first], games)


def wthor_names(folder: Path, reading: Reading) -> WthorNames:
    """The names in WTHOR's files of players and of tournaments, where they are beside its games."""
    return WthorNames(
        _names(folder, ".jou", wthor.PLAYER_BYTES, reading), _names(folder, ".trn", wthor.TOURNAMENT_BYTES, reading)
    )


def _names(folder: Path, suffix: str, width: int, reading: Reading) -> Sequence[str]:
    path = next((path for path in sorted(folder.iterdir()) if path.suffix.lower() == suffix), None)
    if path is None:
        return ()
    try:
        data = read_bytes(path)
        names, warning = wthor.read_names(data, width, reading.encoding)
        for told in filter(None, (warning, wthor.fault_of(data, width))):
            reading.warn(f"{path}: {told}")
    except (RecordError, WrongInput) as error:
        reading.warn(str(error) if isinstance(error, WrongInput) else f"{path}: {error}")
        return ()
    return names


def _rest(read: int) -> bytes:
    """All of standard input, of which so many bytes were read before. Raises WrongInput."""
    data = sys.stdin.buffer.read(LONGEST + 1 - read)
    if read + len(data) > LONGEST:
        raise WrongInput(f"standard input: it has more than {LONGEST >> 20} MiB")
    return data


def _text(data: bytes, source: str, reading: Reading) -> str:
    """The text of a file, with lines ended as they are here."""
    text = _said(decode(data, reading.encoding), source, reading)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _said(decoded: Decoded, source: str, reading: Reading) -> str:
    if decoded.warning:
        hint = " (--encoding says another)" if decoded.guessed else ""
        reading.warn(_told(source, decoded.warning + hint))
    return decoded.text


def _wthor(data: bytes, source: str, names: WthorNames) -> Found:
    try:
        year, games = wthor.read_header(data).year, wthor.games_of(data)
        for number, game in enumerate(games, 1):
            where = _place(source, "game", number)
            if isinstance(game, RecordError):
                yield WrongInput(f"{where}: {game}")
                continue
            black, white = (_name(names.players, index) for index in (game.black, game.white))
            event = _name(names.tournaments, game.tournament)
            record = Record(
                8,
                8,
                black=black,
                white=white,
                result=wthor.result_of(game.black_discs),
                properties={"DT": f"{year}"} | ({"EV": event} if event else {}),
            )
            yield FoundGame(where, number, GivenPosition(moves=game.moves), record, kind="wthor")
    except RecordError as error:
        raise WrongInput(_told(source, str(error))) from error
    if fault := wthor.fault_of(data):
        yield WrongInput(_told(source, fault))


def _name(names: Sequence[str], index: int) -> str:
    return names[index] if index < len(names) else ""


def _records(kind: Kind, games: Iterable[Record | RecordError], source: str, reading: Reading) -> Found:
    for number, game in enumerate(games, 1):
        where = _place(source, "game", number)
        if isinstance(game, RecordError):
            yield WrongInput(f"{where}: {game}")
        else:
            for note in game.notes:
                reading.warn(f"{where}: {note}")
            yield FoundGame(where, number, _given(game), game, kind=kind)


def _sgf(text: str, source: str, reading: Reading) -> Found:
    number = 0
    try:
        for number, tree in enumerate(read_trees(text), 1):
            where = _place(source, "game", number)
            try:
                record = record_of(tree)
            except RecordError as error:
                yield WrongInput(f"{where}: {error}")
            else:
                for note in record.notes:
                    reading.warn(f"{where}: {note}")
                yield FoundGame(where, number, _given(record), record, tree, "sgf")
    except RecordError as error:
        where = _place(source, "game", number + 1)
        yield WrongInput(f"{where}: {error}; the games after it are not read")


def _lines(text: str, source: str, reading: Reading) -> Found:
    """The positions of lines. Raises WrongInput where most of the first are nothing like one, or all at fault."""
    problems = gathered(undrawn(read_problems(_split(text))))
    first = list(islice(problems, MOST_FAULTS))
    if first and 2 * sum(resembles_position(line) for _, line in first) < len(first):
        raise WrongInput(_told(source, "no record: it looks like text without moves or boards"))
    found = list(_positions(first, source, reading))
    faults = [game for game in found if isinstance(game, WrongInput)]
    if len(faults) == MOST_FAULTS:
        raise WrongInput(f"{faults[0]}; no record, it seems: the rest is not read")
    yield from chain(found, _positions(problems, source, reading))


def _split(text: str) -> Iterator[str]:
    """The lines of a text, one at a time."""
    at = 0
    while at < len(text):
        end = text.find("\n", at) % (len(text) + 1)  # without a further line: the end of the text
        yield text[at:end]
        at = end + 1


def _positions(problems: Iterable[tuple[int, str]], source: str, reading: Reading) -> Found:
    for number, line in problems:
        where = _place(source, "line", number)
        try:
            given = read_position(line, reading.notation)
        except ValueError as error:
            yield WrongInput(f"{where}: {error}")
        else:
            if given.assumed:
                reading.warn(f"{where}: {given.assumed}")
            yield FoundGame(where, number, given)


def _given(record: Record) -> GivenPosition:
    return GivenPosition(record.start, record.transcript, variant=record.variant)


def _place(source: str, what: str, number: int) -> str:
    return f"{source}, {what} {number}" if source else f"{what} {number}"


def _told(source: str, what: str) -> str:
    return f"{source}: {what}" if source else what
