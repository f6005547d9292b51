"""Move lists and their order."""

MOVE_BYTES = 8 + 8 * WORDS
SLOT_BYTES = CELLS * MOVE_BYTES
FIRST_KEY = 1 << 40
ETC_LEAST = 11
DEEP_LEAST = 13
DEEP_STEP = 2
DEEP_WORTH = 64
DEEP_SCORE = 64

@inline
def stopped(context: int) -> bool:
    """Whether to end at once; sets the flag at the node limit."""
    if load(context + 8 * NODES) >= load(context + 8 * NODE_LIMIT):
        store(context + 8 * STOP, 1)
    return load_flag(context + 8 * STOP) != 0


