"""The manual page, and the help of commands."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest

from engined.cli import NAMES, SHELL, arguments_of, command_named, main
from engined.cli.options import commands


def test_the_manual_tells_of_every_command_and_option() -> None:
    run = subprocess.run([sys.executable, "-m", "engined", "manual"], capture_output=True, text=True, check=True)
    lines = run.stdout.splitlines()
    assert [line.split('"')[1] for line in lines if line.startswith(".SS ")] == [f"engined {name}" for name in NAMES]
    page = run.stdout.replace("\\-", "-")
    for command in commands():
        for option in command.options:
            assert f"\\fB{option.names[-1]}\\fR" in page or "--help" in option.names
        for line, _ in command.examples:
            assert line.replace("\\", "\\e") in page
    # Lines of text that begin with a dot or a quote would be requests.
    known = {"TH", "SH", "SS", "TP", "B", "PP", "RS", "RE", "br"}
    assert {line.split()[0][1:] for line in lines if line.startswith((".", "'"))} <= known


@pytest.mark.parametrize("name", NAMES)
def test_help_has_examples_that_are_understood(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([name, "--help"])
    shown = capsys.readouterr().out
    examples = command_named(name).EXAMPLES
    assert examples
    for line, what in examples:
        assert f"  {line}\n      {what}" in shown
        if name not in SHELL:
            words = shlex.split(re.sub(r"^.* \| | < .*$", "", line))
            assert words[:2] == ["engined", name]
            arguments_of(name, words[2:])
