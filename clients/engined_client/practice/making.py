"""Problems made from games: each exact, with one best move, and found to be so by two engines."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engined_protocol.messages import Analysis, Position, ScoredMove
from engined_protocol.notation import is_pass

from ..client import Client
from ..files.games import FoundGame
from ..files.positions import GivenPosition
from ..options import Where
from .difficulty import difficulty_of
from .problem import Problem

FEWEST_CHOICES = 3
"""The fewest legal moves of a position that is worth a question."""
SECONDS = 20.0
"""A position that is not solved by then is none for a problem."""
OWN_LEVEL = 8
"""The level of the engine's own games: they are not without mistakes, or little could be found in them."""
OWN_OPENING = 6
"""Plies of such a game that are drawn by lot, so that no two are alike."""


class Wanted(NamedTuple):
    """What problems there shall be."""

    empties: range
    """The numbers of empty cells that a problem may have."""
    margin: float = 2.0
    """The least lead of the best move over any other."""
    level: int = 3
    """No problem is wanted that every level from a lower one on solves."""
    each: int = 2
    """The most problems that are taken from one game."""


class Solved(NamedTuple):
    """The best move of a position with its exact score, and a score that no other move exceeds."""

    best: str
    score: float
    second: float


class Unequal(Exception):
    """Two engines do not agree on a position: one of them is wrong."""


@dataclass(slots=True)
class Maker:
    """Makes problems of one variant, and counts what it looks at."""

    client: Client
    second: Client
    """The client of another engine, that knows nothing of what the first one has found."""
    wanted: Wanted
    positions: int = 0
    """The number of positions that were looked at."""

    def problems(self, game: FoundGame, variant: str) -> Iterator[Problem]:
        """Those of a game, the last one first. Raises ServiceError where it cannot be played, and Unequal."""
        given = game.given
        last = self.client.show(variant=variant, start=given.start, moves=given.moves)
        made = 0
        for plies in range(len(last.moves) - 1, -1, -1):
            if made == self.wanted.each:
                return
            moves = last.moves[:plies]
            where = Where(variant=variant, start=given.start, moves=moves)
            position = self.client.show(**where)
            if position.empties >= self.wanted.empties.stop:
                return
            if position.empties not in self.wanted.empties or not _is_choice(position):
                continue
            self.positions += 1
            problem = self._problem(position, where, game)
            if problem is not None:
                made += 1
                yield problem

    def _problem(self, position: Position, where: Where, game: FoundGame) -> Problem | None:
        solved = solved_by(self.client, position, where)
        if solved is None or solved.score - solved.second < self.wanted.margin:
            return None
        found = difficulty_of(self.client, where, solved.best)
        if found.level < self.wanted.level:
            return None
        again = solved_by(self.second, position, where)
        if again is None:
            return None
        if again[:2] != solved[:2] or again.second >= again.score:
            raise Unequal(f"{' '.join(position.moves)}: {solved} and {again}")
        return Problem(
            variant=position.variant,
            digest=position.digest,
            start=game.given.start,
            moves=position.moves,
            best=solved.best,
            score=solved.score,
            second=solved.second,
            level=found.level,
            depth=found.depth,
            tempting=found.tempting,
            empties=position.empties,
            where=game.where,
        )


def solved_by(client: Client, position: Position, where: Where) -> Solved | None:
    """The two best moves of a position, exactly; None where that takes too long. Raises ServiceError."""
    found: Analysis = client.analyse(
        **where, best=2, book="ignore", seconds=SECONDS, solve_empties=position.empties
    ).result()
    if len(found.moves) < 2 or not _is_proven(found.moves[0]):
        return None
    best, *others = found.moves
    second = next((other for other in others if other.kind in ("exact", "upper")), None)
    if second is None or any(other.kind not in ("exact", "upper") for other in others):
        return None
    return Solved(best.move, best.score, max(other.score for other in others))


def own_games(client: Client, variant: str, count: int, seed: int) -> Iterator[FoundGame]:
    """Games that the engine plays against itself, not at its best, for a seed the same. Raises ServiceError."""
    dice = random.Random(f"{variant} {seed}")
    for number in range(1, count + 1):
        position = client.open(variant=variant)
        session = position.session
        try:
            for _ in range(OWN_OPENING):
                if not position.over:
                    position = client.play(session, dice.choice(position.legal))
            while not position.over:
                lot = dice.randrange(1, 1 << 32)
                client.analyse(session=session, level=OWN_LEVEL, seed=lot, play=True, book="ignore").result()
                position = client.show(session=session)
        finally:
            client.close_session(session)
        yield FoundGame(f"own game {seed}-{number}", number, GivenPosition(moves=position.moves))


def _is_choice(position: Position) -> bool:
    return not position.over and sum(not is_pass(move) for move in position.legal) >= FEWEST_CHOICES


def _is_proven(move: ScoredMove) -> bool:
    """Whether a score is exact, whatever ties are broken how."""
    outlook = move.outlook
    return move.kind == "exact" and move.at_most is None and (outlook is None or outlook.score_most is None)
