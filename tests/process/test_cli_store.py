"""``engined store`` beside a daemon, and what it says of what is wrong."""

from __future__ import annotations

import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.process import commands
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
    return commands.run(["store", verb, *words, "--store", str(path)], stdin=stdin, timeout=PATIENCE)


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


def test_what_went_bad_is_named_by_each_command(served: FakeServed, tmp_path: Path) -> None:
    """`export` saves the rest, `backup` keeps the older copy, and with the next start the store is sound again."""
    path = served.folder / "store.sqlite"
    assert store("backup", str(tmp_path / "copy"), path=path).returncode == 0
    served.kill()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE solved SET exact = 9 WHERE number = 3")
        connection.commit()
    runs = [store(*words, path=path) for words in (("check",), ("backup", str(tmp_path / "copy")), ("export", "-"))]
    for run in runs:
        assert run.returncode == 1
        assert "the exact result" in run.stdout + run.stderr
        assert "Traceback" not in run.stderr
    assert runs[2].stdout.count('"solved"') == 4
    assert store("check", path=tmp_path / "copy").returncode == 0
    served.start()
    with served.client("ann") as client:
        assert client.ask("show", session="s")["moves"] == ["f5", "d6"]
    there = "4 exact results, 0 analyses, 1 game, 4 book positions, 1 kept session, 1 row kept aside"
    assert there in store("check", path=path).stdout
    assert store("export", "-", path=path).returncode == 0
