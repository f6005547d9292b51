"""Where the squares of a board lie in machine words, and which variants have kernels at all.

A row of the board takes ``stride`` bits. One bit more than the board is wide (a sentinel column that no disc
ever enters) keeps lines from running on in the next row; where that would cost another word, the stride is
the width and move generation masks the borders instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import ClassVar, Self

from engined.rules.position import Position
from engined.variants.model import EMPTY, Board, Capture, CaptureKind, Passing, Placement, ScoreKind, Scoring, Variant

AXES = ((1, 0), (0, 1), (-1, 1), (1, 1))
"""Steps (columns, rows) that lead to higher squares, one for each axis: rows, columns, the two diagonals."""

WordsOf = int | tuple[int, ...]
"""A set of squares for a kernel: one signed int64, or a tuple of them, low bits first."""

TELLS: dict[str, frozenset[str]] = {
    "kind": frozenset({"HOMES", "STONES_COUNT", "PRISONERS_COUNT"}),
    "empties_to_winner": frozenset({"EMPTIES_TO_WINNER", "final_score"}),
    "misere": frozenset({"MISERE", "final_score"}),
}
"""The names of the prelude whose meaning each field of a variant's scoring decides, by the name of the field. Machine
code of a source that imports none of them is the same for two variants that differ in these fields alone.
"""


def unsupported(variant: Variant) -> str | None:
    """Why this variant has no kernel; None if it has one."""
    capture = variant.capture
    most = len(variant.board.cells)
    limited = all(seat.supply is not None and seat.supply <= most for seat in variant.seats)
    reasons = (
        (len(variant.seats) != 2, "more than two seats"),
        ({seat.colour for seat in variant.seats} != {0, 1}, "seats that share a colour"),
        (len(variant.colours) != 2, "neutral colours"),
        (capture.kind is CaptureKind.SURROUND, "capture surround"),
        (variant.placement is not Placement.CAPTURE, f"placement {variant.placement}"),
        (capture.kind not in (CaptureKind.FLIP, CaptureKind.REMOVE), f"capture {capture.kind}"),
        (capture.kind is CaptureKind.REMOVE and not limited, "discs that leave, and more of them than cells"),
        (capture.kind is CaptureKind.REMOVE and variant.setup.plies > 0, "a set-up phase where discs leave"),
        (capture.min_flips > 1, f"a choice of at least {capture.min_flips} discs"),
        (variant.passing is not Passing.FORCED, "free passes"),
        (variant.scoring.kind is not ScoreKind.DISCS, f"scoring by {variant.scoring.kind}"),
        (any(seat.forbidden for seat in variant.seats), "squares forbidden to a seat"),
        (bool(variant.teams), "teams"),
        (any(len(ring) > 63 for ring in variant.board.rings), "a ring of more than 63 cells"),
    )
    return next((reason for applies, reason in reasons if applies), None)


@dataclass(frozen=True)
class Layout:
    """The embedding of one variant's board in ``words`` words of 64 bits."""

    variant: Variant
    stride: int
    words: int
    supply_bits: int
    """Spare high bits of the last word, where a board counts the discs that its seat has placed."""
    hand_made: bool = True
    """Whether hand-made kernels may stand in for generated ones; there are such for the plain 8x8 board."""
    tells: ClassVar[dict[str, frozenset[str]]] = TELLS

    def bit_of(self, square: int) -> int:
        """The kernel square (a bit index) of a square of the bounding box."""
        row, column = divmod(square, self.variant.board.width)
        return row * self.stride + column

    def square_of(self, bit: int) -> int:
        """The square of the bounding box that a kernel square stands for."""
        row, column = divmod(bit, self.stride)
        return row * self.variant.board.width + column

    def mask(self, squares: Iterable[int]) -> int:
        """A set of squares as one unsigned integer."""
        return sum(1 << self.bit_of(square) for square in set(squares))

    def split(self, mask: int) -> WordsOf:
        """An unsigned integer as kernels take it: signed words."""
        words = tuple(
            word - (1 << 64) if (word := mask >> 64 * index & (1 << 64) - 1) >> 63 else word
            for index in range(self.words)
        )
        return words[0] if self.words == 1 else words

    def join(self, words: WordsOf) -> int:
        """The inverse of :meth:`split`."""
        parts = (words,) if isinstance(words, int) else words
        return sum((part & (1 << 64) - 1) << 64 * index for index, part in enumerate(parts))

    @property
    def essence(self) -> str:
        """All that machine code depends on, in one spelling: variants that differ elsewhere share it."""
        board, scoring, capture = self.variant.board, self.variant.scoring, self.variant.capture
        fields = (
            (board.width, board.height, board.cells, board.rings, self.stride, self.words),
            (sorted(self.variant.setup.cells), self.setup_discs, self.supply_bits),
            (self.allowance if self.supply_bits else 0, scoring.empties_to_winner, scoring.misere),
            self.plain_8x8 and self.hand_made,
            (str(capture.kind), capture.choice.value, capture.min_flips, capture.indirect),
        )
        return repr(fields)

    def seen_by(self, names: Collection[str]) -> Self:
        """The layout for sources that import these names from the prelude: what they cannot tell of the scoring is as
        usual, and so the machine code of variants that differ in that alone is one.
        """
        untold = (field for field, tellers in self.tells.items() if tellers.isdisjoint(names))
        scoring = replace(self.variant.scoring, **{field: getattr(Scoring(), field) for field in untold})
        return replace(self, variant=replace(self.variant, scoring=scoring))

    # --- the board ------------------------------------------------------------------------------

    @cached_property
    def plain_8x8(self) -> bool:
        """The full 8x8 board with bit = square, no supplies, no rings and no indirect captures."""
        board = self.variant.board
        plain = board.width == board.height == 8 and not board.holes and not board.rings
        return plain and self.words == 1 and not self.supply_bits and not self.variant.capture.indirect

    @cached_property
    def only_lines(self) -> bool:
        """Whether a move is a cell, and turns what it brackets along straight lines: no set-up, supplies or choice."""
        more = self.variant.board.rings or self.setup_discs or self.supply_bits
        return not more and self.variant.capture == Capture()

    @cached_property
    def cells(self) -> int:
        """All cells, as one unsigned integer."""
        return self.mask(self.variant.board.cells)

    @cached_property
    def corners(self) -> int:
        """Cells at a border of all four axes, and on no ring: a straight line cannot flip them back."""
        ringed = {square for ring in self.variant.board.rings for square in ring}
        inner = self.inner(0) | self.inner(1) | self.inner(2) | self.inner(3)
        return self.cells & ~inner & ~self.mask(ringed)

    @cached_property
    def longest_run(self) -> int:
        """The most discs that one straight line can bracket."""
        lines = (self._steps(square, *axis) for square in self.variant.board.cells for axis in AXES)
        return max((len(line) - 1 for line in lines), default=0)

    def ray(self, square: int, axis: int, *, up: bool) -> int:
        """The cells that lie from a square along an axis, towards higher or lower squares."""
        return self.mask(self._steps(square, *(AXES[axis] if up else _back(AXES[axis]))))

    def shift(self, axis: int) -> int:
        """The number of bits that a step along an axis moves a square by."""
        columns, rows = AXES[axis]
        return rows * self.stride + columns

    def inner(self, axis: int) -> int:
        """Cells with a neighbour on both sides along an axis: only their discs can be bracketed on it."""
        return self.followers(axis, up=True) & self.followers(axis, up=False)

    def followers(self, axis: int, *, up: bool) -> int:
        """Cells that a step along an axis, towards higher or lower squares, enters from another cell."""
        step = AXES[axis] if not up else _back(AXES[axis])
        return self.mask(square for square in self.variant.board.cells if self._steps(square, *step))

    def mirrored(self, square: int, way: int) -> int | None:
        """The square that a square goes to: top to bottom, left to right, in the main diagonal; None off the board."""
        board = self.variant.board
        row, column = divmod(square, board.width)
        places = ((board.height - 1 - row, column), (row, board.width - 1 - column), (column, row))
        down, across = places[way]
        inside = down < board.height and across < board.width
        return down * board.width + across if inside and down * board.width + across in self._existing else None

    def neighbours(self, square: int) -> int:
        """The cells next to a square along the four axes."""
        steps = (*AXES, *map(_back, AXES))
        return self.mask(cell for step in steps for cell in self._steps(square, *step)[:1])

    def quadrant(self, square: int) -> int:
        """0 to 3: the quarter of the bounding box that a square is in."""
        row, column = divmod(square, self.variant.board.width)
        return 2 * (2 * row >= self.variant.board.height) + (2 * column >= self.variant.board.width)

    def _steps(self, square: int, columns: int, rows: int) -> list[int]:
        width = self.variant.board.width
        found: list[int] = []
        row, column = divmod(square, width)
        while True:
            row, column = row + rows, column + columns
            if not 0 <= column < width or row * width + column not in self._existing:
                return found
            found.append(row * width + column)

    @cached_property
    def _existing(self) -> frozenset[int]:
        return frozenset(self.variant.board.cells)

    # --- positions ------------------------------------------------------------------------------

    @cached_property
    def allowance(self) -> int:
        """The count at which a board's supply is used up; counts of seats with less start higher."""
        return max(self._supplies)

    @cached_property
    def _supplies(self) -> tuple[int, ...]:
        """Discs of each seat; one more than it can ever place where that is no limit."""
        most = len(self.variant.board.cells) + 1
        return tuple(most if seat.supply is None else min(seat.supply, most) for seat in self.variant.seats)

    @cached_property
    def supply_shift(self) -> int:
        """The lowest of the spare high bits that count placed discs."""
        return 64 * self.words - self.supply_bits

    @cached_property
    def setup_discs(self) -> int:
        """Fewer discs than this on the board: the set-up phase still runs."""
        start = sum(content != EMPTY for content in self.variant.board.start)
        return start + self.variant.setup.plies if self.variant.setup.plies else 0

    def boards(self, position: Position) -> tuple[WordsOf, WordsOf]:
        """A position as kernels take it: the mover's discs and the other seat's, with supplies counted.

        Raises ValueError when the position's set-up phase disagrees with its number of discs.
        """
        self.check_setup(position)
        own, opp = (self._side(position, seat) for seat in (position.seat, 1 - position.seat))
        return self.split(own), self.split(opp)

    def check_setup(self, position: Position) -> None:
        """Raise ValueError when the position's set-up phase disagrees with its number of discs."""
        if position.in_setup != (sum(position.discs()) < self.setup_discs):
            raise ValueError(
                f"{sum(position.discs())} discs on the board, but {sum(position.placed)} placed: "
                "kernels tell the set-up phase from the number of discs"
            )

    @cached_property
    def _bits(self) -> tuple[tuple[int, int], ...]:
        """The cells, each with its bit."""
        return tuple((square, 1 << self.bit_of(square)) for square in self.variant.board.cells)

    def _side(self, position: Position, seat: int) -> int:
        colour = self.variant.seats[seat].colour
        board, discs = position.board, 0
        for square, bit in self._bits:
            if board[square] == colour:
                discs |= bit
        if not self.supply_bits:
            return discs
        used = min(position.placed[seat] + self.allowance - self._supplies[seat], self.allowance)
        return discs | used << self.supply_shift

    def content(self, own: WordsOf, opp: WordsOf, seat: int) -> tuple[int, ...]:
        """The content of every square of the bounding box, given the boards of the mover and its seat."""
        board = [EMPTY] * (self.variant.board.width * self.variant.board.height)
        for words, owner in ((own, seat), (opp, 1 - seat)):
            discs = self.join(words)
            for square, bit in self._bits:
                if discs & bit:
                    board[square] = self.variant.seats[owner].colour
        return tuple(board)

    def squares(self, words: WordsOf) -> tuple[int, ...]:
        """The squares of a set, ascending."""
        mask = self.join(words)
        return tuple(square for square, bit in self._bits if mask & bit)


def _back(step: tuple[int, int]) -> tuple[int, int]:
    return -step[0], -step[1]


@lru_cache(maxsize=64)
def layout_of(variant: Variant, *, hand_made: bool = True) -> Layout:
    """The embedding with the fewest words, with a sentinel column if that is free; for hand-made kernels or not.

    Raises ValueError for a variant without kernels.
    """
    reason = unsupported(variant)
    if reason is not None:
        raise ValueError(f"{variant.name} has no kernel: {reason}")
    limited = any(seat.supply is not None for seat in variant.seats)
    supply_bits = (len(variant.board.cells) + 1).bit_length() if limited else 0
    return Layout(variant, *embedding(variant.board, supply_bits), supply_bits, hand_made)


def embedding(board: Board, spare_bits: int = 0) -> tuple[int, int]:
    """Stride and words of a board, with so many spare bits: the fewest words, a sentinel column if that is free."""

    def words(stride: int) -> int:
        last = max(square // board.width * stride + square % board.width for square in board.cells)
        return -(-(last + 1 + spare_bits) // 64)

    tight, loose = words(board.width), words(board.width + 1)
    return board.width + (loose == tight), min(tight, loose)
