"""Nothing that a client, a disk or a log does ends the daemon: all others go on being served."""

from __future__ import annotations

import json
import resource
import signal
import socket
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from engined.memory import LEAST
from tests.patience import PATIENCE, until
from tests.process.crowd import GREAT
from tests.process.raw_client import ROOT, FakeServed, Raw
from tests.process.test_kill import late_game


@pytest.fixture
def served() -> Iterator[FakeServed]:
    with FakeServed() as daemon:
        yield daemon


@pytest.fixture
def client(served: FakeServed) -> Iterator[Raw]:
    with served.client() as raw:
        yield raw


# --- clients that die -----------------------------------------------------------------------------


def test_clients_of_one_name_and_clients_killed_in_mid_request(served: FakeServed, client: Raw) -> None:
    began = time.monotonic()
    first = served.client("same")
    first.ask("ping")
    second = served.client("same")
    second.ask("ping")
    first.send("ping")  # nobody reads that connection any more
    first.close()
    crowd = subprocess.Popen(
        [sys.executable, "-m", "tests.process.crowd", str(served.folder)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert crowd.stdout is not None
    assert crowd.stdout.readline() == b"sent\n"
    crowd.kill()
    crowd.wait()
    crowd.stdout.close()
    while time.monotonic() - began < 6:  # libzmq's heartbeats of 5 s ended the daemon at these connections
        assert client.ask("ping", by="control")["t"] == "pong"
        assert client.ask("show")["t"] == "position"
        time.sleep(0.05)  # others need the CPU
    assert client.ask("describe", variant="great")["width"] == 24
    assert second.ask("ping")["t"] == "pong"
    second.close()
    assert served.end() == 0


@pytest.mark.parametrize("which", ["work", "control"])
def test_a_client_that_dies_with_a_heartbeat_behind_many_frames(served: FakeServed, client: Raw, which: str) -> None:
    """Where input stops at a high-water mark, libzmq answers the heartbeat of a dead client, and ends the process."""
    client.ask("ping")
    with socket.socket(socket.AF_UNIX) as peer:
        peer.connect(str(served.folder / which))
        peer.sendall(ZMTP_GREETING + zmtp_command(b"\x05READY" + zmtp_property(b"Socket-Type", b"DEALER")))
        while b"READY" not in peer.recv(1024):
            pass
        served.process.send_signal(signal.SIGSTOP)  # so that all of it is there at once
        peer.sendall(b"\0\0" * 300 + zmtp_command(b"\x04PING\0\0") + b"\0\0")
    served.process.send_signal(signal.SIGCONT)
    for _ in range(400):  # clients take turns: with that, all of it has been read
        assert client.ask("ping", by=which)["t"] == "pong"
    assert served.end() == 0


ZMTP_GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x01" + b"NULL".ljust(20, b"\0") + bytes(32)


def zmtp_command(body: bytes) -> bytes:
    return bytes([4, len(body)]) + body


def zmtp_property(name: bytes, value: bytes) -> bytes:
    return bytes([len(name)]) + name + struct.pack(">I", len(value)) + value


# --- a busy loop ----------------------------------------------------------------------------------


def test_every_stop_reaches_its_job_however_busy_the_daemon(client: Raw) -> None:
    client.ask("declare", text=GREAT)
    client.ask("ping", by="control")
    for _ in range(100):
        client.send("show", variant="great")
    jobs = []
    for number in range(20):
        client.send("show", variant="great")
        jobs.append(client.send("analyse", id=f"job{number}"))
        client.send("stop", id=f"stop{number}", target=jobs[-1], by="control")
    assert [client.final(f"stop{number}", "control")["jobs"] for number in range(20)] == [1] * 20
    assert [client.final(job)["reason"] for job in jobs] == ["stopped"] * 20


def test_what_has_arrived_when_the_end_comes_is_answered(served: FakeServed, client: Raw) -> None:
    client.ask("declare", text=GREAT)
    client.ask("ping", by="control")
    ids = [client.send("show", variant="great") for _ in range(50)] + [client.send("analyse") for _ in range(5)]
    last = client.send("analyse")
    stop = client.send("stop", target=last, by="control")
    assert client.final(stop, "control")["jobs"] == 1  # which is said as soon as it has arrived, behind all others
    assert served.end() == 0
    finals = [client.final(id) for id in ids]
    assert {reply.get("code", "") for reply in finals[:50]} <= {"", "busy"}
    assert {reply.get("code") or reply["reason"] for reply in finals[50:]} <= {"busy", "shutdown"}
    assert client.final(last)["t"] in ("error", "done")


def test_nobody_who_asks_while_the_end_comes_is_left_without_a_word(served: FakeServed) -> None:
    asking = ({"t": "show"}, {"t": "analyse", "depth": 2}, {"t": "analyse"}, {"t": "show", "variant": "othello-24x24"})
    with ExitStack() as stack:
        clients = [stack.enter_context(served.client()) for _ in range(20)]
        for client in clients:
            client.ask("ping")
        asked = []
        for number in range(2000):
            if number == 700:
                served.process.send_signal(signal.SIGTERM)
            client = clients[number % len(clients)]
            fields: dict[str, Any] = dict(asking[number // len(clients) % len(asking)])
            asked.append((client, client.send(fields.pop("t"), **fields)))
        ends = Counter(reply.get("code") or reply.get("reason") or reply["t"] for reply in map(answered, asked))
    assert served.process.wait(PATIENCE) == 0
    assert set(ends) <= {"position", "done", "shutdown", "busy"}


def answered(asked: tuple[Raw, str]) -> dict[str, Any]:
    client, id = asked
    return client.final(id)


@pytest.mark.parametrize(
    ("clients", "requests"),
    [pytest.param(1, 12_000, id="by one"), pytest.param(50, 600, id="by fifty", marks=pytest.mark.slow)],
)
def test_a_flood_holds_up_nobody(
    served: FakeServed, client: Raw, clients: int, requests: int, record_property: Callable[[str, object], None]
) -> None:
    ends = Counter[str]()
    with ExitStack() as stack:
        flooding = [stack.enter_context(served.client()) for _ in range(clients)]
        ids = [(flooder, flooder.send("show")) for _ in range(requests) for flooder in flooding]
        for _ in range(20):
            assert client.ask("ping", by="control")["t"] == "pong"
            assert client.ask("show")["t"] == "position"
        assert client.ask("status", by="control")["memory"]
        ends.update(flooder.final(id).get("code", "position") for flooder, id in ids)
    assert set(ends) <= {"position", "busy"}
    assert ends["position"] >= 10_000
    record_property("count", len(ids))


# --- memory -----------------------------------------------------------------------------------------


def taken(client: Raw) -> dict[str, tuple[int, int]]:
    """What takes how much memory, and may take."""
    memory = client.ask("status", by="control")["memory"]
    return {use["what"]: (use["bytes"], use.get("most", 0)) for use in memory}


def test_what_a_client_leaves_unread_is_bounded_in_bytes() -> None:
    with FakeServed(memory=500) as served, served.client() as client, served.client() as deaf:
        for _ in range(4000):
            deaf.send("variants")
        unread = [taken(client)["unread replies"]]

        def given_up() -> bool:
            unread.append(taken(client)["unread replies"])
            return unread[-1][0] == 0 < unread[-2][0]

        until(given_up, "it may leave more unread than there is room for")
        assert max(taken for taken, _ in unread) <= unread[0][1]
        assert taken(client)["all"][0] < 500 << 20
        assert client.ask("show")["t"] == "position"


@pytest.mark.slow
def test_ten_thousand_sessions_opened_and_left_leave_room_for_others(
    served: FakeServed, client: Raw, record_property: Callable[[str, object], None]
) -> None:
    record_property("count", 200 * 50)
    for number in range(200):
        with served.client(f"left{number}") as leaver:
            for session in [leaver.send("open", variant="othello-4x4") for _ in range(50)]:
                assert leaver.final(session)["t"] == "position"
    client.ask("open", session="mine")
    bytes_, most = taken(client)["sessions"]
    assert bytes_ < most
    deadline = time.monotonic() + 90
    while client.ask("status", by="control")["sessions"] > 1:
        assert time.monotonic() < deadline, "sessions of clients that left are still there"
        assert client.ask("show", session="mine")["t"] == "position"
        time.sleep(0.5)


def test_clients_that_came_and_left_are_replaced_by_others(served: FakeServed) -> None:
    for number in range(1024):
        with served.client(f"left{number}") as leaver:
            leaver.ask("open", variant="othello-4x4")
    with served.client() as client:
        until(lambda: client.ask("open").get("code") != "busy", "there is no place")
        assert client.ask("open")["t"] == "position"


# --- disks that are full --------------------------------------------------------------------------


def log_something(client: Raw, boards: range) -> None:
    """Have boards made ready: the log gets an entry for each."""
    for size in boards:
        client.ask("describe", variant=f"othello-{size}x{size}", prepare=True)


@pytest.mark.parametrize("log", ["/dev/full", "/proc/no/such/folder/log"])
def test_a_log_that_cannot_be_written_ends_nothing(log: str) -> None:
    with FakeServed(log=log) as served, served.client() as client:
        log_something(client, range(4, 10))
        assert served.end() == 0


def test_it_says_where_it_serves_once_it_does() -> None:
    with FakeServed() as served:
        assert served.process.stderr is not None
        said = served.process.stderr.readline().decode()
        assert said == f"engined: serving at {served.folder}; the log is {served.folder / 'log'}\n"
        with served.client() as client:
            client.ask("ping")
        assert served.end() == 0
        assert served.process.stderr.read() == b""


def test_a_private_daemon_says_nothing() -> None:
    with FakeServed(private=True) as served, served.client() as client:
        client.ask("ping")
        assert served.end() == 0
        assert served.process.stderr is not None
        assert served.process.stderr.read() == b""


def test_a_standard_error_that_nobody_reads_ends_nothing() -> None:
    with FakeServed(log="-") as served, served.client() as client:
        client.ask("ping")
        assert served.process.stderr is not None
        served.process.stderr.close()
        log_something(client, range(4, 10))
        assert served.end() == 0


def test_a_full_disk_refuses_what_it_must_and_spoils_nothing(served: FakeServed) -> None:
    with served.client("constant") as client:
        client.ask("open", session="s", keep=True)
        assert client.ask("learn", moves=["f5"])["games"] == 1
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        log_something(client, range(4, 10))
        jobs = [client.send("learn", moves=["f5", move]) for move in ("d6", "f6", "f4")]
        jobs.append(client.send("book-add", games=[{"moves": ["f5", "d6"]}]))
        assert client.ask("play", session="s", moves=["f5", "d6"])["t"] == "position"
        assert {client.final(job)["code"] for job in jobs} == {"internal"}
        assert client.ask("play", session="s", moves=["c3"])["t"] == "position"
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        log_something(client, range(10, 11))
        played = client.ask("play", session="s", moves=["d3"])
        assert client.ask("learn", moves=["f5", "d6"])["games"] == 2
        assert client.ask("book-add", games=[{"moves": ["f5", "f6"]}])["games"] == 1
    served.kill()
    (report,) = [entry for line in served.log().splitlines() if "lost" in (entry := json.loads(line))]
    assert report["lost"] >= 6
    served.start()
    with served.client("constant") as client:
        assert client.ask("show", session="s")["moves"] == played["moves"] == ["f5", "d6", "c3", "d3"]


def test_moves_that_a_full_disk_does_not_take_are_refused_in_the_end_and_none_is_lost() -> None:
    game = tuple(move for move in late_game(1) if move != "pass")[:30]  # of a game without a pass so early
    with FakeServed(memory=LEAST) as served:
        with served.client("constant") as client:
            client.ask("open", session="s", keep=True)
            resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
            replies = [client.ask("play", session="s", moves=game)]
            while replies[-1]["t"] == "position":
                replies.append(client.ask("undo", session="s", plies=len(game)))
                replies.append(client.ask("play", session="s", moves=game))
            assert (replies[-1]["code"], replies[-1]["retry_after"]) == ("busy", 5.0)
            assert client.ask("open", session="unkept")["t"] == "position"
            resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            until(lambda: client.ask("play", session="s", moves=[]).get("stored"), "there is room again")
            before = client.ask("show", session="s")["moves"]
        served.kill()
        served.start()
        with served.client("constant") as client:
            assert client.ask("show", session="s")["moves"] == before
