"""The linter and the type checker are part of the suite, which is the same every time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("command", [("ruff", "check", "."), ("mypy",)], ids=lambda command: command[0])
def test_clean(command: tuple[str, ...]) -> None:
    run = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_examples_are_the_same_every_time(pytestconfig: pytest.Config) -> None:
    asked = pytestconfig.getoption("--hypothesis-profile")
    assert settings.default == settings.get_profile(asked or "same")
    assert settings.get_profile("same").derandomize
