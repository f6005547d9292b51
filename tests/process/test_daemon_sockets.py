"""The daemon on real sockets: who hears what, what strangers may send, how it ends."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest
import zmq

from engined_client import Client
from engined_client.connection import PrivateDaemon
from tests.patience import PATIENCE, until
from tests.process.raw_client import ROOT, FakeServed, Raw, free_port


@pytest.fixture(scope="module")
def served() -> Iterator[FakeServed]:
    """A daemon that nobody ends, and nobody counts on."""
    with FakeServed() as daemon:
        yield daemon


@pytest.fixture
def fresh() -> Iterator[FakeServed]:
    """A daemon of the test's own."""
    with FakeServed() as daemon:
        yield daemon


@pytest.fixture
def client(served: FakeServed) -> Iterator[Raw]:
    with served.client() as raw:
        yield raw


def test_a_ping_is_answered_on_both_sockets(client: Raw) -> None:
    assert client.ask("ping") == {"t": "pong", "id": "1"}
    assert client.ask("ping", by="control") == {"t": "pong", "id": "2"}


def test_control_is_answered_while_the_engine_is_busy(fresh: FakeServed) -> None:
    with fresh.client() as client:
        jobs = [client.send("analyse", interval=0.01) for _ in range(5)]
        client.wait_for_info(jobs[0])
        client.wait_for_info(jobs[1])
        assert client.ask("ping", by="control")["t"] == "pong"
        # Control comes first: it may overtake requests that are still under way.
        until(lambda: len(client.ask("status", by="control")["jobs"]) == len(jobs), "all jobs have come in")
        status = client.ask("status", by="control")
        states = [job["state"] for job in status["jobs"]]
        assert len(states) == 5
        assert set(states) <= {"running", "held", "queued"}
        assert states.count("running") <= 2
        assert (status["threads"], status["clients"], status["protocol"]) == (2, 1, 1)
        assert client.ask("stop", by="control")["jobs"] == 5
        finals = [client.final(job) for job in jobs]
        assert {reply["reason"] for reply in finals} == {"stopped"}
        assert finals[0]["best"] != ""
        assert finals[1]["best"] != ""
        assert client.ask("status")["jobs"] == []


def test_control_takes_nothing_else(client: Raw) -> None:
    reply = client.ask("show", by="control")
    assert (reply["code"], reply["field"]) == ("invalid", "t")


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"t": "show", "variant": "otello"}, "unknown-variant", "variant"),
        ({"t": "analyse", "variant": 7}, "invalid", "variant"),
        ({"t": "analyse", "depth": "deep"}, "invalid", "depth"),
        ({"t": "analyse", "moves": ["f5", "f5"]}, "illegal-move", "moves[1]"),
        ({"t": "show", "start": "." * 65 + "X"}, "bad-position", "start"),
        (
            {"t": "declare", "text": "name = 'void'\n[board]\ndrawing = '''\n##\n##\n'''"},
            "bad-declaration",
            None,
        ),
        ({"t": "dance"}, "invalid", "t"),
    ],
)
def test_what_is_wrong_is_named(client: Raw, fields: dict[str, Any], code: str, field: str | None) -> None:
    reply = client.ask(**fields)
    assert (reply["t"], reply["code"]) == ("error", code)
    assert field is None or reply["field"] == field
    assert reply["message"]


@pytest.mark.parametrize(
    "frame",
    [
        [b""],
        [b"E1"],
        [b"E2", b"x"],
        [b"", b"E1", msgpack.packb({"t": "ping", "id": "1"})],
        [b"E1", b""],
        [b"E1", b"\x91" * 500_000],
        [b"E1", b"\x81\xa1x" * 300_000],
        [b"E1", b"\xdf\xff\xff\xff\xff"],
        [b"E1", msgpack.packb({"t": "ping", "id": msgpack.ExtType(1, b"x")})],
        [b"E1", b"x" * ((1 << 20) + 1)],
        [b"T1", b"name\n"],
        [b"x"] * 50,
    ],
    ids=lambda frame: repr(b"|".join(frame))[:30],
)
def test_a_bad_frame_is_an_error_and_nothing_else(client: Raw, frame: list[bytes]) -> None:
    client.ask("open", session="s", moves=["f5"])
    client.work.send_multipart(frame)
    error = client.receive()
    assert (error["t"], error["id"]) == ("error", "")
    assert error["code"] in ("malformed", "invalid")
    client.control.send_multipart(frame)
    assert client.receive("control")["t"] == "error"
    assert client.ask("show", session="s")["moves"] == ["f5"]


def test_a_frame_beyond_all_limits_ends_that_connection_only(served: FakeServed, client: Raw) -> None:
    with served.client("glutton") as glutton:
        glutton.ask("ping")
        glutton.work.send_multipart([b"E1", b"x" * (5 << 20)])
        assert client.ask("ping")["t"] == "pong"
        assert client.ask("ping", by="control")["t"] == "pong"


def test_two_clients_do_not_see_each_other(served: FakeServed, client: Raw) -> None:
    with served.client() as other:
        client.ask("open", session="s", variant="othello-6x6")
        other.ask("open", session="s", moves=["f5"])
        assert client.ask("show", session="s")["variant"] == "othello-6x6"
        mine, theirs = client.send("analyse", id="same"), other.send("analyse", id="same", moves=["f5"])
        client.wait_for_info(mine)
        other.wait_for_info(theirs)
        assert client.ask("stop", target="same", by="control")["jobs"] == 1
        assert "d3" in {move["move"] for move in client.final("same")["moves"]}
        assert other.ask("status")["jobs"][0]["state"] == "running"
        assert other.ask("stop", by="control")["jobs"] == 1
        assert "d6" in {move["move"] for move in other.final("same")["moves"]}


def test_a_stop_does_not_overtake_what_it_stops(client: Raw) -> None:
    client.ask("ping")  # connected, by both ways
    client.ask("ping", by="control")
    for number in range(50):
        client.send("analyse", id=f"job{number}", interval=60)
        assert client.ask("stop", target=f"job{number}", by="control")["jobs"] == 1
        assert client.final(f"job{number}")["reason"] == "stopped"


def test_jobs_of_a_client_that_vanishes_are_stopped(fresh: FakeServed) -> None:
    gone = fresh.client()
    with fresh.client() as client:
        gone.wait_for_info(gone.send("analyse", interval=0.05))
        gone.ask("open", session="s")
        assert client.ask("status")["clients"] == 1
        gone.close()
        until(lambda: client.ask("status")["clients"] == 0, "the client was not missed")
        assert client.ask("status")["jobs"] == []


def test_who_comes_under_the_name_of_a_killed_client_is_not_hindered_by_its_jobs(fresh: FakeServed) -> None:
    killed = fresh.client("service")
    for left in [killed.send("analyse", interval=0.05) for _ in range(8)][:2]:
        killed.wait_for_info(left)
    killed.close()
    with Client(str(fresh.folder), name="service") as client:
        job = client.analyse(variant="othello")
        next(iter(job))
        until(lambda: [running.id for running in client.status().jobs] == [job.id], "the earlier jobs run on")


def test_a_client_that_does_not_read_loses_infos_and_no_final(fresh: FakeServed) -> None:
    with fresh.client() as client, fresh.client() as sleeper:
        sleeper.work.set(zmq.RCVHWM, 1)
        jobs = [sleeper.send("analyse", id=f"j{number}", interval=0.01) for number in range(2)]
        finals = [sleeper.send("show", id=f"f{number}") for number in range(3000)]
        until(lambda: client.ask("status")["dropped"] > 0, "nothing was dropped")
        assert sleeper.ask("stop", by="control")["jobs"] == 2
        heard: list[str] = []
        while len(heard) < len(jobs) + len(finals):
            reply = sleeper.receive()
            if reply["t"] != "info":
                heard.append(reply["id"])
        assert sorted(heard) == sorted(jobs + finals)


def test_the_sockets_are_private(served: FakeServed, client: Raw) -> None:
    client.ask("ping")
    assert stat.S_IMODE(served.folder.stat().st_mode) == 0o700
    for name in ("work", "control"):
        assert stat.S_IMODE((served.folder / name).stat().st_mode) & 0o077 == 0


def test_a_second_daemon_does_not_steal_the_endpoint(served: FakeServed, client: Raw) -> None:
    client.ask("ping")
    with FakeServed(endpoint=str(served.folder)) as second:
        assert second.process.wait(PATIENCE) == 2
        assert second.process.stderr is not None
        said = second.process.stderr.read().decode()
    assert "serves here already" in said
    assert str(served.process.pid) in said
    assert client.ask("ping")["t"] == "pong"


# --- ends -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_during_a_search_ends_it_with_finals(fresh: FakeServed, number: int) -> None:
    with fresh.client() as client:
        jobs = [client.send("analyse", interval=0.01) for _ in range(3)]
        client.ask("ping")  # what came before it has been taken on
        client.wait_for_info(jobs[0])
        assert fresh.end(number) == 0
        finals = [client.final(job) for job in jobs]
    assert {reply["reason"] for reply in finals} == {"shutdown"}
    assert finals[0]["best"], "what is known by then; the others may not have had a turn"
    assert not (fresh.folder / "work").exists()
    assert not (fresh.folder / "control").exists()


TOLD_EARLY = """
import json, os, signal, sys
from engined.config import read_config
from engined.daemon import start_up
from tests.service.fake_engine import make_fake_engine

def bind(*args):
    sockets = bound(*args)
    os.kill(os.getpid(), signal.SIGTERM)
    return sockets

bound, start_up._bind = start_up._bind, bind
sys.exit(start_up.run(read_config(json.loads(sys.argv[1]), environ={}), make_fake_engine))
"""


def test_a_signal_before_it_serves_ends_it_in_good_order() -> None:
    with tempfile.TemporaryDirectory(prefix="engined-") as folder:
        settings = {"sockets": True, "endpoint": folder, "store": f"{folder}/store.sqlite", "log": f"{folder}/log"}
        started = [sys.executable, "-c", TOLD_EARLY, json.dumps(settings)]
        assert subprocess.run(started, cwd=ROOT, timeout=PATIENCE, check=False).returncode == 0
        assert '"event": "ended"' in Path(folder, "log").read_text()
        assert not Path(folder, "work").exists()


HEARD_ELSEWHERE = """
import json, signal, sys, threading, time
from pathlib import Path
from engined.config import read_config
from engined.daemon import loop, run
from engined.daemon.watching import watch
from tests.service.fake_engine import make_fake_engine

def tell():
    log = Path(settings["log"])
    while not (log.exists() and "serving" in log.read_text()):  # from then on signals end it in good order
        time.sleep(0.01)
    time.sleep(0.2)  # most likely it waits now; it ends in any case
    signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

settings = json.loads(sys.argv[1])
loop.TICK = watch.EVERY = 1000.0  # nothing else ends the wait
threading.Thread(target=tell).start()
sys.exit(run(read_config(settings, environ={}), make_fake_engine))
"""


def test_a_signal_that_does_not_interrupt_the_wait_ends_it() -> None:
    """The kernel may hand it to any thread, or a moment before the loop waits."""
    with tempfile.TemporaryDirectory(prefix="engined-") as folder:
        settings = {"sockets": True, "endpoint": folder, "store": "", "log": f"{folder}/log"}
        command = [sys.executable, "-c", HEARD_ELSEWHERE, json.dumps(settings)]
        assert subprocess.run(command, cwd=ROOT, timeout=PATIENCE).returncode == 0


def test_a_private_daemon_ends_with_its_owner() -> None:
    with FakeServed(private=True) as served, served.client() as client:
        client.ask("ping")
        assert served.process.stdin is not None
        served.process.stdin.close()
        assert served.process.wait(PATIENCE) == 0


def test_after_kill_9_the_next_daemon_takes_over_with_all_that_was_kept(fresh: FakeServed) -> None:
    with fresh.client("constant") as client:
        client.ask("open", session="s", keep=True, variant="othello-6x6", moves=["c2"])
        played = client.ask("play", session="s", moves=["b2"])
        client.ask("open", session="fleeting")
        assert client.ask("learn", moves=["f5", "d6"]) == {"t": "learned", "id": "4", "games": 1}
        assert client.ask("learn", moves=["f5", "f6"])["games"] == 2
        assert client.ask("learn", moves=["f5", "d6"])["games"] == 2
    fresh.kill()
    assert (fresh.folder / "work").exists()
    fresh.start()
    with fresh.client("constant") as client:
        shown = client.ask("show", session="s")
        assert played.pop("stored")
        assert {**shown, "id": ""} == {**played, "id": ""}
        assert client.ask("show", session="fleeting")["code"] == "unknown-session"
        assert client.ask("learn", moves=["f5", "f4"])["games"] == 3
    with fresh.client("other") as client:
        assert client.ask("show", session="s")["code"] == "unknown-session"


def test_a_broken_store_is_set_aside(fresh: FakeServed) -> None:
    with fresh.client() as client:
        client.ask("learn", moves=["f5"])
    fresh.kill()
    for suffix in ("-wal", "-shm"):
        (fresh.folder / f"store.sqlite{suffix}").unlink(missing_ok=True)
    (fresh.folder / "store.sqlite").write_bytes(b"SQLite format 3\0" + os.urandom(8192))
    fresh.start()
    with fresh.client() as client:
        assert client.ask("learn", moves=["f5"])["games"] == 1
    assert len(list(fresh.folder.glob("store.sqlite.broken-*"))) == 1
    assert "is broken" in fresh.log()


# --- tcp ------------------------------------------------------------------------------------------


def test_loopback_tcp() -> None:
    with FakeServed(endpoint=f"tcp://127.0.0.1:{free_port()}") as served, served.client() as client:
        assert client.ask("ping")["t"] == "pong"
        assert client.ask("ping", by="control")["t"] == "pong"


def test_beyond_loopback_only_with_keys() -> None:
    with FakeServed(endpoint="tcp://0.0.0.0:7777") as served:
        assert served.process.wait(PATIENCE) == 2
        assert served.process.stderr is not None
        assert b"CURVE" in served.process.stderr.read()


def test_a_private_daemon_is_waited_for_while_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long that takes; it is said once."""
    monkeypatch.setattr("engined_client.connection.START_SECONDS", 0.0)
    said: list[str] = []
    with PrivateDaemon("--store", "", waiting=lambda: said.append("waiting")) as daemon, Client(daemon.endpoint):
        assert said == ["waiting"]
