"""What a cell network says of positions: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.prelude import BOARD_BYTES, Board, kernel, load_board, network_sum, pattern_sum


@kernel("int64(B, B, int64, int64)")
def correction(own: Board, opp: Board, vectors: int, head: int) -> int:
    """Of a position."""
    return network_sum(own, opp, vectors, head)


@kernel("int64(int64, int64, int64, int64)")
def corrections(positions: int, size: int, vectors: int, head: int) -> int:
    """The sum of those of positions, pairs of boards in memory."""
    total = 0
    for number in range(size):
        place = positions + 2 * BOARD_BYTES * number
        total += network_sum(load_board(place), load_board(place + BOARD_BYTES), vectors, head)
    return total


@kernel("int64(int64, int64, int64)")
def sums(positions: int, size: int, weights: int) -> int:
    """The sum of the sums of patterns."""
    total = 0
    for number in range(size):
        place = positions + 2 * BOARD_BYTES * number
        total += pattern_sum(load_board(place), load_board(place + BOARD_BYTES), weights)
    return total
