"""Bracketing along closed rings: from a layout to LLVM instructions.

The cells of a ring are gathered, in the ring's order, into one word of as many bits; there a step along the
ring is a rotation, and what is found is scattered over the board again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..layouts.layout import Layout
from .bits import I8, I64, call, constant, entry, table
from .lines import first_stops
from .simd import Lanes, Words

Value = Any
"""A value of LLVM's IR, as llvmlite has it."""


@dataclass(frozen=True)
class Piece:
    """Cells of a ring whose order on the ring is their order in one word of the board, or the reverse."""

    word: int
    mask: int
    """The bits of these cells in that word of the board."""
    offset: int
    """The lowest bit that they take in the ring's word."""
    reverse: bool

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.mask.bit_count()


class Ring:
    """Emits the moves and flips along one closed ring."""

    def __init__(self, layout: Layout, ring: tuple[int, ...], *, fast_bits: bool) -> None:
        self.cells = [layout.bit_of(square) for square in ring]
        self.words = layout.words
        self.fast_bits = fast_bits
        self.mask = (1 << len(ring)) - 1
        self.pieces = tuple(_pieces(self.cells) if fast_bits else _pairs(self.cells))

    def moves(self, builder: Any, own: Words, opp: Words) -> Words:
        """Cells one step behind the runs of the other's discs that begin next to the mover's discs."""
        mine, theirs = self._gather(builder, own), self._gather(builder, opp)
        total = constant(0)
        for sign in (1, -1):
            through, covered, stride = theirs, 1, 1
            reached = builder.and_(through, self._rotated(builder, mine, constant(sign % len(self.cells))))
            while covered < len(self.cells) - 2:
                by = constant(sign * stride % len(self.cells))
                passed = builder.and_(through, self._rotated(builder, reached, by))
                through = builder.and_(through, self._rotated(builder, through, by))
                reached, covered, stride = builder.or_(reached, passed), covered + stride, 2 * stride
            behind = self._rotated(builder, reached, constant(sign % len(self.cells)))
            total = builder.or_(total, behind)
        return self._scatter(builder, total)

    def flips(self, builder: Any, square: Value, own: Words, stops: Words) -> Words:
        """Discs that turn when the mover places on a square; at ``stops``, all other squares, runs end."""
        places = {bit: place for place, bit in enumerate(self.cells)}
        values = [places.get(bit, 0xFF) for bit in range(64 * self.words)]
        place = builder.zext(entry(builder, table(builder, values, 8), square, I8), I64)
        on_ring = builder.icmp_signed("!=", place, constant(0xFF))
        place = builder.select(on_ring, place, constant(0))
        back = builder.sub(constant(len(self.cells)), place)
        # Turned so that the placed disc is bit 0: no disc brackets with itself.
        ray = builder.select(on_ring, constant(self.mask - 1), constant(0))
        mine = self._rotated(builder, self._gather(builder, own), back)
        ends = self._rotated(builder, self._gather(builder, stops), back)
        turned = first_stops(Lanes(builder, 1), [ray], [ray], [mine], [ends])
        return self._scatter(builder, self._rotated(builder, turned[0], place))

    def _rotated(self, builder: Any, value: Value, by: Value) -> Value:
        """The ring's word turned by 0 to all of its cells."""
        back = builder.sub(constant(len(self.cells)), by)
        turned = builder.or_(builder.shl(value, by), builder.lshr(value, back))
        return builder.and_(turned, constant(self.mask))

    def _gather(self, builder: Any, board: Words) -> Value:
        """The ring's cells of a board, in the ring's order."""
        gathered = constant(0)
        for piece in self.pieces:
            if self.fast_bits:
                part = call(builder, "llvm.x86.bmi.pext.64", I64, board[piece.word], constant(piece.mask))
                part = _ordered(builder, piece, part)
                part = builder.shl(part, constant(piece.offset))
            else:
                part = _moved(builder, builder.and_(board[piece.word], constant(piece.mask)), piece, 1)
            gathered = builder.or_(gathered, part)
        return gathered

    def _scatter(self, builder: Any, gathered: Value) -> Words:
        """The inverse of :meth:`_gather`: everything off the ring is empty."""
        board = [constant(0)] * self.words
        for piece in self.pieces:
            if self.fast_bits:
                part = builder.lshr(gathered, constant(piece.offset))
                part = builder.and_(part, constant((1 << piece.size) - 1))
                part = _ordered(builder, piece, part)
                part = call(builder, "llvm.x86.bmi.pdep.64", I64, part, constant(piece.mask))
            else:
                part = builder.and_(_moved(builder, gathered, piece, -1), constant(piece.mask))
            board[piece.word] = builder.or_(board[piece.word], part)
        return board


def _ordered(builder: Any, piece: Piece, value: Value) -> Value:
    """The cells of a piece from the word's order to the ring's, or back."""
    if not piece.reverse:
        return value
    turned = call(builder, "llvm.bitreverse.i64", I64, value)
    return builder.lshr(turned, constant(64 - piece.size))


def _moved(builder: Any, value: Value, piece: Piece, sign: int) -> Value:
    """Bits moved from a piece's place in the word to its place in the ring (sign 1), or back (-1)."""
    by = sign * (piece.offset - (piece.mask & -piece.mask).bit_length() + 1)
    return builder.shl(value, constant(by)) if by >= 0 else builder.lshr(value, constant(-by))


def _pieces(cells: list[int]) -> Iterator[Piece]:
    """A ring cut where its cells change the word, or the direction in it."""
    start = 0
    while start < len(cells):
        end, reverse = start + 1, False
        while end < len(cells) and cells[end] // 64 == cells[start] // 64:
            if end == start + 1:
                reverse = cells[end] < cells[start]
            elif (cells[end] < cells[end - 1]) != reverse:
                break
            end += 1
        word = cells[start] // 64
        yield Piece(word, sum(1 << cell % 64 for cell in cells[start:end]), start, reverse)
        start = end


def _pairs(cells: list[int]) -> Iterator[Piece]:
    """A ring cut into cells that one shift brings from the word to their places in the ring."""
    groups: dict[tuple[int, int], list[int]] = {}
    for place, cell in enumerate(cells):
        groups.setdefault((cell // 64, place - cell % 64), []).append(place)
    for (word, _), places in groups.items():
        yield Piece(word, sum(1 << cells[place] % 64 for place in places), min(places), False)
