"""OBF, the text form of Othello positions with known scores (Edax, FForum).

A line is a board, the mover, and scored moves: ``--XXXXX--OOO... X; G8:+18; H1:+12;``. Everything after
``%`` is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ..notation import PASS, PASS_PATTERN, is_pass
from .board_text import read_board
from .record import RecordError

_SCORE = re.compile(rf"\s*([A-Za-z]\d{{1,2}}|{PASS_PATTERN})\s*:\s*([+-]?\d{{1,4}})\s*;?", re.IGNORECASE | re.ASCII)


def read_obf(lines: Iterable[str]) -> Iterator[tuple[str, dict[str, int]]]:
    """The positions of a file, each as the ``start`` of a request with the scores of moves; other lines are skipped.

    Raises RecordError naming the line.
    """
    for number, line in enumerate(lines, start=1):
        board, _, scores = line.partition("%")[0].partition(";")
        if board.strip():
            try:
                yield read_board(board).start, read_scores(scores)
            except ValueError as error:
                raise RecordError(str(error), f"line {number}") from error


def read_scores(text: str) -> dict[str, int]:
    """The scores of moves after a board, in discs, the mover's view. Raises ValueError naming what is none.

    >>> read_scores("G8:+18; PA:-4;")
    {'g8': 18, '--': -4}
    """
    scores: dict[str, int] = {}
    at = 0
    while text[at:].strip(" ;"):
        match = _SCORE.match(text, at)
        if match is None:
            raise ValueError(f"not a scored move such as `A2:+38;`: {text[at : at + 20].strip()!r}")
        scores[PASS if is_pass(match[1]) else match[1].lower()] = int(match[2])
        at = match.end()
    return scores


def format_obf(start: str, scores: Mapping[str, float]) -> str:
    """A position, as a request's ``start`` takes it, with the scores of moves: one line, the best move first."""
    board, mover = start[:-1].strip().replace(".", "-"), start[-1]
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    return f"{board} {mover};" + "".join(f" {move.upper()}:{score:+g};" for move, score in ranked)
