"""The reward for a game's end: kernel source (see kernels/prelude.pyi)."""

from math import sqrt

from engined.kernels.prelude import CELLS, inline
from engined.search.go.network import NetworkMemory
from engined.search.go.tree.arena import Arena

JUDGED_ONE = 32
"""The unit of points that are judged: one point."""
MOST_JUDGED = 1 << 24
"""A number above any judged lead, so that the sum of both is not negative."""
WHOLE = 1 << 16
"""The greatest reward: it is for winning, and a small part for the points (D. Wu, "Accelerating self-play learning in
Go", 2019), so that these decide where a game is as good as won or lost.
"""
FOR_POINTS, FOR_LAST_POINTS, FOR_DECIDED_POINTS = 10240, WHOLE // 2, WHOLE // 8 * 7
"""The part of the greatest reward that is for points; where most points are settled, for the others; and where the game
is as good as won or lost.
"""
BROAD = int(2.0 * sqrt(float(CELLS)))
"""See Arena, but where most points are settled, or the game is decided."""
TOWARD_ZERO = 0.75
"""The centre is that part of what is expected, too."""


@inline
def credit_of(points: int, head: Arena) -> int:
    """Return what there is for so many half points, of WHOLE: ever less for each further one."""
    beyond = points - head.centre
    return WHOLE // 2 + WHOLE // 2 * beyond // (head.broad + abs(beyond))


@inline
def credit_of_lead(memory: NetworkMemory, head: Arena) -> int:
    """The same for what a network expects, which may be off to either side."""
    lead = 2.0 * memory.lead
    off = 2.0 * memory.doubt
    return (credit_of(int(lead - off), head) + credit_of(int(lead + off), head)) // 2
