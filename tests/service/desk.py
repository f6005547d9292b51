"""A service, a clock and an engine that does nothing until the test says so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engined.book.book import Book
from engined.book.tasks import BookResult, BookTask
from engined.engine.tasks import End, PerftResult, PerftTask, SearchTask, Task
from engined.results import Certainty, Reason, Result, Snapshot
from engined.service import ClientLimits, Ports, Service
from engined.service.events import (
    Address,
    CutLog,
    Effect,
    Event,
    ForgetSession,
    GameSaved,
    Gone,
    GoOnWithJob,
    HoldJob,
    JobFinal,
    JobInfo,
    Receipt,
    Received,
    Save,
    SaveAnalysis,
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
from engined.service.exact_results import ExactResult
from engined.service.kept_analyses import KeptAnalysis
from engined.service.sessions.session import Kept
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from engined_protocol import messages as m
from tests.memory_books import memory_books
from tests.service.fake_engine import lines_of

R = TypeVar("R")
ANN, BOB, EVE = b"ann", b"bob", b"eve"
INSTANT = 2.0**-10
"""Seconds from one event to the next: exact, and much less than a slice."""


def ended(task: Task | BookTask, reason: Reason, kind: Certainty) -> Result | PerftResult | BookResult:
    """What an engine could say at the end of a task."""
    if isinstance(task, PerftTask):
        return PerftResult(reason, (4,), 0.1)
    if isinstance(task, BookTask):
        return BookResult(reason=reason)
    return Result(reason, 1, lines_of(task.position, kind), 100, 0.1)


class Desk:
    """Says what clients say, and keeps every effect."""

    def __init__(
        self,
        *,
        threads: int = 2,
        kept: Iterable[Kept] = (),
        limits: ClientLimits | None = None,
        store: bool = True,
    ) -> None:
        self.stored: dict[str, ExactResult] = {}
        self.kept_analyses: dict[str, KeptAnalysis] = {}
        self.books = memory_books()
        """The books."""
        self.service = Service(
            Catalogue(),
            threads=threads,
            ports=Ports(
                recall=self.stored.get,
                recall_analysis=self.kept_analyses.get,
                book=self._book,
                stores=store,
                unwritten=lambda: self.unwritten,
            ),
            kept=kept,
            limits=limits,
        )
        self._stores = store
        self.unwritten = 0
        """Bytes that the store owes."""
        self.now = 0.0
        self.sent: list[tuple[bytes, m.AnyReply]] = []
        self.tasks: dict[int, Task | BookTask] = {}
        """Started and not ended."""
        self.started: list[int] = []
        self.senders: dict[int, bytes] = {}
        """Whose job each was that started."""
        self.pondered: list[int] = []
        """Those started that are nobody's job."""
        self.held: set[int] = set()
        """Those of them that give way."""
        self.stops: dict[int, Reason] = {}
        self.saves: list[Save] = []
        self.writes = True
        """Whether what is kept is written at once; else :meth:`written` is for the test to say."""
        self.receipts: list[int] = []
        """Wanted and not given yet."""
        self.effects: list[Effect] = []

    def tell(self, event: Event) -> list[Effect]:
        effects = self.service.handle(event)
        self.service.validate()
        self.take(effects)
        while self.writes and self.receipts:
            self.written()
        return effects

    def written(self, error: str = "") -> None:
        """The next receipt is given."""
        self.take(self.service.handle(Written(self.receipts.pop(0), self.now, error)))
        self.service.validate()

    def take(self, effects: list[Effect]) -> None:
        for effect in effects:
            self.effects.append(effect)
            match effect:
                case Send():
                    self.sent.append((effect.to.client, effect.reply))
                case StartJob():
                    assert effect.job not in self.tasks
                    self.tasks[effect.job] = effect.task
                    self.started.append(effect.job)
                    job = self.service._jobs.get(effect.job)
                    if job is None:
                        self.pondered.append(effect.job)
                    else:
                        self.senders[effect.job] = job.client
                case StopJob():
                    assert effect.job in self.tasks
                    self.stops[effect.job] = effect.reason
                case HoldJob():
                    assert effect.job in self.tasks
                    assert effect.job not in self.held
                    self.held.add(effect.job)
                case GoOnWithJob():
                    self.held.remove(effect.job)
                case SaveSolved():
                    self.stored[effect.solved.digest] = effect.solved
                    self.saves.append(effect)
                case SaveKnown(kept):
                    self.kept_analyses[kept.digest] = kept
                    self.saves.append(effect)
                case SaveAnalysis(position, lines):
                    self.books.book(position.variant).learn(position, lines, proven=effect.proven, add=effect.add)
                    self.saves.append(effect)
                case Receipt(number):
                    self.receipts.append(number)
                case SaveGame() | SaveStep() | ForgetSession() | CutLog():
                    self.saves.append(effect)

    def _book(self, variant: Variant) -> Book | None:
        return self.books.book(variant) if self._stores else None

    def say(self, request: m.AnyRequest, client: bytes = ANN) -> list[m.AnyReply]:
        """What this client hears at once."""
        before = len(self.sent)
        self.now += INSTANT
        self.tell(Received(Address(client, "work"), request, self.now))
        return [reply for to, reply in self.sent[before:] if to == client]

    def ask(self, request: m.AnyRequest, wanted: type[R], client: bytes = ANN) -> R:
        """The only reply, which is of the type wanted."""
        (reply,) = self.say(request, client)
        assert isinstance(reply, wanted), reply
        return reply

    def fail(self, request: m.AnyRequest, client: bytes = ANN) -> tuple[str, str]:
        """Code and field of the error that a request runs into."""
        error = self.ask(request, m.Error, client)
        assert error.message
        return error.code, error.field

    def search(self, job: int) -> SearchTask:
        """A job that runs, and is a search."""
        task = self.tasks[job]
        assert isinstance(task, SearchTask)
        return task

    def news(self, job: int, depth: int = 1) -> None:
        task = self.tasks[job]
        assert not isinstance(task, BookTask)
        self.tell(JobInfo(job, Snapshot(depth, lines_of(task.position, Certainty.ESTIMATE), 1, 0.1)))

    def finish(
        self,
        job: int,
        kind: Certainty = Certainty.ESTIMATE,
        outcome: End | BookResult | None = None,
    ) -> None:
        """The engine ends a task: in the way it was told, or because it is done."""
        task = self.tasks.pop(job)
        reason = self.stops.pop(job, Reason.DONE)
        self.held.discard(job)
        self.now += INSTANT
        self.tell(JobFinal(job, outcome or ended(task, reason, kind), self.now))

    def wait(self, seconds: float) -> None:
        """Time passes, and the service is told of it when it wants to be."""
        end = self.now + seconds
        while (look := self.service.next_look()) is not None and look <= end:
            self.now = max(self.now, look)
            self.tell(Tick(self.now))
        self.now = end

    @property
    def searching(self) -> list[int]:
        """The jobs that take threads now."""
        return [job for job in self.tasks if job not in self.held]

    def leave(self, client: bytes) -> None:
        self.tell(Gone(client, self.now))

    def shut_down(self) -> None:
        self.tell(Shutdown(self.now))

    def saved(self, ticket: int, games: int) -> None:
        self.tell(GameSaved(ticket, games))

    def finals(self, client: bytes, id: str) -> list[m.AnyReply]:
        return [
            reply for to, reply in self.sent if to == client and reply.id == id and not isinstance(reply, m.Partial)
        ]

    def reasons(self, client: bytes, id: str) -> list[str]:
        """Why the analyses and solves of this id ended; of another final its type."""
        finals = self.finals(client, id)
        return [final.reason if isinstance(final, m.Analysis) else type(final).__name__ for final in finals]
