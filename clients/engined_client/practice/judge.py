"""What a move gives away, as the engine sees it: by the same searches as in a review."""

from __future__ import annotations

from typing import NamedTuple

from engined_protocol.messages import Position

from ..client import Client
from ..review.budget import Budget
from ..review.noise import SURE, noise
from ..review.search import compare
from ..review.worth import Worth, weaker_kind

AS_GOOD = 0.5
"""An estimate within so many discs or points of the best move's is as good."""


class Judgement(NamedTuple):
    """A move beside the best one."""

    best: Worth
    played: Worth

    @property
    def loss(self) -> float:
        """What the move gives away for sure, from 0: where games are played out (Go), nothing that is mere noise."""
        loss = round(self.best.score - self.played.score, 2)
        return loss if loss >= SURE * noise((), self.best, self.played) else 0.0

    @property
    def kind(self) -> str:
        """What the loss is worth: the kind of the less certain score."""
        return weaker_kind(self.best, self.played)

    @property
    def as_good(self) -> bool:
        """Whether the move is as good as the best one."""
        return self.loss <= (0.0 if self.kind == "exact" else AS_GOOD)


class Judge:
    """Judges moves in sessions, each within a budget."""

    def __init__(self, client: Client, budget: Budget) -> None:
        self._client = client
        self._budget = budget

    def judged(self, position: Position, move: str) -> Judgement:
        """A move that is legal in the position of a session. Raises ServiceError."""
        found = compare(self._client, position, move, self._budget.begin(1).next())
        return Judgement(found.best, found.played)

    def best(self, position: Position) -> Worth:
        """The best move in the position of a session. Raises ServiceError."""
        return self.judged(position, position.legal[0]).best
