"""The names of prelude.pyi for one variant: its constants, and instructions for its board.

This is where a layout becomes things that kernel sources can call. Set-up phase, limited supplies, misère and
empties to the winner are dealt with here, so that sources need not know of them.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir

from engined.variants.model import CaptureKind

from ..boards import bits
from ..boards.bits import I1, TRUTH, WORD, at, call, constant, entry, instruction, table
from ..boards.captures import captures, compiled
from ..boards.hand_8x8 import Hand8x8
from ..boards.lines import Lines
from ..boards.move_lists import MoveLists
from ..boards.rings import Ring
from ..boards.simd import Lanes, Words, constants, count, each, joined, split, total
from ..boards.simd_batches import ENOUGH, RUN, Batches
from ..cpu import Cpu
from ..layouts.go import GoLayout
from ..layouts.layout import AXES, Layout
from ..layouts.multiplayer import MultiplayerLayout
from ..layouts.records import Declarations
from ..weights import convolution
from ..weights.cell_network import CellNetworks
from ..weights.patterns import PatternSums
from .compiled_records import compiled_records, kind_of_field
from .front_end import front_end
from .front_end.written import Written

GOLDEN = 0x9E3779B97F4A7C15
"""The golden ratio in 64 bits: a multiplier that mixes well."""
Value = Any
"""A value of LLVM's IR, as llvmlite has it."""


def names(layout: Layout, cpu: Cpu, *, trained: bool = False) -> dict[str, Any]:
    """All names that kernel sources of this layout may import from the prelude."""
    records = compiled_records(layout.words)
    bound = {
        **records.names(),
        **_decorators(layout, records),
        **_constants(layout, cpu),
        "TRAINED": trained,
        **{name: getattr(bits, name) for name in _PLAIN},
        **Sets(layout).instructions(),
        **BoardRules(layout, cpu).instructions(),
        **_lists(layout, cpu),
        **_batches(layout, cpu),
        **(_seats(layout) if isinstance(layout, MultiplayerLayout) else _patterns(layout, cpu)),
        **(_network(layout, cpu) if isinstance(layout, GoLayout) else {}),
        "int64": numba.int64,
    }
    return bound | captures(layout.variant.capture, bound, compiled)


_LONG = frozenset({"legal", "flips", "last_flips", "around"})
"""Instructions that are called, not inlined, on wide boards: there they are so long that calls cut the time to compile
by a sixth, for some per cent of the speed. In games of many seats, whose kernels have them in many places, calling them
is faster too: 18 million nodes a second instead of 13 in an endgame of 6x6 Yonin.
"""

_OUTLINED = {
    **dict.fromkeys(("pattern_sum", "pattern_sum_after", "network_sum"), "readonly"),
    **dict.fromkeys(("make_group", "count_group"), ""),
}
"""Long on every board, and called from several places; what it does to memory, in LLVM's words."""

_PLAIN = (
    *("shift_right", "popcount", "lowest_bit", "pext", "pdep", "byte_swap"),
    *("load", "store", "load_byte", "store_byte", "load_16", "store_16", "load_32", "store_32", "copy_bytes"),
    *("add_to", "count_up", "exchange_32", "load_flag", "prefetch", "call_at"),
)


def _decorators(layout: Layout, records: Declarations) -> dict[str, Any]:
    kinds = {
        "B": bits.board_type(layout.words),
        "int64": numba.int64,
        "boolean": numba.boolean,
        "void": numba.void,
    }

    annotated = {
        "Board": kinds["B"],
        "int": numba.int64,
        "bool": numba.boolean,
        "float": numba.float64,
        "None": numba.none,
        "tuple[int, int]": bits.board_type(2),
    }

    def kind_of(name: str, kinds: dict[str, Any], whose: str) -> Any:
        if name in kinds:
            return kinds[name]
        if name in records:
            return records[name].kind
        if (array := records.array(name)) is not None:
            return kind_of_field(array, records, layout.words)
        raise TypeError(f"{whose} {', '.join((*kinds, *records.layouts))}")

    write = front_end().write

    def kernel(signature: str) -> Callable[[Any], Written]:
        gives, takes = re.fullmatch(r"\s*(\w+)\s*\((.*)\)\s*", signature).groups()  # type: ignore[union-attr]
        names = [gives, *(name.strip() for name in takes.split(",") if name.strip())]
        gives_type, *types = (kind_of(name, kinds, f"{name} is no type of a kernel's: these are") for name in names)
        return lambda function: write(function, gives_type(*types), False)

    def inline(function: Any) -> Any:
        wanted = f"{function.__name__}: every type must be one of"
        said = [kind_of(name, annotated, wanted) for name in function.__annotations__.values()]
        if len(said) != function.__code__.co_argcount + 1:
            raise TypeError(f"{wanted} {', '.join((*annotated, *records.layouts))}")
        *takes, gives = said
        return write(function, gives(*takes), True).called

    return {"kernel": kernel, "inline": inline, "RECORDS": records.layouts}


def _patterns(layout: Layout, cpu: Cpu) -> dict[str, Any]:
    sums = PatternSums(layout, cpu)
    constants = {"PATTERNS": len(sums.patterns.placed), "PREPARED_BYTES": sums.prepared_bytes}
    operations = sums.instructions() | CellNetworks(layout, cpu).instructions()
    return constants | {name: _instruction(layout, name, *operation) for name, operation in operations.items()}


def _network(layout: GoLayout, cpu: Cpu) -> dict[str, Any]:
    """What only kernels with a network have."""
    return {
        "TOGETHER": convolution.TOGETHER,
        "load_float": convolution.load_float,
        "store_float": convolution.store_float,
        **convolution.Tiles(layout.row, convolution.Vectors(cpu)).instructions(),
    }


def _lists(layout: Layout, cpu: Cpu) -> dict[str, Any]:
    lists = MoveLists(BoardRules(layout, cpu).lines, cpu)
    operations = lists.instructions()
    return lists.constants | {name: _instruction(layout, name, *operation) for name, operation in operations.items()}


def _batches(layout: Layout, cpu: Cpu) -> dict[str, Any]:
    if not (cpu.group > 1 and layout.only_lines and layout.words <= 2):
        return {"GROUPED": False}
    batches = Batches(BoardRules(layout, cpu).lines, cpu)
    operations = batches.instructions() | MoveLists(batches.lines, cpu).group_instructions()
    constants = {"GROUPED": True, "GROUP": cpu.group, "RUN": RUN, "BATCH_BYTES": batches.bytes, "ENOUGH": ENOUGH}
    return constants | {name: _instruction(layout, name, *operation) for name, operation in operations.items()}


def _seats(layout: MultiplayerLayout) -> dict[str, Any]:
    """What only games of many seats have."""
    sets = Sets(layout)

    def looked_up(table_of_seats: list[int]) -> Callable[..., Words]:
        return lambda builder, seat: sets.entry(builder, table_of_seats, seat)

    found = {name: _instruction(layout, name, "B", (WORD,), looked_up(of)) for name, of in layout.tables.items()}
    return layout.constants | found


def _constants(layout: Layout, cpu: Cpu) -> dict[str, Any]:
    variant = layout.variant
    return {
        "WORDS": layout.words,
        "BOARD_BYTES": 8 * layout.words,
        "CELLS": len(variant.board.cells),
        "FULL": layout.split(layout.cells),
        "CORNERS": layout.split(layout.corners),
        "MAX_SQUARE": layout.cells.bit_length(),
        "EMPTIES_TO_WINNER": variant.scoring.empties_to_winner,
        "MISERE": variant.scoring.misere,
        "LIMITED": layout.supply_bits > 0,
        "SETUP": layout.setup_discs > 0,
        "STRAIGHT": not variant.board.rings and not variant.capture.indirect,
        "CHOICE": ("all", "one", "some").index(variant.capture.choice),
        "MIN_FLIPS": variant.capture.min_flips,
        "REMOVES": variant.capture.kind is CaptureKind.REMOVE,
        "FAST_BITS": cpu.fast_bits,
    }


class Sets:
    """Sets of squares of one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.words = layout.words

    def instructions(self) -> dict[str, Any]:
        """The set functions of the prelude."""
        operations: dict[str, tuple[Any, tuple[Any, ...], Callable[..., Any]]] = {
            "both": ("B", ("B", "B"), lambda b, x, y: each(b.and_, x, y)),
            "either": ("B", ("B", "B"), lambda b, x, y: each(b.or_, x, y)),
            "differ": ("B", ("B", "B"), lambda b, x, y: each(b.xor, x, y)),
            "without": ("B", ("B", "B"), lambda b, x, y: each(lambda p, q: b.and_(p, b.not_(q)), x, y)),
            "is_empty": (TRUTH, ("B",), self._is_empty),
            "is_equal": (TRUTH, ("B", "B"), lambda b, x, y: self._is_empty(b, each(b.xor, x, y))),
            "meets": (TRUTH, ("B", "B"), lambda b, x, y: b.not_(self._is_empty(b, each(b.and_, x, y)))),
            "count": (WORD, ("B",), count),
            "first": (WORD, ("B",), self._first),
            "drop_first": ("B", ("B",), self._drop_first),
            "lower_subset": ("B", ("B", "B"), self._lower_subset),
            "single": ("B", (WORD,), self.single),
            "empty_set": ("B", (), lambda b: constants(0, self.words)),
            "neighbours": ("B", (WORD,), self._neighbours),
            "around": ("B", ("B",), self._around),
            "beside": ("B", ("B", WORD), lambda b, x, axis: self._by_axis(b, axis, self._beside, x)),
            "moved": ("B", ("B", WORD), self._moved),
            "mirrored": ("B", ("B", WORD), self._mirrored),
            "on_lines": ("B", ("B", WORD), lambda b, x, axis: self._by_axis(b, axis, self._on_lines, x)),
            "border": ("B", (WORD,), lambda b, axis: self._by_axis(b, axis, self._border)),
            "quadrant": ("B", (WORD,), self._quadrant),
            "load_board": ("B", (WORD,), self._load_board),
            "store_board": (WORD, (WORD, "B"), self._store_board),
            "xor_all": ("B", ("B", WORD), lambda b, x, word: [b.xor(part, word) for part in x]),
        }
        return {name: _instruction(self.layout, name, *operation) for name, operation in operations.items()}

    def _is_empty(self, b: Any, board: Words) -> Value:
        merged = board[0]
        for word in board[1:]:
            merged = b.or_(merged, word)
        return b.icmp_signed("==", merged, constant(0))

    def _first(self, b: Any, board: Words) -> Value:
        whole = joined(b, board)
        zeros = call(b, f"llvm.cttz.i{64 * self.words}", whole.type, whole, ir.Constant(I1, 1))
        return zeros if self.words == 1 else b.trunc(zeros, bits.I64)

    def _drop_first(self, b: Any, board: Words) -> Words:
        whole = joined(b, board)
        return split(b, b.and_(whole, b.sub(whole, ir.Constant(whole.type, 1))), self.words)

    def _lower_subset(self, b: Any, part: Words, whole: Words) -> Words:
        less = joined(b, part)
        less = b.sub(less, ir.Constant(less.type, 1))
        return each(b.and_, split(b, less, self.words), whole)

    def single(self, b: Any, square: Value) -> Words:
        """The set of one square."""
        if self.words == 1:
            return [b.shl(constant(1), square)]
        bit = b.shl(constant(1), b.and_(square, constant(63)))
        word = b.lshr(square, constant(6))
        return [b.select(b.icmp_signed("==", word, constant(index)), bit, constant(0)) for index in range(self.words)]

    def _neighbours(self, b: Any, square: Value) -> Words:
        layout = self.layout
        sets = {layout.bit_of(cell): layout.neighbours(cell) for cell in layout.variant.board.cells}
        return self.entry(b, [sets.get(bit, 0) for bit in range(layout.cells.bit_length())], square)

    def _by_axis(self, b: Any, axis: Value, emit: Callable[..., Words], *boards: Words) -> Words:
        """What ``emit`` gives for an axis."""
        return _by_number(b, axis, [emit(b, number, *boards) for number in range(len(AXES))])

    def _around(self, b: Any, board: Words) -> Words:
        found = self._beside(b, 0, board)
        for axis in range(1, len(AXES)):
            found = each(b.or_, found, self._beside(b, axis, board))
        return found

    def _beside(self, b: Any, axis: int, board: Words) -> Words:
        up, down = (self._spread(b, axis, board, up=up, reach=1) for up in (True, False))
        return each(b.or_, up, down)

    def _moved(self, b: Any, board: Words, way: Value) -> Words:
        return _by_number(
            b, way, [self._spread(b, number // 2, board, up=number % 2 == 0, reach=1) for number in range(4)]
        )

    def _mirrored(self, b: Any, board: Words, way: Value) -> Words:
        """Cells that move by as many bits are moved together."""
        lanes, layout = Lanes(b, 1), self.layout
        images = []
        for number in range(3):
            moving = defaultdict[int, list[int]](list)
            for square in layout.variant.board.cells:
                image = layout.mirrored(square, number)
                if image is not None:
                    moving[layout.bit_of(image) - layout.bit_of(square)].append(square)
            found = constants(0, self.words)
            for shift, squares in moving.items():
                part = each(b.and_, board, constants(layout.mask(squares), self.words))
                found = each(b.or_, found, lanes.shifted(part, [shift]) if shift else part)
            images.append(found)
        return _by_number(b, way, images)

    def _on_lines(self, b: Any, axis: int, board: Words) -> Words:
        found = each(b.and_, board, constants(self.layout.cells, self.words))
        for up in (True, False):
            found = each(b.or_, found, self._spread(b, axis, found, up=up, reach=self.layout.longest_run + 1))
        return found

    def _border(self, b: Any, axis: int) -> Words:
        return constants(self.layout.cells & ~self.layout.inner(axis), self.words)

    def _spread(self, b: Any, axis: int, board: Words, *, up: bool, reach: int) -> Words:
        """Cells up to ``reach`` steps along an axis, one way, from a member of a set."""
        lanes, shift = Lanes(b, 1), self.layout.shift(axis) * (1 if up else -1)
        through, step, found = self.layout.followers(axis, up=up), 1, board
        while step <= reach:
            entered = each(b.and_, constants(through, self.words), lanes.shifted(found, [step * shift]))
            found = entered if reach == 1 else each(b.or_, found, entered)
            through &= through << step * shift if up else through >> -step * shift
            step *= 2
        return found

    def _quadrant(self, b: Any, number: Value) -> Words:
        cells, quadrant = self.layout.variant.board.cells, self.layout.quadrant
        sets = [self.layout.mask(cell for cell in cells if quadrant(cell) == chosen) for chosen in range(4)]
        return self.entry(b, sets, number)

    def entry(self, b: Any, sets: list[int], index: Value) -> Words:
        """The set at an index of a constant table of sets."""
        place = table(b, [mask >> 64 * word for mask in sets for word in range(self.words)])
        start = b.mul(index, constant(self.words))
        return [entry(b, place, b.add(start, constant(word)), bits.I64) for word in range(self.words)]

    def _load_board(self, b: Any, address: Value) -> Words:
        return [b.load(at(b, b.add(address, constant(8 * word))), align=8) for word in range(self.words)]

    def _store_board(self, b: Any, address: Value, board: Words) -> Value:
        for index, word in enumerate(board):
            b.store(word, at(b, b.add(address, constant(8 * index))), align=8)
        return constant(0)


class BoardRules:
    """The rules of one variant on boards of a layout."""

    def __init__(self, layout: Layout, cpu: Cpu) -> None:
        self.layout = layout
        by_hand = layout.plain_8x8 and layout.hand_made
        self.lines = Hand8x8(layout, cpu) if by_hand else Lines(layout, cpu)
        self.sets = Sets(layout)
        self._removes = layout.variant.capture.kind is CaptureKind.REMOVE
        self.rings = tuple(Ring(layout, ring, fast_bits=cpu.fast_bits) for ring in layout.variant.board.rings)

    def instructions(self) -> dict[str, Any]:
        """The game functions of the prelude."""
        operations: dict[str, tuple[Any, tuple[Any, ...], Callable[..., Any]]] = {
            "legal": ("B", ("B", "B"), self._legal),
            "flips": ("B", ("B", "B", WORD), self._flips),
            "next_own": ("B", ("B", "B", WORD, "B"), self._next_own),
            "next_opp": ("B", ("B", "B", WORD, "B"), self._next_opp),
            "empties": ("B", ("B", "B"), self.lines.empty),
            "discs": (WORD, ("B",), lambda b, board: count(b, self._discs(b, board))),
            "placements_left": (WORD, ("B", "B"), self._placements_left),
            "final_score": (WORD, ("B", "B"), self._final_score),
            "last_flips": (WORD, ("B", WORD), self._last_flips),
            "hash_position": (WORD, ("B", "B"), self._hash),
        }
        return {name: _instruction(self.layout, name, *operation) for name, operation in operations.items()}

    def _legal(self, b: Any, own: Words, opp: Words) -> Words:
        discs = self._discs(b, own), self._discs(b, opp)
        empty = self.lines.empty(b, *discs)
        found = self.lines.moves(b, *discs)
        for ring in self.rings:
            found = each(b.or_, found, ring.moves(b, *discs))
        if self.layout.setup_discs:
            free = constants(self.layout.mask(self.layout.variant.setup.cells), self.layout.words)
            found = _choose(b, self._in_setup(b, *discs), free, found)
        if self.layout.supply_bits:
            allowance = constant(self.layout.allowance)
            used_up = b.icmp_signed(">=", b.lshr(own[-1], self._supply_place()), allowance)
            found = _choose(b, used_up, constants(0, self.layout.words), found)
        return each(b.and_, found, empty)

    def _flips(self, b: Any, own: Words, opp: Words, square: Value) -> Words:
        turned = self._bracketed(b, square, own, each(b.not_, opp))
        if self.layout.setup_discs:
            in_setup = self._in_setup(b, self._discs(b, own), self._discs(b, opp))
            turned = _choose(b, in_setup, constants(0, self.layout.words), turned)
        return turned

    def _bracketed(self, b: Any, square: Value, own: Words, stops: Words) -> Words:
        turned = self.lines.flips(b, square, own, stops)
        for ring in self.rings:
            turned = each(b.or_, turned, ring.flips(b, square, own, stops))
        return turned

    def _next_own(self, b: Any, own: Words, opp: Words, square: Value, flipped: Words) -> Words:
        return each(b.xor, opp, flipped)

    def _next_opp(self, b: Any, own: Words, opp: Words, square: Value, flipped: Words) -> Words:
        turned = constants(0, self.layout.words) if self._removes else flipped
        board = each(b.xor, each(b.xor, own, turned), self.sets.single(b, square))
        if self.layout.supply_bits:
            board[-1] = b.add(board[-1], b.shl(constant(1), self._supply_place()))
        return board

    def _placements_left(self, b: Any, own: Words, opp: Words) -> Value:
        if not self._removes:
            return count(b, self.lines.empty(b, self._discs(b, own), self._discs(b, opp)))
        left = constant(2 * self.layout.allowance)
        for board in (own, opp):
            left = b.sub(left, b.lshr(board[-1], self._supply_place()))
        return left

    def _final_score(self, b: Any, own: Words, opp: Words) -> Value:
        scoring, cells = self.layout.variant.scoring, constant(len(self.layout.variant.board.cells))
        mine, theirs = (count(b, self._discs(b, board)) for board in (own, opp))
        score = b.sub(mine, theirs)
        if scoring.empties_to_winner:
            ahead, behind = (b.icmp_signed(sign, mine, theirs) for sign in (">", "<"))
            won = b.sub(cells, b.shl(theirs, constant(1)))
            lost = b.sub(b.shl(mine, constant(1)), cells)
            score = b.select(ahead, won, b.select(behind, lost, constant(0)))
        return b.neg(score) if scoring.misere else score

    def _last_flips(self, b: Any, own: Words, square: Value) -> Value:
        mine = self._discs(b, own)
        if not self.rings:
            return self.lines.last_flips(b, square, mine)
        return count(b, self._bracketed(b, square, mine, mine))

    def _hash(self, b: Any, own: Words, opp: Words) -> Value:
        """Sums of products, halves swapped and mixed, and a product again for the high bits."""
        sides = []
        for side, board in enumerate((own, opp)):
            products = (b.mul(word, constant(multiplier(2 * index + side))) for index, word in enumerate(board))
            sides.append(total(b, products))
        swapped = call(b, "llvm.fshl.i64", bits.I64, sides[1], sides[1], constant(32))
        mixed = b.xor(sides[0], swapped)
        mixed = b.xor(mixed, b.lshr(mixed, constant(29)))
        return b.mul(mixed, constant(GOLDEN))

    def _discs(self, b: Any, board: Words) -> Words:
        """A board without what its spare bits hold."""
        if not self.layout.supply_bits:
            return board
        return each(b.and_, board, constants(self.layout.cells, self.layout.words))

    def _supply_place(self) -> Value:
        return constant(self.layout.supply_shift - 64 * (self.layout.words - 1))

    def _in_setup(self, b: Any, own: Words, opp: Words) -> Value:
        return b.icmp_signed("<", count(b, each(b.or_, own, opp)), constant(self.layout.setup_discs))


def _by_number(builder: Any, number: Value, boards: list[Words]) -> Words:
    """The board of a number; where that is known, nothing is left of the others once kernels are inlined."""
    chosen = boards[0]
    for other, board in enumerate(boards[1:], 1):
        chosen = _choose(builder, builder.icmp_signed("==", number, constant(other)), board, chosen)
    return chosen


def _choose(builder: Any, condition: Value, yes: Words, no: Words) -> Words:
    return each(lambda p, q: builder.select(condition, p, q), yes, no)


def multiplier(index: int) -> int:
    """The index-th of a series of odd 64-bit multipliers: multiples of the golden ratio, bits mixed."""
    value = (index + 1) * GOLDEN & (1 << 64) - 1
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    value = (value ^ value >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
    return value | 1


def _instruction(layout: Layout, name: str, gives: Any, takes: tuple[Any, ...], emit: Any) -> Any:
    def named(builder: Any, *values: Any) -> Any:
        return emit(builder, *values)

    named.__name__ = name
    symbol = ""
    if name in _OUTLINED or ((layout.words > 2 or isinstance(layout, MultiplayerLayout)) and name in _LONG):
        symbol = f"{name}_{hashlib.sha256(layout.essence.encode()).hexdigest()[:16]}"
    memory = _OUTLINED.get(name, "readnone")
    return instruction(gives, *takes, words=layout.words, symbol=symbol, memory=memory)(named)
