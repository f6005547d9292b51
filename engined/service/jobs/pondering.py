"""Pondering: what is searched while an opponent thinks.

Whoever has generated a move and asked for it ponders as long as the session stands after that move, and nobody has
work for the engine. It says nothing; what it finds is known when the reply comes. Pure: no clock and no thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from engined.engine.tasks import SearchTask
from engined.families import hangs_on_ties
from engined.results import Reason
from engined.roots.limits import Limits
from engined_protocol.errors import ProtocolError
from engined_protocol.messages import Analyse, Analysis

from ..events import StartJob, StopJob
from ..game import Game

LONGEST = 600.0
"""Seconds: who has not answered by then may never do so."""
MOST_WAITING = 64
"""Sessions; of more, the one that has waited longest is pondered for no more."""
SILENT = 3600.0
"""Seconds between two infos: there are none."""


class SessionKey(NamedTuple):
    """A session, by its client and its name."""

    client: bytes
    session: str


class Expectation(Struct, frozen=True):
    """Where an engine that has chosen its move waits, and what it does meanwhile."""

    digest: str
    """The digest of the position after its move."""
    tasks: tuple[SearchTask, ...]
    """The tasks to be done one after the other."""


def expectation(game: Game, request: Analyse, reply: Analysis, threads: int) -> Expectation | None:
    """What follows from the answer to a request in this game; None when there is nothing to ponder.

    First the position after the reply that is expected; when that is settled, or when no reply is known, the
    opponent's own, with all moves.
    """
    try:
        waiting = game.play((reply.best,))
    except ProtocolError:
        return None  # nothing to play, or the game is too long to go on
    if waiting.over:
        return None
    limits = Limits(
        seconds=LONGEST,
        depth=request.depth,
        solve_empties=request.solve_empties,
        ties=request.ties if hangs_on_ties(game.variant) else "all",
        seed=request.seed,
        threads=threads,
    )
    task = SearchTask(position=waiting.position, limits=limits, interval=SILENT)
    tasks: tuple[SearchTask, ...] = (task,)
    try:
        answered = waiting.play(reply.moves[0].pv[1:2])
    except ProtocolError:
        answered = waiting  # the line is no line of this game: nothing is expected
    if answered is not waiting and not answered.over:
        tasks = (replace(task, position=answered.position, limits=replace(limits, best=1)), task)
    return Expectation(waiting.position.digest, tasks)


@dataclass(slots=True)
class _Ponder:
    place: SessionKey
    digest: str
    threads: int


class Pondering:
    """What is expected in which session, and what is searched because of it."""

    def __init__(self) -> None:
        self._expected: dict[SessionKey, Expectation] = {}
        self._running: dict[int, _Ponder] = {}

    def __len__(self) -> int:
        """Searches that run."""
        return len(self._running)

    def works_for(self, client: bytes) -> bool:
        """Whether a search for this client runs."""
        return any(ponder.place.client == client for ponder in self._running.values())

    def expect(self, place: SessionKey, expected: Expectation | None) -> None:
        """Expect this, and nothing else, in a session from now on."""
        self._expected.pop(place, None)
        if expected is not None:
            self._expected[place] = expected
        if len(self._expected) > MOST_WAITING:
            del self._expected[next(iter(self._expected))]

    def forget(self, client: bytes) -> None:
        """A client wants no more pondering, or is gone."""
        for place in [place for place in self._expected if place.client == client]:
            del self._expected[place]

    def end(self, number: int, *, done: bool) -> None:
        """A search has ended: go on with the next if it had nothing more to find (``done``), else be content."""
        ponder = self._running.pop(number, None)
        expected = None if ponder is None else self._expected.get(ponder.place)
        if ponder is None or expected is None or expected.digest != ponder.digest:
            return
        tasks = expected.tasks[1:] if done else ()
        self.expect(ponder.place, replace(expected, tasks=tasks) if tasks else None)

    def settle(
        self, standing: Callable[[SessionKey], str | None], threads: int, number: Callable[[], int]
    ) -> tuple[list[StopJob], list[StartJob[SearchTask]]]:
        """What to stop and what to start.

        ``standing`` gives the digest of a session's position, None when there is none; ``threads`` are those that
        nobody has work for, ``number`` makes up the number of a new search.
        """
        stand = {place: standing(place) for place in self._expected}
        self._expected = {place: e for place, e in self._expected.items() if stand[place] is not None}
        wanted = {(place, e.digest): e for place, e in self._expected.items() if threads and stand[place] == e.digest}
        stops = [job for job, ponder in self._running.items() if (ponder.place, ponder.digest) not in wanted]
        for job in stops:
            del self._running[job]
        free = threads - sum(ponder.threads for ponder in self._running.values())
        busy = {ponder.place for ponder in self._running.values()}
        starts = []
        for (place, digest), expected in wanted.items():
            if place not in busy and free > 0:
                task = expected.tasks[0]
                limits = replace(task.limits, threads=min(task.limits.threads, free))
                free -= limits.threads
                job = number()
                self._running[job] = _Ponder(place, digest, limits.threads)
                starts.append(StartJob(job, replace(task, limits=limits)))
        return [StopJob(job, Reason.STOPPED) for job in stops], starts
