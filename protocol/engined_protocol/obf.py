"""OBF, the text form of Othello positions with known scores (Edax, FForum), and bare boards as text.

A line is a board, the mover, and scored moves: ``--XXXXX--OOO... X; G8:+18; H1:+12;``. Everything after
``%`` is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from .notation import PASS, PASS_PATTERN, is_pass
from .record import BLACK, WHITE, RecordError

CELLS = 64
"""Of Othello's own board."""

_SYMBOLS = {**dict.fromkeys("xX*bB", BLACK), **dict.fromkeys("oO0wW", WHITE), **dict.fromkeys("-._", ".")}
_SCORE = re.compile(
    rf"(?P<move>[a-z]\d{{1,2}}|{PASS_PATTERN})\s*:\s*(?P<score>[+-]?\d{{1,4}}(?:\.\d{{1,4}})?)",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class ScoredPosition:
    """A position as a request's ``start`` takes it, and known scores of moves in discs, the mover's view."""

    start: str
    scores: Mapping[str, float] = field(default_factory=dict)
    comment: str = ""

    @property
    def best(self) -> float | None:
        """The score of the position, if any move's is known."""
        return max(self.scores.values(), default=None)


def read_obf(lines: Iterable[str], cells: int = CELLS) -> Iterator[tuple[int, ScoredPosition]]:
    """The positions of a file with their line numbers, from 1. Lines without a position are skipped.

    Raises RecordError naming the line and the place in it.
    """
    for number, line in enumerate(lines, start=1):
        if line.partition("%")[0].strip():
            try:
                yield number, parse_obf(line, cells)
            except RecordError as error:
                raise RecordError(error.message, f"line {number}, {error.where}") from error


def parse_obf(line: str, cells: int = CELLS) -> ScoredPosition:
    """One line. Raises RecordError."""
    text, _, comment = line.partition("%")
    board, *entries = text.split(";")
    scores: dict[str, float] = {}
    for number, entry in enumerate(entries, start=1):
        if not entry.strip():
            continue
        match = _SCORE.fullmatch(entry.strip())
        if match is None:
            raise RecordError(f"not a scored move such as A2:+38: {entry.strip()[:20]!r}", f"entry {number}")
        move = PASS if is_pass(match["move"]) else match["move"].lower()
        scores[move] = float(match["score"])
    return ScoredPosition(parse_board(board, cells), scores, comment.strip())


def format_obf(position: ScoredPosition) -> str:
    """The position as one line, best move first."""
    board, mover = position.start[:-1].strip().replace(".", "-"), position.start[-1]
    ranked = sorted(position.scores.items(), key=lambda item: -item[1])
    scores = "".join(f" {move.upper()}:{score:+g};" for move, score in ranked)
    return f"{board} {mover};{scores}" + (f" % {position.comment}" if position.comment else "")


def parse_board(text: str, cells: int = CELLS) -> str:
    """A board as text, with or without the mover (then Black), as a request's ``start`` takes it.

    Blanks do not matter. Raises RecordError naming the character at fault.
    """
    squares = "".join(text.split())
    if len(squares) not in {cells, cells + 1}:
        raise RecordError(f"{cells} squares and the mover expected, {len(squares)} characters found", "board")
    for number, character in enumerate(squares, start=1):
        if character not in _SYMBOLS:
            raise RecordError(f"{character!r} is not one of X O -", f"board, character {number}")
    board = "".join(_SYMBOLS[character] for character in squares)
    mover = board[cells:] or BLACK
    if mover == ".":
        raise RecordError(f"the mover is X or O, not {squares[-1]!r}", f"board, character {len(squares)}")
    return f"{board[:cells]} {mover}"
