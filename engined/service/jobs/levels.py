"""Play that is weak on purpose: how much is searched at a level, and which of the good moves is played.

Little search makes an engine overlook things, as people do; a lot among the moves that it thinks good makes it play
other games each time, without moves that it knows to be bad. Where games are played out, the probability of a move goes
with a power of its visits, as in games of D. Silver et al., "Mastering the game of Go without human knowledge" (2017);
elsewhere it falls exponentially with what the move gives away (softmax selection, R. Sutton and A. Barto,
"Reinforcement Learning", chapter 2).
"""

from __future__ import annotations

import math

from msgspec import structs

from engined_protocol.messages import Analysis, Forecast, ScoredMove
from engined_protocol.messages.envelope import STRONGEST_LEVEL
from engined_protocol.notation import PASS

WEAKEST_NODES = 16
"""The nodes of a search at level 1."""
GROWTH = 1.6
"""At each level so many times the nodes of the level below."""
SETTLED = 0.8
"""At a level, a pass is played where points are one side's so much oftener than the other's at the end, on average."""
TRIED = 8
"""A move may be played that one game went through for every so many through the best."""
CARELESS = 6.0
"""At level 1 a move that gives so many discs or points away is played e times as seldom as the best."""
CARE = 1.26
"""At each level the same is so of one that gives away so many times less: half as many three levels on."""
WORST = 2.5
"""No move is played that gives away more than so many times that."""


Weighed = list[tuple[ScoredMove, float]]
"""Moves, and how often each is played beside the others."""


def nodes_at(level: int) -> int:
    """How many nodes, or games, a move takes."""
    return round(WEAKEST_NODES * GROWTH ** (level - 1))


def by_level(reply: Analysis, level: int, lot: float, *, stopping: bool = False) -> Analysis:
    """The same analysis, its best move what is played at a level, by a lot from 0 to 1; ``stopping`` if the others have
    passed.
    """
    games = reply.forecast
    if games is not None and reply.best == PASS and (stopping or _is_settled(games)):
        return reply
    moves = [move for move in reply.moves if move.move != PASS]
    move = _drawn(_by_score(moves, level) if games is None else _by_visits(moves, level), lot)
    if move is None:
        return reply
    others = tuple(other for other in reply.moves if other is not move)
    return structs.replace(reply, best=move.move, score=move.score, kind=move.kind, moves=(move, *others))


def _is_settled(games: Forecast) -> bool:
    """Whether most points are one side's in nearly all games: few games say too little of moves to pass by that."""
    owned = [abs(part) for part in games.ownership]
    return sum(owned) >= SETTLED * len(owned)


def _by_visits(moves: list[ScoredMove], level: int) -> Weighed:
    """None, where no games went through any of the moves."""
    visits = [(move, move.forecast.visits) for move in moves if move.forecast is not None]
    most = max((number for _, number in visits), default=0)
    sharpness = STRONGEST_LEVEL / (STRONGEST_LEVEL + 1 - level)
    return [(move, (number / most) ** sharpness) for move, number in visits if TRIED * number >= most > 0]


def _by_score(moves: list[ScoredMove], level: int) -> Weighed:
    best = max((move.score for move in moves), default=0.0)
    careless = CARELESS / CARE ** (level - 1)
    losses = [(move, (best - move.score) / careless) for move in moves]
    return [(move, math.exp(-loss)) for move, loss in losses if loss <= WORST]


def _drawn(weights: Weighed, lot: float) -> ScoredMove | None:
    """The move that a lot falls on, if there is any."""
    left = lot * sum(weight for _, weight in weights)
    for move, weight in weights:
        left -= weight
        if left <= 0:
            return move
    return None
