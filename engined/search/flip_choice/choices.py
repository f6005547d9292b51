"""The moves of games where one square may have several: kernel source (see kernels/prelude.pyi).

A move is a square and a set of discs that turn, or leave the board. The sets of a square follow each other in
an order of their own, from all that is bracketed down; what is left of that order is a set too. To go through them::

    rest = bracketed
    for _ in range(number(bracketed)):
        ...  # chosen(rest)
        rest = further(rest, bracketed)

Only a list that goes on later with what is left asks instead whether a set is the last one.
"""

from engined.kernels.prelude import (
    CHOICE,
    MIN_FLIPS,
    Board,
    count,
    drop_first,
    empty_set,
    first,
    inline,
    is_empty,
    is_equal,
    lower_subset,
    single,
    without,
)

ALL, ONE, SOME = 0, 1, 2


@inline
def chosen(rest: Board) -> Board:
    """The set that comes next, given what is left of a square's order."""
    if CHOICE == ONE and not is_empty(rest):
        return single(first(rest))
    return rest


@inline
def further(rest: Board, bracketed: Board) -> Board:
    """What is left after the set that comes next."""
    if CHOICE == ONE:
        return drop_first(rest)
    if CHOICE == SOME:
        return lower_subset(rest, bracketed)
    return empty_set()


@inline
def is_last(rest: Board, bracketed: Board) -> bool:
    """Whether the set that comes next is the last one of its square."""
    if CHOICE == SOME and MIN_FLIPS == 0:
        return is_empty(rest)
    return is_empty(rest) or is_empty(further(rest, bracketed))


@inline
def number(bracketed: Board) -> int:
    """How many sets there are to choose from."""
    if CHOICE == ALL or is_empty(bracketed):
        return 1
    if CHOICE == ONE:
        return count(bracketed)
    return (1 << count(bracketed)) - MIN_FLIPS


@inline
def most(bracketed: Board) -> Board:
    """A set with the most discs that the mover may choose."""
    return chosen(bracketed)


@inline
def fewest(bracketed: Board) -> Board:
    """A set with the fewest discs that the mover may choose."""
    if CHOICE == ALL or is_empty(bracketed):
        return bracketed
    if CHOICE == SOME and MIN_FLIPS == 0:
        return empty_set()
    return single(first(bracketed))


@inline
def is_choice(choice: Board, bracketed: Board) -> bool:
    """Whether a set is one that the mover may choose."""
    if CHOICE == ALL or is_empty(bracketed):
        return is_equal(choice, bracketed)
    if not is_empty(without(choice, bracketed)):
        return False
    return count(choice) == 1 if CHOICE == ONE else count(choice) >= MIN_FLIPS
