"""Several directions side by side: the vector arithmetic that board kernels are written in.

Values are vectors of ``count`` int64, or plain int64 where ``count`` is 1 (CPUs without wide vectors); a
board in lanes is a list of such values, one for each word. Only generic LLVM IR: it cannot crash on any CPU,
and is within 4 % of the target's own instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from llvmlite import ir

from .bits import I1, I32, I64, call, constant, signed

Words = list[Any]
"""A board as LLVM values, one for each word; in lanes, one vector for each word."""


class Lanes:
    """Arithmetic on ``count`` lanes with one builder."""

    def __init__(self, builder: Any, count: int) -> None:
        self.builder = builder
        self.count = count
        self.type = I64 if count == 1 else ir.VectorType(I64, count)
        self.zero = self.constant([0] * count)

    def constant(self, values: Sequence[int]) -> Any:
        """One constant for each lane."""
        if self.count == 1:
            return constant(values[0])
        return ir.Constant(self.type, [constant(value) for value in values])

    def splat(self, word: Any) -> Any:
        """The same word in every lane."""
        if self.count == 1:
            return word
        undefined = ir.Constant(self.type, ir.Undefined)
        single = self.builder.insert_element(undefined, word, ir.Constant(I32, 0))
        return self.builder.shuffle_vector(single, undefined, _indices([0] * self.count))

    def joined(self, low: Any, high: Any) -> Any:
        """Two vectors of half as many lanes, one behind the other."""
        return self.builder.shuffle_vector(low, high, _indices(range(self.count)))

    def lane(self, value: Any, index: int) -> Any:
        """The word in one lane."""
        return value if self.count == 1 else self.builder.extract_element(value, ir.Constant(I32, index))

    def merge(self, value: Any) -> Any:
        """All lanes or-ed to one word."""
        width = self.count
        while width > 1:
            width //= 2
            undefined = ir.Constant(value.type, ir.Undefined)
            low = self.builder.shuffle_vector(value, undefined, _indices(range(width)))
            high = self.builder.shuffle_vector(value, undefined, _indices(range(width, 2 * width)))
            value = self.builder.or_(low, high)
        return value if self.count == 1 else self.builder.extract_element(value, ir.Constant(I32, 0))

    def spread(self, value: Any, chosen: Sequence[int]) -> Any:
        """The words in the chosen lanes, each in as many lanes as the others."""
        each_in = self.count // len(chosen)
        undefined = ir.Constant(value.type, ir.Undefined)
        return self.builder.shuffle_vector(
            value, undefined, _indices([lane for lane in chosen for _ in range(each_in)])
        )

    def interleaved(self, words: Words) -> list[Any]:
        """The boards of all lanes one behind the other, in as many vectors as a board has words, at most two."""
        if len(words) == 1:
            return words
        low, high = words
        places = [lane + self.count * part for lane in range(self.count) for part in (0, 1)]
        halves = (places[: self.count], places[self.count :])
        return [self.builder.shuffle_vector(low, high, _indices(half)) for half in halves]

    def unions(self, values: Sequence[Any]) -> Any:
        """The unions of groups of lanes next to each other, each group of as many lanes as there are values.

        All first groups come first, in the order of the values, whose number is a power of two.
        """
        distance = 1
        while len(values) > 1:
            pairs = zip(values[::2], values[1::2], strict=True)
            values = [
                self.builder.or_(*(self._in_turns(pair, distance, part) for part in (0, distance))) for pair in pairs
            ]
            distance *= 2
        return values[0]

    def _in_turns(self, pair: tuple[Any, Any], distance: int, part: int) -> Any:
        """Runs of ``distance`` lanes from two values in turns: of every two runs of a value the one that begins at
        part.
        """
        lanes = [(lane & ~distance | part) + self.count * (lane & distance > 0) for lane in range(self.count)]
        return self.builder.shuffle_vector(*pair, _indices(lanes))

    def is_zero(self, value: Any) -> Any:
        """A mask: true where a lane is 0."""
        return self.builder.icmp_signed("==", value, self.zero)

    def full_if(self, mask: Any) -> Any:
        """All bits in the lanes where a mask is true, none elsewhere."""
        return self.builder.sext(mask, self.type)

    def where(self, mask: Any, value: Any) -> Any:
        """The value in the lanes where a mask is true, 0 elsewhere."""
        return self.builder.select(mask, value, self.zero)

    def lowest(self, value: Any) -> Any:
        """The lowest bit of each lane, 0 for 0."""
        return self.builder.and_(value, self.builder.neg(value))

    def highest(self, value: Any) -> Any:
        """The highest bit of each lane, 0 for 0."""
        name = "llvm.ctlz.i64" if self.count == 1 else f"llvm.ctlz.v{self.count}i64"
        zeros = call(self.builder, name, self.type, value, ir.Constant(I1, 0))
        top = self.constant([1 << 63] * self.count)
        in_range = self.builder.icmp_unsigned("<", zeros, self.constant([64] * self.count))
        return self.where(in_range, self.builder.lshr(top, zeros))

    def shifted(self, words: Words, shifts: Sequence[int]) -> Words:
        """A board shifted in each lane by its own shift; all shifts have one sign."""
        steps = [divmod(abs(shift), 64) for shift in shifts]
        skipped, amounts = [step[0] for step in steps], self.constant([step[1] for step in steps])
        if shifts[0] > 0:
            return [
                self._joined(words, [(index - skip, index - skip - 1) for skip in skipped], amounts, "fshl")
                for index in range(len(words))
            ]
        return [
            self._joined(words, [(index + skip, index + skip + 1) for skip in skipped], amounts, "fshr")
            for index in range(len(words))
        ]

    def _joined(self, words: Words, sources: list[tuple[int, int]], amounts: Any, funnel: str) -> Any:
        """One word of a shifted board: its near source word shifted, filled up from the far one."""
        near = self._blend(words, [source[0] for source in sources])
        far = self._blend(words, [source[1] for source in sources])
        if near is self.zero:
            return self.zero
        if far is self.zero:
            return self.builder.shl(near, amounts) if funnel == "fshl" else self.builder.lshr(near, amounts)
        return self._funnel(funnel, *((near, far) if funnel == "fshl" else (far, near)), amounts)

    def _blend(self, words: Words, indices: list[int]) -> Any:
        """The word of each lane's index in that lane; 0 for words that do not exist."""
        result = None
        for index in sorted(set(indices)):
            word = words[index] if 0 <= index < len(words) else self.zero
            if result is None:
                result = word
            else:
                lanes = [lane + self.count * (wanted == index) for lane, wanted in enumerate(indices)]
                result = self.builder.shuffle_vector(result, word, _indices(lanes))
        return result

    def _funnel(self, name: str, high: Any, low: Any, amounts: Any) -> Any:
        suffix = "i64" if self.count == 1 else f"v{self.count}i64"
        return call(self.builder, f"llvm.{name}.{suffix}", self.type, high, low, amounts)


def _indices(values: Sequence[int]) -> Any:
    return ir.Constant(ir.VectorType(I32, len(values)), [ir.Constant(I32, value) for value in values])


def each(operation: Callable[..., Any], *boards: Words) -> Words:
    """An operation on every word of some boards."""
    return [operation(*words) for words in zip(*boards, strict=True)]


def constants(mask: int, words: int) -> Words:
    """A constant board."""
    return [constant(signed(mask >> 64 * index)) for index in range(words)]


def joined(builder: Any, board: Words) -> Any:
    """The board as one wide integer."""
    wide = ir.IntType(64 * len(board))
    whole = builder.zext(board[0], wide)
    for index, word in enumerate(board[1:], 1):
        whole = builder.or_(whole, builder.shl(builder.zext(word, wide), ir.Constant(wide, 64 * index)))
    return whole


def split(builder: Any, whole: Any, words: int) -> Words:
    """The inverse of :func:`joined`."""
    return [builder.trunc(builder.lshr(whole, ir.Constant(whole.type, 64 * index)), I64) for index in range(words)]


def count(builder: Any, board: Words) -> Any:
    """Number of squares in a set."""
    return total(builder, (call(builder, "llvm.ctpop.i64", I64, word) for word in board))


def total(builder: Any, values: Iterable[Any]) -> Any:
    """The sum of some words."""
    first, *rest = values
    for value in rest:
        first = builder.add(first, value)
    return first
