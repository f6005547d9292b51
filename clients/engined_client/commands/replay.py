"""``engined replay``: ask again what a log of requests has, of a daemon of its own with one thread and an empty store.

Requests are asked one after the other, in the order in which they were served. Replies are compared but for what a
clock says: where time ended a search, and what followed from that, may differ.
"""

from __future__ import annotations

import json
import tempfile
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import zmq

from engined_protocol import frames
from engined_protocol.messages import AnyReply, AnyRequest, Partial
from engined_protocol.words import counted

from ..connection import PrivateDaemon, endpoints_of
from ..errors import ConnectionLost
from ..terminal.command import Exit, WrongInput, read_text

SUMMARY = "ask again what a log of requests has (`engined serve --log-requests`), and compare the replies"
EXAMPLES = (("engined replay requests.log", "of `engined serve --log-requests requests.log`"),)

TIMED = ("seconds", "within", "clock")
"""Fields of requests by which time may end a search."""
CLOCKED = {"seconds", "state"}
"""Fields of replies that a clock has written."""
PATIENCE = 600_000
"""Milliseconds that a reply may take."""


class Exchange(NamedTuple):
    """A request of the log, and its final."""

    line: int
    client: int
    request: dict[str, Any]
    reply: dict[str, Any] | None

    @property
    def timed(self) -> bool:
        """Whether time may have ended it: a limit, or somebody who stopped it."""
        stopped = self.reply is not None and self.reply.get("reason") in ("stopped", "shutdown")
        return stopped or any(self.request.get(field) is not None for field in TIMED)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("log", metavar="LOG", type=Path, help="what `engined serve --log-requests` has written")
    parser.add_argument("--quiet", action="store_true", help="print the last line only")


def run(arguments: Namespace) -> int:
    """Exit with 0 where all that can be compared is as it was."""
    exchanges, lost = read(arguments.log)
    outcomes: Counter[str] = Counter()
    with (
        tempfile.TemporaryDirectory(prefix="engined-") as folder,
        PrivateDaemon("--threads", "1", "--store", str(Path(folder, "store.sqlite"))) as daemon,
        zmq.Context() as context,
    ):
        replayed = Replayed(context, endpoints_of(daemon.endpoint).work)
        try:
            for exchange in exchanges:
                outcome = compare(exchange, replayed.ask(exchange))
                outcomes[outcome.partition(":")[0]] += 1
                if not arguments.quiet and outcome != "the same":
                    print(f"line {exchange.line}: {exchange.request['t']} {exchange.request['id']!a}: {outcome}")
        finally:
            replayed.close()
    said = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
    incomplete = f"; {counted(lost, 'line')} of the log could not be written, and what was in them is missing here"
    print(f"{counted(len(exchanges), 'request')}: {said or 'none'}{incomplete if lost else ''}")
    return Exit.WRONG_INPUT if outcomes["different"] else Exit.FINE


def read(path: Path) -> tuple[list[Exchange], int]:
    """The requests of a log, in order, each with its final; and how many lines were lost when it was written. Raises
    WrongInput.
    """
    entries, lost = list(_entries(read_text(path).splitlines(), path)), 0
    waiting: dict[tuple[int, str], tuple[int, int, dict[str, Any]]] = {}
    found: dict[int, Exchange] = {}
    for number, entry in entries:
        try:
            event = entry["event"]
            if event == "lost":
                lost += int(entry["lines"])
                continue
            client, message = int(entry["client"]), entry["message"]
            key = client, str(message["id"])
        except (ValueError, KeyError, TypeError) as error:
            raise _not_of_a_log(path, number, error) from None
        if event == "request":
            waiting[key] = number, client, message
            found[number] = Exchange(number, client, message, None)
        elif key in waiting:
            at, client, request = waiting.pop(key)
            found[at] = Exchange(at, client, request, message)
    return list(found.values()), lost


def _entries(lines: list[str], path: Path) -> Iterator[tuple[int, Any]]:
    """The entries of a log, by line. Those of which only a part could be written are left out, where one follows
    that counts what was lost. Raises WrongInput.
    """
    torn: tuple[int, ValueError] | None = None
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
        except ValueError as error:
            torn = torn or (number, error)
            continue
        if isinstance(entry, dict) and entry.get("event") == "lost":
            torn = None
        if torn is not None:
            break
        yield number, entry
    if torn is not None:
        raise _not_of_a_log(path, *torn)


def _not_of_a_log(path: Path, line: int, error: Exception) -> WrongInput:
    return WrongInput(f"{path}: line {line}: not of a log of requests ({type(error).__name__})")


def compare(exchange: Exchange, reply: dict[str, Any]) -> str:
    """``the same``, ``timed`` (time may have ended it), ``unanswered`` in the log, or ``different`` and where."""
    before = exchange.reply
    if before is None:
        return "unanswered"
    if exchange.timed:
        return "timed"
    for field in sorted({*before, *reply} - CLOCKED):
        if before.get(field) != reply.get(field):
            return f"different: {field} was {_short(before.get(field))}, is {_short(reply.get(field))}"
    return "the same"


def _short(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:60]}..."


class Replayed:
    """The clients of a log, again."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], address: str) -> None:
        self._context = context
        self._address = address
        self._sockets: dict[int, zmq.Socket[bytes]] = {}

    def ask(self, exchange: Exchange) -> dict[str, Any]:
        """The final reply to a request. A search that time ended gets as many nodes as it had. Raises WrongInput."""
        before, plain = exchange.reply, dict(exchange.request)
        if plain["t"] in ("analyse", "solve") and (before is None or exchange.timed):
            plain = {field: value for field, value in plain.items() if field not in TIMED}
            plain["nodes"] = max(int((before or {}).get("nodes", 0)), 1)
        try:
            request = msgspec.convert(plain, AnyRequest)
        except msgspec.ValidationError as error:
            raise WrongInput(f"line {exchange.line}: {error}") from None
        socket = self._socket(exchange.client)
        socket.send_multipart(frames.wrap(request))
        while socket.poll(PATIENCE):
            parts = socket.recv_multipart()
            reply: AnyReply = frames.decode_reply(parts[1])
            if reply.id == request.id and not isinstance(reply, Partial):
                return dict(json.loads(msgspec.json.encode(reply)))  # as it would stand in a log
        raise ConnectionLost("the daemon says nothing more")

    def close(self) -> None:
        """Leave."""
        for socket in self._sockets.values():
            socket.close(linger=0)

    def _socket(self, client: int) -> zmq.Socket[bytes]:
        if client not in self._sockets:
            socket = self._context.socket(zmq.DEALER)
            socket.set(zmq.ROUTING_ID, f"replayed-{client}".encode())
            socket.connect(self._address)
            self._sockets[client] = socket
        return self._sockets[client]
