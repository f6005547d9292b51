"""Which machine instructions the kernels may use, as numba will see the CPU.

An instruction that the CPU lacks aborts the process, so everything beyond plain LLVM IR is gated here.
``NUMBA_CPU_NAME`` and ``NUMBA_CPU_FEATURES`` are honoured: they decide what numba compiles for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from numba import config
from numba.core.codegen import get_host_cpu_features

_WIDE = frozenset({"avx512f", "avx512cd", "avx512vl", "avx512dq", "avx512bw"})
_FAST = frozenset({"bmi", "bmi2", "lzcnt", "popcnt"})
_SLOW_PEXT = frozenset({"znver1", "znver2", "bdver4"})
"""CPUs with BMI2 whose pext and pdep are microcode, slower than what they replace."""


@dataclass(frozen=True)
class Cpu:
    """The CPU that kernels are compiled for."""

    name: str
    features: frozenset[str]

    @property
    def lanes(self) -> int:
        """Directions computed side by side: 8 with AVX-512, 4 with AVX2, else 1."""
        if self.features >= _WIDE:
            return 8
        return 4 if "avx2" in self.features else 1

    @property
    def fast_bits(self) -> bool:
        """Whether pext and pdep exist and are fast."""
        return self.features >= _FAST and self.name not in _SLOW_PEXT

    @property
    def path(self) -> str:
        """The name of the code path, for people: ``avx512+bmi2``, ``avx2+bmi2``, ``avx2``, ``portable``."""
        vectors = {8: "avx512", 4: "avx2", 1: "portable"}[self.lanes]
        return f"{vectors}+bmi2" if self.fast_bits else vectors


@lru_cache(maxsize=1)
def target() -> Cpu:
    """The CPU that numba compiles for in this process."""
    from llvmlite.binding import get_host_cpu_name

    name = config.CPU_NAME or get_host_cpu_name()
    flags = config.CPU_FEATURES if config.CPU_FEATURES is not None else get_host_cpu_features()
    features = frozenset(flag[1:] for flag in flags.split(",") if flag.startswith("+"))
    return Cpu(name, features)
