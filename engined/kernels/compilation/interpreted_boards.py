"""Sets of squares, and the rules of the flipping game, in plain Python (see :mod:`interpreted`)."""

# ruff: noqa: D102 - what functions of the prelude do, prelude.pyi says

from __future__ import annotations

from engined.rules.flipping import bracketed
from engined.rules.geometry import geometry
from engined.variants.model import EMPTY, CaptureKind

from ..layouts.layout import AXES, Layout
from . import binding
from .interpreted_words import MASK, Board, Word, join, lowest, split, word


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
        return word(self._join(a).bit_count())

    def first(self, a: Board) -> Word:
        return word(lowest(self._join(a)))

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
        return join(self._layout, board)

    def _split(self, mask: int) -> Board:
        return split(self._layout, mask)


class BoardRules:
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
        return word(self._bracketed(self._content(mine, theirs), int(square)).bit_count())

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
        return word(self._discs(a).bit_count())

    def placements_left(self, own: Board, opp: Board) -> Word:
        if not self._removes:
            return word(self._empty(own, opp).bit_count())
        return word(2 * self._layout.allowance - self._placed(own) - self._placed(opp))

    def final_score(self, own: Board, opp: Board) -> Word:
        scoring, cells = self._variant.scoring, len(self._squares)
        mine, theirs = (self._discs(board).bit_count() for board in (own, opp))
        score = mine - theirs
        if scoring.empties_to_winner and score:
            score = cells - 2 * theirs if score > 0 else 2 * mine - cells
        return word(-score if scoring.misere else score)

    def hash_position(self, own: Board, opp: Board) -> Word:
        sides = []
        for side, board in enumerate((own, opp)):
            words = (int(word) & MASK for word in (board if isinstance(board, tuple) else (board,)))
            sides.append(sum(word * binding.multiplier(2 * index + side) for index, word in enumerate(words)) & MASK)
        mixed = sides[0] ^ (sides[1] << 32 | sides[1] >> 32) & MASK
        mixed ^= mixed >> 29
        return word(mixed * binding.GOLDEN)

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
        return join(self._layout, board)

    def _split(self, mask: int) -> Board:
        return split(self._layout, mask)
