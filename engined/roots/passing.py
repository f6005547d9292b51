"""When to pass in a game of Go: where no move is worth more, by games played out, or by how the game stands."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from engined.results import Forecast
from engined.rules.position import PASS, Position
from engined.variants.model import ScoreKind

from .life import Life
from .searcher import Ending
from .standing import LIKELY, Matters, Standing, is_kept, standing, where_it_matters

WIN_OF_PASS, POINTS_OF_PASS = 0.01, 0.6
"""A pass is best where no move wins so much oftener, or leads so many points more: then all is settled."""
HOPES_OF_PASS, DOUBTS_OF_PASS, DOUBTS_OF_WEAK_PASS = 1.0, 2.0, 1.0
"""Standard errors of what a pass is worth, for it is tried less: they are added where it may be best, and taken off
before it is thought to be.
"""
COST = 2.0
"""Points that a move has to lose before it is thought to cost anything: games lose one or two where none are lost."""
FEWEST_OF_PASS = 16
"""Games that it must have had."""
HOPELESS = 0.1
"""Part won, where what is left to play is in the other's territory alone."""
MOST_OPEN = 0.05
"""Part of the cells that may be anybody's where nothing is left to play for."""


def is_best_pass(
    position: Position,
    ending: Ending,
    endings: Iterable[Ending],
    forecast: Forecast,
    doubts: float = DOUBTS_OF_PASS,
    *,
    matters: bool = False,
) -> bool:
    """Tell whether ``ending`` is a pass, and none of the moves in ``endings`` (the one tried most comes first) is worth
    more. The pass is taken for ``doubts`` standard errors less than its games say. With ``matters`` each of the moves
    may change the count, and then none may be worth as much.
    """
    if ending.move != PASS or not ending.played:
        return False
    most = next((other for other in endings if other.move != PASS and other.played), None)
    if most is None:
        return True
    if matters and doubts > 0:
        off = ending.spread / sqrt(ending.played) + most.spread / sqrt(most.played)
        return ending.mean - most.mean > doubts * off and not _loses(ending, most)
    if _stops_well(position, ending, most, forecast):
        return True
    if doubts > 0 and ending.played < FEWEST_OF_PASS:
        return False
    won = ending.win_rate
    win_rate = won - doubts * sqrt(won * (1 - won) / ending.games)
    mean = ending.mean - doubts * ending.spread / sqrt(ending.played)
    return win_rate >= most.win_rate - WIN_OF_PASS and mean >= most.mean - POINTS_OF_PASS


def is_well_stopped(most: Ending, stands: Standing) -> bool:
    """Tell whether play may stop as a game stands: nothing is in doubt, and the mover wins, or the move that was tried
    most gains nothing, or is in vain.
    """
    in_vain = not stands.neutral and most.win_rate < HOPELESS
    return stands.settled and (stands.ahead > 0 or not _gains(most, stands) or in_vain)


def costs_points(ending: Ending, other: Ending) -> bool:
    """Tell whether a move leads by many fewer points than another one, beyond what chance may do."""
    off = ending.spread / sqrt(ending.played) + other.spread / sqrt(other.played)
    return other.mean - ending.mean > COST + DOUBTS_OF_PASS * off


def where_to_play(position: Position, forecast: Forecast, life: Life) -> Matters | None:
    """Return where a move may change what is counted, as far as that is known (see :func:`where_it_matters`). It is not
    known where nothing matters, it seems, and who is behind wins too many games for that, unless the other side's
    territories are read to be its own.
    """
    stands = standing(position, forecast.ownership, life.statuses)
    matters = where_it_matters(position, forecast.ownership, life)
    in_vain = matters is not None and not matters.cells and stands.ahead < 0
    if in_vain and forecast.win_rate > HOPELESS and not is_kept(position, forecast.ownership, life):
        return None
    return matters


def _stops_well(position: Position, passed: Ending, most: Ending, forecast: Forecast) -> bool:
    """Tell whether a pass leaves nothing in doubt, and wins, or costs nothing beside the move that was tried most.

    After a pass it stops play. It may also come first, as a move inside a territory gains nothing: not where games
    after it were won less often, nor, by area, where a move is seen to gain points and the game is not lost.
    """
    passes, area = position.passes, position.variant.scoring.kind is ScoreKind.AREA
    open_cells = sum(abs(own) < LIKELY for own in forecast.ownership)
    if not forecast.ownership or not (passes or open_cells <= MOST_OPEN * len(forecast.ownership)):
        return False
    stands = standing(position, forecast.ownership)
    if not passes and (stands.neutral or _loses(passed, most)):
        return False
    if not passes and area and most.win_rate >= HOPELESS and _gains(most, stands):
        return False
    return is_well_stopped(most, stands)


def _loses(passed: Ending, most: Ending) -> bool:
    """Tell whether a pass, tried often enough, wins less often than a move or loses points, beyond what chance does."""
    hopes = HOPES_OF_PASS * sqrt(passed.win_rate * (1 - passed.win_rate) / passed.games)
    rarely = passed.games >= FEWEST_OF_PASS and passed.win_rate + hopes < most.win_rate - WIN_OF_PASS
    return rarely or (passed.played >= FEWEST_OF_PASS and costs_points(passed, most))


def _gains(most: Ending, stands: Standing) -> bool:
    """Tell whether a move leads by more points than the board does as it is, beyond what chance may do."""
    return most.mean - DOUBTS_OF_PASS * most.spread / sqrt(most.played) > stands.ahead + POINTS_OF_PASS
