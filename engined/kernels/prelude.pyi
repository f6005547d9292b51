"""The names that kernel sources build on: the contract between kernels/ and search/, evaluation/.

There is no module of this name at run time. `kernels/compilation/build.py` generates one module per variant and part:
it binds these names for that variant (`kernels/compilation/binding.py`), then executes the sources of modules in
search/ and evaluation/ without their imports of this module and of each other. This stub lets mypy and editors read
those modules as they stand. A source must import names as they are (no `as`), at its top level.

A Board is a set of squares. In machine code it is an int64 (boards of up to 64 bits) or a tuple of WORDS
int64 (wider ones); kernel sources treat it as opaque and use the functions below, all of which are inlined.
Kernel squares are bit indices of the variant's own embedding (`layout.bit_of`), not square indices.
A position is the pair (own, opp): the mover's discs and the other seat's. For variants with a limited supply
the counts of discs placed live in spare high bits of the two boards; `discs`, `legal`, `next_opp` know of
them, so a source that uses only these functions is right for every variant.
"""

from collections.abc import Callable
from typing import Any, Generic, NewType, TypeVar

Board = NewType("Board", int)
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

# --- decorators --------------------------------------------------------------
def kernel(signature: str) -> Callable[[F], F]:
    """Compile with an explicit signature, without the GIL, cached: kernel("int64(B, B, int64)").

    B is the Board type; boolean and void are known too, and records by their names: Python gives and gets addresses.
    """

def inline(function: F) -> F:
    """Compile and inline into every caller (forceinline)."""

# --- constants of the variant ------------------------------------------------
WORDS: int
BOARD_BYTES: int  # of a board in memory
CELLS: int  # number of cells
FULL: Board  # all cells
CORNERS: Board  # cells at a border of all four axes: no straight line can flip them back
MAX_SQUARE: int  # bits of the embedding
EMPTIES_TO_WINNER: bool
MISERE: bool
LIMITED: bool  # supplies are limited: a seat may have to pass although it could flip
SETUP: bool  # there is a set-up phase
STRAIGHT: bool  # discs turn only on rows, columns and diagonals through the placed one (no rings, nothing indirect)
CHOICE: int  # of the bracketed discs turn 0 all, 1 one that the mover chooses, 2 those that it chooses
MIN_FLIPS: int  # with CHOICE 2: how many turn at least, 0 or 1
REMOVES: bool  # bracketed discs leave the board instead
FAST_BITS: bool  # pext/pdep exist on this CPU
GROUPED: bool  # moves can be made several at a time: list_group and the functions of batches below are there

# --- sets of squares -----------------------------------------------------------
def both(a: Board, b: Board) -> Board: ...  # a & b
def either(a: Board, b: Board) -> Board: ...  # a | b
def differ(a: Board, b: Board) -> Board: ...  # a ^ b
def without(a: Board, b: Board) -> Board: ...  # a & ~b
def is_empty(a: Board) -> bool: ...
def is_equal(a: Board, b: Board) -> bool: ...
def meets(a: Board, b: Board) -> bool: ...  # (a & b) != 0
def count(a: Board) -> int: ...  # of a set of squares (no supply bits)
def first(a: Board) -> int: ...  # lowest square of a non-empty set
def drop_first(a: Board) -> Board: ...
def lower_subset(part: Board, whole: Board) -> Board:
    """The next subset in falling order; after the empty one, the whole set."""

def single(square: int) -> Board: ...
def empty_set() -> Board: ...

# --- the game ------------------------------------------------------------------
def legal(own: Board, opp: Board) -> Board:
    """Squares where the mover may place."""

def flips(own: Board, opp: Board, square: int) -> Board:
    """Discs that turn when the mover places on an empty square; none where the placement captures nothing.

    With a CHOICE those that it may choose from.
    """

def turned(own: Board, opp: Board, square: int, chosen: Board) -> Board:
    """Discs that turn when the mover chooses these: them, and with a CHOICE those that they bracket indirectly."""

def placements_left(own: Board, opp: Board) -> int:
    """How many placements can still follow, at most: the empty cells, or what is left to place."""

def next_own(own: Board, opp: Board, square: int, flipped: Board) -> Board:
    """After the move, seen by the next mover: its own discs (opp ^ flipped)."""

def next_opp(own: Board, opp: Board, square: int, flipped: Board) -> Board:
    """After the move, seen by the next mover: its opponent's discs (own ^ flipped ^ single(square))."""

def empties(own: Board, opp: Board) -> Board: ...
def discs(a: Board) -> int: ...  # number of discs of a side (supply bits masked out)
def final_score(own: Board, opp: Board) -> int:
    """Score in discs of a finished game, mover's view: empties to the winner and misere applied, komi not."""

def last_flips(own: Board, square: int) -> int:
    """Number of discs that turn when `own` places on the only empty cell; all other cells are the other's."""

def neighbours(square: int) -> Board: ...
def around(a: Board) -> Board: ...  # cells next to a member of the set, in any direction
def beside(a: Board, axis: int) -> Board:
    """Cells next to a member of the set along one axis, both ways: 0 rows, 1 columns, 2 and 3 diagonals.

    An axis should be known when kernels are compiled: then nothing is left of the other axes.
    """

def moved(a: Board, way: int) -> Board:
    """The cells that one step leads to from members: 0 to the right, 1 to the left, 2 down, 3 up.

    As with an axis, a way should be known when kernels are compiled.
    """

def mirrored(a: Board, way: int) -> Board:
    """The image of a set: 0 top to bottom, 1 left to right, 2 in the main diagonal. What leaves the board is lost."""

def on_lines(a: Board, axis: int) -> Board:
    """All cells of the lines (between borders or holes) along one axis that hold a member of the set."""

def border(axis: int) -> Board: ...  # cells that lack a neighbour along the axis on at least one side
def quadrant(number: int) -> Board: ...  # the cells of a quarter of the board, 0 to 3
def hash_position(own: Board, opp: Board) -> int: ...  # well mixed in its high bits

# --- lists of moves (see engined/search/ordering.py) -----------------------------------------------
KEY_BITS: int  # of a square, and of a place, in the key of a move
LIST_GROUP: int  # keys that are written and compared at a time, 1 or 4
LIST_ROOM: int  # moves that a list has memory for
MOST_LISTED: int  # moves that it may hold
GIVEN: int  # key of a move that has been given, and of none

def store_key(address: int, key: int) -> int:
    """Write a key, and behind it GIVEN, as many as make up a group."""

def highest(address: int) -> int:
    """The highest of a group of keys."""

def list_group(
    slot: int,
    size: int,
    own: Board,
    opp: Board,
    moves: Board,
    gaining: Board,
    reply_costs: int,
    corner_costs: int,
    gains: int,
) -> Board:
    """Write the first LIST_GROUP of some moves behind the ``size`` moves of a list; gives the others."""

# --- batches of moves, made several at a time: only where GROUPED ---------------------------------
GROUP: int  # moves that are made at a time, 4 or 8
RUN: int  # moves that get their position at a time
BATCH_BYTES: int  # of one batch; its first word is the number of moves that wait in it
ENOUGH: int  # moves that are worth working off: there is room for fewer, and for those of one position more

def new_batches() -> int:
    """The address of two empty batches, one behind the other, that last as long as the kernel that calls this."""

def put_squares(batch: int, moves: Board) -> int:
    """Let moves wait, behind those that do; gives how many wait then. Their positions must follow."""

def put_boards(batch: int, place: int, own: Board, opp: Board) -> int:
    """The position in which RUN moves from a place on are made, or as many of them as wait."""

def make_group(batch: int, place: int) -> int:
    """Make a group of moves, from a place on that is a multiple of GROUP: the following tell what was made."""

def made_own(batch: int, lane: int) -> Board: ...
def made_opp(batch: int, lane: int) -> Board: ...
def made_replies(batch: int, lane: int) -> Board:
    """Squares where the next mover may place."""

def count_group(batch: int, place: int, number: int) -> int:
    """Make the first ``number`` moves of a group likewise, and count the replies to each, but at least one."""

def replies_counted(batch: int) -> int:
    """What has been counted since this was asked last."""

def to_front(batch: int, place: int) -> int:
    """Copy a group of moves, from a place on that is a multiple of GROUP, to the front."""

# --- seats: only with a layout of kernels/layouts/multiplayer.py ------------------------
# There a position lies in memory (see engined/search/game.pyi); in flipping games, own and opp above are the
# discs of the mover's colour and all others together.
SEATS: int
COLOURS: int
SIDES: int  # that win or lose together
COLOURS_OF_SEATS: int  # packed, 4 bits for each seat
SIDES_OF_SEATS: int  # likewise
TOUCH: bool  # where nothing can be bracketed, a disc goes next to any other
FORBIDDING: bool  # some seat may not place everywhere
HOMES: bool  # a seat counts its colour's discs in its own region alone
NEUTRAL: bool  # there are discs of colours that no seat has

def open_to(seat: int) -> Board: ...  # cells where a seat may place by its regions; only where FORBIDDING
def home_of(seat: int) -> Board: ...  # the region that a seat counts; only where HOMES

# --- Go: only with the layout of kernels/layouts/go.py ---------------------------------------------------
STRIDE: int  # from a point to that below it; a column and rows of points around the board are off it
POINTS: int  # in memory, on the board and off it: a multiple of 8
ROWS: int  # of the board
STONES_COUNT: bool  # at the end of the game; empty cells that are surrounded do in any case
PRISONERS_COUNT: bool
SYMMETRIES: int  # that make two positions one: 8, 4 or, where nothing is gained by them, 1

# --- chain games: only with the layout of kernels/layouts/chains.py ---------------------------------------
BRANCHING: bool  # chains may have more than two ends
ENDS_COUNT: bool  # a chain whose ends are of one colour is a point for that
LENGTHS_COUNT: bool  # a chain is a point for a seat by whether its number of stones is odd
BENDS_COUNT: bool  # the same of its bends
ODD_SEAT: int  # the seat that odd numbers are points for
MIRRORS: int  # bits: the ways of mirrored() that are symmetries of the board
MOST_POINTS: int  # by so many points a side can be ahead, at most

# --- patterns: not in those parts ------------------------------------------------------------------------------
PATTERNS: int  # number of placed patterns
PREPARED_BYTES: int  # of what prepare_patterns writes
TRAINED: bool  # the context's block TABLES holds weights

def pattern_sum(own: Board, opp: Board, weights: int) -> int:
    """Sum of the weights, int16 each, that the patterns find in the table of a stage at this address."""

def prepare_patterns(own: Board, opp: Board, address: int) -> int:
    """Write what `pattern_sum_after` needs of a position, at an address that is a multiple of 128."""

def pattern_sum_after(prepared: int, square: int, flipped: Board, weights: int) -> int:
    """What `pattern_sum` is after a move in the prepared position, for the next mover: in less time."""

def store_patterns(own: Board, opp: Board, address: int) -> int:
    """Write the index of every pattern in the table of a stage, int32 each."""

def network_sum(own: Board, opp: Board, vectors: int, head: int) -> int:
    """What a cell network adds to that, in hundredths of a disc, by the vectors and the head at these addresses."""

# --- raw memory ------------------------------------------------------------------
def load(address: int) -> int: ...  # int64
def store(address: int, value: int) -> int: ...
def load_byte(address: int) -> int: ...  # unsigned, as those of 16 and 32 bits
def store_byte(address: int, value: int) -> int: ...  # the low bits, as with 16 and 32
def load_16(address: int) -> int: ...
def store_16(address: int, value: int) -> int: ...
def load_32(address: int) -> int: ...
def store_32(address: int, value: int) -> int: ...
def copy_bytes(to: int, source: int, size: int) -> int: ...
def count_up(address: int, value: int) -> int: ...  # atomic add_to; gives what was there
def exchange_32(address: int, expected: int, value: int) -> bool: ...  # atomic; whether it was as expected
def add_to(address: int, value: int) -> int: ...
def load_flag(address: int) -> int: ...  # atomic monotonic: for the stop flag
def load_board(address: int) -> Board: ...  # WORDS consecutive int64
def store_board(address: int, board: Board) -> int: ...
def xor_all(board: Board, word: int) -> Board: ...  # every word xor the same int64 (for lockless tables)
def prefetch(address: int) -> int: ...
def call_at(function: int, value: int) -> int: ...  # call what is at an address, unless that is 0: for rare cases

# --- records: memory by names --------------------------------------------------------
# The kinds of fields: unsigned numbers of so many bits, a signed word, a float of 32 bits; Board; and records.
u8 = int
u16 = int
u32 = int
i64 = int
f32 = float

class Record:
    """A record is a class derived from this one: its annotations are the fields, in order and aligned as in C.

    ``Move(address)`` is the record at an address, and costs nothing. ``move.visits`` reads a field, ``move.visits = 3``
    writes its low bits. A field that is itself a record or an array is where it lies. Annotations of functions may name
    records. Under the interpreter, a debugger shows what a record holds.
    """

    address: int
    def __init__(self, address: int) -> None: ...

class Array(Generic[T]):
    """A field of several elements, ``counts: Array[u32] = room_for(8)``: read and written by index, unchecked."""

    address: int
    def __getitem__(self, index: int) -> T: ...
    def __setitem__(self, index: int, value: T) -> None: ...

def room_for(number: int, aligned: int = 1) -> Any:
    """How many elements an array has; ``aligned``, what the address of the first is a multiple of besides."""

# At the top level of sources only:
def bytes_of(record: type[Record]) -> int: ...  # in bytes
def offset_of(record: type[Record], field: str) -> int: ...  # in bytes, for what Python reads and for atomic operations

# --- small networks: floats of 32 bits, and what is multiplied in 16; on boards of points ---
TOGETHER: int  # tiles, each two points by two, that are multiplied together

def load_float(address: int) -> float: ...
def store_float(address: int, value: float) -> int: ...
def begin_products(source: int, target: int, apart: int, inputs: int) -> int:
    """Of a tile, with so many channels in each of four points by four from that at ``source`` on: the sums that are to
    be multiplied, int16 in parts of FACTOR_ONE, so many bytes ``apart`` from one product to the next. What lies behind
    the channels is anything.
    """

def multiply_tiles(values: int, weights: int, target: int, inputs: int, channels: int) -> int:
    """Of TOGETHER tiles, side by side, what one product comes to for each of the output ``channels``, a multiple of 32:
    int32. ``inputs`` are even; of each pair of them, weights lie side by side.
    """

def end_products(products: int, apart: int, bias: int, added: int, target: int, channels: int) -> int:
    """Of a tile, whose products are so many bytes ``apart``: its two points by two from ``target`` on, with a bias and
    what is at ``added``, unless that is 0; what is below 0 is 0.
    """

def weighted_sum(values: int, weights: int, number: int) -> float:
    """The sum of so many floats, a multiple of 32, each times its weight."""

def raise_to(values: int, others: int, number: int) -> int:
    """Write the greater of both to ``values``, for each of so many floats, a multiple of 32."""

def add_floats(values: int, others: int, number: int) -> int:
    """Write the sum of both to ``values``, likewise."""

# --- int64 bits ----------------------------------------------------------------------
def shift_right(value: int, by: int) -> int: ...  # logical
def popcount(value: int) -> int: ...
def lowest_bit(value: int) -> int: ...  # index; value != 0
def pext(value: int, mask: int) -> int: ...  # only where FAST_BITS
def pdep(value: int, mask: int) -> int: ...  # only where FAST_BITS
def byte_swap(value: int) -> int: ...
def int64(value: int) -> int: ...  # the same number
