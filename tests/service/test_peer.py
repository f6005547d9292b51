"""Text from bytes: lines however they are chopped, and what a dialogue hears of them."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engined.daemon.peer import LONGEST_LINE, LineSplitter, TextPeer
from engined_protocol.dialogue import Dialogue, Output
from engined_protocol.messages import AnyReply, Pong


def split(data: bytes, cuts: list[int], longest: int) -> list[bytes | None]:
    splitter = LineSplitter(longest)
    lines: list[bytes | None] = []
    places = sorted({min(cut, len(data)) for cut in cuts} | {0, len(data)})
    for start, end in pairwise(places):
        lines += splitter.feed(data[start:end])
    return [*lines, *splitter.end()]


@given(st.text("ab\n", max_size=60).map(str.encode), st.lists(st.integers(0, 60)), st.integers(1, 8))
def test_lines_do_not_depend_on_how_they_arrive(data: bytes, cuts: list[int], longest: int) -> None:
    *whole, rest = data.split(b"\n")
    expected = [line if len(line) <= longest else None for line in whole]
    if rest:
        expected.append(rest if len(rest) <= longest else None)
    assert split(data, cuts, longest) == expected


def test_a_long_line_is_not_kept_in_memory() -> None:
    splitter = LineSplitter(100)
    assert list(splitter.feed(b"x" * 60)) == []
    assert list(splitter.feed(b"x" * 60)) == [None]
    for _ in range(100):
        assert list(splitter.feed(b"x" * 1000)) == []
    assert list(splitter.feed(b"x\nshort\n")) == [b"short"]


class Listener:
    """A dialogue that repeats what it hears."""

    def __init__(self, first: str) -> None:
        self.first = first

    def receive(self, line: str) -> Output:
        return Output(text=f"heard {line}")

    def refuse(self, reason: str) -> Output:
        return Output(text=f"refused: {reason}")

    def reply(self, reply: AnyReply) -> Output:
        return Output(text=f"reply {reply.id}")

    def end(self) -> Output:
        return Output(text="end", closed=True)


class Chosen:
    """A peer whose dialogue is a listener."""

    def __init__(self) -> None:
        self.firsts: list[str] = []
        self.bad = 0
        self.peer = TextPeer(self.choose, self.count)

    def choose(self, line: str) -> Dialogue:
        self.firsts.append(line)
        return Listener(line)

    def count(self) -> None:
        self.bad += 1

    def say(self, data: bytes) -> list[str]:
        return [output.text for output in self.peer.receive(data)]


def test_the_first_line_that_says_something_chooses() -> None:
    chosen = Chosen()
    assert chosen.say(b"\n  \r\nnboard 2\r\nname\n") == ["", "", "heard nboard 2", "heard name"]
    assert chosen.firsts == ["nboard 2"]
    assert chosen.peer.reply(Pong(id="7")).text == "reply 7"


def test_lines_that_cannot_be_read() -> None:
    chosen = Chosen()
    said = chosen.say(b"x" * (LONGEST_LINE + 1) + b"\n\xff\xfe play\n")
    assert said == [f"refused: a line has at most {LONGEST_LINE} bytes", "heard \ufffd\ufffd play"]
    assert chosen.bad == 1


def test_the_end_with_and_without_a_last_line() -> None:
    chosen = Chosen()
    chosen.say(b"name\nquit")
    assert [output.text for output in chosen.peer.end()] == ["heard quit", "end"]
    (output,) = Chosen().peer.end()
    assert output.closed
    assert Chosen().peer.reply(Pong(id="1")) == Output()
