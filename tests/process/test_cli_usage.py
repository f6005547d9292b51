"""How the command line ends when it is used wrongly, or when there is nobody to ask."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from engined import __version__
from tests.patience import PATIENCE
from tests.process import commands


def engined(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line to its end."""
    return commands.run(words, stdin=stdin, timeout=PATIENCE)


def test_help_names_every_command() -> None:
    run = engined("--help")
    assert run.returncode == 0
    for name in (
        "analyse",
        "solve",
        "play",
        "perft",
        "variants",
        "check",
        "serve",
        "attach",
        "nboard",
        "gtp",
    ):
        assert f"\n  {name} " in run.stdout
    assert run.stderr == ""


@pytest.mark.parametrize("name", ["analyse", "solve", "perft", "serve", "gtp", "doctor", "attach"])
def test_each_command_has_help(name: str) -> None:
    run = engined(name, "--help")
    assert run.returncode == 0
    assert run.stdout.startswith(f"usage: engined {name}")


def test_what_a_gui_is_given_works_here() -> None:
    run = engined("gui")
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    named = [line.partition(" ")[0] for line in lines if "(" in line]
    assert named == ["NBoard", "GoGui", "Sabaki", "Lizzie", "Quarry"]
    assert lines.count("  tried: it answers") == 5
    (command,) = {line.strip() for line in lines if line.endswith("engined nboard")}
    assert Path(command.split()[0]).is_absolute()


def test_a_gui_is_not_given_what_does_not_work() -> None:
    run = engined("gui", "sabaki", "--variant", "nosuch")
    assert run.returncode == 1
    assert "this line does not work here: " in run.stderr
    assert "nosuch" in run.stderr


def test_version() -> None:
    assert engined("--version").stdout == f"engined {__version__}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["analize"], "did you mean 'analyse'?"),
        (["frobnicate"], "there are analyse, solve"),
        (["train"], "which VARIANT?"),
        (["lab"], "which VARIANT?"),
        (["collect"], "which VARIANT?"),
        (["gui", "chess"], "invalid choice: 'chess'"),
        (["perft", "othello"], "DEPTH"),
        (["perft", "othello", "deep"], "argument DEPTH: 'deep' is not a whole number from 1 to 100"),
        (["analyse", "--time", "soon"], "argument --time: 'soon' is not a number from 0 to 10000000"),
        (["solve", "--goal", "luck"], "invalid choice: 'luck'"),
        (["serve", "--threads", "0"], "--threads: '0' is not a whole number of at least 1"),
        (["serve", "--endpoint", "tcp://192.0.2.1:7000"], "beyond loopback"),
        (["serve", "--config", "/nowhere.toml"], "/nowhere.toml"),
        (["gtp", "--variant", "chess"], "chess"),
        (["--protocol", "smoke-signals"], "unrecognized arguments"),
    ],
)
def test_wrong_usage_is_2(words: list[str], said: str) -> None:
    run = engined(*words)
    assert run.returncode == 2
    assert said in run.stderr
    assert run.stdout == ""
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["analyse", "f5", "--endpoint", "/nowhere"],
        ["perft", "othello", "1", "--endpoint", "/nowhere"],
        ["solve", "--endpoint", "tcp://127.0.0.1:9"],
        ["attach", "/nowhere"],
        ["attach"],
        ["status", "--quiet"],
    ],
)
def test_nobody_there_is_3(words: list[str]) -> None:
    run = engined(*words)
    assert run.returncode == 3
    assert run.stderr.startswith("engined: ")
    assert len(run.stderr.splitlines()) == 1
    assert run.stdout == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["analyse", "f5d"], "not a move at character 3"),
        (["solve", "/nowhere.obf"], "/nowhere.obf: No such file or directory"),
        (["solve", "/"], "/: Is a directory"),
    ],
)
def test_wrong_input_is_1(words: list[str], said: str) -> None:
    """What can be seen to be wrong without a daemon."""
    run = engined(*words)
    assert run.returncode == 1
    assert said in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert run.stdout == ""


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    file = tmp_path / "problems.obf"
    file.write_bytes(b"\x00\xff\xfe\x01" * 10)
    run = engined("solve", str(file))
    assert run.returncode == 1
    assert run.stderr == f"engined: {file}: no record: it looks like binary data\n"
