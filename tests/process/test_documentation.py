"""What the README and docs/ show works as it stands."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engined.cli import NAMES, arguments_of
from engined.tools.tournament.plan import read_plan
from engined_client import Board
from tests.patience import LONG
from tests.process.serving import Served

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "README.ja.md", *sorted((ROOT / "docs").glob("*.md"))]
OUTSIDE = {"docker", "dask", "python", "python3", "echo"}
"""Programs in examples that are not ours to check."""


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text_of(page), re.DOTALL | re.MULTILINE)


def of(name: str, language: str) -> list[str]:
    """The code blocks of one language in a page of docs/."""
    return blocks(ROOT / "docs" / name, language)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """The daemon of this user, where every client looks first."""
    with Served(f"{os.environ['XDG_RUNTIME_DIR']}/engined") as daemon:
        yield daemon


def python(code: str) -> str:
    """What a program prints that has to find the daemon by itself."""
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=LONG)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_client_example(served: Served) -> None:
    *snapshots, solved = python(blocks(ROOT / "README.md", "python")[0]).splitlines()
    assert all(re.fullmatch(r"\w\d -?\d+\.\d+ \w+ \d+", line) for line in snapshots)
    assert snapshots
    assert solved == "-10.0"


def test_the_example_without_our_code(served: Served) -> None:
    code = of("programs.md", "python")[3]
    assert "engined_" not in code.replace("engined-{", "")
    best, score, kind = python(code).split()
    assert best in ("d6", "f4", "f6")
    assert kind == "estimate"
    assert -64 <= float(score) <= 64


def test_the_example_of_a_board(served: Served) -> None:
    code = of("programs.md", "python")[1]
    legal, same, *rest = python(code).splitlines()
    assert f"# {legal}\n" in code
    assert same == "True"
    assert "PB[Ann]" in "".join(rest)
    assert rest[-1] in ("c5", "e3", "e5")


def test_the_example_of_a_review(served: Served) -> None:
    """In tournaments f3 loses by 25 discs on average there, and everything before it by 5 at most."""
    assert python(of("programs.md", "python")[2]).split() == ["f3"]


def test_the_example_of_many_positions(served: Served) -> None:
    *analysed, legal = python(of("programs.md", "python")[4]).splitlines()
    assert sorted(line.split()[0] for line in analysed) == ["0", "1", "2"]
    assert legal == "('d3', 'c4', 'f5', 'e6')"


def test_the_declaration(served: Served, tmp_path: Path) -> None:
    (declaration,) = blocks(ROOT / "README.md", "toml")
    file = tmp_path / "hollow.toml"
    file.write_text(declaration)
    assert served.engined("check", str(file)).stdout == f"{file}: hollow: fine (8x8, 60 cells, 2 seats)\n"
    assert served.engined("perft", str(file), "2").stdout.split()[1::3] == ["4", "12"]


def test_the_tournament(tmp_path: Path) -> None:
    file = tmp_path / "tournament.toml"
    file.write_text(of("matches.md", "toml")[0])
    plan = read_plan(file)
    assert [engine.name for engine in plan.engines] == ["engined", "ntest"]
    assert (plan.format, plan.rounds, plan.games, len(plan.disciplines)) == ("swiss", 5, 2, 2)


def test_the_first_two_commands() -> None:
    install, suite = blocks(ROOT / "README.md", "sh")[:2]
    assert re.fullmatch(
        r"python3 -m venv \.venv && \.venv/bin/pip install \./protocol \./clients \. "
        r"&& \.venv/bin/engined analyse \S+ --time 5\n",
        install,
    )
    assert suite.endswith("&& .venv/bin/python -m pytest\n")
    assert suite.split(" && ")[-1].split()[1:] == ["-m", "pytest"]


def test_every_command_is_told_of() -> None:
    readme = text_of(ROOT / "README.md")
    assert [name for name in NAMES if f"`engined {name}" not in readme] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_it_names_are_there(page: Path) -> None:
    named = re.findall(r"`((?:protocol|engined|clients|tests)/[\w/.]+)`", text_of(page))
    links = re.findall(r"\]\((?!https?:)([^)#]+)", text_of(page))
    missing = [name for name in named if not (ROOT / name).exists()]
    assert missing + [name for name in links if not (page.parent / name).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_into_a_page_find_their_heading(page: Path) -> None:
    for name, heading in re.findall(r"\]\((?!https?:)([^)#]*)#([^)]+)\)", text_of(page)):
        target = page.parent / name if name else page
        titles = re.findall(r"^#+ (.*)$", text_of(target), re.MULTILINE)
        assert heading in {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}, heading


def commands(page: Path) -> list[str]:
    """The command lines of a page, those that go over several lines in one."""
    lines = "".join(blocks(page, "sh")).replace("\\\n", " ").splitlines()
    return [line.partition("#")[0].strip(" &") for line in lines if line.strip()]


@pytest.mark.parametrize("line", sorted({line for page in PAGES for line in commands(page)}))
def test_a_command_line_is_understood(line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for command in re.split(r"&&|\|", line):
        program, *words = shlex.split(command)
        if Path(program).name != "engined":
            assert Path(program).name in OUTSIDE | {"pip"}, program
            continue
        arguments_of(words[0], words[1:])


# --- the tutorial ---------------------------------------------------------------------------------

TUTORIAL = ROOT / "docs" / "tutorial.md"


def test_the_tutorial_as_it_is_typed(served: Served, tmp_path: Path) -> None:
    """All of its commands in turn, in one folder with its declaration; who plays there says `quit`."""
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**served.environment(), "PATH": programs}
    (tmp_path / "tiny.toml").write_text(blocks(TUTORIAL, "toml")[0])
    found = {}
    for script in blocks(TUTORIAL, "sh"):
        run = subprocess.run(
            ["bash", "-e", "-c", script], cwd=tmp_path, env=environment, input="quit\n", capture_output=True, text=True,
            timeout=LONG,
        )  # fmt: skip
        assert run.returncode == 0, script + run.stderr
        found[script] = run.stdout
    said = "".join(found.values())
    assert "opening: Tiger, 虎定石" in said
    assert "tiny.toml: tiny: fine (4x4, 16 cells, 2 seats)" in said
    assert "-10" in found[blocks(TUTORIAL, "sh")[-1]]
    assert (tmp_path / "tiger.svg").read_text() == (ROOT / "docs" / "pictures" / "tutorial-tiger.svg").read_text()
    assert "<html" in (tmp_path / "game.html").read_text()
    assert (tmp_path / "game.sgf").read_text().startswith("(;")


def test_the_tutorials_script(served: Served) -> None:
    rows = python(blocks(TUTORIAL, "python")[0]).splitlines()
    assert {row.split()[0] for row in rows} == set(Board().play("f5d6c3d3c4").legal)


@pytest.mark.parametrize("language", ["sh", "python", "toml"])
def test_the_japanese_pages_have_the_same_commands(language: str) -> None:
    tutorial = ROOT / "docs" / "tutorial.ja.md"
    assert blocks(tutorial, language) == blocks(TUTORIAL, language)
    # The README in Japanese leaves blocks out, and has no other ones.
    english, japanese = blocks(ROOT / "README.md", language), blocks(ROOT / "README.ja.md", language)
    assert japanese == [block for block in english if block in japanese]
    assert japanese[:1] == (english[:1] if language != "toml" else [])
