"""The limits that the specification states are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

from engined.daemon.outbox import GRACE, MOST_WAITING
from engined.daemon.peer import LONGEST_LINE
from engined.daemon.reception import MOST_AHEAD, OVERTAKING
from engined.daemon.sockets import HEARTBEAT_MS, LARGEST_PART
from engined.daemon.store import KEPT_DAYS
from engined.service import Limits
from engined.service.game import MOST_PLIES
from engined.service.jobs import GUESTS
from engined.variants.catalogue import MOST_DECLARATIONS
from engined_protocol.frames import MAX_BYTES

SPEC = (Path(__file__).parents[2] / "protocol" / "SPEC.md").read_text("utf-8")
MIB = 1 << 20


def test_the_table_of_limits() -> None:
    table = SPEC[SPEC.index("## 5. Limits") :]
    rows = dict(re.findall(r"^\| ([a-z -]+) \| ([0-9 ]+(?: MiB)?) \|", table, re.MULTILINE))
    stated = {
        what: int(number.replace(" ", "").removesuffix("MiB")) * (MIB if "MiB" in number else 1)
        for what, number in rows.items()
    }
    limits = Limits()
    assert stated == {
        "bytes of a message": MAX_BYTES,
        "bytes of a part of a frame": LARGEST_PART,
        "bytes of a text line": LONGEST_LINE,
        "bytes of text ahead of what is served": MOST_AHEAD,
        "sessions of a client": limits.sessions,
        "jobs of a client": limits.jobs,
        "plies of a session": MOST_PLIES,
        "moves in a request": 2048,
        "games or positions in a request about a book": 1000,
        "declared variants": MOST_DECLARATIONS,
        "clients with a session or job": limits.clients,
        "finals unread": MOST_WAITING,
    }


def test_the_times_in_the_text() -> None:
    assert f"it has {GRACE:g} s to come back" in SPEC
    assert f"nobody touched for {KEPT_DAYS} days" in SPEC
    assert f"as long as few do ({GUESTS})" in SPEC
    assert f"is held back for {OVERTAKING:g} s" in SPEC
    assert f"`HEARTBEAT_IVL` {HEARTBEAT_MS // 1000} s" in SPEC
