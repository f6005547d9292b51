"""Positions as people write them: transcripts of moves, boards as text, and OBF problem files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engined_protocol.notation import PASS, PASS_PATTERN, is_pass, split_transcript

from .notation import PROTOCOL, Notation

_SCORED_MOVE = re.compile(rf"\s*([A-Za-z]\d{{1,2}}|{PASS_PATTERN})\s*:\s*([+-]?\d+)\s*;?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GivenPosition:
    """A position as the daemon takes it: ``start`` (``None``: the variant's own) and moves played from it."""

    start: str | None = None
    moves: tuple[str, ...] = ()
    expected: Mapping[str, int] = field(default_factory=dict)
    """Known scores of moves in discs from the mover's view, where the text has them (OBF)."""
    variant: str = ""
    """The name of what is played, where a record says it."""


def read_position(text: str, notation: Notation = PROTOCOL) -> GivenPosition:
    """Read a transcript (``f5d6c3``) in a notation, a board with its mover (``---X... X``), a board and moves after a
    semicolon, or an OBF line, which has the squares of messages. Raises ValueError saying what could not be read.
    """
    head, semicolon, tail = text.partition("%")[0].partition(";")
    if not head.strip() or _is_transcript(head):
        return GivenPosition(moves=notation.read_moves(text.partition("%")[0].strip().rstrip(";")))
    start = head.strip().replace("-", ".")
    if not semicolon or not tail.strip():
        return GivenPosition(start)
    if ":" not in tail:
        return GivenPosition(start, notation.read_moves(tail.strip().rstrip(";")))
    return GivenPosition(start, expected=_read_scores(tail))


def read_problems(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The positions of a problem file as (line number from 1, text).

    Lines that hold only a comment are skipped; an empty line is the start position.
    """
    for number, line in enumerate(lines, start=1):
        text = line.rstrip("\r\n")
        if not text.lstrip().startswith("%"):
            yield number, text


def _is_transcript(text: str) -> bool:
    """Moves have row numbers and boards have none; without a number only passes are moves."""
    if any(character.isdigit() for character in text):
        return True
    try:
        split_transcript(text)
    except ValueError:
        return False
    return True


def _read_scores(text: str) -> dict[str, int]:
    scores: dict[str, int] = {}
    at = 0
    while text[at:].strip(" ;"):
        match = _SCORED_MOVE.match(text, at)
        if match is None:
            raise ValueError(f"not a scored move such as `A2:+38;`: {text[at : at + 20].strip()!r}")
        scores[PASS if is_pass(match[1]) else match[1].lower()] = int(match[2])
        at = match.end()
    return scores
