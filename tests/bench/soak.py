"""A crowd and endless analyses on a real daemon, and how long each kind of question waits:
``python -m tests.bench.soak --seconds 60 --clients 200 --endless 6``.

Every client asks a short question, waits for the final, rests, and asks the next. An unloaded run comes first. Bounded
by seconds; times are printed beside what they should be and never asserted, but every question must have exactly one
final.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

import msgpack
import zmq

from engined.memory import resident
from engined.rules.position import format_position, start
from engined.variants.catalogue import Catalogue
from tests.process.serving import Served

PING = "ping"
PING_SECONDS = 0.05
EMPTIES = 8
"""Of the positions to be solved."""
LAST_WORDS = 20.0
"""Seconds for what is under way at the end."""
SHORT_SECONDS = 0.5
"""What short questions should wait at the most, but for one in a hundred, and what a ping should."""
PING_ASKED = 0.02
MEMORY_SECONDS = 1.0
"""Between two looks at the memory."""
SETTLED = 60.0
"""Seconds after which it should be flat."""
EMPTY = "."
"""In a record. With as many as there can be, an analysis is not done in an hour."""
PARTIAL = ("info", "perft-line")
KINDS = ("show", "analyse", "solve")


def positions(number: int) -> tuple[list[str], list[str]]:
    """Positions of 8x8 Othello from random games, as records: some in the middle, some near the end."""
    variant, draw = Catalogue().get("othello"), random.Random(1)
    middle, late = list[str](), list[str]()
    while len(late) < number:
        position = start(variant)
        texts = list[str]()
        while not position.over and position.empties > EMPTIES:
            position = position.play(draw.choice(position.legal()))
            if 20 <= position.empties <= 44:
                texts.append(format_position(position))
        if not position.over:
            middle.append(draw.choice(texts))
            late.append(format_position(position))
    return middle, late


@dataclass
class Client:
    """One client: a socket, and the question that it waits for."""

    number: int
    socket: zmq.Socket[bytes]
    kind: str = ""
    asked: float = 0.0
    next: float = 0.0
    """When to ask again, if nothing is asked."""
    questions: int = 0

    def ask(self, kind: str, text: str, now: float) -> None:
        """Send a question."""
        self.questions += 1
        self.kind, self.asked = kind, now
        request: dict[str, Any] = {"t": kind, "id": str(self.questions), "variant": "othello", "start": text}
        if kind == "analyse":
            request["depth"] = 4
        self.socket.send_multipart([b"E1", msgpack.packb(request)])


@dataclass
class Crowd:
    """All clients of one daemon, and what they waited."""

    folder: str
    draw: random.Random = field(default_factory=lambda: random.Random(2))
    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    depths: dict[int, int] = field(default_factory=dict)
    """How deep each endless analysis has come, by its number."""
    memory: list[tuple[float, float]] = field(default_factory=list)
    """Seconds since the begin, and mebibytes of all processes then."""
    look: Callable[[], float] = lambda: 0.0
    """Mebibytes now."""

    def __post_init__(self) -> None:
        self.context = zmq.Context()
        self.context.set(zmq.MAX_SOCKETS, 4096)
        self.poller = zmq.Poller()
        self.middle, self.late = positions(200)
        self.clients: dict[zmq.Socket[bytes], Client] = {}

    def open(self, name: str, path: str = "work") -> zmq.Socket[bytes]:
        """A socket of a client by that name."""
        socket = self.context.socket(zmq.DEALER)
        socket.set(zmq.ROUTING_ID, name.encode())
        socket.connect(f"ipc://{self.folder}/{path}")
        self.poller.register(socket, zmq.POLLIN)
        return socket

    def run(self, clients: int, endless: int, seconds: float, rest: float) -> None:
        """Have the crowd ask for so long."""
        searching = {self.open(f"endless{number}"): number for number in range(endless)}
        begun_endless = False
        spawn = get_context("spawn")
        end_of_pings, pings = spawn.Pipe()
        pinger = spawn.Process(target=ping, args=(self.folder, seconds, pings))
        pinger.start()
        begun = next_look = time.monotonic()
        for number in range(clients):
            client = Client(number, self.open(f"client{number}"), next=begun + self.draw.random() * rest)
            self.clients[client.socket] = client
        end = begun + seconds
        while (now := time.monotonic()) < end + LAST_WORDS:
            waiting = [client for client in self.clients.values() if client.kind]
            if now >= end and not waiting:
                break
            if now >= next_look:
                self.memory.append((now - begun, self.look()))
                next_look = now + MEMORY_SECONDS
            if not begun_endless and now >= begun + rest:  # by now everybody has asked: turns are to be had among them
                self._search_on(searching)
                begun_endless = True
            for client in self.clients.values() if now < end else ():
                if not client.kind and now >= client.next:
                    kind = KINDS[(client.number + client.questions) % len(KINDS)]
                    client.ask(kind, self.draw.choice(self.late if kind == "solve" else self.middle), now)
            for socket, _ in self.poller.poll(5):
                assert isinstance(socket, zmq.Socket)
                reply = msgpack.unpackb(socket.recv_multipart()[1])
                now = time.monotonic()
                if socket in searching:
                    assert reply["t"] in (*PARTIAL, "pong"), reply
                elif reply["t"] not in (*PARTIAL, "pong"):
                    self._take(self.clients[socket], reply, now, rest)
        assert end_of_pings.poll(LAST_WORDS), "a ping is lost"
        self.waits[PING] = end_of_pings.recv()
        pinger.join()
        lost = [client.kind for client in self.clients.values() if client.kind]
        assert not lost, f"without a final: {lost}"
        for socket, number in searching.items():
            self.depths[number] = self._stopped(socket)

    def _search_on(self, searching: dict[zmq.Socket[bytes], int]) -> None:
        """Have each socket's analysis go on until it is stopped."""
        longest = sorted(self.middle, key=lambda text: text.count(EMPTY), reverse=True)
        for socket, number in searching.items():
            request = {"t": "analyse", "id": "1", "variant": "othello", "start": longest[number]}
            socket.send_multipart([b"E1", msgpack.packb(request)])

    def _stopped(self, socket: zmq.Socket[bytes]) -> int:
        """Stop an endless analysis: how deep it has come."""
        socket.send_multipart([b"E1", msgpack.packb({"t": "stop", "id": "2", "target": "1"})])
        finals = dict[str, dict[str, Any]]()
        while len(finals) < 2:
            assert socket.poll(int(1000 * LAST_WORDS)), "an endless analysis cannot be stopped"
            reply = msgpack.unpackb(socket.recv_multipart()[1])
            if reply["t"] not in (*PARTIAL, "pong"):
                assert reply["id"] not in finals, "a final too many"
                finals[reply["id"]] = reply
        assert finals["2"]["jobs"] == 1
        assert finals["1"]["reason"] == "stopped", finals["1"]
        return int(finals["1"].get("depth", 0))

    def _take(self, client: Client, reply: dict[str, Any], now: float, rest: float) -> None:
        assert reply["t"] in ("position", "analysis"), reply
        assert client.kind, "a final too many"
        assert reply["id"] == str(client.questions), "a final too many"
        self.waits[client.kind].append(now - client.asked)
        client.kind, client.next = "", now + rest * 2 * self.draw.random()

    def close(self) -> None:
        """Leave."""
        self.context.destroy(linger=0)


def ping(folder: str, seconds: float, found: Connection) -> None:
    """Ask whether the daemon is there, again and again: in a process of its own, as the crowd's is busy itself."""
    with zmq.Context() as context, context.socket(zmq.DEALER) as control:
        control.connect(f"ipc://{folder}/control")
        waits, end = list[float](), time.monotonic() + seconds
        while (asked := time.monotonic()) < end:
            control.send_multipart([b"E1", msgpack.packb({"t": PING, "id": "1"})])
            control.recv_multipart()
            waits.append(time.monotonic() - asked)
            time.sleep(PING_SECONDS)
    found.send(waits)


def family(process: int) -> list[int]:
    """A process and those that it has started: the daemon, its engine, a compiler."""
    tasks = Path(f"/proc/{process}/task")
    with suppress(FileNotFoundError):  # one that has just ended
        children = {int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()}
        return [process, *(number for child in children for number in family(child))]
    return []


def used(process: int) -> float:
    """Seconds of a processor that a process has had."""
    with open(f"/proc/{process}/stat") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def slope(points: list[tuple[float, float]]) -> tuple[float, float]:
    """The slope of a line through points, by least squares, and its standard error."""
    times, values = zip(*points, strict=True)
    mean_time, mean_value = sum(times) / len(times), sum(values) / len(values)
    spread = sum((time - mean_time) ** 2 for time in times)
    rise = sum((time - mean_time) * (value - mean_value) for time, value in points) / spread
    rests = sum((value - mean_value - rise * (time - mean_time)) ** 2 for time, value in points)
    return rise, (rests / (len(points) - 2) / spread) ** 0.5


@dataclass
class Measured:
    """What one run measured."""

    short: float
    """The 99th percentile of what short questions waited, in seconds."""
    ping: float
    """And control."""
    finals: int
    depths: list[int]
    """How deep each endless analysis came."""
    memory: float
    """The most mebibytes that all processes took."""


def percentile(waits: list[float], percent: int) -> float:
    """What so many per cent wait at the most."""
    return sorted(waits)[len(waits) * percent // 100]


def soak(clients: int, endless: int, seconds: float, rest: float) -> Measured:
    """One run, and its lines of the table."""
    with Served() as served:
        daemon = served.process.pid
        crowd = Crowd(served.endpoint, look=lambda: sum(map(resident, family(daemon))) / 2**20)
        first = crowd.open("first")
        first.send_multipart([b"E1", msgpack.packb({"t": "analyse", "id": "1", "variant": "othello", "depth": 4})])
        while msgpack.unpackb(first.recv_multipart()[1])["t"] != "analysis":
            pass
        processes = family(daemon)
        before = [used(process) for process in processes]
        crowd.run(clients, endless, seconds, rest)
        finals = sum(len(crowd.waits[kind]) for kind in KINDS)
        cpu = [used(process) - earlier for process, earlier in zip(processes, before, strict=True)]
        print(
            f"{clients} clients that rest {rest:g} s, {endless} endless analyses, {seconds:g} s: "
            f"{finals / seconds:.0f} finals/s; of a processor the daemon had {100 * cpu[0] / seconds:.0f} %, "
            f"{1000 * cpu[0] / finals:.1f} ms a final, and the engine {100 * sum(cpu[1:]) / seconds:.0f} %; "
            f"depths of the endless: {sorted(crowd.depths.values())}"
        )
        print(_memory(crowd.memory))
        for kind in (*KINDS, PING):
            waits = sorted(crowd.waits[kind])
            if waits:
                print(
                    f"  {kind:8} {len(waits):6}   median {1000 * median(waits):7.1f} ms   "
                    f"99th percentile {1000 * waits[len(waits) * 99 // 100]:7.1f} ms   most {1000 * waits[-1]:7.1f} ms"
                )
        crowd.close()
    short = [wait for kind in KINDS for wait in crowd.waits[kind]]
    most = max(mebibytes for _, mebibytes in crowd.memory)
    return Measured(
        percentile(short, 99), percentile(crowd.waits[PING], 99), len(short), [*crowd.depths.values()], most
    )


def _memory(looks: list[tuple[float, float]]) -> str:
    """How much memory it took, and how that grew."""
    said = f"  memory, all processes: {looks[0][1]:.0f} -> {looks[-1][1]:.0f} MiB"
    late = [look for look in looks if look[0] > SETTLED]
    if len(late) > 2:
        rise, error = slope(late)
        said += f"; after {SETTLED:.0f} s {60 * rise:+.2f} +- {60 * error:.2f} MiB a minute"
    return said


def main() -> None:
    """An unloaded run, and one that is as loaded as asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0, help="of each run")
    parser.add_argument("--clients", type=int, default=200, help="that ask short questions")
    parser.add_argument("--endless", type=int, default=6, help="analyses without a limit beside them")
    parser.add_argument("--rest", type=float, default=1.0, help="mean seconds between a final and the next question")
    asked = parser.parse_args()
    alone = soak(1, 0, min(asked.seconds, 10.0), 0.0)
    crowd = soak(asked.clients, asked.endless, asked.seconds, asked.rest)
    for what, unloaded, loaded, wanted in (
        ("short question", alone.short, crowd.short, SHORT_SECONDS),
        ("control ping", alone.ping, crowd.ping, PING_ASKED),
    ):
        print(
            f"{what}, 99th percentile: {1000 * unloaded:.1f} ms unloaded, {1000 * loaded:.1f} ms loaded, "
            f"{1000 * wanted:.0f} ms asked: {'holds' if loaded <= wanted else 'MISSED'}"
        )


if __name__ == "__main__":
    main()
