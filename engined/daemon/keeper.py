"""The thread that writes to the store, so that nobody else waits for a disk."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from engined.book.book import Book
from engined.daemon.shelf import Shelves
from engined.daemon.store import Store, StoreError, open_store
from engined.service.events import GameSaved, Save, SaveGame
from engined.service.solved import Solved
from engined.variants.model import Variant

MOST_AT_ONCE = 1000
"""Saves in one transaction."""

T = TypeVar("T")
Change = Callable[[Store, Shelves], T]
"""Something to be done to books, in one transaction."""
Errand = tuple[Change[Any], "Future[Any]"]


class Keeper:
    """Owns the store. What is saved is written soon, together with what else has come in meanwhile."""

    def __init__(self, path: Path, on_saved: Callable[[GameSaved], None], on_trouble: Callable[[str], None]) -> None:
        self._path = path
        self._on_saved = on_saved
        self._on_trouble = on_trouble
        self._queue: SimpleQueue[Save | Errand | None] = SimpleQueue()
        self._store: Store | None = None
        self._opened = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)
        self._thread.start()

    def wait(self) -> Store | None:
        """The store once it is open; None when it cannot be opened."""
        self._opened.wait()
        return self._store

    def recall(self, digest: str) -> Solved | None:
        """What the store knows of a position; None as well when it is not open or cannot be read."""
        if self._store is None:
            return None
        try:
            return self._store.recall(digest)
        except StoreError as error:
            self._on_trouble(str(error))
            return None

    def book(self, variant: Variant) -> Book | None:
        """The book of a variant, for a short look; None when the store is not open."""
        return None if self._store is None else self._store.book(variant, self._on_trouble)

    def change(self, work: Change[T]) -> Future[T]:
        """Have something done to books, on the thread of the keeper's.

        The future's result is what ``work`` returns; it raises StoreError, and what ``work`` raises.
        """
        future: Future[T] = Future()
        if self._closing:
            future.set_exception(StoreError("the store is closed"))
        else:
            self._queue.put((work, future))
        return future

    def save(self, save: Save) -> None:
        """Have something written; a game is reported when it is on disk, or cannot be."""
        self._queue.put(save)

    def close(self, timeout: float) -> bool:
        """Write what is left, and close; whether that was done in time."""
        self._closing = True
        self._queue.put(None)
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        problem = ""
        try:
            self._store, warning = open_store(self._path)
        except StoreError as error:
            problem = warning = str(error)
        self._opened.set()
        if warning:
            self._on_trouble(warning)
        closing = False
        while not closing:
            saves, last = self._next_batch()
            if saves:
                self._write(saves, problem)
            if isinstance(last, tuple):
                self._run_errand(*last, problem)
            closing = last is None
        self._refuse_errands()
        if self._store is not None:
            self._store.close()

    def _refuse_errands(self) -> None:
        """Tell those who came too late."""
        while not self._queue.empty():
            late = self._queue.get()
            if isinstance(late, tuple):
                late[1].set_exception(StoreError("the store is closed"))

    def _next_batch(self) -> tuple[list[Save], Save | Errand | None]:
        """Saves that wait, and what came last: the end, an errand, or a save again."""
        saves: list[Save] = []
        last = self._queue.get()
        while last is not None and not isinstance(last, tuple):
            saves.append(last)
            if len(saves) == MOST_AT_ONCE:
                break
            try:
                last = self._queue.get_nowait()
            except Empty:
                break
        return saves, last

    def _run_errand(self, work: Change[Any], future: Future[Any], problem: str) -> None:
        try:
            if self._store is None:
                raise StoreError(problem)
            future.set_result(self._store.change(work))
        except Exception as error:  # noqa: BLE001 - whoever sent the errand hears of it
            future.set_exception(error)

    def _write(self, saves: list[Save], problem: str) -> None:
        games = 0
        if self._store is not None:
            try:
                games = self._store.write(saves)
            except StoreError as error:
                problem = str(error)
                self._on_trouble(problem)
        for save in saves:
            if isinstance(save, SaveGame):
                self._on_saved(GameSaved(save.ticket, games, problem))
