"""When to end: kernel text (see kernels/prelude.pyi)."""

from engined.kernels.context import NODE_LIMIT, NODES, STOP
from engined.kernels.prelude import inline, load, load_flag, store


@inline
def told_to_stop(context: int) -> bool:
    """Whether searches are to end: asked after every search of a move, whose value means nothing then."""
    return load_flag(context + 8 * STOP) != 0


@inline
def stopped(context: int) -> bool:
    """Whether to end at once, also because the node limit is reached. Asked once in every inner node."""
    if load(context + 8 * NODES) >= load(context + 8 * NODE_LIMIT):
        store(context + 8 * STOP, 1)
    return told_to_stop(context)
