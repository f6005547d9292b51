"""Standard input and output: writing to readers that do not read, or are gone."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator

import pytest

from engined.daemon.text.stdio import MOST_UNREAD, Stdio


def is_readable(descriptor: int) -> bool:
    return bool(select.select([descriptor], [], [], 0)[0])


def is_waiting(stdio: Stdio) -> bool:
    """Read anew: what was true before a call need not be true after it."""
    return stdio.waiting


def is_broken(stdio: Stdio) -> bool:
    """Read anew, as above."""
    return stdio.broken


@pytest.fixture
def pipes() -> Iterator[tuple[Stdio, int, int]]:
    """The streams, and the ends from which its output and its error output can be read."""
    (read_in, write_in), (read_out, write_out), (read_error, write_error) = os.pipe(), os.pipe(), os.pipe()
    os.close(write_in)
    yield Stdio(read_in, write_out, write_error), read_out, read_error
    for descriptor in (read_in, write_out, write_error, read_error):
        os.close(descriptor)


def test_what_a_slow_reader_leaves_is_written_later(pipes: tuple[Stdio, int, int]) -> None:
    stdio, out, error = pipes
    text = "".join(f"line {number}\n" for number in range(50_000))
    stdio.write(text, "aside\n")
    assert is_waiting(stdio)
    said = b""
    while is_waiting(stdio):
        said += os.read(out, 65536)
        stdio.pump()
    while is_readable(out):
        said += os.read(out, 65536)
    assert said.decode() == text
    assert os.read(error, 100) == b"aside\n"
    assert stdio.read() == b""
    os.close(out)


def test_only_ascii_leaves(pipes: tuple[Stdio, int, int]) -> None:
    stdio, out, _ = pipes
    stdio.write("caf\u00e9 \u2603\n")
    assert os.read(out, 100) == b"caf? ?\n"
    os.close(out)


def test_a_reader_that_is_gone_is_noticed(pipes: tuple[Stdio, int, int]) -> None:
    stdio, out, _ = pipes
    os.close(out)
    assert not is_broken(stdio)
    stdio.write("hello\n")
    assert is_broken(stdio)
    assert not is_waiting(stdio)


def test_a_reader_that_never_reads_is_given_up(pipes: tuple[Stdio, int, int]) -> None:
    stdio, out, _ = pipes
    stdio.write("x" * (MOST_UNREAD // 2))
    assert not is_broken(stdio)
    stdio.write("x" * MOST_UNREAD)
    assert is_broken(stdio)
    os.close(out)
