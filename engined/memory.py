"""One figure for all memory, and who may have how much of it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = 384
"""Mebibytes for the interpreters of the daemon, its engine and a compiler, and for their code."""
LEAST = PROGRAMS + 64
USUAL = PROGRAMS + 1024
"""Mebibytes, where the machine has twice as many."""
SEARCH = 4
"""Mebibytes for a search that has begun, besides the table that it shares: its lists of moves, its tree."""
REMEMBERED = 2
"""Such a part of the memory for searches is for what is remembered of those that have ended."""


OWN_GROUPS, GROUPS = Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")
"""The file in which Linux lists the control groups of this process, and the folder that describes all groups."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Mebibytes for each of those who want memory."""

    tables: int
    """Transposition tables and trees. The variant that was used longest ago gives way."""
    searches: int
    """Searches that have begun, and what is remembered of others, of which the one used longest ago gives way. Of those
    that are held, one that goes on and on gives way, and begins again later."""
    sessions: int
    """Games in progress. New ones, and plies, are refused."""
    requests: int
    """Requests that wait. Further ones are refused, first those of who has sent most."""
    unread: int
    """Replies that clients have not read. The client that has left most unread is given up."""

    @property
    def begun(self) -> int:
        """How many searches may have begun."""
        return max(2, self.searches // REMEMBERED // SEARCH)


def share_out(memory: int, tables: int | None) -> Shares:
    """Who may have how much of so many mebibytes; ``tables`` is what they get where that is given.

    Raises ValueError where that is too little.
    """
    if memory < LEAST:
        raise ValueError(f"{memory} MiB are too little: {PROGRAMS} are for the programs, and {LEAST} the least")
    rest = memory - PROGRAMS
    tables = rest // 2 if tables is None else tables
    left = rest - tables
    if left < rest // 4:
        raise ValueError(
            f"tables of {tables} MiB leave too little of {memory} MiB: {PROGRAMS} are for the programs, and of the rest"
            f" a quarter for sessions, searches and messages"
        )
    eighth = max(1, left // 8)
    return Shares(tables, left - 5 * eighth, 2 * eighth, 2 * eighth, eighth)


def usual(tables: int | None) -> int:
    """Mebibytes where nobody says how many: half of what there is, at most :data:`USUAL`; more for large tables."""
    return max(LEAST, min(USUAL, available() // 2), PROGRAMS + 2 * (tables or 0))


def available() -> int:
    """Mebibytes of the machine, or of the control group that this process is in, with all groups around it."""
    known = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for group in _groups():
        for limit in ("memory.max", "memory.high", "memory.limit_in_bytes"):
            written = _read(group / limit).strip()
            known += [int(written)] if written.isdigit() else []
    return min(known) >> 20


def _groups() -> list[Path]:
    """Folders of the control groups that this process is in: of the one hierarchy there is now, or of memory's own."""
    folders = []
    for line in _read(OWN_GROUPS).splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers in ("", "memory"):
            place = Path(*Path(path).parts[1:])
            folders += [GROUPS / controllers / group for group in (place, *place.parents)]
    return folders


def _read(path: Path) -> str:
    """A text of the system's; empty where there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""


def resident(process: int) -> int:
    """Bytes of a process's own memory, as far as the system says; 0 where it does not."""
    pages = _read(Path(f"/proc/{process}/statm")).split()
    return (int(pages[1]) - int(pages[2])) * os.sysconf("SC_PAGE_SIZE") if pages else 0
