"""The service: events in, effects out.

Start reading here to see what a request does. Nothing here opens a socket, reads a clock or starts a thread:
the daemon does what the effects say, so any conversation can be replayed and tested.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec import structs

from engined import __version__, families
from engined.book.openings import named
from engined.book.tasks import BookResult, BookTask
from engined.engine.tasks import End, EvaluationResult, PerftResult, Task
from engined.results import Reason, Result
from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.model import Variant
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.frames import PROTOCOL

from . import replies
from .assignment import assign, assign_book, begin, check_playable, resumed
from .batches import Batch, Batches
from .book_service import BookService
from .clients import Clients, Kept
from .evaluations import evaluated
from .events import (
    Address,
    CompileState,
    Effect,
    Event,
    ForgetSession,
    GameSaved,
    Gone,
    GoOnWithJob,
    HoldJob,
    JobFinal,
    JobInfo,
    Prepare,
    Received,
    SaveGame,
    SaveKnown,
    SaveSolved,
    SaveStep,
    Send,
    Shutdown,
    StartJob,
    StopJob,
    Tick,
    Written,
)
from .exact_results import answering, learnt
from .game import Game, Phase
from .held_replies import HeldReplies
from .jobs import Job, Jobs, State, Turn
from .judging import drawn
from .kept_analyses import answers, keepable, resuming
from .levels import by_level
from .pondering import Place, Pondering, expectation
from .ports import Limits, Ports
from .reckoning import Asking, Reckoned, reckon, takes_long
from .session import Agreed, Begun, Change, Removed, Resigned, Restored, Resumed, Session, Step, Undone
from .tenants import OPERATOR, Accounts, Tenant, check_count


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
        limits: Limits | None = None,
        now: float = 0.0,
    ) -> None:
        self.dropped = 0
        """Infos that the daemon did not send because a reader was slow; it counts them here."""
        self._catalogue = catalogue
        self._job_threads = job_threads
        self._ports = ports or Ports()
        self._limits = limits or Limits()
        self._began = now
        self._jobs = Jobs(threads, self._limits.searches)
        self._clients = Clients(
            catalogue,
            kept,
            most_clients=self._limits.clients,
            most_sessions=self._limits.sessions,
            most_bytes=self._limits.session_bytes,
        )
        self._batches = Batches()
        self._pondering = Pondering()
        self._books = BookService(self._ports.book)
        self._held = HeldReplies()
        self._accounts = Accounts()
        self._tickets: dict[int, tuple[Address, str]] = {}
        self._states: dict[str, tuple[str, str]] = {}
        self._prepared: set[str] = set()
        self._numbers = 0
        self._closing = False
        self._effects: list[Effect] = []

    def handle(self, event: Event) -> list[Effect]:
        """Take an event; what is to be done because of it, in order. Bad requests never raise."""
        self._effects = []
        match event:
            case Received():
                self._receive(event)
            case JobInfo():
                self._pass_on(event)
            case JobFinal():
                self._end(event)
            case Gone():
                self._leave(event.client, event.now)
            case CompileState():
                self._take_state(event.variant, event.state)
            case GameSaved():
                self._learned(event)
            case Written():
                return list(self._held.release(event))
            case Tick():
                self._look(event.now)
            case Shutdown():
                self._shut_down(event.now)
            case _:
                assert_never(event)
        self._ponder()
        self._effects = self._held.hold(self._effects, self._next_number)
        return self._effects

    def to_reckon(self, event: Received) -> Game | None:
        """The game from which :func:`reckon` is to work something out for a request before it is handled, as others
        would wait for that; None where that need not be.
        """
        if event.reckoned is not None or not isinstance(event.request, Asking):
            return None
        try:
            base = self._base(event.sender.client, event.request)
        except ProtocolError:
            return None  # it is told so when it is handled
        return base if takes_long(event.request, base) else None

    def jobs_of(self, client: bytes, id: str | None = None) -> int:
        """How many jobs of a client, or of that id, have not ended."""
        jobs = sum(job.batch is None and id in (None, job.request.id) for job in self._jobs.of(client))
        return jobs + len(self._batches.of(client, id))

    def works_for(self, client: bytes) -> bool:
        """Whether the engine does anything for a client, asked or in its opponent's time."""
        return bool(self.jobs_of(client)) or self._pondering.works_for(client)

    @property
    def crowded(self) -> bool:
        """Whether there is hardly a place for other clients."""
        return len(self._clients) > self._limits.clients * 7 // 8

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
        looks = [look for look in (self._jobs.next_look(), self._accounts.next_look()) if look is not None]
        return min(looks, default=None)

    def idle(self) -> bool:
        """Whether every request has had its final."""
        return not len(self._jobs) and not len(self._batches) and not self._tickets and not len(self._held)

    def abandon(self, now: float) -> list[Effect]:
        """Finals for all jobs that the engine has not ended, with what little is known: the last resort."""
        self._effects = []
        for batch in self._batches:
            batch.stop(Reason.SHUTDOWN)
        for job in list(self._jobs):
            outcome: End | BookResult = Result(Reason.SHUTDOWN, 0, (), 0, now - job.asked)
            if isinstance(job.request, m.Perft):
                outcome = PerftResult(Reason.SHUTDOWN, (), now - job.asked)
            elif isinstance(job.request, m.Evaluate):
                outcome = EvaluationResult(Reason.SHUTDOWN, (), now - job.asked)
            elif isinstance(job.request, m.BookWork):
                outcome = BookResult(reason=Reason.SHUTDOWN, seconds=now - job.asked)
            self._end(JobFinal(job.number, outcome, now))
        for batch in self._batches:
            self._end_batch(batch, now)
        return [*self._held.release_all(), *self._effects]

    # --- requests -------------------------------------------------------------------------------------

    def _receive(self, event: Received) -> None:
        try:
            reply = self._serve(event)
        except ProtocolError as error:
            reply = replies.refused(event.request.id, error)
        if reply is not None:
            self._effects.append(Send(event.sender, reply))

    def _serve(self, event: Received) -> m.AnyReply | None:
        """The reply, or None when it comes later."""
        sender, now = event.sender, event.now
        match request := event.request:
            case m.Ping():
                return m.Pong(id=request.id)
            case m.Stop():
                return self._stop(sender.client, request, event.stopped, now)
            case m.AskStatus():
                return self.status(now, request.id, self._ports.tenant(sender.client))
            case m.ListVariants():
                return self._variants(request)
            case m.DescribeVariant():
                variant = self._variant(request.variant)
                if request.prepare:
                    self._prepare(variant)
                return self._describe(request.id, variant)
            case m.Declare():
                return self._declare(sender.client, request)
            case m.Show():
                return self._reckon(event).reply
            case m.Open():
                return self._open(sender.client, request, event)
            case m.Close():
                return self._close(sender.client, request)
            case m.ListOpenings():
                return self._openings(request)
            case m.ListSessions():
                return self._sessions(sender.client, request)
            case m.Play():
                return self._play(sender.client, request, event)
            case m.Undo():
                return self._undo(sender.client, request, event)
            case m.Remove():
                return self._change(sender.client, request, Removed(request.cells))
            case m.Restore():
                return self._change(sender.client, request, Restored(request.cells))
            case m.Agree():
                return self._change(sender.client, request, Agreed(request.seat))
            case m.Resume():
                return self._change(sender.client, request, Resumed())
            case m.Resign():
                return self._resign(sender.client, request)
            case m.Judge():
                return self._reckon(event).reply
            case m.DrawColours():
                return drawn(request)
            case m.Learn():
                self._learn(sender, request, event)
                return None
            case m.BookShow():
                return self._books.show(request, self._reckon(event).game)
            case m.BookExport():
                return self._books.page(request, self._variant(request.variant))
            case m.Analyse() | m.Solve() | m.Evaluate() | m.Perft():
                return self._work(sender, request, event)
            case m.BookAdd() | m.BookDeviate() | m.BookFix() | m.BookMerge():
                return self._work(sender, request, event)
            case m.AnalyseMany():
                self._analyse_many(sender, request, event)
                return None
            case _:
                assert_never(request)

    def status(self, now: float, id: str = "", tenant: Tenant = OPERATOR) -> m.Status:
        """What the daemon is doing; of what other tenants do, an operator is told alone."""
        sees_all, report = tenant.allowance.operator, self._ports.report()
        seen = [job for job in self._jobs if sees_all or self._ports.tenant(job.client).name == tenant.name]
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
            variants=tuple(m.VariantState(variant=name, state=state) for name, state in self._states.values()),
            dropped=self.dropped,
            pondering=len(self._pondering),
            memory=(*self._ports.memory(), self._session_memory()),
            closing=self._closing,
            **structs.asdict(report),
        )

    def _session_memory(self) -> m.MemoryUse:
        return m.MemoryUse(what="sessions", bytes=self._clients.size, most=self._limits.session_bytes)

    # --- variants -------------------------------------------------------------------------------------

    def _variants(self, request: m.ListVariants) -> m.Variants:
        return m.Variants(
            id=request.id,
            variants=tuple(replies.summary(self._catalogue.get(name)) for name in self._catalogue.names()),
            patterns=self._catalogue.patterns(),
        )

    def _openings(self, request: m.ListOpenings) -> m.Openings:
        found = named(self._variant(request.variant))
        return m.Openings(
            id=request.id,
            openings=tuple(m.NamedOpening(name=way.name, language=way.language, moves=way.moves) for way in found),
        )

    def _describe(self, id: str, variant: Variant) -> m.Description:
        _, state = self._states.get(variant.digest, ("", "cold"))
        return replies.description(id, variant, engine=families.kind(variant), state=state)

    def _declare(self, client: bytes, request: m.Declare) -> m.Description:
        tenant = self._ports.tenant(client)
        may = tenant.allowance
        try:
            if request.check_only:
                variant = self._catalogue.check(request.text)
            else:
                variant = self._catalogue.declare(
                    request.text, owner=tenant.name, most=may.declarations, replaces=may.operator
                )
        except DeclarationError as error:
            place = f"line {error.line}: {error.field}" if error.field else f"line {error.line}"
            raise ProtocolError(Code.BAD_DECLARATION, error.message, place) from None
        check_playable(variant)
        return self._describe(request.id, variant)

    def _variant(self, name: str) -> Variant:
        try:
            variant = self._catalogue.get(name)
        except UnknownVariant as error:
            raise ProtocolError(Code.UNKNOWN_VARIANT, str(error), "variant") from None
        check_playable(variant)
        return variant

    def _take_state(self, variant: Variant, state: str) -> None:
        if state == "cold":
            self._states.pop(variant.digest, None)
            self._prepared.discard(variant.digest)
        else:
            self._states[variant.digest] = (variant.name, state)

    def _prepare(self, variant: Variant) -> None:
        """Have the machine code made, once it is likely to be needed and where there can be some."""
        if variant.digest not in self._prepared and families.find_family(variant) is not None:
            self._prepared.add(variant.digest)
            self._effects.append(Prepare(variant))

    # --- positions and sessions -----------------------------------------------------------------------

    def _base(self, client: bytes, request: Asking) -> Game:
        """The game that a request goes on from."""
        if isinstance(request, m.Play | m.Undo):
            return self._clients.session(client, request.session).game
        if request.session is None or isinstance(request, m.Open):
            present = self._present(client, request.session)
            if request.variant is None and present is not None:
                return Game.begin(present.game.variant, request.start)
            return Game.begin(self._variant(request.variant or "othello"), request.start)
        if request.variant is not None or request.start is not None:
            wrong = "variant" if request.variant is not None else "start"
            raise ProtocolError(Code.INVALID, "a session has its own variant and start", wrong)
        return self._clients.session(client, request.session).game

    def _reckon(self, event: Received) -> Reckoned:
        """What a request needs to know of the rules. Raises ProtocolError."""
        assert isinstance(event.request, Asking)
        base, known = self._base(event.sender.client, event.request), event.reckoned
        if known is None or known.base != base:
            known = reckon(event.request, base)
        if known.error is not None:
            raise known.error
        return known

    def _open(self, client: bytes, request: m.Open, event: Received) -> m.Position:
        if request.keep and not self._ports.stores:
            raise ProtocolError(Code.UNSUPPORTED, "this daemon has no store to keep sessions in", "keep")
        reckoned = self._reckon(event)
        game, reply = reckoned.game, reckoned.reply
        assert isinstance(reply, m.Position)
        present, variant = self._present(client, request.session), game.variant
        if present is None:
            self._check_sessions(client)
        begun = Begun(variant.name, variant.digest, request.start, request.moves)
        name = present.name if present is not None else self._clients.name_for(client, request.session)
        self._clients.check_room(game, present)
        if present is None:
            present = Session(name, begun, game, keep=request.keep)
            self._clients.add(client, present, made_up=request.session is None)
        else:
            present.begin(begun, game)
            self._clients.count(present)
            present.keep = present.keep or request.keep
        self._keep(client, present, begun)
        if request.moves or request.start is not None:
            self._prepare(variant)
        return structs.replace(reply, session=name)

    def _check_sessions(self, client: bytes) -> None:
        tenant = self._ports.tenant(client)
        if tenant.allowance.sessions is not None:
            held = self._clients.held_by(lambda other: self._ports.tenant(other).name == tenant.name)
            check_count("sessions", held, tenant.allowance.sessions)

    def _present(self, client: bytes, name: str | None) -> Session | None:
        """The session that ``open`` is to set, unless there is none or its log makes no sense any more."""
        try:
            return self._clients.find(client, name) if name is not None else None
        except ProtocolError:
            return None

    def _keep(self, client: bytes, session: Session, step: Step) -> None:
        if session.keep:
            self._effects.append(SaveStep(client, session.name, step))

    def _close(self, client: bytes, request: m.Close) -> m.Closed:
        if self._clients.close(client, request.session):
            self._effects.append(ForgetSession(client, request.session))
        self._release(client)
        return m.Closed(id=request.id, session=request.session)

    def _sessions(self, client: bytes, request: m.ListSessions) -> m.Sessions:
        return m.Sessions(
            id=request.id,
            sessions=tuple(
                m.SessionSummary(session=session.name, variant=session.game.variant.name, plies=len(session.game.moves))
                for session in self._clients.sessions(client)
            ),
        )

    def _play(self, client: bytes, request: m.Play, event: Received) -> m.AnyReply | None:
        reckoned = self._reckon(event)
        session = self._clients.session(client, request.session)
        self._clients.check_room(reckoned.game, session)
        self._keep(client, session, session.play(reckoned.game))
        self._clients.count(session)
        self._prepare(reckoned.game.variant)
        return reckoned.reply

    def _undo(self, client: bytes, request: m.Undo, event: Received) -> m.AnyReply | None:
        reckoned = self._reckon(event)
        session = self._clients.session(client, request.session)
        step = Undone(request.plies)
        if session.change(step):
            self._clients.count(session)
            self._keep(client, session, step)
        return reckoned.reply

    def _change(self, client: bytes, request: m.SessionRequest, step: Change) -> m.Position:
        session = self._clients.session(client, request.session)
        if session.change(step):
            self._clients.count(session)
            self._keep(client, session, step)
        return replies.position_reply(request.id, session.game, session.name)

    def _resign(self, client: bytes, request: m.Resign) -> m.Position:
        game = self._clients.session(client, request.session).game
        seat = request.seat
        if seat is None:
            if game.phase is Phase.REMOVAL:
                raise ProtocolError(Code.INVALID, "nobody is to move: say which seat resigns", "seat")
            seat = game.variant.seats[game.position.seat].name
        return self._change(client, request, Resigned(seat, request.reason))

    def _learn(self, sender: Address, request: m.Learn, event: Received) -> None:
        if not self._ports.stores:
            raise ProtocolError(Code.UNSUPPORTED, "this daemon has no store to learn with")
        game = self._reckon(event).game
        ticket = self._next_number()
        self._tickets[ticket] = (sender, request.id)
        analyses = self._books.of_game(game)
        self._effects.append(SaveGame(ticket, game.positions, game.moves, game.result, analyses))

    def _learned(self, event: GameSaved) -> None:
        sender, id = self._tickets.pop(event.ticket)
        reply: m.AnyReply = m.Learned(id=id, games=event.games)
        if event.error:
            reply = m.Error(id=id, code=str(Code.INTERNAL), message=event.error)
        self._effects.append(Send(sender, reply))

    # --- jobs -----------------------------------------------------------------------------------------

    def _work(self, sender: Address, request: m.Work | m.BookWork, event: Received) -> m.AnyReply | None:
        self._check_room(sender.client, request.id, event.now)
        if isinstance(request, m.PositionRequest):
            origin = self._reckon(event).game
        else:
            origin = Game.begin(self._variant(request.variant))
        return self._begin(sender, request, origin, event.now, stopped=event.stopped > 0)

    def _check_room(self, client: bytes, id: str, now: float) -> None:
        """Raise ProtocolError where a client may have no job of this id, or no more jobs."""
        if self.jobs_of(client, id):
            raise ProtocolError(Code.DUPLICATE_ID, f"the job {id!r} has not ended", "id")
        if self._closing:
            raise ProtocolError(Code.BUSY, "the daemon is shutting down")
        if self.jobs_of(client) >= self._limits.jobs:
            raise ProtocolError(Code.BUSY, f"{self._limits.jobs} jobs are waiting: let some end first")
        tenant = self._ports.tenant(client)
        if tenant.allowance.jobs is not None:
            lone = [job.client for job in self._jobs if job.batch is None]
            owners = [*lone, *(batch.sender.client for batch in self._batches)]
            held = sum(self._ports.tenant(owner).name == tenant.name for owner in owners)
            check_count("jobs", held, tenant.allowance.jobs)
        self._accounts.check(tenant, now)

    def _begin(
        self,
        sender: Address,
        request: m.Work | m.BookWork,
        origin: Game,
        now: float,
        *,
        stopped: bool = False,
        batch: Batch | None = None,
        index: int = 0,
    ) -> m.AnyReply | None:
        """Begin a job about a game's position: the reply, if it has one at once; of a batch nothing but its end."""
        game = origin
        if game.phase is Phase.REMOVAL and isinstance(request, m.Analyse | m.Solve):
            game = game.resume()
        if isinstance(request, m.Analyse):
            game = game.turn_to(request.seat)
        if isinstance(request, m.Analyse) and request.play and (request.session is None or request.moves):
            raise ProtocolError(Code.INVALID, "to play the move, name a session and no moves", "play")
        if isinstance(request, m.Analyse) and request.play and origin.phase is Phase.REMOVAL:
            raise ProtocolError(Code.WRONG_PHASE, "play has stopped: resume it first", "play")
        if isinstance(request, m.Analyse) and request.ponder and request.session is None:
            raise ProtocolError(Code.INVALID, "to ponder, name a session", "ponder")
        task: Task | BookTask
        if isinstance(request, m.BookWork):
            self._books.check(game.variant)
            task = assign_book(request, game.position)
        else:
            task = assign(request, game.position)
        if isinstance(request, m.Analyse | m.Solve) and game.over:
            return replies.described(replies.game_over(request.id, game), request, game)
        threads = 1
        if isinstance(request, m.Analyse | m.Solve | m.BookDeviate | m.BookFix):
            threads = request.threads or self._job_threads
        number = self._next_number()
        job = Job(number, sender, request, task, min(threads, self._jobs.threads), now, origin, game)
        weak = isinstance(request, m.Analyse) and request.level is not None
        if isinstance(request, m.Analyse) and not weak:
            job.advice = self._books.advise(request, game.position)
        if not weak and (known := answering(request, self._ports.recall(game.position.digest))) is not None:
            return self._after_playing(job, replies.recalled(request.id, known, job.advice))
        if isinstance(request, m.Analyse) and job.advice is not None:
            reply = replies.from_book(request, job.advice)
            if reply is not None:
                return self._after_playing(job, reply)
        if isinstance(request, m.Analyse) and not weak:
            kept = self._ports.recall_analysis(game.position.digest)
            if kept is not None and answers(request, kept):
                reply = replies.recalled_analysis(request, kept, game.position, job.advice)
                return self._after_playing(job, reply)
            job.task = resuming(job.task, kept)
        if stopped:
            return replies.never_ran(request, game, Reason.STOPPED)
        self._clients.admit(sender.client)
        self._jobs.add(job)
        self._accounts.follow(number, self._ports.tenant(sender.client), now)
        if batch is not None:
            job.batch, job.index = batch, index
            batch.under_way += 1
        self._share_threads(now)
        if batch is not None:
            return None
        queued = job.state is State.QUEUED and isinstance(request, m.Analyse | m.Solve)
        news = replies.first(request.id, job.infos + 1, "queued" if queued else "", job.advice)
        job.infos += news is not None
        return news

    def _share_threads(self, now: float) -> None:
        """Let those jobs search whose turn it is."""
        for turn, job in self._jobs.share(now):
            match turn:
                case Turn.START:
                    task = begin(job.task, job.request, threads=job.threads, waited=now - job.asked)
                    self._effects.append(StartJob(job.number, task))
                case Turn.HOLD:
                    self._effects.append(HoldJob(job.number))
                case Turn.GO_ON:
                    self._effects.append(GoOnWithJob(job.number))
                case Turn.GIVE_PLACE:
                    self._effects.append(StopJob(job.number, Reason.STOPPED))

    def _look(self, now: float) -> None:
        """Answer what is due, or else begin one of many positions; and go on with those whose turn it is."""
        due = self._jobs.take_due(now)
        for job in due:
            self._stop_job(job, Reason.LIMIT, now)
        self._stop_spent(now)
        if not due:
            self._feed(now)
        self._share_threads(now)

    def _stop_spent(self, now: float) -> None:
        """End the jobs of those who have searched for all that they may."""
        look = self._accounts.next_look()
        if look is None or now < look:
            return
        for number in self._accounts.spent(now, lambda number: self._searched(number, now)):
            if (job := self._jobs.get(number)) is not None:
                self._stop_job(job, Reason.LIMIT, now)

    def _searched(self, number: int, now: float) -> float:
        job = self._jobs.get(number)
        return 0.0 if job is None else self._jobs.searched(job, now)

    # --- many positions -------------------------------------------------------------------------------

    def _analyse_many(self, sender: Address, request: m.AnalyseMany, event: Received) -> None:
        self._check_room(sender.client, request.id, event.now)
        batch = Batch(sender, request, self._reckon(event).game, event.now)
        asked = sum(len(other.waiting) for other in self._batches.of(sender.client))
        if asked + batch.total > self._limits.positions:
            message = f"{asked} positions wait, and at most {self._limits.positions} may: let some be answered first"
            raise ProtocolError(Code.BUSY, message, "positions")
        self._clients.admit(sender.client)
        self._batches.add(batch)
        if event.stopped:
            batch.stop(Reason.STOPPED)
            self._end_batch(batch, event.now)

    def _feed(self, now: float) -> None:
        """Begin one more position of those that were asked for together."""
        batch = self._batches.next(self._jobs.threads)
        if batch is None:
            return
        index = batch.waiting.popleft()
        try:
            self._accounts.check(self._ports.tenant(batch.sender.client), now)
            game = batch.game(index)
            reply = self._begin(batch.sender, batch.asking(now), game, now, batch=batch, index=index)
        except ProtocolError as error:
            reply = replies.refused(batch.request.id, error)
        if reply is not None:
            self._answer_part(batch, index, reply)
            self._end_batch(batch, now)

    def _answer_part(self, batch: Batch, index: int, reply: m.AnyReply) -> None:
        analysis = reply if isinstance(reply, m.Analysis) else None
        error = reply if isinstance(reply, m.Error) else None
        batch.answered += 1
        batch.nodes += 0 if analysis is None else analysis.nodes
        analysed = m.Analysed(id=batch.request.id, index=index, analysis=analysis, error=error)
        self._effects.append(Send(batch.sender, analysed))

    def _end_batch(self, batch: Batch, now: float) -> None:
        """Say that a request for many positions has ended, if it has."""
        if batch.over and batch in self._batches:
            self._batches.forget(batch)
            self._effects.append(Send(batch.sender, replies.analyses_done(batch, now)))
            self._release(batch.sender.client)

    def _answer(self, job: Job, reply: m.AnyReply, now: float) -> None:
        """Send the end of a job to whoever waits for it."""
        if job.batch is not None:
            job.batch.under_way -= 1
        if job.unwanted:
            return
        if job.batch is None:
            self._effects.append(Send(job.sender, reply))
        else:
            self._answer_part(job.batch, job.index, reply)
            self._end_batch(job.batch, now)

    # --- whose turn -----------------------------------------------------------------------------------

    def _ponder(self) -> None:
        """Search for sessions whose opponents think, while nobody has work: what must give way does so first."""
        busy = len(self._jobs) > 0 or len(self._batches) > 0 or self._closing
        stops, starts = self._pondering.settle(self._standing, 0 if busy else self._jobs.threads, self._next_number)
        self._effects = [*stops, *self._effects, *starts]

    def _standing(self, place: Place) -> str | None:
        session = self._clients.open_one(*place)
        return None if session is None or session.game.over else session.game.position.digest

    def _next_number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _stop(self, client: bytes, request: m.Stop, waiting: int, now: float) -> m.Stopped:
        if request.index is not None:
            return m.Stopped(id=request.id, jobs=self._stop_position(client, request.target, request.index, now))
        if request.target is None:
            self._pondering.forget(client)
        batches = self._batches.of(client, request.target)
        targets = [job for job in self._jobs.of(client) if request.target in (None, job.request.id)]
        stopped = [job for job in targets if job.state is not State.STOPPING]
        for batch in batches:
            batch.stop(Reason.STOPPED)
        for job in stopped:
            self._stop_job(job, Reason.STOPPED, now)
        for batch in batches:
            self._end_batch(batch, now)
        lone = sum(job.batch is None for job in stopped)
        return m.Stopped(id=request.id, jobs=lone + len(batches) + waiting)

    def _stop_position(self, client: bytes, target: str | None, index: int, now: float) -> int:
        """End one of many positions early; how many were told to."""
        if target is None:
            raise ProtocolError(Code.INVALID, "name the request that the position is of as target", "index")
        for batch in self._batches.of(client, target):
            if index in batch.waiting:
                batch.waiting.remove(index)
                self._answer_part(batch, index, replies.unknown(target, Reason.STOPPED))
                self._end_batch(batch, now)
                return 1
        for job in self._jobs.of(client):
            if job.batch is not None and (job.request.id, job.index) == (target, index):
                told = job.state is not State.STOPPING
                self._stop_job(job, Reason.STOPPED, now)
                return int(told)
        return 0

    def _stop_job(self, job: Job, reason: Reason, now: float) -> None:
        if job.state is State.STOPPING:
            return
        job.reason = reason
        if not self._jobs.stop(job):
            self._effects.append(StopJob(job.number, reason))
            return
        self._accounts.jobs.pop(job.number, None)
        if not job.unwanted:
            reply = replies.never_ran(job.request, job.game, reason)
            if reason is Reason.LIMIT and isinstance(job.request, m.Analyse):
                reply = self._after_playing(job, replies.with_any_move(job.request, job.game))
            self._answer(job, reply, now)
            self._release(job.client)

    def _pass_on(self, event: JobInfo) -> None:
        job = self._jobs.get(event.job)
        if job is not None and job.batch is None and not job.unwanted:
            job.infos += 1
            job.depth, job.nodes = replies.progress(event.info)
            news = replies.partial(job.request.id, job.infos, event.info, job.game.position, job.advice)
            self._effects.append(Send(job.sender, news))

    def _end(self, event: JobFinal) -> None:
        done = isinstance(event.outcome, Result) and event.outcome.reason is Reason.DONE
        self._pondering.end(event.job, done=done)
        job = self._jobs.get(event.job)
        if job is None:
            return
        outcome = event.outcome
        if isinstance(outcome, Result) and outcome.reason is Reason.STOPPED:
            if job.state is State.GIVING_PLACE:
                self._jobs.put_back(job, resumed(job.task, outcome))
                self._share_threads(event.now)
                return
            outcome = structs.replace(outcome, reason=job.reason or outcome.reason)
        self._accounts.end(job.number, self._jobs.searched(job, event.now), event.now)
        self._jobs.end(job, event.now)
        reply = replies.final(job.request.id, outcome, job.game.position)
        if isinstance(outcome, Result) and isinstance(reply, m.Analysis):
            reply = self._with_what_is_known(job, outcome, reply)
        if isinstance(reply, m.Analysis) and not job.unwanted:
            reply = self._after_playing(job, reply)
        if isinstance(outcome, EvaluationResult) and not job.unwanted:
            self._effects += [Send(job.sender, part) for part in evaluated(job.request.id, outcome)]
        self._answer(job, reply, event.now)
        self._release(job.client)
        self._share_threads(event.now)

    def _with_what_is_known(self, job: Job, outcome: Result, reply: m.Analysis) -> m.Analysis:
        """An analysis with what the book has to add, and kept for others; at a level, just the move for it."""
        if isinstance(job.request, m.Analyse) and job.request.level is not None:
            return by_level(reply, job.request.level, self._ports.lot())
        reply = structs.replace(reply, stored=self._learn_from(job, outcome, reply))
        return reply if job.advice is None else replies.with_book(reply, job.advice)

    def _learn_from(self, job: Job, outcome: Result, reply: m.Analysis) -> bool:
        """Keep what a job found out, in the store and in the book; whether the store has that already."""
        if not self._ports.stores or isinstance(job.request, m.BookWork):
            return False
        analysis = self._books.heard(job.request, job.game.position, outcome)
        if analysis is not None:
            self._effects.append(analysis)
        record = learnt(job.request, job.game.position, outcome, reply.moves)
        if record is not None:
            new = record.betters(self._ports.recall(record.digest))
            self._effects += [SaveSolved(record)] if new else []
            return not new
        kept = keepable(job.request, job.game.position, outcome)
        if kept is None:
            return False
        new = kept.betters(self._ports.recall_analysis(kept.digest))
        self._effects += [SaveKnown(kept)] if new else []
        return not new

    def _after_playing(self, job: Job, reply: m.Analysis) -> m.Analysis | m.Error:
        """The final, its best move played in the session where that is wanted and still fits."""
        request, reply = job.request, replies.described(reply, job.request, job.game)
        if not isinstance(request, m.Analyse) or request.session is None or not reply.best:
            return reply
        if request.ponder:
            expected = expectation(job.game, request, reply, request.threads or self._job_threads)
            self._pondering.expect(Place(job.client, request.session), expected)
        if not request.play:
            return reply
        session = self._clients.open_one(job.client, request.session)
        if session is None or session.game is not job.origin:
            return reply
        try:
            game = job.game.play((reply.best,))
        except ProtocolError as error:
            message = f"the engine's move cannot be played: {error.message}"
            return m.Error(id=request.id, code=str(Code.INTERNAL), message=message)
        self._keep(job.client, session, session.play(game))
        self._clients.count(session)
        return replies.played(reply)

    def _leave(self, client: bytes, now: float) -> None:
        """A client is gone: its jobs end unheard, its sessions go, kept ones back to their logs."""
        for batch in self._batches.of(client):
            self._batches.forget(batch)
        for job in self._jobs.of(client):
            job.unwanted = True
            self._stop_job(job, Reason.STOPPED, now)
        self._clients.leave(client)
        self._pondering.forget(client)
        self._share_threads(now)

    def _release(self, client: bytes) -> None:
        """Forget a client that holds nothing."""
        if not self.jobs_of(client):
            self._clients.release(client)

    def _shut_down(self, now: float) -> None:
        self._closing = True
        for batch in self._batches:
            batch.stop(Reason.SHUTDOWN)
        for job in list(self._jobs):
            self._stop_job(job, Reason.SHUTDOWN, now)
        for batch in self._batches:
            self._end_batch(batch, now)
