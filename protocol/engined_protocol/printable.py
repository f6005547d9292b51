"""Text of others on a terminal: whatever a file, a message or a declaration says, none of it is obeyed there.

Both command lines put a :class:`Guarded` stream in the place of standard output and standard error where these are
terminals. So all text is shown by :func:`printable_lines`, that of commands to come too; only what we draw ourselves
goes past that, by :func:`own`.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from io import RawIOBase, TextIOBase, TextIOWrapper
from typing import TextIO, cast
from unicodedata import category

_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of Unicode: what controls a terminal or the direction of text, halves of characters, ends of lines."""


class _Signs(dict[int, str]):
    """A table for ``str.translate``: a sign of one column for each character that is obeyed, but those to be kept."""

    def __init__(self, keep: str = "") -> None:
        super().__init__({ord(character): character for character in keep})

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        if category(sign) in _OBEYED:
            sign = chr(0x2400 + code) if code < 0x20 else "␡" if code == 0x7F else "\ufffd"
        self[code] = sign
        return sign


_ONE_LINE = _Signs()
_LINES = _Signs(keep="\n\t")


def printable(text: str) -> str:
    """A text as a terminal can show it on one line: as long as it was, with ``␛`` for the escape character."""
    return text.translate(_ONE_LINE)


def printable_lines(text: str) -> str:
    """The same of several lines."""
    return text.translate(_LINES)


class Guarded(TextIOBase):
    """A terminal that obeys nothing in what is written here, also as bytes into its ``buffer``."""

    def __init__(self, behind: TextIO) -> None:
        self.behind = behind
        self.buffer = _Bytes(self)

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the terminal."""
        return self.behind.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """How the terminal treats what cannot be encoded."""
        return self.behind.errors

    def write(self, text: str) -> int:
        """Have it shown; characters that the terminal's encoding lacks come as their numbers."""
        shown = printable_lines(text)
        self.behind.write(shown.encode(self.encoding, "backslashreplace").decode(self.encoding))
        return len(text)

    def flush(self) -> None:
        """Show what waits."""
        self.behind.flush()

    def isatty(self) -> bool:
        """Yes."""
        return self.behind.isatty()

    def fileno(self) -> int:
        """The descriptor of the terminal."""
        return self.behind.fileno()

    def writable(self) -> bool:
        """Yes."""
        return True


class _Bytes(RawIOBase):
    """Takes UTF-8 for a guarded stream."""

    def __init__(self, text: Guarded) -> None:
        self._text = text
        self._decoder = getincrementaldecoder("utf-8")("replace")

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self._text.write(self._decoder.decode(data))
        return len(data)

    def flush(self) -> None:
        self._text.flush()

    def writable(self) -> bool:
        return True


def guarded(stream: TextIO) -> TextIO:
    """The stream, guarded if it is a terminal. Pipes and files get what was written, unchanged; in place of a character
    that their encoding lacks, its number.
    """
    there: TextIO | None = stream  # Python has none where it was closed
    if isinstance(there, TextIOWrapper):
        there.reconfigure(errors="backslashreplace")
    return cast(TextIO, Guarded(stream)) if there is not None and there.isatty() else stream


def own(stream: TextIO) -> TextIO:
    """The terminal behind a guarded stream, for what draws by escape codes of ours. What comes from elsewhere is to be
    made :func:`printable` before it is drawn so.
    """
    there: object = stream
    return there.behind if isinstance(there, Guarded) else stream
