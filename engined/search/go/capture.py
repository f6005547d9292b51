"""Whether a chain of Go can be captured, within a region of the board: kernel source (see kernels/prelude.pyi).

A region is a set of up to 63 points, numbered anyhow, with a table of neighbours in memory. All around are stones that
nobody captures, and what joins those of its own side is safe. The attacker wants to take a chain off the board; the
defender may pass, and whoever was taken a ko from may not take it back before a pass of his, as where ko threats are
played out: so the attacker, who never passes, has no threat either. A search by proof numbers (A. Nagai, "Df-pn
algorithm for searching AND/OR trees and its applications", 2002) says which of them gets what he wants; what comes
back is the defender's.
"""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import inline, kernel, load, load_32, lowest_bit, popcount, store, store_32
from engined.search.hashing import GOLDEN, MIXER
from engined.search.stop import stopped

MOST_READ = 63
"""The most points of a region that is read."""

# Of a region in memory: sets of its points, a bit each, and the number of a point.
POINTS_OF = 0
BESIDE_ATTACKER = 8
"""Points next to stones around it that are the attacker's and safe."""
BESIDE_DEFENDER = 16
TARGET = 24
"""A point of the chain that is to be captured."""
NEIGHBOURS_AT = 32
READ_REGION_BYTES = NEIGHBOURS_AT + 8 * MOST_READ

# Of a position in memory.
ATTACKER = 0
DEFENDER = 8
CLOSED_TO_ATTACKER = 16
"""Points where the attacker may take no ko back."""
CLOSED_TO_DEFENDER = 24
KEY_AT = 32
PROOF = 40
"""How much it takes to prove that the chain is captured, and that it is not."""
DISPROOF = 48
POSITION_BYTES = 56
CERTAIN = 1 << 28

MOST_PLIES = 100
"""Longer lines are the defender's."""
# Of a ply in scratch: its position, the number of moves, the positions after them.
NUMBER = POSITION_BYTES
POSITIONS_AT = NUMBER + 8
PLY_BYTES = POSITIONS_AT + POSITION_BYTES * (MOST_READ + 1)

REGION_AT = 0
PLIES_AT = READ_REGION_BYTES
TABLE_AT = (PLIES_AT + (MOST_PLIES + 1) * PLY_BYTES + 63) // 64 * 64
TABLE_BITS = 17
CAPTURE_BYTES = TABLE_AT + (16 << TABLE_BITS)


# --- sets of points of a region -------------------------------------------------------------------


@inline
def beside_in(region: int, points: int) -> int:
    """The points next to some of these, which may be among them."""
    found = 0
    while points != 0:
        found |= load(region + NEIGHBOURS_AT + 8 * lowest_bit(points))
        points &= points - 1
    return found


@inline
def chain_in(region: int, point: int, stones: int) -> int:
    """The chain of a stone."""
    found = 1 << point
    new = found
    while new != 0:
        new = beside_in(region, new) & stones & ~found
        found |= new
    return found


@inline
def captured_in(region: int, point: int, own: int, opp: int, safe_own: int, safe_opp: int) -> int:
    """The stones that a placement takes; -1 where it is suicide. ``safe_own`` and ``safe_opp`` are the points beside
    safe stones of both sides.
    """
    placed = 1 << point
    mine = own | placed
    empty = load(region + POINTS_OF) & ~(mine | opp)
    near = load(region + NEIGHBOURS_AT + 8 * point)
    taken = 0
    others = near & opp
    while others != 0:
        chain = chain_in(region, lowest_bit(others), opp)
        others &= ~chain
        if chain & safe_opp == 0 and beside_in(region, chain) & empty == 0:
            taken |= chain
    if taken == 0 and near & empty == 0 and placed & safe_own == 0:
        chain = chain_in(region, point, mine)
        if chain & safe_own == 0 and beside_in(region, chain) & empty == 0:
            return -1
    return taken


@inline
def ko_in(region: int, point: int, own: int, opp: int, safe_own: int, taken: int) -> int:
    """What a placement takes, where it is a lone stone that could be taken back at once by a lone stone; else nothing.
    ``own`` and ``opp`` are those before it.
    """
    if taken == 0 or taken & (taken - 1) != 0 or (1 << point) & safe_own != 0:
        return 0
    near = load(region + NEIGHBOURS_AT + 8 * point)
    return taken if near & ~(opp & ~taken) == taken else 0


@inline
def lives_in(region: int, target: int, attacker: int, defender: int) -> bool:
    """Whether a chain of the defender's lives unconditionally (D. Benson, "Life in the game of Go", 1976), all chains
    around the region being the side's that is safe there.
    """
    alive = defender
    points = load(region + POINTS_OF)
    outside = load(region + BESIDE_ATTACKER)
    while True:
        # Chains with two regions that they are beside all empty points of, and that only chains bound that are left.
        once = 0
        twice = 0
        rest = points & ~alive
        while rest != 0:
            part = chain_in(region, lowest_bit(rest), rest)
            rest &= ~part
            if part & outside != 0:
                continue
            bounds = beside_in(region, part) & alive
            empty = part & ~attacker
            while bounds != 0:
                chain = chain_in(region, lowest_bit(bounds), alive)
                bounds &= ~chain
                if empty & ~beside_in(region, chain) == 0:
                    twice |= once & chain
                    once |= chain
        if twice == alive or (twice >> target) & 1 == 0:
            return (twice >> target) & 1 != 0
        alive = twice


@inline
def safe_in(region: int, attacker: int) -> int:
    """The attacker's stones that are connected to those around the region, which nobody captures."""
    safe = attacker & load(region + BESIDE_ATTACKER)
    new = safe
    while new != 0:
        new = beside_in(region, new) & attacker & ~safe
        safe |= new
    return safe


@inline
def reach_in(region: int, chain: int, safe: int) -> int:
    """The points that no stones that nobody captures part from a chain of the defender's: what is beyond is all one
    to it.
    """
    return chain_in(region, lowest_bit(chain), load(region + POINTS_OF) & ~safe)


@inline
def room_in(region: int, chain: int, attacker: int) -> int:
    """The points where eyes of a chain of the defender's could still come to be: those in its reach, without its own,
    that no stone of the attacker's is beside that nobody captures. All points, where it could be connected to what is
    safe.
    """
    safe = safe_in(region, attacker)
    reach = reach_in(region, chain, safe)
    if reach & load(region + BESIDE_DEFENDER) != 0:
        return load(region + POINTS_OF)
    return reach & ~(chain | beside_in(region, safe) | load(region + BESIDE_ATTACKER))


# --- positions ------------------------------------------------------------------------------------


@inline
def ply_in(memory: int, ply: int) -> int:
    """The address of a ply."""
    return memory + PLIES_AT + PLY_BYTES * ply


@inline
def key_in(position: int, turn: int) -> int:
    """Of a position and who moves there, 0 for the attacker; never 0."""
    key = load(position + ATTACKER) * GOLDEN
    key = (key ^ load(position + DEFENDER) ^ key >> 29 & 0x7FFFFFFFF) * MIXER
    key = (key ^ load(position + CLOSED_TO_ATTACKER) ^ key >> 32 & 0xFFFFFFFF) * GOLDEN
    key = (key ^ load(position + CLOSED_TO_DEFENDER) ^ key >> 31 & 0x1FFFFFFFF) * MIXER
    key = (key ^ turn ^ key >> 30 & 0x3FFFFFFFF) * GOLDEN
    return key ^ key >> 29 & 0x7FFFFFFFF | 1 if key == 0 else key


@inline
def entry_of(memory: int, key: int) -> int:
    """Where a position is in the table."""
    return memory + TABLE_AT + 16 * (key >> 20 & (1 << TABLE_BITS) - 1)


@inline
def settle(position: int, captured: bool) -> None:
    """Say who gets what he wants."""
    store(position + PROOF, 0 if captured else CERTAIN)
    store(position + DISPROOF, CERTAIN if captured else 0)


@inline
def judge(memory: int, position: int, turn: int, ply: int) -> None:
    """What is thought of a position that a move has led to, ``turn`` being the side that is to move there."""
    region = memory + REGION_AT
    target = load(region + TARGET)
    attacker = load(position + ATTACKER)
    defender = load(position + DEFENDER)
    if (defender >> target) & 1 == 0:
        settle(position, True)
        return
    key = key_in(position, turn)
    store(position + KEY_AT, key)
    for above in range(ply + 1):
        if load(ply_in(memory, above) + KEY_AT) == key:
            settle(position, False)
            return
    entry = entry_of(memory, key)
    if load(entry) == key:
        store(position + PROOF, load_32(entry + 8))
        store(position + DISPROOF, load_32(entry + 12))
        return
    chain = chain_in(region, target, defender)
    if chain & load(region + BESIDE_DEFENDER) != 0 or (turn == 0 and lives_in(region, target, attacker, defender)):
        settle(position, False)
        return
    room = room_in(region, chain, attacker)
    most = popcount(room)
    # Without two points that are not side by side there are no two eyes; what would be left is a ko of a lone stone.
    if chain & (chain - 1) != 0 and (most < 2 or (most == 2 and beside_in(region, room & -room) & room != 0)):
        settle(position, True)
        return
    liberties = popcount(beside_in(region, chain) & load(region + POINTS_OF) & ~(attacker | defender))
    store(position + PROOF, liberties if turn == 0 else 1 + liberties)
    store(position + DISPROOF, 2 if turn == 0 else 1)


@inline
def write_position(at: int, attacker: int, defender: int, to_attacker: int, to_defender: int) -> None:
    """Write a position."""
    store(at + ATTACKER, attacker)
    store(at + DEFENDER, defender)
    store(at + CLOSED_TO_ATTACKER, to_attacker)
    store(at + CLOSED_TO_DEFENDER, to_defender)


@inline
def list_positions(memory: int, ply: int, turn: int) -> int:
    """Write the positions after all moves of a ply; gives their number."""
    region = memory + REGION_AT
    here = ply_in(memory, ply)
    attacks = turn == 0
    # What is out of reach is the attacker's, whoever has stones there: so fewer positions differ.
    attacker = load(here + ATTACKER)
    defender = load(here + DEFENDER)
    chain = chain_in(region, load(region + TARGET), defender)
    reach = reach_in(region, chain, safe_in(region, attacker))
    attacker |= load(region + POINTS_OF) & ~reach
    defender &= reach
    own = attacker if attacks else defender
    opp = defender if attacks else attacker
    closed = load(here + (CLOSED_TO_ATTACKER if attacks else CLOSED_TO_DEFENDER))
    theirs = load(here + (CLOSED_TO_DEFENDER if attacks else CLOSED_TO_ATTACKER))
    safe_own = load(region + (BESIDE_ATTACKER if attacks else BESIDE_DEFENDER))
    safe_opp = load(region + (BESIDE_DEFENDER if attacks else BESIDE_ATTACKER))
    number = 0
    if not attacks:
        write_position(here + POSITIONS_AT, opp, own, theirs, 0)
        judge(memory, here + POSITIONS_AT, 0, ply)
        number = 1
    empty = load(region + POINTS_OF) & ~(own | opp)
    while empty != 0:
        point = lowest_bit(empty)
        empty &= empty - 1
        taken = captured_in(region, point, own, opp, safe_own, safe_opp)
        if taken == -1:
            continue
        ko = ko_in(region, point, own, opp, safe_own, taken)
        if ko != 0 and (closed >> point) & 1 != 0:
            continue
        mine = own | 1 << point
        left = opp & ~taken
        at = here + POSITIONS_AT + POSITION_BYTES * number
        if attacks:
            write_position(at, mine, left, closed, theirs | ko)
        else:
            write_position(at, left, mine, theirs | ko, closed)
        judge(memory, at, 1 - turn, ply)
        number += 1
        if load(at + (PROOF if attacks else DISPROOF)) == 0:
            break
    store(here + NUMBER, number)
    return number


@inline
def keep(memory: int, position: int) -> None:
    """Write what is thought of a position to the table."""
    entry = entry_of(memory, load(position + KEY_AT))
    store(entry, load(position + KEY_AT))
    store_32(entry + 8, load(position + PROOF))
    store_32(entry + 12, load(position + DISPROOF))


@kernel("int64(int64, int64, int64, int64, int64, SearchContext)")
def explore(memory: int, ply: int, turn: int, most_mine: int, most_theirs: int, context: SearchContext) -> int:
    """Search below the position of a ply until it takes the mover so much, or the other, to prove what he wants."""
    here = ply_in(memory, ply)
    mine_at = PROOF if turn == 0 else DISPROOF
    theirs_at = DISPROOF if turn == 0 else PROOF
    context.nodes += 1
    if ply == MOST_PLIES:
        settle(here, False)
        return 0
    number = list_positions(memory, ply, turn)
    while True:
        least = CERTAIN
        second = CERTAIN
        most = 0
        unproven = 0
        best = 0
        for index in range(number):
            after = here + POSITIONS_AT + POSITION_BYTES * index
            mine = load(after + mine_at)
            theirs = load(after + theirs_at)
            if theirs != 0:
                unproven += 1
                most = max(most, theirs)
            if mine < least:
                second = least
                least = mine
                best = index
            elif mine < second:
                second = mine
        # What all moves take the other is what the hardest does, and a little for each further one: many lead to the
        # same.
        all_theirs = CERTAIN if least == 0 else 0 if unproven == 0 else min(most + unproven - 1, CERTAIN)
        store(here + mine_at, least)
        store(here + theirs_at, all_theirs)
        if least >= most_mine or all_theirs >= most_theirs or stopped(context):
            break
        after = here + POSITIONS_AT + POSITION_BYTES * best
        below = ply_in(memory, ply + 1)
        for word in range(POSITION_BYTES // 8):
            store(below + 8 * word, load(after + 8 * word))
        limit = min(most_mine, second + 1 + second // 4)
        explore(memory, ply + 1, 1 - turn, most_theirs - unproven + 1, limit, context)
        store(after + PROOF, load(below + PROOF))
        store(after + DISPROOF, load(below + DISPROOF))
    keep(memory, here)
    return 0


@kernel("int64(int64, int64, int64, int64, SearchContext)")
def can_capture(attacker: int, defender: int, target: int, turn: int, context: SearchContext) -> int:
    """Whether a chain is captured in the region in scratch if the attacker moves first, or if ``turn`` is 1 the
    defender: 1 if so, 0 if not, -1 where that was not found out.
    """
    memory = context.scratch
    region = memory + REGION_AT
    store(region + TARGET, target)
    for word in range(2 << TABLE_BITS):
        store(memory + TABLE_AT + 8 * word, 0)
    root = ply_in(memory, 0)
    write_position(root, attacker, defender, 0, 0)
    store(root + KEY_AT, key_in(root, turn))
    chain = chain_in(region, target, defender)
    if chain & load(region + BESIDE_DEFENDER) != 0 or lives_in(region, target, attacker, defender):
        return 0
    explore(memory, 0, turn, CERTAIN, CERTAIN, context)
    if load(root + PROOF) == 0:
        return 1
    return 0 if load(root + DISPROOF) == 0 else -1
