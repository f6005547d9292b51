"""The files of the user who started this process: what a GUI on standard input may have read and written."""

from __future__ import annotations

from pathlib import Path

from ...files import read_regular

LONGEST = 32 << 20
"""Bytes; a longer file is not read."""


class LocalFiles:
    """See :class:`engined_protocol.gtp.sgf.Files`. Paths are as a shell's: ``~`` is the user's folder."""

    def read(self, path: str) -> bytes:
        """See :class:`Files`."""
        return read_regular(Path(path).expanduser(), LONGEST)

    def write(self, path: str, text: str) -> None:
        """See :class:`Files`."""
        Path(path).expanduser().write_text(text, encoding="utf-8")
