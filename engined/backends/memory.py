"""The memory that kernels work on: one transposition table for a variant, one context for each thread.

Kernels get addresses; these classes own what is behind them. A context keeps its table alive.
"""

from __future__ import annotations

import ctypes
import mmap
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from engined.kernels.compilation import build
from engined.roots.pause import Pause
from engined.search.probcut_levels import FULL_WIDTH

from .probcut_errors import BY_GEOMETRY, probes

ALIGNMENT = 256
MADV_POPULATE_WRITE = 23
"""The advice to madvise that Linux has from 5.14 on; the mmap module has no name for it."""
POPULATING = "populate"
"""Name of the threads that :meth:`TranspositionTable.populate` runs on."""
STRIDE = 1 << 20
"""Bytes populated at a time."""
RESTS = 3
"""The pause after each stride of populating, in multiples of the time that the stride took."""
ALONE_MIB = 16
"""The mebibytes of the table of a search that knows nothing from before."""
NO_LIMIT = 2**62
Brake = ctypes.CFUNCTYPE(None, ctypes.c_int64)
"""The type of machine code that calls Python, whose lock it waits for: see ``brake`` of
:class:`engined.kernels.context.SearchContext`."""


def aligned(size: int) -> tuple[Any, int]:
    """Zeroed bytes, the system's until they are touched: an array, the address where it begins, which is aligned.

    They are pages of their own: a heap would clear megabytes for each search, of which it uses few.
    """
    pages = mmap.mmap(-1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    owner = np.frombuffer(pages, np.uint8)
    address = int(owner.ctypes.data)
    assert address % ALIGNMENT == 0
    return owner, address


def _wanted(kernels: build.Kernels, constant: str) -> tuple[Any, int]:
    """The memory that kernels want by the name of a constant of theirs: a part without it uses none."""
    return aligned(getattr(kernels, constant, 0))


class TranspositionTable:
    """A transposition table of at most ``mebibytes``; the number of buckets is a power of two."""

    def __init__(self, bucket_bytes: int, mebibytes: int) -> None:
        self._bucket_bytes = bucket_bytes
        buckets = max(1024, (mebibytes << 20) // bucket_bytes)
        self.bits = buckets.bit_length() - 1
        self._generation = 0
        # Pages begin where buckets may. The memory is zero, and the system's until it is touched. Shared memory, which
        # is mmap's default, would get no huge pages, and every look at the table would cost a walk through small ones.
        self._memory = mmap.mmap(-1, bucket_bytes << self.bits, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        if hasattr(mmap, "MADV_HUGEPAGE"):
            self._memory.madvise(mmap.MADV_HUGEPAGE)
        self.address = int(np.frombuffer(self._memory, np.uint8).ctypes.data)

    def populate(self) -> None:
        """Take all of the memory from the system now, while others search: that costs up to seconds a GiB.

        Contents stay as they are. Where the system cannot do this, pages come when they are touched. Most of the time
        is left to a search that begins meanwhile, and takes pages too: in a virtual machine one of 0.4 seconds came no
        further than depth 1. Python's own madvise would keep its lock besides.
        """
        madvise = getattr(ctypes.CDLL(None), "madvise", None)
        if madvise is None:
            return
        for start in range(0, len(self._memory), STRIDE):
            begun = time.monotonic()
            size = min(STRIDE, len(self._memory) - start)
            if madvise(ctypes.c_void_p(self.address + start), ctypes.c_size_t(size), MADV_POPULATE_WRITE) != 0:
                return
            time.sleep(RESTS * (time.monotonic() - begun))

    def unless(self, alone: bool) -> TranspositionTable:
        """This table, or for a search that is to be ``alone`` an empty one of the same kind: what is kept here would
        see farther for it. Its pages are the system's until they are touched.
        """
        return TranspositionTable(self._bucket_bytes, ALONE_MIB) if alone else self

    def forget(self) -> None:
        """Empty it. Not while kernels run on it."""
        ctypes.memset(self.address, 0, len(self._memory))

    def next_generation(self) -> int:
        """The number of a new analysis, 1 to 63 and round again."""
        self._generation = self._generation % 63 + 1
        return self._generation


def wait_until_populated() -> None:
    """Wait until all tables have taken their memory: what that costs is no part of a search that is measured."""
    for thread in threading.enumerate():
        if thread.name == POPULATING:
            thread.join()


class Context:
    """What one thread hands to every kernel of one analysis."""

    def __init__(
        self,
        table: TranspositionTable,
        kernels: build.Kernels,
        *,
        generation: int = 1,
        thread: int = 0,
        shared: Searching | None = None,
        weights: Any = None,
        network: Any = None,
        scratch: str = "SCRATCH_BYTES",
        pause: Pause | None = None,
        gives_way: bool = False,
    ) -> None:
        """``weights`` and ``network`` are arrays, blocks as kernels read them (see :mod:`engined.patterns.weights` and
        :mod:`engined.patterns.cell_network`); ``scratch`` names the constant that says how much memory kernels use as
        they like. In the pauses of ``pause``, kernels wait where they are; if it ``gives_way``, they end there, and
        :meth:`take_way` says so.
        """
        self._table, self._kept = table, (shared, weights, network)
        self._local, local = _wanted(kernels, "LOCAL_BYTES")
        self._prepared, prepared = _wanted(kernels, "PREPARED_BYTES")
        self._scratch, working = _wanted(kernels, scratch)
        self._block = kernels.structure("SearchContext")()
        self.address = ctypes.addressof(self._block)
        self._block.table = table.address
        self._block.table_shift = 64 - table.bits
        self._block.scratch = working
        self._block.node_limit = self._node_limit = NO_LIMIT
        self._block.generation = generation
        self._block.searching = shared.address if shared is not None else 0
        self._block.thread = thread
        self._block.local_table = local
        self._block.prepared = prepared
        self._block.weights = weights.ctypes.data if weights is not None else 0
        self._block.network = network.ctypes.data if network is not None else 0
        self._gives_way, self._gave_way = gives_way, False
        self._held = False
        self._limits = threading.Lock()
        """Held by who writes what the kernels' limit hangs on: others hold them, and let them go on, at any time."""
        nothing = probes(BY_GEOMETRY, kernels.CELLS, FULL_WIDTH)
        self.select(FULL_WIDTH, nothing, FULL_WIDTH, nothing)
        self._brake = Brake(_brake(weakref.ref(self), pause or Pause()))
        self._block.brake = ctypes.cast(self._brake, ctypes.c_void_p).value or 0
        if pause is not None:
            pause.add(self)

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return int(self._block.nodes)

    @property
    def stopped(self) -> bool:
        """Whether kernels are to end, by :meth:`stop` or at the node limit."""
        return bool(self._block.stop)

    def limit(self, nodes: int) -> None:
        """Stop at this many nodes."""
        with self._limits:
            self._node_limit = nodes
            self._block.node_limit = 0 if self._held else nodes

    @property
    def nodes_left(self) -> int:
        """The nodes left before it stops."""
        return self._node_limit - self.nodes

    def hold(self) -> None:
        """Have the kernel that runs now, or is called next, look soon whether it is to wait. From any thread."""
        with self._limits:
            self._held = True
            self._block.node_limit = 0

    def go_on(self) -> None:
        """Have the kernel that runs now, if it has not looked yet, go on. From any thread."""
        with self._limits:
            self._held = False
            self._block.node_limit = self._node_limit

    def stop_at_brake(self, pause: Pause) -> None:
        """Stop at the node limit; else wait, or give way, while there is a pause. For kernels, from their threads."""
        with self._limits:
            self._block.node_limit = self._node_limit
        if self.nodes >= self._node_limit:
            self.stop()
        elif self._gives_way and pause.held and not self.stopped:
            self._block.nodes -= 1  # that one is not searched
            self._gave_way = True
            self.stop()
        pause.wait(lambda: self.stopped)

    def take_way(self) -> bool:
        """Whether the kernel that has ended gave way, and may be called again after the pause; asked once."""
        gave_way, self._gave_way = self._gave_way, False
        return gave_way

    def forget(self) -> None:
        """Empty its tables, so that what kernels find next depends on nothing before. Not while one runs."""
        self._table.forget()
        self._local[:] = 0

    def stop(self) -> None:
        """End every kernel that runs now or is called later. From any thread."""
        self._block.stop = 1

    def select(self, level: int, probes: Any, end_level: int, end_probes: Any) -> None:
        """Prune by these tables of probes, for levels of confidence, before and to the end of the game."""
        self._probes = (probes, end_probes)
        self._block.level, self._block.probes = level, probes.ctypes.data
        self._block.end_level, self._block.end_probes = end_level, end_probes.ctypes.data

    def ask(self, question: int) -> None:
        """What searches of games of many seats are to find out (see :mod:`engined.search.many_seats.questions`)."""
        self._block.question = question

    @property
    def scratch_address(self) -> int:
        """The address of the memory that kernels use as they like."""
        return int(self._block.scratch)

    def scratch(self, offset: int, number: int) -> Any:
        """The words of that memory from an offset on, ``number`` of int64."""
        return np.frombuffer(self._scratch, np.int64, number, offset)

    def seed(self, number: int) -> None:
        """Begin a series of random numbers, the same for the same number, which is not 0."""
        self._block.random = number

    def resume(self) -> None:
        """Let kernels run again."""
        self._block.stop = 0

    def line(self, kernel: Callable[..., int], own: Any, opp: Any, plies: int) -> list[int]:
        """What a kernel writes of a position's best line: kernel squares, -1 for a pass."""
        out = np.empty(2 * plies + 1, np.int64)
        written = kernel(own, opp, plies, self.address, int(out.ctypes.data))
        return [int(square) for square in out[:written]]


def _brake(context: weakref.ref[Context], pause: Pause) -> Callable[[int], None]:
    """What kernels call at the brake. It keeps no context alive: contexts keep it."""

    def brake(address: int) -> None:
        called = context()
        if called is not None:
            called.stop_at_brake(pause)

    return brake


class Searching:
    """The list of positions under search, shared by the threads of one analysis."""

    def __init__(self, kernels: build.Kernels) -> None:
        self._owner, self.address = _wanted(kernels, "SEARCHING_BYTES")
