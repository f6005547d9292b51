"""Stores that are broken, out of reach or somebody else's too: reported, and the daemon serves on."""

from __future__ import annotations

import resource
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engined.daemon.store.store import open_store
from engined.service.events import SaveStep
from engined.service.sessions.session import MovesPlayed
from tests.patience import until
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


def spoil(served: FakeServed, *statements: str) -> None:
    with closing(sqlite3.connect(served.folder / "store.sqlite")) as store:
        for statement in statements:
            store.execute(statement)
        store.commit()


def test_a_row_that_went_bad_costs_what_is_in_it() -> None:
    """Nothing of anybody else is lost, and what cannot be read is named once, in the log and in ``status``."""
    with FakeServed() as served:
        for name in ("ann", "bob"):
            with served.client(name) as client:
                for session in ("s", "t"):
                    assert client.ask("open", session=session, keep=True)["stored"]
                    assert client.ask("play", session=session, moves=["f5"])["stored"]
                    assert client.ask("play", session=session, moves=["d6"])["stored"]
        with served.client("ann") as client:
            assert prove(client, 1)["stored"]
            assert client.ask("book-add", games=[{"moves": ["f5", "d6"]}])["games"] == 1
        served.kill()
        spoil(
            served,
            "UPDATE steps SET step = 'x' WHERE session = 's' AND client = CAST('ann' AS BLOB) AND place IN (1, 2)",
            "UPDATE steps SET step = 'x' WHERE session = 's' AND client = CAST('bob' AS BLOB) AND place = 3",
            "UPDATE solved SET lines = 'x'",
        )
        served.start()
        with served.client("ann") as client:
            assert client.ask("show", session="s")["code"] == "unknown-session"
            assert client.ask("show", session="t")["moves"] == ["f5", "d6"]
            assert client.ask("book-show", moves=["f5"])["games"] == 1
            assert prove(client, 1)["kind"] == "exact"
            assert client.ask("open", session="s", keep=True)["stored"]
            named = client.ask("status")["store_damage"]
        with served.client("bob") as client:
            assert client.ask("show", session="s")["moves"] == ["f5"]
            assert client.ask("play", session="s", moves=["f6"])["stored"]
        ann, bob = ([thing for thing in named if f"of the kept session s of {who}" in thing] for who in ("ann", "bob"))
        assert (len(ann), len(bob), len(named)) == (3, 1, 5)
        logged = [entry["trouble"] for entry in served.entries("store")]
        assert all(trouble.startswith(thing) for thing, trouble in zip(named, logged, strict=True))
        served.kill()
        served.start()
        with served.client("ann") as client:
            assert "store_damage" not in client.ask("status")
            assert client.ask("show", session="s")["moves"] == []
            again = prove(client, 1)
            assert (again["nodes"], again["stored"]) == (0, True)
        with served.client("bob") as client:
            assert client.ask("show", session="s")["moves"] == ["f5", "f6"]
        assert len(served.entries("store")) == 5, "each thing is named once"


def test_a_row_that_goes_bad_under_a_daemon_is_no_fault_of_a_request() -> None:
    with FakeServed() as served, served.client("ann") as client:
        assert prove(client, 1)["stored"]
        spoil(served, "UPDATE solved SET lines = '[{}]'")
        assert prove(client, 1)["kind"] == "exact"
        (named,) = client.ask("status")["store_damage"]
        again = prove(client, 1)
        assert (again["nodes"], again["stored"]) == (0, True)
        assert len(served.entries("store")) == 1
        assert named in served.entries("store")[0]["trouble"]


def test_two_daemons_on_one_store_do_not_mix_their_sessions_of_one_name(tmp_path: Path) -> None:
    store = str(tmp_path / "store.sqlite")
    with FakeServed(store=store) as served:
        with FakeServed(store=store) as other, served.client("ann") as here, other.client("ann") as there:
            assert there.ask("open", session="t", keep=True)["stored"]  # its store is open: it has read no other log
            assert here.ask("open", session="s", keep=True, moves=["f5"])["stored"]
            assert there.ask("open", session="s", keep=True, moves=["d3", "c3"])["stored"]
            assert not here.ask("play", session="s", moves=["d6"]).get("stored")
            assert there.ask("play", session="s", moves=["c4"])["stored"]
            (named,) = there.ask("status")["store_damage"]
            assert named.startswith("step 1 of the kept session s of ann")
        assert "is not as this daemon left it" in served.entries("store")[0]["trouble"]
        served.kill()
        served.start()
        with served.client("ann") as here:
            assert here.ask("show", session="s")["moves"] == ["d3", "c3", "c4"]


def test_a_session_whose_steps_do_not_fit_together_is_there_as_far_as_they_do() -> None:
    with FakeServed() as served:
        with served.client("ann") as client:
            client.ask("open", session="s", keep=True)
            for move in ("f5", "d6", "c3"):
                assert client.ask("play", session="s", moves=[move])["stored"]
        served.kill()
        with closing(open_store(served.folder / "store.sqlite")[0]) as store:
            store.kept()
            store.write([SaveStep(b"ann", "s", MovesPlayed((move,))) for move in ("a1", "d3")])
        served.start()
        with served.client("ann") as client:
            assert client.ask("show", session="s")["moves"] == ["f5", "d6", "c3"]
            assert client.ask("play", session="s", moves=["d3"])["stored"]
            assert len(client.ask("status")["store_damage"]) == 2
        served.kill()
        served.start()
        with served.client("ann") as client:
            assert client.ask("show", session="s")["moves"] == ["f5", "d6", "c3", "d3"]
            assert "store_damage" not in client.ask("status")


def start_with_a_full_disk(served: FakeServed) -> None:
    """No file of the daemon's grows beyond some bytes, as if there were no room for more."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # what Python keeps of a compiled module would be torn as well
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
        try:
            served.start()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("made", [False, True], ids=["not made yet", "with a session"])
def test_a_store_that_was_full_at_the_start_is_tried_again(made: bool) -> None:
    with FakeServed() as served:
        with served.client("ann") as client:
            assert client.ask("open", session="s", keep=True)["stored"]
            assert client.ask("play", session="s", moves=["f5"])["stored"]
        served.kill()
        if not made:
            for part in served.folder.glob("store.sqlite*"):
                part.unlink()
        start_with_a_full_disk(served)
        with served.client("ann") as client:
            is_served(client)
            assert "store.sqlite" in client.ask("status")["store"]
            assert "stored" not in client.ask("open", session="t", keep=True)
            assert "stored" not in client.ask("play", session="t", moves=["f5"])
            assert client.ask("learn", moves=["f5"])["code"] == "internal"
            resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            until(lambda: client.ask("status")["store"] == "open", "there is room again")
            assert client.ask("play", session="t", moves=["d6"])["stored"]
            if made:
                assert client.ask("show", session="s")["moves"] == ["f5"]
        served.kill()
        served.start()
        with served.client("ann") as client:
            assert client.ask("show", session="t")["moves"] == ["f5", "d6"]
            if made:
                assert client.ask("show", session="s")["moves"] == ["f5"]


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
