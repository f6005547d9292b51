"""Files that users write: text and TOML, and in plain words what is wrong where one is neither."""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

_PLACE = re.compile(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")

_WORDS = {
    "Cannot declare": "this table is there twice",
    "Cannot mutate": "this adds to a table or a list that is complete",
    "Cannot overwrite": "this key is there twice",
    "Cannot redefine": "this table is there twice",
    "Duplicate inline": "this key is there twice",
    "Expected '='": "after a key comes = and its value",
    "Expected ']": "the name of a table ends with ]",
    "Expected newline": "only one key and its value can stand on a line",
    "Found invalid character": "there is a character that cannot stand here",
    "Illegal character": "there is a character that cannot stand here; a text of several lines has three quotes",
    "Invalid date": "this is no date or time",
    "Invalid initial": "a key is wanted here",
    "Invalid statement": "this is neither a key nor a [table]",
    "Invalid value": "after = comes a value: a number, true or false, a list, or a text in quotes",
    "Unclosed array": "a list has no end: its ] is missing",
    "Unclosed inline": "a table has no end: its } is missing",
    "Unescaped": "a backslash in a text in double quotes is written twice",
    "Unterminated": "a text has no end: its quotes are missing",
    'Expected "': "a text has no end: its quotes are missing",
}
"""The words that tomllib begins its messages with, and what is meant."""


class FileError(ValueError):
    """A file that cannot be used; the message names it and says why."""


class TomlError(ValueError):
    """A text that is not TOML: why, and the line (from 1)."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def read_regular(path: Path, most: int) -> bytes:
    """The content of a regular file of at most so many bytes: no pipe is waited for, no device read for ever.

    Raises OSError, or ValueError saying why not.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise ValueError("it is no regular file")
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"it has more than {most >> 20} MiB")
    return content


def read_text(path: Path) -> str:
    """The text of a file. Raises FileError."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: not UTF-8 text (byte {error.start + 1})") from error


def read_toml(path: Path) -> dict[str, Any]:
    """The keys and values of a TOML file. Raises FileError."""
    try:
        return parse_toml(read_text(path))
    except TomlError as error:
        raise FileError(f"{path}: line {error.line}: {error.message}") from error


def parse_toml(text: str) -> dict[str, Any]:
    """The keys and values of a TOML text. Raises TomlError."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TomlError("the text is nested too deeply", 1) from None
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = int(place["line"]) if place and place["line"] else text.rstrip().count("\n") + 1 if place else 1
        why = next((words for begin, words in _WORDS.items() if str(error).startswith(begin)), "")
        raise TomlError(f"this is not TOML{': ' * bool(why)}{why}", line) from None
