"""Transcripts: ``f5d6c3...``, where wanted with the board they begin from before a semicolon."""

from __future__ import annotations

from typing import NamedTuple

from .notation import split_transcript
from .obf import CELLS, parse_board
from .record import RecordError


class Transcript(NamedTuple):
    """Moves, and the start they are played from (None: the variant's own)."""

    start: str | None
    moves: tuple[str, ...]


def parse_transcript(text: str, cells: int = CELLS) -> Transcript:
    """Read ``f5 d6 c3``, ``1. f5 d6 2. c3``, ``f5d6--c3`` or ``-----...X; f5d6``. Raises RecordError."""
    board, semicolon, moves = text.partition(";")
    if not semicolon:
        board, moves = "", board
    start = parse_board(board, cells) if board.strip() else None
    try:
        return Transcript(start, split_transcript(moves.strip()))
    except ValueError as error:
        raise RecordError(str(error), "transcript") from error


def format_transcript(transcript: Transcript) -> str:
    """The moves without blanks, after the start if there is one."""
    moves = "".join(transcript.moves)
    return moves if transcript.start is None else f"{transcript.start}; {moves}"
