"""Bounds of a value, and what they say of a window: kernel source (see kernels/prelude.pyi).

Solvers ask null windows, one after the other, until nothing is open (A. Plaat and others, "Best-first fixed-depth
minimax algorithms", 1996), each of a search of its own. What they share is here, and not the loop: a kernel is no
argument of another. The next guess is always the score that the last question gave.
"""

from engined.kernels.prelude import inline


@inline
def is_open(lower: int, upper: int, alpha: int, beta: int) -> bool:
    """Whether bounds of a value leave something to ask about a window."""
    return lower < upper and lower < beta and upper > alpha


@inline
def answer(lower: int, upper: int, beta: int) -> int:
    """What bounds that leave nothing open say: the value, or the bound of it that settles the window."""
    return lower if lower >= beta or lower == upper else upper


@inline
def next_floor(guess: int, lower: int, upper: int, alpha: int, beta: int) -> int:
    """What to ask next: whether the score is above this."""
    return min(max(guess, lower + 1, alpha + 1), upper, beta) - 1
