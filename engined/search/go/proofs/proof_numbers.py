"""Whether a side of Go reaches a goal, however many moves it takes, by proof numbers: kernel text (see
kernels/prelude.pyi).

Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002). The
attacker's goal is a score in area. It is reached where enough is settled, also by regions round one chain (see
:mod:`engined.search.go.proofs.regions`). Proof numbers are added up, and those of a new position grow with what it
still takes: twice as much for every five points where the defender may still make eyes, or four moves that it can
choose from.

On one path no position comes twice: there the attacker has failed. A proof therefore holds whatever came before. A
failure holds only if it hangs on no position before (A. Kishimoto and M. Müller, "A solution to the GHI problem for
depth-first proof-number search", 2005); nor does it say that the goal is out of reach, for the attacker does not pass
as long as it has a move, unless for a ko.
"""

from engined.kernels.codes import NO_MOVE
from engined.kernels.context import NODES, SCRATCH
from engined.kernels.prelude import (
    BOARD_BYTES,
    CELLS,
    FULL,
    Board,
    add_to,
    both,
    count,
    drop_first,
    either,
    empty_set,
    first,
    hash_position,
    inline,
    is_empty,
    is_equal,
    kernel,
    load,
    load_board,
    meets,
    shift_right,
    single,
    store,
    store_board,
    without,
)
from engined.search.go.proofs.answers import PASS_MOVE
from engined.search.go.proofs.candidates import needs_answers, worth_a_move
from engined.search.go.proofs.life import counted, settled
from engined.search.go.proofs.proof_table import (
    DISPROOF,
    HANGS,
    HANGS_FROM,
    INFINITE,
    NUMBERS_BYTES,
    PROOF,
    find_numbers,
    keep_numbers,
    kind_of,
    set_numbers,
)
from engined.search.go.proofs.regions import REGIONS_BYTES, holds_by_regions
from engined.search.go.proofs.sets import closed_by_ko, in_atari, may_place, next_to, spread
from engined.search.go.proofs.table import COST_OF_GO_SHIFT, canonical, find_entry, go_bucket, turn_board
from engined.search.stop import stopped, told_to_stop

ATTACKER = 0
DEFENDER = 1
"""Whose turn it is."""
MOST_PLIES = 100
"""Of a path; on longer ones the attacker fails."""

# Of a move of a ply in scratch: numbers, the sets after it, what ko closes, the sets as in the table.
ATTACKING_AT = NUMBERS_BYTES
DEFENDING_AT = ATTACKING_AT + BOARD_BYTES
KO_AT = DEFENDING_AT + BOARD_BYTES
ATTACKING_KEY_AT = KO_AT + BOARD_BYTES
DEFENDING_KEY_AT = ATTACKING_KEY_AT + BOARD_BYTES
POINT_AT = DEFENDING_KEY_AT + BOARD_BYTES
PASSES_AT = POINT_AT + 8
MOVE_BYTES = PASSES_AT + 8

# Of a ply in scratch: the numbers found, the sets as in the table, their kind, the ply before with the same hash.
KEY_OF_PLY_AT = NUMBERS_BYTES
KIND_OF_PLY_AT = KEY_OF_PLY_AT + 2 * BOARD_BYTES
BEFORE_AT = KIND_OF_PLY_AT + 8
MOVES_AT = BEFORE_AT + 8
PLY_OF_PROOF_BYTES = MOVES_AT + (CELLS + 2) * MOVE_BYTES

# Scratch, behind that of regions.
VISITS_AT = REGIONS_BYTES
"""The visit that each ply is in; 0 for none."""
NEXT_VISIT_AT = VISITS_AT + 8 * (MOST_PLIES + 2)
PATH_HASH_BITS = 10
PATHS_AT = NEXT_VISIT_AT + 8
"""By a hash of the position: the last ply on the path with it, counted from 1."""
PLIES_AT = PATHS_AT + (8 << PATH_HASH_BITS)
PROOF_BYTES = PLIES_AT + (MOST_PLIES + 2) * PLY_OF_PROOF_BYTES


@inline
def ply_at(depth: int, context: int) -> int:
    """The address of a ply."""
    return load(context + 8 * SCRATCH) + PLIES_AT + depth * PLY_OF_PROOF_BYTES


@inline
def path_at(attacker: Board, defender: Board, context: int) -> int:
    """The address of the last ply with a position's hash."""
    return (
        load(context + 8 * SCRATCH) + PATHS_AT + 8 * shift_right(hash_position(attacker, defender), 64 - PATH_HASH_BITS)
    )


@inline
def ply_on_path(attacker: Board, defender: Board, kind: int, context: int) -> int:
    """The ply on which a position, as the table has it, has been on this path; -1 for none."""
    ply = load(path_at(attacker, defender, context))
    while ply > 0:
        at = ply_at(ply - 1, context)
        if (
            load(at + KIND_OF_PLY_AT) == kind
            and is_equal(load_board(at + KEY_OF_PLY_AT), attacker)
            and is_equal(load_board(at + KEY_OF_PLY_AT + BOARD_BYTES), defender)
        ):
            return ply - 1
        ply = load(at + BEFORE_AT)
    return -1


@inline
def enter(attacker: Board, defender: Board, kind: int, depth: int, context: int) -> None:
    """Put a position, as the table has it, at the end of the path."""
    scratch = load(context + 8 * SCRATCH)
    ply = ply_at(depth, context)
    store_board(ply + KEY_OF_PLY_AT, attacker)
    store_board(ply + KEY_OF_PLY_AT + BOARD_BYTES, defender)
    store(ply + KIND_OF_PLY_AT, kind)
    path = path_at(attacker, defender, context)
    store(ply + BEFORE_AT, load(path))
    store(path, depth + 1)
    add_to(scratch + NEXT_VISIT_AT, 1)
    store(scratch + VISITS_AT + 8 * depth, load(scratch + NEXT_VISIT_AT))


@inline
def leave(depth: int, context: int) -> None:
    """Take the last position off the path."""
    ply = ply_at(depth, context)
    path = path_at(load_board(ply + KEY_OF_PLY_AT), load_board(ply + KEY_OF_PLY_AT + BOARD_BYTES), context)
    store(path, load(ply + BEFORE_AT))
    store(load(context + 8 * SCRATCH) + VISITS_AT + 8 * depth, 0)


@inline
def decided(safe: Board, lost: Board, goal: int) -> int:
    """Whether what is settled reaches a goal: 1 if so, -1 if the goal is out of reach, else 0."""
    if 2 * count(safe) - CELLS >= goal:
        return 1
    return -1 if CELLS - 2 * count(lost) < goal else 0


@inline
def doubled(twentieths: int) -> int:
    """Two to the power of so many twentieths, about."""
    return (20 + twentieths % 20 << min(twentieths // 20, 20)) // 20


@inline
def room_for_eyes(attacker: Board, empty: Board, safe: Board) -> int:
    """How many points the other may still have an eye on."""
    firm = either(safe, without(attacker, in_atari(attacker, empty)))
    return count(without(FULL, either(firm, next_to(firm))))


@inline
def estimate(attacker: Board, defender: Board, safe: Board, lost: Board, turn: int) -> int:
    """The proof number of a new position; ``safe`` is the attacker's, ``lost`` the defender's."""
    empty = without(FULL, either(attacker, defender))
    effort = 4 * room_for_eyes(attacker, empty, safe)
    if turn == DEFENDER:
        effort += 5 * count(without(empty, either(safe, lost)))
    return doubled(effort)


@inline
def look_at(
    move: int, turn: int, kind: int, goal: int, safe: Board, lost: Board, placed: Board, visits: int, context: int
) -> bool:
    """Write the numbers of the position after a move of ``turn``; False if the move is no use: it harms what was safe
    before it.
    """
    attacker = load_board(move + ATTACKING_AT)
    defender = load_board(move + DEFENDING_AT)
    key_attacker = load_board(move + ATTACKING_KEY_AT)
    key_defender = load_board(move + DEFENDING_KEY_AT)
    ply = ply_on_path(key_attacker, key_defender, kind, context)
    if ply >= 0:
        set_numbers(move, INFINITE, 0, ply, ply)
        return True
    if find_numbers(key_attacker, key_defender, kind, goal, visits, move, context):
        return True
    if stopped(context):
        set_numbers(move, 1, 1, -1, 0)
        return True
    add_to(context + 8 * NODES, 1)
    safe_now = settled(attacker, defender, True)
    lost_now = settled(defender, attacker, True)
    if turn == ATTACKER and meets(placed, safe) and not is_empty(without(safe, safe_now)):
        return False
    said = decided(safe_now, lost_now, goal)
    if said == 0 and load(move + PASSES_AT) != 0:
        ends_above = counted(attacker, defender, safe_now, lost_now) >= goal
        if ends_above == (turn == DEFENDER):
            said = 1 if ends_above else -1
    if said == 0 and turn == ATTACKER and holds_by_regions(attacker, defender, CELLS - goal >> 1, context):
        said = 1
    if said > 0:
        set_numbers(move, 0, INFINITE, -1, 0)
    elif said < 0:
        set_numbers(move, INFINITE, 0, -1, 0)
    else:
        set_numbers(move, estimate(attacker, defender, safe_now, lost_now, 1 - turn), 1, -1, 0)
    return True


@inline
def is_listed(at: int, number: int, key_attacker: Board, key_defender: Board, passes: int) -> bool:
    """Whether one of so many moves leads to this position, as the table has it."""
    for index in range(number):
        move = at + index * MOVE_BYTES
        if (
            is_equal(load_board(move + ATTACKING_KEY_AT), key_attacker)
            and is_equal(load_board(move + DEFENDING_KEY_AT), key_defender)
            and load(move + PASSES_AT) == passes
        ):
            return True
    return False


@inline
def list_children(
    attacker: Board,
    defender: Board,
    ko: Board,
    safe: Board,
    lost: Board,
    turn: int,
    passes: int,
    goal: int,
    depth: int,
    context: int,
) -> int:
    """Write the moves of a position, with the numbers of what they lead to; gives how many. It ends early with one that
    decides. Of moves that lead to the same one is enough.
    """
    visits = load(context + 8 * SCRATCH) + VISITS_AT
    at = ply_at(depth, context) + MOVES_AT
    own = attacker if turn == ATTACKER else defender
    opp = defender if turn == ATTACKER else attacker
    empty = without(FULL, either(own, opp))
    threatened = in_atari(opp, empty)
    firm = without(own, in_atari(own, empty))
    safe_own = safe if turn == ATTACKER else lost
    safe_opp = lost if turn == ATTACKER else safe
    threats = not is_empty(ko) and needs_answers(own, opp, safe_opp)
    points = worth_a_move(own, opp, ko, safe_own, safe_opp, 1 - turn, threats)
    # While there is something settled, a defender whom ko forbids a move plays there instead of a pass.
    wasting = turn == DEFENDER and not is_empty(ko) and not is_empty(either(safe, lost))
    number = 0
    passed = False
    while not passed:
        move = at + number * MOVE_BYTES
        stone = empty_set()
        point = PASS_MOVE
        if is_empty(points):
            passed = True
            if passes > 0 or (turn == ATTACKER and is_empty(ko) and number > 0):
                break
        else:
            point = first(points)
            points = drop_first(points)
            stone = single(point)
            if not may_place(stone, empty, threatened, firm):
                continue
        taken = spread(both(next_to(stone), threatened), threatened)
        after = either(own, stone)
        others = without(opp, taken)
        closed = closed_by_ko(stone, own, empty, taken)
        attackers = after if turn == ATTACKER else others
        defenders = others if turn == ATTACKER else after
        key_attacker = either(attackers, closed)
        key_defender = either(defenders, closed)
        symmetry = canonical(key_attacker, key_defender)
        key_attacker = turn_board(key_attacker, symmetry)
        key_defender = turn_board(key_defender, symmetry)
        ends = 1 if passed and not wasting else 0
        if is_listed(at, number, key_attacker, key_defender, ends):
            continue
        store_board(move + ATTACKING_AT, attackers)
        store_board(move + DEFENDING_AT, defenders)
        store_board(move + KO_AT, closed)
        store_board(move + ATTACKING_KEY_AT, key_attacker)
        store_board(move + DEFENDING_KEY_AT, key_defender)
        store(move + POINT_AT, point)
        store(move + PASSES_AT, ends)
        if look_at(move, turn, kind_of(1 - turn, ends), goal, safe, lost, stone, visits, context):
            number += 1
            if turn == ATTACKER and load(move + PROOF) == 0:
                break
            if turn == DEFENDER and load(move + DISPROOF) == 0 and load(move + HANGS) < 0:
                break
    return number


@inline
def sum_up(at: int, number: int, turn: int, to: int) -> int:
    """Write a position's numbers, by those of its moves; gives the move to search next, -1 when it is decided, and in
    the bits above 8 the least of what the others need: proof numbers if the attacker moves, else disproof numbers.
    """
    mine = PROOF if turn == ATTACKER else DISPROOF
    theirs = DISPROOF if turn == ATTACKER else PROOF
    chosen = -1
    refuted = False
    least = INFINITE
    second = INFINITE
    total = 0
    hangs = -1
    hangs_from = MOST_PLIES + 1
    for index in range(number):
        move = at + index * MOVE_BYTES
        needs = load(move + mine)
        others = load(move + theirs)
        if needs == 0:
            if turn == ATTACKER:
                set_numbers(to, 0, INFINITE, -1, 0)
                return -1
            # Of failures that which hangs on least.
            if not refuted or load(move + HANGS) < hangs:
                hangs = load(move + HANGS)
                hangs_from = load(move + HANGS_FROM)
            refuted = True
        elif not refuted:
            if others == 0:
                if turn == ATTACKER and load(move + HANGS) >= 0:
                    hangs = max(hangs, load(move + HANGS))
                    hangs_from = min(hangs_from, load(move + HANGS_FROM))
            else:
                total += others
                if chosen < 0 or needs < least or (needs == least and others > load(at + chosen * MOVE_BYTES + theirs)):
                    second = least if chosen >= 0 else INFINITE
                    least = needs
                    chosen = index
                else:
                    second = min(second, needs)
    if refuted or (chosen < 0 and turn == ATTACKER):
        set_numbers(to, INFINITE, 0, hangs, hangs_from)
        return -1
    if chosen < 0:
        set_numbers(to, 0, INFINITE, -1, 0)
        return -1
    total = min(total, INFINITE - 1)
    set_numbers(to, least if turn == ATTACKER else total, total if turn == ATTACKER else least, -1, 0)
    return chosen | second << 8


@kernel("int64(B, B, B, B, B, B, B, int64, int64, int64, int64, int64, int64, int64)")
def expand(
    attacker: Board,
    defender: Board,
    ko: Board,
    safe: Board,
    lost: Board,
    key_attacker: Board,
    key_defender: Board,
    turn: int,
    passes: int,
    goal: int,
    proof: int,
    disproof: int,
    depth: int,
    context: int,
) -> int:
    """Search a position until its numbers, which are written to its ply, reach one of these, or a stop; gives how many
    moves are there.

    ``safe`` is what is settled and the attacker's, ``lost`` the defender's; the keys are both sets as the table has
    them. ``passes`` is 1 after a pass that the mover would not end the game after.
    """
    nodes = load(context + 8 * NODES)
    ply = ply_at(depth, context)
    visits = load(context + 8 * SCRATCH) + VISITS_AT
    kind = kind_of(turn, passes)
    enter(key_attacker, key_defender, kind, depth, context)
    number = list_children(attacker, defender, ko, safe, lost, turn, passes, goal, depth, context)
    halted = told_to_stop(context)
    while True:
        chosen = sum_up(ply + MOVES_AT, number, turn, ply)
        if chosen < 0 or halted or load(ply + PROOF) >= proof or load(ply + DISPROOF) >= disproof:
            break
        second = chosen >> 8
        move = ply + MOVES_AT + (chosen & 255) * MOVE_BYTES
        # A quarter more than the next best may be spent here before the search turns to that.
        enough = min(max(second + 1, second + (second >> 2)), INFINITE)
        if turn == ATTACKER:
            proof_limit = min(proof, enough)
            disproof_limit = disproof - load(ply + DISPROOF) + load(move + DISPROOF)
        else:
            proof_limit = proof - load(ply + PROOF) + load(move + PROOF)
            disproof_limit = min(disproof, enough)
        if depth == MOST_PLIES:
            set_numbers(move, INFINITE, 0, depth, 0)
            continue
        attackers = load_board(move + ATTACKING_AT)
        defenders = load_board(move + DEFENDING_AT)
        expand(
            attackers,
            defenders,
            load_board(move + KO_AT),
            settled(attackers, defenders, True),
            settled(defenders, attackers, True),
            load_board(move + ATTACKING_KEY_AT),
            load_board(move + DEFENDING_KEY_AT),
            1 - turn,
            load(move + PASSES_AT),
            goal,
            proof_limit,
            disproof_limit,
            depth + 1,
            context,
        )
        below = ply_at(depth + 1, context)
        set_numbers(move, load(below + PROOF), load(below + DISPROOF), load(below + HANGS), load(below + HANGS_FROM))
        halted = told_to_stop(context)
    leave(depth, context)
    if load(ply + DISPROOF) == 0 and load(ply + HANGS) >= depth:
        # It hangs on nothing before if all that it hangs on is here or below.
        own = load(ply + HANGS_FROM) >= depth
        store(ply + HANGS, -1 if own else depth - 1)
    nodes = load(context + 8 * NODES) - nodes
    keep_numbers(key_attacker, key_defender, kind, goal, visits, ply, nodes, context)
    return number


@inline
def telling_move(number: int, turn: int, context: int) -> int:
    """Of the moves of the first ply, all searched: what reaches the goal, or the reply that it took most to answer."""
    best = NO_MOVE
    most = -1
    for index in range(number):
        move = ply_at(0, context) + MOVES_AT + index * MOVE_BYTES
        attacker = load_board(move + ATTACKING_KEY_AT)
        defender = load_board(move + DEFENDING_KEY_AT)
        kind = kind_of(1 - turn, load(move + PASSES_AT))
        entry = find_entry(go_bucket(attacker, defender, context), attacker, defender, kind)
        cost = (load(entry + 8) >> COST_OF_GO_SHIFT) & 255 if entry != 0 else 0
        if load(move + PROOF) == 0 and cost > most:
            most = cost
            best = load(move + POINT_AT)
            if turn == ATTACKER:
                return best
    return best


@kernel("int64(B, B, B, int64, int64, int64, int64, int64)")
def prove(own: Board, opp: Board, ko: Board, passes: int, goal: int, attacking: int, visit: int, context: int) -> int:
    """Whether the side that attacks, the mover if ``attacking`` is 1, reaches a score: 1 if so, 2 if the search fails,
    0 when told to stop; and four times a move: what reaches it, or the hardest reply, NO_MOVE where none is needed.
    Visits count from a number of up to 40 bits, another one each time.
    """
    attacker = own if attacking != 0 else opp
    defender = opp if attacking != 0 else own
    turn = ATTACKER if attacking != 0 else DEFENDER
    safe = settled(attacker, defender, True)
    lost = settled(defender, attacker, True)
    if passes > 0:
        # The mover may end the game as it is: what is dead has not been cleared away then.
        ends_above = counted(attacker, defender, empty_set(), empty_set()) >= goal
        if ends_above and turn == ATTACKER:
            return 1 | PASS_MOVE << 2
        if not ends_above and turn == DEFENDER:
            return 2 | PASS_MOVE << 2
    said = decided(safe, lost, goal)
    if said != 0:
        return (1 if said > 0 else 2) | NO_MOVE << 2
    store(load(context + 8 * SCRATCH) + NEXT_VISIT_AT, visit)
    key_attacker = either(attacker, ko)
    key_defender = either(defender, ko)
    symmetry = canonical(key_attacker, key_defender)
    key_attacker = turn_board(key_attacker, symmetry)
    key_defender = turn_board(key_defender, symmetry)
    number = expand(
        attacker,
        defender,
        ko,
        safe,
        lost,
        key_attacker,
        key_defender,
        turn,
        min(passes, 1),
        goal,
        INFINITE,
        INFINITE,
        0,
        context,
    )
    ply = ply_at(0, context)
    if load(ply + PROOF) == 0:
        return 1 | telling_move(number, turn, context) << 2
    return 2 | NO_MOVE << 2 if load(ply + DISPROOF) == 0 else 0


@kernel("int64(B, B)")
def nearer(own: Board, opp: Board) -> int:
    """Which side may get the whole board: 1 for the mover, 0 for the other, -1 for none."""
    safe_own = settled(own, opp, True)
    safe_opp = settled(opp, own, True)
    if not is_empty(safe_own) or not is_empty(safe_opp):
        return -1 if not is_empty(safe_own) and not is_empty(safe_opp) else 0 if is_empty(safe_own) else 1
    empty = without(FULL, either(own, opp))
    return 1 if room_for_eyes(own, empty, safe_own) <= room_for_eyes(opp, empty, safe_opp) else 0
