"""From a clock to seconds for one move."""

from __future__ import annotations

import math

from engined_protocol.messages import Clock

LAG = 0.05
"""Seconds lost between the clock and the search, both ways together."""
LEAST = 0.01
"""Seconds that a search gets even when the clock has run out."""
UNLIMITED = 30.0
"""Seconds for a move when the clock sets no limit at all."""
SOLVED_TAIL = 6
"""Own moves at the end of a game that need no time: by then the game is solved."""
LARGEST_SHARE = 1 / 3
"""Of the main time, for one move."""


def allot(clock: Clock, empties: int, seats: int) -> float:
    """Seconds to spend on the move to be made now.

    The main time is shared out over the moves that still need thought, with most of what each move brings
    back (increment, a stone's part of the overtime) on top; never so much that the clock could run out.
    """
    if clock.byoyomi > 0 and clock.stones == 0:
        return UNLIMITED
    own_moves = math.ceil(empties / max(seats, 1))
    thoughtful = max(own_moves - SOLVED_TAIL, 1)
    overtime = clock.byoyomi / clock.stones if clock.stones else 0.0
    share = min(clock.remaining / thoughtful, clock.remaining * LARGEST_SHARE)
    wanted = share + 0.9 * (clock.increment + overtime) - LAG
    # The increment is added after the move: it cannot be spent before.
    safe = clock.remaining + overtime - 2 * LAG
    return max(min(wanted, safe), LEAST)
