"""Machine instructions for kernels: each is a numba intrinsic that becomes a few LLVM instructions.

Everything is a signed int64 (numba's rules for mixing uint64 and int64 end in floats, and change between
versions); where the sign would matter, the instruction here is the unsigned one. Only generic LLVM IR is
used, except for pext and pdep, which exist only where the CPU has them.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

I1, I8, I16, I32, I64 = (ir.IntType(width) for width in (1, 8, 16, 32, 64))
WORD, TRUTH = types.int64, types.boolean


def board_type(words: int) -> Any:
    """The numba type of a set of squares: an int64, or a tuple of ``words`` int64."""
    return WORD if words == 1 else types.UniTuple(WORD, words)


def instruction(
    gives: Any, *takes: Any, words: int = 1, symbol: str = "", memory: str = "readnone"
) -> Callable[[Callable[..., Any]], Any]:
    """Decorate an emitter ``emit(builder, *values)`` and get what kernels can call.

    A type is ``WORD``, ``TRUTH`` or ``"B"``, a board: the emitter gets and returns it as a list of words.
    With a ``symbol``, which must be unique for what is emitted, kernels call a function of that name, which
    does to memory what LLVM's attribute ``memory``, if any, says; without one they contain the instructions.
    """
    board = board_type(words)
    signature = (board if gives == "B" else gives)(*(board if taken == "B" else taken for taken in takes))

    def decorate(emit: Callable[..., Any]) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Sequence[Any]) -> Any:
            if symbol:
                gives_type = context.get_value_type(signature.return_type)
                return _call_outlined(builder, symbol, gives_type, values, inside, memory)
            return inside(builder, *values)

        def inside(builder: Any, *values: Any) -> Any:
            unpacked = [
                words_of(builder, value, words) if taken == "B" else value
                for taken, value in zip(takes, values, strict=True)
            ]
            result = emit(builder, *unpacked)
            return as_board(builder, result) if gives == "B" else result

        return as_intrinsic(emit.__name__, signature.args, lambda: (signature, generate))

    return decorate


def as_intrinsic(name: str, takes: Sequence[Any], define: Callable[[], Any]) -> Any:
    """What numba calls an intrinsic, with arguments of these types: what ``define`` gives is asked for at every call,
    once it is known that it can be called so.
    """

    def defined(context: Any, *given: Any) -> Any:
        if len(given) != len(takes):
            raise TypeError(f"{name} takes {len(takes)} and not {len(given)} arguments")
        for number, (gets, wanted) in enumerate(zip(given, takes, strict=True), 1):
            if context.can_convert(gets, wanted) is None:
                raise TypeError(f"argument {number} of {name} is to be {wanted}, and is {gets}")
        return define()

    # numba looks at the signature.
    names = ("context", *(f"value_{index}" for index in range(len(takes))))
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    defined.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, kind) for name in names]
    )
    defined.__name__ = name
    return intrinsic(defined)


def _call_outlined(builder: Any, symbol: str, gives: Any, values: Sequence[Any], emit: Any, memory: str) -> Any:
    """A call of a function that every module defines for itself, once."""
    function = builder.module.globals.get(symbol)
    if function is None:
        kind = ir.FunctionType(gives, [value.type for value in values])
        function = ir.Function(builder.module, kind, symbol)
        function.linkage = "linkonce_odr"
        for attribute in filter(None, ("noinline", "nounwind", memory)):
            function.attributes.add(attribute)
        body = ir.IRBuilder(function.append_basic_block())
        body.ret(emit(body, *function.args))
    return builder.call(function, values)


def words_of(builder: Any, value: Any, words: int) -> list[Any]:
    """The words of a set of squares."""
    return [value] if words == 1 else [builder.extract_value(value, index) for index in range(words)]


def as_board(builder: Any, words: list[Any]) -> Any:
    """The set of squares that has these words."""
    if len(words) == 1:
        return words[0]
    board = ir.Constant(ir.ArrayType(I64, len(words)), ir.Undefined)
    for index, word in enumerate(words):
        board = builder.insert_value(board, word, index)
    return board


# --- emitters: values in, values out ------------------------------------------------------------


def constant(value: int) -> Any:
    """An int64 constant with the bits of ``value``."""
    return ir.Constant(I64, signed(value))


def signed(value: int) -> int:
    """The int64 with the low 64 bits of ``value``."""
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def call(builder: Any, name: str, gives: Any, *values: Any) -> Any:
    """A call of the LLVM intrinsic ``name``."""
    function = builder.module.globals.get(name)
    if function is None:
        function = ir.Function(builder.module, ir.FunctionType(gives, [value.type for value in values]), name)
    return builder.call(function, values)


def table(builder: Any, values: Sequence[int], width: int = 64) -> Any:
    """A constant table of unsigned integers of ``width`` bits, aligned for vector loads.

    It is a global named by its content, so that equal tables of a module become one, and relocatable, so
    that compiled code with it can be cached.
    """
    content = b"".join((value & ((1 << width) - 1)).to_bytes(width // 8, "little") for value in values)
    name = f"table_{hashlib.sha256(content).hexdigest()[:24]}"
    found = builder.module.globals.get(name)
    if found is None:
        kind = ir.ArrayType(I8, len(content))
        found = ir.GlobalVariable(builder.module, kind, name)
        found.initializer = ir.Constant(kind, bytearray(content))
        found.linkage, found.global_constant, found.align, found.unnamed_addr = "linkonce_odr", True, 64, True
    return found


def entry(builder: Any, pointer: Any, index: Any, kind: Any, align: int = 8) -> Any:
    """The value of type ``kind`` at ``index`` (in units of 8 bytes, of 1 byte for bytes) of a table."""
    start = builder.bitcast(pointer, (I8 if kind == I8 else I64).as_pointer())
    place = builder.bitcast(builder.gep(start, [index], inbounds=True), kind.as_pointer())
    return builder.load(place, align=1 if kind == I8 else align)


def at(builder: Any, address: Any, kind: Any = I64) -> Any:
    """The pointer to a value of type ``kind`` at an address held in an int64."""
    return builder.inttoptr(address, kind.as_pointer())


# --- int64 bits ---------------------------------------------------------------------------------


@instruction(WORD, WORD, WORD)
def shift_right(builder: Any, value: Any, by: Any) -> Any:
    """Logical shift."""
    return builder.lshr(value, by)


@instruction(WORD, WORD)
def popcount(builder: Any, value: Any) -> Any:
    """Number of bits set."""
    return call(builder, "llvm.ctpop.i64", I64, value)


@instruction(WORD, WORD)
def lowest_bit(builder: Any, value: Any) -> Any:
    """Index of the lowest bit of a value that is not 0."""
    return call(builder, "llvm.cttz.i64", I64, value, ir.Constant(I1, 1))


@instruction(WORD, WORD)
def byte_swap(builder: Any, value: Any) -> Any:
    """The eight bytes in reverse."""
    return call(builder, "llvm.bswap.i64", I64, value)


@instruction(WORD, WORD, WORD)
def pext(builder: Any, value: Any, mask: Any) -> Any:
    """The bits of ``value`` under ``mask``, packed together (BMI2)."""
    return call(builder, "llvm.x86.bmi.pext.64", I64, value, mask)


@instruction(WORD, WORD, WORD)
def pdep(builder: Any, value: Any, mask: Any) -> Any:
    """The low bits of ``value`` spread under ``mask`` (BMI2)."""
    return call(builder, "llvm.x86.bmi.pdep.64", I64, value, mask)


# --- memory, by address -------------------------------------------------------------------------


@instruction(WORD, WORD)
def load(builder: Any, address: Any) -> Any:
    """The int64 at an address."""
    return builder.load(at(builder, address), align=8)


@instruction(WORD, WORD, WORD)
def store(builder: Any, address: Any, value: Any) -> Any:
    """Write an int64; gives 0."""
    builder.store(value, at(builder, address), align=8)
    return constant(0)


@instruction(WORD, WORD)
def load_byte(builder: Any, address: Any) -> Any:
    """The unsigned byte at an address."""
    return builder.zext(builder.load(at(builder, address, I8)), I64)


@instruction(WORD, WORD, WORD)
def store_byte(builder: Any, address: Any, value: Any) -> Any:
    """Write the low 8 bits; gives 0."""
    return _store_part(builder, address, value, I8)


@instruction(WORD, WORD)
def load_16(builder: Any, address: Any) -> Any:
    """The unsigned number of 16 bits at an address."""
    return builder.zext(builder.load(at(builder, address, I16), align=2), I64)


@instruction(WORD, WORD, WORD)
def store_16(builder: Any, address: Any, value: Any) -> Any:
    """Write the low 16 bits; gives 0."""
    return _store_part(builder, address, value, I16)


@instruction(WORD, WORD)
def load_32(builder: Any, address: Any) -> Any:
    """The unsigned number of 32 bits at an address."""
    return builder.zext(builder.load(at(builder, address, I32), align=4), I64)


@instruction(WORD, WORD, WORD)
def store_32(builder: Any, address: Any, value: Any) -> Any:
    """Write the low 32 bits; gives 0."""
    return _store_part(builder, address, value, I32)


def _store_part(builder: Any, address: Any, value: Any, kind: Any) -> Any:
    builder.store(builder.trunc(value, kind), at(builder, address, kind), align=kind.width // 8)
    return constant(0)


@instruction(WORD, WORD, WORD, WORD)
def copy_bytes(builder: Any, to: Any, source: Any, size: Any) -> Any:
    """Copy memory; gives 0."""
    places = (at(builder, to, I8), at(builder, source, I8))
    call(builder, "llvm.memcpy.p0.p0.i64", ir.VoidType(), *places, size, ir.Constant(I1, 0))
    return constant(0)


@instruction(WORD, WORD, WORD)
def count_up(builder: Any, address: Any, value: Any) -> Any:
    """Add to the int64 at an address in one step, whatever other threads do; gives what was there."""
    return builder.atomic_rmw("add", at(builder, address), value, "monotonic")


@instruction(TRUTH, WORD, WORD, WORD)
def exchange_32(builder: Any, address: Any, expected: Any, value: Any) -> Any:
    """Write 32 bits in one step if those there are as expected; gives whether they were."""
    pair = builder.cmpxchg(
        at(builder, address, I32), builder.trunc(expected, I32), builder.trunc(value, I32), "acq_rel", "monotonic"
    )
    return builder.extract_value(pair, 1)


@instruction(WORD, WORD, WORD)
def add_to(builder: Any, address: Any, value: Any) -> Any:
    """Add to the int64 at an address; gives the sum."""
    place = at(builder, address)
    total = builder.add(builder.load(place, align=8), value)
    builder.store(total, place, align=8)
    return total


@instruction(WORD, WORD)
def load_flag(builder: Any, address: Any) -> Any:
    """The int64 at an address, read atomically: another thread may write it."""
    return builder.load_atomic(at(builder, address), "monotonic", 8)


@instruction(WORD, WORD)
def prefetch(builder: Any, address: Any) -> Any:
    """Ask for the cache line of an address; gives 0."""
    place = at(builder, address, I8)
    hints = (ir.Constant(I32, hint) for hint in (0, 3, 1))
    call(builder, "llvm.prefetch.p0", ir.VoidType(), place, *hints)
    return constant(0)


@instruction(WORD, WORD, WORD, symbol="call_at", memory="cold")
def call_at(builder: Any, function: Any, value: Any) -> Any:
    """Call the function of one word at an address, unless that is 0: out of line, for what happens rarely; gives 0."""
    with builder.if_then(builder.icmp_signed("!=", function, constant(0)), likely=True):
        kind = ir.FunctionType(ir.VoidType(), [I64])
        builder.call(builder.inttoptr(function, kind.as_pointer()), [value])
    return constant(0)
