"""The log of requests: what cannot be written is counted in it, and read again by who asks the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from engined.daemon.log.request_log import RequestLog
from engined.service.events import Address, Received
from engined_client.commands.replay import read
from engined_protocol import messages as m
from tests.patience import PATIENCE

ANN = Address(b"ann", "work")


def exchange(log: RequestLog, number: int) -> None:
    log.asked(Received(ANN, m.Ping(id=f"p{number}"), 0.0))
    log.asked(Received(ANN, m.Show(id=str(number)), 0.0))
    log.replied(ANN, m.Pong(id=str(number)))


def test_what_is_lost_is_counted(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.write_text("a file where the folder should be")
    log = RequestLog(folder / "log")
    exchange(log, 1)
    folder.unlink()
    exchange(log, 2)
    folder.rename(tmp_path / "elsewhere")
    log.close()
    lines = [json.loads(line) for line in (tmp_path / "elsewhere" / "log").read_text().splitlines()]
    assert [line["event"] for line in lines] == ["lost", "request", "reply"]
    exchanges, lost = read(tmp_path / "elsewhere" / "log")
    assert ([found.request["id"] for found in exchanges], lost) == (["2"], 2)


TORN = """
import sys
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit
from engined.daemon.log.request_log import RequestLog
from tests.daemon.test_request_log import exchange
path = Path(sys.argv[1])
log = RequestLog(path)
for number in range(12):
    size = path.stat().st_size if path.exists() else 0
    setrlimit(RLIMIT_FSIZE, (RLIM_INFINITY if number % 3 == 0 else size + 50, RLIM_INFINITY))
    exchange(log, number)
setrlimit(RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))
log.close()
"""


def test_lines_that_were_torn_spoil_no_other(tmp_path: Path) -> None:
    path = tmp_path / "log"
    subprocess.run([sys.executable, "-c", TORN, str(path)], check=True, timeout=PATIENCE)
    exchanges, lost = read(path)
    assert [(found.request["id"], found.reply is not None) for found in exchanges] == [
        (str(number), True) for number in range(0, 12, 3)
    ]
    assert lost == 2 * 8
