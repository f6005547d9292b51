"""Completion as a shell does it: bash is asked; what the scripts for the others hold is compared with the parsers."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engined.cli import NAMES, parser_of
from engined.cli.options import commands


def script(shell: str) -> str:
    command = [sys.executable, "-m", "engined", "completion", shell]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def bash() -> str:
    return script("bash")


def completed(bash: str, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    asked = "\n".join(
        [bash, 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _engined; printf "%s\\n" "${COMPREPLY[@]}"'],
    )
    run = subprocess.run(["bash", "-c", asked, "bash", "engined", *words], capture_output=True, text=True, check=True)
    assert run.stderr == ""
    return run.stdout.split()


def test_commands_are_offered(bash: str) -> None:
    assert completed(bash, "") == list(NAMES)
    assert completed(bash, "re") == ["replay", "review", "refit"]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("analyse", "--ti"), ["--time", "--ties"]),
        (("analyse", "--ties", ""), ["all", "first", "random"]),
        (("analyse", "--variant", "nip"), ["nip"]),
        (("analyse", "--time", ""), []),
        (("variants", "eight"), ["eight-stars"]),
        (("book", ""), ["show", "add", "deviate", "build", "fix", "merge", "export"]),
        (("book", "show", "--cont"), ["--contempt"]),
        (("completion", ""), ["bash", "zsh", "fish"]),
        (("draw", "b"), ["black"]),
        (("nonsense", "--ti"), []),
    ],
)
def test_what_fits_is_offered(bash: str, words: tuple[str, ...], offered: list[str]) -> None:
    assert completed(bash, *words) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_of_every_command_is_known(shell: str) -> None:
    text = script(shell)
    for name in NAMES:
        for option in parser_of(name).format_usage().split():
            if option.startswith(("[--", "--")):
                flag = option.strip("[]")
                assert (f"-l {flag[2:]} " if shell == "fish" else flag) in text


def test_what_an_option_takes_is_told_apart() -> None:
    told = {command.name: command for command in commands()}
    analyse = {option.names[-1]: option for option in told["analyse"].options}
    values = {name: analyse[name].value for name in ("--json", "--time", "--ties", "--variant", "--sgf")}
    assert values == {
        "--json": "none",
        "--time": "anything",
        "--ties": "choice",
        "--variant": "variant",
        "--sgf": "file",
    }
    assert [verb.name for verb in told["book"].verbs][:2] == ["show", "add"]
