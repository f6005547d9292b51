"""What the daemon's log says of its clients: who came and left, what was refused, what jobs came to. And counts of it.

What clients call themselves and their things is logged as text that a terminal can show, and never in full length.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from engined.service.events import Address, Received
from engined.service.tenants import shown
from engined_protocol.messages import Analysed, Analysis, AnyReply, BookDone, BookWork, Error, PerftDone, Work

from .histogram import Histogram
from .log import Log
from .request_log import RequestLog

LOUD = 1.0
"""Seconds in which a refusal of a kind is logged once; further ones are counted."""
SAMPLES = 12
"""Looks at the counts that rates come from, the oldest included."""


class _Begun(NamedTuple):
    kind: str
    variant: str
    session: str | None
    at: float


class Journal:
    """Writes to the log, and counts for ``status``."""

    def __init__(self, log: Log, clock: Callable[[], float], requests: Path | None = None) -> None:
        """``requests``: a file for all requests and finals, if they are wanted."""
        self._log = log
        self._request_log = None if requests is None else RequestLog(requests)
        self._clock = clock
        self.refused: Counter[str] = Counter()
        """Refusals, by their codes and by what was wrong at the gate."""
        self.requests = 0
        self.jobs = 0
        """Jobs that have had their finals."""
        self.nodes = 0
        self.waits: defaultdict[str, Histogram] = defaultdict(Histogram)
        """Seconds that jobs of a kind had from their requests to their finals and did not work, for whatever."""
        self.work: defaultdict[str, Histogram] = defaultdict(Histogram)
        """Seconds that jobs of a kind took for what they were asked for; each of many positions counts as one."""
        self._samples: deque[tuple[float, int, int]] = deque([(clock(), 0, 0)], maxlen=SAMPLES)
        """When, and how many requests and nodes there had been by then."""
        self._begun: dict[bytes, dict[str, _Begun]] = {}
        """Jobs without finals, by client and id."""
        self._logged: dict[str, float] = {}
        """The time at which each kind of refusal was last logged."""
        self._unlogged: Counter[str] = Counter()

    # --- how much

    def sample(self) -> None:
        """Have rates know how it stands now; called at even intervals."""
        self._samples.append((self._clock(), self.requests, self.nodes))

    def rates(self) -> tuple[float, float]:
        """Requests and nodes a second, of late."""
        then, requests, nodes = self._samples[0]
        seconds = max(self._clock() - then, 1.0)
        return (self.requests - requests) / seconds, (self.nodes - nodes) / seconds

    # --- who is there

    def came(self, client: bytes, address: str) -> None:
        """A client has sent its first frame."""
        self._log.info("client", client=shown(client), address=address)

    def left(self, client: bytes, why: str) -> None:
        """A client is gone, and nobody hears of its jobs."""
        jobs = len(self._begun.pop(client, ()))
        self._log.info("gone", client=shown(client), why=why, jobs=jobs)

    def refuse(self, kind: str, client: bytes = b"", **values: str) -> None:
        """Something was refused. Of a flood of one kind few are logged, and all are counted."""
        self.refused[kind] += 1
        self._log_refusal(kind, client, values)

    def distrust(self, kind: str, path: str, trouble: str) -> None:
        """A file or a folder is not trusted."""
        self.refused[kind] += 1
        self._log.warning("refused", kind=kind, path=path, trouble=trouble)

    def _log_refusal(self, kind: str, client: bytes, values: dict[str, str]) -> None:
        now = self._clock()
        if now - self._logged.get(kind, now - LOUD) < LOUD:
            self._unlogged[kind] += 1
            return
        self._logged[kind] = now
        more = {"unlogged": self._unlogged.pop(kind)} if kind in self._unlogged else {}
        named = {"client": shown(client)} if client else {}
        self._log.warning("refused", kind=kind, **named, **values, **more)

    # --- what they want

    def asked(self, received: Received, variant: str) -> None:
        """A request is served; it may be about a variant."""
        self.requests += 1
        if self._request_log is not None:
            self._request_log.asked(received)
        request, client = received.request, received.sender.client
        kind = str(request.__struct_config__.tag)
        session = getattr(request, "session", None)
        self._log.debug("request", client=shown(client), id=request.id, kind=kind, session=session, variant=variant)
        if isinstance(request, Work | BookWork):
            jobs = self._begun.setdefault(client, {})
            jobs.setdefault(request.id, _Begun(kind, variant, session, received.now))

    def replied(self, to: Address, reply: AnyReply) -> None:
        """A reply is on its way."""
        if self._request_log is not None:
            self._request_log.replied(to, reply)
        if isinstance(reply, Error):
            self._take(to.client, reply.id)
            self.refuse(reply.code, to.client, id=reply.id, field=reply.field, message=reply.message)
        elif isinstance(reply, Analysis | PerftDone | BookDone):
            self._ended(to.client, reply)
        elif isinstance(reply, Analysed) and reply.analysis is not None:
            self.work["analyse-many"].add(reply.analysis.seconds)

    def _ended(self, client: bytes, reply: Analysis | PerftDone | BookDone) -> None:
        self.jobs += 1
        begun = self._take(client, reply.id)
        values: dict[str, object] = {"depth": reply.depth} if isinstance(reply, Analysis) else {}
        nodes = sum(reply.leaves) if isinstance(reply, PerftDone) else reply.nodes
        self.nodes += nodes
        if begun is not None:
            values |= {"kind": begun.kind, "variant": begun.variant, "session": begun.session}
            waited = max(self._clock() - begun.at - reply.seconds, 0.0)
            values["waited"] = round(waited, 3)
            self.waits[begun.kind].add(waited)
            self.work[begun.kind].add(reply.seconds)
        self._log.info(
            "job",
            client=shown(client),
            id=reply.id,
            reason=reply.reason,
            nodes=nodes,
            seconds=round(reply.seconds, 3),
            **values,
        )

    def _take(self, client: bytes, id: str) -> _Begun | None:
        jobs = self._begun.get(client, {})
        begun = jobs.pop(id, None)
        if not jobs:
            self._begun.pop(client, None)
        return begun
