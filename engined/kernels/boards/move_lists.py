"""Lists of moves in memory, as :mod:`engined.search.ordering` describes them, written and compared in vectors."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from llvmlite import ir

from engined.variants.model import Choice

from ..codes import MOVE_BITS
from ..cpu import Cpu
from .bits import I1, I64, WORD, at, call, constant
from .lines import Lines
from .simd import Lanes, Words, constants, count, each, joined, split, total
from .simd_moves import make, single

Value = Any
"""A value of LLVM's IR, as llvmlite has it."""
Operation = tuple[Any, tuple[Any, ...], Callable[..., Any]]
"""An instruction: the type of its result, the types of its arguments, and its emitter."""

GIVEN = -(1 << 62)
"""Key of a move that has been given, and of none: less than any other."""
MOST_CHOICES = 1020
"""Moves in a list where a square may have several."""


class MoveLists:
    """Emits what writes moves into lists and finds the best; those of one position are written a group at a time."""

    def __init__(self, lines: Lines, cpu: Cpu) -> None:
        self.lines = lines
        self.words = lines.layout.words
        self.group = cpu.list_group
        chooses = lines.layout.variant.capture.choice is not Choice.ALL
        self.most = MOST_CHOICES if chooses else len(lines.layout.variant.board.cells)

    @property
    def constants(self) -> dict[str, int]:
        """The numbers of the prelude."""
        sizes = {"LIST_GROUP": self.group, "LIST_ROOM": self._room, "MOST_LISTED": self.most}
        return {"GIVEN": GIVEN, "KEY_BITS": MOVE_BITS, **sizes}

    def instructions(self) -> dict[str, Operation]:
        """The list functions of the prelude that are always there."""
        return {"store_key": (WORD, (WORD, WORD), self._store_key), "highest": (WORD, (WORD,), self._highest)}

    def group_instructions(self) -> dict[str, Operation]:
        """Those for games where moves can be made several at a time."""
        return {"list_group": ("B", (WORD, WORD, "B", "B", "B", "B", WORD, WORD, WORD), self._list_group)}

    @property
    def _room(self) -> int:
        """A group that begins with the last move has room too."""
        return self.most + self.group

    def _store_key(self, b: Any, address: Value, key: Value) -> Value:
        lanes = Lanes(b, self.group)
        keys = key if self.group == 1 else b.insert_element(self._given(lanes), key, ir.Constant(I64, 0))
        b.store(keys, at(b, address, lanes.type), align=8)
        return constant(0)

    def _highest(self, b: Any, address: Value) -> Value:
        lanes = Lanes(b, self.group)
        keys = b.load(at(b, address, lanes.type), align=8)
        return keys if self.group == 1 else call(b, f"llvm.vector.reduce.smax.v{self.group}i64", I64, keys)

    def _given(self, lanes: Lanes) -> Value:
        return lanes.constant([GIVEN] * lanes.count)

    def _list_group(
        self,
        b: Any,
        slot: Value,
        size: Value,
        own: Words,
        opp: Words,
        moves: Words,
        gaining: Words,
        reply_costs: Value,
        corner_costs: Value,
        gains: Value,
    ) -> Words:
        lanes = Lanes(b, self.group)
        there = b.icmp_signed("<", lanes.constant(range(lanes.count)), lanes.splat(count(b, moves)))
        whole, squares = joined(b, moves), []
        for _ in range(self.group):  # where no move is left, a square for which tables of rays have nothing
            zeros = call(b, f"llvm.cttz.i{64 * self.words}", whole.type, whole, ir.Constant(I1, 0))
            squares.append(zeros if self.words == 1 else b.trunc(zeros, I64))
            whole = b.and_(whole, b.sub(whole, ir.Constant(whole.type, 1)))
        numbers = ir.Constant(lanes.type, ir.Undefined)
        for lane, square in enumerate(squares):
            numbers = b.insert_element(numbers, square, ir.Constant(I64, lane))
        mine, theirs, gainers = ([lanes.splat(word) for word in board] for board in (own, opp, gaining))
        made = make(self.lines, lanes, mine, theirs, squares, numbers)
        corners = [lanes.splat(word) for word in constants(self.lines.layout.corners, self.words)]
        replies, cornered = (
            total(b, (call(b, f"llvm.ctpop.v{lanes.count}i64", lanes.type, word) for word in board))
            for board in (made.replies, each(b.and_, made.replies, corners))
        )
        costs = b.add(b.mul(replies, lanes.splat(reply_costs)), b.mul(cornered, lanes.splat(corner_costs)))
        gained = reduce(b.or_, each(b.and_, single(lanes, numbers, self.words), gainers))
        ordering_score = b.sub(lanes.where(b.not_(lanes.is_zero(gained)), lanes.splat(gains)), costs)
        place = b.add(lanes.splat(size), lanes.constant(range(lanes.count)))
        bits = lanes.constant([MOVE_BITS] * lanes.count)
        keys = b.or_(b.shl(b.or_(b.shl(ordering_score, bits), place), bits), numbers)
        address, room = b.add(slot, b.mul(size, constant(8))), 8 * self._room
        b.store(b.select(there, keys, self._given(lanes)), at(b, address, lanes.type), align=8)
        address = b.add(slot, b.add(constant(room), b.mul(size, constant(8 * self.words))))
        for start, board in ((0, made.turned), (self.words * room, made.replies)):
            for index, word in enumerate(lanes.interleaved(board)):
                b.store(word, at(b, b.add(address, constant(start + 8 * self.group * index)), lanes.type), align=8)
        return split(b, whole, self.words)
