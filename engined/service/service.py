"""The service: events in, effects out.

Start reading here to see what a request does: this finds who serves it. Nothing here opens a socket, reads a clock or
starts a thread: the daemon does what the effects say, so any conversation can be replayed and tested.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import assert_never

from msgspec import structs

from engined import __version__
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.frames import PROTOCOL

from .admission import Admission
from .batch_service import BatchService
from .book_service import BookService
from .clocks import Clocks
from .events import (
    Address,
    CompileState,
    CutLog,
    Effect,
    Event,
    GameSaved,
    Gone,
    JobFinal,
    JobInfo,
    Received,
    Send,
    Served,
    Shutdown,
    StoreOpened,
    Tick,
    Written,
)
from .game import Game
from .held_replies import HeldReplies
from .job_service import JobService
from .jobs import replies
from .jobs.batches import Batches
from .jobs.jobs import Jobs
from .jobs.pondering import Pondering
from .knowledge import Knowledge
from .ports import ClientLimits, Ports
from .session_service import SessionService
from .sessions.clients import Clients
from .sessions.judging import drawn
from .sessions.reckoning import Asking, KeptLog, Restored, takes_long
from .sessions.session import Kept
from .stopping import Stopping
from .tenants import OPERATOR, Accounts, Tenant
from .variant_service import VariantService


class Service:
    """Sessions and jobs of all clients. :meth:`handle` is the only way in."""

    def __init__(
        self,
        catalogue: Catalogue,
        *,
        threads: int,
        job_threads: int = 1,
        ports: Ports | None = None,
        kept: Iterable[Kept] = (),
        limits: ClientLimits | None = None,
        now: float = 0.0,
    ) -> None:
        self.dropped = 0
        """Infos that the daemon did not send because a reader was slow; it counts them here."""
        self._ports = ports = ports or Ports()
        self._limits = limits = limits or ClientLimits()
        self._began = now
        self._next_number = count(1).__next__
        # what there is
        self._jobs = Jobs(threads, limits.searches)
        self._clients = Clients(
            catalogue,
            kept,
            most_clients=limits.clients,
            most_sessions=limits.sessions,
            most_bytes=limits.session_bytes,
            unwritten=ports.unwritten,
        )
        self._clocks = Clocks(self._clients)
        self._batches = Batches()
        self._pondering = Pondering()
        self._accounts = Accounts()
        self._held = HeldReplies()
        # who serves requests: each part knows only those before it
        self._admission = Admission(self._clients, self._jobs, self._batches, self._accounts, limits, ports.tenant)
        self._books = BookService(ports.book, ports.variety)
        self._knowledge = Knowledge(self._books, ports, self._next_number)
        self._variants = VariantService(catalogue)
        self._sessions = SessionService(self._clients, self._variants, self._admission, stores=ports.stores)
        self._batch_service = BatchService(self._batches, self._admission)
        self._job_service = JobService(
            self._jobs,
            self._batches,
            self._accounts,
            self._pondering,
            self._admission,
            self._knowledge,
            self._sessions,
            self._batch_service,
            self._clocks,
            self._next_number,
            usual_threads=job_threads,
        )
        self._stopping = Stopping(self._jobs, self._batches, self._job_service, self._batch_service)

    def handle(self, event: Event) -> list[Effect]:
        """Take an event; what is to be done because of it, in order. Bad requests never raise."""
        effects: list[Effect] = []
        match event:
            case Received():
                effects = self._receive(event)
            case JobInfo():
                effects = self._job_service.pass_on(event)
            case JobFinal():
                effects = self._job_service.end(event)
            case Gone():
                effects = self._leave(event.client, event.now)
            case CompileState():
                self._variants.take_state(event.variant, event.state)
                self._jobs.code_is(event.variant, event.now, coming=event.state == "compiling")
            case GameSaved():
                effects = self._knowledge.learned(event)
            case Written():
                self._clocks.written(event.receipt, event.now)
                return list(self._held.release(event))
            case StoreOpened():
                self._clients.put_away(event.kept)
            case Tick():
                effects = [*self._clocks.look(event.now), *self._job_service.look(event.now)]
            case Shutdown():
                self._admission.closing = True
                effects = [*self._clocks.shut_down(event.now), *self._stopping.shut_down(event.now)]
            case _:
                assert_never(event)
        effects = [*(CutLog(*cut) for cut in self._clients.cuts()), *effects]
        effects = self._held.hold(self._with_pondering(effects), self._next_number)
        if isinstance(event, Received | JobFinal | Tick):
            self._clocks.sent(effects, event.now)
        return effects

    def _with_pondering(self, effects: list[Effect]) -> list[Effect]:
        """The effects, and searches for sessions whose opponents think, while nobody has work: what must give way
        does so first.
        """
        busy = len(self._jobs) > 0 or len(self._batches) > 0 or self._admission.closing
        threads = 0 if busy else self._jobs.threads
        stops, starts = self._pondering.settle(self._sessions.standing, threads, self._next_number)
        return [*stops, *effects, *starts]

    def abandon(self, now: float) -> list[Effect]:
        """Finals for all jobs that the engine has not ended, with what little is known: the last resort."""
        effects = self._stopping.abandon(now)
        return [*self._held.release_all(), *effects]

    # --- what the daemon asks -------------------------------------------------------------------------

    def to_reckon(self, event: Received) -> Game | KeptLog | None:
        """What something is to be worked out from for a request before it is handled, as others would wait for that:
        the log of its session, for :func:`engined.service.sessions.reckoning.restore`, or a game, for
        :func:`engined.service.sessions.reckoning.reckon`; else None.
        """
        session = getattr(event.request, "session", None)
        if isinstance(event.reckoned, Restored):
            self._clients.take(event.reckoned)
        elif event.reckoned is not None:
            return None
        elif session is not None and (log := self._clients.to_restore(event.sender.client, session)) is not None:
            return None if isinstance(event.request, m.Close) else log
        if not isinstance(event.request, Asking):
            return None
        try:
            base = self._sessions.base(event.sender.client, event.request)
        except ProtocolError:
            return None  # it is told so when it is handled
        if not takes_long(event.request, base):
            return None
        if isinstance(event.request, m.Play):
            self._clocks.reckon(event.sender, event.request.session)
        return base

    def jobs_of(self, client: bytes, id: str | None = None) -> int:
        """How many jobs of a client, or of that id, have not ended."""
        return self._admission.jobs_of(client, id)

    def works_for(self, client: bytes) -> bool:
        """Whether the engine does anything for a client, asked or in its opponent's time."""
        return bool(self.jobs_of(client)) or self._pondering.works_for(client)

    @property
    def crowded(self) -> bool:
        """Whether there is hardly a place for other clients."""
        return self._admission.crowded

    def variant_of(self, client: bytes, request: m.AnyRequest) -> str:
        """The name of what a request is about, as far as that is known before it is served; else empty."""
        session = getattr(request, "session", None)
        if session is not None and (found := self._clients.open_one(client, session)) is not None:
            return found.game.variant.name
        usual = "othello" if isinstance(request, m.PositionRequest) and session is None else ""
        return getattr(request, "variant", None) or usual

    def next_look(self) -> float | None:
        """When a :class:`Tick` is wanted, or was; None: not before something else happens."""
        if self._batches.hungry(self._jobs.threads):
            return 0.0
        looks = (self._jobs.next_look(), self._accounts.next_look(), self._clocks.next_look())
        return min((look for look in looks if look is not None), default=None)

    def idle(self) -> bool:
        """Whether every request has had its final."""
        return not len(self._jobs) and not len(self._batches) and not len(self._knowledge) and not len(self._held)

    def story(self, job: int) -> list[str]:
        """How a job came to be where it is, or ended: a line for each of its latest changes of state."""
        return [f"{change.now:.3f} s: {change.was} -> {change.to}" for change in self._jobs.story(job)]

    def validate(self) -> None:
        """Raise AssertionError where what is known in several ways does not agree: for tests, after each event."""
        self._jobs.validate()
        for batch in self._batches:
            assert not batch.over, batch.request.id
            assert batch.under_way == sum(job.batch is batch for job in self._jobs), batch.request.id
        orphans = [job.number for job in self._jobs if job.batch is not None and job.batch not in self._batches]
        assert all(job.unwanted for job in self._jobs if job.number in orphans), orphans
        assert all(self._jobs.get(number) is not None for number in self._accounts.jobs), self._accounts.jobs

    # --- requests -------------------------------------------------------------------------------------

    def _receive(self, event: Received) -> list[Effect]:
        sender, session = event.sender, getattr(event.request, "session", None)
        fallen = self._clocks.check(sender.client, session, event.came)
        try:
            reply, effects = self._serve(event)
        except ProtocolError as error:
            reply, effects = replies.refused(event.request.id, error), []
        if isinstance(reply, m.Position):
            reply = self._clocks.shown(sender.client, reply, event.now)
            session = reply.session
        self._clocks.touch(sender, session)
        return [*fallen, *effects, *([] if reply is None else [Send(sender, reply)])]

    def _serve(self, event: Received) -> Served:
        sender, now = event.sender, event.now
        client = sender.client
        match request := event.request:
            case m.Ping():
                return m.Pong(id=request.id), []
            case m.Stop():
                return self._stop(client, request, event.stopped, now)
            case m.AskStatus():
                return self.status(now, request.id, self._ports.tenant(client)), []
            case m.ListVariants():
                return self._variants.list_all(request), []
            case m.DescribeVariant():
                return self._variants.describe(request)
            case m.Declare():
                return self._variants.declare(self._ports.tenant(client), request), []
            case m.ListOpenings():
                return self._variants.openings(request), []
            case m.Show() | m.Judge():
                return self._sessions.reckon(event).reply, []
            case m.DrawColours():
                return drawn(request), []
            case m.Open():
                return self._sessions.open(client, request, event)
            case m.Close():
                return self._sessions.close(client, request)
            case m.ListSessions():
                return self._sessions.list_all(client, request), []
            case m.Play():
                return self._sessions.play(client, request, event)
            case m.Undo():
                return self._sessions.undo(client, request, event)
            case m.Remove() | m.Restore() | m.Agree() | m.Resume() | m.Resign():
                return self._sessions.change(client, request, event)
            case m.BookShow():
                return self._books.show(request, self._sessions.reckon(event).game), []
            case m.BookExport():
                return self._books.page(request, self._variants.find(request.variant)), []
            case m.Learn():
                return None, self._learn(sender, request, event)
            case m.Analyse() | m.Solve() | m.Evaluate() | m.Perft():
                return self._work(sender, request, event)
            case m.BookAdd() | m.BookDeviate() | m.BookFix() | m.BookMerge():
                return self._work(sender, request, event)
            case m.AnalyseMany():
                return None, self._analyse_many(sender, request, event)
            case _:
                assert_never(request)

    def status(self, now: float, id: str = "", tenant: Tenant = OPERATOR) -> m.Status:
        """What the daemon is doing; of what other tenants do, an operator is told alone."""
        sees_all, report = tenant.allowance.operator, self._ports.report()
        nodes = report.nodes + sum(job.nodes for job in self._jobs)
        report = structs.replace(report, nodes=nodes, store_damage=report.store_damage if sees_all else ())
        seen = [job for job in self._jobs if sees_all or self._ports.tenant(job.client).name == tenant.name]
        sessions = m.MemoryUse(what="sessions", bytes=self._clients.size, most=self._limits.session_bytes)
        return m.Status(
            id=id,
            version=__version__,
            protocol=PROTOCOL,
            uptime=now - self._began,
            threads=self._jobs.threads,
            jobs=tuple(replies.job_summary(job, now) for job in seen),
            others=len(self._jobs) - len(seen),
            clients=len(self._clients),
            sessions=self._clients.count_sessions(),
            variants=self._variants.states(),
            dropped=self.dropped,
            pondering=len(self._pondering),
            memory=(*self._ports.memory(), sessions),
            closing=self._admission.closing,
            **structs.asdict(report),
        )

    def _learn(self, sender: Address, request: m.Learn, event: Received) -> list[Effect]:
        if not self._ports.stores:
            raise ProtocolError(Code.UNSUPPORTED, "this daemon has no store to learn with")
        return self._knowledge.learn(sender, request.id, self._sessions.reckon(event).game)

    def _work(self, sender: Address, request: m.Work | m.BookWork, event: Received) -> Served:
        self._admission.check_job(sender.client, request.id, event.now)
        if isinstance(request, m.PositionRequest):
            origin = self._sessions.reckon(event).game
        else:
            origin = Game.begin(self._variants.find(request.variant))
        if isinstance(request, m.BookWork):
            self._books.check(origin.variant)
        if isinstance(request, m.Analyse):
            request = self._clocks.limited(sender.client, request, event.came)
        return self._job_service.begin(sender, request, origin, event.now, stopped=event.stopped > 0)

    def _analyse_many(self, sender: Address, request: m.AnalyseMany, event: Received) -> list[Effect]:
        self._admission.check_job(sender.client, request.id, event.now)
        game = self._sessions.reckon(event).game
        return self._batch_service.add(sender, request, game, event.now, stopped=event.stopped > 0)

    def _stop(self, client: bytes, request: m.Stop, waiting: int, now: float) -> tuple[m.Stopped, list[Effect]]:
        """End what a client names; ``waiting``: as many requests were stopped before they were handled."""
        if request.index is not None:
            jobs, effects = self._stopping.stop_position(client, request.target, request.index, now)
            return m.Stopped(id=request.id, jobs=jobs), effects
        if request.target is None:
            self._pondering.forget(client)
        jobs, effects = self._stopping.stop(client, request.target, now)
        return m.Stopped(id=request.id, jobs=jobs + waiting), effects

    def _leave(self, client: bytes, now: float) -> list[Effect]:
        """A client is gone: its jobs end unheard, its sessions go, kept ones back to their logs."""
        effects = [*self._clocks.leave(client, now), *self._stopping.leave(client, now)]
        self._clients.leave(client)
        self._pondering.forget(client)
        return [*effects, *self._job_service.share_threads(now)]
