"""Names of kernels for Linux's ``perf``, which otherwise shows bare addresses.

``ENGINED_PERF=1`` has them written to ``/tmp/perf-PID.map``, where it looks for what a process has made itself.
"""

from __future__ import annotations

import os
import re
import struct
import sys
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

_SYMBOL = struct.Struct("<IBBHQQ")
"""The symbol of an ELF file: where its name begins, its kind, visibility and section, its place in that and its size.
"""
_FUNCTION = 2
_KIND = 15
"""The bits of a symbol's kind that tell a function."""
_MANGLED = re.compile(r"_ZN\d+engined_kernels(\d+)")
"""How numba begins the symbol of a function of a source; the length of its name, and the name, follow."""


def is_wanted() -> bool:
    """Whether kernels are to be told by name."""
    return sys.platform == "linux" and bool(os.environ.get("ENGINED_PERF"))


def path_of(process: int) -> Path:
    """The file that ``perf`` reads for a process."""
    return Path(f"/tmp/perf-{process}.map")


def tell(code: bytes, engine: Any, exported: str) -> None:
    """Write where all functions of an ELF object file are, which an engine has linked, by the address of one that it
    exports. Raises OSError where they cannot be written.
    """
    functions = _functions(code)
    moved = engine.get_function_address(exported) - functions[exported][0]
    lines = [f"{place + moved:x} {size:x} {_named(symbol)}\n" for symbol, (place, size) in functions.items()]
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    with open(os.open(path_of(os.getpid()), flags, 0o600), "a", encoding="utf-8") as file:
        file.write("".join(lines))


def _functions(code: bytes) -> dict[str, tuple[int, int]]:
    """The place in the code of each function, and its size."""
    sections = {section.name(): section.data() for section in llvm.ObjectFileRef.from_data(code).sections()}
    names = sections[b".strtab"]
    return {
        names[name : names.index(b"\0", name)].decode(): (place, size)
        for name, kind, _visibility, _section, place, size in _SYMBOL.iter_unpack(sections[b".symtab"])
        if kind & _KIND == _FUNCTION
    }


def _named(symbol: str) -> str:
    """The name that a function has in its source."""
    mangled = _MANGLED.match(symbol)
    return symbol[mangled.end() :][: int(mangled[1])] if mangled else symbol
