"""A task under way: one thread works; another, which all tasks share, passes on its news and ends it in time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from engined.results import Interrupted, Reason
from engined.roots.pause import Pause

from .alarm import Alarm
from .worker_threads import WorkerThreads

News = TypeVar("News")

SOON = 0.02
"""Seconds until the first news: what ends before says all at its end."""
_workers = WorkerThreads("worker")
_watcher = Alarm("watcher")


class TaskRunner(Generic[News]):
    """Work with news, a deadline and a way to halt it.

    ``work`` runs on a thread and may call :meth:`tell`. It ends by itself, or by raising
    :class:`Interrupted` soon after ``halt`` was called. Then ``on_end`` is called with the reason for which it was
    stopped (None if it was not) and what it raised, if anything. ``on_news`` gets the latest news, at most
    once in ``interval`` seconds, and none after the end. Both are called from threads of ours, one at a time, and must
    not take long. While it is held, the work waits in ``pause``, as does what it has added there.
    """

    def __init__(
        self,
        work: Callable[[TaskRunner[News]], None],
        on_news: Callable[[News], None],
        on_end: Callable[[Reason | None, Exception | None], None],
        interval: float,
    ) -> None:
        self.pause = Pause()
        self._work = work
        self._on_news = on_news
        self._on_end = on_end
        self._interval = interval
        self._changed = threading.Condition()
        self._halt: Callable[[], None] | None = None
        self._reason: Reason | None = None
        self._deadline: float | None = None
        self._news: Callable[[], News] | None = None
        self._due = time.monotonic() + min(interval, SOON)
        """The time from which the next news may be passed on."""
        self._raised: Exception | None = None
        self._speaking = threading.Lock()
        """Held by whoever calls back."""
        self._over = False
        self._ended = threading.Event()

    def start(self) -> None:
        """Begin; once."""
        _workers.run(self._run)

    def stop(self, reason: Reason = Reason.STOPPED) -> None:
        """End early; the end is still reported. Harmless when repeated or late. From any thread."""
        with self._changed:
            self._reason = self._reason or reason
            halt = self._halt
            self._changed.notify_all()
        if halt is not None:
            halt()
        self.pause.look()

    def hold(self) -> None:
        """Give way, as soon as it can, until :meth:`go_on`. Time goes on. From any thread."""
        self.pause.hold()

    def go_on(self) -> None:
        """Work again. From any thread."""
        self.pause.go_on()

    def join(self, timeout: float | None = None) -> bool:
        """Wait until the end is reported; whether it is."""
        return self._ended.wait(timeout)

    # --- for the work ---------------------------------------------------------------------------------

    def tell(self, news: Callable[[], News]) -> None:
        """There is something new: the latest wins. ``news`` is evaluated when it is passed on, by another thread."""
        with self._changed:
            waits, self._news = self._news is not None, news
        if not waits:
            _watcher.set(self._due, self)

    def wait_for(self, ready: Callable[[], bool]) -> None:
        """Wait until something is true; look again after :meth:`wake`. Raises Interrupted as check does."""
        with self._changed:
            self._changed.wait_for(lambda: ready() or self._reason is not None)
        self.check()

    def wake(self) -> None:
        """Something that the work may be waiting for has happened. From any thread."""
        with self._changed:
            self._changed.notify_all()

    def check(self) -> None:
        """Wait while the work is held; raise Interrupted if it was told to stop."""
        self.pause.wait(lambda: self._reason is not None)
        if self._reason is not None:
            raise Interrupted

    def arm(self, halt: Callable[[], None], seconds: float | None) -> None:
        """Let ``halt`` end the work from now on, and give it this long. Raises Interrupted as check does."""
        with self._changed:
            self._halt = halt
            self._deadline = None if seconds is None else time.monotonic() + seconds
        if self._deadline is not None:
            _watcher.set(self._deadline, self)
        self.check()

    # --- the threads ----------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._work(self)
        except Interrupted:
            with self._changed:
                self._reason = self._reason or Reason.LIMIT
        except Exception as error:  # noqa: BLE001 - handed to on_end
            self._raised = error
        with self._speaking:
            self._over = True
            self._halt = self._news = None
            self._on_end(self._reason, self._raised)
        self._ended.set()

    def wake_up(self) -> None:
        """Pass on what is due, and end what is late. For the alarm."""
        now = time.monotonic()
        with self._changed:
            late = self._deadline is not None and now >= self._deadline
            if late:
                self._deadline = None
        if late:
            self.stop(Reason.LIMIT)
        with self._speaking:
            if not self._over and now >= self._due:
                self._pass_on(now)

    def _pass_on(self, now: float) -> None:
        with self._changed:
            news, self._news = self._news, None
            self._due = now + self._interval
        if news is None:
            return
        try:
            self._on_news(news())
        except Exception as error:  # noqa: BLE001 - it is this task's alone: others have the same thread
            self._raised = error
            self.stop()
