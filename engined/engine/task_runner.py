"""A task under way: one thread that works, one that watches it, passes on its news and ends it in time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from engined.results import Interrupted, Reason
from engined.roots.pause import Pause

News = TypeVar("News")


class TaskRunner(Generic[News]):
    """Work with news, a deadline and a way to halt it.

    ``work`` runs on a thread and may call :meth:`tell`. It ends by itself, or by raising
    :class:`Interrupted` soon after ``halt`` was called. Then ``on_end`` is called with the reason for which it was
    stopped (None if it was not) and what it raised, if anything. ``on_news`` gets the latest news, at most
    once in ``interval`` seconds. Both are called on the watching thread. While it is held, the work waits in ``pause``:
    that may be one that it shares with the work that it is a part of.
    """

    def __init__(
        self,
        work: Callable[[TaskRunner[News]], None],
        on_news: Callable[[News], None],
        on_end: Callable[[Reason | None, Exception | None], None],
        interval: float,
        pause: Pause | None = None,
    ) -> None:
        self.pause = pause or Pause()
        self._work = work
        self._on_news = on_news
        self._on_end = on_end
        self._interval = interval
        self._changed = threading.Condition()
        self._halt: Callable[[], None] | None = None
        self._reason: Reason | None = None
        self._deadline: float | None = None
        self._news: Callable[[], News] | None = None
        self._raised: Exception | None = None
        self._ended = False
        self._watcher = threading.Thread(target=self._watch, name="watcher", daemon=True)
        self._worker = threading.Thread(target=self._run, name="worker", daemon=True)

    def start(self) -> None:
        """Begin; once."""
        self._worker.start()
        self._watcher.start()

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
        self._watcher.join(timeout)
        return not self._watcher.is_alive()

    # --- for the work ---------------------------------------------------------------------------------

    def tell(self, news: Callable[[], News]) -> None:
        """There is something new: the latest wins. ``news`` is evaluated on the watching thread."""
        with self._changed:
            if self._news is None:
                self._changed.notify_all()
            self._news = news

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
        """From now on ``halt`` ends the work, and it has this long. Raises Interrupted as check does."""
        with self._changed:
            self._halt = halt
            self._deadline = None if seconds is None else time.monotonic() + seconds
            self._changed.notify_all()
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
        finally:
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _watch(self) -> None:
        due = 0.0
        while True:
            with self._changed:
                now = time.monotonic()
                late = self._deadline is not None and now >= self._deadline
                if not self._ended and not late and not (self._news is not None and now >= due):
                    self._changed.wait(self._patience(now, due))
                    continue
                news, self._news = self._news, None
                if self._ended:
                    break
            if news is not None and now >= due:
                due = now + self._interval
                self._on_news(news())
            if late:
                self._deadline = None
                self.stop(Reason.LIMIT)
        self._worker.join()
        self._on_end(self._reason, self._raised)

    def _patience(self, now: float, due: float) -> float | None:
        """Seconds until something must be done without being woken; None: nothing."""
        until = [moment for moment in (self._deadline, due if self._news is not None else None) if moment]
        return max(0.0, min(until) - now) if until else None
