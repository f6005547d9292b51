"""A compiler that does not end is given up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engined.kernels.compilation import process
from engined.kernels.compilation.process import CompileRequest, CompilerFailed, compile_in_process
from engined.kernels.layouts.layout import layout_of
from engined.variants.catalogue import Catalogue


def test_a_compiler_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    endless = [sys.executable, "-c", "import time; time.sleep(600)"]
    pipe = subprocess.PIPE
    monkeypatch.setattr(process, "start", lambda: subprocess.Popen(endless, stdin=pipe, stderr=pipe))
    monkeypatch.setattr(process, "MOST_SECONDS", 0.2)
    layout = layout_of(Catalogue().get("othello"))
    with pytest.raises(CompilerFailed, match=r"given up after 0\.2 s"):
        compile_in_process(CompileRequest((), layout, False, tmp_path / "out"))
