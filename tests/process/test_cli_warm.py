"""``engined warm``, and ``engined serve --warm``: machine code before anybody waits for it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.patience import LONG, PATIENCE
from tests.process.raw_client import FakeServed

GAME = "hasami-one-4x4"
"""Of a family whose kernels are compiled in half the time of others."""
MINE = f"""
name = "mine"
inherits = "{GAME}"
scoring.misere = true
"""
RULES_ALONE = """
name = "two-flips"
inherits = "othello"
capture.choice = "some"
capture.min_flips = 2
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """With an empty cache."""
    return {**os.environ, "ENGINED_CACHE": str(tmp_path / "cache")}


def warm(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "engined", "warm", *words], capture_output=True, text=True, timeout=LONG, env=environment
    )


def compiled(environment: dict[str, str]) -> list[Path]:
    return sorted(Path(environment["ENGINED_CACHE"]).rglob("machine-code"))


def test_a_variant_is_compiled_once_and_ctrl_c_keeps_what_is_done(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(MINE)
    first = warm(environment, str(tmp_path / "mine.toml"))
    assert first.returncode == 0, first.stderr
    assert re.fullmatch(r"mine: \d+\.\d s\n", first.stdout)
    running = subprocess.Popen(
        [sys.executable, "-m", "engined", "warm", "--folder", str(tmp_path), "mine", "mine", "othello-24x24"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "mine: warm already\n"
    assert running.stdout.read(15) == "othello-24x24: "  # which takes longest of all
    running.send_signal(signal.SIGINT)
    _, complaint = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert complaint == "\nengined: what is compiled is kept; the same command goes on\n"
    assert warm(environment, str(tmp_path / "mine.toml")).stdout == "mine: warm already\n"


def test_what_cannot_be_is_named(environment: dict[str, str], tmp_path: Path) -> None:
    unknown = warm(environment, "othelo")
    assert (unknown.returncode, unknown.stdout) == (1, "")
    assert unknown.stderr.startswith("engined: there is no variant 'othelo'")
    (tmp_path / "rules.toml").write_text(RULES_ALONE)
    without = warm(environment, str(tmp_path / "rules.toml"))
    assert (without.returncode, without.stdout) == (1, "two-flips: not compiled\n")
    assert (
        without.stderr
        == "engined: two-flips can be played by its rules, but not searched: a choice of at least 2 discs\n"
    )
    (tmp_path / "broken.toml").write_text("name = 3")
    assert warm(environment, str(tmp_path / "broken.toml")).returncode == 1
    assert warm(environment, "--cash", "x").returncode == 2
    assert not (tmp_path / "cache").exists()


def test_a_daemon_compiles_what_it_is_told_to_and_all_that_is_needed(environment: dict[str, str]) -> None:
    with FakeServed(cache=environment["ENGINED_CACHE"], warm=[GAME]) as served:
        deadline = time.monotonic() + 300
        while not (found := [line for line in served.log().splitlines() if '"warm"' in line]):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        (line,) = map(json.loads, found)
        assert (line["event"], line["name"]) == ("warm", GAME)
        assert line["seconds"] > 0
        assert served.end() == 0
    before = compiled(environment)
    commands = (["warm", GAME], ["perft", GAME, "3"], ["analyse", "b1:b2", "--variant", GAME])
    for command in commands:
        run = subprocess.run(
            [sys.executable, "-m", "engined", *command], capture_output=True, text=True, timeout=LONG, env=environment
        )
        assert run.returncode == 0, run.stderr
    assert compiled(environment) == before != []


def test_a_daemon_does_not_start_for_what_it_cannot_find(environment: dict[str, str], tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "engined", "serve", "--endpoint", str(tmp_path / "run"), "--warm", "othelo"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment,
    )
    assert run.returncode == 2
    assert run.stderr.startswith("engined: warm: there is no variant 'othelo'")
