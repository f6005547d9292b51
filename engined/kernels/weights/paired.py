"""Products of numbers of 16 bits that are added in pairs: one instruction on most CPUs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from ..boards.bits import I32, call
from ..cpu import Cpu

Value = Any

_PAIRED = {
    32: "llvm.x86.avx512.pmaddw.d.512",
    16: "llvm.x86.avx2.pmadd.wd",
    8: "llvm.x86.sse2.pmadd.wd",
}
"""Instructions that multiply so many numbers, and add the products in pairs."""


def paired_products(b: Any, cpu: Cpu, values: Value, weights: Value) -> Value:
    """Each pair of values times its pair of weights, the two products added: int32, half as many as there are values.
    Where the CPU adds them up as well, LLVM finds that out.
    """
    size, lanes = values.type.count, cpu.paired_products
    if lanes:
        lanes = min(lanes, size)
        runs = [_numbers(range(start, start + lanes)) for start in range(0, size, lanes)]
        cut = [[b.shuffle_vector(both, both, run) for both in (values, weights)] for run in runs]
        found = [call(b, _PAIRED[lanes], ir.VectorType(I32, lanes // 2), *operands) for operands in cut]
        return _joined(b, found)
    wide, parts = ir.VectorType(I32, size // 2), []
    for odd in (0, 1):
        every_second = _numbers(range(odd, size, 2))
        one, other = (b.sext(b.shuffle_vector(both, both, every_second), wide) for both in (values, weights))
        parts.append(b.mul(one, other))
    return b.add(*parts)


def _joined(b: Any, parts: Sequence[Value]) -> Value:
    """Vectors of int32 one behind the other."""
    while len(parts) > 1:
        lanes = _numbers(range(2 * parts[0].type.count))
        parts = [b.shuffle_vector(*parts[at : at + 2], lanes) for at in range(0, len(parts), 2)]
    return parts[0]


def _numbers(some: range) -> Value:
    return ir.Constant(ir.VectorType(I32, len(some)), list(some))
