"""A process with an engine in it: started, given orders, listened to, and seen off."""

from __future__ import annotations

import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Self

import msgspec
from msgspec import Struct

from engined import interpreter

from . import messages
from .channel import Channel

MODULE = "engined.engine_process"
LONGEST_TRACE = 64 << 10
"""Characters of a process's last words."""
PATIENCE = 2.0
"""Seconds until a process that has been told to end is killed."""
OURS = {signal.SIGINT, signal.SIGTERM}
"""Signals that are for the daemon, though its whole group may get them: it stops the searches in good order."""


class Settings(Struct, frozen=True):
    """How the engine is made."""

    table_mib: int
    cache: Path | None
    weights: Path | None

    def written(self) -> str:
        """As an argument."""
        return msgspec.json.encode(self, enc_hook=str).decode()

    @classmethod
    def read(cls, written: str) -> Self:
        """From an argument."""
        return msgspec.json.decode(written, type=cls, dec_hook=lambda kind, value: kind(value))


class Death(Struct, frozen=True):
    """How a process ended that nobody had told to end."""

    how: str
    """In words: ``was killed by SIGSEGV``."""
    trace: str
    """What was running, as far as it could still say."""


class EngineProcess:
    """One process. Orders are sent in order and never wait; all callbacks come from one thread of ours."""

    def __init__(
        self,
        settings: Settings,
        on_news: Callable[[EngineProcess, messages.News], None],
        on_death: Callable[[EngineProcess, Death], None],
        module: str = MODULE,
    ) -> None:
        """Start it. ``on_death`` is called unless it was told to end. Raises OSError."""
        self.came_up = False
        """Whether it has been heard of."""
        self._on_news = on_news
        self._on_death = on_death
        self._closed = False
        ours, theirs = socket.socketpair()
        self._last_words: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed when it is read
        with theirs:
            descriptors = (theirs.fileno(), self._last_words.fileno())
            arguments = (*(str(descriptor) for descriptor in descriptors), settings.written())
            before = signal.pthread_sigmask(signal.SIG_BLOCK, OURS)
            try:
                self._process = subprocess.Popen(
                    interpreter.command(module, *arguments),
                    env=interpreter.environment(),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=descriptors,
                )
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self._channel = Channel(ours)
        self._orders: SimpleQueue[bytes | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=work, name=f"engine {name}", daemon=True)
            for work, name in ((self._send, "orders"), (self._listen, "news"))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def number(self) -> int:
        """The system's number of the process."""
        return self._process.pid

    def order(self, order: messages.Order) -> None:
        """Have something done. After the end, nothing happens."""
        self._orders.put(messages.pack_order(order))

    def close(self) -> None:
        """End it, whatever it is doing."""
        self._closed = True
        self._channel.end()
        self._orders.put(None)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join()

    def _send(self) -> None:
        while (order := self._orders.get()) is not None:
            self._channel.send(order)

    def _listen(self) -> None:
        while (message := self._channel.receive()) is not None:
            try:
                news = messages.read_news(message)
            except msgspec.DecodeError:
                self._process.kill()  # it has lost its mind
                break
            self.came_up = True
            self._on_news(self, news)
        code = self._process.wait()
        self._orders.put(None)
        trace = self._take_last_words()
        if not self._closed:
            self._on_death(self, Death(_how(code), trace))
        self._threads[0].join()
        self._channel.close()

    def _take_last_words(self) -> str:
        with self._last_words as file:
            file.seek(0)
            return file.read(LONGEST_TRACE).decode(errors="replace")


def _how(code: int) -> str:
    if code >= 0:
        return f"ended with {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    return f"was killed by {name}" + (", perhaps for want of memory" if -code == signal.SIGKILL else "")
