"""What of a text a terminal is shown."""

from __future__ import annotations

from io import BytesIO, StringIO, TextIOWrapper
from typing import TextIO, cast
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_protocol.printable import guarded, own, printable, printable_lines


class Window(TextIOWrapper):
    """A terminal of an encoding."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__(BytesIO(), encoding=encoding, write_through=True)

    def isatty(self) -> bool:
        return True

    def seen(self) -> str:
        return cast(BytesIO, self.buffer).getvalue().decode(self.encoding)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Eve\x1b]0;x\x07", "Eve␛]0;x␇"),
        ("\x9b31m", "\ufffd31m"),
        ("a\r\nb\tc\x7f", "a␍␊b␉c␡"),
        ("\u202eevE", "\ufffdevE"),
        ("\udcff", "\ufffd"),
        ("虎定石　村上 健 \u00a0é ♟️", "虎定石　村上 健 \u00a0é ♟️"),
    ],
)
def test_signs_for_what_is_obeyed(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(st.characters()))
def test_nothing_is_obeyed_and_no_column_moves(text: str) -> None:
    shown = printable(text)
    assert len(shown) == len(text)
    assert {category(character) for character in shown}.isdisjoint({"Cc", "Cf", "Cs", "Zl", "Zp"})
    assert printable(shown) == shown
    assert printable_lines(text).replace("\n", "␊").replace("\t", "␉") == shown


def test_a_terminal_shows_what_it_is_given() -> None:
    window = Window()
    stream = guarded(window)
    print("one\x1b[2J", "two", file=stream)
    stream.buffer.write("\x1b三\n".encode()[:2])
    stream.buffer.write("\x1b三\n".encode()[2:])
    print("\x1b[1mours\x1b[m", file=own(stream))
    assert window.seen() == "one␛[2J two\n␛三\n\x1b[1mours\x1b[m\n"
    assert stream.isatty()


def test_a_terminal_of_few_characters() -> None:
    window = Window("ascii")
    print("虎\x1b", file=guarded(window))
    assert window.seen() == "\\u864e\\u241b\n"


def test_pipes_get_what_was_written() -> None:
    pipe = StringIO()
    assert guarded(pipe) is pipe
    assert own(pipe) is pipe
    closed = cast(TextIO, None)  # as Python has it where a command was started without standard output
    assert guarded(closed) is closed
