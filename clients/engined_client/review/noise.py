"""How far off the scores of games played out are, by how well the searches of one game agree.

Where the best move was played, a position is worth as much after it as before. What searches of the two, each with a
budget of its own, differ by is noise: that of this board, this budget and this part of the game. It is more than what
the games of one search spread by, for all of them may overlook the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from statistics import median

from msgspec import structs

from .model import ReviewedMove
from .worth import Worth

NEAR, FEWEST = 16, 5
"""The number of nearest joints that say how far off scores are; where fewer than FEWEST are known, the games alone do.
"""
OF_MEDIAN = 1.4826
"""The standard deviation of what is distributed normally, by the median of how far it is from 0."""
OF_GAMES = 3.0
"""The factor on the spread of scores between games, where nothing else is known."""
SURE = 2.0
"""A loss counts from so many times the noise on."""


def seen_after(move: str, following: Worth, *, same_side: bool) -> Worth:
    """What a move is worth by the search of the position after it, whose best move ``following`` is."""
    rate = following.win_rate
    return structs.replace(
        following,
        move=move,
        score=following.score if same_side else 0.0 - following.score,
        win_rate=rate if rate is None or same_side else 1.0 - rate,
        line=(move, *following.line),
    )


def noise(later: Sequence[ReviewedMove], best: Worth, played: Worth) -> float:
    """How far off the difference of two scores may be, as a standard deviation; 0 where no games were played out.

    ``later`` are the moves after it that have been reviewed, the last of the game first.
    """
    if best.error is None or played.error is None:
        return 0.0
    by_games = hypot(best.error, played.error)
    gaps = [gap for after, before in pairwise(later) if (gap := _gap(before, after)) is not None][-NEAR:]
    if len(gaps) < FEWEST:
        return OF_GAMES * by_games
    return max(OF_MEDIAN * median(gaps), by_games)


def _gap(before: ReviewedMove, after: ReviewedMove) -> float | None:
    """What two successive searches differ by, where the best move was played; None where it was not."""
    if before.best.move != before.move or before.best.error is None or after.best.error is None:
        return None
    expected = after.best.score if before.seat == after.seat else -after.best.score
    return abs(before.best.score - expected)
