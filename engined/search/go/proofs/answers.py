"""What searches of Go's solver answer, and how its table keeps it: kernel source (see kernels/prelude.pyi).

Answers are bounds of what the mover is still to gain, and whether they hold to the end of the game: see
:mod:`engined.search.go.proofs.solver`.
"""

from engined.kernels.codes import NO_MOVE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import MAX_SQUARE, Board, inline
from engined.search.go.proofs.scratch import SolverPly
from engined.search.go.proofs.table import (
    ATTACK_DEPTH_SHIFT,
    BEST_SHIFT,
    DEFENCE_DEPTH_SHIFT,
    KIND_SHIFT,
    LEAST,
    MOST,
    canonical,
    find_entry,
    go_bucket,
    is_whole,
    pack_bounds,
    place_in,
    point_before,
    signed_16,
    turn_board,
    turned_point,
    write_entry,
)

PASS_MOVE = MAX_SQUARE
"""A pass, in lists of moves."""
NOTHING = LEAST << 1
"""The value of an answer that says nothing."""


@inline
def proven(value: int) -> int:
    """An answer: a bound that holds to the end of the game."""
    return value << 1


@inline
def at_depth(value: int) -> int:
    """An answer: what a search of this depth knows."""
    return value << 1 | 1


@inline
def value_in(answer: int) -> int:
    """The value of an answer."""
    return answer >> 1


@inline
def is_proven(answer: int) -> bool:
    """Whether an answer holds to the end of the game."""
    return answer & 1 == 0


@inline
def known_answer(bounds: int, rest: int, alpha: int, depth: int, attacking: int) -> int:
    """What an entry answers; NOTHING if that is not enough."""
    lower = signed_16(bounds, 0)
    upper = signed_16(bounds, 16)
    if lower > alpha:
        return proven(lower)
    if upper <= alpha:
        return proven(upper)
    if attacking != 0:
        attack = signed_16(bounds, 32)
        if (rest >> ATTACK_DEPTH_SHIFT) & 255 >= depth and attack <= alpha:
            return at_depth(attack)
    else:
        defence = signed_16(bounds, 48)
        if (rest >> DEFENCE_DEPTH_SHIFT) & 255 >= depth and defence > alpha:
            return at_depth(defence)
    return NOTHING


@inline
def look_up(
    own: Board, opp: Board, passes: int, alpha: int, depth: int, attacking: int, ply: SolverPly, context: SearchContext
) -> int:
    """What the table answers of a position, ko in both sets; NOTHING if that is not enough. The ply remembers the best
    move known, and the symmetry that takes the position to its entry.
    """
    symmetry = canonical(own, opp)
    ply.symmetry = symmetry
    ply.known = NO_MOVE
    own = turn_board(own, symmetry)
    opp = turn_board(opp, symmetry)
    entry = find_entry(go_bucket(own, opp, context), own, opp, passes)
    if entry.address == 0:
        return NOTHING
    bounds = entry.data
    rest = entry.rest
    if not is_whole(entry, own, bounds, rest):
        return NOTHING
    known = (rest >> BEST_SHIFT) & NO_MOVE
    ply.known = point_before(known, symmetry) if known < PASS_MOVE else known
    return known_answer(bounds, rest, alpha, depth, attacking)


@inline
def keep_answer(
    own: Board,
    opp: Board,
    passes: int,
    found: int,
    alpha: int,
    depth: int,
    attacking: int,
    move: int,
    nodes: int,
    ply: SolverPly,
    context: SearchContext,
) -> None:
    """Add what a search of so many nodes has found to the entry of the position that was looked up on this ply."""
    lower = LEAST
    upper = MOST
    attack = MOST
    defence = LEAST
    attack_depth = 0
    defence_depth = 0
    symmetry = ply.symmetry
    own = turn_board(own, symmetry)
    opp = turn_board(opp, symmetry)
    bucket = go_bucket(own, opp, context)
    entry = find_entry(bucket, own, opp, passes)
    if entry.address == 0:
        entry = place_in(bucket, context)
    else:
        bounds = entry.data
        rest = entry.rest
        if is_whole(entry, own, bounds, rest):
            lower = signed_16(bounds, 0)
            upper = signed_16(bounds, 16)
            attack = signed_16(bounds, 32)
            defence = signed_16(bounds, 48)
            attack_depth = (rest >> ATTACK_DEPTH_SHIFT) & 255
            defence_depth = (rest >> DEFENCE_DEPTH_SHIFT) & 255
    if move == NO_MOVE:
        move = ply.known
    best = value_in(found)
    if is_proven(found):
        if best > alpha:
            lower = max(lower, best)
        else:
            upper = min(upper, best)
    elif attacking != 0 and depth >= attack_depth:
        attack = best
        attack_depth = depth
    elif attacking == 0 and depth >= defence_depth:
        defence = best
        defence_depth = depth
    move = turned_point(move, symmetry) if move < PASS_MOVE else move
    rest = attack_depth << ATTACK_DEPTH_SHIFT | defence_depth << DEFENCE_DEPTH_SHIFT
    rest |= move << BEST_SHIFT | passes << KIND_SHIFT
    write_entry(entry, own, opp, pack_bounds(lower, upper, attack, defence), rest, nodes, context)
