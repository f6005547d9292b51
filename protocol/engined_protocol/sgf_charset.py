"""The bytes of an SGF file as text: by the charset that it declares, else as UTF-8, else as Latin-1."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_OPENING = re.compile(rb"\(\s*;\s*")
_DECLARED = re.compile(
    rb"(?:(?!CA\s*\[)[A-Za-z]+\s*(?:\[(?:[^\]\\]|\\.)*+\]\s*)+)*+CA\s*\[\s*([\w:.-]{1,40})\s*\]", re.DOTALL
)
"""After the opening of the first node, what its other properties are."""
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_GRAMMAR = "(;CA[])\\"
_NO_CHARSETS = frozenset({"idna", "punycode", "raw_unicode_escape", "unicode_escape", "utf-7"})
"""Encodings that Python knows and no file is written in."""


class Decoded(NamedTuple):
    """A file's text, and what was wrong with its charset: empty if nothing was."""

    text: str
    warning: str = ""


def decode_sgf(data: bytes) -> Decoded:
    """The text of a file. Where it is not what it says, a warning names the line, the column and the byte.

    >>> decode_sgf("(;CA[Shift_JIS]PB[本因坊])".encode("shift_jis")).text
    '(;CA[Shift_JIS]PB[本因坊])'
    """
    warnings: list[str] = []
    for charset in _charsets(data, warnings):
        try:
            return Decoded(data.decode(charset), "; ".join(warnings))
        except UnicodeDecodeError as error:
            row = data.count(b"\n", 0, error.start) + 1
            column = error.start - data.rfind(b"\n", 0, error.start)
            warnings.append(f"not {charset.upper()}: byte 0x{data[error.start]:02x} in line {row}, column {column}")
    return Decoded(data.decode("latin-1"), "; ".join([*warnings, "read as LATIN-1"]))


def _charsets(data: bytes, warnings: list[str]) -> list[str]:
    """What to try, in this order."""
    for mark, charset in _MARKS:
        if data.startswith(mark):
            return [charset]
    opening = _OPENING.search(data)
    declared = _DECLARED.match(data, opening.end()) if opening else None
    if declared is None:
        return ["utf-8"]
    name = declared[1].decode("ascii", "replace")
    try:
        known = codecs.lookup(name).name not in _NO_CHARSETS and _GRAMMAR.encode("ascii").decode(name) == _GRAMMAR
    except (LookupError, UnicodeError):
        known = False
    if not known:
        warnings.append(f"the charset {name!r} is not known")
    return list(dict.fromkeys([name.lower(), "utf-8"])) if known else ["utf-8"]
