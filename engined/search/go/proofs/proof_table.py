"""What a search by proof numbers keeps: kernel source (see kernels/prelude.pyi).

Entries of the solver's table (see :mod:`engined.search.go.proofs.table`), of four kinds: by who moves, and passes. Sets
are the attacker's stones and the defender's. An entry is of one goal; of another it knows nothing.

A failure may hang on a repetition: then it is kept with the visit of the ply that it hangs on, and with the range of
plies, and holds as long as that visit lasts.
"""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import Array, Board, Record, i64, inline
from engined.search.go.proofs.table import KIND_SHIFT, entry_for, find_entry, go_bucket, is_whole, write_entry

INFINITE = (1 << 28) - 1
NUMBER_BITS = 28
FIRST_PROOF_KIND = 2

# The lowest bits of an entry's second word: what is known, and so what its first word holds.
OPEN = 0
"""The first word holds the proof number and the disproof number."""
PROVEN = 1
"""The goal is reached."""
FAILED = 2
"""The goal is not reached."""
FAILED_HERE = 3
"""The goal is not reached on this path: the first word holds the visit and the plies that the failure hangs on."""
GOAL_SHIFT = 32
GOAL_BITS = 65535
VISIT_BITS = 40
PLY_BITS = 8


class Numbers(Record):
    """What a search has found of a position so far."""

    proof: i64
    """The proof number: 0 if the goal is reached, INFINITE if it is not."""
    disproof: i64
    """The disproof number: 0 if the goal is not reached, or not on this path."""
    hangs: i64
    """The deepest ply that a failure hangs on; -1 if it hangs on none."""
    hangs_from: i64
    """The first ply that it hangs on."""


@inline
def set_numbers(to: Numbers, proof: int, disproof: int, hangs: int, hangs_from: int) -> None:
    """Write what is known of a position."""
    to.proof = proof
    to.disproof = disproof
    to.hangs = hangs
    to.hangs_from = hangs_from


@inline
def kind_of(turn: int, passes: int) -> int:
    """The kind of the entry of a position by whose turn it is, and whether that comes after a pass."""
    return FIRST_PROOF_KIND + 2 * turn + passes


@inline
def find_numbers(
    attacker: Board, defender: Board, kind: int, goal: int, visits: Array[i64], to: Numbers, context: SearchContext
) -> bool:
    """Whether the table knows numbers of a position, as its entry has it; writes them. ``visits`` are those that the
    plies are in.
    """
    entry = find_entry(go_bucket(attacker, defender, context), attacker, defender, kind)
    if entry.address == 0:
        return False
    data = entry.data
    rest = entry.rest
    if not is_whole(entry, attacker, data, rest) or (rest >> GOAL_SHIFT) & GOAL_BITS != goal & GOAL_BITS:
        return False
    said = rest & 3
    if said == OPEN:
        set_numbers(to, data & INFINITE, (data >> NUMBER_BITS) & INFINITE, -1, 0)
    elif said == PROVEN:
        set_numbers(to, 0, INFINITE, -1, 0)
    elif said == FAILED:
        set_numbers(to, INFINITE, 0, -1, 0)
    else:
        hangs = (data >> VISIT_BITS) & ((1 << PLY_BITS) - 1)
        if visits[hangs] != data & ((1 << VISIT_BITS) - 1):
            return False
        set_numbers(to, INFINITE, 0, hangs, (data >> VISIT_BITS + PLY_BITS) & ((1 << PLY_BITS) - 1))
    return True


@inline
def keep_numbers(
    attacker: Board,
    defender: Board,
    kind: int,
    goal: int,
    visits: Array[i64],
    found: Numbers,
    nodes: int,
    context: SearchContext,
) -> None:
    """Keep the numbers ``found`` of a position, as its entry has it, on which so many nodes were spent."""
    bucket = go_bucket(attacker, defender, context)
    entry = entry_for(bucket, attacker, defender, kind, context)
    said = OPEN
    hangs = found.hangs
    data = found.proof | found.disproof << NUMBER_BITS
    if found.proof == 0:
        said = PROVEN
    elif found.disproof == 0:
        said = FAILED
        if hangs >= 0:
            said = FAILED_HERE
            visit = visits[hangs] & ((1 << VISIT_BITS) - 1)
            data = visit | hangs << VISIT_BITS | found.hangs_from << VISIT_BITS + PLY_BITS
    rest = said | kind << KIND_SHIFT | (goal & GOAL_BITS) << GOAL_SHIFT
    write_entry(entry, attacker, defender, data, rest, nodes, context)
