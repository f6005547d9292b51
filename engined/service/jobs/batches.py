"""Requests for many positions.

Of each a few positions are jobs at a time: as many as there are threads, and one that waits for the next. What can be
answered without a search is so one by one, with other events in between.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from engined.results import Reason
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

from ..events import Address
from ..game import Game

SOON = 0.001
"""Seconds for a position that is begun when all should have been answered: it gets some move."""
AHEAD = 1
"""Jobs of a batch that wait while others have all threads."""


@dataclass(slots=True, eq=False)
class Batch:
    """One request for many positions, on its way."""

    sender: Address
    request: m.AnalyseMany
    origin: Game
    """The game that the request names: its turns are asked for, or positions of its variant."""
    asked: float
    question: m.Analyse = field(init=False)
    """The request that is made of each position."""
    waiting: deque[int] = field(init=False)
    """Indices of positions that have not been begun."""
    total: int = field(init=False)
    under_way: int = 0
    answered: int = 0
    errors: int = 0
    nodes: int = 0
    reason: Reason = Reason.DONE

    def __post_init__(self) -> None:
        request, played = self.request, len(self.origin.moves)
        for place, turn in enumerate(request.turns):
            if turn > played:
                raise ProtocolError(Code.INVALID, f"the game has {played} plies, not {turn}", f"turns[{place}]")
        if request.positions and (request.moves or request.turns or request.start is not None or request.session):
            raise ProtocolError(Code.INVALID, "name positions, or a game, not both", "positions")
        self.total = len(request.positions or request.turns) or played + 1
        self.waiting = deque(range(self.total))
        self.question = m.Analyse(
            id=request.id,
            seconds=request.seconds,
            nodes=request.nodes,
            depth=request.depth,
            best=request.best,
            solve_empties=request.solve_empties,
            threads=request.threads,
            priority=request.priority,
            contempt=request.contempt,
            ties=request.ties,
            seed=request.seed,
            book=request.book,
            variety=0.0,
            learn=request.learn,
            fresh=request.fresh,
            theory=request.theory,
            show=request.show,
        )

    def asking(self, now: float) -> m.Analyse:
        """What is asked of a position that is begun now: there may be less time left."""
        if self.request.within is None:
            return self.question
        return replace(self.question, within=max(self.asked + self.request.within - now, SOON))

    def game(self, index: int) -> Game:
        """The game up to a position. Raises ProtocolError where there is no such position."""
        if self.request.positions:
            given = self.request.positions[index]
            return Game.begin(self.origin.variant, given.start).play(given.moves, record=True)
        plies = self.request.turns[index] if self.request.turns else index
        return Game(self.origin.positions[: plies + 1], self.origin.moves[:plies])

    def stop(self, reason: Reason) -> None:
        """Begin no more positions. Of several reasons the first counts."""
        self.waiting.clear()
        if self.reason is Reason.DONE:
            self.reason = reason

    @property
    def over(self) -> bool:
        """Whether all that was begun has been answered, and nothing more is to be."""
        return not self.waiting and not self.under_way


class Batches:
    """All requests for many positions."""

    def __init__(self) -> None:
        self._batches: deque[Batch] = deque()
        """All batches, in the order of their turns."""

    def __len__(self) -> int:
        return len(self._batches)

    def __iter__(self) -> Iterator[Batch]:
        return iter(tuple(self._batches))

    def of(self, client: bytes, id: str | None = None) -> tuple[Batch, ...]:
        """Those of a client, or the one of an id."""
        return tuple(
            batch for batch in self._batches if batch.sender.client == client and id in (None, batch.request.id)
        )

    def add(self, batch: Batch) -> None:
        """Have its positions begun in its turn."""
        self._batches.append(batch)

    def forget(self, batch: Batch) -> None:
        """It is over."""
        self._batches.remove(batch)

    def next(self, threads: int) -> Batch | None:
        """The one of which a position should be begun now, where there are so many threads; they take turns."""
        batch = self._hungry(threads)
        if batch is not None:
            self._batches.remove(batch)
            self._batches.append(batch)
        return batch

    def hungry(self, threads: int) -> bool:
        """Whether there is one."""
        return self._hungry(threads) is not None

    def _hungry(self, threads: int) -> Batch | None:
        found = (batch for batch in self._batches if batch.waiting and batch.under_way < threads + AHEAD)
        return next(found, None)
