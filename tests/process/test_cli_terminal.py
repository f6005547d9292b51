"""Nothing that a file, a message or a name says is obeyed by the terminal on which a command shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from engined.cli import NAMES, SHELL
from engined_client import Client
from tests.process.on_terminal import on_terminal
from tests.process.serving import Served

EVIL = "\x1b]0;owned\x07\x1b[3J\x9b5m\u202e"
"""Sets a window's title, forgets what was above, blinks, turns the direction of text round."""
OBEYED = re.compile(rb"\x1b\]|\x07|\x1b\[3J|\xc2\x9b|\xe2\x80\xae|\x1b\[5m")
BOARD = "........" * 3 + "...OX......XO..." + "........" * 3

COMMANDS: dict[str, tuple[str, ...]] = {
    "analyse": ("analyse", "EVIL.sgf"),
    "solve": ("solve", "EVIL.obf"),
    "play": ("play", "EVIL.sgf"),
    "practise": ("practise", "opening", "EVIL"),
    "club": ("club", "table", "EVIL"),
    "perft": ("perft", "EVIL.toml", "1"),
    "variants": ("variants", "EVIL.toml"),
    "check": ("check", "EVIL.toml"),
    "attach": ("attach", "EVIL"),
    "status": ("status",),
    "top": ("top", "--count", "1"),
    "replay": ("replay", "EVIL"),
    "book": ("book", "add", "EVIL.sgf"),
    "gui": ("gui", "EVIL"),
    "picture": ("picture", "EVIL.sgf", "--out", "board.svg"),
    "judge": ("judge", "d3", BOARD, "--seat", "EVIL"),
    "draw": ("draw", "EVIL"),
    "convert": ("convert", "game.sgf", "--to", "ggf"),
    "find": ("find", "game.sgf"),
    "review": ("review", "game.sgf", "--depth", "1"),
    "why": ("why", "EVIL.sgf", "c3"),
    "web": ("web", "--host", "EVIL"),
    "serve": ("serve", "--variants", "EVIL"),
    "nboard": ("nboard", "--variant", "EVIL"),
    "gtp": ("gtp", "--variant", "EVIL"),
    "keys": ("keys", "EVIL"),
    "systemd": ("systemd", "EVIL"),
    "doctor": ("doctor", "EVIL"),
    "store": ("store", "check", "--store", "EVIL"),
    "warm": ("warm", "EVIL"),
    "bench": ("bench", "EVIL"),
    "match": ("match", "EVIL", "EVIL"),
    "levels": ("levels", "EVIL"),
    "tournament": ("tournament", "EVIL"),
    "train": ("train", "EVIL.toml"),
    "lab": ("lab", "EVIL.toml"),
    "refit": ("refit", "EVIL"),
    "collect": ("collect", "EVIL"),
    "study": ("study", "EVIL"),
    "cluster": ("cluster", "solve", "EVIL"),
}
"""One command line each, with what is not ours in it."""


SHOW_JOBS = ("status", "top")


@pytest.fixture(scope="module")
def daemon() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


@contextmanager
def asked(daemon: Served) -> Iterator[None]:
    """While a client with such a name has asked for something endless."""
    with Client(daemon.endpoint, name=EVIL) as client:
        client.open(session=EVIL, variant="othello")
        job = client.analyse(session=EVIL, depth=100)
        looks = iter(job)  # who looks no longer ends it
        next(looks)
        yield


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = EVIL.replace("]", r"\]")
    Path("game.sgf").write_text(f"(;GM[2]SZ[6]PB[{said}]PW[Bo]US[{said}];B[cb]C[{said}])")


def test_every_command_is_here() -> None:
    """Completion and manual speak of nothing but ourselves."""
    assert set(COMMANDS) == {*NAMES} - {*SHELL}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_is_obeyed(daemon: Served, name: str) -> None:
    words = [word.replace("EVIL", EVIL) for word in COMMANDS[name]]
    with asked(daemon) if name in SHOW_JOBS else nullcontext():
        seen = on_terminal(words, daemon.environment(), typed="quit\n")
    assert b"owned" in seen, seen
    assert not OBEYED.search(seen), seen


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", [("review", "game.sgf", "--depth", "1"), ("find", "game.sgf"), ("status",)])
def test_nor_without_colours_or_without_the_engine(daemon: Served, words: tuple[str, ...]) -> None:
    plain = daemon.environment() | {"TERM": "dumb"}
    with asked(daemon) if words[0] in SHOW_JOBS else nullcontext():
        seen = on_terminal(words, plain)
        seen += on_terminal(words, daemon.environment(), module="engined_client.command_line")
    assert seen.count(b"owned") >= 2, seen
    assert not OBEYED.search(seen), seen


@pytest.mark.usefixtures("folder")
def test_what_is_piped_is_what_was_there(daemon: Served) -> None:
    """Escaped for terminals alone: a record is written with the names that it has."""
    run = daemon.engined("convert", "game.sgf", "--to", "ggf")
    assert f"PB[{EVIL.replace(']', ')')}]" in run.stdout
