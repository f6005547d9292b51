"""What the README shows works as it stands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engined.cli import NAMES
from engined.tools.tournament.plan import read_plan
from tests.process.serving import Served

README = (Path(__file__).parent.parent.parent / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """The daemon of this user, where every client looks first."""
    with Served(f"{os.environ['XDG_RUNTIME_DIR']}/engined") as daemon:
        yield daemon


def python(code: str) -> str:
    """What a program prints that has to find the daemon by itself."""
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_client_example(served: Served) -> None:
    *snapshots, solved = python(blocks("python")[0]).splitlines()
    assert all(re.fullmatch(r"\w\d -?\d+\.\d+ \w+ \d+", line) for line in snapshots)
    assert snapshots
    assert solved == "-10.0"


def test_the_example_without_our_code(served: Served) -> None:
    code = blocks("python")[1]
    assert "engined_" not in code.replace("engined-{", "")
    best, score, kind = python(code).split()
    assert best in ("d6", "f4", "f6")
    assert kind == "estimate"
    assert -64 <= float(score) <= 64


def test_the_declaration(served: Served, tmp_path: Path) -> None:
    declaration = next(block for block in blocks("toml") if "inherits" in block)
    file = tmp_path / "hollow.toml"
    file.write_text(declaration)
    assert served.engined("check", str(file)).stdout == f"{file}: hollow: fine (8x8, 60 cells, 2 seats)\n"
    assert served.engined("perft", str(file), "2").stdout.split()[1::3] == ["4", "12"]


def test_the_tournament(tmp_path: Path) -> None:
    file = tmp_path / "tournament.toml"
    file.write_text(next(block for block in blocks("toml") if "[engines." in block))
    plan = read_plan(file)
    assert [engine.name for engine in plan.engines] == ["engined", "ntest"]
    assert (plan.format, plan.rounds, plan.games, len(plan.disciplines)) == ("swiss", 5, 2, 2)


def test_the_first_two_commands() -> None:
    install, suite = blocks("sh")[:2]
    assert re.fullmatch(
        r"python3 -m venv \.venv && \.venv/bin/pip install \. && \.venv/bin/engined analyse \S+ --time 5\n",
        install,
    )
    assert suite.endswith("&& .venv/bin/python -m pytest\n")
    assert suite.split(" && ")[-1].split()[1:] == ["-m", "pytest"]


def test_every_command_is_told_of() -> None:
    assert [name for name in NAMES if f"`engined {name}" not in README] == []


def test_files_that_it_names_are_there() -> None:
    root = Path(__file__).parent.parent.parent
    named = re.findall(r"`((?:protocol|engined|clients|tests)/[\w/.]+)`", README)
    assert named
    assert [name for name in named if not (root / name).exists()] == []
