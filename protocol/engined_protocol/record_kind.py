"""What kind of record a file is: its content says that, whatever its name."""

from __future__ import annotations

import re
from typing import Literal

from . import wthor
from .record import RecordError

Kind = Literal["sgf", "ggf", "wthor", "lines"]
"""``lines``: transcripts, boards or OBF, one a line."""

_GAME = re.compile(rb"\(\s*;")
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""Marks of UTF-16, which no other kind comes in."""
_NAMED = re.compile(rb"GM\s*\[\s*([^\]\s]{1,20})")
_SEEN = 100_000
"""Bytes in which the beginning of a game is looked for."""


def kind_of(data: bytes) -> Kind:
    """The kind of a file's content. Both tree formats begin alike: GGF calls its game by name, SGF by number."""
    if _is_wthor(data):
        return "wthor"
    head = data[:_SEEN]
    opening = _GAME.search(head)
    if opening is None:
        return "sgf" if data.startswith(_WIDE) else "lines"
    game = _NAMED.search(head, opening.end())
    return "ggf" if game and not game[1].isdigit() else "sgf"


def _is_wthor(data: bytes) -> bool:
    """Whether the header counts the games that there are."""
    try:
        header = wthor.read_header(data)
    except RecordError:
        return False
    return 1 <= header.created[1] <= 12 and len(data) == wthor.HEADER_BYTES + header.games * wthor.GAME_BYTES
