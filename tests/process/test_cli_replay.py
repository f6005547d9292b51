"""What a log of requests has is asked again, to the same replies and node counts."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from engined_client import Client, ServiceError
from tests.process import commands
from tests.process.serving import Served


def replay(log: Path) -> subprocess.CompletedProcess[str]:
    return commands.run(["replay", str(log)])


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a game, searches by depth and by nodes, an error, and a search that time ended; and of what the client asks
    three times, which variant that is, to know how its squares are named.
    """
    folder = tmp_path_factory.mktemp("log")
    log = folder / "requests"
    settings = ["--threads", "1", "--log-requests", str(log)]
    with Served(store=str(folder / "store.sqlite"), settings=settings) as served, Client(served.endpoint) as client:
        client.open(session="s", keep=True)
        client.play("s", "f5")
        client.analyse(session="s", depth=9).result()
        client.analyse(session="s", nodes=20_000, play=True).result()
        client.show(session="s")
        with pytest.raises(ServiceError):
            client.show(moves=["a1"])
        client.solve(variant="othello-4x4").result()
        client.analyse(moves=["f5", "f6"], seconds=0.1).result()
    return log


def test_replies_and_node_counts_are_the_same(log: Path) -> None:
    replayed = replay(log)
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    assert replayed.stdout.splitlines()[-1] == "11 requests: 10 the same, 1 timed"


def test_the_log_is_for_its_owner_alone_and_has_no_names(log: Path) -> None:
    assert log.stat().st_mode & 0o077 == 0
    assert len({json.loads(line)["client"] for line in log.read_text().splitlines()}) == 1
    assert {json.loads(line)["name"][-3:] for line in log.read_text().splitlines()} == {"..."}


def test_a_reply_that_differs_is_named(log: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    (analysis,) = (line for line in lines if line["message"].get("depth") == 9 and line["event"] == "reply")
    analysis["message"]["nodes"] += 1
    changed = tmp_path / "changed"
    changed.write_text("".join(json.dumps(line) + "\n" for line in lines))
    replayed = replay(changed)
    assert replayed.returncode == 1
    assert f"different: nodes was {analysis['message']['nodes']}" in replayed.stdout


def test_what_is_missing_in_a_log_is_told(log: Path, tmp_path: Path) -> None:
    lines = log.read_text().splitlines(keepends=True)
    (tmp_path / "log").write_text(
        "".join([lines[0], lines[1][:20] + "\n", '{"event":"lost","lines":3}\n', *lines[2:4]])
    )
    replayed = replay(tmp_path / "log")
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
    assert replayed.stdout.splitlines()[-1].endswith(
        "; 3 lines of the log could not be written, and what was in them is missing here"
    )


@pytest.mark.parametrize("text", ["no log", "{}", '{"event": "request", "client": "x", "message": {"id": "1"}}'])
def test_what_is_no_log_of_requests(text: str, tmp_path: Path) -> None:
    (tmp_path / "log").write_text(text)
    replayed = replay(tmp_path / "log")
    assert (replayed.returncode, "line 1: not of a log of requests" in replayed.stderr) == (1, True)
