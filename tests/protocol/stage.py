"""A stage for text dialogues: the real service and rules, and an engine that says what it is told."""

from __future__ import annotations

from typing import NamedTuple

from engined.engine.tasks import SearchTask
from engined.results import Certainty, Forecast, MoveLine, Reason, Result, Score, Snapshot
from engined.rules.position import Position
from engined.service import Ports, Service
from engined.service import events as e
from engined.variants.catalogue import Catalogue
from engined_protocol.messages import Analyse, AnyReply, AnyRequest
from engined_protocol.notation import split_transcript
from engined_protocol.text.dialogue import Dialogue, Output
from tests.memory_books import memory_books
from tests.texts import pv_of

CLIENT = e.Address(b"client", "text")
CATALOGUE = Catalogue()


class Said(NamedTuple):
    """A scored move as a test has the engine say it, on whatever board it is at work."""

    moves: str
    """The transcript of its principal variation."""
    score: float
    kind: str = "estimate"
    depth: int = 0
    confidence: int = 100
    games: Forecast | None = None

    def of(self, position: Position) -> MoveLine:
        """What it means there."""
        pv = pv_of(position, *split_transcript(self.moves))
        return MoveLine(
            pv[0], Score(self.score, Certainty(self.kind), self.depth, self.confidence), pv, 1000, forecast=self.games
        )


class Stage:
    """One dialogue with its service. Everything happens at once and in order; nothing runs by itself."""

    def __init__(self, dialogue: Dialogue) -> None:
        self.dialogue = dialogue
        self.text = ""
        self.error_text = ""
        self.closed = False
        self.requests: list[AnyRequest] = []
        self.jobs: dict[int, SearchTask] = {}
        """What is searched, by number, oldest first."""
        self.stopped: set[int] = set()
        self.pondered: dict[int, SearchTask] = {}
        """What is searched in the opponent's time, by number."""
        self._book_stores = memory_books()
        ports = Ports(stores=True, book=self._book_stores.book)
        self._service = Service(CATALOGUE, threads=1, ports=ports)

    def line(self, line: str) -> str:
        """Send a line; the text that comes back."""
        return self._said(self.dialogue.receive(line))

    def end(self) -> str:
        """End the input."""
        return self._said(self.dialogue.end())

    def refuse(self, reason: str) -> str:
        """Send a line that cannot be read."""
        return self._said(self.dialogue.refuse(reason))

    def info(
        self, depth: int, nodes: int, seconds: float, *said: Said, state: str = "", games: Forecast | None = None
    ) -> str:
        """The engine has news."""
        number, task = next(iter(self.jobs.items()))
        lines = tuple(line.of(task.position) for line in said)
        news = Snapshot(depth=depth, lines=lines, nodes=nodes, seconds=seconds, state=state, forecast=games)
        return self._event(e.JobInfo(number, news))

    def final(
        self,
        depth: int,
        nodes: int,
        seconds: float,
        *said: Said,
        reason: str = "done",
        games: Forecast | None = None,
    ) -> str:
        """The engine ends its job."""
        number, task = next(iter(self.jobs.items()))
        del self.jobs[number]
        lines = tuple(line.of(task.position) for line in said)
        result = Result(reason=Reason(reason), depth=depth, lines=lines, nodes=nodes, seconds=seconds, forecast=games)
        return self._event(e.JobFinal(number, result, 0.0))

    @property
    def job(self) -> Analyse:
        """The request of the newest search."""
        return next(request for request in reversed(self.requests) if isinstance(request, Analyse))

    @property
    def stop_seen(self) -> bool:
        """Whether the running job was told to stop."""
        return next(iter(self.jobs)) in self.stopped

    def _said(self, output: Output) -> str:
        before = len(self.text)
        self._do(output)
        return self.text[before:]

    def _do(self, output: Output) -> None:
        self.text += output.text
        self.error_text += output.error_text
        self.closed |= output.closed
        for request in output.requests:
            self.requests.append(request)
            self._handle(e.Received(CLIENT, request, 0.0))

    def _event(self, event: e.Event) -> str:
        before = len(self.text)
        self._handle(event)
        return self.text[before:]

    def _handle(self, event: e.Event) -> None:
        effects = self._service.handle(event)
        self._service.validate()
        for effect in effects:
            match effect:
                case e.Send(reply=reply):
                    self._reply(reply)
                case e.StartJob(job=job, task=task):
                    assert isinstance(task, SearchTask)
                    mine = self._service.jobs_of(CLIENT.client) > len(self.jobs)
                    (self.jobs if mine else self.pondered)[job] = task
                case e.StopJob(job=job):
                    if self.pondered.pop(job, None) is None:
                        self.stopped.add(job)
                case e.SaveGame(ticket=ticket, positions=positions, analyses=analyses):
                    self._book_stores.book(positions[0].variant).add_game(positions)
                    for analysis in analyses:
                        self._learn(analysis)
                    self._handle(e.GameSaved(ticket, 1))
                case e.Receipt(number=number):
                    self._handle(e.Written(number, 0.0))
                case e.SaveAnalysis():
                    self._learn(effect)
                case _:
                    pass

    def _learn(self, analysis: e.SaveAnalysis) -> None:
        book = self._book_stores.book(analysis.position.variant)
        book.learn(analysis.position, analysis.lines, proven=analysis.proven, add=analysis.add)

    def _reply(self, reply: AnyReply) -> None:
        self._do(self.dialogue.reply(reply))
