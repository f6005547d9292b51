"""Values found window by window: a window that proves too narrow is widened, and null windows close in on a score."""

from __future__ import annotations

from collections.abc import Callable

from engined.kernels.codes import UNIT

Ask = Callable[[int, int], int]
"""The fail-soft value of a position in a window, alpha and beta."""
ASPIRATION = UNIT
"""Half the first window around the value of the iteration before."""


def aspirated(ask: Ask, guess: int | None, limit: int) -> int:
    """The value in a window around a guess, widened where it fails, to ``limit`` on either side; without a guess, in
    the whole.
    """
    alpha, beta = -limit, limit
    if guess is not None:
        alpha, beta = max(alpha, guess - ASPIRATION), min(beta, guess + ASPIRATION)
    # A side that failed stays open: a selective search may fail on one side and then on the other.
    while True:
        value = ask(alpha, beta)
        if value <= alpha and alpha > -limit:
            alpha = -limit
        elif value >= beta and beta < limit:
            beta = limit
        else:
            return value


def closed_in(ask: Ask, guess: int, lower: int, upper: int) -> int:
    """The value by null windows from a guess on, until nothing between the bounds is open."""
    while lower < upper:
        floor = min(max(guess, lower + 1), upper) - 1
        value = ask(floor, floor + 1)
        if value > floor:
            lower, guess = value, value + 1
        else:
            upper = guess = value
    return lower
