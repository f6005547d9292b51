"""The log: lines of JSON; what cannot be written is lost, counted, and disturbs nobody."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engined.daemon.log.log import LARGEST, Log
from tests.patience import PATIENCE


def entries(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_entries_are_lines_of_json(tmp_path: Path) -> None:
    log = Log(tmp_path / "new folder" / "log")
    log.info("serving", endpoint="ü\n\udcff")
    try:
        raise ValueError("why")
    except ValueError:
        log.fault("service", on="it")
    log.close()
    first, second = entries(tmp_path / "new folder" / "log")
    assert (first["event"], first["level"], first["endpoint"]) == ("serving", "info", "ü\n\udcff")
    assert (second["level"], second["exception"][0]["exc_value"]) == ("error", "why")


def test_a_fault_tells_no_values_of_variables(tmp_path: Path) -> None:
    """Whole names of clients are among them."""

    def serve(client: bytes) -> None:
        raise ValueError("why")

    log = Log(tmp_path / "log")
    try:
        serve(b"the whole name")
    except ValueError:
        log.fault("service")
    log.close()
    (entry,) = entries(tmp_path / "log")
    assert [frame["name"] for frame in entry["exception"][0]["frames"]][-1] == "serve"
    assert "the whole name" not in (tmp_path / "log").read_text()


def test_a_terminal_obeys_nothing_of_it(capfd: pytest.CaptureFixture[str]) -> None:
    """Nor does an entry become two; what an exception says has lines of its own."""
    log = Log(None)
    log.info("job", client="Eve\x1b[2J\nBo", order=["\x1b[2J"])
    try:
        raise ValueError("why\x1b[2J")
    except ValueError:
        log.fault("service")
    seen = capfd.readouterr().err
    assert "Eve␛[2J␊Bo" in seen
    assert "ValueError: why␛[2J\n" in seen
    assert "\x1b" not in seen


def test_a_large_file_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"\n" * (LARGEST + 1))
    log = Log(tmp_path / "log")
    log.info("serving")
    log.close()
    assert len(entries(tmp_path / "log")) == 1
    assert (tmp_path / "log.1").stat().st_size == LARGEST + 1


def test_what_is_lost_is_counted(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.write_text("a file where the folder should be")
    log = Log(folder / "log")
    for number in range(3):
        log.info("lost", number=number)
    folder.unlink()
    log.info("found")
    folder.rename(tmp_path / "elsewhere")
    log.close()
    report, entry = entries(tmp_path / "elsewhere" / "log")
    assert (report["event"], report["level"], report["lost"]) == ("log", "warning", 3)
    assert entry["event"] == "found"


def test_what_is_lost_is_told_at_the_end_at_least(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.write_text("")
    log = Log(folder / "log")
    log.info("lost")
    folder.unlink()
    log.close()
    (report,) = entries(folder / "log")
    assert report["lost"] == 1


@pytest.mark.parametrize("times", [1, 100])
def test_a_full_disk_disturbs_nobody(times: int) -> None:
    log = Log(Path("/dev/full"))
    for _ in range(times):
        log.warning("store", trouble="x" * 1000)
    log.close()


TORN = """
import sys
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit
from engined.daemon.log.log import Log
path = Path(sys.argv[1])
log = Log(path)
for number in range(20):
    size = path.stat().st_size if path.exists() else 0
    setrlimit(RLIMIT_FSIZE, (RLIM_INFINITY if number % 4 == 3 else size + 50, RLIM_INFINITY))
    log.info("entry", number=number)
log.close()
"""


def test_a_torn_entry_spoils_no_other(tmp_path: Path) -> None:
    """Where there is room for a part of an entry only, it is written, as by any file system."""
    path = tmp_path / "log"
    # -B: what Python keeps of a module that it has compiled would be torn as well.
    subprocess.run([sys.executable, "-B", "-c", TORN, str(path)], check=True, timeout=PATIENCE)
    whole = []
    for line in path.read_text().splitlines():
        try:
            whole.append(json.loads(line))
        except ValueError:
            assert line.startswith("{")
    assert [entry["number"] for entry in whole if entry["event"] == "entry"] == [3, 7, 11, 15, 19]
    assert [entry["lost"] for entry in whole if entry["event"] == "log"] == [3] * 5
