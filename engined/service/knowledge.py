"""What book and store know of a position, and what they learn: from jobs that have ended, and from games."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from engined.engine.tasks import SearchTask
from engined.results import Result
from engined_protocol import messages as m
from engined_protocol.errors import Code

from .book_service import BookService
from .events import Address, Effect, GameSaved, SaveGame, SaveKnown, SaveSolved, Send
from .exact_results import answering, learnt
from .game import Game
from .jobs import replies
from .jobs.job import Job
from .jobs.levels import by_level, lot_of
from .kept_analyses import answers, keepable, resuming
from .ports import Ports


class Knowledge:
    """Asks the book and the store, and has them learn."""

    def __init__(self, books: BookService, ports: Ports, next_number: Callable[[], int]) -> None:
        self._books = books
        self._ports = ports
        self._next_number = next_number
        self._tickets: dict[int, tuple[Address, str]] = {}
        """The clients that wait for a game to be saved, with the id of their request, by the number of the saving."""

    def __len__(self) -> int:
        """Games that are being saved."""
        return len(self._tickets)

    def answer(self, job: Job) -> m.Analysis | None:
        """The answer to a new job where no search is needed; else it is told what may help."""
        request, position = job.request, job.game.position
        if isinstance(request, m.Analyse):
            if request.fresh or request.level is not None:
                return None  # a level is what its own search finds
            if _hangs_on_game(job) or request.life:
                return None
            job.advice = self._books.advise(request, position)
        if (known := answering(request, self._ports.recall(position.digest))) is not None:
            return replies.recalled(request.id, known, job.advice)
        if not isinstance(request, m.Analyse):
            return None
        if job.advice is not None and (reply := replies.from_book(request, job.advice, self._ports.lot())) is not None:
            return reply
        kept = self._ports.recall_analysis(position.digest)
        if kept is not None and answers(request, kept):
            return replies.recalled_analysis(request, kept, position, job.advice)
        job.task = resuming(job.task, kept)
        return None

    def add(self, job: Job, outcome: Result, reply: m.Analysis) -> tuple[m.Analysis, list[Effect]]:
        """An analysis with what the book has to add, and kept for others; at a level, just the move for it."""
        request, position = job.request, job.game.position
        if isinstance(request, m.Analyse) and request.level is not None:
            lot = lot_of(request.seed, position) if request.seed else self._ports.lot()
            return by_level(reply, position, request.level, lot), []
        stored, effects = self._learn_from(job, outcome, reply)
        reply = structs.replace(reply, stored=stored)
        return reply if job.advice is None else replies.with_book(reply, job.advice), effects

    def learn(self, sender: Address, id: str, game: Game) -> list[Effect]:
        """Have a game saved; the reply comes with :meth:`learned`."""
        ticket = self._next_number()
        self._tickets[ticket] = (sender, id)
        analyses = self._books.of_game(game)
        return [SaveGame(ticket, game.positions, game.moves, game.result, analyses)]

    def learned(self, event: GameSaved) -> list[Effect]:
        """Tell who waits that a game is saved, or cannot be."""
        sender, id = self._tickets.pop(event.ticket)
        reply: m.AnyReply = m.Learned(id=id, games=event.games)
        if event.error:
            reply = m.Error(id=id, code=str(Code.INTERNAL), message=event.error)
        return [Send(sender, reply)]

    def _learn_from(self, job: Job, outcome: Result, reply: m.Analysis) -> tuple[bool, list[Effect]]:
        """Keep what a job found out, in the store and in the book; whether the store has that already."""
        if not self._ports.stores or isinstance(job.request, m.BookWork) or _hangs_on_game(job):
            return False, []
        analysis = self._books.heard(job.request, job.game.position, outcome)
        effects: list[Effect] = [] if analysis is None else [analysis]
        record = learnt(job.request, job.game.position, outcome, reply.moves)
        if record is not None:
            new = record.betters(self._ports.recall(record.digest))
            return not new, [*effects, SaveSolved(record)] if new else effects
        kept = keepable(job.request, job.game.position, outcome)
        if kept is None:
            return False, effects
        new = kept.betters(self._ports.recall_analysis(kept.digest))
        return not new, [*effects, SaveKnown(kept)] if new else effects


def _hangs_on_game(job: Job) -> bool:
    """Whether what is found out of a position is worth nothing where it comes up in another game."""
    return isinstance(job.task, SearchTask) and bool(job.task.limits.repeating)
