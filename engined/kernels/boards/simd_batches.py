"""Moves of any positions wait in batches until a group of them is made: eight for CPUs with AVX-512, four with AVX2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from llvmlite import ir

from ..cpu import Cpu
from .bits import I1, I8, I64, WORD, at, call, constant, entry, table
from .lines import Lines
from .simd import Lanes, Words, total
from .simd_moves import Made, make

Value = Any
"""A value of LLVM's IR, as llvmlite has it."""
Operation = tuple[Any, tuple[Any, ...], Callable[..., Any]]
"""An instruction: the type of its result, the types of its arguments, and its emitter."""

WORD_BYTES, ALIGNED = 8, 64
SUMS, BOARDS = ALIGNED, 2 * ALIGNED
"""Where in a batch are a sum of replies for each lane, and the boards; the number of moves that wait comes first."""
RUN = 16
"""Moves that get their boards at once: few positions have more, and how many each has is hard to predict."""
ENOUGH = 64
"""Moves that are worth working off: a batch has room for fewer, and for those of one position more."""

EACH_BYTE = 0x0101010101010101
LISTS = [
    sum(bit << 8 * number for number, bit in enumerate(bit for bit in range(8) if byte >> bit & 1))
    for byte in range(256)
]
"""The table that lists, for each byte, the numbers of its bits, the lowest in the lowest byte; zeros follow."""


class Batches:
    """Emits what fills and works off batches of moves that turn all that they bracket on straight lines.

    A batch holds arrays: for each word the movers' boards, then the others' boards; what a group has made,
    likewise, and the squares of the replies to them; last, the squares of the moves, a byte each.
    """

    def __init__(self, lines: Lines, cpu: Cpu) -> None:
        self.lines = lines
        self.cpu = cpu
        self.group = cpu.group
        self.vector_bytes = self.group * WORD_BYTES
        self.words = lines.layout.words
        self.capacity = _rounded(ENOUGH + len(lines.layout.variant.board.cells) + RUN, RUN)
        self.made = BOARDS + 2 * self.words * self.capacity * WORD_BYTES
        self.squares = self.made + 3 * self.words * self.vector_bytes
        self.bytes = _rounded(self.squares + self.capacity + 64, ALIGNED)

    def instructions(self) -> dict[str, Operation]:
        """The batch functions of the prelude."""
        return {
            "new_batches": (WORD, (), self._new),
            "put_squares": (WORD, (WORD, "B"), self._put_squares),
            "put_boards": (WORD, (WORD, WORD, "B", "B"), self._put_boards),
            "make_group": (WORD, (WORD, WORD), self._make_group),
            "made_own": ("B", (WORD, WORD), partial(self._made_board, 0)),
            "made_opp": ("B", (WORD, WORD), partial(self._made_board, 1)),
            "made_replies": ("B", (WORD, WORD), partial(self._made_board, 2)),
            "count_group": (WORD, (WORD, WORD, WORD), self._count_group),
            "replies_counted": (WORD, (WORD,), self._replies_counted),
            "to_front": (WORD, (WORD, WORD), self._to_front),
        }

    # --- memory ---------------------------------------------------------------------------------

    def _new(self, b: Any) -> Value:
        """Two batches of nothing but 0: squares must be such even where no move waits."""
        with b.goto_entry_block():
            block = b.alloca(ir.ArrayType(I8, 2 * self.bytes))
        block.align = ALIGNED
        start = b.bitcast(block, I8.as_pointer())
        memset = b.module.declare_intrinsic("llvm.memset", (start.type, I64))
        b.call(memset, (start, ir.Constant(I8, 0), constant(2 * self.bytes), ir.Constant(I1, 0)))
        return b.ptrtoint(block, I64)

    def _put_squares(self, b: Any, batch: Value, moves: Words) -> Value:
        waiting = b.load(at(b, batch))
        for part, listed in self._packed(b, moves) if self.cpu.packs_bytes else self._looked_up(b, moves):
            b.store(listed, at(b, self._square(b, batch, waiting), listed.type), align=1)
            waiting = b.add(waiting, call(b, "llvm.ctpop.i64", I64, part))
        b.store(waiting, at(b, batch))
        return waiting

    def _packed(self, b: Any, moves: Words) -> Iterator[tuple[Value, Value]]:
        """Parts of the moves, and their squares, followed by zeros: a word at a time."""
        kind = ir.VectorType(I8, 64)
        for index, word in enumerate(moves):
            numbers = ir.Constant(kind, [64 * index + bit for bit in range(64)])
            wanted, zeros = b.bitcast(word, ir.VectorType(I1, 64)), ir.Constant(kind, [0] * 64)
            yield word, call(b, "llvm.x86.avx512.mask.compress.v64i8", kind, numbers, zeros, wanted)

    def _looked_up(self, b: Any, moves: Words) -> Iterator[tuple[Value, Value]]:
        """The same by a table, eight cells at a time; followed by squares that mean nothing."""
        lists = table(b, LISTS)
        for first in range(0, self.lines.layout.cells.bit_length(), 8):
            part = b.and_(b.lshr(moves[first // 64], constant(first % 64)), constant(255))
            yield part, b.add(entry(b, lists, part, I64), constant(first * EACH_BYTE))

    def _put_boards(self, b: Any, batch: Value, place: Value, own: Words, opp: Words) -> Value:
        for index, word in enumerate((*own, *opp)):
            address, words = self._board(b, batch, index, place), Lanes(b, self.group).splat(word)
            for first in range(0, RUN, self.group):
                self._store(b, b.add(address, constant(first * WORD_BYTES)), words, align=WORD_BYTES)
        return constant(0)

    def _to_front(self, b: Any, batch: Value, place: Value) -> Value:
        for index in range(2 * self.words):
            front, kept = (self._board(b, batch, index, start) for start in (constant(0), place))
            self._store(b, front, self._vector(b, kept))
        squares = b.load(at(b, self._square(b, batch, place)), align=1)
        b.store(squares, at(b, self._square(b, batch, constant(0))), align=1)
        return constant(0)

    def _board(self, b: Any, batch: Value, index: int, place: Value) -> Value:
        """The address of one word of the boards from a place on."""
        start = b.add(batch, constant(BOARDS + index * self.capacity * WORD_BYTES))
        return b.add(start, b.mul(place, constant(WORD_BYTES)))

    def _square(self, b: Any, batch: Value, place: Value) -> Value:
        """The address of the squares from a place on."""
        return b.add(b.add(batch, constant(self.squares)), place)

    def _vector(self, b: Any, address: Value) -> Value:
        return b.load(at(b, address, ir.VectorType(I64, self.group)), align=self.vector_bytes)

    def _store(self, b: Any, address: Value, vector: Value, align: int = 0) -> None:
        b.store(vector, at(b, address, vector.type), align=align or self.vector_bytes)

    # --- moves ----------------------------------------------------------------------------------

    def _make_group(self, b: Any, batch: Value, place: Value) -> Value:
        made = self._made(Lanes(b, self.group), batch, place)
        words = (*made.own, *made.opp, *made.replies)
        for index, word in enumerate(words):
            self._store(b, b.add(batch, constant(self.made + index * self.vector_bytes)), word)
        return constant(0)

    def _made_board(self, board: int, b: Any, batch: Value, lane: Value) -> Words:
        first = b.add(batch, b.mul(lane, constant(WORD_BYTES)))
        starts = (self.made + (board * self.words + index) * self.vector_bytes for index in range(self.words))
        return [b.load(at(b, b.add(first, constant(start))), align=WORD_BYTES) for start in starts]

    def _count_group(self, b: Any, batch: Value, place: Value, number: Value) -> Value:
        lanes, sums = Lanes(b, self.group), b.add(batch, constant(SUMS))
        replies = self._made(lanes, batch, place).replies
        found = total(b, (call(b, f"llvm.ctpop.v{self.group}i64", lanes.type, word) for word in replies))
        found = call(b, f"llvm.umax.v{self.group}i64", lanes.type, found, lanes.constant([1] * self.group))
        wanted = b.icmp_unsigned("<", lanes.constant(range(self.group)), lanes.splat(number))
        self._store(b, sums, b.add(self._vector(b, sums), lanes.where(wanted, found)))
        return constant(0)

    def _replies_counted(self, b: Any, batch: Value) -> Value:
        lanes, address = Lanes(b, self.group), b.add(batch, constant(SUMS))
        sums = self._vector(b, address)
        self._store(b, address, lanes.zero)
        return total(b, (lanes.lane(sums, lane) for lane in range(self.group)))

    def _made(self, lanes: Lanes, batch: Value, place: Value) -> Made:
        """The positions after a group of moves, and where one may reply."""
        b = lanes.builder
        boards = [self._vector(b, self._board(b, batch, index, place)) for index in range(2 * self.words)]
        listed = b.load(at(b, self._square(b, batch, place), ir.VectorType(I8, self.group)), align=1)
        squares = [b.zext(b.extract_element(listed, ir.Constant(I64, lane)), I64) for lane in range(self.group)]
        own, opp = boards[: self.words], boards[self.words :]
        return make(self.lines, lanes, own, opp, squares, b.zext(listed, lanes.type))


def _rounded(number: int, unit: int) -> int:
    """Up to a multiple."""
    return -(-number // unit) * unit
