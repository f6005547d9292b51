"""Stores that are broken, out of reach or somebody else's too: reported, and the daemon serves on."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.process.raw_client import FakeServed, Raw
from tests.process.test_kill import late_game


def is_served(client: Raw) -> None:
    """Whatever needs no store is answered as ever."""
    assert client.ask("show", moves=["f5"])["t"] == "position"
    assert client.ask("analyse", depth=1)["t"] == "analysis"
    assert client.ask("open", session="unkept")["t"] == "position"
    assert client.ask("play", session="unkept", moves=["f5", "d6"])["moves"] == ["f5", "d6"]


def prove(client: Raw, number: int) -> dict[str, Any]:
    """A proof of the last ply of a game."""
    return client.ask("analyse", moves=late_game(number), depth=1)


def test_a_broken_file_is_set_aside() -> None:
    with FakeServed() as served:
        with served.client() as client:
            assert client.ask("learn", moves=["f5"])["games"] == 1
        served.kill()
        store = served.folder / "store.sqlite"
        for part in served.folder.glob("store.sqlite-*"):
            part.unlink()
        spoiled = b"SQLite format 3\0" + bytes(range(256)) * 100
        store.write_bytes(spoiled)
        served.start()
        with served.client() as client:
            is_served(client)
            assert client.ask("learn", moves=["f5"])["games"] == 1
        (aside,) = served.folder.glob("store.sqlite.broken-*")
        assert aside.read_bytes() == spoiled
        assert str(aside) in served.log()


def test_a_file_that_goes_bad_under_a_daemon_is_reported(tmp_path: Path) -> None:
    store = str(tmp_path / "store.sqlite")
    with FakeServed(store=store) as served:
        with served.client("ann") as client:
            assert client.ask("open", session="s", keep=True)["stored"]
            assert prove(client, 1)["stored"]
            for part in tmp_path.iterdir():
                if part.suffix != ".sqlite-shm":
                    part.write_bytes(b"\xa5" * part.stat().st_size)
            is_served(client)
            for number in range(2, 6):
                assert prove(client, number)["kind"] == "exact"
            assert client.ask("play", session="s", moves=["f5"])["moves"] == ["f5"]
            assert client.ask("learn", moves=["f5"])["t"] in ("error", "learned")
        assert served.end() == 0
        assert 1 <= served.log().count('"store"') <= 6, served.log()
    with FakeServed(store=store) as served:
        with served.client("ann") as client:
            is_served(client)
            assert client.ask("learn", moves=["f5"])["games"] == 1
        assert "is broken" in served.log()


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder where root cannot write either")
@pytest.mark.parametrize("path", ["/sys/store.sqlite", "/proc/self/folder/store.sqlite"])
def test_a_folder_where_nothing_can_be_written(path: str) -> None:
    with FakeServed(store=path) as served, served.client() as client:
        is_served(client)
        assert prove(client, 1)["kind"] == "exact"
        assert "stored" not in prove(client, 1)
        assert client.ask("open", session="s", keep=True)["code"] == "unsupported"
        assert client.ask("learn", moves=["f5"])["code"] == "unsupported"
        assert served.end() == 0
        assert Path(path).name in served.log()


def test_two_daemons_share_a_store(tmp_path: Path) -> None:
    """What one proves and learns the other knows at once; and one goes on when the other is killed."""
    with (
        FakeServed(store=str(tmp_path / "store.sqlite")) as one,
        FakeServed(store=str(tmp_path / "store.sqlite")) as two,
    ):
        with closing(one.client("ann")) as ann, closing(two.client("bob")) as bob:
            for client, session in ((ann, "a"), (bob, "b")):
                assert client.ask("open", session=session, keep=True)["stored"]
            for number in range(20):
                first, second = (ann, bob) if number % 2 else (bob, ann)
                assert prove(first, number)["stored"]
                again = prove(second, number)
                assert (again["stored"], again["nodes"]) == (True, 0)
                learn = [
                    client.send("learn", moves=late_game(number)[: 10 + place])
                    for place, client in enumerate((ann, bob))
                ]
                assert [client.final(id)["t"] for client, id in zip((ann, bob), learn, strict=True)] == ["learned"] * 2
            one.kill()
            assert bob.ask("play", session="b", moves=["f5"])["stored"]
            assert bob.ask("learn", moves=["f5"])["games"] == 41
        one.start()
        with one.client("ann") as client:
            assert client.ask("show", session="a")["t"] == "position"
            assert client.ask("learn", moves=["f5"])["games"] == 41
