"""The states of all variants that somebody has asked for, and what they may take together."""

from __future__ import annotations

import queue
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from engined.families.base import Backend, Counter
from engined.variants.model import Variant

from .variant_state import VariantState

MOST_STATES = 256
COMPILERS = 2
"""Variants that are loaded or compiled at once: one that nobody may ever play does not hold up the one being played."""
LEAST_SHARE = 16
"""Where less than such a part of the tables' memory is left, the variant that was used longest ago makes room."""


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
        self._cache = cache
        self._weights = weights
        self._table_mib = self._table_left = table_mib
        self._on_state = on_state
        self._states: OrderedDict[str, VariantState] = OrderedDict()
        """By the variant's digest, the one used longest ago first."""
        self._lock = threading.Lock()
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []

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
        """Of a variant's search code, as :class:`Compiled` says."""
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
            self._submit(lambda: self._make_counter(state))

    def compile_backend(self, state: VariantState) -> None:
        """Have the search code of a variant made soon."""
        if state.backend.claim():
            self._on_state(state.variant, state.backend.state)
            self._submit(lambda: self._make_backend(state))

    def close(self) -> None:
        """End the threads when they have done what they were asked for."""
        for _ in range(COMPILERS):
            self._queue.put(None)

    def _submit(self, job: Callable[[], None]) -> None:
        self._queue.put(job)
        with self._lock:
            if len(self._threads) < COMPILERS:
                self._threads.append(threading.Thread(target=self._run, name="compiler", daemon=True))
                self._threads[-1].start()

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            job()

    def _make_counter(self, state: VariantState) -> None:
        def load() -> Counter | None:
            from .loading import load_counter

            return load_counter(state.variant, self._cache)

        state.counter.make(load)

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
                    self._on_state(state.variant, "cold")

    def _give_table(self, state: VariantState) -> int:
        """Mebibytes for a variant's table."""
        with self._lock:
            self._evict(lambda: self._table_left < self._table_mib // LEAST_SHARE, state)
            share = max(1, self._table_left // 2)
            if self._states.get(state.variant.digest) is state:
                self._table_left -= share
                state.table_mib = share
            return share

    def _make_backend(self, state: VariantState) -> None:
        def load() -> Backend:
            from .learned import load as load_weights

            with ThreadPoolExecutor(1, thread_name_prefix="weights") as pool:
                reading = pool.submit(load_weights, state.variant, self._weights)
                # Importing what links takes as long as reading the weights.
                from .loading import load_backend, search_kernels

                state.backend.expect(cached=search_kernels(state.variant, self._weights).is_cached(self._cache))
                return load_backend(state.variant, self._cache, self._give_table(state), reading.result)

        state.backend.make(load)
        self._on_state(state.variant, state.backend.state)
