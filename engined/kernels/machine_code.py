"""Machine code as it lies in a file, and as functions that Python can call.

Nothing here imports numba: linking takes some milliseconds, importing numba and waking it half a second.
"""

from __future__ import annotations

import ctypes
import hashlib
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import msgspec

Constant = bool | int | tuple[int, ...]


class Function(msgspec.Struct, frozen=True):
    """A compiled function: it takes and gives sets of squares and numbers, all of them as words of 64 bits."""

    symbol: str
    takes: tuple[int, ...]
    """Words of each argument."""
    gives: int
    """Words of the result."""
    code: bytes
    """An object file of the system, with everything that the function calls."""


class MachineCode(msgspec.Struct, frozen=True):
    """One part of a variant, compiled."""

    constants: dict[str, Constant]
    functions: dict[str, Function]


class Damaged(Exception):
    """A file that does not hold what was written."""


def write(path: Path, code: MachineCode) -> None:
    """Write a file in one step."""
    content = msgspec.msgpack.encode(code)
    part = path.with_suffix(".part")
    part.write_bytes(hashlib.sha256(content).digest() + content)
    part.replace(path)


def read(path: Path) -> MachineCode:
    """The inverse of :func:`write`. Raises :class:`Damaged`, and OSError where there is no such file."""
    data = path.read_bytes()
    digest, content = data[:32], data[32:]
    if hashlib.sha256(content).digest() != digest:
        raise Damaged(path)
    return msgspec.msgpack.decode(content, type=MachineCode)


class Linked:
    """Machine code in this process: constants and functions are attributes. A function is linked when first used."""

    def __init__(self, code: MachineCode) -> None:
        self._functions = code.functions
        self._linking = threading.Lock()
        self.__dict__.update(code.constants)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._functions:
            raise AttributeError(name)
        with self._linking:
            if name not in self.__dict__:
                self.__dict__[name] = _linked(name, self._functions[name])
        return self.__dict__[name]


@lru_cache(maxsize=1)
def _target() -> Any:
    """What code is linked for; what the CPU can do was decided when the code was compiled."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def _linked(name: str, function: Function) -> Callable[..., Any]:
    """A function that takes and gives an int for one word and a tuple for more, and runs without Python's lock."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target().create_target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(function.code))
    engine.finalize_object()
    result_type = ctypes.c_int64 * function.gives
    # numba's calling convention: a status comes back; where the result goes, where an exception would, the words.
    prototype = ctypes.CFUNCTYPE(
        ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * sum(function.takes)
    )
    entry = prototype(engine.get_function_address(function.symbol))
    narrow, single = all(words == 1 for words in function.takes), function.gives == 1

    def call(*arguments: Any) -> Any:
        result, exception = result_type(), ctypes.c_void_p()
        words = arguments if narrow else _flat(arguments)
        status = entry(ctypes.addressof(result), ctypes.addressof(exception), *words)
        if status:
            raise RuntimeError(f"the kernel {name} ended with status {status}")
        return result[0] if single else tuple(result)

    call.__name__ = name
    call.__dict__["engine"] = engine  # it owns the memory that the code is in
    return call


def _flat(arguments: tuple[Any, ...]) -> list[int]:
    words: list[int] = []
    for argument in arguments:
        if isinstance(argument, tuple):
            words.extend(argument)
        else:
            words.append(argument)
    return words
