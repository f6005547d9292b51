"""The limits that the specification states are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

from engined.daemon.sockets import connections, inbox
from engined.daemon.sockets.overtaking import HELD, MOST_HELD
from engined.daemon.sockets.send_queue import GRACE, MOST_WAITING, SHARE
from engined.daemon.sockets.server import MOST_AHEAD
from engined.daemon.sockets.sockets import CONTROL, LARGEST_PART
from engined.daemon.store import analyses
from engined.daemon.store.store import KEPT_DAYS
from engined.daemon.text.connection import LONGEST_LINE
from engined.memory import USUAL, share_out
from engined.service import ClientLimits
from engined.service.game import MOST_PLIES
from engined.service.jobs.job import SHORT
from engined.service.jobs.jobs import MOST_BEGUN, SHARE_OF_SHORT, SLICE
from engined.service.kept_analyses import KEPT_DEPTH
from engined.service.sessions.session import LONGEST_LOG
from engined.variants.catalogue import MOST_DECLARATIONS
from engined_client.web import bounds, kept_games, record_process
from engined_protocol.frames import MAX_BYTES
from engined_protocol.keepalive import GONE_S
from engined_protocol.messages import MOST_POSITIONS

SPEC = (Path(__file__).parents[1] / "protocol" / "SPEC.md").read_text("utf-8")
MIB = 1 << 20
SHARES = share_out(USUAL, None)


def test_the_table_of_limits() -> None:
    table = SPEC[SPEC.index("## 5. Limits") :]
    rows = dict(re.findall(r"^\| ([a-z -]+) \| ([0-9 ]+(?: MiB)?) \|", table, re.MULTILINE))
    stated = {
        what: int(number.replace(" ", "").removesuffix("MiB")) * (MIB if "MiB" in number else 1)
        for what, number in rows.items()
    }
    limits = ClientLimits()
    assert stated == {
        "bytes of a message": MAX_BYTES,
        "bytes of a part of a frame": LARGEST_PART,
        "bytes by a connection since its last whole message": connections.MOST,
        "the same by all connections": connections.MOST_IN_ALL,
        "bytes of messages by a connection that have yet to be read": connections.MOST_AHEAD,
        "bytes of those by all connections": connections.MOST_AHEAD_IN_ALL,
        "bytes of a text line": LONGEST_LINE,
        "bytes of text ahead of what is served": MOST_AHEAD,
        "requests ahead of what is served": inbox.MOST_WAITING,
        "bytes of requests ahead of what is served": (SHARES.requests << 20) // inbox.SHARE // inbox.DECODED,
        "stops ahead of their jobs": MOST_HELD,
        "sessions of a client": limits.sessions,
        "jobs of a client": limits.jobs,
        "jobs of a client that have begun": MOST_BEGUN,
        "plies of a session": MOST_PLIES,
        "changes of a kept session": 2 * LONGEST_LOG,
        "moves in a request": 2048,
        "positions in a request": MOST_POSITIONS,
        "positions of a client that wait": limits.positions,
        "games or positions in a request about a book": 1000,
        "declared variants": MOST_DECLARATIONS,
        "clients with a session or job": limits.clients,
        "finals unread": MOST_WAITING,
        "bytes of finals unread": ((SHARES.unread - SHARES.unread // CONTROL) << 20) // SHARE,
    }


def test_the_bounds_of_the_gateway() -> None:
    for words in (
        f"within {bounds.HEADER_SECONDS:g} s and its body within {bounds.BODY_SECONDS:g} s",
        f"reads nothing for {bounds.STUCK_SECONDS:g} s",
        f"leaves {bounds.MOST_UNREAD // MIB} MiB unread, or {bounds.ENOUGH_UNREAD // MIB} MiB where all pages together "
        f"leave {bounds.MOST_UNREAD_IN_ALL // MIB} MiB",
        f"a page with {bounds.ENOUGH_UNREAD // MIB} MiB unread",
        f"with {bounds.MOST_UNDER_WAY} requests",
        f"have {bounds.MOST_BODIES // MIB} MiB together",
        f"up to {bounds.MOST_PAGES} pages",
        f"{bounds.MOST_CONNECTIONS:_} connections".replace("_", " "),
        f"more than {record_process.SMALL // 1024} KiB is read in a process "
        f"with {record_process.MEMORY // MIB} MiB and "
        f"{record_process.PROCESSOR_SECONDS} s",
    ):
        assert words in " ".join(SPEC.split()), words
    kept = f"{kept_games.MOST_GAMES:_} games are kept, or {kept_games.MOST_BYTES // MIB} MiB of".replace("_", " ")
    assert kept in " ".join(SPEC.split())
    assert f"opened or changed for {kept_games.KEPT_DAYS:g} days" in SPEC
    assert ("within two seconds" in SPEC, bounds.END_SECONDS) == (True, 2)


def test_what_is_kept_of_analyses() -> None:
    assert f"those of at least {KEPT_DEPTH} plies" in SPEC
    assert f"{analyses.MOST:_} are kept, or {analyses.MOST_BYTES // MIB} MiB".replace("_", " ") in SPEC


def test_the_times_in_the_text() -> None:
    assert f"it has {GRACE:g} s to come back" in SPEC
    assert f"nobody touched for {KEPT_DAYS} days" in SPEC
    assert f"waits for it for {HELD:g} s" in SPEC
    assert f"After {1000 * SLICE:g} ms a job gives way" in SPEC
    assert f"run for less than {SHORT:g} s" in SPEC
    assert ("a quarter of the time" in SPEC, SHARE_OF_SHORT) == (True, 3)
    assert f"at most {MOST_BEGUN} jobs have begun" in SPEC
    assert f"confirms nothing for {GONE_S} s" in SPEC
