"""What numba makes of the sources of common games, kept with the program: bitcode, of which LLVM makes machine code.

A first analysis then takes half the time, and needs no numba. The bitcode depends on the path that a CPU takes
(:class:`engined.kernels.cpu.Cpu`). LLVM makes of it, for the CPU that is there, the same machine code as of them.
A file is named by a digest of all that it was made from. After a change to a source or to the generator none is found,
and the sources are compiled as those of other games are.

``python -m engined.families.lowering`` makes the files anew: a step of a release.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from pathlib import Path

import llvmlite.binding as llvm
import msgspec

from ..cpu import FAST_BITS, PACKING, WIDE, Cpu
from ..layouts.layout import Layout
from .kernel_sources import Part, essence, sources
from .machine_code import MachineCode, decode

FOLDER = Path(__file__).parent / "bitcode"
SUFFIX = ".bitcode"
_AVX2 = FAST_BITS | {"avx2"}
_AVX512 = _AVX2 | WIDE | PACKING
CPUS = (Cpu("haswell", _AVX2), Cpu("icelake-server", _AVX512), Cpu("sapphirerapids", _AVX512), Cpu("znver5", _AVX512))
"""One of each path that common servers and personal computers take."""


def place(layout: Layout, part: Part, cpu: Cpu, generator: Sequence[tuple[str, str]], *, trained: bool) -> Path:
    """Where the bitcode of a part is kept, if it is. ``generator`` has the names and sources of what makes kernels."""
    found = sources(part)
    written = [(source.name, source.text) for source in found]
    target = llvm.get_process_triple(), llvm.llvm_version_info[0], cpu.way
    everything = (essence(found, layout), part.name, trained, written, list(generator), target)
    return FOLDER / (hashlib.sha256(repr(everything).encode()).hexdigest()[:32] + SUFFIX)


def read(path: Path) -> MachineCode:
    """What a file holds, with bitcode for ``code``. It is trusted as the modules beside it are."""
    return decode(zlib.decompress(path.read_bytes()))


def write(path: Path, code: MachineCode) -> None:
    """The inverse of :func:`read`."""
    path.write_bytes(zlib.compress(msgspec.msgpack.encode(code), 9))
