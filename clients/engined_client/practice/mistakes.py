"""Learn from your mistakes: the positions of a reviewed game in which much was given away, as exercises."""

from __future__ import annotations

from collections.abc import Iterator

from engined_protocol.messages import Position

from ..client import Client
from ..drawing.wording import Wording
from ..review.budget import Budget
from ..review.model import Review, ReviewedMove
from .exercise import Exercise
from .judge import Judge


def mistakes_of(review: Review, seats: frozenset[str]) -> list[ReviewedMove]:
    """The marked moves of some seats, in the order of the game."""
    return [move for move in review.moves if move.grade and move.seat in seats]


def exercises(
    client: Client, review: Review, moves: list[ReviewedMove], budget: Budget, words: Wording
) -> Iterator[Exercise]:
    """The position before each of these moves of a whole game, each in a session that ends with the exercise."""
    judge = Judge(client, budget)
    played = tuple(move.move for move in review.moves)
    for move in moves:
        position = client.open(variant=review.variant, start=review.start, moves=played[: move.ply - 1])
        try:
            yield _exercise(judge, position, move, words)
        finally:
            client.close_session(position.session)


def _exercise(judge: Judge, position: Position, move: ReviewedMove, words: Wording) -> Exercise:
    question = words(
        "ply {ply}: {move} was played, and gave away {loss}. What is better?",
        ply=move.ply,
        move=words.move(move.move),
        loss=f"{move.loss:.3g}",
    )
    return Exercise(position, question, lambda tried: judge.judged(position, tried), lambda: move.best.move)
