"""From a clock to the time for one move: how long it should take, and how long it may.

The plan behind it: think about the moves until the game can be solved, keep what solving will take, and have little
left after that, because moves of a solved game need no time.
"""

from __future__ import annotations

import math

from msgspec import Struct, structs

from engined.roots.solve_policy import solving_seconds
from engined_protocol.messages import Clock

LAG = 0.03
"""Seconds lost with each move between the clock and the search, both ways together, beyond what was measured."""
LARGEST_LAG, LARGEST_LAG_SHARE = 0.1, 0.1
"""Seconds that one move may lose, beyond what was measured; but not more than this part of what there is, or nothing
would be left of the shortest times. On two cores with a load of 7 to 11, searches ended up to 0.1 seconds late."""
LEAST = 0.01
"""Seconds that a search gets even when the clock has run out."""
UNLIMITED = 30.0
"""Seconds for a move when the clock sets no limit at all."""
EXTRA = 4.0
"""A move in trouble may take so many times what it should."""
LARGEST_SHARE = 0.5
"""The largest part of the time for several moves that the first of them gets."""
SOLVING_SHARE = 0.6
"""The part of the main time for a solution that is tried now; the rest is for the case that it fails."""
KEPT_FOR_SOLVING = 1.5
"""The time that is kept for a solution, in multiples of what it is expected to take ..."""
LARGEST_KEPT = 0.5
"""... if that is no more than this part of the main time."""
LARGEST_SOFT = 0.75
"""The largest part of the time that a move may take that it should take: less where time left is of use to the next."""
EARLY_SHARE = 0.3
"""The part of the main time for thinking when the game could be solved and is not."""
REFILLING_EXTRA = 2.0
"""A move on a clock that refills should take so many times what it refills to, while there is that much: what a move
saves below that is lost, as it will be refilled anyway, and the more each takes the more of the rest is of use."""
OF_INCOME = 0.9
"""The part of the time that a move brings back that is spent on each move."""


COMPILING_SHARE = 0.7
"""The part of the main time for machine code that is being compiled. In games of 10x10 Othello on 10 seconds each, of
which the compiler took about 5, a side that went on by the rules after 2 or 4 of them lost 17 to 27 discs a game; one
that had only 6 of the 10 seconds, but its machine code, lost none (10 games, +0.2 +- 5).
"""


class MoveBudget(Struct, frozen=True):
    """Seconds for a move: ``soft`` is what it should take on average, ``hard`` what it must not exceed.

    A move may wait ``compiling`` seconds for machine code, counted from where its compilation began; together with the
    search that follows it may take a fifth more.
    """

    soft: float
    hard: float
    compiling: float = 0.0


def allot(clock: Clock, empties: int, seats: int, threads: int = 1, *, solving: bool = True) -> MoveBudget:
    """The time for the move to be made now, by a search on this many threads.

    Whatever is spent within it, the clock does not run out, and every later move gets something. ``solving`` says that
    the game can be solved when few cells are empty, as it cannot where stones leave the board.
    """
    if clock.longest:
        there_is = clock.longest
        hard = max(there_is - _largest_lag(clock, there_is), LEAST)
        free = allot(structs.replace(clock, longest=0.0), empties, seats, threads, solving=solving)
        return MoveBudget(min(free.soft, hard), min(free.hard, hard), min(free.compiling, COMPILING_SHARE * hard))
    if clock.refills:
        return _on_refilling(clock, allot(_plain(clock), empties, seats, threads, solving=solving))
    if clock.byoyomi > 0 and clock.stones == 0:
        return MoveBudget(UNLIMITED, UNLIMITED)
    compiling = 0.0
    moves = max(math.ceil(empties / max(seats, 1)), 1)
    there_is = clock.remaining + (clock.byoyomi if clock.stones else 0.0)
    lag, most = LAG + clock.lag, _largest_lag(clock, there_is)
    if clock.stones and clock.remaining <= most:
        stones = min(clock.stones, moves)
        soft, hard = _in_overtime(there_is - most - (stones - 1) * (lag + LEAST), stones)
        safe = there_is - most
    else:
        overtime = clock.byoyomi / clock.stones if clock.stones else 0.0
        income = max(OF_INCOME * (clock.increment + overtime) - lag, 0.0)
        lost = most + moves * max(lag + LEAST - clock.increment - overtime, 0.0)
        main = max(clock.remaining - lost, 0.0)
        if solving:
            soft, hard = _until_solved(main, income, moves, empties, seats, threads)
        else:
            soft, hard = _evenly(main, income, moves)
        compiling = COMPILING_SHARE * main if moves > 1 else 0.0
        # The increment is added after the move: it cannot be spent before.
        safe = clock.remaining + max(overtime - most, 0.0) - most
    hard = max(min(hard, safe), LEAST)
    return MoveBudget(max(min(soft, hard), LEAST), hard, compiling)


def later(clock: Clock, seconds: float) -> Clock:
    """The same clock after so many seconds: they come from the main time, then from the period of overtime."""
    if clock.longest:
        clock = structs.replace(clock, longest=max(clock.longest - seconds, LEAST))
    if clock.refills:
        remaining = max(max(clock.remaining, clock.byoyomi) - seconds, 0.0)  # it was refilled when the turn began
        return structs.replace(clock, remaining=remaining, byoyomi=min(clock.byoyomi, remaining))
    remaining = max(clock.remaining - seconds, 0.0)
    beyond = seconds - (clock.remaining - remaining)
    byoyomi = clock.byoyomi if not clock.stones else max(clock.byoyomi - beyond, LEAST)
    return structs.replace(clock, remaining=remaining, byoyomi=byoyomi)


def _largest_lag(clock: Clock, there_is: float) -> float:
    """What this move may lose on its way, of what there is for it."""
    return max(LAG, min(LARGEST_LAG, LARGEST_LAG_SHARE * there_is)) + clock.lag


def _plain(clock: Clock) -> Clock:
    """A clock that refills as it stands in this turn, and if it never did so again."""
    return structs.replace(clock, remaining=max(clock.remaining, clock.byoyomi), byoyomi=0.0, refills=False)


def _on_refilling(clock: Clock, plain: MoveBudget) -> MoveBudget:
    """The time for a move on a clock that refills: at least ``REFILLING_EXTRA`` times what it refills to, or all there
    is; ``plain`` is for the case that it does not.
    """
    there_is = max(clock.remaining, clock.byoyomi)
    most = there_is - _largest_lag(clock, there_is)
    least = max(min(REFILLING_EXTRA * clock.byoyomi, most), LEAST)
    return structs.replace(plain, soft=max(plain.soft, least), hard=max(plain.hard, least))


def _in_overtime(usable: float, stones: int) -> tuple[float, float]:
    """An even part of the period. What its last move leaves is lost, so that takes all."""
    even = usable / stones
    return even, usable if stones == 1 else min(EXTRA * even, LARGEST_SHARE * usable)


def _until_solved(
    main: float, income: float, moves: int, empties: int, seats: int, threads: int
) -> tuple[float, float]:
    """An even part of what is not kept for the solution; or, when it is time for that, most of the time."""
    if solving_seconds(empties, threads) <= SOLVING_SHARE * main:
        return EARLY_SHARE * main + income, SOLVING_SHARE * main + income
    for turns in range(1, moves):
        kept = KEPT_FOR_SOLVING * solving_seconds(empties - seats * turns, threads)
        if kept <= LARGEST_KEPT * main:
            return _evenly(main - kept, income, turns)
    return _evenly(main, income, moves)


def _evenly(main: float, income: float, moves: int) -> tuple[float, float]:
    """An even part of the time for so many moves."""
    even = main / moves + income
    hard = min(EXTRA * even, main * (LARGEST_SHARE if moves > 1 else 1.0) + income)
    return min(even, LARGEST_SOFT * hard), hard
