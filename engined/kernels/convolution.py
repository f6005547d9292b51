"""Machine instructions for small convolutional networks: floats of 32 bits, channels side by side in vectors."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from .bits import I32, I64, WORD, at, call, constant, instruction
from .network_codes import CHANNELS

LANES = 16
FLOAT = ir.FloatType()
VECTOR = ir.VectorType(FLOAT, LANES)
PARTS = CHANNELS // LANES
"""Vectors of one point."""
MOST_POINTS = 9
"""Worked out together: with two vectors each, and what they are multiplied by, as many as there are registers."""
BYTES = 4 * CHANNELS
"""Of one point."""


@instruction(types.float64, WORD)
def load_float(builder: Any, address: Any) -> Any:
    """The float of 32 bits at an address."""
    return builder.fpext(builder.load(at(builder, address, FLOAT), align=4), ir.DoubleType())


@instruction(WORD, WORD, types.float64)
def store_float(builder: Any, address: Any, value: Any) -> Any:
    """Write a float of 32 bits; gives 0."""
    builder.store(builder.fptrunc(value, FLOAT), at(builder, address, FLOAT), align=4)
    return constant(0)


def points_together(width: int) -> int:
    """How many points of a row are worked out together: such pieces make up a row, or a row and the point off the board
    behind it.
    """
    return max(number for number in range(1, MOST_POINTS + 1) if 0 in (width % number, (width + 1) % number))


def convolution(width: int, stride: int) -> Any:
    """The instruction ``convolve`` of boards so wide, with so many points from one row to the next."""
    together = points_together(width)

    @instruction(WORD, WORD, WORD, WORD, WORD, WORD, symbol=f"convolve_{width}_{stride}")
    def convolve(builder: Any, source: Any, weights: Any, added: Any, target: Any, inputs: Any) -> Any:
        """Each input channel adds its part to all sums, which stay in registers."""
        bias = builder.add(weights, builder.mul(inputs, constant(9 * BYTES)))
        begun = [_vector(builder, bias, part) for _ in range(together) for part in range(PARTS)]
        point = builder.shl(inputs, constant(2))
        corner = builder.sub(source, builder.mul(point, constant(stride + 1)))
        before, loop, after = builder.block, builder.append_basic_block(), builder.append_basic_block()
        builder.branch(loop)
        builder.position_at_end(loop)
        channel = builder.phi(I64)
        sums = [builder.phi(VECTOR) for _ in begun]
        left = builder.add(corner, builder.shl(channel, constant(2)))
        kernel = builder.add(weights, builder.mul(channel, constant(9 * BYTES)))
        found = list(sums)
        for row in range(3):
            start = builder.add(left, builder.mul(point, constant(row * stride)))
            values = [
                _spread(builder, builder.add(start, builder.mul(point, constant(column))))
                for column in range(together + 2)
            ]
            for column in range(3):
                for part in range(PARTS):
                    factor = _vector(builder, kernel, (3 * row + column) * PARTS + part)
                    for place in range(together):
                        index = place * PARTS + part
                        found[index] = _fused(builder, values[place + column], factor, found[index])
        following = builder.add(channel, constant(1))
        for phi, first, later in zip((channel, *sums), (constant(0), *begun), (following, *found), strict=True):
            phi.add_incoming(first, before)
            phi.add_incoming(later, loop)
        builder.cbranch(builder.icmp_signed("<", following, inputs), loop, after)
        builder.position_at_end(after)
        _write(builder, found, added, target)
        return constant(0)

    return convolve


def _write(builder: Any, sums: list[Any], added: Any, target: Any) -> None:
    """Write what is above 0 of the sums, and of what is added to them from an address that is not 0."""
    none = builder.icmp_signed("==", added, constant(0))
    zero = ir.Constant(VECTOR, [0.0] * LANES)
    for alone in (True, False):
        with builder.if_then(none if alone else builder.not_(none)):
            for index, total in enumerate(sums):
                whole = total if alone else builder.fadd(total, _vector(builder, added, index))
                kept = builder.select(builder.fcmp_ordered(">", whole, zero), whole, zero)
                place = builder.add(target, constant(4 * LANES * index))
                builder.store(kept, at(builder, place, VECTOR), align=4)


def _vector(builder: Any, address: Any, index: int) -> Any:
    return builder.load(at(builder, builder.add(address, constant(4 * LANES * index)), VECTOR), align=4)


def _spread(builder: Any, address: Any) -> Any:
    """A float in all lanes."""
    undefined = ir.Constant(VECTOR, ir.Undefined)
    first = builder.insert_element(undefined, builder.load(at(builder, address, FLOAT), align=4), constant32(0))
    return builder.shuffle_vector(first, undefined, ir.Constant(ir.VectorType(I32, LANES), [0] * LANES))


def _fused(builder: Any, one: Any, other: Any, total: Any) -> Any:
    """One times another, added: in one step where the CPU can."""
    return call(builder, f"llvm.fmuladd.v{LANES}f32", VECTOR, one, other, total)


def constant32(value: int) -> Any:
    """An int32."""
    return ir.Constant(I32, value)
