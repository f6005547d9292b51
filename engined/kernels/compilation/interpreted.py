"""Kernel texts as plain Python: for a debugger and a coverage report, and to check what the compiler makes of them.

Every text runs from its own file, line for line, with the names of the prelude bound to Python functions below. They
follow the rules as plainly as can be, so nothing of what :mod:`engined.kernels.compilation.binding` emits is in them
but constants. Kernels take and give what compiled ones do, and work on the same memory; they are thousands of times
slower. ``ENGINED_INTERPRET=1`` has all kernels run so. Words are numpy's int64, which wrap as machine words do.
"""

# ruff: noqa: D102 - what functions of the prelude do, prelude.pyi says

from __future__ import annotations
import __future__

import ctypes
from collections.abc import Callable, Iterable
from functools import partial, wraps
from typing import Any

import numpy as np

from engined.patterns.shapes import patterns_of
from engined.rules.flipping import bracketed
from engined.rules.geometry import geometry
from engined.variants.model import EMPTY, CaptureKind

from ..boards.captures import captures
from ..cpu import Cpu
from ..layouts.go import GoLayout
from ..layouts.layout import AXES, Layout
from ..layouts.multiplayer import MultiplayerLayout
from ..network_codes import CHANNELS, PRODUCTS
from . import binding, kernel_sources
from .interpreted_networks import CellNetworks
from .kernel_sources import Part

PORTABLE = Cpu("portable", frozenset())
"""A CPU without special instructions: moves are listed one by one, and never made several at a time."""
ANNOTATIONS = __future__.annotations.compiler_flag
"""As generated modules, texts name types that are not there."""
MASK = (1 << 64) - 1
Word = Any
"""An int64 of numpy's, or an int."""
Board = Any
"""A word, or a tuple of them."""


class Interpreted:
    """A part of a variant in plain Python: its constants and kernels are attributes."""

    def __init__(self, layout: Layout, part: Part, *, trained: bool) -> None:
        self._layout = layout
        names: dict[str, Any] = {"__name__": f"engined_interpreted_{part.name}", **prelude(layout, trained=trained)}
        kernels: list[str] = []

        def kernel(signature: str) -> Callable[[Any], Any]:
            def note(function: Any) -> Any:
                kernels.append(function.__name__)
                return function

            return note

        names["kernel"] = kernel
        for path, text in kernel_sources.bare(part):
            exec(compile(text, path, "exec", ANNOTATIONS, dont_inherit=True), names)
        self.__dict__.update({name: value for name, value in names.items() if name.isupper()})
        self.__dict__.update({name: _callable(names[name]) for name in kernels})


def _callable(function: Any) -> Any:
    """A kernel as Python calls it: ints and tuples of ints in and out."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            found = function(*map(_word, arguments))
        return tuple(map(int, found)) if isinstance(found, tuple) else int(found or 0)

    return call


def _word(value: Any) -> Any:
    return tuple(map(_word, value)) if isinstance(value, tuple) else np.int64(_signed(int(value)))


def _signed(value: int) -> int:
    value &= MASK
    return value - (1 << 64) if value >> 63 else value


def prelude(layout: Layout, *, trained: bool) -> dict[str, Any]:
    """The names of prelude.pyi for one layout, but ``kernel``."""
    compiled = binding.names(layout, PORTABLE, trained=trained)
    bound: dict[str, Any] = {
        **{name: value for name, value in compiled.items() if name.isupper()},
        **_words(),
        **_memory(layout),
        **_names(Sets(layout)),
        **_names(Game(layout)),
    }
    if isinstance(layout, GoLayout):
        bound |= _network(layout, bound)
    if isinstance(layout, MultiplayerLayout):
        sets = {name: [_split(layout, mask) for mask in masks] for name, masks in layout.tables.items()}
        bound |= {name: found.__getitem__ for name, found in sets.items()}
    else:
        bound |= _names(PatternSums(layout, bound))
        bound |= _names(CellNetworks(layout, partial(_contents, layout)))
    return bound | captures(layout.variant.capture, bound, lambda function: function)


def _names(functions: object) -> dict[str, Any]:
    """The public methods of an object."""
    return {name: getattr(functions, name) for name in dir(type(functions)) if not name.startswith("_")}


# --- words and memory --------------------------------------------------------------------------------


def _words() -> dict[str, Any]:
    def spread(bits: Iterable[int], mask: int) -> int:
        places = [place for place in range(64) if mask >> place & 1]
        return sum(1 << place for bit, place in zip(bits, places, strict=False) if bit)

    def pdep(value: Word, mask: Word) -> Word:
        return _word(spread((int(value) >> place & 1 for place in range(64)), int(mask) & MASK))

    def pext(value: Word, mask: Word) -> Word:
        places = [place for place in range(64) if int(mask) >> place & 1]
        return _word(sum((int(value) >> place & 1) << index for index, place in enumerate(places)))

    return {
        "inline": lambda function: function,
        "int64": _word,
        "shift_right": lambda value, by: _word((int(value) & MASK) >> int(by)),
        "popcount": lambda value: _word((int(value) & MASK).bit_count()),
        "lowest_bit": lambda value: _word(_lowest(int(value) & MASK)),
        "byte_swap": lambda value: _word(int.from_bytes((int(value) & MASK).to_bytes(8, "little"), "big")),
        "pext": pext,
        "pdep": pdep,
    }


def _lowest(value: int) -> int:
    return (value & -value).bit_length() - 1


def _network(layout: GoLayout, names: dict[str, Any]) -> dict[str, Any]:
    together = names["TOGETHER"]

    def floats(address: Word, size: int) -> Any:
        return np.ctypeslib.as_array((ctypes.c_float * size).from_address(int(address)))

    def load_float(address: Word) -> float:
        return float(floats(address, 1)[0])

    def store_float(address: Word, value: float) -> int:
        floats(address, 1)[0] = value
        return 0

    def begin_products(source: Word, target: Word, apart: Word, inputs: Word) -> int:
        rows = [floats(source + 4 * inputs * row * layout.row, 4 * inputs).reshape(4, inputs) for row in range(4)]
        sums = np.einsum("pr,rci,qc->pqi", SUMMED, np.stack(rows), SUMMED).reshape(PRODUCTS, inputs)
        for product, values in enumerate(sums):
            floats(target + apart * product, inputs)[:] = values
        return 0

    def multiply_tiles(values: Word, weights: Word, target: Word, inputs: Word) -> int:
        tiles = floats(values, together * CHANNELS).reshape(together, CHANNELS)[:, :inputs]
        kernel = floats(weights, inputs * CHANNELS).reshape(inputs, CHANNELS)
        floats(target, together * CHANNELS)[:] = (tiles @ kernel).ravel()
        return 0

    def end_products(products: Word, apart: Word, bias: Word, added: Word, target: Word) -> int:
        made = np.stack([floats(products + apart * product, CHANNELS) for product in range(PRODUCTS)])
        tile = np.einsum("rp,pqo,cq->rco", ENDED, made.reshape(4, 4, CHANNELS), ENDED) + floats(bias, CHANNELS)
        for row in range(2):
            place = 4 * CHANNELS * row * layout.row
            more = floats(added + place, 2 * CHANNELS) if added else 0.0
            floats(target + place, 2 * CHANNELS)[:] = np.maximum(tile[row].ravel() + more, 0)
        return 0

    instructions = (begin_products, multiply_tiles, end_products)
    return {"load_float": load_float, "store_float": store_float} | {one.__name__: one for one in instructions}


SUMMED = np.array([[1, 0, -1, 0], [0, 1, 1, 0], [0, -1, 1, 0], [0, 1, 0, -1]])
"""What four values in a row give for four products."""
ENDED = np.array([[1, 1, 1, 0], [0, 1, -1, -1]])
"""What two points have of four products."""


def _memory(layout: Layout) -> dict[str, Any]:
    def at(address: Word) -> ctypes.c_int64:
        return ctypes.c_int64.from_address(int(address))

    def load(address: Word) -> Word:
        return np.int64(at(address).value)

    def store(address: Word, value: Word) -> int:
        at(address).value = int(value)
        return 0

    def add_to(address: Word, value: Word) -> int:
        return store(address, load(address) + value)

    def narrow(kind: Any) -> tuple[Callable[[Word], Word], Callable[[Word, Word], int]]:
        def read(address: Word) -> Word:
            return _word(kind.from_address(int(address)).value)

        def write(address: Word, value: Word) -> int:
            kind.from_address(int(address)).value = int(value)
            return 0

        return read, write

    def copy_bytes(to: Word, source: Word, size: Word) -> int:
        ctypes.memmove(int(to), int(source), int(size))
        return 0

    def count_up(address: Word, value: Word) -> Word:
        before = load(address)
        store(address, before + value)
        return before

    def exchange_32(address: Word, expected: Word, value: Word) -> bool:
        same = bool(load_32(address) == expected)
        if same:
            store_32(address, value)
        return same

    def call_at(function: Word, value: Word) -> int:
        if function:
            ctypes.CFUNCTYPE(None, ctypes.c_int64)(int(function))(int(value))
        return 0

    (load_byte, store_byte), (load_16, store_16), (load_32, store_32) = map(
        narrow, (ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint32)
    )

    def load_board(address: Word) -> Board:
        words = tuple(load(address + 8 * index) for index in range(layout.words))
        return words[0] if layout.words == 1 else words

    def store_board(address: Word, board: Board) -> int:
        for index, word in enumerate((board,) if layout.words == 1 else board):
            store(address + 8 * index, word)
        return 0

    def xor_all(board: Board, word: Word) -> Board:
        return board ^ word if layout.words == 1 else tuple(part ^ word for part in board)

    return {
        "load": load,
        "store": store,
        "add_to": add_to,
        "load_flag": load,
        "load_byte": load_byte,
        "store_byte": store_byte,
        "load_16": load_16,
        "store_16": store_16,
        "load_32": load_32,
        "store_32": store_32,
        "copy_bytes": copy_bytes,
        "count_up": count_up,
        "exchange_32": exchange_32,
        "load_board": load_board,
        "store_board": store_board,
        "xor_all": xor_all,
        "prefetch": lambda address: 0,
        "call_at": call_at,
        "store_key": store,
        "highest": load,
    }


# --- sets of squares ---------------------------------------------------------------------------------


def _join(layout: Layout, board: Board) -> int:
    return layout.join(tuple(map(int, board)) if isinstance(board, tuple) else int(board))


def _split(layout: Layout, mask: int) -> Board:
    return _word(layout.split(mask & (1 << 64 * layout.words) - 1))


class Sets:
    """Sets of squares of one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def both(self, a: Board, b: Board) -> Board:
        return self._split(self._join(a) & self._join(b))

    def either(self, a: Board, b: Board) -> Board:
        return self._split(self._join(a) | self._join(b))

    def differ(self, a: Board, b: Board) -> Board:
        return self._split(self._join(a) ^ self._join(b))

    def without(self, a: Board, b: Board) -> Board:
        return self._split(self._join(a) & ~self._join(b))

    def is_empty(self, a: Board) -> bool:
        return self._join(a) == 0

    def is_equal(self, a: Board, b: Board) -> bool:
        return self._join(a) == self._join(b)

    def meets(self, a: Board, b: Board) -> bool:
        return self._join(a) & self._join(b) != 0

    def count(self, a: Board) -> Word:
        return _word(self._join(a).bit_count())

    def first(self, a: Board) -> Word:
        return _word(_lowest(self._join(a)))

    def drop_first(self, a: Board) -> Board:
        mask = self._join(a)
        return self._split(mask & mask - 1)

    def lower_subset(self, part: Board, whole: Board) -> Board:
        return self._split(self._join(part) - 1 & self._join(whole))

    def single(self, square: Word) -> Board:
        return self._split(1 << int(square))

    def empty_set(self) -> Board:
        return self._split(0)

    def neighbours(self, square: Word) -> Board:
        return self._split(self._layout.neighbours(self._layout.square_of(int(square))))

    def around(self, a: Board) -> Board:
        found = 0
        for axis in range(len(AXES)):
            found |= self._beside(a, axis)
        return self._split(found)

    def beside(self, a: Board, axis: Word) -> Board:
        return self._split(self._beside(a, int(axis)))

    def moved(self, a: Board, way: Word) -> Board:
        steps = ((0, 1), (0, -1), (1, 0), (-1, 0))
        down, right = steps[int(way)]
        width, cells = self._layout.variant.board.width, self._layout.variant.board.cells
        squares = self._layout.squares(self._layout.split(self._join(a)))
        places = (divmod(square, width) for square in squares)
        moved = ((row + down, column + right) for row, column in places)
        inside = {row * width + column for row, column in moved if 0 <= column < width}
        return self._split(self._layout.mask(inside.intersection(cells)))

    def mirrored(self, a: Board, way: Word) -> Board:
        squares = self._layout.squares(self._layout.split(self._join(a)))
        images = (self._layout.mirrored(square, int(way)) for square in squares)
        return self._split(self._layout.mask(image for image in images if image is not None))

    def on_lines(self, a: Board, axis: Word) -> Board:
        found = 0
        for square in self._layout.squares(self._layout.split(self._join(a))):
            ways = (self._layout.ray(square, int(axis), up=up) for up in (True, False))
            found |= self._layout.mask([square]) | next(ways) | next(ways)
        return self._split(found)

    def border(self, axis: Word) -> Board:
        return self._split(self._layout.cells & ~self._layout.inner(int(axis)))

    def quadrant(self, number: Word) -> Board:
        cells = self._layout.variant.board.cells
        return self._split(self._layout.mask(cell for cell in cells if self._layout.quadrant(cell) == number))

    def _beside(self, a: Board, axis: int) -> int:
        found = 0
        for square in self._layout.squares(self._layout.split(self._join(a))):
            up, down = (self._layout.ray(square, axis, up=way) for way in (True, False))
            found |= up & -up | (1 << down.bit_length() >> 1)
        return found

    def _join(self, board: Board) -> int:
        return _join(self._layout, board)

    def _split(self, mask: int) -> Board:
        return _split(self._layout, mask)


# --- the game ----------------------------------------------------------------------------------------


class Game:
    """The rules of one variant on boards of a layout: see prelude.pyi."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._variant = layout.variant
        self._squares = {layout.bit_of(cell): cell for cell in layout.variant.board.cells}
        self._removes = layout.variant.capture.kind is CaptureKind.REMOVE

    def legal(self, own: Board, opp: Board) -> Board:
        empty = self._empty(own, opp)
        if self._in_setup(own, opp):
            return self._split(empty & self._layout.mask(self._variant.setup.cells))
        if self._layout.supply_bits and self._placed(own) >= self._layout.allowance:
            return self._split(0)
        board = self._content(self._discs(own), self._discs(opp))
        squares = (bit for bit in self._squares if empty >> bit & 1)
        return self._split(sum(1 << bit for bit in squares if self._bracketed(board, bit)))

    def flips(self, own: Board, opp: Board, square: Word) -> Board:
        if self._in_setup(own, opp):
            return self._split(0)
        return self._split(self._bracketed(self._content(self._discs(own), self._discs(opp)), int(square)))

    def last_flips(self, own: Board, square: Word) -> Word:
        mine = self._discs(own)
        theirs = self._layout.cells & ~mine & ~(1 << int(square))
        return _word(self._bracketed(self._content(mine, theirs), int(square)).bit_count())

    def next_own(self, own: Board, opp: Board, square: Word, flipped: Board) -> Board:
        return self._split(self._join(opp) ^ self._join(flipped))

    def next_opp(self, own: Board, opp: Board, square: Word, flipped: Board) -> Board:
        board = self._join(own) ^ (0 if self._removes else self._join(flipped)) ^ 1 << int(square)
        if self._layout.supply_bits:
            board += 1 << self._layout.supply_shift
        return self._split(board)

    def empties(self, own: Board, opp: Board) -> Board:
        return self._split(self._layout.cells & ~self._join(own) & ~self._join(opp))

    def discs(self, a: Board) -> Word:
        return _word(self._discs(a).bit_count())

    def placements_left(self, own: Board, opp: Board) -> Word:
        if not self._removes:
            return _word(self._empty(own, opp).bit_count())
        return _word(2 * self._layout.allowance - self._placed(own) - self._placed(opp))

    def final_score(self, own: Board, opp: Board) -> Word:
        scoring, cells = self._variant.scoring, len(self._squares)
        mine, theirs = (self._discs(board).bit_count() for board in (own, opp))
        score = mine - theirs
        if scoring.empties_to_winner and score:
            score = cells - 2 * theirs if score > 0 else 2 * mine - cells
        return _word(-score if scoring.misere else score)

    def hash_position(self, own: Board, opp: Board) -> Word:
        sides = []
        for side, board in enumerate((own, opp)):
            words = (int(word) & MASK for word in (board if isinstance(board, tuple) else (board,)))
            sides.append(sum(word * binding.multiplier(2 * index + side) for index, word in enumerate(words)) & MASK)
        mixed = sides[0] ^ (sides[1] << 32 | sides[1] >> 32) & MASK
        mixed ^= mixed >> 29
        return _word(mixed * binding.GOLDEN)

    def _bracketed(self, board: list[int], bit: int) -> int:
        square = self._squares[bit]
        return self._layout.mask(bracketed(geometry(self._variant.board), board, square, 0))

    def _content(self, own: int, opp: int) -> list[int]:
        """The mover's discs as colour 0, the others as 1."""
        board = [EMPTY] * (self._variant.board.width * self._variant.board.height)
        for bit, square in self._squares.items():
            board[square] = 0 if own >> bit & 1 else 1 if opp >> bit & 1 else EMPTY
        return board

    def _in_setup(self, own: Board, opp: Board) -> bool:
        discs = (self._discs(own) | self._discs(opp)).bit_count()
        return discs < self._layout.setup_discs

    def _placed(self, board: Board) -> int:
        """Discs that a side has placed, as its spare bits count them."""
        return self._join(board) >> self._layout.supply_shift

    def _discs(self, board: Board) -> int:
        return self._join(board) & self._layout.cells

    def _empty(self, own: Board, opp: Board) -> int:
        return self._layout.cells & ~self._discs(own) & ~self._discs(opp)

    def _join(self, board: Board) -> int:
        return _join(self._layout, board)

    def _split(self, mask: int) -> Board:
        return _split(self._layout, mask)


class PatternSums:
    """The patterns of one layout's board: what is prepared of a position is the position."""

    def __init__(self, layout: Layout, bound: dict[str, Any]) -> None:
        self._layout = layout
        self._patterns = patterns_of(layout.variant)
        self._bound = bound

    def pattern_sum(self, own: Board, opp: Board, weights: Word) -> Word:
        values = (ctypes.c_int16.from_address(int(weights) + 2 * index).value for index in self._indices(own, opp))
        return _word(ctypes.c_int16(sum(values)).value)

    def prepare_patterns(self, own: Board, opp: Board, address: Word) -> int:
        self._bound["store_board"](address, own)
        self._bound["store_board"](address + 8 * self._layout.words, opp)
        return 0

    def pattern_sum_after(self, prepared: Word, square: Word, flipped: Board, weights: Word) -> Word:
        load, bound = self._bound["load_board"], self._bound
        own, opp = load(prepared), load(prepared + 8 * self._layout.words)
        mine = bound["next_own"](own, opp, square, flipped)
        theirs = bound["either"](bound["differ"](own, flipped), bound["single"](square))
        return self.pattern_sum(mine, theirs, weights)

    def store_patterns(self, own: Board, opp: Board, address: Word) -> int:
        for number, index in enumerate(self._indices(own, opp)):
            ctypes.c_int32.from_address(int(address) + 4 * number).value = index
        return 0

    def _indices(self, own: Board, opp: Board) -> list[int]:
        """Of every pattern in the table of all shapes: own discs are digits 2, the other's 0, empty cells 1."""
        starts = self._patterns.starts
        return [
            starts[pattern.shape]
            + sum(3**place * digit for place, digit in enumerate(_contents(self._layout, own, opp, pattern.squares)))
            for pattern in self._patterns.placed
        ]


def _contents(layout: Layout, own: Board, opp: Board, squares: Iterable[int]) -> list[int]:
    """What is on some squares: 2 for own discs, 1 for empty cells, 0 for the other's."""
    mine, theirs = _join(layout, own), _join(layout, opp)
    return [1 + (mine >> layout.bit_of(square) & 1) - (theirs >> layout.bit_of(square) & 1) for square in squares]
