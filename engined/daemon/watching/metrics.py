"""Figures for Prometheus, and whether the daemon lives and is ready, over HTTP on loopback.

``/metrics``, ``/health`` and ``/ready``; the latter two answer 200 or 503 with a line that says why.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, ClassVar

from engined.config import ConfigError
from engined_protocol.messages import Status

from ..log.histogram import Histogram
from ..log.journal import Journal
from ..sockets.endpoint import is_address

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

LATE = 30.0
"""Seconds of silence after which the daemon's loop counts as stuck."""

_GAUGES = (
    ("clients", "Clients with a session or a job"),
    ("sessions", "Open sessions"),
    ("waiting", "Requests that have come in and are not served yet"),
    ("store_bytes", "Bytes of the store"),
    ("pondering", "Sessions for which it thinks in their opponents' time"),
)
_COUNTERS = (
    ("requests", "Requests served"),
    ("jobs_done", "Jobs that have ended"),
    ("nodes", "Nodes searched"),
    ("dropped", "Infos not sent because a reader was slow"),
)


class Metrics:
    """Serves what was published last, on threads of its own."""

    def __init__(self, address: str) -> None:
        """``address`` is ``PORT``, of loopback, or ``ADDRESS:PORT``. Raises ConfigError."""
        try:
            from prometheus_client import CollectorRegistry, generate_latest
        except ImportError:
            raise ConfigError("metrics: they take prometheus_client; pip install 'engined[metrics]'") from None
        host, _, port = address.rpartition(":")
        host = host or "127.0.0.1"
        serves = host == "localhost" or is_address(host)
        if not serves or not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
            raise ConfigError(f"metrics {address}: not a PORT, or HOST:PORT with localhost or an address as HOST")
        registry = CollectorRegistry(auto_describe=False)
        self._status: Status | None = None
        self._journal: Journal | None = None
        self._at = 0.0
        registry.register(self)
        self.text: Callable[[], bytes] = partial(generate_latest, registry)
        """The function that gives all figures as Prometheus reads them."""
        page = type("Page", (_Page,), {"metrics": self})
        try:
            self._server = ThreadingHTTPServer((host.strip("[]"), int(port)), page)
        except OSError as error:
            raise ConfigError(f"metrics {address}: {error.strerror or error}") from None
        self._server.daemon_threads = True
        Thread(target=self._server.serve_forever, name="metrics", daemon=True).start()

    def publish(self, status: Status, journal: Journal, now: float) -> None:
        """This is how it stands."""
        self._status, self._journal, self._at = status, journal, now

    def close(self) -> None:
        """Serve no more."""
        self._server.shutdown()
        self._server.server_close()

    def trouble(self) -> str:
        """Why the daemon does not live; empty if it does."""
        silent = time.monotonic() - self._at
        return "" if silent < LATE else f"the loop has not gone round for {silent:.0f} s"

    def unready(self) -> str:
        """Why it is not ready; empty if it is."""
        return self.trouble() or ("not begun" if self._status is None else self._status.unready)

    def describe(self) -> list[Metric]:
        """Nothing: names are known when there are values."""
        return []

    def collect(self) -> Iterator[Metric]:
        """What is published, as Prometheus names it."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        status, journal = self._status, self._journal
        if status is None or journal is None:
            return
        build = GaugeMetricFamily("engined_build_info", "What runs", labels=["version", "protocol", "python"])
        build.add_metric([status.version, str(status.protocol), platform.python_version()], 1)
        yield build
        yield GaugeMetricFamily("engined_uptime_seconds", "Since the start", value=status.uptime)
        yield GaugeMetricFamily("engined_ready", "Whether it is ready", value=not status.unready)
        for name, help in _GAUGES:
            yield GaugeMetricFamily(f"engined_{name}", help, value=getattr(status, name))
        for name, help in _COUNTERS:
            yield CounterMetricFamily(f"engined_{name}", help, value=getattr(status, name))
        memory = GaugeMetricFamily("engined_memory_bytes", "What takes how much", labels=["what"])
        for use in status.memory:
            memory.add_metric([use.what], use.bytes)
        yield memory
        jobs = GaugeMetricFamily("engined_jobs", "Jobs that have not ended", labels=["state"])
        for state in ("queued", "running", "held", "stopping"):
            jobs.add_metric([state], sum(job.state == state for job in status.jobs))
        yield jobs
        refused = CounterMetricFamily("engined_refused", "What was refused", labels=["kind"])
        for kind, count in status.refused.items():
            refused.add_metric([kind], count)
        yield refused
        yield _durations("wait", "What jobs waited, from their requests to their finals", journal.waits)
        yield _durations("work", "What jobs worked; each of many positions counts", journal.work)


def _durations(name: str, help: str, found: Mapping[str, Histogram]) -> Metric:
    """Histograms by the kind of job. They are counted on while they are read: a count more or less is no matter."""
    from prometheus_client.core import HistogramMetricFamily

    family = HistogramMetricFamily(f"engined_job_{name}_seconds", help, labels=["kind"])
    for kind, histogram in sorted(found.items()):
        buckets = [("+Inf" if bound == float("inf") else f"{bound:g}", count) for bound, count in histogram.up_to()]
        family.add_metric([kind], buckets, histogram.total)
    return family


class _Page(BaseHTTPRequestHandler):
    """Answers one request."""

    metrics: ClassVar[Metrics]
    timeout = 5.0

    def do_GET(self) -> None:
        """Answer."""
        match self.path:
            case "/metrics":
                self._answer(200, self.metrics.text())
            case "/health":
                self._say(self.metrics.trouble())
            case "/ready":
                self._say(self.metrics.unready())
            case _:
                self._answer(404, b"there are /metrics, /health and /ready\n")

    def _say(self, trouble: str) -> None:
        self._answer(503 if trouble else 200, f"{trouble or 'fine'}\n".encode())

    def _answer(self, code: int, text: bytes) -> None:
        self.send_response(code)
        self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing: the base class would write to standard error."""
