"""Book files: a line that says what book it is, then a line for each position, all in JSON.

Only positions, games and analyses count when a file is read; what positions are worth is written for its readers.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from engined_protocol.messages import BookEntry
from engined_protocol.values import fault
from engined_protocol.words import counted

from ..drawing.text import number_text
from ..notation import Notation
from ..terminal.command import WrongInput, write_bytes, write_lines

VERSION = 1

T = TypeVar("T")


class BookFileHeader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a book file."""

    engined_book: int
    """Version of the format."""
    variant: str
    digest: str
    """The digest of the variant that the book is of."""


_encoder = msgspec.json.Encoder()


def write_book(
    path: Path, variant: str, digest: str, entries: Iterable[BookEntry], people: Notation | None = None
) -> None:
    """Write a file, in a notation one for people, or nothing if that fails midway: an older file of that name stays.

    Raises WrongInput when it cannot be written.
    """
    write_lines(path, json_lines(variant, digest, entries) if people is None else text_lines(entries, people))


def json_lines(variant: str, digest: str, entries: Iterable[BookEntry]) -> Iterator[str]:
    """The lines of a book file."""
    yield _encoder.encode(BookFileHeader(engined_book=VERSION, variant=variant, digest=digest)).decode()
    for entry in entries:
        yield _encoder.encode(entry).decode()


def write_packed(path: Path, variant: str, digest: str, packed: Iterable[bytes]) -> None:
    """Write a file of positions as a daemon keeps them (:mod:`engined.book.given` reads it), or nothing if that fails
    midway. Raises WrongInput when it cannot be written.
    """
    header = _encoder.encode({"engined_nodes": VERSION, "variant": variant, "digest": digest}) + b"\n"
    body = msgspec.msgpack.encode([msgspec.Raw(pair) for pair in packed])
    write_bytes(path, header + zlib.compress(body, 9))


def text_lines(entries: Iterable[BookEntry], notation: Notation) -> Iterator[str]:
    """The positions for people, early ones first: games, what each is worth, and the moves as they were analysed."""
    for entry in sorted(entries, key=lambda entry: (-entry.position.count("."), entry.position)):
        worth = "not analysed"
        if entry.score is not None:
            away = f", {counted(entry.plies, 'ply', 'plies')} on" if entry.plies else ""
            worth = f"{number_text(entry.score, entry.source)} {entry.source}, depth {entry.depth}{away}"
        moves = " ".join(f"{notation.write(leaf.move)} {number_text(leaf.score, leaf.kind)}" for leaf in entry.leaves)
        yield f"{entry.position}  games {entry.games}  {worth}  {moves}".rstrip()


def read_header(path: Path) -> BookFileHeader:
    """What book a file is. Raises WrongInput when it is none."""
    try:
        with path.open("rb") as file:
            header = _read_line(file.readline(), BookFileHeader)
    except OSError as error:
        raise WrongInput(f"{path}: {error.strerror or error}") from error
    except WrongInput as error:
        raise WrongInput(f"{path}: not a book, as `engined book export` writes it: line 1: {error}") from error
    if header.engined_book != VERSION:
        raise WrongInput(f"{path} is of version {header.engined_book}; this program knows {VERSION}")
    return header


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """A position and where it stands: ``my.book, line 3``."""

    where: str
    entry: BookEntry


def read_entries(path: Path) -> Iterator[FoundEntry | WrongInput]:
    """The positions of a book file; a line that cannot be read comes as an error in its place.

    Raises WrongInput when the file cannot be read on.
    """
    try:
        with path.open("rb") as file:
            file.readline()
            for number, line in enumerate(file, 2):
                where = f"{path}, line {number}"
                try:
                    yield FoundEntry(where, _read_line(line, BookEntry))
                except WrongInput as error:
                    yield WrongInput(f"{where}: {error}")
    except OSError as error:
        raise WrongInput(f"{path}: {error.strerror or error}") from error


def _read_line(line: bytes, kind: type[T]) -> T:
    """What a line holds. Raises WrongInput."""
    try:
        plain = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WrongInput("this is not a line of a book") from error
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        found = fault(error, kind, plain)
        raise WrongInput(f"{found.field}: {found.message}" if found.field else found.message) from error
