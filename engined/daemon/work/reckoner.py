"""What takes long by the rules, worked out beside the loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from engined.service.events import Received
from engined.service.game import Game
from engined.service.sessions.reckoning import Asking, KeptLog, Reckoned, Restored, reckon, restore
from engined_protocol.errors import Code, ProtocolError

from ..log.log import Log

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

THREADS = 3
"""The threads that work things out by the rules at the same time. They share Python's lock with the loop, so that more
of them would hold it up.
"""
FAILED = ProtocolError(Code.INTERNAL, "the daemon failed on this request; its log has the reason")


class Done(NamedTuple):
    """What was worked out for which request."""

    received: Received
    reckoned: Reckoned | Restored


class Reckoner:
    """Threads that work something out for requests; they start with the first one."""

    def __init__(self, post: Callable[[Done], None], log: Log) -> None:
        """``post`` is called on other threads."""
        self._post = post
        self._log = log

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        """Imported with the first request: a GUI's first answer does not wait for that."""
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(THREADS, thread_name_prefix="reckoner")

    def begin(self, received: Received, base: Game | KeptLog) -> None:
        """Begin to work out what a request needs. It is posted whatever happens."""
        self._threads.submit(self._work, received, base)

    def close(self) -> None:
        """Begin nothing more."""
        if "_threads" in vars(self):
            self._threads.shutdown(wait=False, cancel_futures=True)

    def _work(self, received: Received, base: Game | KeptLog) -> None:
        self._post(Done(received, self._restore(base) if isinstance(base, KeptLog) else self._reckon(received, base)))

    def _restore(self, log: KeptLog) -> Restored:
        try:
            return restore(log)
        except Exception:  # noqa: BLE001 - the request must still be answered
            self._log.fault("rules", on="a kept session")
            return Restored(log, None, FAILED)

    def _reckon(self, received: Received, base: Game) -> Reckoned:
        request = received.request
        assert isinstance(request, Asking)
        try:
            return reckon(request, base)
        except Exception:  # noqa: BLE001 - the request must still be answered
            self._log.fault("rules", on=type(request).__name__)
            return Reckoned(base, base, None, FAILED)
