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

# Of a ply in scratch.
KILLER = 0
KEYS = 8
SOLVER_PLY = KEYS + 8 * (CELLS + 2)
HISTORY_AT = (DEEPEST + 1) * SOLVER_PLY
"""How often a move was good, for attackers and for defenders."""
SOLVER_BYTES = HISTORY_AT + 16 * (MAX_SQUARE + 1)

ETC_DEPTH = 3
FOR_KNOWN = 1 << 40
FOR_CAPTURE = 1 << 10
FOR_ROOM = 1 << 10
"""For each empty point beside it."""
FOR_KILLER = 1 << 22
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
def list_moves(
    own: Board, opp: Board, candidates: Board, threatened: Board, known: int, attacking: int, slot: int, context: int
) -> int:
    """Write the legal moves among some empty points, with what speaks for each; gives their number. ``threatened`` are
    the other's stones in atari.
    """
    empty = without(FULL, either(own, opp))
    firm = without(own, in_atari(own, empty))
    killer = load(slot + KILLER)
    listed = 0
    while not is_empty(candidates):
        point = first(candidates)
        candidates = drop_first(candidates)
        beside_it = next_to(single(point))
        takes = meets(beside_it, threatened)
        if takes or meets(beside_it, empty) or meets(beside_it, firm):
            worth = load(history_of(attacking, point, context)) + FOR_ROOM * count(both(beside_it, empty))
            if takes:
                worth += FOR_CAPTURE
            if point == killer:
                worth += FOR_KILLER
            if point == known:
                worth += FOR_KNOWN
            store(slot + KEYS + 8 * listed, worth << MOVE_BITS | point)
            listed += 1
    worth = FOR_KNOWN if known == PASS_MOVE else 0
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


@kernel("int64(B, B, B, int64, int64, int64, int64, int64)")
def glance(
    own: Board, opp: Board, ko: Board, alpha: int, depth: int, attacking: int, passed: int, context: int
) -> int:
    """What the table answers of a position without a search; NOTHING if that is not enough."""
    key_own = either(own, ko)
    key_opp = either(opp, ko)
    symmetry = canonical(key_own, key_opp)
    key_own = turn_board(key_own, symmetry)
    key_opp = turn_board(key_opp, symmetry)
    entry = find_entry(go_bucket(key_own, key_opp, context), key_own, key_opp, passed)
    if entry == 0:
        return NOTHING
    bounds = load(entry)
    rest = load(entry + 8)
    if not is_equal(load_board(entry + 16), xor_all(key_own, seal(bounds, rest))):
        return NOTHING
    return known_answer(bounds, rest, alpha, depth, attacking)


@inline
def keep_answer(
    bucket: int,
    own: Board,
    opp: Board,
    passed: int,
    best: int,
    alpha: int,
    depth: int,
    attacking: int,
    certain: bool,
    move: int,
    nodes: int,
    context: int,
) -> None:
    """Add what a search has found to the position's entry."""
    lower = LEAST
    upper = MOST
    attack = MOST
    defence = LEAST
    attack_depth = 0
    defence_depth = 0
    entry = find_entry(bucket, own, opp, passed)
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
                move = (rest >> BEST_SHIFT) & NO_MOVE
    if best > alpha:
        if certain:
            lower = max(lower, best)
        elif depth >= defence_depth:
            defence = best
            defence_depth = depth
    elif certain:
        upper = min(upper, best)
    elif depth >= attack_depth:
        attack = best
        attack_depth = depth
    rest = attack_depth << ATTACK_DEPTH_SHIFT | defence_depth << DEFENCE_DEPTH_SHIFT | move << BEST_SHIFT
    rest |= passed << PASSED_SHIFT
    write_entry(entry, own, opp, pack_bounds(lower, upper, attack, defence), rest, nodes, context)


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
    best = LEAST
    ceiling = MOST
    if SETTLES:
        best = 2 * count(safe_own) - CELLS
        if best > alpha:
            return proven(best)
        ceiling = CELLS - 2 * count(safe_opp)
        if ceiling <= alpha:
            return proven(ceiling)
    if passes == 1:
        best = max(best, counted(own, opp, safe_own, safe_opp))
        if best > alpha:
            return proven(best)
    if depth == 0:
        return at_depth(best if attacking != 0 else ceiling)
    slot = load(context + 8 * SCRATCH) + depth * SOLVER_PLY
    tabled = depth > 1 and passes < 2
    known = NO_MOVE
    symmetry = 0
    bucket = 0
    key_own = either(own, ko)
    key_opp = either(opp, ko)
    passed = 1 if passes > 0 else 0
    if tabled:
        symmetry = canonical(key_own, key_opp)
        key_own = turn_board(key_own, symmetry)
        key_opp = turn_board(key_opp, symmetry)
        bucket = go_bucket(key_own, key_opp, context)
        entry = find_entry(bucket, key_own, key_opp, passed)
        if entry != 0:
            bounds = load(entry)
            rest = load(entry + 8)
            if is_equal(load_board(entry + 16), xor_all(key_own, seal(bounds, rest))):
                said = known_answer(bounds, rest, alpha, depth, attacking)
                if said != NOTHING:
                    return said
                known = (rest >> BEST_SHIFT) & NO_MOVE
                if known < PASS_MOVE:
                    known = point_before(known, symmetry)
    nodes = load(context + 8 * NODES)
    empty = without(FULL, either(own, opp))
    threatened = in_atari(opp, empty)
    candidates = without(empty, ko)
    if is_empty(ko) or attacking == 0:
        candidates = without(candidates, either(safe_own, safe_opp))
    number = list_moves(own, opp, candidates, threatened, known, attacking, slot, context)
    certain = True
    move = NO_MOVE
    if depth > ETC_DEPTH:
        for index in range(number - 1):
            point = load(slot + KEYS + 8 * index) & ((1 << MOVE_BITS) - 1)
            stone = single(point)
            taken = spread(both(next_to(stone), threatened), threatened)
            gain = count(taken) if PRISONERS_COUNT else 0
            said = glance(
                without(opp, taken),
                either(own, stone),
                closed_by_ko(stone, own, empty, taken),
                gain - alpha - 1,
                depth - 1,
                1 - attacking,
                0,
                context,
            )
            if said != NOTHING and gain - value_in(said) > alpha:
                value = gain - value_in(said)
                return proven(value) if is_proven(said) else at_depth(value)
    for index in range(number):
        point = next_listed(slot, index, number)
        gain = 0
        if point == PASS_MOVE:
            if passes > 0:
                continue
            wasted = attacking == 0 and not is_empty(ko) and not is_empty(either(safe_own, safe_opp))
            said = seek(
                opp,
                own,
                empty_set(),
                safe_opp,
                safe_own,
                -alpha - 1,
                depth - 1,
                1 - attacking,
                0 if wasted else 1,
                context,
            )
        else:
            stone = single(point)
            taken = spread(both(next_to(stone), threatened), threatened)
            if PRISONERS_COUNT:
                gain = count(taken)
            after = either(own, stone)
            safe = safe_own
            if SETTLES:
                safe = either(safe_own, settled(after))
            said = seek(
                without(opp, taken),
                after,
                closed_by_ko(stone, own, empty, taken),
                safe_opp,
                safe,
                gain - alpha - 1,
                depth - 1,
                1 - attacking,
                0,
                context,
            )
        if told_to_stop(context):
            return NOTHING
        value = gain - value_in(said)
        if value > best:
            best = value
            move = point
        if best > alpha:
            certain = attacking != 0 or is_proven(said)
            note_good(attacking, point, depth, slot, context)
            break
        if attacking != 0:
            certain = certain and is_proven(said)
    if tabled:
        if move < PASS_MOVE:
            move = turned_point(move, symmetry)
        nodes = load(context + 8 * NODES) - nodes
        keep_answer(bucket, key_own, key_opp, passed, best, alpha, depth, attacking, certain, move, nodes, context)
    return proven(best) if certain else at_depth(best)


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
    safe_own = settled(own) if SETTLES else empty_set()
    safe_opp = settled(opp) if SETTLES else empty_set()
    said = seek(own, opp, ko, safe_own, safe_opp, alpha, depth, attacking, passes, context)
    value = max(value_in(said), end)
    return proven(value) if is_proven(said) else at_depth(value)


@kernel("int64(B, B, B, int64, int64)")
def known_move(own: Board, opp: Board, ko: Board, passes: int, context: int) -> int:
    """The best move that the table knows; PASS_MOVE for a pass, NO_MOVE where it knows none."""
    key_own = either(own, ko)
    key_opp = either(opp, ko)
    symmetry = canonical(key_own, key_opp)
    key_own = turn_board(key_own, symmetry)
    key_opp = turn_board(key_opp, symmetry)
    entry = find_entry(go_bucket(key_own, key_opp, context), key_own, key_opp, 1 if passes > 0 else 0)
    if entry == 0:
        return NO_MOVE
    move = (load(entry + 8) >> BEST_SHIFT) & NO_MOVE
    return point_before(move, symmetry) if move < PASS_MOVE else move


@kernel("int64(B, B)")
def open_points(own: Board, opp: Board) -> int:
    """How many points are not settled."""
    return CELLS - count(settled(own)) - count(settled(opp)) if SETTLES else CELLS
