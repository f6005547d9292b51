"""The service: events in, effects out.

Start reading here to see what a request does. Nothing here opens a socket, reads a clock or starts a thread:
the daemon does what the effects say, so any conversation can be replayed and tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from engined import __version__
from engined.engine.tasks import EngineFailure, PerftResult, PerftTask
from engined.results import Reason, Result
from engined.rules.position import format_position
from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.model import Variant
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.frames import PROTOCOL

from . import replies
from .assignment import assign
from .clients import Clients, Kept
from .events import (
    Address,
    Effect,
    Event,
    ForgetSession,
    GameSaved,
    Gone,
    JobFinal,
    JobInfo,
    Prepare,
    Received,
    SaveGame,
    SaveSolved,
    SaveStep,
    Send,
    Shutdown,
    StartJob,
    StopJob,
    VariantState,
)
from .game import Game
from .jobs import Job, Jobs, State
from .session import Begun, Session, Step
from .solved import Solved, solved


@dataclass(frozen=True, slots=True)
class Limits:
    """How much strangers may hold."""

    clients: int = 1024
    sessions: int = 64
    """Of one client."""
    jobs: int = 1024
    """Of one client."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the service asks of the world; every part answers at once."""

    recall: Callable[[str], Solved | None] = lambda digest: None
    """What the store knows about a position, by its digest."""
    kind: Callable[[Variant], str] = lambda variant: ""
    """How a variant runs here, e.g. ``8x8`` or ``generic-128``."""
    stores: bool = False
    """Whether there is a store to write to."""


class Service:
    """Sessions and jobs of all clients. :meth:`handle` is the only way in."""

    def __init__(
        self,
        catalogue: Catalogue,
        *,
        threads: int,
        job_threads: int = 1,
        surroundings: Surroundings | None = None,
        kept: Iterable[Kept] = (),
        limits: Limits | None = None,
        now: float = 0.0,
    ) -> None:
        self.dropped = 0
        """Infos that the daemon did not send because a reader was slow; it counts them here."""
        self._catalogue = catalogue
        self._job_threads = job_threads
        self._surroundings = surroundings or Surroundings()
        self._limits = limits or Limits()
        self._began = now
        self._jobs = Jobs(threads)
        self._clients = Clients(catalogue, kept, most_clients=self._limits.clients, most_sessions=self._limits.sessions)
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
                self._receive(event.sender, event.request, event.now)
            case JobInfo():
                self._pass_on(event)
            case JobFinal():
                self._end(event)
            case Gone():
                self._leave(event.client, event.now)
            case VariantState():
                self._states[event.variant.digest] = (event.variant.name, event.state)
            case GameSaved():
                self._learned(event)
            case Shutdown():
                self._shut_down()
            case _:
                assert_never(event)
        return self._effects

    def jobs_of(self, client: bytes, id: str | None = None) -> int:
        """How many jobs of a client, or of that id, have not ended."""
        return sum(id in (None, job.request.id) for job in self._jobs.of(client))

    def idle(self) -> bool:
        """Whether every request has had its final."""
        return not len(self._jobs) and not self._tickets

    def abandon(self, now: float) -> list[Effect]:
        """Finals for all jobs that the engine has not ended, with what little is known: the last resort."""
        self._effects = []
        for job in list(self._jobs):
            outcome: Result | PerftResult
            if isinstance(job.task, PerftTask):
                outcome = PerftResult(Reason.SHUTDOWN, (), now - job.asked)
            else:
                outcome = Result(Reason.SHUTDOWN, 0, (), 0, now - job.asked)
            self._end(JobFinal(job.number, outcome, now))
        return self._effects

    # --- requests -------------------------------------------------------------------------------------

    def _receive(self, sender: Address, request: m.AnyRequest, now: float) -> None:
        try:
            reply = self._serve(sender, request, now)
        except ProtocolError as error:
            reply = m.Error(id=request.id, code=str(error.code), message=error.message, field=error.field)
        if reply is not None:
            self._effects.append(Send(sender, reply))

    def _serve(self, sender: Address, request: m.AnyRequest, now: float) -> m.AnyReply | None:
        """The reply, or None when it comes later."""
        match request:
            case m.Ping():
                return m.Pong(id=request.id)
            case m.Stop():
                return self._stop(sender.client, request)
            case m.AskStatus():
                return self._status(request, now)
            case m.ListVariants():
                return self._variants(request)
            case m.DescribeVariant():
                variant = self._variant(request.variant)
                if request.prepare:
                    self._prepare(variant)
                return self._describe(request.id, variant)
            case m.Declare():
                return self._declare(request)
            case m.Show():
                game = self._game(sender.client, request)
                return replies.position_reply(request.id, game, request.session or "")
            case m.Open():
                return self._open(sender.client, request)
            case m.Close():
                return self._close(sender.client, request)
            case m.ListSessions():
                return self._sessions(sender.client, request)
            case m.Play():
                return self._play(sender.client, request)
            case m.Undo():
                return self._undo(sender.client, request)
            case m.Learn():
                self._learn(sender, request)
                return None
            case m.Analyse() | m.Solve() | m.Perft():
                return self._work(sender, request, now)
            case _:
                assert_never(request)

    def _status(self, request: m.AskStatus, now: float) -> m.Status:
        return m.Status(
            id=request.id,
            version=__version__,
            protocol=PROTOCOL,
            uptime=now - self._began,
            threads=self._jobs.threads,
            jobs=tuple(
                m.JobSummary(
                    id=job.request.id,
                    state=str(job.state),
                    kind=type(job.request).__name__.lower(),
                    seconds=now - job.asked,
                )
                for job in self._jobs
            ),
            clients=len(self._clients),
            sessions=self._clients.count_sessions(),
            variants=tuple(m.VariantState(variant=name, state=state) for name, state in self._states.values()),
            dropped=self.dropped,
        )

    # --- variants -------------------------------------------------------------------------------------

    def _variants(self, request: m.ListVariants) -> m.Variants:
        return m.Variants(
            id=request.id,
            variants=tuple(replies.summary(self._catalogue.get(name)) for name in self._catalogue.names()),
            patterns=self._catalogue.patterns(),
        )

    def _describe(self, id: str, variant: Variant) -> m.Description:
        _, state = self._states.get(variant.digest, ("", "cold"))
        return replies.description(id, variant, engine=self._surroundings.kind(variant), state=state)

    def _declare(self, request: m.Declare) -> m.Description:
        take = self._catalogue.check if request.check_only else self._catalogue.declare
        try:
            variant = take(request.text)
        except DeclarationError as error:
            place = f"line {error.line}: {error.field}" if error.field else f"line {error.line}"
            raise ProtocolError(Code.BAD_DECLARATION, error.message, place) from None
        return self._describe(request.id, variant)

    def _variant(self, name: str) -> Variant:
        try:
            return self._catalogue.get(name)
        except UnknownVariant as error:
            raise ProtocolError(Code.UNKNOWN_VARIANT, str(error), "variant") from None

    def _prepare(self, variant: Variant) -> None:
        """Have the machine code made, once it is likely to be needed."""
        if variant.digest not in self._prepared:
            self._prepared.add(variant.digest)
            self._effects.append(Prepare(variant))

    # --- positions and sessions -----------------------------------------------------------------------

    def _game(self, client: bytes, request: m.PositionRequest) -> Game:
        """The game that a request is about."""
        if request.session is None:
            game = Game.begin(self._variant(request.variant or "othello"), request.start)
        elif request.variant is not None or request.start is not None:
            wrong = "variant" if request.variant is not None else "start"
            raise ProtocolError(Code.INVALID, "a session has its own variant and start", wrong)
        else:
            game = self._clients.session(client, request.session).game
        return game.play(request.moves)

    def _open(self, client: bytes, request: m.Open) -> m.Position:
        if request.keep and not self._surroundings.stores:
            raise ProtocolError(Code.UNSUPPORTED, "this daemon has no store to keep sessions in", "keep")
        present = self._present(client, request.session)
        if request.variant is None and present is not None:
            variant = present.game.variant
        else:
            variant = self._variant(request.variant or "othello")
        begun = Begun(variant.name, variant.digest, request.start, request.moves)
        game = Game.begin(variant, request.start).play(request.moves)
        name = present.name if present is not None else self._clients.name_for(client, request.session)
        reply = replies.position_reply(request.id, game, name)
        if present is None:
            present = Session(name, begun, game, keep=request.keep)
            self._clients.add(client, present, made_up=request.session is None)
        else:
            present.begin(begun, game)
            present.keep = present.keep or request.keep
        self._keep(client, present, begun)
        if request.moves or request.start is not None:
            self._prepare(variant)
        return reply

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

    def _play(self, client: bytes, request: m.Play) -> m.Position:
        session = self._clients.session(client, request.session)
        game = session.game.turn_to(request.seat).play(request.moves)
        reply = replies.position_reply(request.id, game, session.name)
        self._keep(client, session, session.play(game))
        self._prepare(game.variant)
        return reply

    def _undo(self, client: bytes, request: m.Undo) -> m.Position:
        session = self._clients.session(client, request.session)
        self._keep(client, session, session.undo(request.plies))
        return replies.position_reply(request.id, session.game, session.name)

    def _learn(self, sender: Address, request: m.Learn) -> None:
        if not self._surroundings.stores:
            raise ProtocolError(Code.UNSUPPORTED, "this daemon has no store to learn with")
        game = self._game(sender.client, request)
        start = game.positions[0]
        self._numbers += 1
        self._tickets[self._numbers] = (sender, request.id)
        self._effects.append(
            SaveGame(
                ticket=self._numbers,
                variant=game.variant.name,
                digest=game.variant.digest,
                start=format_position(start),
                moves=game.moves,
                result=game.position.result(),
            )
        )

    def _learned(self, event: GameSaved) -> None:
        sender, id = self._tickets.pop(event.ticket)
        reply: m.AnyReply = m.Learned(id=id, games=event.games)
        if event.error:
            reply = m.Error(id=id, code=str(Code.INTERNAL), message=event.error)
        self._effects.append(Send(sender, reply))

    # --- jobs -----------------------------------------------------------------------------------------

    def _work(self, sender: Address, request: m.Work, now: float) -> m.AnyReply | None:
        mine = self._jobs.of(sender.client)
        if any(job.request.id == request.id for job in mine):
            raise ProtocolError(Code.DUPLICATE_ID, f"the job {request.id!r} has not ended", "id")
        if self._closing:
            raise ProtocolError(Code.BUSY, "the daemon is shutting down")
        if len(mine) >= self._limits.jobs:
            raise ProtocolError(Code.BUSY, f"{self._limits.jobs} jobs are waiting: let some end first")
        origin = self._game(sender.client, request)
        game = origin.turn_to(request.seat) if isinstance(request, m.Analyse) else origin
        if isinstance(request, m.Analyse) and request.play and (request.session is None or request.moves):
            raise ProtocolError(Code.INVALID, "to play the move, name a session and no moves", "play")
        task = assign(request, game.position)
        if not isinstance(request, m.Perft) and game.position.over:
            return replies.game_over(request.id, game.position)
        self._numbers += 1
        threads = 1 if isinstance(request, m.Perft) else request.threads or self._job_threads
        job = Job(self._numbers, sender, request, task, min(threads, self._jobs.threads), now, origin, game)
        known = self._recall(job)
        if known is not None:
            return self._after_playing(job, replies.recalled(request.id, known))
        self._clients.admit(sender.client)
        self._jobs.add(job)
        self._start_jobs(now)
        if job.state is State.QUEUED and not isinstance(request, m.Perft):
            job.infos += 1
            return replies.queued(request.id, job.infos)
        return None

    def _recall(self, job: Job) -> Solved | None:
        """An earlier exact result that answers this job."""
        request = job.request
        if isinstance(request, m.Perft):
            return None
        if isinstance(request, m.Analyse) and (request.only or request.contempt):
            return None
        known = self._surroundings.recall(job.game.position.digest)
        wanted = request.best if isinstance(request, m.Analyse) else 1
        return known if known is not None and known.answers(wanted) else None

    def _start_jobs(self, now: float) -> None:
        while (job := self._jobs.start_next()) is not None:
            task = job.task if isinstance(job.task, PerftTask) else replace(job.task, threads=job.threads)
            self._effects.append(StartJob(job.number, task))

    def _stop(self, client: bytes, request: m.Stop) -> m.Stopped:
        targets = [job for job in self._jobs.of(client) if request.target in (None, job.request.id)]
        stopped = [job for job in targets if job.state is not State.STOPPING]
        for job in stopped:
            self._stop_job(job, Reason.STOPPED)
        return m.Stopped(id=request.id, jobs=len(stopped))

    def _stop_job(self, job: Job, reason: Reason) -> None:
        if job.state is State.STOPPING:
            return
        if not self._jobs.stop(job):
            self._effects.append(StopJob(job.number, reason))
        elif not job.unwanted:
            self._effects.append(Send(job.sender, replies.never_ran(job.request.id, job.request, reason)))
            self._release(job.client)

    def _pass_on(self, event: JobInfo) -> None:
        job = self._jobs.get(event.job)
        if job is not None and not job.unwanted:
            job.infos += 1
            self._effects.append(Send(job.sender, replies.partial(job.request.id, job.infos, event.info)))

    def _end(self, event: JobFinal) -> None:
        job = self._jobs.get(event.job)
        if job is None:
            return
        self._jobs.end(job)
        outcome = event.outcome
        reply = replies.final(job.request.id, outcome)
        self._keep_exact(job, outcome, reply)
        if not job.unwanted:
            if isinstance(reply, m.Analysis):
                reply = self._after_playing(job, reply)
            self._effects.append(Send(job.sender, reply))
        self._release(job.client)
        self._start_jobs(event.now)

    def _keep_exact(self, job: Job, outcome: Result | PerftResult | EngineFailure, reply: replies.Final) -> None:
        request = job.request
        if not self._surroundings.stores or not isinstance(outcome, Result) or not isinstance(reply, m.Analysis):
            return
        if isinstance(request, m.Analyse) and (request.only or request.contempt):
            return
        proof = isinstance(request, m.Solve) and request.goal == "score" and outcome.reason is Reason.DONE
        record = solved(job.game.position, outcome, reply.moves, proof=proof)
        if record is not None and record.betters(self._surroundings.recall(record.digest)):
            self._effects.append(SaveSolved(record))

    def _after_playing(self, job: Job, reply: m.Analysis) -> m.Analysis | m.Error:
        """The final, its best move played in the session where that is wanted and still fits."""
        request = job.request
        if not isinstance(request, m.Analyse) or not request.play or request.session is None or not reply.best:
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
        return replies.played(reply)

    def _leave(self, client: bytes, now: float) -> None:
        """A client is gone: its jobs end unheard, its sessions go, kept ones back to their logs."""
        for job in self._jobs.of(client):
            job.unwanted = True
            self._stop_job(job, Reason.STOPPED)
        self._clients.leave(client)
        self._start_jobs(now)

    def _release(self, client: bytes) -> None:
        """Forget a client that holds nothing."""
        if not self._jobs.of(client):
            self._clients.release(client)

    def _shut_down(self) -> None:
        self._closing = True
        for job in list(self._jobs):
            self._stop_job(job, Reason.SHUTDOWN)
