"""``engined web`` in a process of its own, and what is asked of it beside the browser."""

from __future__ import annotations

import json
import random
import secrets
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.sync.client import connect

from tests.patience import PATIENCE


class Site:
    """The server, until the ``with`` block ends; ``address`` is what it has printed."""

    def __init__(self, *words: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "engined", "web", "--port", "0", *words], stdout=subprocess.PIPE, text=True
        )

    @property
    def pid(self) -> int:
        """The server's."""
        return self._process.pid

    def __enter__(self) -> Self:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("engined: http://"), line
        self.address = line.removeprefix("engined: ").strip()
        self.ask({"t": "ping"})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        assert self._process.wait(PATIENCE) == 0
        assert self._process.stdout is not None
        self._process.stdout.close()

    def ask(self, message: dict[str, Any], client: str = "") -> Any:
        """The answer to one message; the daemon may not be there yet."""
        body = json.dumps({"id": "1", **message}).encode()
        request = urllib.request.Request(f"{self.address}message?client={client}", body)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
                    return json.load(reply)
            except urllib.error.HTTPError as error:
                answer = json.load(error)
                assert answer["code"] == "no-daemon", answer
                assert time.monotonic() < end, "no daemon"
                time.sleep(0.01)

    def read(self, record: Path) -> Any:
        """A file's first game, as a tree."""
        request = urllib.request.Request(f"{self.address}record", record.read_bytes())
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)["game"]

    def kept_game(self, variant: str, left: int, *, seed: int = 1) -> str:
        """The name of a game that is kept, played at random until so many plies before its end; Go until ply 24."""
        random_move = random.Random(seed)
        moves: list[str] = []
        with connect(f"{self.address.replace('http', 'ws', 1)}messages") as socket:
            while not (variant.startswith("go") and len(moves) == 24):
                socket.send(json.dumps({"t": "show", "id": "1", "variant": variant, "moves": moves}))
                shown = json.loads(socket.recv())
                if shown["over"]:
                    break
                moves.append(random_move.choice([move for move in shown["legal"] if move != "--"] or ["--"]))
        del moves[max(0, len(moves) - left) :]
        nodes = [{"parent": ply - 1, "move": move} for ply, move in enumerate(moves)]
        name = secrets.token_urlsafe(16)
        self.ask({"t": "keep-game", "game": {"variant": variant, "nodes": nodes, "at": len(nodes) - 1}}, name)
        return name
