"""Life of chains whose side need not play, or need only answer: kernel source (see kernels/prelude.pyi).

A region is a connected part of the points without such chains. It is vital to a chain if the chain is beside every
point of it. Chains are alive if each has two vital regions that only chains bound that are alive too: then they cannot
be taken even if their side always passes (D. Benson, "Life in the game of Go", 1976). There, points with the other's
stones need not be beside the chain; here they must, so regions stay vital whatever is taken in them.

Where a side answers every move in a region, that may have one inner point, which no chain is beside: a stone on a point
between it and the chains makes the region vital. Two such points must be empty, as the other moves first. Every move is
in one region, so one answer is enough.
"""

from engined.kernels.prelude import (
    FULL,
    PRISONERS_COUNT,
    STONES_COUNT,
    Board,
    both,
    count,
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
from engined.search.go.proofs.sets import is_one, next_to, part_of, spread, surrounded

SETTLES = STONES_COUNT and not PRISONERS_COUNT
"""Whether what is settled says anything: prisoners are taken until the end."""


@inline
def with_two_eyes(stones: Board, others: Board, answering: bool) -> Board:
    """The chains of a set that have two regions vital to them, or that an answer makes so."""
    outside = without(FULL, stones)
    far = without(outside, next_to(stones))
    once = empty_set()
    twice = empty_set()
    while not is_empty(outside):
        region = part_of(outside)
        outside = without(outside, region)
        inner = both(region, far)
        outer = without(region, inner)
        if not is_empty(inner):
            between = without(next_to(inner), others)
            if not answering or not is_one(inner) or is_empty(drop_first(between)):
                continue
        bounds = both(next_to(single(first(outer))), stones)
        while not is_empty(bounds):
            chain = spread(single(first(bounds)), stones)
            bounds = without(bounds, chain)
            if is_empty(without(outer, next_to(chain))):
                twice = either(twice, both(once, chain))
                once = either(once, chain)
    return twice


@inline
def alive(stones: Board, others: Board, answering: bool) -> Board:
    """The chains that live: unconditionally, or if their side answers."""
    while not is_empty(stones):
        left = with_two_eyes(stones, others, answering)
        if is_equal(left, stones):
            return stones
        stones = left
    return stones


@inline
def room_for_one_eye(inner: Board) -> bool:
    """Whether points hold no two eyes of one side: two points that are not next to each other. Of two that are, neither
    may be a dead end: there a lone stone on the other could be a ko.
    """
    if is_empty(inner) or is_one(inner):
        return True
    if not is_empty(drop_first(drop_first(inner))):
        return False
    one = next_to(single(first(inner)))
    other = next_to(drop_first(inner))
    return meets(one, inner) and not is_one(one) and not is_one(other)


@inline
def settled(stones: Board, others: Board, answering: bool) -> Board:
    """Points that are a side's at the end of the game, in area: its living chains, and the regions between them where
    the other cannot make two eyes.

    No eye of the other's is beside a living chain. So where all other points are one, or two next to each other, the
    chains can fill the region point by point, without heed of anything else, until nothing of the other's is left.
    """
    living = alive(stones, others, answering)
    found = living
    if not is_empty(living):
        beside_them = next_to(living)
        rest = without(FULL, living)
        while not is_empty(rest):
            region = part_of(rest)
            rest = without(rest, region)
            if room_for_one_eye(without(region, beside_them)):
                found = either(found, region)
    return found


@inline
def counted(own: Board, opp: Board, safe_own: Board, safe_opp: Board) -> int:
    """What the mover is ahead by if the game ends here, prisoners apart."""
    mine = surrounded(own, opp)
    theirs = surrounded(opp, own)
    if not STONES_COUNT:
        return count(without(mine, own)) - count(without(theirs, opp))
    if SETTLES:
        mine = without(either(mine, safe_own), safe_opp)
        theirs = without(either(theirs, safe_opp), safe_own)
    return count(mine) - count(theirs)
