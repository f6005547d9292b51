"""The daemon: one loop that does all input and output, and what the service's effects say.

The control socket is read before everything else, then the engine's news, then the work socket, of which one request
is served, then standard input; so a stop or a ping waits for nothing but the event in hand. Lines of text come last.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections import deque
from collections.abc import Iterable
from math import ceil
from typing import TYPE_CHECKING, Protocol

from engined.book.given import given_book, nothing_given
from engined.config import Config
from engined.memory import resident
from engined.service import ClientLimits, Ports, Service
from engined.service.events import (
    Address,
    CompileState,
    Effect,
    Event,
    GoOnWithJob,
    HoldJob,
    JobFinal,
    JobInfo,
    Prepare,
    Received,
    Send,
    Shutdown,
    StartJob,
    StopJob,
    Tick,
)
from engined.service.tenants import TenantOf, own_tenant
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from engined_protocol.errors import Code
from engined_protocol.messages import AnyReply, Error, MemoryUse
from engined_protocol.text.dialogue import Dialogue

from .event_queue import EventQueue
from .log.journal import Journal
from .log.log import Log
from .sockets.server import SocketServer
from .store.lazy import LazyStore
from .text.local_files import LocalFiles
from .text.server import TextServer
from .text.stdio import Stdio
from .watching.watch import Watch
from .work.engine_port import MakeEngine
from .work.job_runner import JobRunner
from .work.reckoner import Done, Reckoner

if TYPE_CHECKING:
    from .sockets.sockets import Sockets

TICK = 5.0
"""Seconds between two looks for clients that have gone silently."""
RETRY = 0.02
"""Seconds until a full pipe is tried again."""
FAREWELL = 3.0
"""Seconds for running jobs to end, and for finals to be taken, at shutdown."""
NEWS_AT_ONCE = 20
"""The number of events from other threads that are handled in a row; after these, control gets a turn."""
LINES_AT_ONCE = 100
"""Lines of text in a row; after these, others get a turn."""
STDIO = Address(b"", "stdio")
"""The text client on standard input and output; no client of a socket has an empty name."""


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


class Daemon:
    """The loop, and everything that it reads from and writes to."""

    def __init__(
        self,
        config: Config,
        catalogue: Catalogue,
        variant: Variant,
        sockets: Sockets | None,
        log: Log,
        journal: Journal,
        make: MakeEngine,
    ) -> None:
        self._config = config
        self._variant = variant
        self._log = log
        self._journal = journal
        self._event_queue: EventQueue[Event | Done] = EventQueue()
        self._events: deque[Event] = deque()
        self._dispatching = False
        self._deadline: float | None = None
        """The time at which the loop ends even if jobs are left, once the end has begun."""
        given = given_book if config.book == "all" else nothing_given
        self._store = LazyStore(config.store, self._event_queue.post, log, given)
        self._jobs = JobRunner(config, make, self._store, self._event_queue.post, log)
        self._watch = Watch(config, log, journal, self._store)
        gate = None if sockets is None else sockets.gate
        self._service = self._make_service(catalogue, own_tenant if gate is None else gate.tenant)
        self._reckoner = Reckoner(self._event_queue.post, log)
        self._text = TextServer(
            self._service, self._dispatch, time.monotonic, self._dialogue, self._report_text, self._reckoner.begin
        )
        self._look_at: float | None = None
        """The time at which the service wants to be told the time; None if it does not."""
        self._stdio = Stdio()
        if config.text != "none":
            self._text.open(STDIO, self._stdio, self._end_with_stdio, self._first_words)
        self._sockets = sockets
        self._server = None
        if sockets is not None:
            self._server = SocketServer(
                sockets,
                self._service,
                self._dispatch,
                time.monotonic,
                self._text,
                config.shares.requests << 20,
                self._reckoner.begin,
                journal,
            )
            self._watch.server = self._server

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
            self._watch.begin()
        while not self._is_over():
            ready = [source for source, _ in poller.poll(ceil(self._patience() * 1000))]
            now = time.monotonic()
            if self._server is not None:
                self._server.read_control()
            self._take_news()
            if self._look_at is not None and now >= self._look_at:
                self._dispatch(Tick(now))
            if self._server is not None:
                self._server.read_work()
                self._server.serve()
            if self._stdio.stdin in ready and not self._text.has_lines(STDIO) and not self._read_stdin():
                poller.unregister(self._stdio.stdin)
            self._serve_text()
            self._stdio.pump()
            if self._stdio.broken:
                self._end_with_stdio()
            if self._server is not None and self._sockets is not None:
                self._server.flush()
                self._watch.look(now, lambda: self._service.status(time.monotonic()), self._sockets)
                if now >= next_tick:
                    self._server.look_around()
                    next_tick = now + TICK
        self._close()

    def _take_news(self) -> None:
        """Take what other threads have to say."""
        for news in self._event_queue.take(NEWS_AT_ONCE):
            if not isinstance(news, Done):
                self._dispatch(news)
            elif news.received.sender in self._text:
                self._text.come_back(news)
            elif self._server is not None:
                self._server.come_back(news)

    # --- the loop's parts -----------------------------------------------------------------------------

    def _make_poller(self) -> Poller:
        poller = select.poll() if self._sockets is None else self._sockets.poller()
        poller.register(self._event_queue.fileno(), select.POLLIN)
        if STDIO in self._text or self._config.private:
            poller.register(self._stdio.stdin, select.POLLIN)
        return poller

    def _patience(self) -> float:
        """Seconds to wait when nothing comes in."""
        self._look_at = self._service.next_look()
        if self._text.busy or (self._server is not None and self._server.busy):
            return 0.0
        hurried = self._stdio.waiting or self._deadline is not None
        patience = RETRY if hurried or (self._server is not None and self._server.waiting) else self._watch.patience
        if self._server is not None:
            patience = min(patience, self._server.patience)
        return patience if self._look_at is None else min(patience, max(self._look_at - time.monotonic(), 0.0))

    def _is_over(self) -> bool:
        """Whether the end has begun and everybody has been told, or time is up."""
        if self._deadline is None:
            return False
        if time.monotonic() >= self._deadline:
            return True
        if self._text.busy or (self._server is not None and (self._server.busy or self._server.unsent)):
            return False
        return self._service.idle() and not self._stdio.waiting

    def _close(self) -> None:
        for effect in self._service.abandon(time.monotonic()):
            self._perform(effect)
        if self._server is not None:
            self._server.close()
            self._server.flush()
        self._stdio.pump()
        self._watch.close()
        self._reckoner.close()
        self._jobs.close()
        self._store.close(FAREWELL)

    # --- text -----------------------------------------------------------------------------------------

    def _read_stdin(self) -> bool:
        """Take what stdin has; False when there will be no more. Where nobody speaks there, only its end counts."""
        data = self._stdio.read()
        if STDIO not in self._text:
            if not data:
                self._end_with_stdio()
        elif data:
            self._text.feed(STDIO, data)
        else:
            self._text.finish(STDIO)
        return bool(data)

    def _serve_text(self) -> None:
        """Serve some lines, and open the store: not before the first answer."""
        for _ in range(LINES_AT_ONCE):
            if not self._text.serve_line():
                return
            self._store.open()

    def _end_with_stdio(self) -> None:
        """Begin the end, unless it has begun: whoever had the standard streams is done with this daemon."""
        if self._deadline is None:
            self._dispatch(Shutdown(time.monotonic()))

    def _first_words(self, first_line: str) -> Dialogue:
        """The dialogue on the standard streams, which may reach the user's files."""
        spoken = {"nboard": "nboard", "gtp": ""}.get(self._config.text, first_line)
        return self._dialogue(spoken, LocalFiles())

    def _dialogue(self, first_line: str, files: LocalFiles | None = None) -> Dialogue:
        """The dialogue that a first line begins."""
        from engined_protocol.choose import choose_dialogue

        return choose_dialogue(
            first_line,
            variant=self._variant.name,
            coordinates=self._config.coordinates,
            byoyomi=self._config.byoyomi,
            ponder=self._config.ponder,
            level=self._config.level,
            files=files,
        )

    def _report_text(self, trouble: str) -> None:
        if sys.exc_info()[0] in (None, UnicodeDecodeError):
            self._log.warning("text", trouble=trouble)
        else:
            self._log.fault("text", trouble=trouble)

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
            self._log.info("shutdown", at_once=self._deadline is not None)
            self._watch.end()
            self._deadline = event.now if self._deadline is not None else event.now + FAREWELL
            if STDIO in self._text:
                self._text.close(STDIO)
        if isinstance(event, CompileState):
            self._note(event)
        if isinstance(event, JobFinal):
            self._jobs.ended(event.job)
        if isinstance(event, Received):
            self._journal.asked(event, self._service.variant_of(event.sender.client, event.request))
        try:
            effects: Iterable[Effect] = self._service.handle(event)
        except Exception:  # noqa: BLE001 - one bad request must not take the sessions of all others along
            story = self._service.story(event.job) if isinstance(event, JobInfo | JobFinal) else []
            self._log.fault("service", on=type(event).__name__, story=story)
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
                self._jobs.start(effect)
            case StopJob():
                self._jobs.stop(effect)
            case HoldJob() | GoOnWithJob():
                self._jobs.turn(effect)
            case Prepare():
                self._jobs.prepare(effect.variant)
            case _:
                self._store.save(effect)

    def _send(self, to: Address, reply: AnyReply) -> None:
        self._journal.replied(to, reply)
        if to == STDIO:
            self._text.send(to, reply)
        elif self._server is not None:
            self._server.send(to, reply)

    def _memory(self) -> tuple[MemoryUse, ...]:
        """What all of it takes, each process, and what waits."""
        daemon = MemoryUse(what="daemon", bytes=resident(os.getpid()))
        engine = MemoryUse(what="engine", bytes=sum(map(resident, self._jobs.processes)))
        all_ = MemoryUse(what="all", bytes=daemon.bytes + engine.bytes, most=self._config.memory_in_all << 20)
        waiting = () if self._server is None else self._server.memory(self._config.shares)
        return (all_, daemon, engine, *waiting)

    def _make_service(self, catalogue: Catalogue, tenant: TenantOf) -> Service:
        """The service. Only a daemon of sockets has clients that come back for kept sessions."""
        sockets, shares = self._config.sockets, self._config.shares
        return Service(
            catalogue,
            threads=self._config.threads,
            job_threads=self._config.threads_of_a_job,
            limits=ClientLimits(searches=shares.begun, session_bytes=shares.sessions << 20),
            ports=Ports(
                recall=self._store.recall,
                recall_analysis=self._store.recall_analysis,
                book=self._store.book if self._config.book != "none" else lambda variant: None,
                variety=self._config.variety,
                memory=self._memory,
                stores=self._store.wait() if sockets else self._config.store is not None,
                tenant=tenant,
                report=self._watch.report,
                unwritten=lambda: self._store.unwritten,
            ),
            kept=self._store.kept() if sockets else (),
            now=time.monotonic(),
        )


def _internal_error(id: str, message: str) -> Error:
    return Error(id=id, code=str(Code.INTERNAL), message=message)
