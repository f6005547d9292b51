"""The trees of all variants that somebody has asked for, and what they may take together."""

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

MOST_TREES = 256
COMPILERS = 2
"""Variants that are loaded or compiled at once: one that nobody may ever play does not hold up the one being played."""
LEAST_SHARE = 16
"""Where less than such a part of the tables' memory is left, the tree that was used longest ago makes room."""


class VariantCache:
    """The trees, and the few threads that load kernels for them, and have them compiled if need be. Thread-safe.

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
        self._trees: OrderedDict[str, VariantState] = OrderedDict()
        """By the variant's digest, the one used longest ago first."""
        self._lock = threading.Lock()
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []

    def tree(self, variant: Variant) -> VariantState:
        """The variant's tree, made cold if it is new."""
        with self._lock:
            return self._used(variant)

    def lend(self, variant: Variant) -> VariantState:
        """The same, to be kept until it is given back."""
        with self._lock:
            tree = self._used(variant)
            tree.users += 1
            return tree

    def take_back(self, tree: VariantState) -> None:
        """End what :meth:`lend` began."""
        with self._lock:
            tree.users -= 1

    def state(self, variant: Variant) -> str:
        """Of a variant's search code, as :class:`Compiled` says."""
        with self._lock:
            tree = self._trees.get(variant.digest)
        return tree.backend.state if tree is not None else "cold"

    def trees(self) -> tuple[VariantState, ...]:
        """All trees."""
        with self._lock:
            return tuple(self._trees.values())

    def compile_counter(self, tree: VariantState) -> None:
        """Have the perft code of a tree made soon."""
        if tree.counter.claim():
            self._submit(lambda: self._make_counter(tree))

    def compile_backend(self, tree: VariantState) -> None:
        """Have the search code of a tree made soon."""
        if tree.backend.claim():
            self._on_state(tree.variant, tree.backend.state)
            self._submit(lambda: self._make_backend(tree))

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

    def _make_counter(self, tree: VariantState) -> None:
        def load() -> Counter | None:
            from .loading import load_counter

            return load_counter(tree.variant, self._cache)

        tree.counter.make(load)

    def _used(self, variant: Variant) -> VariantState:
        """The variant's tree, now the one used last."""
        tree = self._trees.setdefault(variant.digest, VariantState(variant))
        self._trees.move_to_end(variant.digest)
        self._fell(lambda: len(self._trees) > MOST_TREES, tree)
        return tree

    def _fell(self, crowded: Callable[[], bool], kept: VariantState) -> None:
        """Forget trees that nobody is using, as long as there are too many."""
        for digest, tree in list(self._trees.items()):
            if not crowded():
                return
            if tree is not kept and tree.users == 0:
                del self._trees[digest]
                self._table_left += tree.table_mib
                if tree.backend.state != "cold":
                    self._on_state(tree.variant, "cold")

    def _give_table(self, tree: VariantState) -> int:
        """Mebibytes for a tree's table."""
        with self._lock:
            self._fell(lambda: self._table_left < self._table_mib // LEAST_SHARE, tree)
            share = max(1, self._table_left // 2)
            if self._trees.get(tree.variant.digest) is tree:
                self._table_left -= share
                tree.table_mib = share
            return share

    def _make_backend(self, tree: VariantState) -> None:
        def load() -> Backend:
            from engined.patterns.weights import load as load_weights

            with ThreadPoolExecutor(1, thread_name_prefix="weights") as pool:
                reading = pool.submit(load_weights, tree.variant, self._weights)
                # Importing what links takes as long as reading the weights.
                from .loading import load_backend, search_kernels

                tree.backend.expect(cached=search_kernels(tree.variant, self._weights).is_cached(self._cache))
                return load_backend(tree.variant, self._cache, self._give_table(tree), reading.result)

        tree.backend.make(load)
        self._on_state(tree.variant, tree.backend.state)
