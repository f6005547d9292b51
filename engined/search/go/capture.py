"""Whether a chain of Go can be captured, within a region of the board: kernel source (see kernels/prelude.pyi).

A region is a set of up to 63 points, numbered anyhow, with a table of neighbours in memory. All around are stones that
nobody captures, and what joins those of its own side is safe. The attacker wants to take a chain off the board; the
defender may pass, and whoever was taken a ko from may not take it back before a pass of his, as where ko threats are
played out: so the attacker, who never passes, has no threat either. A search by proof numbers (A. Nagai, "Df-pn
algorithm for searching AND/OR trees and its applications", 2002) says which of them gets what he wants; what comes
back is the defender's.

What is asked may also be whether the target lives unconditionally in the end. Then the attacker may pass, and the
defender may not, who would have to give up a seki; and what comes back is the attacker's.
"""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import (
    Array,
    Record,
    bytes_of,
    copy_bytes,
    i64,
    inline,
    kernel,
    lowest_bit,
    popcount,
    room_for,
    u32,
)
from engined.search.hashing import GOLDEN, MIXER
from engined.search.stop import stopped

MOST_READ = 63
"""The most points of a region that is read."""
CERTAIN = 1 << 28
"""A proof number that says that there is no proof."""
MOST_PLIES = 100
"""Longer lines are the defender's."""
TABLE_BITS = 17
"""Binary logarithm of the number of entries in the table."""


class CaptureRegion(Record):
    """A region: sets of its points, a bit each."""

    points: i64
    beside_attacker: i64
    """Points next to stones around it that are the attacker's and safe."""
    beside_defender: i64
    target: i64
    """A point of the chain that is to be captured: its number."""
    eyes: i64
    """1 if the target is to live unconditionally, 0 if it is enough that it is not captured."""
    neighbours: Array[i64] = room_for(MOST_READ)
    """The points next to each."""


class CapturePosition(Record):
    """The stones in a region, and what is thought of them."""

    attacker: i64
    defender: i64
    closed_to_attacker: i64
    """Points where the attacker may take no ko back."""
    closed_to_defender: i64
    key: i64
    """The hash of the position and of who moves there."""
    proof: i64
    """The proof number: how much it takes to prove that the chain is captured."""
    disproof: i64
    """The disproof number: how much it takes to prove that it is not."""


class CapturePly(Record):
    """The position of a ply, and those after its moves."""

    position: CapturePosition
    number: i64
    """The number of moves."""
    after: Array[CapturePosition] = room_for(MOST_READ + 1)


class CaptureEntry(Record):
    """An entry of the table: a position and what was found of it."""

    key: i64
    proof: u32
    disproof: u32


class CaptureMemory(Record):
    """The memory that a reader needs."""

    table: Array[CaptureEntry] = room_for(1 << TABLE_BITS)
    region: CaptureRegion
    plies: Array[CapturePly] = room_for(MOST_PLIES + 1)


CAPTURE_BYTES = bytes_of(CaptureMemory)
POSITION_BYTES = bytes_of(CapturePosition)


# --- sets of points of a region -------------------------------------------------------------------


@inline
def beside_in(region: CaptureRegion, points: int) -> int:
    """The points next to some of these, which may be among them."""
    found = 0
    while points != 0:
        found |= region.neighbours[lowest_bit(points)]
        points &= points - 1
    return found


@inline
def chain_in(region: CaptureRegion, point: int, stones: int) -> int:
    """The chain of a stone."""
    found = 1 << point
    new = found
    while new != 0:
        new = beside_in(region, new) & stones & ~found
        found |= new
    return found


@inline
def captured_in(region: CaptureRegion, point: int, own: int, opp: int, safe_own: int, safe_opp: int) -> int:
    """The stones that a placement takes; -1 where it is suicide. ``safe_own`` and ``safe_opp`` are the points beside
    safe stones of both sides.
    """
    placed = 1 << point
    mine = own | placed
    empty = region.points & ~(mine | opp)
    near = region.neighbours[point]
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
def ko_in(region: CaptureRegion, point: int, own: int, opp: int, safe_own: int, taken: int) -> int:
    """What a placement takes, where it is a lone stone that could be taken back at once by a lone stone; else nothing.
    ``own`` and ``opp`` are those before it.
    """
    if taken == 0 or taken & (taken - 1) != 0 or (1 << point) & safe_own != 0:
        return 0
    near = region.neighbours[point]
    return taken if near & ~(opp & ~taken) == taken else 0


@inline
def lives_in(region: CaptureRegion, target: int, attacker: int, defender: int) -> bool:
    """Whether a chain of the defender's lives unconditionally (D. Benson, "Life in the game of Go", 1976), all chains
    around the region being the side's that is safe there.
    """
    alive = defender
    points = region.points
    outside = region.beside_attacker
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
def safe_in(region: CaptureRegion, attacker: int) -> int:
    """The attacker's stones that are connected to those around the region, which nobody captures."""
    safe = attacker & region.beside_attacker
    new = safe
    while new != 0:
        new = beside_in(region, new) & attacker & ~safe
        safe |= new
    return safe


@inline
def reach_in(region: CaptureRegion, chain: int, safe: int) -> int:
    """The points that no stones that nobody captures part from a chain of the defender's: what is beyond is all one
    to it.
    """
    return chain_in(region, lowest_bit(chain), region.points & ~safe)


@inline
def room_in(region: CaptureRegion, chain: int, attacker: int) -> int:
    """The points where eyes of a chain of the defender's could still come to be: those in its reach, without its own,
    that no stone of the attacker's is beside that nobody captures. All points, where it could be connected to what is
    safe.
    """
    safe = safe_in(region, attacker)
    reach = reach_in(region, chain, safe)
    if reach & region.beside_defender != 0:
        return region.points
    return reach & ~(chain | beside_in(region, safe) | region.beside_attacker)


# --- positions ------------------------------------------------------------------------------------


@inline
def effort(position: CapturePosition, turn: int) -> int:
    """Return the proof number of a position for the attacker, ``turn`` 0, and its disproof number for the defender."""
    return position.proof if turn == 0 else position.disproof


@inline
def closed_to(position: CapturePosition, turn: int) -> int:
    """Points where a side may take no ko back."""
    return position.closed_to_attacker if turn == 0 else position.closed_to_defender


@inline
def beside_safe(region: CaptureRegion, turn: int) -> int:
    """Points next to safe stones around the region that are a side's."""
    return region.beside_attacker if turn == 0 else region.beside_defender


@inline
def key_in(position: CapturePosition, turn: int) -> int:
    """The key of a position and of who moves there, 0 for the attacker; never 0."""
    key = position.attacker * GOLDEN
    key = (key ^ position.defender ^ key >> 29 & 0x7FFFFFFFF) * MIXER
    key = (key ^ position.closed_to_attacker ^ key >> 32 & 0xFFFFFFFF) * GOLDEN
    key = (key ^ position.closed_to_defender ^ key >> 31 & 0x1FFFFFFFF) * MIXER
    key = (key ^ turn ^ key >> 30 & 0x3FFFFFFFF) * GOLDEN
    return key ^ key >> 29 & 0x7FFFFFFFF | 1 if key == 0 else key


@inline
def entry_of(memory: CaptureMemory, key: int) -> CaptureEntry:
    """Where a position is in the table."""
    return memory.table[key >> 20 & (1 << TABLE_BITS) - 1]


@inline
def settle(position: CapturePosition, captured: bool) -> None:
    """Say who gets what he wants."""
    position.proof = 0 if captured else CERTAIN
    position.disproof = CERTAIN if captured else 0


@inline
def judge(memory: CaptureMemory, position: CapturePosition, turn: int, ply: int) -> None:
    """What is thought of a position that a move has led to, ``turn`` being the side that is to move there."""
    region = memory.region
    target = region.target
    attacker = position.attacker
    defender = position.defender
    if (defender >> target) & 1 == 0:
        settle(position, True)
        return
    key = key_in(position, turn)
    position.key = key
    for above in range(ply + 1):
        if memory.plies[above].position.key == key:
            settle(position, region.eyes != 0)
            return
    entry = entry_of(memory, key)
    if entry.key == key:
        position.proof = entry.proof
        position.disproof = entry.disproof
        return
    chain = chain_in(region, target, defender)
    looks = turn == 0 or region.eyes != 0
    if chain & region.beside_defender != 0 or (looks and lives_in(region, target, attacker, defender)):
        settle(position, False)
        return
    room = room_in(region, chain, attacker)
    most = popcount(room)
    # Without two points that are not side by side there are no two eyes; what would be left is a ko of a lone stone.
    if chain & (chain - 1) != 0 and (most < 2 or (most == 2 and beside_in(region, room & -room) & room != 0)):
        settle(position, True)
        return
    liberties = popcount(beside_in(region, chain) & region.points & ~(attacker | defender))
    position.proof = liberties if turn == 0 else 1 + liberties
    position.disproof = 2 if turn == 0 else 1


@inline
def write_position(position: CapturePosition, attacker: int, defender: int, to_attacker: int, to_defender: int) -> None:
    """Write a position."""
    position.attacker = attacker
    position.defender = defender
    position.closed_to_attacker = to_attacker
    position.closed_to_defender = to_defender


@inline
def list_positions(memory: CaptureMemory, ply: int, turn: int) -> int:
    """Write the positions after all moves of a ply; gives their number."""
    region = memory.region
    here = memory.plies[ply]
    position = here.position
    attacks = turn == 0
    # What is out of reach is the attacker's, whoever has stones there: so fewer positions differ.
    attacker = position.attacker
    defender = position.defender
    chain = chain_in(region, region.target, defender)
    reach = reach_in(region, chain, safe_in(region, attacker))
    attacker |= region.points & ~reach
    defender &= reach
    own = attacker if attacks else defender
    opp = defender if attacks else attacker
    closed = closed_to(position, turn)
    theirs = closed_to(position, 1 - turn)
    safe_own = beside_safe(region, turn)
    safe_opp = beside_safe(region, 1 - turn)
    number = 0
    if attacks == (region.eyes != 0):
        if attacks:
            write_position(here.after[0], own, opp, 0, theirs)
        else:
            write_position(here.after[0], opp, own, theirs, 0)
        judge(memory, here.after[0], 1 - turn, ply)
        number = 1
    empty = region.points & ~(own | opp)
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
        after = here.after[number]
        if attacks:
            write_position(after, mine, left, closed, theirs | ko)
        else:
            write_position(after, left, mine, theirs | ko, closed)
        judge(memory, after, 1 - turn, ply)
        number += 1
        if effort(after, turn) == 0:
            break
    here.number = number
    return number


@inline
def keep(memory: CaptureMemory, position: CapturePosition) -> None:
    """Write what is thought of a position to the table."""
    entry = entry_of(memory, position.key)
    entry.key = position.key
    entry.proof = position.proof
    entry.disproof = position.disproof


@kernel("int64(CaptureMemory, int64, int64, int64, int64, SearchContext)")
def explore(
    memory: CaptureMemory, ply: int, turn: int, most_mine: int, most_theirs: int, context: SearchContext
) -> int:
    """Search below the position of a ply until it takes the mover so much, or the other, to prove what he wants."""
    here = memory.plies[ply]
    position = here.position
    context.nodes += 1
    if ply == MOST_PLIES:
        settle(position, memory.region.eyes != 0)
        return 0
    number = list_positions(memory, ply, turn)
    while True:
        least = CERTAIN
        second = CERTAIN
        most = 0
        unproven = 0
        best = 0
        for index in range(number):
            mine = effort(here.after[index], turn)
            theirs = effort(here.after[index], 1 - turn)
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
        position.proof = least if turn == 0 else all_theirs
        position.disproof = all_theirs if turn == 0 else least
        if least >= most_mine or all_theirs >= most_theirs or stopped(context):
            break
        after = here.after[best]
        below = memory.plies[ply + 1].position
        copy_bytes(below.address, after.address, POSITION_BYTES)
        limit = min(most_mine, second + 1 + second // 4)
        explore(memory, ply + 1, 1 - turn, most_theirs - unproven + 1, limit, context)
        after.proof = below.proof
        after.disproof = below.disproof
    keep(memory, position)
    return 0


@kernel("int64(int64, int64, int64, int64, SearchContext)")
def can_capture(attacker: int, defender: int, target: int, turn: int, context: SearchContext) -> int:
    """Whether a chain is captured in the region in scratch if the attacker moves first, or if ``turn`` is 1 the
    defender: 1 if so, 0 if not, -1 where that was not found out.
    """
    memory = CaptureMemory(context.scratch)
    region = memory.region
    region.target = target
    for index in range(1 << TABLE_BITS):
        entry = memory.table[index]
        entry.key = 0
        entry.proof = 0
        entry.disproof = 0
    root = memory.plies[0].position
    write_position(root, attacker, defender, 0, 0)
    root.key = key_in(root, turn)
    chain = chain_in(region, target, defender)
    if chain & region.beside_defender != 0 or lives_in(region, target, attacker, defender):
        return 0
    explore(memory, 0, turn, CERTAIN, CERTAIN, context)
    if root.proof == 0:
        return 1
    return 0 if root.disproof == 0 else -1
