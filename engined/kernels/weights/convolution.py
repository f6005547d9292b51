"""Machine instructions for small convolutional networks: channels side by side in vectors. Values are floats of 32
bits; what is multiplied is rounded to 16 bits, of which a vector has twice as many, and summed up in 32.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from llvmlite import ir
from numba import types

from ..boards.bits import I16, I32, I64, WORD, at, call, constant, instruction
from ..cpu import Cpu
from ..network_codes import FACTOR_ONE, WEIGHT_ONE
from .paired import paired_products

FLOAT = ir.FloatType()
TOGETHER = 5
"""Tiles that are multiplied together."""
PARTS = 2
"""Vectors of each of them: of 16 registers ten are for sums, and the others for what is multiplied."""


@instruction(types.float64, WORD)
def load_float(builder: Any, address: Any) -> Any:
    """The float of 32 bits at an address."""
    return builder.fpext(builder.load(at(builder, address, FLOAT), align=4), ir.DoubleType())


@instruction(WORD, WORD, types.float64)
def store_float(builder: Any, address: Any, value: Any) -> Any:
    """Write a float of 32 bits; gives 0."""
    builder.store(builder.fptrunc(value, FLOAT), at(builder, address, FLOAT), align=4)
    return constant(0)


class Vectors:
    """Vectors of as many floats, or of numbers of 32 bits, as the CPU has, or of twice as many of 16."""

    def __init__(self, cpu: Cpu) -> None:
        self._cpu, self._lanes = cpu, cpu.floats
        self._kind = ir.VectorType(FLOAT, self._lanes)
        self._sums = ir.VectorType(I32, self._lanes)
        self._pairs = ir.VectorType(I16, 2 * self._lanes)
        self.bytes = 4 * self._lanes
        self.zero = self._each(0.0)
        self.no_sums = ir.Constant(self._sums, [0] * self._lanes)

    def _each(self, value: float) -> Any:
        return ir.Constant(self._kind, [value] * self._lanes)

    def load(self, builder: Any, address: Any, place: Any) -> Any:
        """The floats so many bytes behind an address."""
        return self._load(builder, address, place, self._kind)

    def load_sums(self, builder: Any, address: Any, place: Any) -> Any:
        """The numbers of 32 bits there."""
        return self._load(builder, address, place, self._sums)

    def load_pairs(self, builder: Any, address: Any, place: Any) -> Any:
        """The numbers of 16 bits there."""
        return self._load(builder, address, place, self._pairs)

    @staticmethod
    def _load(builder: Any, address: Any, place: Any, kind: Any) -> Any:
        return builder.load(at(builder, builder.add(address, place), kind), align=4)

    def store(self, builder: Any, vector: Any, address: Any, place: Any) -> None:
        """Write a vector there."""
        builder.store(vector, at(builder, builder.add(address, place), vector.type), align=2)

    def spread_pair(self, builder: Any, address: Any) -> Any:
        """The pair of numbers of 16 bits at an address, again and again."""
        undefined = ir.Constant(self._sums, ir.Undefined)
        both = builder.load(at(builder, address, I32), align=4)
        first = builder.insert_element(undefined, both, ir.Constant(I32, 0))
        return builder.bitcast(builder.shuffle_vector(first, undefined, self.no_sums), self._pairs)

    def paired(self, builder: Any, values: Any, weights: Any, total: Any) -> Any:
        """Each pair of values times its pair of weights, added."""
        return builder.add(total, paired_products(builder, self._cpu, values, weights))

    def as_factors(self, builder: Any, values: Any) -> Any:
        """Floats as numbers of 16 bits, in parts of FACTOR_ONE; what has no room there is the nearest that has."""
        # The low bits of a float that is this much greater are those of the nearest whole number.
        shifted = self.fused(builder, values, self._each(float(FACTOR_ONE)), self._each(1.5 * 2.0**23))
        number = builder.sub(builder.bitcast(shifted, self._sums), self._whole(0x4B400000))
        for name, bound in (("smax", -(2**15)), ("smin", 2**15 - 1)):
            number = call(builder, f"llvm.{name}.v{self._lanes}i32", self._sums, number, self._whole(bound))
        return builder.trunc(number, ir.VectorType(I16, self._lanes))

    def as_floats(self, builder: Any, sums: Any, added: Any) -> Any:
        """Sums of factors times weights as floats, with floats added."""
        one = self._each(1.0 / (FACTOR_ONE * WEIGHT_ONE))
        return self.fused(builder, builder.sitofp(sums, self._kind), one, added)

    def _whole(self, value: int) -> Any:
        return ir.Constant(self._sums, [value] * self._lanes)

    def fused(self, builder: Any, one: Any, other: Any, total: Any) -> Any:
        """One times another, added: in one step where the CPU can."""
        return call(builder, f"llvm.fmuladd.v{self._lanes}f32", self._kind, one, other, total)

    def greater(self, builder: Any, values: Any, others: Any) -> Any:
        """The greater of both in each lane."""
        return builder.select(builder.fcmp_ordered(">", values, others), values, others)

    def total(self, builder: Any, values: Any) -> Any:
        """The sum of all lanes, a float."""
        lanes = self._lanes
        while lanes > 1:
            lanes //= 2
            lower, upper = (ir.Constant(ir.VectorType(I32, lanes), list(range(at, at + lanes))) for at in (0, lanes))
            halves = [builder.shuffle_vector(values, values, half) for half in (lower, upper)]
            values = builder.fadd(*halves)
        return builder.extract_element(values, ir.Constant(I32, 0))


@dataclass(frozen=True)
class Tiles:
    """Instructions for convolutions in tiles of two points by two: what comes of three points by three is linear in
    16 products of sums of weights and sums of four points by four, where nine for each point are 36 (S. Winograd,
    "Arithmetic complexity of computations", 1980; A. Lavin and S. Gray, "Fast algorithms for convolutional neural
    networks", 2016).
    """

    stride: int
    """Points from one row of the board to the next."""
    vectors: Vectors

    def instructions(self) -> dict[str, Any]:
        """What kernels call."""
        emitters: dict[str, tuple[Callable[..., Any], int, str]] = {
            "begin_products": (self._begin_products, 4, f"begin_products_{self.stride}"),
            "multiply_tiles": (self._multiply_tiles, 5, "multiply_tiles"),
            "end_products": (self._end_products, 6, f"end_products_{self.stride}"),
            "raise_to": (self._raise_to, 3, "raise_to"),
            "add_floats": (self._add_floats, 3, "add_floats"),
        }
        weighted_sum = instruction(types.float64, *3 * (WORD,), symbol="weighted_sum", memory="readonly")(
            self._weighted_sum
        )
        return {"weighted_sum": weighted_sum} | {
            name: instruction(WORD, *takes * (WORD,), symbol=symbol, memory="")(emit)
            for name, (emit, takes, symbol) in emitters.items()
        }

    def _weighted_sum(self, builder: Any, values: Any, weights: Any, number: Any) -> Any:
        end = builder.shl(number, constant(2))
        with summed(builder, end, self.vectors.bytes, [[self.vectors.zero]]) as (place, sums):
            value, weight = (self.vectors.load(builder, address, place) for address in (values, weights))
            sums[0][0] = self.vectors.fused(builder, value, weight, sums[0][0])
        return builder.fpext(self.vectors.total(builder, sums[0][0]), ir.DoubleType())

    def _raise_to(self, builder: Any, values: Any, others: Any, number: Any) -> Any:
        return self._change(builder, values, others, number, self.vectors.greater)

    def _add_floats(self, builder: Any, values: Any, others: Any, number: Any) -> Any:
        return self._change(builder, values, others, number, lambda here, value, other: here.fadd(value, other))

    def _change(self, builder: Any, values: Any, others: Any, number: Any, made: Callable[..., Any]) -> Any:
        """Write what is made of each vector and another in its place."""
        with counted(builder, builder.shl(number, constant(2)), self.vectors.bytes) as place:
            value, other = (self.vectors.load(builder, address, place) for address in (values, others))
            self.vectors.store(builder, made(builder, value, other), values, place)
        return constant(0)

    def _begin_products(self, builder: Any, source: Any, target: Any, apart: Any, inputs: Any) -> Any:
        point = builder.shl(inputs, constant(2))
        with counted(builder, point, self.vectors.bytes) as channel:
            first, to = builder.add(source, channel), builder.add(target, builder.lshr(channel, constant(1)))
            rows = [[row * self.stride + column for column in range(4)] for row in range(4)]
            values = [
                [self.vectors.load(builder, first, builder.mul(point, constant(at))) for at in row] for row in rows
            ]
            down = _transposed([_begun(builder, column) for column in _transposed(values)])
            for number, total in enumerate(total for row in down for total in _begun(builder, row)):
                factors = self.vectors.as_factors(builder, total)
                self.vectors.store(builder, factors, to, builder.mul(apart, constant(number)))
        return constant(0)

    def _multiply_tiles(self, builder: Any, values: Any, weights: Any, target: Any, inputs: Any, channels: Any) -> Any:
        point = builder.shl(channels, constant(2))
        with counted(builder, point, PARTS * self.vectors.bytes) as first:
            places = [builder.add(first, constant(part * self.vectors.bytes)) for part in range(PARTS)]
            begun = [builder.add(weights, place) for place in places]
            sums = self._products(builder, values, begun, inputs, point)
            for tile, parts in enumerate(sums):
                row = builder.mul(point, constant(tile))
                for place, total in zip(places, parts, strict=True):
                    self.vectors.store(builder, total, target, builder.add(row, place))
        return constant(0)

    def _products(self, builder: Any, values: Any, weights: list[Any], inputs: Any, point: Any) -> list[list[Any]]:
        """The sums over input channels for each tile and vector of weights, which stay in registers. What comes of a
        point takes ``point`` bytes.
        """
        rows = [
            builder.add(values, builder.mul(builder.lshr(point, constant(1)), constant(tile)))
            for tile in range(TOGETHER)
        ]
        begun = [[self.vectors.no_sums for _ in weights] for _ in range(TOGETHER)]
        with summed(builder, builder.lshr(inputs, constant(1)), 1, begun) as (pair, sums):
            value, row = builder.shl(pair, constant(2)), builder.mul(pair, point)
            factors = [self.vectors.load_pairs(builder, part, row) for part in weights]
            for tile, parts in enumerate(sums):
                one = self.vectors.spread_pair(builder, builder.add(rows[tile], value))
                parts[:] = [
                    self.vectors.paired(builder, one, factor, total)
                    for factor, total in zip(factors, parts, strict=True)
                ]
        return sums

    def _end_products(
        self, builder: Any, products: Any, apart: Any, bias: Any, added: Any, target: Any, channels: Any
    ) -> Any:
        more, point = builder.icmp_signed("!=", added, constant(0)), builder.shl(channels, constant(2))
        places = [builder.mul(point, constant(row * self.stride + column)) for row in range(2) for column in range(2)]
        with counted(builder, point, self.vectors.bytes) as channel:
            first, beside, to = (builder.add(address, channel) for address in (products, added, target))
            rows = [[4 * row + column for column in range(4)] for row in range(4)]
            made = [
                [self.vectors.load_sums(builder, first, builder.mul(apart, constant(at))) for at in row] for row in rows
            ]
            down = _transposed([_ended(builder, column) for column in _transposed(made)])
            begun = self.vectors.load(builder, bias, channel)
            sums = [self.vectors.as_floats(builder, total, begun) for row in down for total in _ended(builder, row)]
            with builder.if_else(more) as (then, otherwise):
                with then:
                    for total, place in zip(sums, places, strict=True):
                        whole = builder.fadd(total, self.vectors.load(builder, beside, place))
                        self.vectors.store(builder, self.vectors.greater(builder, whole, self.vectors.zero), to, place)
                with otherwise:
                    for total, place in zip(sums, places, strict=True):
                        self.vectors.store(builder, self.vectors.greater(builder, total, self.vectors.zero), to, place)
        return constant(0)


@contextmanager
def counted(builder: Any, end: Any, step: int) -> Iterator[Any]:
    """A loop over 0, ``step`` ... below ``end``, once at least."""
    with summed(builder, end, step, []) as (number, _):
        yield number


@contextmanager
def summed(builder: Any, end: Any, step: int, begun: list[list[Any]]) -> Iterator[tuple[Any, list[list[Any]]]]:
    """The same with lists of values, which are what ``begun`` says before: within it they are changed, and behind it
    they are what they came to.
    """
    before, loop, after = builder.block, builder.append_basic_block(), builder.append_basic_block()
    builder.branch(loop)
    builder.position_at_end(loop)
    number = builder.phi(I64)
    carried = [[builder.phi(value.type) for value in values] for values in begun]
    found = [list(values) for values in carried]
    yield number, found
    following = builder.add(number, constant(step))
    pairs = [((number,), (constant(0),), (following,)), *zip(carried, begun, found, strict=True)]
    for phis, firsts, laters in pairs:
        for phi, first, later in zip(phis, firsts, laters, strict=True):
            phi.add_incoming(first, before)
            phi.add_incoming(later, builder.block)
    builder.cbranch(builder.icmp_signed("<", following, end), loop, after)
    builder.position_at_end(after)


def _begun(builder: Any, line: list[Any]) -> list[Any]:
    """Sums of four values that products are made of."""
    first, second, third, fourth = line
    return [
        builder.fsub(first, third),
        builder.fadd(second, third),
        builder.fsub(third, second),
        builder.fsub(second, fourth),
    ]


def _ended(builder: Any, line: list[Any]) -> list[Any]:
    """What comes of four products at two points."""
    first, second, third, fourth = line
    return [
        builder.add(builder.add(first, second), third),
        builder.sub(builder.sub(second, third), fourth),
    ]


def _transposed(lines: list[list[Any]]) -> list[list[Any]]:
    return [list(line) for line in zip(*lines, strict=True)]
