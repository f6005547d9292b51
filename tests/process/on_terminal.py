"""Commands as people run them: on a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

from tests.patience import PATIENCE


def on_terminal(
    words: Sequence[str], environment: Mapping[str, str], typed: str = "", module: str = "engined"
) -> bytes:
    """All that a command sends to its terminal, what was typed included, until it ends."""
    ours, theirs = os.openpty()
    with os.fdopen(ours, "rb", buffering=0) as screen:
        with os.fdopen(theirs, "rb+", buffering=0) as terminal:
            process = subprocess.Popen(
                [sys.executable, "-m", module, *words],
                stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
                env={"TERM": "xterm-256color", "COLUMNS": "200", **environment},
            )  # fmt: skip
        os.write(ours, typed.encode())
        seen = b""
        with suppress(OSError):  # so a terminal says that nobody has it open any more
            while chunk := screen.read(65536):
                seen += chunk
    process.wait(PATIENCE)
    return seen
