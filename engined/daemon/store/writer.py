"""The thread that writes to the store, so that nobody else waits for a disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import msgspec

from engined.book.book import Book
from engined.book.given import Given, nothing_given
from engined.daemon.store.books import BookStores
from engined.daemon.store.store import Broken, Passing, Store, StoreError, open_store
from engined.daemon.store.tables import Tell, short
from engined.service.events import (
    CutLog,
    ForgetSession,
    GameSaved,
    Receipt,
    Save,
    SaveGame,
    SaveStep,
    StoreOpened,
    Written,
)
from engined.service.exact_results import ExactResult
from engined.service.kept_analyses import KeptAnalysis
from engined.service.tenants import shown
from engined.variants.model import Variant

MOST_AT_ONCE = 1000
"""Saves in one transaction."""
RETRY = 5.0
"""Seconds until what could not be written, and must be, is tried again; and a store that could not be opened."""
MUCH = 1 << 18
"""Bytes; what is less is tried again with each save."""

IN_MEMORY = 8
"""A step takes about so many times the bytes as which it is written, and some besides."""
BESIDES = 400
NOT_AS_LEFT = (
    "the log of the kept session {} of {} is not as this daemon left it, as where another one goes on with it: what"
    " happens in the session here is not kept until it is opened anew"
)
THEIRS = "its log is not as this daemon left it"
BETWEEN_COMPLAINTS = 60.0
"""Seconds until the same trouble with reading is reported again."""

T = TypeVar("T")
Change = Callable[[Store, BookStores], T]
"""Something to be done to books, in one transaction."""
Errand = tuple[Change[Any], "Future[Any]"]
OnSaved = Callable[[GameSaved | Written | StoreOpened], None]


class StoreWriter:
    """Owns the store. What is saved is written soon, together with what else has come in meanwhile."""

    def __init__(
        self,
        path: Path,
        on_saved: OnSaved,
        on_trouble: Callable[[str], None],
        on_damage: Tell,
        given: Given = nothing_given,
    ) -> None:
        """All are called on the thread of the store writer's or on one that reads; ``on_damage`` with each thing that
        cannot be read any more; ``given`` for the books beneath those of the store.
        """
        self._given = given
        self._path = path
        self._on_saved = on_saved
        self._on_trouble = on_trouble
        self._on_damage = on_damage
        self._queue: SimpleQueue[Save | Errand | None] = SimpleQueue()
        self._store: Store | None = None
        self._opened = threading.Event()
        self._asking = threading.Lock()
        """Held by who brings an errand, and by who says that none comes any more."""
        self._closing = False
        self._ended = False
        self._owed: dict[tuple[bytes, str], list[Save]] = {}
        """Steps of kept sessions that are not on disk yet, in order: without one, later ones make no sense."""
        self._lost: set[tuple[bytes, str]] = set()
        """The kept sessions whose logs are not as they were left: steps of theirs are not written."""
        self._taken = 0
        """Bytes of all steps that have come; counted by those who save."""
        self._done = 0
        """Bytes of all steps that are on disk, or need not be; counted by the thread."""
        self._next_try = 0.0
        """The time at which writing steps is tried again, if they are many."""
        self._problem = ""
        """Why the store cannot be used now."""
        self._hopeless = False
        """Whether it never will be."""
        self._complaints: dict[str, float] = {}
        """The faults of reading, and when each was reported."""
        self._thread = threading.Thread(target=self._run, name="store_writer", daemon=True)
        self._thread.start()

    def wait(self) -> Store | None:
        """The store once it is open; None when it cannot be opened."""
        self._opened.wait()
        return self._store

    @property
    def hopeless(self) -> bool:
        """Whether the store cannot be opened, and is not tried again. Known once :meth:`wait` is over."""
        return self._hopeless

    @property
    def problem(self) -> str:
        """Why the store cannot be used now; empty if it can."""
        return self._problem if self._store is None else ""

    def recall(self, digest: str) -> ExactResult | None:
        """What the store knows exactly of a position; None as well when it is not open or cannot be read."""
        return self._read(lambda store: store.recall(digest))

    def recall_analysis(self, digest: str) -> KeptAnalysis | None:
        """The deepest analysis of a position in the store; None likewise."""
        return self._read(lambda store: store.recall_analysis(digest))

    def _read(self, look: Callable[[Store], T | None]) -> T | None:
        if self._store is None:
            return None
        try:
            return look(self._store)
        except StoreError as error:
            self._complain(str(error))
            return None

    def book(self, variant: Variant) -> Book | None:
        """The book of a variant, for a short look; None when the store is not open."""
        return None if self._store is None else self._store.book(variant, self._complain)

    def _complain(self, trouble: str) -> None:
        """Report what is wrong with reading, now and then: requests that need it go on coming."""
        now = time.monotonic()
        if now - self._complaints.get(trouble, -BETWEEN_COMPLAINTS) >= BETWEEN_COMPLAINTS:
            self._complaints[trouble] = now
            self._on_trouble(trouble)

    @property
    def unwritten(self) -> int:
        """Bytes of memory that steps take which are not on disk yet."""
        return self._taken - self._done

    def change(self, work: Change[T]) -> Future[T]:
        """Have something done to books, on the thread of the store writer's.

        The future's result is what ``work`` returns; it raises StoreError, and what ``work`` raises.
        """
        future: Future[T] = Future()
        with self._asking:
            if self._closing:
                future.set_exception(StoreError("the store is closed"))
            else:
                self._queue.put((work, future))
        return future

    def save(self, save: Save) -> None:
        """Have something written; a game is reported when it is on disk, or cannot be.

        Steps of sessions that cannot be written are tried again until they can be.
        """
        self._taken += _size(save)
        self._queue.put(save)

    def close(self, timeout: float) -> bool:
        """Write what is left, and close; whether that was done in time."""
        with self._asking:
            self._closing = True
            self._queue.put(None)
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._open()
        finally:
            self._opened.set()
        while not self._ended:
            saves, errand = self._next_batch()
            if self._store is None and not self._hopeless:
                self._open_late()
            self._write(saves)
            if errand is not None:
                self._run_errand(*errand)
        if self._store is not None:
            self._store.close()

    def _open(self, before: Store | None = None) -> None:
        """Open the store, if that can be, which goes on from the one before; what is wrong is reported when it is
        new.
        """
        try:
            self._store, warning = open_store(self._path, self._on_damage, self._given)
            if before is not None:
                self._store.go_on_from(before)
            self._problem = ""
        except StoreError as error:
            warning = "" if str(error) == self._problem else str(error)
            self._problem, self._hopeless = str(error), not isinstance(error, Passing)
        if warning:
            self._on_trouble(warning)

    def _open_late(self) -> None:
        """Try again to open a store, and tell of the sessions in it. A log that was begun meanwhile takes the name of
        one that is there: that one is kept aside.
        """
        now = time.monotonic()
        if now < self._next_try and not self._ended:
            return
        self._next_try = now + RETRY
        self._open()
        if self._store is None:
            return
        self._next_try = 0.0
        try:
            for client, session in self._owed:
                self._store.set_log_aside(client, session)
            self._on_saved(StoreOpened(self._store.kept()))
        except StoreError as error:
            self._on_trouble(str(error))

    def _write_or_mend(self, store: Store, saves: list[Save]) -> int:
        try:
            return store.write(saves)
        except Broken:
            mended = self._mend()
            if mended is None:
                raise
            return mended.write(saves)

    def _mend(self) -> Store | None:
        """Close the store, whose structure is broken, and open it again, if that can be."""
        store, self._store = self._store, None
        if store is not None:
            store.close()
        self._open(store)
        return self._store

    def _next_batch(self) -> tuple[list[Save], Errand | None]:
        """Saves that wait, and the errand that comes next; neither when it is time to try again."""
        saves: list[Save] = []
        try:
            waits = self._owed or (self._store is None and not self._hopeless)
            item = self._queue.get(timeout=RETRY if waits else None)
            while item is not None and not isinstance(item, tuple):
                saves.append(item)
                if len(saves) == MOST_AT_ONCE:
                    return saves, None
                item = self._queue.get_nowait()
        except Empty:
            return saves, None
        self._ended = item is None
        return saves, item

    def _run_errand(self, work: Change[Any], future: Future[Any]) -> None:
        try:
            if self._store is None:
                raise StoreError(self._problem)
            future.set_result(self._store.change(work))
        except Broken as error:
            future.set_exception(error)
            self._mend()
        except Exception as error:  # noqa: BLE001 - whoever sent the errand hears of it
            future.set_exception(error)

    def _write(self, saves: list[Save]) -> None:
        """Write the steps of sessions, those first that are overdue, and then the rest; and give receipts."""
        others: list[Save] = []
        receipts: list[Receipt] = []
        for save in saves:
            if isinstance(save, SaveStep | ForgetSession | CutLog):
                self._owe(save)
            elif isinstance(save, Receipt):
                receipts.append(save)
            else:
                others.append(save)
        self._pay()
        games = self._try(others) if others else None
        for save in others:
            if isinstance(save, SaveGame):
                self._on_saved(GameSaved(save.ticket, games or 0, self._problem if games is None else ""))
        failed = self._store is None or self._owed or (others and games is None)
        for receipt in receipts:
            error = (self._problem or "it is tried again") if failed else ""
            if not error and any(which in self._lost for which in receipt.sessions):
                error = THEIRS
            self._on_saved(Written(receipt.number, time.monotonic(), error))

    def _pay(self) -> None:
        """Write what is owed; much that could not be written a moment ago is not tried now."""
        now = time.monotonic()
        if not self._owed or (self.unwritten > MUCH and now < self._next_try):
            return
        steps = [step for steps in self._owed.values() for step in steps]
        if self._try(steps) is None:
            self._next_try = now + RETRY
        else:
            self._done += sum(map(_size, steps))
            if self._store is not None:
                self._note_lost(self._store)
            self._owed.clear()

    def _note_lost(self, store: Store) -> None:
        """Say of which sessions the logs that were to go on are not as they were left."""
        for client, session in self._owed:
            if not store.has_lost(client, session):
                self._lost.discard((client, session))
            elif (client, session) not in self._lost:
                self._lost.add((client, session))
                self._on_trouble(NOT_AS_LEFT.format(short(session), shown(client)))

    def _owe(self, save: SaveStep | ForgetSession | CutLog) -> None:
        if self._hopeless:
            self._done += _size(save)
            return
        key = (save.client, save.session)
        if isinstance(save, ForgetSession) or (isinstance(save, SaveStep) and save.first):
            self._done += sum(map(_size, self._owed.pop(key, ())))  # what came before no longer matters
        self._owed.setdefault(key, []).append(save)

    def _try(self, saves: list[Save]) -> int | None:
        """Write all of it or nothing: the number of games kept, or None. A problem is reported when it is new."""
        if self._store is None:
            return None
        try:
            games = self._write_or_mend(self._store, saves)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one save, others are to be written
            problem = str(error) if isinstance(error, StoreError) else f"{type(error).__name__}: {error}"
            if problem != self._problem:
                self._on_trouble(problem)
            self._problem = problem
            return None
        self._problem = ""
        return games


def _size(save: Save) -> int:
    """Bytes that it takes, if it is a step of a session: nothing else waits for long."""
    match save:
        case SaveStep():
            return IN_MEMORY * len(msgspec.msgpack.encode(save.step)) + BESIDES
        case ForgetSession() | CutLog():
            return BESIDES
        case _:
            return 0
