"""Go on sets of points: chains, liberties and what a placement takes: kernel source (see kernels/prelude.pyi).

For searches that need no shapes and no lists of chains: a position is the mover's stones, the other's, and the point
that ko closes to the mover, all of them sets.
"""

from engined.kernels.prelude import (
    FULL,
    Board,
    beside,
    both,
    drop_first,
    either,
    empty_set,
    first,
    inline,
    is_empty,
    is_equal,
    meets,
    single,
    without,
)


@inline
def next_to(points: Board) -> Board:
    """The points that share a side with one of these."""
    return either(beside(points, 0), beside(points, 1))


@inline
def spread(points: Board, within: Board) -> Board:
    """Those points of a set that hang together with some of it."""
    found = both(points, within)
    while True:
        grown = either(found, both(next_to(found), within))
        if is_equal(grown, found):
            return found
        found = grown


@inline
def part_of(points: Board) -> Board:
    """One of the connected parts of a set that is not empty: that of its first point."""
    return spread(single(first(points)), points)


@inline
def is_one(points: Board) -> bool:
    """Whether a set that is not empty has one point."""
    return is_empty(drop_first(points))


@inline
def in_atari(stones: Board, empty: Board) -> Board:
    """The stones of all chains with one liberty."""
    found = empty_set()
    while not is_empty(stones):
        chain = part_of(stones)
        stones = without(stones, chain)
        if is_one(both(next_to(chain), empty)):
            found = either(found, chain)
    return found


@inline
def may_place(stone: Board, empty: Board, threatened: Board, firm: Board) -> bool:
    """Whether a stone on an empty point takes something of what is ``threatened`` or has a liberty, if by chains of its
    side that have two.
    """
    beside_it = next_to(stone)
    return meets(beside_it, threatened) or meets(beside_it, empty) or meets(beside_it, firm)


@inline
def closed_by_ko(point: Board, own: Board, empty: Board, taken: Board) -> Board:
    """What the other may not retake after a placement that took these stones; ``own`` and ``empty`` are those before
    it. A lone stone with the point of the only one taken as its only liberty could be taken back at once.
    """
    if is_empty(taken) or not is_one(taken) or meets(next_to(point), either(own, empty)):
        return empty_set()
    return taken


@inline
def surrounded(stones: Board, others: Board) -> Board:
    """Stones, and the empty regions that they alone border."""
    empty = without(FULL, either(stones, others))
    open_to_others = spread(next_to(others), empty)
    mine = spread(next_to(stones), empty)
    return either(stones, without(mine, open_to_others))
