"""The daemon: one loop that does all input and output, and what the service's effects say.

The control socket is read before everything else, then the engine's news, then the work socket, of which one request
is served, then standard input; so a stop or a ping waits for nothing but the event in hand.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engined.book.tasks import BookCount, BookResult, BookTask
from engined.config import Config, ConfigError, Text, default_log
from engined.engine.tasks import EngineFailure, PerftCount, PerftResult, Task
from engined.files import FileError, read_text
from engined.results import Info, Result
from engined.rules.registry import CaptureUnavailable, capture_of
from engined.service import Ports, Service
from engined.service.clients import Kept
from engined.service.events import (
    Address,
    CompileState,
    Effect,
    Event,
    GameSaved,
    JobFinal,
    JobInfo,
    Prepare,
    Received,
    Send,
    Shutdown,
    StartJob,
    StopJob,
)
from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.model import Variant
from engined_protocol.dialogue import Dialogue, Output
from engined_protocol.errors import Code
from engined_protocol.messages import AnyReply, Error, Partial

from .engine import EngineLike, MakeEngine, Stoppable, make_engine
from .event_queue import EventQueue
from .log import Log
from .socket_server import LINES_AT_ONCE, SocketServer
from .stdio import Stdio
from .text_connection import TextConnection
from .warming import start_warming, variants_to_warm

if TYPE_CHECKING:
    from .sockets import Sockets
    from .store import Store
    from .store_writer import StoreWriter

TICK = 5.0
"""Seconds between two looks for clients that have gone silently."""
RETRY = 0.02
"""Seconds until a full pipe is tried again."""
FAREWELL = 3.0
"""Seconds for running jobs to end, and for finals to be taken, at shutdown."""
SWITCH_INTERVAL = 0.0005
"""Seconds that a thread at work in Python, as one that learns games, may keep others waiting: the loop has to answer,
and waits so long several times in an answer."""
CONSOLE = Address(b"console", "console")


class Poller(Protocol):
    """What ``select.poll`` and ZeroMQ's poller have in common."""

    def register(self, descriptor: int, flags: int, /) -> object:
        """Watch a descriptor."""
        ...

    def unregister(self, descriptor: int, /) -> None:
        """Watch it no more."""
        ...

    def poll(self, milliseconds: int, /) -> Iterable[tuple[object, int]]:
        """What is ready, waited for no longer than that."""
        ...


def run(config: Config, make: MakeEngine = make_engine) -> int:
    """Run a daemon until it is told to end; the exit code comes back. What is wrong goes to stderr."""
    others = set(threading.enumerate())
    log = Log(_log_path(config))
    try:
        catalogue, variant = _catalogue(config, log)
        to_warm = variants_to_warm(config, catalogue)
        sockets = _bind(config) if config.sockets else None
    except ConfigError as error:
        print(f"engined: {error}", file=sys.stderr, flush=True)
        return 2
    try:
        daemon = Daemon(config, catalogue, variant, sockets, log, make)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: daemon.shut_down())
        # Handlers run between instructions of Python: a signal just before the loop waits must end its wait.
        signal.set_wakeup_fd(daemon.waker, warn_on_full_buffer=False)
        sys.setswitchinterval(SWITCH_INTERVAL)
        start_warming(to_warm, config, log)
        daemon.run()
    finally:
        signal.set_wakeup_fd(-1)
        if sockets is not None:
            sockets.close()
        log.close()
    if set(threading.enumerate()) - others:
        # A search or a compilation that did not end in time would fight the interpreter's own end.
        os._exit(0)
    return 0


class Daemon:
    """The loop, and everything that it reads from and writes to."""

    def __init__(
        self,
        config: Config,
        catalogue: Catalogue,
        variant: Variant,
        sockets: Sockets | None,
        log: Log,
        make: MakeEngine,
    ) -> None:
        self._config = config
        self._variant = variant
        self._log = log
        self._make = make
        self._engine: EngineLike | None = None
        self._running: dict[int, Stoppable] = {}
        self._event_queue: EventQueue[Event] = EventQueue()
        self._events: deque[Event] = deque()
        self._dispatching = False
        self._deadline: float | None = None
        """When to end, jobs or no jobs, once the end has begun."""
        self._store_writer: StoreWriter | None = None
        self._service = self._make_service(catalogue)
        self._stdio = Stdio()
        self._talk = None
        if config.text != "none":
            self._talk = TextConnection(lambda line: self._dialogue(line, config.text), self._report_text)
        self._sockets = sockets
        self._server = None
        if sockets is not None:
            self._server = SocketServer(
                sockets,
                self._service,
                self._dispatch,
                time.monotonic,
                lambda line: self._dialogue(line, "auto"),
                self._report_text,
            )

    @property
    def waker(self) -> int:
        """A descriptor: a byte written to it ends the loop's wait."""
        return self._event_queue.waker

    def shut_down(self) -> None:
        """End soon: jobs stop, finals go out. From any thread, and from signal handlers; twice is at once."""
        self._event_queue.post(Shutdown(time.monotonic()))

    def run(self) -> None:
        """Serve until told to end."""
        poller, next_tick = self._make_poller(), 0.0
        if self._sockets is not None:
            self._log.info("serving", endpoint=self._sockets.endpoint.work, process=os.getpid())
            if not self._config.private:
                self._perform(Prepare(self._variant))
        while not self._is_over():
            ready = [source for source, _ in poller.poll(int(self._patience() * 1000))]
            now = time.monotonic()
            if self._server is not None:
                self._server.read_control()
            for event in self._event_queue.take():
                self._dispatch(event)
            if self._server is not None:
                self._server.read_work()
                self._server.serve()
                self._server.talk()
            if self._stdio.stdin in ready and not self._has_lines() and not self._read_console():
                poller.unregister(self._stdio.stdin)
            self._talk_on()
            self._stdio.pump()
            if self._stdio.broken and self._talk is not None and self._deadline is None:
                self._dispatch(Shutdown(now))
            if self._server is not None:
                self._server.flush()
                if now >= next_tick:
                    self._server.look_around()
                    next_tick = now + TICK
        self._close()

    # --- the loop's parts -----------------------------------------------------------------------------

    def _make_poller(self) -> Poller:
        poller = select.poll() if self._sockets is None else self._sockets.poller()
        poller.register(self._event_queue.fileno(), select.POLLIN)
        if self._talk is not None or self._config.private:
            poller.register(self._stdio.stdin, select.POLLIN)
        return poller

    def _patience(self) -> float:
        """Seconds to wait when nothing comes in."""
        if self._has_lines() or (self._server is not None and self._server.busy):
            return 0.0
        hurried = self._stdio.waiting or self._deadline is not None
        return RETRY if hurried or (self._server is not None and self._server.waiting) else TICK

    def _is_over(self) -> bool:
        """Whether the end has begun and everybody has been told, or time is up."""
        if self._deadline is None:
            return False
        if time.monotonic() >= self._deadline:
            return True
        if self._server is not None and (self._server.busy or self._server.unsent):
            return False
        return self._service.idle() and not self._stdio.waiting

    def _close(self) -> None:
        for effect in self._service.abandon(time.monotonic()):
            self._perform(effect)
        if self._server is not None:
            self._server.close()
            self._server.flush()
        self._stdio.pump()
        if self._engine is not None:
            self._engine.close()
        if self._store_writer is not None and not self._store_writer.close(FAREWELL):
            self._log.warning("store", trouble="the last results could not be written in time")

    # --- events and effects ---------------------------------------------------------------------------

    def _dispatch(self, event: Event) -> None:
        """Have an event handled, and all that follows from it, one after the other."""
        self._events.append(event)
        if self._dispatching:
            return
        self._dispatching = True
        try:
            while self._events:
                self._handle(self._events.popleft())
        finally:
            self._dispatching = False

    def _handle(self, event: Event) -> None:
        if isinstance(event, Shutdown):
            self._deadline = event.now if self._deadline is not None else event.now + FAREWELL
        if isinstance(event, CompileState):
            self._note(event)
        if isinstance(event, JobFinal):
            self._running.pop(event.job, None)
        try:
            effects: Iterable[Effect] = self._service.handle(event)
        except Exception:  # noqa: BLE001 - one bad request must not take the sessions of all others along
            self._log.fault("service", on=type(event).__name__)
            effects = ()
            if isinstance(event, Received):
                message = "the daemon failed on this request; its log has the reason"
                effects = (Send(event.sender, _internal_error(event.request.id, message)),)
        for effect in effects:
            self._perform(effect)

    def _note(self, event: CompileState) -> None:
        """Tell the log about machine code; that of a GUI's engine hears of failures alone, and starts sooner."""
        if event.state.startswith("failed"):
            self._log.warning("variant", name=event.variant.name, state=event.state)
        elif self._sockets is not None:
            self._log.info("variant", name=event.variant.name, state=event.state)

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Send():
                self._send(effect.to, effect.reply)
            case StartJob():
                self._start(effect)
            case StopJob():
                if effect.job in self._running:
                    self._running[effect.job].stop(effect.reason)
            case Prepare():
                self._the_engine().prepare(effect.variant)
            case _:
                if self._store_writer is not None:
                    self._store_writer.save(effect)

    def _start(self, effect: StartJob) -> None:
        job, post = effect.job, self._event_queue.post
        try:
            self._running[job] = self._begin(
                effect.task,
                lambda info: post(JobInfo(job, info)),
                lambda outcome: post(JobFinal(job, outcome, time.monotonic())),
            )
        except Exception as error:  # noqa: BLE001 - the job must still have its final
            self._log.fault("engine", job=job)
            post(JobFinal(job, EngineFailure("internal", f"the engine did not start: {error}"), time.monotonic()))

    def _begin(
        self,
        task: Task | BookTask,
        on_info: Callable[[Info | PerftCount | BookCount], None],
        on_final: Callable[[Result | PerftResult | BookResult | EngineFailure], None],
    ) -> Stoppable:
        if not isinstance(task, BookTask):
            return self._the_engine().start(task, on_info, on_final)
        from .book_worker import start_book_task

        assert self._store_writer is not None
        return start_book_task(task, self._store_writer, self._the_engine(), on_info, on_final)

    def _send(self, to: Address, reply: AnyReply) -> None:
        if to != CONSOLE:
            if self._server is not None:
                self._server.send(to, reply)
        elif isinstance(reply, Partial) and self._stdio.waiting:
            self._service.dropped += 1
        elif self._talk is not None:
            self._say(self._talk.reply(reply))

    def _the_engine(self) -> EngineLike:
        if self._engine is None:
            post = self._event_queue.post
            self._engine = self._make(self._config, lambda variant, state: post(CompileState(variant, state)))
        return self._engine

    # --- text on standard input and output ------------------------------------------------------------

    def _read_console(self) -> bool:
        """Take what stdin has; False when there will be no more."""
        data = self._stdio.read()
        if self._talk is None:
            if not data:
                self._dispatch(Shutdown(time.monotonic()))
            return bool(data)
        if data:
            self._talk.feed(data)
        else:
            self._talk.finish()
        return bool(data)

    def _has_lines(self) -> bool:
        """Whether lines from stdin wait to be served."""
        return self._talk is not None and self._talk.pending and self._deadline is None

    def _talk_on(self) -> None:
        """Serve some lines from stdin, and open the store: not before the first answer."""
        for _ in range(LINES_AT_ONCE):
            if self._talk is None or not self._has_lines():
                return
            self._say(self._talk.step())
            self._open_store()

    def _say(self, output: Output) -> None:
        """Do what the dialogue wants done."""
        self._stdio.write(output.text, output.error_text)
        now = time.monotonic()
        for request in output.requests:
            self._dispatch(Received(CONSOLE, request, now))
        if output.closed and self._deadline is None:
            self._dispatch(Shutdown(now))

    def _dialogue(self, first_line: str, spoken: Text) -> Dialogue:
        """The dialogue of a conversation: the one asked for, or the one that its first line begins."""
        from engined_protocol.choose import choose_dialogue

        return choose_dialogue(
            {"nboard": "nboard", "gtp": ""}.get(spoken, first_line),
            variant=self._variant.name,
            coordinates=self._config.coordinates,
            byoyomi=self._config.byoyomi,
            ponder=self._config.ponder,
        )

    def _report_text(self, trouble: str) -> None:
        if sys.exc_info()[0] in (None, UnicodeDecodeError):
            self._log.warning("text", trouble=trouble)
        else:
            self._log.fault("text", trouble=trouble)

    # --- making ---------------------------------------------------------------------------------------

    def _open_store(self) -> StoreWriter | None:
        """Begin to open the store, where there is to be one."""
        if self._store_writer is None and self._config.store is not None:
            from .store_writer import StoreWriter

            def on_saved(event: GameSaved) -> None:
                self._event_queue.post(event)

            def on_trouble(trouble: str) -> None:
                self._log.warning("store", trouble=trouble)

            self._store_writer = StoreWriter(self._config.store, on_saved, on_trouble)
        return self._store_writer

    def _make_service(self, catalogue: Catalogue) -> Service:
        """The service. Only a daemon of sockets has clients that come back for kept sessions."""
        kept: tuple[Kept, ...] = ()
        stores = self._config.store is not None
        if self._config.sockets and (store_writer := self._open_store()) is not None:
            store = store_writer.wait()
            stores, kept = store is not None, () if store is None else self._kept(store)
        return Service(
            catalogue,
            threads=self._config.threads,
            job_threads=self._config.threads_of_a_job,
            ports=Ports(
                recall=lambda digest: None if self._store_writer is None else self._store_writer.recall(digest),
                book=lambda variant: None if self._store_writer is None else self._store_writer.book(variant),
                stores=stores,
            ),
            kept=kept,
            now=time.monotonic(),
        )

    def _kept(self, store: Store) -> tuple[Kept, ...]:
        """The kept sessions; none where they cannot be read."""
        from .store import StoreError

        try:
            return store.kept()
        except StoreError as error:
            self._log.warning("store", trouble=str(error))
            return ()


def _internal_error(id: str, message: str) -> Error:
    return Error(id=id, code=str(Code.INTERNAL), message=message)


def _log_path(config: Config) -> Path | None:
    """Where the log goes; None is standard error."""
    if config.log is not None:
        return None if str(config.log) == "-" else config.log
    if config.text == "none" and sys.stderr is not None and sys.stderr.isatty():
        return None
    return default_log()


def _bind(config: Config) -> Sockets:
    """The sockets. ZeroMQ is imported for them alone: a GUI's first answer does not wait for it."""
    from .sockets import Sockets

    return Sockets(config)


def _catalogue(config: Config, log: Log) -> tuple[Catalogue, Variant]:
    """All variants, the user's included, and the one to begin with. Raises ConfigError."""
    catalogue = Catalogue()
    for folder in config.variants:
        if not folder.is_dir():
            raise ConfigError(f"variants {folder}: no such folder")
        for error in catalogue.load_folder(folder):
            log.warning("declaration", trouble=str(error))
    try:
        if not config.variant.endswith(".toml"):
            variant = catalogue.get(config.variant)
        else:
            path = Path(config.variant)
            variant = catalogue.declare(read_text(path), str(path))
        capture_of(variant)
    except (UnknownVariant, CaptureUnavailable) as error:
        raise ConfigError(f"variant: {error}") from None
    except (DeclarationError, FileError) as error:
        raise ConfigError(str(error)) from None
    return catalogue, variant
