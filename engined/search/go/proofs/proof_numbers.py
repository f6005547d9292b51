"""Whether a side of Go reaches a goal, however many moves it takes, by proof numbers: kernel source (see
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
from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    CELLS,
    FULL,
    Array,
    Board,
    Record,
    both,
    bytes_of,
    count,
    drop_first,
    either,
    empty_set,
    first,
    hash_position,
    i64,
    inline,
    is_empty,
    is_equal,
    kernel,
    meets,
    room_for,
    shift_right,
    single,
    without,
)
from engined.search.go.proofs.answers import PASS_MOVE
from engined.search.go.proofs.candidates import needs_answers, worth_a_move
from engined.search.go.proofs.life import counted, settled
from engined.search.go.proofs.proof_table import (
    INFINITE,
    Numbers,
    find_numbers,
    keep_numbers,
    kind_of,
    set_numbers,
)
from engined.search.go.proofs.regions import RegionScratch, holds_by_regions
from engined.search.go.proofs.sets import closed_by_ko, in_atari, may_place, next_to, spread
from engined.search.go.proofs.table import COST_OF_GO_SHIFT, canonical, find_entry, go_bucket, turn_board
from engined.search.stop import stopped, told_to_stop

ATTACKER = 0
DEFENDER = 1
"""The two sides, as numbers that say whose turn it is."""
MOST_PLIES = 100
"""The most plies of a path; on longer ones the attacker fails."""

PATH_HASH_BITS = 10


class ProofMove(Record):
    """A move of a position on the path, and what it leads to."""

    numbers: Numbers
    attacker: Board
    """The attacker's stones after it."""
    defender: Board
    """The defender's stones after it."""
    ko: Board
    """The point that ko closes then, if any."""
    key_attacker: Board
    """The attacker's set as the table has the position."""
    key_defender: Board
    """The defender's set as the table has it."""
    point: i64
    """The point that it is played on; PASS_MOVE for a pass."""
    passes: i64
    """1 if it is a pass that the other side may end the game after, else 0."""


class ProofPly(Record):
    """A position on the path."""

    numbers: Numbers
    key_attacker: Board
    """The attacker's set as the table has the position."""
    key_defender: Board
    """The defender's set as the table has it."""
    kind: i64
    """The kind of its entry (see kind_of)."""
    before: i64
    """The last ply before it with the same hash, counted from 1; 0 for none."""
    moves: Array[ProofMove] = room_for(CELLS + 2)


class ProofScratch(Record):
    """The memory of a search."""

    regions: RegionScratch
    """The memory of searches of regions."""
    visits: Array[i64] = room_for(MOST_PLIES + 2)
    """The visit that each ply is in; 0 for none."""
    visit: i64
    """The number of the last visit."""
    paths: Array[i64] = room_for(1 << PATH_HASH_BITS)
    """The last ply on the path whose position has a hash, counted from 1; 0 for none."""
    plies: Array[ProofPly] = room_for(MOST_PLIES + 2)


PROOF_BYTES = bytes_of(ProofScratch)


@inline
def proof_scratch(context: SearchContext) -> ProofScratch:
    """The memory of a context's search."""
    return ProofScratch(context.scratch)


@inline
def path_hash(attacker: Board, defender: Board) -> int:
    """The hash of a position by which it is looked for on the path."""
    return shift_right(hash_position(attacker, defender), 64 - PATH_HASH_BITS)


@inline
def ply_on_path(attacker: Board, defender: Board, kind: int, context: SearchContext) -> int:
    """The ply on which a position, as the table has it, has been on this path; -1 for none."""
    scratch = proof_scratch(context)
    number = scratch.paths[path_hash(attacker, defender)]
    while number > 0:
        ply = scratch.plies[number - 1]
        if ply.kind == kind and is_equal(ply.key_attacker, attacker) and is_equal(ply.key_defender, defender):
            return number - 1
        number = ply.before
    return -1


@inline
def enter(attacker: Board, defender: Board, kind: int, depth: int, context: SearchContext) -> None:
    """Put a position, as the table has it, at the end of the path."""
    scratch = proof_scratch(context)
    ply = scratch.plies[depth]
    ply.key_attacker = attacker
    ply.key_defender = defender
    ply.kind = kind
    path = path_hash(attacker, defender)
    ply.before = scratch.paths[path]
    scratch.paths[path] = depth + 1
    scratch.visit += 1
    scratch.visits[depth] = scratch.visit


@inline
def leave(depth: int, context: SearchContext) -> None:
    """Take the last position off the path."""
    scratch = proof_scratch(context)
    ply = scratch.plies[depth]
    scratch.paths[path_hash(ply.key_attacker, ply.key_defender)] = ply.before
    scratch.visits[depth] = 0


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
    move: ProofMove, turn: int, kind: int, goal: int, safe: Board, lost: Board, placed: Board, context: SearchContext
) -> bool:
    """Write the numbers of the position after a move of ``turn``; False if the move is no use: it harms what was safe
    before it.
    """
    attacker = move.attacker
    defender = move.defender
    key_attacker = move.key_attacker
    key_defender = move.key_defender
    ply = ply_on_path(key_attacker, key_defender, kind, context)
    if ply >= 0:
        set_numbers(move.numbers, INFINITE, 0, ply, ply)
        return True
    if find_numbers(key_attacker, key_defender, kind, goal, proof_scratch(context).visits, move.numbers, context):
        return True
    if stopped(context):
        set_numbers(move.numbers, 1, 1, -1, 0)
        return True
    context.nodes += 1
    safe_now = settled(attacker, defender, True)
    lost_now = settled(defender, attacker, True)
    if turn == ATTACKER and meets(placed, safe) and not is_empty(without(safe, safe_now)):
        return False
    said = decided(safe_now, lost_now, goal)
    if said == 0 and move.passes != 0:
        ends_above = counted(attacker, defender, safe_now, lost_now) >= goal
        if ends_above == (turn == DEFENDER):
            said = 1 if ends_above else -1
    if said == 0 and turn == ATTACKER and holds_by_regions(attacker, defender, CELLS - goal >> 1, context):
        said = 1
    if said > 0:
        set_numbers(move.numbers, 0, INFINITE, -1, 0)
    elif said < 0:
        set_numbers(move.numbers, INFINITE, 0, -1, 0)
    else:
        set_numbers(move.numbers, estimate(attacker, defender, safe_now, lost_now, 1 - turn), 1, -1, 0)
    return True


@inline
def is_listed(ply: ProofPly, number: int, key_attacker: Board, key_defender: Board, passes: int) -> bool:
    """Whether one of the first moves of a ply leads to this position, as the table has it."""
    for index in range(number):
        move = ply.moves[index]
        if (
            is_equal(move.key_attacker, key_attacker)
            and is_equal(move.key_defender, key_defender)
            and move.passes == passes
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
    context: SearchContext,
) -> int:
    """Write the moves of a position, with the numbers of what they lead to; gives how many. It ends early with one that
    decides. Of moves that lead to the same one is enough.
    """
    ply = proof_scratch(context).plies[depth]
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
        move = ply.moves[number]
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
        if is_listed(ply, number, key_attacker, key_defender, ends):
            continue
        move.attacker = attackers
        move.defender = defenders
        move.ko = closed
        move.key_attacker = key_attacker
        move.key_defender = key_defender
        move.point = point
        move.passes = ends
        if look_at(move, turn, kind_of(1 - turn, ends), goal, safe, lost, stone, context):
            number += 1
            if turn == ATTACKER and move.numbers.proof == 0:
                break
            if turn == DEFENDER and move.numbers.disproof == 0 and move.numbers.hangs < 0:
                break
    return number


@inline
def mine(numbers: Numbers, turn: int) -> int:
    """The number that the mover wants to be 0: the proof number if it is the attacker."""
    return numbers.proof if turn == ATTACKER else numbers.disproof


@inline
def theirs(numbers: Numbers, turn: int) -> int:
    """The number that the other side wants to be 0."""
    return numbers.disproof if turn == ATTACKER else numbers.proof


@inline
def sum_up(ply: ProofPly, number: int, turn: int) -> int:
    """Write a position's numbers, by those of its moves; gives the move to search next, -1 when it is decided, and in
    the bits above 8 the least of what the others need: proof numbers if the attacker moves, else disproof numbers.
    """
    to = ply.numbers
    chosen = -1
    refuted = False
    least = INFINITE
    second = INFINITE
    total = 0
    hangs = -1
    hangs_from = MOST_PLIES + 1
    for index in range(number):
        numbers = ply.moves[index].numbers
        needs = mine(numbers, turn)
        others = theirs(numbers, turn)
        if needs == 0:
            if turn == ATTACKER:
                set_numbers(to, 0, INFINITE, -1, 0)
                return -1
            # Of failures that which hangs on least.
            if not refuted or numbers.hangs < hangs:
                hangs = numbers.hangs
                hangs_from = numbers.hangs_from
            refuted = True
        elif not refuted:
            if others == 0:
                if turn == ATTACKER and numbers.hangs >= 0:
                    hangs = max(hangs, numbers.hangs)
                    hangs_from = min(hangs_from, numbers.hangs_from)
            else:
                total += others
                if chosen < 0 or needs < least or (needs == least and others > theirs(ply.moves[chosen].numbers, turn)):
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


@kernel("int64(B, B, B, B, B, B, B, int64, int64, int64, int64, int64, int64, SearchContext)")
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
    context: SearchContext,
) -> int:
    """Search a position until its numbers, which are written to its ply, reach one of these, or a stop; gives how many
    moves are there.

    ``safe`` is what is settled and the attacker's, ``lost`` the defender's; the keys are both sets as the table has
    them. ``passes`` is 1 after a pass that the mover would not end the game after.
    """
    nodes = context.nodes
    ply = proof_scratch(context).plies[depth]
    numbers = ply.numbers
    kind = kind_of(turn, passes)
    enter(key_attacker, key_defender, kind, depth, context)
    number = list_children(attacker, defender, ko, safe, lost, turn, passes, goal, depth, context)
    halted = told_to_stop(context)
    while True:
        chosen = sum_up(ply, number, turn)
        if chosen < 0 or halted or numbers.proof >= proof or numbers.disproof >= disproof:
            break
        second = chosen >> 8
        move = ply.moves[chosen & 255]
        # A quarter more than the next best may be spent here before the search turns to that.
        enough = min(max(second + 1, second + (second >> 2)), INFINITE)
        if turn == ATTACKER:
            proof_limit = min(proof, enough)
            disproof_limit = disproof - numbers.disproof + move.numbers.disproof
        else:
            proof_limit = proof - numbers.proof + move.numbers.proof
            disproof_limit = min(disproof, enough)
        if depth == MOST_PLIES:
            set_numbers(move.numbers, INFINITE, 0, depth, 0)
            continue
        attackers = move.attacker
        defenders = move.defender
        expand(
            attackers,
            defenders,
            move.ko,
            settled(attackers, defenders, True),
            settled(defenders, attackers, True),
            move.key_attacker,
            move.key_defender,
            1 - turn,
            move.passes,
            goal,
            proof_limit,
            disproof_limit,
            depth + 1,
            context,
        )
        below = proof_scratch(context).plies[depth + 1].numbers
        set_numbers(move.numbers, below.proof, below.disproof, below.hangs, below.hangs_from)
        halted = told_to_stop(context)
    leave(depth, context)
    if numbers.disproof == 0 and numbers.hangs >= depth:
        # It hangs on nothing before if all that it hangs on is here or below.
        own = numbers.hangs_from >= depth
        numbers.hangs = -1 if own else depth - 1
    nodes = context.nodes - nodes
    keep_numbers(key_attacker, key_defender, kind, goal, proof_scratch(context).visits, numbers, nodes, context)
    return number


@inline
def telling_move(number: int, turn: int, context: SearchContext) -> int:
    """The searched move of the first ply that reaches the goal, or the reply that it took most to answer."""
    best = NO_MOVE
    most = -1
    for index in range(number):
        move = proof_scratch(context).plies[0].moves[index]
        attacker = move.key_attacker
        defender = move.key_defender
        kind = kind_of(1 - turn, move.passes)
        entry = find_entry(go_bucket(attacker, defender, context), attacker, defender, kind)
        cost = (entry.rest >> COST_OF_GO_SHIFT) & 255 if entry.address != 0 else 0
        if move.numbers.proof == 0 and cost > most:
            most = cost
            best = move.point
            if turn == ATTACKER:
                return best
    return best


@kernel("int64(B, B, B, int64, int64, int64, int64, SearchContext)")
def prove(
    own: Board, opp: Board, ko: Board, passes: int, goal: int, attacking: int, visit: int, context: SearchContext
) -> int:
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
    proof_scratch(context).visit = visit
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
    numbers = proof_scratch(context).plies[0].numbers
    if numbers.proof == 0:
        return 1 | telling_move(number, turn, context) << 2
    return 2 | NO_MOVE << 2 if numbers.disproof == 0 else 0


@kernel("int64(B, B)")
def nearer(own: Board, opp: Board) -> int:
    """Which side may get the whole board: 1 for the mover, 0 for the other, -1 for none."""
    safe_own = settled(own, opp, True)
    safe_opp = settled(opp, own, True)
    if not is_empty(safe_own) or not is_empty(safe_opp):
        return -1 if not is_empty(safe_own) and not is_empty(safe_opp) else 0 if is_empty(safe_own) else 1
    empty = without(FULL, either(own, opp))
    return 1 if room_for_eyes(own, empty, safe_own) <= room_for_eyes(opp, empty, safe_opp) else 0
