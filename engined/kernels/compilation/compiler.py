"""From the sources of a part to machine code: to LLVM bitcode by numba, and on by LLVM.

As a program (see :mod:`engined.kernels.compilation.process`) it reads an
:class:`engined.kernels.compilation.process.CompileRequest` from stdin, pickled. Only where sources are lowered numba is
imported.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from engined.kernels import cpu
from engined.kernels.compilation import lowered
from engined.kernels.compilation.faults import KernelFault, running
from engined.kernels.compilation.kernel_sources import BareSource, execute
from engined.kernels.compilation.machine_code import MachineCode, write
from engined.kernels.compilation.object_file import link, translate
from engined.kernels.compilation.process import CompileRequest
from engined.kernels.cpu import Cpu
from engined.kernels.layouts.layout import Layout

if TYPE_CHECKING:
    from engined.kernels.compilation.front_end.written import Written


def compile_sources(sources: Sequence[BareSource], layout: Layout, *, trained: bool) -> MachineCode:
    """Execute sources, compile their kernels, and take the code; once in a process. Raises KernelFault."""
    return _translated(lower(sources, layout, cpu.target(), trained=trained))


def lower(sources: Sequence[BareSource], layout: Layout, target: Cpu, *, trained: bool) -> MachineCode:
    """Execute sources, and make bitcode of their kernels for CPUs like this: the ``code`` of what comes back. Once in a
    process. Raises KernelFault.
    """
    try:
        return _lowered(sources, layout, target, trained=trained)
    except KernelFault:
        raise
    except Exception as error:
        raise running(error, {source.path for source in sources}) from error


def _lowered(sources: Sequence[BareSource], layout: Layout, target: Cpu, *, trained: bool) -> MachineCode:
    from engined.kernels.compilation.binding import names
    from engined.kernels.compilation.front_end import front_end

    module = ModuleType("engined_kernels")
    imported = frozenset().union(*(source.prelude for source in sources))
    bound = names(layout.seen_by(imported), target, trained=trained)
    for name in frozenset().union(*layout.tells.values()) - imported:
        bound.pop(name, None)  # nothing may be compiled that the place where it is kept says nothing of
    kernels: dict[str, Written] = {}
    decorator = bound["kernel"]

    def kernel(signature: str) -> Callable[[Any], Any]:
        decorate = decorator(signature)
        return lambda function: kernels.setdefault(function.__name__, decorate(function)).called

    module.__dict__.update(bound, kernel=kernel)
    sys.modules[module.__name__] = module  # numba looks there for the globals of functions
    modules = front_end().gather()
    execute(sources, module.__dict__)
    for written in kernels.values():
        written.compile()
    entries = {name: written.entry() for name, written in kernels.items()}
    functions = {name: function for name, (function, _) in entries.items()}
    modules += [text for _, text in entries.values()]
    constants = {name: value for name, value in vars(module).items() if name.isupper() and _is_constant(value)}
    bitcode = link(modules, {function.symbol for function in functions.values()})
    return MachineCode(constants, functions, bitcode, module.RECORDS)


def _translated(code: MachineCode) -> MachineCode:
    """The same with machine code for this CPU."""
    return MachineCode(code.constants, code.functions, translate(code.code), code.records)


def _is_constant(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, tuple) and all(isinstance(part, int) for part in value))


def _main() -> None:
    """Do one order; end at once when whoever gave it is gone, which closes stdin. Ctrl-C is theirs to deal with."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    order = pickle.load(sys.stdin.buffer)
    assert isinstance(order, CompileRequest)

    def watch() -> None:
        os.read(sys.stdin.fileno(), 1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    gc.disable()  # a tenth of the time would go there, and all goes when this process ends
    if order.bitcode is not None:
        code = _translated(lowered.read(order.bitcode))
    else:
        try:
            code = compile_sources(order.sources, order.layout, trained=order.trained)
        except KernelFault as fault:
            sys.exit(str(fault))
    write(order.out, code)


if __name__ == "__main__":
    _main()
