"""Machine code as it lies in a file, and as functions that Python can call.

Nothing here imports numba: linking takes some milliseconds, importing numba and waking it half a second.
"""

from __future__ import annotations

import ctypes
import errno
import hashlib
import os
import stat
import tempfile
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import msgspec

from ..layouts.records import RecordLayout
from . import perf_map

Constant = bool | int | tuple[int, ...]


class Function(msgspec.Struct, frozen=True):
    """A compiled function: it takes and gives sets of squares and numbers, all of them as words of 64 bits.

    In machine code its first argument is the address where the result goes; the words follow.
    """

    symbol: str
    takes: tuple[int, ...]
    """Words of each argument."""
    gives: int
    """Words of the result."""


class MachineCode(msgspec.Struct, frozen=True):
    """One part of a variant, compiled."""

    constants: dict[str, Constant]
    functions: dict[str, Function]
    code: bytes
    """An object file of the system."""
    records: dict[str, RecordLayout] = {}
    """The records that its kernels work on."""


decode = msgspec.msgpack.Decoder(MachineCode).decode
"""It is made here: where a type is not known yet, msgspec looks into it without a lock, and two threads that read their
first parts at a time crash.
"""


class Damaged(Exception):
    """A file that does not hold what was written, or that somebody else may have written."""


def write(path: Path, code: MachineCode) -> None:
    """Write a file in one step, for its owner alone; what lies there under that or another name is not written to."""
    content = msgspec.msgpack.encode(code)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(hashlib.sha256(content).digest() + content)
    os.replace(file.name, path)


def read(path: Path) -> MachineCode:
    """The inverse of :func:`write`. Raises :class:`Damaged`, and OSError where there is no such file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Damaged(f"{path}: {_LINK}") from None
        raise
    with open(descriptor, "rb") as file:
        if why := _distrusted(os.fstat(descriptor)):
            raise Damaged(f"{path}: {why}")
        data = file.read()
    digest, content = data[:32], data[32:]
    if hashlib.sha256(content).digest() != digest:
        raise Damaged(f"{path}: it was changed, or only a part of it was written")
    return decode(content)


def distrust(path: Path) -> str:
    """Why a file is not loaded, whatever it holds; empty if it may be. Raises OSError where there is none."""
    return _distrusted(path.lstat())


_LINK = "it is a link"


def _distrusted(state: os.stat_result) -> str:
    """Who may write to a file can have its reader run anything."""
    if stat.S_ISLNK(state.st_mode):
        return _LINK
    if not stat.S_ISREG(state.st_mode):
        return "it is no regular file"
    if state.st_uid != os.geteuid():
        return "it belongs to another user"
    if state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "others may write to it"
    return ""


class Linked:
    """Machine code in this process: constants and functions are attributes. It is linked when first called for."""

    def __init__(self, code: MachineCode) -> None:
        self._code = code
        self._linking = threading.Lock()
        self._engine: Any = None
        self.__dict__.update(code.constants, RECORDS=code.records)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._code.functions:
            raise AttributeError(name)
        with self._linking:
            if self._engine is None:
                self._engine = _linked(self._code.code)
                if perf_map.is_wanted():
                    perf_map.tell(self._code.code, self._engine, self._code.functions[name].symbol)
            if name not in self.__dict__:
                self.__dict__[name] = _callable(name, self._code.functions[name], self._engine)
        return self.__dict__[name]


@lru_cache(maxsize=1)
def _target() -> Any:
    """What code is linked for; what the CPU can do was decided when the code was compiled."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple()


def _linked(code: bytes) -> Any:
    """What owns the memory that the code is in."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target().create_target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def _callable(name: str, function: Function, engine: Any) -> Callable[..., Any]:
    """A function that takes and gives an int for one word and a tuple for more, and runs without Python's lock."""
    result_type = ctypes.c_int64 * function.gives
    prototype = ctypes.CFUNCTYPE(None, ctypes.c_void_p, *[ctypes.c_int64] * sum(function.takes))
    entry = prototype(engine.get_function_address(function.symbol))
    narrow, single = all(words == 1 for words in function.takes), function.gives == 1

    def call(*arguments: Any) -> Any:
        result = result_type()
        entry(ctypes.addressof(result), *(arguments if narrow else _flat(arguments)))
        return result[0] if single else tuple(result)

    call.__name__ = name
    call.__dict__["engine"] = engine  # alive as long as this
    return call


def _flat(arguments: tuple[Any, ...]) -> list[int]:
    words: list[int] = []
    for argument in arguments:
        if isinstance(argument, tuple):
            words.extend(argument)
        else:
            words.append(argument)
    return words
