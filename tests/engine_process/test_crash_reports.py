"""Reports on crashes: enough to have one again, and never too many."""

from __future__ import annotations

import json
from pathlib import Path

from engined.engine.tasks import SearchTask
from engined.engine_process.crash_reports import LONGEST_PART, MOST_REPORTS, CrashReports
from engined.engine_process.process import Death
from engined.roots.limits import Limits
from engined.rules.position import parse_position, start
from engined.variants.catalogue import Catalogue

OTHELLO = start(Catalogue().get("othello"))
TASK = SearchTask(position=OTHELLO.play(OTHELLO.legal()[0]), limits=Limits(depth=9))
DEATH = Death("was killed by SIGSEGV", "Fatal Python error\n" + "x" * LONGEST_PART)


def test_a_report_says_what_was_searched(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "crashes"
    name = CrashReports(folder).write(TASK, DEATH)
    report = json.loads((folder / name).read_text())
    assert parse_position(OTHELLO.variant, report["position"]) == TASK.position
    assert (report["variant"], report["digest"]) == ("othello", OTHELLO.variant.digest)
    assert report["declaration"] == json.loads(OTHELLO.variant.canonical)
    assert report["limits"]["depth"] == 9
    assert report["trace"][0] == "Fatal Python error"
    assert (folder / name).stat().st_size < 2 * LONGEST_PART
    assert folder.stat().st_mode & 0o077 == 0


def test_the_oldest_go(tmp_path: Path) -> None:
    reports = CrashReports(tmp_path)
    for number in range(MOST_REPORTS + 5):
        (tmp_path / f"20000101T{number:06}-old.json").touch()
    name = reports.write(TASK, DEATH)
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert len(kept) == MOST_REPORTS
    assert name in kept
    assert kept[0] == f"20000101T{6:06}-old.json"


def test_where_none_can_be_written_it_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert CrashReports(tmp_path / "file" / "crashes").write(TASK, DEATH).startswith("none: ")
