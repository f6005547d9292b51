"""What a position of Go is worth, by proofs: kernel text (see kernels/prelude.pyi).

One side attacks: it is to be shown that it can gain more than a bound, whatever the other does. Searches go so many
plies deep; where they end, the attacker has what is settled and no more. So whatever they prove holds to the end of the
game, and no proof hangs on a repetition: an attacker who can win can do it without one. What they fail to prove they
fail to prove at that depth, whatever came before the position. Nothing hangs on the way to a position, therefore, and
the table may keep all of it. Both sides attack in turn; the position is solved where they meet. Where they do not, and
no game lasts longer than the search, the rest hangs on a cycle.

Values are what the mover is still to gain: area, or territory and prisoners from here on. Two passes end the game; all
stones on the board count as alive then. In area, points that are settled (see :mod:`engined.search.go_life`) are
counted as their owner's, and nobody need play there: a move there is a pass that does not end the game. That matters to
a defender whom ko forbids a move, so its pass does not end the game while there are such points.
"""

from engined.kernels.codes import MOVE_BITS, NO_MOVE
from engined.kernels.context import NODES, SCRATCH
from engined.kernels.prelude import (
    CELLS,
    FULL,
    MAX_SQUARE,
    PRISONERS_COUNT,
    STONES_COUNT,
    Board,
    add_to,
    both,
    count,
    drop_first,
    either,
    empty_set,
    first,
    inline,
    is_empty,
    is_equal,
    kernel,
    load,
    load_board,
    meets,
    single,
    store,
    without,
    xor_all,
)
from engined.search.go_life import settled
from engined.search.go_sets import closed_by_ko, in_atari, next_to, spread, surrounded
from engined.search.go_table import (
    ATTACK_DEPTH_SHIFT,
    BEST_SHIFT,
    DEFENCE_DEPTH_SHIFT,
    LEAST,
    MOST,
    PASSED_SHIFT,
    canonical,
    find_entry,
    go_bucket,
    pack_bounds,
    place_in,
    point_before,
    seal,
    signed_16,
    turn_board,
    turned_point,
    write_entry,
)
from engined.search.stop import stopped, told_to_stop

DEEPEST = 250
"""Plies of a search at most."""
SETTLES = STONES_COUNT and not PRISONERS_COUNT
"""Whether what is settled says anything: prisoners are taken until the end."""
PASS_MOVE = MAX_SQUARE
"""A pass, in lists of moves."""
NOTHING = LEAST << 1
"""No answer."""

# Of a ply in scratch: what its node has looked up.
KILLER = 0
KNOWN = 8
SYMMETRY = 16
UNSURE = 24
"""1 where not all moves of an attacker are searched, so that its failure is none in the game."""
KEYS = 32
SOLVER_PLY = KEYS + 8 * (CELLS + 2)
HISTORY_AT = (DEEPEST + 1) * SOLVER_PLY
"""How often a move was good, for attackers and for defenders."""
SOLVER_BYTES = HISTORY_AT + 16 * (MAX_SQUARE + 1)

FOR_KNOWN = 1 << 40
FOR_KILLER = 1 << 22
FOR_CAPTURE = 1 << 10
FOR_ROOM = 1 << 10
"""For each empty point beside it."""
MOST_HISTORY = 1 << 24


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
def counted(own: Board, opp: Board, safe_own: Board, safe_opp: Board) -> int:
    """By how much the mover is ahead if the game ends here, prisoners apart."""
    mine = surrounded(own, opp)
    theirs = surrounded(opp, own)
    if not STONES_COUNT:
        return count(without(mine, own)) - count(without(theirs, opp))
    if SETTLES:
        mine = without(either(mine, safe_own), safe_opp)
        theirs = without(either(theirs, safe_opp), safe_own)
    return count(mine) - count(theirs)


@inline
def history_of(attacking: int, point: int, context: int) -> int:
    """The address of how often a move was good."""
    return load(context + 8 * SCRATCH) + HISTORY_AT + 8 * (attacking * (MAX_SQUARE + 1) + point)


@inline
def note_good(attacking: int, point: int, depth: int, slot: int, context: int) -> None:
    """Remember a move that settled a question."""
    store(slot + KILLER, point)
    at = history_of(attacking, point, context)
    store(at, min(load(at) + min(depth * depth, 400), MOST_HISTORY))


@inline
def candidates(own: Board, opp: Board, ko: Board, safe_own: Board, safe_opp: Board, attacking: int, slot: int) -> Board:
    """Where the mover may want to play: not where all is settled, unless ko makes it look for a threat.

    A defender threatens where only answers keep the attacker's chains alive, and then retakes the ko: so it may do that
    at once. An attacker plays there for the time that it takes; where the defender had to answer, that is not searched.
    """
    empty = without(FULL, either(own, opp))
    found = without(empty, either(ko, either(safe_own, safe_opp)))
    store(slot + UNSURE, 0)
    if SETTLES and not is_empty(ko):
        answered = not is_empty(without(safe_opp, settled(opp, own, False)))
        if attacking == 0:
            return either(found, ko) if answered else found
        wastes = safe_own if answered else either(safe_own, safe_opp)
        found = either(found, without(both(empty, wastes), ko))
        store(slot + UNSURE, 1 if answered else 0)
    return found


@inline
def list_moves(
    own: Board, opp: Board, points: Board, threatened: Board, attacking: int, passes: int, slot: int, context: int
) -> int:
    """Write the legal moves among some empty points, with what speaks for each, and a pass unless there was one; gives
    their number. ``threatened`` are the other's stones in atari.
    """
    empty = without(FULL, either(own, opp))
    firm = without(own, in_atari(own, empty))
    listed = 0
    while not is_empty(points):
        point = first(points)
        points = drop_first(points)
        beside_it = next_to(single(point))
        room = both(beside_it, empty)
        takes = meets(beside_it, threatened)
        if takes or not is_empty(room) or meets(beside_it, firm):
            worth = load(history_of(attacking, point, context)) + FOR_ROOM * count(room)
            worth += FOR_CAPTURE if takes else 0
            worth += FOR_KILLER if point == load(slot + KILLER) else 0
            worth += FOR_KNOWN if point == load(slot + KNOWN) else 0
            store(slot + KEYS + 8 * listed, worth << MOVE_BITS | point)
            listed += 1
    if passes > 0:
        return listed
    worth = FOR_KNOWN if load(slot + KNOWN) == PASS_MOVE else 0
    store(slot + KEYS + 8 * listed, worth << MOVE_BITS | PASS_MOVE)
    return listed + 1


@inline
def next_listed(slot: int, begin: int, number: int) -> int:
    """Bring the best of the moves from one on to its place; gives it."""
    best = begin
    for index in range(begin + 1, number):
        if load(slot + KEYS + 8 * index) > load(slot + KEYS + 8 * best):
            best = index
    key = load(slot + KEYS + 8 * best)
    store(slot + KEYS + 8 * best, load(slot + KEYS + 8 * begin))
    return key & ((1 << MOVE_BITS) - 1)


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
    own: Board, opp: Board, passes: int, alpha: int, depth: int, attacking: int, slot: int, context: int
) -> int:
    """What the table answers of a position, ko in both sets; NOTHING if that is not enough. The ply remembers the best
    move known, and the symmetry that takes the position to its entry.
    """
    symmetry = canonical(own, opp)
    store(slot + SYMMETRY, symmetry)
    store(slot + KNOWN, NO_MOVE)
    own = turn_board(own, symmetry)
    opp = turn_board(opp, symmetry)
    entry = find_entry(go_bucket(own, opp, context), own, opp, passes)
    if entry == 0:
        return NOTHING
    bounds = load(entry)
    rest = load(entry + 8)
    if not is_equal(load_board(entry + 16), xor_all(own, seal(bounds, rest))):
        return NOTHING
    known = (rest >> BEST_SHIFT) & NO_MOVE
    store(slot + KNOWN, point_before(known, symmetry) if known < PASS_MOVE else known)
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
    slot: int,
    context: int,
) -> None:
    """Add what a search of so many nodes has found to the entry of the position that was looked up on this ply."""
    lower = LEAST
    upper = MOST
    attack = MOST
    defence = LEAST
    attack_depth = 0
    defence_depth = 0
    symmetry = load(slot + SYMMETRY)
    own = turn_board(own, symmetry)
    opp = turn_board(opp, symmetry)
    bucket = go_bucket(own, opp, context)
    entry = find_entry(bucket, own, opp, passes)
    if entry == 0:
        entry = place_in(bucket, context)
    else:
        bounds = load(entry)
        rest = load(entry + 8)
        if is_equal(load_board(entry + 16), xor_all(own, seal(bounds, rest))):
            lower = signed_16(bounds, 0)
            upper = signed_16(bounds, 16)
            attack = signed_16(bounds, 32)
            defence = signed_16(bounds, 48)
            attack_depth = (rest >> ATTACK_DEPTH_SHIFT) & 255
            defence_depth = (rest >> DEFENCE_DEPTH_SHIFT) & 255
    if move == NO_MOVE:
        move = load(slot + KNOWN)
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
    rest |= move << BEST_SHIFT | passes << PASSED_SHIFT
    write_entry(entry, own, opp, pack_bounds(lower, upper, attack, defence), rest, nodes, context)


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


@kernel("int64(B, B, B, B, B, int64, int64, int64, int64, int64)")
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
    context: int,
) -> int:
    """Whether the mover gains more than alpha: an answer, fail-soft. After a stop it means nothing.

    ``attacking`` is 1 if the mover attacks, 0 if the other does. ``safe_own`` and ``safe_opp`` are what is settled.
    ``passes`` is 1 after a pass, 2 if the mover has already been found not to end the game after one.
    """
    add_to(context + 8 * NODES, 1)
    if stopped(context):
        return NOTHING
    said = without_search(own, opp, safe_own, safe_opp, alpha, depth, attacking, passes)
    if said != NOTHING:
        return said
    slot = load(context + 8 * SCRATCH) + depth * SOLVER_PLY
    tabled = depth > 1 and passes < 2
    if tabled:
        said = look_up(either(own, ko), either(opp, ko), passes, alpha, depth, attacking, slot, context)
        if said != NOTHING:
            return said
    else:
        store(slot + KNOWN, NO_MOVE)
    nodes = load(context + 8 * NODES)
    empty = without(FULL, either(own, opp))
    threatened = in_atari(opp, empty)
    points = candidates(own, opp, ko, safe_own, safe_opp, attacking, slot)
    number = list_moves(own, opp, points, threatened, attacking, passes, slot, context)
    best = LEAST
    if SETTLES:
        best = 2 * count(safe_own) - CELLS
    if passes == 1:
        best = max(best, counted(own, opp, safe_own, safe_opp))
    move = NO_MOVE
    certain = load(slot + UNSURE) == 0
    for index in range(number):
        point = next_listed(slot, index, number)
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
            note_good(attacking, point, depth, slot, context)
            break
        if attacking != 0:
            certain = certain and is_proven(said)
    found = proven(best) if certain else at_depth(best)
    if tabled:
        nodes = load(context + 8 * NODES) - nodes
        keep_answer(
            either(own, ko), either(opp, ko), passes, found, alpha, depth, attacking, move, nodes, slot, context
        )
    return found


@kernel("int64(B, B, B, int64, int64, int64, int64, int64)")
def gains_more(
    own: Board, opp: Board, ko: Board, passes: int, alpha: int, depth: int, attacking: int, context: int
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


@kernel("int64(B, B, B, int64, int64)")
def known_move(own: Board, opp: Board, ko: Board, passes: int, context: int) -> int:
    """The best move that the table knows; PASS_MOVE for a pass, NO_MOVE where it knows none."""
    slot = load(context + 8 * SCRATCH)
    look_up(either(own, ko), either(opp, ko), 1 if passes > 0 else 0, 0, 0, 0, slot, context)
    return load(slot + KNOWN)


@kernel("int64(B, B)")
def open_points(own: Board, opp: Board) -> int:
    """How many points are not settled."""
    return CELLS - count(settled(own, opp, True)) - count(settled(opp, own, True)) if SETTLES else CELLS
