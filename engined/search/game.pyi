"""A game as searches over positions in memory see it: the contract between a family's kernel sources and search/.

There is no module of this name at run time. The part of a family binds it to a source of the family's, its
implementation (``implementations`` of :class:`engined.kernels.compilation.kernel_sources.Part`). That has all of these
names, with these types, of its own or imported. For flipping games it is
:mod:`engined.search.many_seats.flipping_game`.

A position is POSITION_BYTES of memory and the seat to move. Positions lie in a stack: what a placement leads to is
written behind the position that it is played in. A seat that cannot place passes: the position stays as it is. Where
passing is free, it is a square of its own, and so a placement.

Everything is an inlined function (``inline``). Seats, sides and cells are those of the prelude, so the layout of such
a family is a :class:`engined.kernels.layouts.multiplayer.MultiplayerLayout`.
"""

from engined.kernels.context import SearchContext
from engined.kernels.prelude import Board

POSITION_BYTES: int
"""The size of a position in the stack, in bytes: a multiple of 8."""
STORED_BYTES: int
"""The size of a position in a table, in bytes: a multiple of 8."""
MOST_PLACEMENTS: int
"""Most placements of a game, from any start."""

# --- the rules ------------------------------------------------------------------------------------

def following(seat: int) -> int:
    """The seat whose turn it is next."""

def moves_of(position: int, seat: int) -> Board:
    """Squares where a seat may place; none once the game is over."""

def captured_by(position: int, seat: int, square: int) -> Board:
    """What a placement captures, or anything else that playing it needs and a set of squares can hold: it is kept
    where moves are ordered, and handed to :func:`play_on`.
    """

def play_on(position: int, seat: int, square: int, captured: Board) -> int:
    """Write the position after a placement behind the one before, POSITION_BYTES on; gives its address."""

def is_over(position: int) -> bool:
    """Whether the game is over. Asked only where the seat to move has no moves; true where no seat has any."""

def left_in(position: int) -> int:
    """How many placements can follow, at most: MOST_PLACEMENTS or less, and less by one or more after each."""

def tally_of(position: int) -> int:
    """What all seats count if the game is over, COUNT_BITS for each (see :mod:`engined.search.many_seats.seats`):
    nothing below 0, and no side is ahead by more than CELLS.
    """

# --- positions in tables --------------------------------------------------------------------------

def hash_of(position: int, key: int) -> int:
    """Of a position and a word that tells the seat to move, and more: well mixed in its high bits."""

def is_stored(address: int, position: int, mask: int) -> bool:
    """Whether the position stands at an address, as :func:`store_position` wrote it with this mask."""

def store_position(address: int, position: int, mask: int) -> None:
    """Write STORED_BYTES, whole words, every one xor the mask: all of a position that its future hangs on."""

# --- what helps a search --------------------------------------------------------------------------

def playout_move(position: int, seat: int, moves: Board, context: SearchContext) -> int:
    """One of some moves, by chance: a move of a random game (see :mod:`engined.search.random`)."""

def estimate(position: int, seat: int, context: SearchContext) -> int:
    """By how much the side of the seat to move will be ahead, in hundredths, between -MOST_VALUE and MOST_VALUE: sides
    are the allies and all others (``is_ally`` of :mod:`engined.search.many_seats.questions`).
    """

def ordering_score_at(position: int, seat: int, square: int, captured: Board, same: bool) -> int:
    """The move-ordering score of a placement: searches try the greatest first. A number of 37 bits and a sign.

    ``same`` says that the next seat wants what this one does. May write behind the position.
    """
