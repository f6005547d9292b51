"""Counting leaves where moves are made several at a time: kernel source (see kernels/prelude.pyi).

Moves wait in a batch until there are many, of whatever positions. The replies to them wait in a second one, and the
replies to those are counted. So nothing waits for one position's result, and how many moves each has, which cannot be
predicted, decides no branch: perft takes two thirds of the time (8x8), or half (10x10), of one move after another.
"""

from __future__ import annotations

from engined.kernels.prelude import (
    BATCH_BYTES,
    ENOUGH,
    GROUP,
    RUN,
    Board,
    count,
    count_group,
    inline,
    is_empty,
    legal,
    load,
    made_opp,
    made_own,
    made_replies,
    make_group,
    put_boards,
    put_squares,
    replies_counted,
    store,
    to_front,
)


@inline
def wait(own: Board, opp: Board, moves: Board, batches: int) -> int:
    """Have leaves three plies on counted, sooner or later; gives such as are known at once, of any positions."""
    return make_waiting(batches, GROUP) if put(own, opp, moves, batches) >= ENOUGH else 0


@inline
def counted_so_far(batches: int) -> int:
    """Leaves that have been counted since this was asked last."""
    return replies_counted(batches + BATCH_BYTES)


@inline
def rest(batches: int) -> int:
    """All leaves that were not given yet."""
    leaves = make_waiting(batches, 1)
    count_replies(batches + BATCH_BYTES, 1)
    return leaves + counted_so_far(batches)


@inline
def put(own: Board, opp: Board, moves: Board, batch: int) -> int:
    """Let moves of a position wait in a batch; gives how many wait there."""
    place = load(batch)
    waiting = put_squares(batch, moves)
    while place < waiting:
        put_boards(batch, place, own, opp)
        place += RUN
    return waiting


@inline
def make_waiting(batch: int, least: int) -> int:
    """Make moves, group by group, as long as so many wait; the replies wait in the next batch.

    Gives the leaves two plies on behind moves that have no reply.
    """
    waiting, place, leaves = load(batch), 0, 0
    while waiting - place >= least:
        make_group(batch, place)
        for lane in range(min(waiting - place, GROUP)):
            own, opp, replies = made_own(batch, lane), made_opp(batch, lane), made_replies(batch, lane)
            if is_empty(replies):
                leaves += max(count(legal(opp, own)), 1)
            if put(own, opp, replies, batch + BATCH_BYTES) >= ENOUGH:
                count_replies(batch + BATCH_BYTES, GROUP)
        place += GROUP
    to_front(batch, place)
    store(batch, max(waiting - place, 0))
    return leaves


@inline
def count_replies(batch: int, least: int) -> None:
    """Count the replies to moves, group by group, as long as so many wait; at least one for each move."""
    waiting, place = load(batch), 0
    while waiting - place >= least:
        count_group(batch, place, min(waiting - place, GROUP))
        place += GROUP
    to_front(batch, place)
    store(batch, max(waiting - place, 0))
