"""Single rules of games among seats as kernels that Python can call: kernel source (see kernels/prelude.pyi)."""

from engined.kernels.prelude import Board, kernel
from engined.search.game import captured_by, moves_of, play_on, tally_of
from engined.search.many_seats.seats import margin_of_side, side_of


@kernel("B(int64, int64)")
def seat_moves(position: int, seat: int) -> Board:
    """Squares where a seat may place."""
    return moves_of(position, seat)


@kernel("int64(int64, int64, int64)")
def seat_plays(position: int, seat: int, square: int) -> int:
    """Write the position after a placement behind the one before; gives its address."""
    return play_on(position, seat, square, captured_by(position, seat, square))


@kernel("int64(int64)")
def final_tally(position: int) -> int:
    """What all seats count if the game ends, COUNT_BITS for each."""
    return tally_of(position)


@kernel("int64(int64, int64)")
def final_margin(position: int, seat: int) -> int:
    """What a seat's side is ahead of the best other one by if the game ends; without komi."""
    return margin_of_side(tally_of(position), side_of(seat))
