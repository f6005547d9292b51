"""Requests that take the engine's time: begun, given threads, and ended with what came of them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from engined.book.tasks import BookTask
from engined.engine.tasks import EvaluationResult, Task
from engined.results import Reason, Result
from engined_protocol import messages as m
from engined_protocol.errors import ProtocolError

from .admission import Admission
from .batch_service import BatchService
from .clocks import Clocks
from .events import (
    Address,
    Effect,
    JobFinal,
    JobInfo,
    JobNews,
    JobOutcome,
    Send,
    Served,
)
from .game import Game
from .jobs import replies
from .jobs.assignment import assign, assign_book, resumed, subject
from .jobs.batches import Batch, Batches
from .jobs.job import Job
from .jobs.jobs import Jobs
from .jobs.pondering import Pondering, SessionKey, expectation
from .jobs.states import State
from .knowledge import Knowledge
from .replies.evaluations import evaluated
from .session_service import SessionService
from .tenants import Accounts


class JobService:
    """Jobs from their request to their final."""

    def __init__(
        self,
        jobs: Jobs,
        batches: Batches,
        accounts: Accounts,
        pondering: Pondering,
        admission: Admission,
        knowledge: Knowledge,
        sessions: SessionService,
        batch_service: BatchService,
        clocks: Clocks,
        next_number: Callable[[], int],
        *,
        usual_threads: int,
    ) -> None:
        """``usual_threads``: of a job that does not say how many it wants."""
        self._jobs = jobs
        self._batches = batches
        self._accounts = accounts
        self._pondering = pondering
        self._admission = admission
        self._knowledge = knowledge
        self._sessions = sessions
        self._batch_service = batch_service
        self._clocks = clocks
        self._next_number = next_number
        self._usual_threads = usual_threads

    # --- the beginning --------------------------------------------------------------------------------

    def begin(
        self,
        sender: Address,
        request: m.Work | m.BookWork,
        origin: Game,
        now: float,
        *,
        stopped: bool = False,
        batch: Batch | None = None,
        index: int = 0,
    ) -> Served:
        """Begin a job about a game's position. It has a reply if there is one at once; of a batch nothing but its end.

        Raises ProtocolError.
        """
        game = subject(request, origin)
        if isinstance(request, m.BookWork):
            task: Task | BookTask = assign_book(request, game.position)
        else:
            task = assign(request, game)
        if isinstance(request, m.Analyse | m.Solve) and game.over:
            return replies.described(replies.game_over(request.id, game), request, game), []
        number, threads = self._next_number(), min(self._wanted_threads(request), self._jobs.threads)
        job = Job(number, sender, request, task, threads, now, origin, game, batch=batch, index=index)
        if (known := self._knowledge.answer(job)) is not None:
            return self._after_playing(job, known, now)
        if stopped:
            return replies.never_ran(request, game, Reason.STOPPED), []
        self._admission.admit_job(sender.client, number, now)
        self._jobs.add(job, now)
        if batch is not None:
            batch.under_way += 1
        effects = self.share_threads(now)
        return None if batch is not None else self._first_news(job), effects

    def _wanted_threads(self, request: m.Work | m.BookWork) -> int:
        if isinstance(request, m.Analyse | m.Solve | m.BookDeviate | m.BookFix):
            weak = isinstance(request, m.Analyse) and request.level is not None
            return 1 if weak else request.threads or self._usual_threads
        return 1

    def _first_news(self, job: Job) -> m.Info | None:
        """What there is to say before the engine says anything."""
        queued = job.state is State.QUEUED and isinstance(job.request, m.Analyse | m.Solve)
        state = "queued" if queued else ""
        news = replies.first(job.request.id, job.infos + 1, state, job.game.position, job.advice)
        job.infos += news is not None
        return news

    def _feed(self, now: float) -> list[Effect]:
        """Begin one more position of those that were asked for together."""
        batch = self._batches.next(self._jobs.threads)
        if batch is None:
            return []
        effects: list[Effect] = []
        index = batch.waiting.popleft()
        try:
            self._admission.check_time(batch.sender.client, now)
            game = batch.game(index)
            reply, effects = self.begin(batch.sender, batch.asking(now), game, now, batch=batch, index=index)
        except ProtocolError as error:
            reply = replies.refused(batch.request.id, error)
        return effects if reply is None else [*effects, *self._batch_service.answer(batch, index, reply, now)]

    # --- whose turn -----------------------------------------------------------------------------------

    def share_threads(self, now: float) -> list[Effect]:
        """Let those jobs search whose turn it is."""
        return [*self._jobs.share(now)]

    def look(self, now: float) -> list[Effect]:
        """Answer what is due, or else begin one of many positions; and go on with those whose turn it is."""
        due = self._jobs.take_due(now)
        effects = [effect for job in due for effect in self.stop(job, Reason.LIMIT, now)]
        effects += self._stop_spent(now)
        if not due:
            effects += self._feed(now)
        return [*effects, *self.share_threads(now)]

    def _stop_spent(self, now: float) -> list[Effect]:
        """End the jobs of those who have searched for all that they may."""
        look, effects = self._accounts.next_look(), list[Effect]()
        if look is None or now < look:
            return effects
        for number in self._accounts.spent(now, lambda number: self._searched(number, now)):
            if (job := self._jobs.get(number)) is not None:
                effects += self.stop(job, Reason.LIMIT, now)
        return effects

    def _searched(self, number: int, now: float) -> float:
        job = self._jobs.get(number)
        return 0.0 if job is None else self._jobs.searched(job, now)

    def pass_on(self, event: JobInfo[JobNews]) -> list[Effect]:
        """Tell the client of a job how far it is."""
        job = self._jobs.get(event.job)
        if job is None:
            return []
        job.depth, job.nodes = replies.progress(event.info)
        if job.batch is not None or job.unwanted:
            return []
        job.infos += 1
        news = replies.partial(job.request.id, job.infos, event.info, job.game.position, job.advice)
        return [Send(job.sender, news)]

    # --- the end --------------------------------------------------------------------------------------

    def stop(self, job: Job, reason: Reason, now: float) -> list[Effect]:
        """Have a job end early: at once where it was queued, else when the engine says so."""
        if job.state is State.STOPPING:
            return []
        effects: list[Effect] = [*self._jobs.stop(job, reason, now)]
        if job.state is not State.ENDED:
            return effects
        self._accounts.jobs.pop(job.number, None)
        if job.unwanted:
            return effects
        reply: m.AnyReply = replies.never_ran(job.request, job.game, reason)
        if reason is Reason.LIMIT and isinstance(job.request, m.Analyse):
            reply, effects = self._after_playing(job, replies.with_any_move(job.request, job.game), now)
        effects += self._answer(job, reply, now)
        self._admission.release(job.client)
        return effects

    def end(self, event: JobFinal[JobOutcome]) -> list[Effect]:
        """The engine has ended a job, or what it pondered."""
        outcome = event.outcome
        self._pondering.end(event.job, done=isinstance(outcome, Result) and outcome.reason is Reason.DONE)
        job = self._jobs.get(event.job)
        if job is None:
            return []
        if isinstance(outcome, Result) and outcome.reason is Reason.STOPPED:
            if job.state is State.GIVING_PLACE:
                self._jobs.put_back(job, resumed(job.task, outcome), event.now)
                return self.share_threads(event.now)
            outcome = structs.replace(outcome, reason=job.reason or outcome.reason)
        self._accounts.end(job.number, self._jobs.searched(job, event.now), event.now)
        self._jobs.end(job, event.now)
        reply, effects = replies.final(job.request.id, outcome, job.game.position), list[Effect]()
        if isinstance(outcome, Result) and isinstance(reply, m.Analysis):
            reply, saves = self._knowledge.add(job, outcome, reply)
            effects += saves
        if isinstance(reply, m.Analysis) and not job.unwanted:
            reply, saves = self._after_playing(job, reply, event.now)
            effects += saves
        if isinstance(outcome, EvaluationResult) and not job.unwanted:
            effects += [Send(job.sender, part) for part in evaluated(job.request.id, outcome)]
        effects += self._answer(job, reply, event.now)
        self._admission.release(job.client)
        return [*effects, *self.share_threads(event.now)]

    def _after_playing(self, job: Job, reply: m.Analysis, now: float) -> tuple[m.Analysis | m.Error, list[Effect]]:
        """The final, its best move played in the session where that is wanted and still fits."""
        request, reply = job.request, replies.described(reply, job.request, job.game)
        if not isinstance(request, m.Analyse) or request.session is None or not reply.best:
            return reply, []
        if request.ponder:
            expected = expectation(job.game, request, reply, self._wanted_threads(request))
            self._pondering.expect(SessionKey(job.client, request.session), expected)
        if not request.play:
            return reply, []
        fallen = self._clocks.check(job.client, request.session, now)
        reply_or_error, effects = self._sessions.play_best(job, request.session, reply, now)
        self._clocks.touch(job.sender, request.session)
        return reply_or_error, [*fallen, *effects]

    def _answer(self, job: Job, reply: m.AnyReply, now: float) -> list[Effect]:
        """Send the end of a job to whoever waits for it."""
        if job.batch is not None:
            job.batch.under_way -= 1
        if job.unwanted:
            return []
        if job.batch is None:
            return [Send(job.sender, reply)]
        return self._batch_service.answer(job.batch, job.index, reply, now)
