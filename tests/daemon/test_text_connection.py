"""Text from bytes: lines however they are chopped, and what a dialogue hears of them."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engined.daemon.text.connection import LONGEST_LINE, LineBuffer, TextConnection, TextLine
from engined_protocol.messages import AnyReply, Pong
from engined_protocol.text.dialogue import Dialogue, Output

LONG = TextLine(b"", whole=False)


def take_all(buffer: LineBuffer) -> list[TextLine]:
    lines = []
    while (line := buffer.take()) is not None:
        lines.append(line)
    return lines


def split(data: bytes, cuts: list[int], longest: int) -> list[TextLine]:
    buffer = LineBuffer(longest)
    lines: list[TextLine] = []
    places = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    for start, end in pairwise(places):
        buffer.add(data[start:end])
        if start % 2:
            lines += take_all(buffer)
    lines += take_all(buffer)
    rest = buffer.rest()
    assert len(buffer) == 0
    return lines if rest is None else [*lines, rest]


@given(st.text("ab\n", max_size=60).map(str.encode), st.lists(st.integers(0, 60)), st.integers(1, 8))
def test_lines_do_not_depend_on_how_they_arrive(data: bytes, cuts: list[int], longest: int) -> None:
    *whole, rest = data.split(b"\n")
    expected = [TextLine(line) if len(line) <= longest else LONG for line in whole]
    if rest:
        expected.append(TextLine(rest) if len(rest) <= longest else LONG)
    assert split(data, cuts, longest) == expected


def test_a_long_line_is_not_kept_in_memory() -> None:
    buffer = LineBuffer(100)
    buffer.add(b"x" * 60)
    assert take_all(buffer) == []
    buffer.add(b"x" * 60)
    assert take_all(buffer) == [LONG]
    for _ in range(100):
        buffer.add(b"x" * 1000)
        assert take_all(buffer) == []
        assert len(buffer) == 0
    buffer.add(b"x\nshort\n")
    assert take_all(buffer) == [TextLine(b"short")]


class Listener:
    """A dialogue that repeats what it hears."""

    def __init__(self, first: str) -> None:
        self.first = first

    def receive(self, line: str) -> Output:
        if line == "break":
            raise RuntimeError(line)
        return Output(text=f"heard {line}")

    def refuse(self, reason: str) -> Output:
        return Output(text=f"refused: {reason}")

    def reply(self, reply: AnyReply) -> Output:
        return Output(text=f"reply {reply.id}")

    def end(self) -> Output:
        return Output(text="end", closed=True)


class Chosen:
    """A connection whose dialogue is a listener."""

    def __init__(self) -> None:
        self.firsts: list[str] = []
        self.troubles: list[str] = []
        self.closed = False
        self.connection = TextConnection(self.choose, self.troubles.append)

    def choose(self, line: str) -> Dialogue:
        self.firsts.append(line)
        return Listener(line)

    def say(self, data: bytes) -> list[str]:
        self.connection.feed(data)
        return self.listen()

    def finish(self) -> list[str]:
        self.connection.finish()
        return self.listen()

    def listen(self) -> list[str]:
        """What it says until nothing waits any more."""
        said = []
        while self.connection.pending:
            output = self.connection.step()
            self.closed = output.closed
            said.append(output.text)
        return [text for text in said if text]


def test_the_first_line_that_says_something_chooses() -> None:
    chosen = Chosen()
    assert chosen.say(b"\n  \r\nnboard 2\r\nname\n") == ["heard nboard 2", "heard name"]
    assert chosen.firsts == ["nboard 2"]
    assert chosen.connection.reply(Pong(id="7")).text == "reply 7"


def test_lines_that_cannot_be_read() -> None:
    chosen = Chosen()
    said = chosen.say(b"x" * (LONGEST_LINE + 1) + b"\n\xff\xfe play\n")
    assert said == [f"refused: a line has at most {LONGEST_LINE} bytes", "heard \ufffd\ufffd play"]
    assert ["UTF-8" in trouble for trouble in chosen.troubles] == [True]


def test_a_dialogue_that_fails_ends_its_conversation_only() -> None:
    chosen = Chosen()
    assert chosen.say(b"name\nbreak\nname\n") == ["heard name"]
    assert chosen.closed
    assert ["failed" in trouble for trouble in chosen.troubles] == [True]


def test_the_end_with_and_without_a_last_line() -> None:
    chosen = Chosen()
    chosen.say(b"name\nquit")
    assert chosen.finish() == ["heard quit", "end"]
    assert chosen.closed
    silent = Chosen()
    assert silent.finish() == []
    assert silent.closed
    assert Chosen().connection.reply(Pong(id="1")) == Output()
