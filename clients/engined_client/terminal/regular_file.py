"""Files that are read as a whole: regular ones, up to a size. No pipe is waited for, no device read for ever."""

from __future__ import annotations

import os
import stat
from errno import EISDIR
from pathlib import Path

LONGEST = 32 << 20
"""Bytes of a record; a longer one is not read."""


def read_regular(path: Path, most: int | None = LONGEST) -> bytes:
    """The content of a regular file of at most so many bytes. Raises OSError, or ValueError saying why not."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(descriptor, "rb") as file:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if not stat.S_ISREG(mode):
            raise ValueError("it is no regular file")
        content = file.read(-1 if most is None else most + 1)
    if most is not None and len(content) > most:
        raise ValueError(f"it has more than {most >> 20} MiB")
    return content
