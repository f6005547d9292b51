"""Positions as people write them: transcripts of moves, boards as text, and OBF problem files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engined_protocol.notation import PASS, half_width, split_transcript
from engined_protocol.records.board_text import SYMBOLS, is_board, read_board, split_board, split_moves
from engined_protocol.records.obf import read_scores

from ..notation import PROTOCOL, Notation

START = "start"
"""The word for a variant's own start position, where a line without any would be skipped."""

LONGEST_LINE = 100_000
"""Characters of one position."""

_NUMBERED = re.compile(r"\s*(\d{1,3})\s*\.", re.ASCII)
_RESEMBLES = re.compile(
    r"(?:\d{1,3}\s*\.+\s*)?(?:[a-z]\d{1,2}(?![a-z]{2})|--|@@|pass\b|start$|[-.*xo\u25cf\u25cb]{4})",
    re.IGNORECASE | re.ASCII,
)
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_COLUMNS = re.compile(r"\s*[a-z](?:\s+[a-z]){3,25}\s*", re.IGNORECASE | re.ASCII)
_CELL = rf"[{re.escape(''.join(SYMBOLS))}BWbw:]"
_ROW = re.compile(rf"\s*\d{{1,2}}\s*[|:]?\s+({_CELL}(?:\s*{_CELL}){{3,25}})\s*\|?\s*(?:\d{{1,2}})?\s*", re.ASCII)
_MOVER = re.compile(r"\s*(?:(black|white|黒|白)(?![a-z]).*|([xo*●○])\s*)", re.IGNORECASE)
_WHITES = frozenset({"white", "o", "白", "○"})
_BOARD = 16
"""Cells of a small board."""
_SYMBOLS = 6
"""The number of characters that a board can have: four colours, an empty cell and a hole."""
_WHOLE_LINE = 8
"""Moves of a line that may be one of several on which a transcript is written."""


@dataclass(frozen=True, slots=True)
class GivenPosition:
    """A position as the daemon takes it: ``start`` (``None``: the variant's own) and moves played from it."""

    start: str | None = None
    moves: tuple[str, ...] = ()
    expected: Mapping[str, int] = field(default_factory=dict)
    """Known scores of moves in discs from the mover's view, where the text has them (OBF)."""
    variant: str = ""
    """The name of what is played, where a record says it."""
    assumed: str = ""
    """The reading that was assumed where the text leaves something open, in words."""


def read_position(text: str, notation: Notation = PROTOCOL) -> GivenPosition:
    """Read a transcript (``f5d6c3``) in a notation, a board with its mover (``---X... X``), a board and moves, or an
    OBF line, which has the squares of messages; ``start`` is the start position. Raises ValueError saying what could
    not be read.
    """
    content = text.partition("%")[0].strip()
    if len(content) > LONGEST_LINE:
        raise ValueError(f"a position of {len(content)} characters; at most {LONGEST_LINE} are read")
    if not content:
        raise ValueError(f"there is no position; `{START}` is the start position")
    if content.lower() == START:
        return GivenPosition()
    if _is_transcript(content.partition(";")[0].strip()):
        return GivenPosition(moves=notation.read_moves(content.rstrip(";")))
    board, rest = split_moves(content)
    start, mover_said = read_board(board)
    assumed = "" if mover_said else "it is not said who moves: Black"
    if ":" in rest:
        return GivenPosition(start, expected=read_scores(rest), assumed=assumed)
    return GivenPosition(start, notation.read_moves(rest.rstrip(";")), assumed=assumed)


def read_problems(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The positions of a problem file as (line number from 1, text).

    Empty lines, and those that hold only a comment, are skipped.
    """
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith("%"):
            yield number, text


def undrawn(problems: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The same, with what boards are drawn with taken off: letters of columns, numbers of rows, blanks between cells,
    dots for legal moves; and a line below that says whose turn it is as the disc of that colour.
    """
    in_board = False
    for number, line in problems:
        text = half_width(line)
        if _COLUMNS.fullmatch(text) and "".join(text.split()).lower() == _ALPHABET[: len(text.split())]:
            continue
        if row := _ROW.fullmatch(text):
            in_board = True
            yield number, "".join(row[1].split()).replace(":", ".")
        elif in_board and (mover := _MOVER.fullmatch(text)):
            in_board = False
            yield number, "O" if (mover[1] or mover[2]).lower() in _WHITES else "X"
        else:
            in_board = False
            yield number, line


def gathered(problems: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The same, with what is written on several lines in one, by the number of the first: a transcript that goes on,
    and a board row by row.
    """
    number, last, held, cells = 0, 0, "", frozenset[str]()
    for at, line in problems:
        own = _cells(line)
        if (
            held
            and at == last + 1
            and len(held) < LONGEST_LINE
            and (_is_next_row(held, line) or _goes_on(cells, line, own))
        ):
            held, cells, last = f"{held} {line}", cells | own, at
            continue
        if held:
            yield number, held
        number, last, held, cells = at, at, line, own
    if held:
        yield number, held


def resembles_position(line: str) -> bool:
    """Whether a line begins as a position does, whatever comes then; a board has few symbols, in any letters."""
    text = half_width(line.partition("%")[0]).strip()
    squares = "".join(text.partition(";")[0].split())
    return _RESEMBLES.match(text) is not None or (len(squares) >= _BOARD and len(set(squares.lower())) <= _SYMBOLS)


def _goes_on(before: frozenset[str], line: str, own: frozenset[str]) -> bool:
    """Whether a line goes on with the game that has placed on these cells: its first move has a number, or no cell is
    played twice, which of games that begin alike is never so.
    """
    if not before or not own:
        return False
    if numbered := _NUMBERED.match(line):
        return int(numbered[1]) > 1
    return len(before) >= _WHOLE_LINE and not before & own


def _cells(line: str) -> frozenset[str]:
    """Where a transcript places; empty where a line is none, or places on a cell twice."""
    if len(line) > LONGEST_LINE or not _has_moves(line):
        return frozenset()
    try:
        moves = [move for move in split_transcript(line) if move != PASS]
    except ValueError:
        return frozenset()
    return frozenset(moves) if len(set(moves)) == len(moves) else frozenset()


def _is_next_row(before: str, line: str) -> bool:
    """Whether a line is the next row of a board, or names the mover below it."""
    first = before.split()[0]
    rows = "".join(before.split())
    if is_board(first) or not all(map(SYMBOLS.__contains__, rows + line.strip())):
        return False
    size = len(first) ** 2
    return (len(rows) < size and len(line) == len(first)) or (len(rows) == size and len(line) == 1)


def _has_moves(text: str) -> bool:
    """Moves have row numbers and boards have none."""
    return any(character.isdigit() for character in text)


def _is_transcript(text: str) -> bool:
    """Whether a text is moves alone; without numbers only passes are."""
    if _has_moves(text):
        return not split_board(text)[0]
    try:
        split_transcript(text)
    except ValueError:
        return False
    return True
