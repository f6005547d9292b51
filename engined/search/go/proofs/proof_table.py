"""What a search by proof numbers keeps: kernel text (see kernels/prelude.pyi).

Entries of the solver's table (see :mod:`engined.search.go.proofs.table`), of four kinds: by who moves, and passes. Sets
are the attacker's stones and the defender's. An entry is of one goal; of another it knows nothing.

A failure may hang on a repetition: then it is kept with the visit of the ply that it hangs on, and with the range of
plies, and holds as long as that visit lasts.
"""

from engined.kernels.prelude import Board, inline, load, store
from engined.search.go.proofs.table import KIND_SHIFT, find_entry, go_bucket, is_whole, place_in, write_entry

INFINITE = (1 << 28) - 1
NUMBER_BITS = 28
FIRST_PROOF_KIND = 2

# Of an entry's second word: what its first one is, and the goal.
OPEN = 0
"""Both numbers."""
PROVEN = 1
FAILED = 2
FAILED_HERE = 3
"""A visit, and the plies that the failure hangs on."""
GOAL_SHIFT = 32
GOAL_BITS = 65535
VISIT_BITS = 40
PLY_BITS = 8

# Of numbers in scratch.
PROOF = 0
"""The proof number: 0 if the goal is reached."""
DISPROOF = 8
"""0 if it is not reached, or not here."""
HANGS = 16
"""The deepest ply that a failure hangs on; -1 for none."""
HANGS_FROM = 24
"""The first one."""
NUMBERS_BYTES = 32


@inline
def set_numbers(to: int, proof: int, disproof: int, hangs: int, hangs_from: int) -> None:
    """Write what is known of a position."""
    store(to + PROOF, proof)
    store(to + DISPROOF, disproof)
    store(to + HANGS, hangs)
    store(to + HANGS_FROM, hangs_from)


@inline
def kind_of(turn: int, passes: int) -> int:
    """Of an entry."""
    return FIRST_PROOF_KIND + 2 * turn + passes


@inline
def find_numbers(attacker: Board, defender: Board, kind: int, goal: int, visits: int, to: int, context: int) -> bool:
    """Whether the table knows numbers of a position, as its entry has it; writes them. ``visits`` is the address of
    the visit that each ply is in, a word for each.
    """
    entry = find_entry(go_bucket(attacker, defender, context), attacker, defender, kind)
    if entry == 0:
        return False
    data = load(entry)
    rest = load(entry + 8)
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
        if load(visits + 8 * hangs) != data & ((1 << VISIT_BITS) - 1):
            return False
        set_numbers(to, INFINITE, 0, hangs, (data >> VISIT_BITS + PLY_BITS) & ((1 << PLY_BITS) - 1))
    return True


@inline
def keep_numbers(
    attacker: Board, defender: Board, kind: int, goal: int, visits: int, found: int, nodes: int, context: int
) -> None:
    """Keep the numbers at ``found`` of a position, as its entry has it, on which so many nodes were spent."""
    bucket = go_bucket(attacker, defender, context)
    entry = find_entry(bucket, attacker, defender, kind)
    if entry == 0:
        entry = place_in(bucket, context)
    said = OPEN
    hangs = load(found + HANGS)
    data = load(found + PROOF) | load(found + DISPROOF) << NUMBER_BITS
    if load(found + PROOF) == 0:
        said = PROVEN
    elif load(found + DISPROOF) == 0:
        said = FAILED
        if hangs >= 0:
            said = FAILED_HERE
            visit = load(visits + 8 * hangs) & ((1 << VISIT_BITS) - 1)
            data = visit | hangs << VISIT_BITS | load(found + HANGS_FROM) << VISIT_BITS + PLY_BITS
    rest = said | kind << KIND_SHIFT | (goal & GOAL_BITS) << GOAL_SHIFT
    write_entry(entry, attacker, defender, data, rest, nodes, context)
