"""When to end: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.context import NODE_LIMIT_AT, STOP_AT, SearchContext
from engined.kernels.prelude import call_at, inline, load_flag


@inline
def told_to_stop(context: SearchContext) -> bool:
    """Whether searches are to end: asked after every search of a move, whose value means nothing then."""
    return load_flag(context.address + STOP_AT) != 0


@inline
def stopped(context: SearchContext) -> bool:
    """Whether to end at once, also because the node limit is reached. Asked once in every inner node.

    It may be long until this answers: here a search waits while others have their turn.
    """
    if context.nodes >= load_flag(context.address + NODE_LIMIT_AT):
        call_at(context.brake, context.address)
    return told_to_stop(context)
