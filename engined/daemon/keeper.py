"""The thread that writes to the store, so that nobody else waits for a disk."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue

from engined.daemon.store import Store, StoreError, open_store
from engined.service.events import GameSaved, Save, SaveGame
from engined.service.solved import Solved

MOST_AT_ONCE = 1000
"""Saves in one transaction."""


class Keeper:
    """Owns the store. What is saved is written soon, together with what else has come in meanwhile."""

    def __init__(self, path: Path, on_saved: Callable[[GameSaved], None], on_trouble: Callable[[str], None]) -> None:
        self._path = path
        self._on_saved = on_saved
        self._on_trouble = on_trouble
        self._queue: SimpleQueue[Save | None] = SimpleQueue()
        self._store: Store | None = None
        self._opened = threading.Event()
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

    def save(self, save: Save) -> None:
        """Have something written; a game is reported when it is on disk, or cannot be."""
        self._queue.put(save)

    def close(self, timeout: float) -> bool:
        """Write what is left, and close; whether that was done in time."""
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
            batch = self._next_batch()
            closing = None in batch
            saves = [save for save in batch if save is not None]
            if saves:
                self._write(saves, problem)
        if self._store is not None:
            self._store.close()

    def _next_batch(self) -> list[Save | None]:
        batch = [self._queue.get()]
        while len(batch) < MOST_AT_ONCE and batch[-1] is not None:
            try:
                batch.append(self._queue.get_nowait())
            except Empty:
                break
        return batch

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
