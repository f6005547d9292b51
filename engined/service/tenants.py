"""Tenants: on whose account clients act, and what each of these may take of the daemon. No clock here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from msgspec import Struct

from engined_protocol.errors import Code, ProtocolError

HOUR = 3600.0


class Allowance(Struct, frozen=True, kw_only=True):
    """What one tenant may take, all of its clients together; None: as much as others leave."""

    jobs: int | None = None
    """The most jobs that have not ended."""
    sessions: int | None = None
    """Open ones and kept ones."""
    declarations: int | None = None
    seconds: int | None = None
    """The seconds of searching, for each thread, in an hour; those that were not used come back evenly."""
    operator: bool = False
    """Whether it is told what other tenants do."""


class Tenant(Struct, frozen=True):
    """The account that a client acts on: its key's, or where there are no keys its own."""

    name: str
    allowance: Allowance = Allowance()


OPERATOR = Tenant("", Allowance(operator=True))
"""The tenant of whoever runs the daemon."""

TenantOf = Callable[[bytes], Tenant]
"""The tenant of a client."""


SHOWN_NAME = 12
"""Characters of a client's name that others are shown: who knows all of it could have its replies."""


def shown(client: bytes) -> str:
    """A client's name as people see it: how it begins, and the key that it came in with. Printable ASCII.

    Of a number that the socket made up nothing is shown: it tells those that are still to come.
    """
    name, at, key = client.rpartition(b"@")
    if not at or not name:
        name, at, key = client, b"", b""
    begin = ascii(name.decode("latin-1"))[1:-1]
    begin = begin if len(begin) <= SHOWN_NAME else f"{begin[:SHOWN_NAME]}..."
    if name.startswith(b"\0"):
        begin = f"unnamed-{hash(name) % (1 << 24):06x}"  # by a key that each process has of its own
    return begin + ascii((at + key).decode("latin-1"))[1:-1][:33]


def own_tenant(client: bytes) -> Tenant:
    """The tenant of a client without a key: it may do all that a single client may, and see everything."""
    return Tenant(client.decode("latin-1"), Allowance(operator=True))


class Account(Struct):
    """Seconds of searching that a tenant has left, at some time."""

    left: float
    at: float


LOOK = 1.0
"""Seconds between two looks at what is searched on an account."""


class Accounts:
    """What tenants have searched. Those that may search without end have no account."""

    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}
        self._looked = 0.0
        self.jobs: dict[int, Tenant] = {}
        """Jobs that have not ended, by number, of those that have an account."""

    def follow(self, job: int, tenant: Tenant, now: float) -> None:
        """A job begins to wait for its turn."""
        if tenant.allowance.seconds is not None:
            self._looked = self._looked if self.jobs else now
            self.jobs[job] = tenant

    def next_look(self) -> float | None:
        """When :meth:`spent` is to be asked; None while there is nothing to look at."""
        return self._looked + LOOK if self.jobs else None

    def spent(self, now: float, searched: Callable[[int], float]) -> list[int]:
        """The jobs of those who have searched for all that they may; ``searched`` is what a job has so far."""
        self._looked = now
        totals: dict[str, float] = defaultdict(float)
        for job, tenant in self.jobs.items():
            totals[tenant.name] += searched(job)
        return [
            job
            for job, tenant in self.jobs.items()
            if (left := self.left(tenant, now)) is not None and totals[tenant.name] >= left
        ]

    def end(self, job: int, seconds: float, now: float) -> None:
        """A job has ended, after so many seconds of searching."""
        tenant = self.jobs.pop(job, None)
        left = None if tenant is None else self.left(tenant, now)
        if tenant is not None and left is not None:
            self._accounts[tenant.name] = Account(left - seconds, now)

    def left(self, tenant: Tenant, now: float) -> float | None:
        """Seconds that it may still search; None: without end."""
        most = tenant.allowance.seconds
        if most is None:
            return None
        account = self._accounts.get(tenant.name)
        if account is None:
            return float(most)
        return min(float(most), account.left + (now - account.at) * most / HOUR)

    def check(self, tenant: Tenant, now: float) -> None:
        """Raise ProtocolError ``busy`` when it has searched for all that it may."""
        left, most = self.left(tenant, now), tenant.allowance.seconds
        if left is not None and most is not None and left < 1.0:
            message = f"{tenant.name} has searched for its {most} s of an hour"
            wait = (1.0 - left) * HOUR / most if most else HOUR
            raise ProtocolError(Code.BUSY, message, retry_after=round(wait, 1))


def check_count(what: str, held: int, most: int | None) -> None:
    """Raise ProtocolError ``busy`` when a tenant holds as many of something as it may."""
    if most is not None and held >= most:
        raise ProtocolError(Code.BUSY, f"this key may have {most} {what} at once, and has {held}")
