"""A score by null windows, asked again and again until nothing is open (A. Plaat and others, "Best-first fixed-depth
minimax algorithms", 1996): kernel text (see kernels/prelude.pyi).

Each solver asks a search of its own, and kernels are no arguments of others: so what is here are the parts of the loop.
The next guess is always the score that the last question gave.
"""

from engined.kernels.prelude import inline


@inline
def is_open(lower: int, upper: int, alpha: int, beta: int) -> bool:
    """Whether bounds of the score leave something to ask about a window."""
    return lower < upper and lower < beta and upper > alpha


@inline
def next_floor(guess: int, lower: int, upper: int, alpha: int, beta: int) -> int:
    """What to ask next: whether the score is above this."""
    return min(max(guess, lower + 1, alpha + 1), upper, beta) - 1


@inline
def answer(lower: int, upper: int, beta: int) -> int:
    """The score, or the bound of it that says most about the window."""
    return lower if lower >= beta or lower == upper else upper
