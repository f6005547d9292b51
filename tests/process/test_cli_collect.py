"""``engined collect`` as a user starts it: it ends where it is told to, and goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engined.tools.training.position_file import files_of, read_positions
from engined.variants.catalogue import Catalogue
from tests.patience import LONG

SMALL = Catalogue().get("othello-4x4")


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "engined", "collect", *words, "--folder", str(folder), "--threads", "2"]
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def collected(folder: Path) -> int:
    return sum(len(read_positions(path, SMALL).rows) for path in files_of(folder))


def test_it_ends_when_there_are_enough_and_begins_there_again(tmp_path: Path) -> None:
    for enough in (300, 900):
        process = started(tmp_path, "othello-4x4", "--positions", str(enough), "--depth", "2", "--exact", "8")
        out, err = process.communicate(timeout=LONG)
        assert process.returncode == 0, err
        assert collected(tmp_path) >= enough
        assert out.startswith(str(tmp_path))
    assert len(list(files_of(tmp_path))) == 1


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_it_whole_games_are_kept(tmp_path: Path, end: signal.Signals) -> None:
    process = started(tmp_path, "othello-4x4", "--depth", "2", "--exact", "8")
    while not any(path.stat().st_size > 4096 for path in files_of(tmp_path)):
        assert process.poll() is None
        time.sleep(0.05)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == 19
    process.send_signal(end)
    _, err = process.communicate(timeout=LONG)
    assert process.returncode == (130 if end != signal.SIGKILL else -9), err
    assert "Traceback" not in err
    before = collected(tmp_path)
    assert before > 0
    process = started(tmp_path, "othello-4x4", "--positions", str(before + 1), "--depth", "2", "--exact", "8")
    _, err = process.communicate(timeout=LONG)
    assert process.returncode == 0, err
    assert collected(tmp_path) > before


def test_games_without_such_weights_are_refused(tmp_path: Path) -> None:
    process = started(tmp_path, "go-9x9")
    _, err = process.communicate(timeout=LONG)
    assert process.returncode == 1
    assert "positions of go-9x9 cannot be collected: its evaluation has no weights of patterns" in err
