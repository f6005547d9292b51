"""How the daemon does, for those who watch it: figures of ``status``, systemd, Prometheus; and its folder's state."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from engined.config import Config
from engined.service import Report
from engined_protocol.messages import Status

from ..log.journal import Journal
from ..log.log import Log
from ..sockets.server import SocketServer
from ..store.lazy import LazyStore
from .systemd import Notifier

if TYPE_CHECKING:
    from ..sockets.sockets import Sockets
    from .metrics import Metrics

EVERY = 5.0
"""Seconds between two looks."""


class Watch:
    """Is told by the daemon's loop when it begins, ends and goes round."""

    def __init__(self, config: Config, log: Log, journal: Journal, store: LazyStore) -> None:
        """Raises ConfigError when metrics cannot be offered as the settings say."""
        self._log = log
        self._journal = journal
        self._store = store
        self._notifier = Notifier(os.environ, time.monotonic)
        self._metrics = None if config.metrics is None else _metrics(config.metrics)
        self._next = 0.0
        self._trouble = ""
        """The fault of the endpoint's folder, in words."""
        self.server: SocketServer | None = None

    @property
    def patience(self) -> float:
        """Seconds until the loop must have gone round."""
        signs = self._notifier.patience
        return EVERY if signs is None else min(EVERY, signs)

    def report(self) -> Report:
        """The daemon's part of ``status``."""
        journal, (requests, nodes) = self._journal, self._journal.rates()
        return Report(
            waiting=0 if self.server is None else self.server.waiting_requests,
            requests=journal.requests,
            jobs_done=journal.jobs,
            nodes=journal.nodes,
            requests_per_second=requests,
            nodes_per_second=nodes,
            refused=dict(journal.refused),
            store=self._store.state,
            store_bytes=self._store.size,
            store_damage=self._store.damage,
        )

    def begin(self) -> None:
        """The daemon serves."""
        self._notifier.ready()

    def look(self, now: float, status: Callable[[], Status], sockets: Sockets) -> None:
        """The loop goes round."""
        self._notifier.alive()
        if now < self._next:
            return
        self._next = now + EVERY
        self._journal.sample()
        if self._metrics is not None:
            self._metrics.publish(status(), self._journal, now)
        endpoint, found = sockets.endpoint.work, sockets.trouble()
        if found and found != self._trouble:
            self._journal.distrust("endpoint", endpoint, found)
        self._trouble = found

    def end(self) -> None:
        """The daemon begins to end."""
        self._notifier.stopping()

    def close(self) -> None:
        """Offer nothing any more."""
        if self._metrics is not None:
            self._metrics.close()


def _metrics(address: str) -> Metrics:
    """Imported for those who want them alone: a GUI's first answer does not wait for HTTP."""
    from .metrics import Metrics

    return Metrics(address)
