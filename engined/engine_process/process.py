"""A process with an engine in it: started, given orders, listened to, and seen off."""

from __future__ import annotations

import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing
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


class EngineSettings(Struct, frozen=True):
    """How the engine is made."""

    table_mib: int
    cache: Path | None
    weights: Path | None
    nice: int = 0
    """The niceness by which it gives way to other processes: its searches take all the time that they get."""

    def written(self) -> str:
        """The text of an argument that says all of it."""
        return msgspec.json.encode(self, enc_hook=str).decode()

    @classmethod
    def read(cls, written: str) -> Self:
        """Read it from the text of an argument."""
        return msgspec.json.Decoder(cls, dec_hook=lambda kind, value: kind(value)).decode(written)


class Death(Struct, frozen=True):
    """How a process ended that nobody had told to end."""

    how: str
    """The way in which it died, in words: ``was killed by SIGSEGV``."""
    trace: str
    """The trace of what was running, as far as it could still say."""


class EngineProcess:
    """One process. Orders are sent in order and never wait; all callbacks come from one thread of ours. That one also
    starts it, for which the system may take its time.
    """

    def __init__(
        self,
        settings: EngineSettings,
        on_news: Callable[[EngineProcess, messages.News], None],
        on_death: Callable[[EngineProcess, Death], None],
        module: str = MODULE,
    ) -> None:
        """Start it. ``on_death`` is called unless it was told to end."""
        self.number: int | None = None
        """The system's, once it is there."""
        self.came_up = False
        """Whether it has been heard of."""
        self._on_news = on_news
        self._on_death = on_death
        self._orders: SimpleQueue[bytes | None] = SimpleQueue()
        self._lock = threading.Lock()
        """Held by who opens the channel, and by who says that nothing is to go through it any more."""
        self._closed = False
        self._channel: Channel | None = None
        """The way to it; None until it is about to be started."""
        self._thread = threading.Thread(target=self._live, args=(settings, module), name="engine", daemon=True)
        self._thread.start()

    def order(self, order: messages.Order) -> None:
        """Have something done. After the end, nothing happens."""
        self._orders.put(messages.pack(order))

    def close(self) -> None:
        """End it, whatever it is doing."""
        with self._lock:
            self._closed = True
            if self._channel is not None:
                self._channel.end()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _live(self, settings: EngineSettings, module: str) -> None:
        try:
            process, channel, last_words = self._started(settings, module)
        except OSError as error:
            death = Death(f"could not be started: {error}", "")
        else:
            with last_words, closing(channel):
                self.number = process.pid
                death = Death(_how(self._attend(process, channel)), _read(last_words))
        if not self._closed:
            self._on_death(self, death)

    def _started(self, settings: EngineSettings, module: str) -> tuple[subprocess.Popen[bytes], Channel, IO[bytes]]:
        """The process, the way to it, and the file of its last words. Raises OSError."""
        with ExitStack() as opened:
            last_words = opened.enter_context(tempfile.TemporaryFile())
            ours, theirs = socket.socketpair()
            with theirs:
                channel = opened.enter_context(closing(Channel(ours)))
                with self._lock:
                    self._channel = channel
                    if self._closed:
                        channel.end()
                process = _start(settings, module, theirs.fileno(), last_words.fileno())
            opened.pop_all()
        return process, channel, last_words

    def _attend(self, process: subprocess.Popen[bytes], channel: Channel) -> int:
        """Send orders and hear news until it ends: the exit code."""
        sending = threading.Thread(target=self._send, args=(channel,), name="engine orders", daemon=True)
        sending.start()
        self._listen(process, channel)
        self._orders.put(None)
        sending.join()
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def _send(self, channel: Channel) -> None:
        while (order := self._orders.get()) is not None:
            channel.send(order)

    def _listen(self, process: subprocess.Popen[bytes], channel: Channel) -> None:
        while (message := channel.receive()) is not None:
            try:
                news = messages.read_news(message)
            except msgspec.DecodeError:
                process.kill()  # it has lost its mind
                return
            self.came_up = True
            self._on_news(self, news)


def _start(settings: EngineSettings, module: str, channel: int, last_words: int) -> subprocess.Popen[bytes]:
    """A process with these descriptors. Raises OSError."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, OURS)
    try:
        return subprocess.Popen(
            interpreter.command(module, str(channel), str(last_words), settings.written()),
            env=interpreter.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=(channel, last_words),
        )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _read(file: IO[bytes]) -> str:
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
