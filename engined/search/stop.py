"""When to end: kernel text (see kernels/prelude.pyi)."""

from engined.kernels.context import BRAKE, NODE_LIMIT, NODES, STOP
from engined.kernels.prelude import call_at, inline, load, load_flag


@inline
def told_to_stop(context: int) -> bool:
    """Whether searches are to end: asked after every search of a move, whose value means nothing then."""
    return load_flag(context + 8 * STOP) != 0


@inline
def stopped(context: int) -> bool:
    """Whether to end at once, also because the node limit is reached. Asked once in every inner node.

    It may be long until this answers: here a search waits while others have their turn.
    """
    if load(context + 8 * NODES) >= load_flag(context + 8 * NODE_LIMIT):
        call_at(load(context + 8 * BRAKE), context)
    return told_to_stop(context)
