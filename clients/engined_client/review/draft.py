"""A review that is not done yet, on disk move by move: whoever breaks it off goes on there with the same command."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import msgspec

from engined_protocol.messages import Position

from ..terminal.command import complain
from .budget import Budget
from .model import ReviewedMove, Thresholds

MOST = 100
"""Drafts that are kept; of more those are forgotten that nobody has gone on with for longest."""

_decoder = msgspec.json.Decoder(ReviewedMove)


def default_folder() -> Path:
    """``engined/reviews`` where this user's programs keep what they are doing."""
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "engined" / "reviews"


class Draft:
    """The moves of a game that have been reviewed, from its last one on, in a file named by all that they depend on."""

    def __init__(
        self, folder: Path, start: str | None, last: Position, budget: Budget, thresholds: Thresholds, *, why: bool
    ) -> None:
        """``last`` is the position that the game comes to."""
        game = f"{last.digest} {start} {' '.join(last.moves)}"
        key = hashlib.sha256(f"{game} {asdict(budget)} {thresholds} {why}".encode()).hexdigest()
        self._path = folder / f"{key[:24]}.jsonl"
        self._kept = True

    def moves(self, plies: int) -> list[ReviewedMove]:
        """What is there of a game of so many plies: its last move first, and none left out."""
        known = {move.ply: move for move in self._lines()}
        found: list[ReviewedMove] = []
        while (move := known.get(plies - len(found))) is not None:
            found.append(move)
        return found

    def add(self, move: ReviewedMove) -> None:
        """Keep a move. Where that cannot be, it is said once, and the review goes on."""
        if not self._kept:
            return
        try:
            if not self._path.exists():
                self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._forget()
            with self._path.open("ab") as file:
                # On a line of its own, also after one that a killed run has left unfinished.
                file.write(b"\n" + msgspec.json.encode(move))
        except OSError as error:
            self._kept = False
            complain(f"{self._path}: {error.strerror or error}; if the review is broken off, it begins anew")

    def discard(self) -> None:
        """The review is done."""
        with suppress(OSError):  # of no use to anybody, but no harm either
            self._path.unlink(missing_ok=True)

    def _lines(self) -> Iterator[ReviewedMove]:
        """What a killed run or another version has left is passed over: it is reviewed again."""
        try:
            lines = self._path.read_bytes().splitlines()
        except OSError:
            return
        for line in lines:
            with suppress(msgspec.MsgspecError):
                yield _decoder.decode(line)

    def _forget(self) -> None:
        oldest = sorted(self._path.parent.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)[: 1 - MOST]
        for path in oldest:
            path.unlink(missing_ok=True)
