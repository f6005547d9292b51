"""One figure for all memory is shared out, and is never more than that."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import astuple
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined import memory
from engined.memory import LEAST, PROGRAMS, USUAL, resident, share_out, usual


@given(st.integers(LEAST, 1 << 22))
def test_the_shares_are_all_that_there_is(mebibytes: int) -> None:
    shares = share_out(mebibytes, None)
    assert sum(astuple(shares)) + PROGRAMS == mebibytes
    assert min(astuple(shares)) >= 1
    assert shares.begun >= 2


def test_tables_are_as_large_as_somebody_says() -> None:
    shares = share_out(2000, 1000)
    assert shares.tables == 1000
    assert sum(astuple(shares)) + PROGRAMS == 2000


@pytest.mark.parametrize(("mebibytes", "tables"), [(LEAST - 1, None), (1000, 600)])
def test_what_is_too_little_is_refused(mebibytes: int, tables: int | None) -> None:
    with pytest.raises(ValueError, match=f"{PROGRAMS} are for the programs"):
        share_out(mebibytes, tables)


@pytest.mark.parametrize(
    ("there_is", "tables", "mebibytes"),
    [(64_000, None, USUAL), (2000, None, 1000), (100, None, LEAST), (64_000, 4000, PROGRAMS + 8000)],
)
def test_what_is_usual(there_is: int, tables: int | None, mebibytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available", lambda: there_is)
    assert usual(tables) == mebibytes
    share_out(mebibytes, tables)


def test_a_process_has_memory() -> None:
    # A process of its own: one that has run other tests may have so much free heap that the block adds nothing.
    takes = "print(flush=True); input(); block = b'x' * (64 << 20); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", takes], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        before = resident(process.pid)
        process.stdin.write("\n")
        process.stdout.readline()
        assert before > 0
        assert resident(process.pid) - before > 60 << 20
        process.stdin.write("\n")
    assert resident(2**22 + 1) == 0
    assert memory.available() > 64


@pytest.mark.parametrize(
    ("own", "group"),
    [("0::/slice/unit\n", "slice"), ("5:memory:/docker/1\n1:cpu:/x\n", "memory/docker/1"), ("0::/\n", "")],
)
def test_control_groups_have_limits(own: str, group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "OWN_GROUPS", tmp_path / "own")
    monkeypatch.setattr(memory, "GROUPS", tmp_path / "groups")
    machine = memory.available()
    (tmp_path / "own").write_text(own)
    folder = tmp_path / "groups" / group
    folder.mkdir(parents=True)
    (folder / "memory.max").write_text("max\n")
    assert memory.available() == machine
    (folder / "memory.max").write_text(f"{100 << 20}\n")
    assert memory.available() == 100
