"""Who may hold more: what clients and tenants have of the daemon, against what they may have."""

from __future__ import annotations

from engined_protocol.errors import Code, ProtocolError

from .jobs.batches import Batches
from .jobs.jobs import Jobs
from .ports import ClientLimits
from .sessions.clients import Clients
from .tenants import Accounts, TenantOf, check_count


class Admission:
    """Counts what is held by all, and refuses more of it: every ``check`` raises ProtocolError ``busy``."""

    def __init__(
        self, clients: Clients, jobs: Jobs, batches: Batches, accounts: Accounts, limits: ClientLimits, tenant: TenantOf
    ) -> None:
        self.closing = False
        """Whether the daemon shuts down: nobody gets any more done."""
        self._clients = clients
        self._jobs = jobs
        self._batches = batches
        self._accounts = accounts
        self._limits = limits
        self._tenant = tenant

    def admit(self, client: bytes) -> None:
        """Make room for what a client is going to hold. Raises ProtocolError ``busy``."""
        self._clients.admit(client)

    def admit_job(self, client: bytes, number: int, now: float) -> None:
        """The same, as that is a job: its tenant pays for what it searches. Raises ProtocolError ``busy``."""
        self._clients.admit(client)
        self._accounts.follow(number, self._tenant(client), now)

    @property
    def crowded(self) -> bool:
        """Whether there is hardly a place for other clients."""
        return len(self._clients) > self._limits.clients * 7 // 8

    def jobs_of(self, client: bytes, id: str | None = None) -> int:
        """How many jobs of a client, or of that id, have not ended; many positions count as one."""
        jobs = sum(job.batch is None and id in (None, job.request.id) for job in self._jobs.of(client))
        return jobs + len(self._batches.of(client, id))

    def check_job(self, client: bytes, id: str, now: float) -> None:
        """Whether a client may have one more job, of this id."""
        if self.jobs_of(client, id):
            raise ProtocolError(Code.DUPLICATE_ID, f"the job {id!r} has not ended", "id")
        if self.closing:
            raise ProtocolError(Code.BUSY, "the daemon is shutting down")
        if self.jobs_of(client) >= self._limits.jobs:
            raise ProtocolError(Code.BUSY, f"{self._limits.jobs} jobs are waiting: let some end first")
        tenant = self._tenant(client)
        if tenant.allowance.jobs is not None:
            lone = [job.client for job in self._jobs if job.batch is None]
            owners = [*lone, *(batch.sender.client for batch in self._batches)]
            held = sum(self._tenant(owner).name == tenant.name for owner in owners)
            check_count("jobs", held, tenant.allowance.jobs)
        self.check_time(client, now)

    def check_time(self, client: bytes, now: float) -> None:
        """Whether a client may search on."""
        self._accounts.check(self._tenant(client), now)

    def check_positions(self, client: bytes, more: int) -> None:
        """Whether so many more positions of a client may wait to be analysed."""
        asked = sum(len(batch.waiting) for batch in self._batches.of(client))
        if asked + more > self._limits.positions:
            message = f"{asked} positions wait, and at most {self._limits.positions} may: let some be answered first"
            raise ProtocolError(Code.BUSY, message, "positions")

    def check_session(self, client: bytes) -> None:
        """Whether a client's tenant may have one more session."""
        tenant = self._tenant(client)
        if tenant.allowance.sessions is not None:
            held = self._clients.held_by(lambda other: self._tenant(other).name == tenant.name)
            check_count("sessions", held, tenant.allowance.sessions)

    def release(self, client: bytes) -> None:
        """Forget a client that holds nothing."""
        if not self.jobs_of(client):
            self._clients.release(client)
