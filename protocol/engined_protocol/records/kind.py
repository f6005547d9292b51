"""What kind of record a file is: its content says that, whatever its name; and what it looks like where it is none."""

from __future__ import annotations

import re
from typing import Literal

from . import wthor

Kind = Literal["sgf", "ggf", "wthor", "pgn", "lines"]
"""``lines``: transcripts, boards or OBF, one a line."""

_GAME = re.compile(rb"\(\s*;")
_TAG = re.compile(rb'(?:\xef\xbb\xbf|%[^\n]*\n|\s+)*+\[\s*[A-Za-z]\w{0,60}\s+"[^\n]{0,1000}"\s*\]')
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""Marks of UTF-16, which no other kind comes in."""
_NAMED = re.compile(rb"GM\s*\[\s*([^\]\s]{1,20})")
_OF_GGF = re.compile(rb"\b(?:TY|BO)\s*\[")
_SEEN = 100_000
"""Bytes in which the beginning of a game is looked for."""

_FORMATS = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"\x1f\x8b", "a gzip archive: unpack it first"),
    (b"PK\x03\x04", "a zip archive: unpack it first"),
    (b"BZh", "a bzip2 archive: unpack it first"),
    (b"\xfd7zXZ", "an xz archive: unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"),
    (b"Rar!", "a RAR archive: unpack it first"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"SQLite format 3", "a database (SQLite)"),
    (b"EDAX", "a file of Edax's own"),
    (b"XADE", "a file of Edax's own"),
)
"""The first bytes of files in other formats, and the names of these."""
_TEXTS = (
    (re.compile(rb"\s*<(?:!doctype\s+html|html)", re.IGNORECASE), "a page of HTML"),
    (re.compile(rb"\s*<\?xml", re.IGNORECASE), "XML"),
    (re.compile(rb'\s*[{\[]\s*["{\[]'), "JSON"),
    (re.compile(rb"#!"), "a script"),
)
_CHESS = re.compile(rb"\b[KQRBN][a-h]?[1-8]?x?[a-h][1-8]\b|\bO-O\b|\b[a-h]x[a-h][1-8]\b")
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x19\x7f]")


def kind_of(data: bytes) -> Kind:
    """The kind of a file's content. Both tree formats begin alike: GGF calls its game by name, SGF by number."""
    if wthor.begins(data):
        return "wthor"
    if _TAG.match(data):
        return "pgn"
    head = data[:_SEEN]
    opening = _GAME.search(head)
    if opening is None:
        return "sgf" if data.startswith(_WIDE) else "lines"
    game = _NAMED.search(head, opening.end())
    if game is None:
        return "ggf" if _OF_GGF.search(head[: head.find(b")", opening.end())], opening.end()) else "sgf"
    return "sgf" if game[1].isdigit() else "ggf"


def foreign(data: bytes) -> str:
    """What a content looks like that is no record for certain, in words; empty where it may be one."""
    for beginning, what in _FORMATS:
        if data.startswith(beginning):
            return what
    head = data[:_SEEN]
    for pattern, what in _TEXTS:
        if pattern.match(head) and kind_of(data) == "lines":
            return what
    kind = kind_of(data)
    if kind == "pgn" and _CHESS.search(head):
        return "games of chess"
    if kind in ("lines", "ggf", "pgn") and len(_CONTROLS.findall(head)) > len(head) // 100:
        return "binary data"
    return ""
