"""Which machine instructions the kernels may use, as numba will see the CPU. numba is imported only to ask it.

An instruction that the CPU lacks aborts the process, so everything beyond plain LLVM IR is gated here.
``NUMBA_CPU_NAME`` and ``NUMBA_CPU_FEATURES`` are honoured: they decide what numba compiles for.
"""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from functools import lru_cache

from llvmlite import binding as llvm

WIDE = frozenset({"avx512f", "avx512cd", "avx512vl"})
PACKING = frozenset({"avx512bw", "avx512vbmi2"})
_IS_X86 = platform.machine() in ("x86_64", "AMD64")
FAST_BITS = frozenset({"bmi", "bmi2", "lzcnt", "popcnt"})
_OLD_NAMES = frozenset({"nocona"})
_SLOW_PEXT = frozenset({"znver1", "znver2", "bdver4"})
"""CPUs with BMI2 whose pext and pdep are microcode, slower than what they replace."""
_FAST_GATHER = frozenset({"sapphirerapids", "emeraldrapids", "graniterapids", "graniterapids-d", "diamondrapids"})
"""CPUs with AVX-512 that load 16 numbers at once faster than one by one: not AMD's, nor Intel's older ones, which
firmware slows down so that no gather tells of others' data (CVE-2022-40982)."""
_FAST_64_BYTES = frozenset({"znver5"})
"""CPUs that work on vectors of 64 bytes as fast as on those of 32; Emerald Rapids gains nothing by them."""


@dataclass(frozen=True)
class Cpu:
    """The CPU that kernels are compiled for."""

    name: str
    features: frozenset[str]

    @property
    def lanes(self) -> int:
        """Axes computed side by side: 4 with AVX2 (both ways in 8 with AVX-512 are slower), else 1."""
        return 4 if "avx2" in self.features else 1

    @property
    def floats(self) -> int:
        """Floats of 32 bits in one vector."""
        return 16 if self.counts_zeros else 8 if self.lanes > 1 else 4

    @property
    def counts_zeros(self) -> bool:
        """Whether leading zeros are counted in all lanes by one instruction."""
        return self.features >= WIDE

    @property
    def group(self) -> int:
        """Positions side by side where several moves are made at once; 1 where that does not pay."""
        return 8 if self.counts_zeros else self.lanes

    @property
    def list_group(self) -> int:
        """Moves of one position side by side where they are listed: 8 on Zen 5, endgames 4 to 6 % faster than by 4."""
        return 8 if self.counts_zeros and self.name in _FAST_64_BYTES else self.lanes

    @property
    def packs_bytes(self) -> bool:
        """Whether those of 64 bytes that a mask says are brought together by one instruction."""
        return self.features >= PACKING

    @property
    def paired_products(self) -> int:
        """Numbers of 16 bits that one instruction multiplies, adding the products in pairs; 0 where there is none.

        Every x86 of 64 bits has one for 8: without it a cell network takes three times as long.
        """
        return 32 if self.features >= WIDE | {"avx512bw"} else 16 if self.lanes > 1 else 8 * _IS_X86

    @property
    def fast_bits(self) -> bool:
        """Whether pext and pdep exist and are fast."""
        return self.features >= FAST_BITS and self.name not in _SLOW_PEXT

    @property
    def gathers(self) -> bool:
        """Whether 16 numbers at any places are loaded by one instruction, and fast."""
        return self.counts_zeros and self.name in _FAST_GATHER

    @property
    def way(self) -> tuple[int, ...]:
        """All that sources are told of the CPU: those that share it have kernels of the same bitcode."""
        vectors = self.lanes, self.floats, self.group, self.list_group, self.paired_products
        return (*vectors, self.counts_zeros, self.packs_bytes, self.fast_bits, self.gathers)

    @property
    def path(self) -> str:
        """The name of the code path, for people: ``avx512+bmi2``, ``avx2+bmi2``, ``avx2``, ``portable``."""
        vectors = "portable" if self.lanes == 1 else "avx512" if self.counts_zeros else "avx2"
        return f"{vectors}+bmi2" if self.fast_bits else vectors


@lru_cache(maxsize=1)
def target() -> Cpu:
    """The CPU that numba compiles for in this process."""
    return Cpu(name(), frozenset(flag[1:] for flag in flags().split(",") if flag.startswith("+")))


def name() -> str:
    """The CPU's name, as LLVM has it."""
    if is_as_seen():
        return str(llvm.get_host_cpu_name())
    from numba import config

    return str(config.CPU_NAME or llvm.get_host_cpu_name())


def flags() -> str:
    """Its features, as LLVM takes them: each with a plus or a minus. numba knows CPUs whose AVX is not to be used."""
    if is_as_seen():
        return str(llvm.get_host_cpu_features().flatten())
    from numba import config

    if config.CPU_FEATURES is not None:
        return str(config.CPU_FEATURES)
    features = llvm.get_host_cpu_features()
    for feature in features:
        features[feature] = features[feature] and (config.ENABLE_AVX or not feature.startswith("avx"))
    return str(features.flatten())


def is_as_seen() -> bool:
    """Whether numba takes the CPU as LLVM sees it, so that it need not be imported: nothing is set, and AVX2 is there,
    which those lack whose AVX it leaves alone but for virtual ones of an old name.
    """
    features = llvm.get_host_cpu_features()
    return not _settings() and features.get("avx2", False) and llvm.get_host_cpu_name() not in _OLD_NAMES


def _settings() -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, value) for name, value in os.environ.items() if name.startswith("NUMBA_")))


def fingerprint() -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """All that :func:`target` depends on: the machine's CPU, its features, and settings of numba."""
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(), _settings()
