"""A client that speaks text: bytes in, lines to its dialogue, and what the dialogue wants done."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engined_protocol.messages import AnyReply
from engined_protocol.text.dialogue import Dialogue, Output

LONGEST_LINE = 1 << 20
"""Bytes; a longer line is refused, and skipped to its end."""

Choose = Callable[[str], Dialogue]
"""A function from the first line to the dialogue that it begins."""


class TextLine(NamedTuple):
    """A line without its newline. One that is too long has no content and is not whole."""

    content: bytes
    whole: bool = True


class LineBuffer:
    """Bytes as they arrive, out again line by line, however they were chopped up."""

    def __init__(self, longest: int = LONGEST_LINE) -> None:
        self._longest = longest
        self._data = bytearray()
        self._start = 0
        """Where the next line begins."""
        self._searched = 0
        """No newline between there and here."""
        self._skipping = False
        """Whether the next line's beginning was refused already."""

    def __len__(self) -> int:
        return len(self._data) - self._start

    def add(self, data: bytes) -> None:
        """Take more bytes."""
        if self._start > len(self._data) // 2:
            self._drop(self._start)
        self._data += data

    def take(self) -> TextLine | None:
        """The next line; None when it is not complete yet."""
        while (end := self._data.find(b"\n", self._searched)) >= 0:
            content = bytes(self._data[self._start : end])
            self._start = self._searched = end + 1
            skipped, self._skipping = self._skipping, False
            if not skipped:
                return TextLine(content) if len(content) <= self._longest else TextLine(b"", whole=False)
        self._searched = len(self._data)
        if not self._skipping and len(self) <= self._longest:
            return None
        refused = not self._skipping
        self._skipping = True
        self._drop(len(self._data))
        return TextLine(b"", whole=False) if refused else None

    def rest(self) -> TextLine | None:
        """The last line at the end of input, if it has no newline."""
        content = bytes(self._data[self._start :])
        self._drop(len(self._data))
        return TextLine(content) if content else None

    def _drop(self, end: int) -> None:
        del self._data[:end]
        self._start = max(self._start - end, 0)
        self._searched = max(self._searched - end, 0)


class TextConnection:
    """One conversation in text. The first line that is not blank decides which dialogue it is.

    What arrives is kept until :meth:`step` takes it line by line, so that many lines at once do not keep
    everybody else waiting.
    """

    def __init__(self, choose: Choose, report: Callable[[str], None]) -> None:
        """``report`` is told of trouble, in an exception handler where there was an exception."""
        self._choose = choose
        self._report = report
        self._lines = LineBuffer()
        self._dialogue: Dialogue | None = None
        self._finished = False
        self.pending = False
        """Whether :meth:`step` may have something to do."""

    @property
    def ahead(self) -> int:
        """Bytes that wait."""
        return len(self._lines)

    def feed(self, data: bytes) -> None:
        """Take bytes."""
        self._lines.add(data)
        self.pending = True

    def finish(self) -> None:
        """The input has ended: a last line without a newline counts."""
        self._finished = self.pending = True

    def step(self) -> Output:
        """Serve the next line, or the end of the input; what it brings about comes back."""
        return self._guarded(self._step)

    def reply(self, reply: AnyReply) -> Output:
        """Take a reply to a request of this conversation."""
        dialogue = self._dialogue
        return self._guarded(lambda: dialogue.reply(reply)) if dialogue is not None else Output()

    def _guarded(self, work: Callable[[], Output]) -> Output:
        """What a dialogue says. One that fails ends its conversation, and not the daemon."""
        try:
            return work()
        except Exception:  # noqa: BLE001 - reported, and the client sees the end
            self._report("a dialogue failed; its conversation ends")
            self.pending = False
            return Output(closed=True)

    def _step(self) -> Output:
        line = self._lines.take()
        if line is None and self._finished:
            line = self._lines.rest()
        if line is not None:
            return self._serve(line)
        self.pending = False
        if not self._finished:
            return Output()
        return self._dialogue.end() if self._dialogue is not None else Output(closed=True)

    def _serve(self, line: TextLine) -> Output:
        text = self._decode(line.content).rstrip("\r")
        if self._dialogue is None:
            if line.whole and not text.strip():
                return Output()
            self._dialogue = self._choose(text)
        if not line.whole:
            return self._dialogue.refuse(f"a line has at most {LONGEST_LINE} bytes")
        return self._dialogue.receive(text)

    def _decode(self, content: bytes) -> str:
        """Bytes that are not UTF-8 become U+FFFD: the dialogue will not know such a word, but it goes on."""
        try:
            return content.decode()
        except UnicodeDecodeError:
            self._report("a line was not UTF-8; what could not be read became U+FFFD")
            return content.decode(errors="replace")
