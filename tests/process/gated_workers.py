"""Workers that answer as many questions as a test lets them: a preload of Dask's, in each worker's process.

What a test kills while they wait is killed in the middle of its work, however fast or slow the machine is.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path

from engined.tools.cluster import worker
from engined.tools.cluster.question import ProofAnswer, ProofQuestion

ROOT = Path(__file__).parents[2]
FOLDER = "GATE"
"""The environment's name for the folder of a gate."""
OPEN = "open"
LOOK_SECONDS = 0.01


class Gate:
    """Where workers wait, each with a question in hand."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._folder.mkdir()
        self._let = 0

    def environment(self) -> Mapping[str, str]:
        """That of processes which are to wait here, as are those that they start."""
        preload = {"DASK_DISTRIBUTED__WORKER__PRELOAD": f'["{__name__}"]', FOLDER: str(self._folder)}
        return {**os.environ, **preload, "PYTHONPATH": str(ROOT)}

    def let(self, questions: int) -> None:
        """Let so many more questions be answered."""
        for _ in range(questions):
            self._let += 1
            (self._folder / f"token-{self._let}").touch()

    def open(self) -> None:
        """Let all be answered from now on."""
        (self._folder / OPEN).touch()

    def all_taken(self) -> bool:
        """Whether as many questions as may be have been taken up."""
        return not any(self._folder.glob("token-*"))

    def waits(self, process: int) -> bool:
        """Whether this process waits with a question in hand."""
        return (self._folder / f"waits-{process}").exists()


def _passed(folder: Path) -> bool:
    """Whether one more question may be answered; if so, nobody else is let for it."""
    for token in folder.glob("token-*"):
        try:
            token.unlink()
        except FileNotFoundError:
            continue  # another worker's
        return True
    return (folder / OPEN).exists()


def _answer(question: ProofQuestion) -> ProofAnswer:
    """The answer to a question, when its time has come. Raises Unwanted, as without a gate."""
    folder, wanted = Path(os.environ[FOLDER]), worker._wanted()
    mark = folder / f"waits-{os.getpid()}"
    mark.touch()
    try:
        while not _passed(folder):
            if not wanted():
                raise worker.Unwanted
            time.sleep(LOOK_SECONDS)
    finally:
        mark.unlink()
    return _ungated(question)


if FOLDER in os.environ:
    _ungated = worker.answer
    worker.answer = _answer
