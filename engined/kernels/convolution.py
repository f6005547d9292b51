"""Machine instructions for small convolutional networks: floats of 32 bits, channels side by side in vectors."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from .bits import I32, I64, WORD, at, call, constant, instruction
from .cpu import Cpu
from .network_codes import CHANNELS

FLOAT = ir.FloatType()
PARTS = 2
"""Vectors of one point that are worked out together."""
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


def points_together(cpu: Cpu) -> int:
    """How many points side by side are worked out together: of 32 registers their sums take 18, of 16 ten, and leave
    the others for what is multiplied. (Of 16, sums of four points were a tenth slower, those of six a fifth.)
    """
    return 9 if cpu.counts_zeros else 5


def convolution(stride: int, cpu: Cpu) -> Any:
    """The instruction ``convolve`` of boards with so many points from one row to the next."""
    vectors = Vectors(cpu.floats)
    together = points_together(cpu)

    @instruction(WORD, WORD, WORD, WORD, WORD, WORD, symbol=f"convolve_{stride}", memory="")
    def convolve(builder: Any, source: Any, weights: Any, added: Any, target: Any, inputs: Any) -> Any:
        """As many output channels at a time as two vectors hold."""
        point = builder.shl(inputs, constant(2))
        corner = builder.sub(source, builder.mul(point, constant(stride + 1)))
        bias = builder.add(weights, builder.mul(inputs, constant(9 * BYTES)))
        for channels in range(0, BYTES, PARTS * vectors.bytes):
            kernel, start, more, to = (
                builder.add(address, constant(channels)) for address in (weights, bias, added, target)
            )
            sums = _summed(builder, vectors, together, stride, (corner, kernel, start), inputs)
            _write(builder, vectors, sums, builder.icmp_signed("!=", added, constant(0)), more, to)
        return constant(0)

    return convolve


class Vectors:
    """Vectors of so many floats in memory."""

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        self.kind = ir.VectorType(FLOAT, lanes)
        self.bytes = 4 * lanes

    def load(self, builder: Any, address: Any, place: int) -> Any:
        """The vector so many bytes behind an address."""
        return builder.load(at(builder, builder.add(address, constant(place)), self.kind), align=4)

    def store(self, builder: Any, vector: Any, address: Any, place: int) -> None:
        """Write one there."""
        builder.store(vector, at(builder, builder.add(address, constant(place)), self.kind), align=4)

    def spread(self, builder: Any, address: Any) -> Any:
        """A float in all lanes."""
        undefined = ir.Constant(self.kind, ir.Undefined)
        first = builder.insert_element(undefined, builder.load(at(builder, address, FLOAT), align=4), constant32(0))
        return builder.shuffle_vector(first, undefined, ir.Constant(ir.VectorType(I32, self.lanes), [0] * self.lanes))

    def fused(self, builder: Any, one: Any, other: Any, total: Any) -> Any:
        """One times another, added: in one step where the CPU can."""
        return call(builder, f"llvm.fmuladd.v{self.lanes}f32", self.kind, one, other, total)


def _summed(
    builder: Any, vectors: Vectors, together: int, stride: int, addresses: tuple[Any, Any, Any], inputs: Any
) -> list[Any]:
    """The sums of points side by side, of each :data:`PARTS` vectors: each input channel adds its part to all of them,
    which stay in registers. The addresses are the first value's, the weights' and the biases'.
    """
    corner, weights, bias = addresses
    point = builder.shl(inputs, constant(2))
    begun = [vectors.load(builder, bias, part * vectors.bytes) for _ in range(together) for part in range(PARTS)]
    before, loop, after = builder.block, builder.append_basic_block(), builder.append_basic_block()
    builder.branch(loop)
    builder.position_at_end(loop)
    channel = builder.phi(I64)
    sums = [builder.phi(vectors.kind) for _ in begun]
    left = builder.add(corner, builder.shl(channel, constant(2)))
    kernel = builder.add(weights, builder.mul(channel, constant(9 * BYTES)))
    found = list(sums)
    for row in range(3):
        start = builder.add(left, builder.mul(point, constant(row * stride)))
        for near in range(together + 2):
            value = vectors.spread(builder, builder.add(start, builder.mul(point, constant(near))))
            for column in range(3):
                place = near - column
                for part in range(PARTS) if 0 <= place < together else ():
                    factor = vectors.load(builder, kernel, (3 * row + column) * BYTES + part * vectors.bytes)
                    index = place * PARTS + part
                    found[index] = vectors.fused(builder, value, factor, found[index])
    following = builder.add(channel, constant(1))
    for phi, first, later in zip((channel, *sums), (constant(0), *begun), (following, *found), strict=True):
        phi.add_incoming(first, before)
        phi.add_incoming(later, loop)
    builder.cbranch(builder.icmp_signed("<", following, inputs), loop, after)
    builder.position_at_end(after)
    return found


def _write(builder: Any, vectors: Vectors, sums: list[Any], has_more: Any, more: Any, target: Any) -> None:
    """Write what is above 0 of the sums, or of the sums and what is added to them."""
    zero = ir.Constant(vectors.kind, [0.0] * vectors.lanes)
    for alone in (True, False):
        with builder.if_then(builder.not_(has_more) if alone else has_more):
            for index, total in enumerate(sums):
                place = index // PARTS * BYTES + index % PARTS * vectors.bytes
                whole = total if alone else builder.fadd(total, vectors.load(builder, more, place))
                kept = builder.select(builder.fcmp_ordered(">", whole, zero), whole, zero)
                vectors.store(builder, kept, target, place)


def constant32(value: int) -> Any:
    """An int32."""
    return ir.Constant(I32, value)
