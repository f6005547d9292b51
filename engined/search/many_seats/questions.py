"""What searches among seats are asked: kernel source (see kernels/prelude.pyi).

A question is a word of the context: the mask of the allies, and above it the side whose margin is meant, by how much it
is ahead of the best other side when the game ends. The allies want it high, and all other seats low.
"""

from engined.kernels.codes import ALLY_BITS, SEAT_BITS
from engined.kernels.context import SearchContext
from engined.kernels.prelude import inline

MAXN_QUESTION = 1 << ALLY_BITS + SEAT_BITS
"""The question of :mod:`engined.search.many_seats.maxn`, where everybody wants the own side's margin high."""
RULE_SHIFT = 16
"""There it also tells the rule for ties, above so many bits."""


@inline
def is_ally(seat: int, context: SearchContext) -> bool:
    """Whether a seat wants the margin high."""
    return (context.question >> seat) & 1 != 0


@inline
def key_of(seat: int, context: SearchContext) -> int:
    """The seat to move and the question, in one word."""
    return seat | context.question << SEAT_BITS
