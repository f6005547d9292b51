"""``engined bench`` as it is typed: its signature is the same every time."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.slow
def test_the_command() -> None:
    command = [sys.executable, "-m", "engined", "bench", "--signature"]
    first, second = (
        subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout for _ in range(2)
    )
    assert "WRONG" not in first
    assert first.splitlines()[-1].startswith("signature ")
    assert first.splitlines()[-1] == second.splitlines()[-1]
