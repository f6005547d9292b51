"""A family of another package, in every protocol: the real daemon, the real command line, text on stdin."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engined.rules.position import move_text, parse_move, start
from engined.variants.catalogue import Catalogue
from tests.families.installed import KINDS, declaration, installed, values
from tests.patience import PATIENCE
from tests.process.serving import Served

pytestmark = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture(autouse=True)
def package(tmp_path: Path) -> Iterator[None]:
    (tmp_path / "site").mkdir()
    with installed(tmp_path / "site"):
        yield


@pytest.fixture
def declared(kind: str, tmp_path: Path) -> str:
    file = tmp_path / "row.toml"
    file.write_text(declaration(kind, 3))
    return str(file)


class Talk:
    """A program that reads lines from stdin and answers on stdout."""

    def __init__(self, *words: str) -> None:
        self._running = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "engined", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def ask(self, line: str, end: str) -> list[str]:
        """Say a line; what is answered, up to the first line that is matched by a pattern."""
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        self._running.stdin.write(line + "\n")
        heard: list[str] = []
        for answer in self._running.stdout:
            heard.append(answer.rstrip("\n"))
            if re.fullmatch(end, heard[-1]):
                return heard
        raise AssertionError(heard)

    def quit(self) -> int:
        """Its exit code."""
        self._running.communicate("quit\n", timeout=PATIENCE)
        return self._running.returncode


def test_the_daemon(declared: str) -> None:
    with Served() as served:

        def solved(moves: str) -> tuple[float, str]:
            run = served.engined("solve", "--json", "--variant", declared, stdin=moves + "\n")
            found = json.loads(run.stdout)
            return found["score"], found["kind"]

        assert solved("a1b1") == (1, "exact")
        assert solved("a1b2") == (0, "exact")
        assert solved("a1b1b2") == (-1, "exact")
        analysed = json.loads(served.engined("analyse", "--json", "--variant", declared, "a1b1").stdout)
        scores = {move["move"]: move["score"] for move in analysed["moves"]}
        position = start(Catalogue().check(Path(declared).read_text()))
        for move in ("a1", "b1"):
            position = position.play(parse_move(position, move))
        assert scores == {move_text(position, move): value for move, value in values(position).items()}
        counted = served.engined("perft", declared, "5")
        leaves = [line.split()[1].replace(",", "") for line in counted.stdout.splitlines()]
        assert leaves[:5] == ["9", "72", "504", "3024", "15120"]


def test_gtp(declared: str) -> None:
    gtp = Talk("gtp", "--variant", declared)
    for command in ("play b a1", "play w b1"):
        assert gtp.ask(command, "[=?].*") == ["= "]
        gtp.ask("", "")
    (move,) = gtp.ask("genmove b", "[=?].*")
    assert move in ("= A2", "= B2", "= C3", "= A3")
    assert gtp.quit() == 0


def test_nboard(declared: str) -> None:
    nboard = Talk("nboard", "--variant", declared)
    nboard.ask("nboard 2", "set myname .*")
    nboard.ask("set depth 9", "status")
    hint = nboard.ask("hint 1", "nodestats .*")
    assert any(re.match("search [A-C][1-3]", line) for line in hint)
    (*_, played) = nboard.ask("go", "===.*")
    assert re.match("=== [A-C][1-3]", played)
    assert nboard.quit() == 0
