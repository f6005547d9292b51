"""How hard a move is to find: searches of each level of play look for it, knowing nothing from before."""

from __future__ import annotations

from typing import NamedTuple

from engined_protocol.messages import ScoredMove
from engined_protocol.messages.envelope import STRONGEST_LEVEL

from ..client import Client
from ..options import Where
from .problem import HARDEST_LEVEL


class Difficulty(NamedTuple):
    """See :class:`engined_client.practice.problem.Problem`."""

    level: int
    depth: int
    tempting: tuple[str, ...]


def difficulty_of(client: Client, where: Where, best: str) -> Difficulty:
    """How hard the best move of a position is to find. Raises ServiceError."""
    level, depth, tempting = 1, 0, list[str]()
    for weak in range(1, STRONGEST_LEVEL + 1):
        found = client.analyse(**where, level=weak, book="ignore").result()
        thought = max(found.moves, key=_thought_of)
        if thought.move == best:
            continue
        level, depth = weak + 1, max(depth, found.depth)
        if thought.move not in tempting:
            tempting.append(thought.move)
    assert level <= HARDEST_LEVEL
    return Difficulty(level, depth, tuple(tempting))


def _thought_of(move: ScoredMove) -> float:
    """Return what a search ranks moves by: visits where it plays games out, as few of them say little, else scores."""
    return move.score if move.forecast is None else move.forecast.visits
