"""The states of all variants that somebody has asked for, and what they may take together."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from engined.families import find_family
from engined.families.base import Backend, PerftCounter
from engined.variants.model import Variant

from .compile_queue import CompileQueue
from .variant_state import VariantState

MOST_STATES = 256
LEAST_SHARE = 16
"""The variant that was used longest ago is dropped where less than one part in so many of the tables' memory is left.
"""


class VariantCache:
    """The states, and the few threads that load kernels for them, and have them compiled if need be. Thread-safe.

    The first variant gets half of the memory for tables, the next half of the rest, and so on. When little is left,
    what was used longest ago, and not now, is forgotten: any number of variants can come and go for ever.
    """

    def __init__(
        self,
        cache: Path | None,
        table_mib: int,
        weights: Path | None,
        on_state: Callable[[Variant, str], None],
    ) -> None:
        self.cache = cache
        self.weights = weights
        self._table_mib = self._table_left = table_mib
        self.on_state = on_state
        self._states: OrderedDict[str, VariantState] = OrderedDict()
        """The state of each variant, by its digest, the one used longest ago first."""
        self._lock = threading.Lock()
        self._queue = CompileQueue()

    def get(self, variant: Variant) -> VariantState:
        """The variant's state, made cold if it is new."""
        with self._lock:
            return self._used(variant)

    def acquire(self, variant: Variant) -> VariantState:
        """The same, to be kept until it is released."""
        with self._lock:
            state = self._used(variant)
            state.users += 1
            return state

    def release(self, state: VariantState) -> None:
        """End what :meth:`acquire` began."""
        with self._lock:
            state.users -= 1

    def compile_state(self, variant: Variant) -> str:
        """The state of a variant's search code, as :class:`Compiled` says."""
        with self._lock:
            state = self._states.get(variant.digest)
        return state.backend.state if state is not None else "cold"

    def states(self) -> tuple[VariantState, ...]:
        """All states, the one used longest ago first."""
        with self._lock:
            return tuple(self._states.values())

    def compile_counter(self, state: VariantState) -> None:
        """Have the perft code of a variant made soon."""
        if state.counter.claim():
            self._queue.add(_PerftWork(state, self.cache))

    def compile_backend(self, state: VariantState) -> None:
        """Have the search code of a variant made soon."""
        if state.backend.claim():
            self.on_state(state.variant, state.backend.state)
            self._queue.add(_Backend(state, self))

    def close(self) -> None:
        """End the threads when they have done what they were asked for."""
        self._queue.close()

    def _used(self, variant: Variant) -> VariantState:
        """The variant's state, now the one used last."""
        state = self._states.setdefault(variant.digest, VariantState(variant))
        self._states.move_to_end(variant.digest)
        self._evict(lambda: len(self._states) > MOST_STATES, state)
        return state

    def _evict(self, crowded: Callable[[], bool], kept: VariantState) -> None:
        """Forget variants that nobody is using, as long as there are too many."""
        for digest, state in list(self._states.items()):
            if not crowded():
                return
            if state is not kept and state.users == 0:
                del self._states[digest]
                self._table_left += state.table_mib
                if state.backend.state != "cold":
                    self.on_state(state.variant, "cold")

    def give_table(self, state: VariantState) -> int:
        """Mebibytes for a variant's table; the same when it is tried again."""
        with self._lock:
            if state.table_mib:
                return state.table_mib
            self._evict(lambda: self._table_left < self._table_mib // LEAST_SHARE, state)
            share = max(1, self._table_left // 2)
            if self._states.get(state.variant.digest) is state:
                self._table_left -= share
                state.table_mib = share
            return share


class _PerftWork:
    """The order for a variant's perft code."""

    def __init__(self, state: VariantState, cache: Path | None) -> None:
        self._state = state
        self._cache = cache

    @property
    def needed(self) -> bool:
        """Whether somebody waits for it."""
        return self._state.users > 0

    def look(self) -> bool:
        """Whether it has been compiled before, or there can be none."""
        from .loading import perft_kernels

        return find_family(self._state.variant) is None or _is_there(
            lambda: perft_kernels(self._state.variant).is_cached(self._cache)
        )

    def make(self) -> None:
        """Load or compile it."""

        def load() -> PerftCounter | None:
            from .loading import load_counter

            return load_counter(self._state.variant, self._cache)

        self._state.counter.make(load)


class _Backend:
    """The order for a variant's search code."""

    def __init__(self, state: VariantState, variants: VariantCache) -> None:
        self._state = state
        self._variants = variants

    @property
    def needed(self) -> bool:
        """Whether somebody waits for it."""
        return self._state.users > 0

    def look(self) -> bool:
        """Whether it has been compiled before, or there can be none. Weights are read meanwhile: importing what links
        takes as long.
        """
        from .learned import load as load_weights

        pool = ThreadPoolExecutor(1, thread_name_prefix="weights")
        self._weights = pool.submit(load_weights, self._state.variant, self._variants.weights)
        pool.shutdown(wait=False)
        from .loading import search_kernels

        there = _is_there(
            lambda: search_kernels(self._state.variant, self._variants.weights).is_cached(self._variants.cache)
        )
        self._state.backend.expect(cached=there)
        return there

    def make(self) -> None:
        """Load or compile it."""

        def load() -> Backend:
            from .loading import load_backend

            table_mib = self._variants.give_table(self._state)
            return load_backend(self._state.variant, self._variants.cache, table_mib, self._weights.result)

        self._state.backend.make(load)
        self._variants.on_state(self._state.variant, self._state.backend.state)


def _is_there(look: Callable[[], bool]) -> bool:
    """Whether something is there; also where that cannot be said, as making it will say why."""
    try:
        return look()
    except Exception:  # noqa: BLE001 - another's family may raise anything, and will do so again
        return True
