"""Where in a TOML text a field stands: tomllib tells what was written, not on which line."""

from __future__ import annotations

import re

Path = tuple[str, ...]
"""A field by its keys from the top, e.g. ``("board", "drawing")``."""

_DEEPEST = 8
"""No field lies deeper than this."""

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_KEYS = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"\s*\[\[?\s*({_KEYS})\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(rf"\s*({_KEYS})[ \t]*=[ \t]*")
_QUOTED = re.compile(r""""(?:[^"\\]|\\.)*"|'[^']*'|#.*""")


class TomlLines:
    """The lines of a text, by field."""

    def __init__(self, text: str) -> None:
        self._line: dict[Path, int] = {}
        self._first_row: dict[Path, int] = {}
        self._scan(text.split("\n"))

    def of(self, path: Path, row: int | None = None) -> int | None:
        """The line (from 1) of a field, or of the nearest table around it that was written; with ``row``, of
        that row of a multi-line string. None when nothing of it was written.
        """
        if row is not None and path in self._first_row:
            return self._first_row[path] + row
        while path:
            if path in self._line:
                return self._line[path]
            path = path[:-1]
        return None

    def _scan(self, lines: list[str]) -> None:
        table: Path = ()
        at = 0
        while at < len(lines):
            if header := _HEADER.match(lines[at]):
                table = _split(header[1])
                self._note(table, at + 1)
            elif key := _KEY.match(lines[at]):
                path = table + _split(key[1])
                self._note(path, at + 1)
                at = self._skip_value(path, lines, at, key.end())
            at += 1

    def _note(self, path: Path, line: int) -> None:
        for length in range(1, min(len(path), _DEEPEST) + 1):
            self._line.setdefault(path[:length], line)

    def _skip_value(self, path: Path, lines: list[str], at: int, column: int) -> int:
        """Index of the line on which the value that begins here ends."""
        rest = lines[at][column:]
        for quotes in ('"""', "'''"):
            if rest.startswith(quotes):
                # TOML drops a newline right after the opening quotes.
                self._first_row[path] = at + 1 if rest[3:].strip("\r") else at + 2
                rest = rest[3:]
                while quotes not in rest and at + 1 < len(lines):
                    at += 1
                    rest = lines[at]
                return at
        if rest.startswith("["):
            depth = _depth(rest)
            while depth > 0 and at + 1 < len(lines):
                at += 1
                depth += _depth(lines[at])
        return at


def _split(keys: str) -> Path:
    return tuple(part.strip("\"'") for part in re.findall(_PART, keys))


def _depth(line: str) -> int:
    bare = _QUOTED.sub("", line)
    return bare.count("[") - bare.count("]")
