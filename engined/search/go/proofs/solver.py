"""What a position of Go is worth, by proofs: kernel source (see kernels/prelude.pyi).

One side attacks: it is to be shown that it can gain more than a bound, whatever the other does. Searches go so many
plies deep; where they end, the attacker has what is settled and no more. So whatever they prove holds to the end of the
game, and no proof hangs on a repetition: an attacker who can win can do it without one. What they fail to prove they
fail to prove at that depth, whatever came before the position. Nothing hangs on the way to a position, therefore, and
the table may keep all of it. Both sides attack in turn; the position is solved where they meet. Where they do not, and
no game lasts longer than the search, the rest hangs on a cycle.

Values are what the mover is still to gain: area, or territory and prisoners from here on. Two passes end the game; all
stones on the board count as alive then. In area, points that are settled (see :mod:`engined.search.go.proofs.life`) are
counted as their owner's, and nobody need play there: a move there is a pass that does not end the game. That matters to
a defender whom ko forbids a move, so its pass does not end the game while there are such points.
"""

from engined.kernels.codes import NO_MOVE
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    FULL,
    PRISONERS_COUNT,
    Board,
    both,
    count,
    either,
    empty_set,
    inline,
    is_empty,
    kernel,
    meets,
    single,
    without,
)
from engined.search.go.proofs.answers import (
    NOTHING,
    PASS_MOVE,
    at_depth,
    is_proven,
    keep_answer,
    look_up,
    proven,
    value_in,
)
from engined.search.go.proofs.candidates import (
    candidates,
    list_moves,
    next_listed,
    note_good,
    order_by_table,
)
from engined.search.go.proofs.life import SETTLES, counted, settled
from engined.search.go.proofs.scratch import solver_scratch
from engined.search.go.proofs.sets import closed_by_ko, in_atari, next_to, spread
from engined.search.go.proofs.table import LEAST, MOST
from engined.search.stop import stopped, told_to_stop


@inline
def without_search(
    own: Board, opp: Board, safe_own: Board, safe_opp: Board, alpha: int, depth: int, attacking: int, passes: int
) -> int:
    """What is settled, what a second pass makes of it, and at depth 0 what the attacker has then; else NOTHING."""
    floor = LEAST
    ceiling = MOST
    if SETTLES:
        floor = 2 * count(safe_own) - CELLS
        ceiling = CELLS - 2 * count(safe_opp)
    if floor <= alpha and ceiling <= alpha:
        return proven(ceiling)
    if passes == 1:
        floor = max(floor, counted(own, opp, safe_own, safe_opp))
    if floor > alpha:
        return proven(floor)
    if depth == 0:
        return at_depth(floor if attacking != 0 else ceiling)
    return NOTHING


@kernel("int64(B, B, B, B, B, int64, int64, int64, int64, SearchContext)")
def seek(
    own: Board,
    opp: Board,
    ko: Board,
    safe_own: Board,
    safe_opp: Board,
    alpha: int,
    depth: int,
    attacking: int,
    passes: int,
    context: SearchContext,
) -> int:
    """Whether the mover gains more than alpha: an answer, fail-soft. After a stop it means nothing.

    ``attacking`` is 1 if the mover attacks, 0 if the other does. ``safe_own`` and ``safe_opp`` are what is settled.
    ``passes`` is 1 after a pass, 2 if the mover has already been found not to end the game after one.
    """
    context.nodes += 1
    if stopped(context):
        return NOTHING
    said = without_search(own, opp, safe_own, safe_opp, alpha, depth, attacking, passes)
    if said != NOTHING:
        return said
    ply = solver_scratch(context).plies[depth]
    tabled = depth > 1 and passes < 2
    if tabled:
        said = look_up(either(own, ko), either(opp, ko), passes, alpha, depth, attacking, ply, context)
        if said != NOTHING:
            return said
    else:
        ply.known = NO_MOVE
    nodes = context.nodes
    empty = without(FULL, either(own, opp))
    threatened = in_atari(opp, empty)
    points = candidates(own, opp, ko, safe_own, safe_opp, attacking, ply)
    number = list_moves(own, opp, points, threatened, attacking, passes, ply, context)
    if depth > 2:  # else what follows is not in the table
        order_by_table(own, opp, threatened, alpha, depth, attacking, number, ply, context)
    best = LEAST
    if SETTLES:
        best = 2 * count(safe_own) - CELLS
    if passes == 1:
        best = max(best, counted(own, opp, safe_own, safe_opp))
    move = NO_MOVE
    certain = ply.unsure == 0
    for index in range(number):
        point = next_listed(ply.keys, index, number)
        stone = empty_set() if point == PASS_MOVE else single(point)
        taken = spread(both(next_to(stone), threatened), threatened)
        after = either(own, stone)
        others = without(opp, taken)
        safe = safe_own
        if SETTLES and point != PASS_MOVE:
            safe = settled(after, others, True)
            if meets(stone, safe_own) and not is_empty(without(safe_own, safe)):
                certain = False
                continue
            safe = either(safe, safe_own)
        # While there is something settled, a defender whom ko forbids a move plays there instead of a pass.
        wasting = attacking == 0 and not is_empty(ko) and not is_empty(either(safe_own, safe_opp))
        said = seek(
            others,
            after,
            closed_by_ko(stone, own, empty, taken),
            safe_opp,
            safe,
            (count(taken) if PRISONERS_COUNT else 0) - alpha - 1,
            depth - 1,
            1 - attacking,
            1 if point == PASS_MOVE and not wasting else 0,
            context,
        )
        if told_to_stop(context):
            return NOTHING
        value = (count(taken) if PRISONERS_COUNT else 0) - value_in(said)
        if value > best:
            best = value
            move = point
        if best > alpha:
            certain = attacking != 0 or (is_proven(said) and not meets(stone, ko))
            note_good(attacking, point, depth, ply, context)
            break
        if attacking != 0:
            certain = certain and is_proven(said)
    found = proven(best) if certain else at_depth(best)
    if tabled:
        nodes = context.nodes - nodes
        keep_answer(either(own, ko), either(opp, ko), passes, found, alpha, depth, attacking, move, nodes, ply, context)
    return found


@kernel("int64(B, B, B, int64, int64, int64, int64, SearchContext)")
def gains_more(
    own: Board, opp: Board, ko: Board, passes: int, alpha: int, depth: int, attacking: int, context: SearchContext
) -> int:
    """Whether the mover gains more than alpha, by a search of so many plies: see :func:`seek`.

    After a pass the mover may end the game as it is: what is dead has not been cleared away then.
    """
    end = LEAST
    if passes > 0:
        end = counted(own, opp, empty_set(), empty_set())
        if end > alpha:
            return proven(end)
        passes = 2
    safe_own = settled(own, opp, True) if SETTLES else empty_set()
    safe_opp = settled(opp, own, True) if SETTLES else empty_set()
    said = seek(own, opp, ko, safe_own, safe_opp, alpha, depth, attacking, passes, context)
    value = max(value_in(said), end)
    return proven(value) if is_proven(said) else at_depth(value)


@kernel("int64(B, B, B, int64, SearchContext)")
def known_move(own: Board, opp: Board, ko: Board, passes: int, context: SearchContext) -> int:
    """The best move that the table knows; PASS_MOVE for a pass, NO_MOVE where it knows none."""
    ply = solver_scratch(context).plies[0]
    look_up(either(own, ko), either(opp, ko), 1 if passes > 0 else 0, 0, 0, 0, ply, context)
    return ply.known


@kernel("int64(B, B)")
def open_points(own: Board, opp: Board) -> int:
    """How many points are not settled."""
    return CELLS - count(settled(own, opp, True)) - count(settled(opp, own, True)) if SETTLES else CELLS
