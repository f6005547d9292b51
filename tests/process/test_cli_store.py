"""``engined store`` beside a daemon, and what it says of what is wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.process.raw_client import FakeServed
from tests.process.test_kill import late_game


@pytest.fixture
def served() -> Iterator[FakeServed]:
    """A daemon that keeps a session, a game and some proofs."""
    with FakeServed() as daemon:
        with daemon.client("ann") as client:
            client.ask("open", session="s", keep=True)
            client.ask("play", session="s", moves=["f5", "d6"])
            client.ask("learn", moves=["f5", "d6", "c3"])
            for number in range(5):
                assert client.ask("analyse", moves=late_game(number), depth=1)["stored"]
        yield daemon


def store(verb: str, *words: str, path: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "engined", "store", verb, *words, "--store", str(path)],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_store_that_is_in_use_is_looked_after(served: FakeServed, tmp_path: Path) -> None:
    path = served.folder / "store.sqlite"
    there = "5 exact results, 0 analyses, 1 game, 4 book positions, 1 kept session"
    for run, said in (
        (store("check", path=path), "sound"),
        (store("compact", path=path), "MiB, after"),
        (store("backup", str(tmp_path / "copy"), path=path), "MiB, sound"),
        (store("check", path=tmp_path / "copy"), there),
    ):
        assert (run.returncode, run.stderr) == (0, "")
        assert said in run.stdout
    with served.client("ann") as client:
        assert client.ask("show", session="s")["moves"] == ["f5", "d6"]
        assert client.ask("analyse", moves=late_game(3), depth=1)["nodes"] == 0
        assert client.ask("learn", moves=["f5", "f6"])["games"] == 2


def test_a_daemon_elsewhere_knows_what_was_exported(served: FakeServed, tmp_path: Path) -> None:
    """The other one runs while it is told: proofs and games are there at once, sessions from its next start on."""
    lines = store("export", path=served.folder / "store.sqlite").stdout
    assert store("export", str(tmp_path / "lines"), path=served.folder / "store.sqlite").returncode == 0
    assert (tmp_path / "lines").read_text() == lines
    with FakeServed() as other:
        with other.client("ann") as client:
            client.ask("ping")
            taken = store("import", "-", path=other.folder / "store.sqlite", stdin=lines)
            assert (taken.returncode, taken.stderr) == (0, "")
            again = client.ask("analyse", moves=late_game(3), depth=1)
            assert (again["nodes"], again["stored"]) == (0, True)
            assert client.ask("learn", moves=["f5", "d6", "c3"])["games"] == 1
            assert client.ask("book-show", moves=["f5"])["games"] == 1
        other.kill()
        other.start()
        with other.client("ann") as client:
            assert client.ask("show", session="s")["moves"] == ["f5", "d6"]


def test_a_bad_line_is_named_and_nothing_is_taken_in(served: FakeServed, tmp_path: Path) -> None:
    lines = store("export", path=served.folder / "store.sqlite").stdout.splitlines(keepends=True)
    lines[2] = lines[2][:40] + "\n"
    run = store("import", "-", path=tmp_path / "new.sqlite", stdin="".join(lines))
    assert run.returncode == 1
    assert "line 3: this is no line of JSON" in run.stderr
    assert run.stderr.endswith("nothing was taken in\n")
    assert not (tmp_path / "new.sqlite").exists()
