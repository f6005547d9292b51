"""Play that is weak on purpose: how much is searched at a level, and which of the moves is played.

Little search makes an engine overlook things, as people do; a lot among the moves that it thinks well of makes it play
other games each time, without moves that nobody would play. Where games are played out, a move is thought of as well
as games went through it, and as it was thought of before any game, which counts as some games; its probability goes
with a power of that, as in games of D. Silver et al., "Mastering the game of Go without human knowledge" (2017).
Elsewhere it falls exponentially with what the move gives away (softmax selection, R. Sutton and A. Barto,
"Reinforcement Learning", chapter 2).
"""

from __future__ import annotations

import math
import random

from msgspec import structs

from engined.rules.position import Position, parse_move
from engined.rules.removal import has_removal
from engined.variants.model import Variant
from engined_protocol.messages import Analysis, Forecast, ScoredMove
from engined_protocol.notation import PASS

WEAKEST_NODES = 16
"""The nodes of a search at level 1."""
DOUBLINGS = (0, 0.87, 1.8, 2.8, 3.82, 5.05, 6.3, 7.33, 8.22, 9.05, 9.92, 10.9, 11.9, 13.05, 14.3)
"""The number of times that this is doubled at each level: chosen by matches on 8x8 and 10x10, so that steps are about
equal."""
GAMES = (16, 16, 16, 16, 16, 16, 16, 16, 36, 100, 250, 625, 1562, 2700, 8300)
"""The games for a move at each level where games are played out. Few games find little that the policy prior does not
say: play that is weaker still is more even play among its moves.
"""
SETTLED = 0.8
"""A pass is played at a level where the ownership of points by games is at least this on average: 1 for a point that is
the same side's at the end of all games, 0 for one that is each side's in half of them.
"""
OWNED = 0.9
"""No stone is placed on a point that is one side's so much oftener than the other's, unless most games went there:
nobody fills a territory.
"""
PRIOR = 16.0
"""The policy priors of all moves together count as so many games."""
SHARPNESS = (0.25, 0.285, 0.325, 0.37, 0.465, 0.61, 0.87, 1.25, 1.5, 2.0, 2.5, 3.1, 3.9, 3.9, 3.9)
"""The power that a move's probability goes with at each level: chosen by matches, so that steps are about equal."""
CARELESS = 6.0
"""The loss, in discs or points, with which a move is played e times as seldom as the best at level 1."""
CARE = 1.26
"""The divisor of that loss for each doubling: with eight times as many nodes it is half as great."""
WORST = 2.5
"""No move is played that would be rarer than the best by more than e to this power."""


Weighed = list[tuple[ScoredMove, float]]
"""Moves, and the logarithm of how often each is played beside the others."""


def nodes_at(variant: Variant, level: int) -> int:
    """Return the number of nodes for a move, or of games where these are played out."""
    if has_removal(variant):
        return GAMES[level - 1]
    return int(WEAKEST_NODES * 2 ** DOUBLINGS[level - 1])


def lot_of(seed: int, position: Position) -> float:
    """The lot, from 0 to 1, that a seed has drawn for a position."""
    return random.Random(f"{seed} {position.digest}").random()


def by_level(reply: Analysis, position: Position, level: int, lot: float) -> Analysis:
    """The same analysis, its best move what is played at a level in that position, by a lot from 0 to 1."""
    games = reply.forecast
    if games is not None and reply.best == PASS and (position.passes or _is_settled(games)):
        return reply
    moves = [move for move in reply.moves if move.move != PASS]
    weighed = _by_score(moves, level) if games is None else _by_games(moves, games, position, level)
    move = _drawn(weighed, lot)
    if move is None:
        return reply
    others = tuple(other for other in reply.moves if other is not move)
    return structs.replace(reply, best=move.move, score=move.score, kind=move.kind, moves=(move, *others))


def _is_settled(games: Forecast) -> bool:
    """Whether most points are one side's in nearly all games: few games say too little of moves to pass by that."""
    owned = [abs(part) for part in games.ownership]
    return sum(owned) >= SETTLED * len(owned)


def _by_games(moves: list[ScoredMove], games: Forecast, position: Position, level: int) -> Weighed:
    """None, where no games went through any of the moves. One goes through each plausible move, and says nothing."""
    forecasts = [(move, move.forecast) for move in moves if move.forecast is not None and move.forecast.visits]
    most = max((forecast.visits for _, forecast in forecasts), default=0)
    owned = dict(zip(position.variant.board.cells, games.ownership, strict=True))
    thought = [
        (move, forecast.visits - 1 + PRIOR * forecast.prior)
        for move, forecast in forecasts
        if forecast.visits == most or abs(owned[parse_move(position, move.move).square]) < OWNED
    ]
    best = max((worth for _, worth in thought), default=1.0)
    sharpness = SHARPNESS[level - 1]
    return [(move, sharpness * math.log(worth / best)) for move, worth in thought if worth > 0]


def _by_score(moves: list[ScoredMove], level: int) -> Weighed:
    best = max((move.score for move in moves), default=0.0)
    careless = CARELESS / CARE ** DOUBLINGS[level - 1]
    return [(move, (move.score - best) / careless) for move in moves]


def _drawn(weighed: Weighed, lot: float) -> ScoredMove | None:
    """The move that a lot falls on, if there is any."""
    weights = [(move, math.exp(weight)) for move, weight in weighed if weight >= -WORST]
    left = lot * sum(weight for _, weight in weights)
    for move, weight in weights:
        left -= weight
        if left <= 0:
            return move
    return None
