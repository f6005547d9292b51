"""What a daemon says of itself, in lines for people."""

from __future__ import annotations

from engined_protocol.messages import JobSummary, MemoryUse, Status
from engined_protocol.printable import printable
from engined_protocol.words import counted

MIB = 1 << 20


def duration(seconds: float) -> str:
    """``1:02:03``."""
    hours, rest = divmod(int(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}"


def amount(number: float) -> str:
    """A count in three digits or so: ``9.27 M``."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.3g}"


def facts(status: Status) -> list[str]:
    """Figures of the whole daemon."""
    store = "no store" if not status.store else f"store {status.store}, {status.store_bytes / MIB:.1f} MiB"
    lines = [
        f"  protocol {status.protocol}, {counted(status.threads, 'thread')}, {counted(status.clients, 'client')}, "
        f"{counted(status.sessions, 'session')}, {counted(status.dropped, 'info')} dropped",
        f"  {counted(status.requests, 'request')} ({status.requests_per_second:.1f}/s), {status.waiting} waiting; "
        f"{counted(status.jobs_done, 'job')} done, {amount(status.nodes)} nodes ({amount(status.nodes_per_second)}/s)",
        f"  {store}",
        *(f"  cannot be read, and is kept aside: {printable(thing)}" for thing in status.store_damage),
        *(f"  memory, {use.what}: {_mebibytes(use)}" for use in status.memory),
    ]
    if status.refused:
        refused = sorted(status.refused.items(), key=lambda item: (-item[1], item[0]))
        lines.append("  refused: " + ", ".join(f"{count} {kind}" for kind, count in refused))
    return lines


def _mebibytes(use: MemoryUse) -> str:
    most = f" of {use.most / MIB:.0f}" if use.most else ""
    return f"{use.bytes / MIB:.1f}{most} MiB"


def job_line(job: JobSummary) -> str:
    """One job: what, whose, how far."""
    where = f" in {printable(job.session)}" if job.session else ""
    depth = f" depth {job.depth}, {amount(job.nodes)} nodes," if job.nodes else ""
    whose = f" for {printable(job.client)}" if job.client else ""
    return f"{job.kind} {job.variant}{where}{whose}: {job.state},{depth} {job.searched:.1f} of {job.seconds:.1f} s"
