"""One object file from everything that numba makes of a part, optimized as a whole.

numba itself optimizes and translates a function as soon as it is compiled, and again, with all that it calls, in each
function that calls it: for a search six times the work.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterable
from typing import Any

import llvmlite.binding as llvm

from .. import cpu


def link(modules: Iterable[str], exported: Collection[str]) -> bytes:
    """Bitcode of these LLVM modules as one, of which only the functions of these symbols can be called from elsewhere.

    Raises TypeError where something is called that is not there.
    """
    whole = llvm.parse_assembly("")
    for text in modules:
        whole.link_in(llvm.parse_assembly(text))
    for function in whole.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = "internal"
    _check(whole)
    return bytes(whole.as_bitcode())


def translate(bitcode: bytes) -> bytes:
    """An object file for this CPU, optimized as a whole."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple = llvm.get_process_triple()
    machine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=cpu.name(),
        features=cpu.flags(),
        opt=3,
        reloc="static" if triple.startswith("x86") else "default",
        codemodel="jitdefault",
        jit=True,
    )
    whole = llvm.parse_bitcode(bitcode)
    whole.triple, whole.data_layout = triple, str(machine.target_data)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(whole, passes)
    return bytes(machine.emit_object(whole))


def _check(whole: Any) -> None:
    """Raise TypeError where something is called that is not there, nor in the C library of any process."""
    c_library = ctypes.CDLL(None)
    for thing in (*whole.functions, *whole.global_variables):
        if thing.is_declaration and not thing.name.startswith("llvm.") and not hasattr(c_library, thing.name):
            raise TypeError(f"{thing.name} is called, and not there")
