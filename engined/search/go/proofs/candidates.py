"""Which moves Go's solver searches, and which first: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.codes import MOVE_BITS
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    FULL,
    MAX_SQUARE,
    PRISONERS_COUNT,
    Array,
    Board,
    both,
    count,
    drop_first,
    either,
    first,
    i64,
    inline,
    is_empty,
    meets,
    single,
    without,
)
from engined.search.go.proofs.answers import NOTHING, PASS_MOVE, known_answer, value_in
from engined.search.go.proofs.life import SETTLES, settled
from engined.search.go.proofs.scratch import SolverPly, solver_scratch
from engined.search.go.proofs.sets import closed_by_ko, in_atari, may_place, next_to, spread
from engined.search.go.proofs.table import COST_OF_GO_SHIFT, canonical, find_entry, go_bucket, turn_board

FOR_KNOWN = 1 << 40
FOR_KILLER = 1 << 22
FOR_CAPTURE = 1 << 10
FOR_ROOM = 1 << 10
"""The move-ordering score of each empty point beside the move."""
MOST_HISTORY = 1 << 24
FOR_EFFORT = 1 << 26
"""The move-ordering score of each doubling of the nodes that the move took before."""
FOR_ANSWER = 1 << 42


@inline
def history_place(attacking: int, point: int) -> int:
    """Where in the history it stands how often a move was good."""
    return attacking * (MAX_SQUARE + 1) + point


@inline
def note_good(attacking: int, point: int, depth: int, ply: SolverPly, context: SearchContext) -> None:
    """Remember a move that settled a question."""
    ply.killer = point
    history = solver_scratch(context).history
    place = history_place(attacking, point)
    history[place] = min(history[place] + min(depth * depth, 400), MOST_HISTORY)


@inline
def needs_answers(own: Board, opp: Board, safe_opp: Board) -> bool:
    """Whether the other's points are settled by answers alone, so that the mover has threats there."""
    return not is_empty(without(safe_opp, settled(opp, own, False)))


@inline
def worth_a_move(
    own: Board, opp: Board, ko: Board, safe_own: Board, safe_opp: Board, attacking: int, threats: bool
) -> Board:
    """Where the mover may want to play: not where all is settled, unless ko makes it look for a threat.

    A defender with ``threats`` plays one and then retakes the ko: so it may do that at once. An attacker plays where
    all is settled for the time that it takes, but not those where the defender had to answer.
    """
    empty = without(FULL, either(own, opp))
    found = without(empty, either(ko, either(safe_own, safe_opp)))
    if SETTLES and not is_empty(ko):
        if attacking != 0:
            wastes = safe_own if threats else either(safe_own, safe_opp)
            found = either(found, without(both(empty, wastes), ko))
        elif threats:
            found = either(found, ko)
    return found


@inline
def candidates(
    own: Board, opp: Board, ko: Board, safe_own: Board, safe_opp: Board, attacking: int, ply: SolverPly
) -> Board:
    """Where the mover may want to play; the ply remembers whether an attacker has moves that are not among these."""
    threats = SETTLES and not is_empty(ko) and needs_answers(own, opp, safe_opp)
    ply.unsure = 1 if threats and attacking != 0 else 0
    return worth_a_move(own, opp, ko, safe_own, safe_opp, attacking, threats)


@inline
def list_moves(
    own: Board,
    opp: Board,
    points: Board,
    threatened: Board,
    attacking: int,
    passes: int,
    ply: SolverPly,
    context: SearchContext,
) -> int:
    """Write the legal moves among some empty points, with what speaks for each, and a pass unless there was one; gives
    their number. ``threatened`` are the other's stones in atari.
    """
    empty = without(FULL, either(own, opp))
    firm = without(own, in_atari(own, empty))
    history = solver_scratch(context).history
    listed = 0
    while not is_empty(points):
        point = first(points)
        points = drop_first(points)
        beside_it = next_to(single(point))
        if may_place(single(point), empty, threatened, firm):
            worth = history[history_place(attacking, point)] + FOR_ROOM * count(both(beside_it, empty))
            worth += FOR_CAPTURE if meets(beside_it, threatened) else 0
            worth += FOR_KILLER if point == ply.killer else 0
            worth += FOR_KNOWN if point == ply.known else 0
            ply.keys[listed] = worth << MOVE_BITS | point
            listed += 1
    if passes > 0:
        return listed
    worth = FOR_KNOWN if ply.known == PASS_MOVE else 0
    ply.keys[listed] = worth << MOVE_BITS | PASS_MOVE
    return listed + 1


@inline
def order_by_table(
    own: Board,
    opp: Board,
    threatened: Board,
    alpha: int,
    depth: int,
    attacking: int,
    number: int,
    ply: SolverPly,
    context: SearchContext,
) -> None:
    """Put first the placements that the table knows to settle the question (J. Schaeffer and A. Plaat, "New advances in
    alpha-beta searching", 1996), then an attacker's that took most to answer in shallower searches.
    """
    empty = without(FULL, either(own, opp))
    for index in range(number):
        key = ply.keys[index]
        point = key & ((1 << MOVE_BITS) - 1)
        if point != PASS_MOVE:
            stone = single(point)
            taken = spread(both(next_to(stone), threatened), threatened)
            ko = closed_by_ko(stone, own, empty, taken)
            mover = either(without(opp, taken), ko)
            waiting = either(either(own, stone), ko)
            symmetry = canonical(mover, waiting)
            mover = turn_board(mover, symmetry)
            waiting = turn_board(waiting, symmetry)
            entry = find_entry(go_bucket(mover, waiting, context), mover, waiting, 0)
            if entry.address != 0:
                bounds = entry.data
                rest = entry.rest
                bound = (count(taken) if PRISONERS_COUNT else 0) - alpha - 1
                said = known_answer(bounds, rest, bound, depth - 1, 1 - attacking)
                worth = FOR_EFFORT * ((rest >> COST_OF_GO_SHIFT) & 255) if attacking != 0 else 0
                if said != NOTHING and value_in(said) <= bound:
                    worth = FOR_ANSWER
                ply.keys[index] = key + (worth << MOVE_BITS)


@inline
def next_listed(keys: Array[i64], begin: int, number: int) -> int:
    """Bring the highest of some keys, from one on, to its place; gives its move."""
    best = begin
    for index in range(begin + 1, number):
        if keys[index] > keys[best]:
            best = index
    key = keys[best]
    keys[best] = keys[begin]
    keys[begin] = key
    return key & ((1 << MOVE_BITS) - 1)
