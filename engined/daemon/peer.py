"""A peer that speaks text: bytes in, lines to its dialogue, and what the dialogue wants done."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engined_protocol.dialogue import Dialogue, Output
from engined_protocol.messages import AnyReply

LONGEST_LINE = 1 << 20
"""Bytes; a longer line is refused, and skipped to its end."""

Choose = Callable[[str], Dialogue]
"""From the first line to the dialogue that it begins."""


class LineSplitter:
    """Cuts a stream of bytes into lines, however it is chopped up."""

    def __init__(self, longest: int = LONGEST_LINE) -> None:
        self._longest = longest
        self._rest = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> Iterator[bytes | None]:
        """The lines that ``data`` completes, without newlines; None in place of one that is too long."""
        *whole, tail = data.split(b"\n")
        for piece in whole:
            yield from self._add(piece)
            if not self._skipping:
                yield bytes(self._rest)
            self._rest.clear()
            self._skipping = False
        yield from self._add(tail)

    def end(self) -> Iterator[bytes]:
        """The last line, if it has no newline."""
        if self._rest:
            yield bytes(self._rest)
        self._rest.clear()

    def _add(self, piece: bytes) -> Iterator[None]:
        """Make a line longer; a None says, once, that it has become too long."""
        if self._skipping:
            return
        self._rest += piece
        if len(self._rest) > self._longest:
            self._skipping = True
            self._rest.clear()
            yield None


class TextPeer:
    """One conversation in text. The first line that is not blank decides which dialogue it is."""

    def __init__(self, choose: Choose, on_bad_text: Callable[[], None]) -> None:
        self._choose = choose
        self._on_bad_text = on_bad_text
        self._splitter = LineSplitter()
        self._dialogue: Dialogue | None = None

    def receive(self, data: bytes) -> Iterator[Output]:
        """Take bytes; after each line, what it brings about."""
        for line in self._splitter.feed(data):
            yield self._take(line)

    def end(self) -> Iterator[Output]:
        """The input has ended: a last line without a newline counts."""
        for line in self._splitter.end():
            yield self._take(line)
        yield self._dialogue.end() if self._dialogue is not None else Output(closed=True)

    def reply(self, reply: AnyReply) -> Output:
        """Take a reply to a request of this conversation."""
        return self._dialogue.reply(reply) if self._dialogue is not None else Output()

    def _take(self, line: bytes | None) -> Output:
        text = "" if line is None else self._decode(line).rstrip("\r")
        if self._dialogue is None:
            if line is not None and not text.strip():
                return Output()
            self._dialogue = self._choose(text)
        if line is None:
            return self._dialogue.refuse(f"a line has at most {LONGEST_LINE} bytes")
        return self._dialogue.receive(text)

    def _decode(self, line: bytes) -> str:
        """Bytes that are not UTF-8 become U+FFFD: the dialogue will not know such a word, but it goes on."""
        try:
            return line.decode()
        except UnicodeDecodeError:
            self._on_bad_text()
            return line.decode(errors="replace")
