"""Trees on disk, and what waits for a slow page."""

from __future__ import annotations

import asyncio
import hashlib
import os
import time
from pathlib import Path
from typing import Any

import pytest

from engined_client.web.kept_games import KeptGames, NoRoom
from engined_client.web.messages import GameTree, Reviewed, TreeNode
from engined_client.web.outbox import Outbox, Unread
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon

from .conftest import site, until_there


def test_a_game_is_found_again(tmp_path: Path) -> None:
    game = GameTree(variant="nip", nodes=(TreeNode(parent=-1, move="d3"),))
    KeptGames(tmp_path / "games").keep("one", game)
    assert KeptGames(tmp_path / "games").recall("one") == game
    assert KeptGames(tmp_path / "games").recall("two") is None


def test_a_file_that_is_damaged(tmp_path: Path) -> None:
    games = KeptGames(tmp_path)
    games.keep("one", GameTree(variant="nip"))
    (path,) = tmp_path.iterdir()
    path.write_text("{")
    assert games.recall("one") is None
    games.keep("one", GameTree(variant="go"))
    assert games.recall("one") == GameTree(variant="go")


def game(name: str) -> GameTree:
    return GameTree(variant=name)


def age(folder: Path, name: str, days: float) -> None:
    """Have nobody used a game since then."""
    stem = hashlib.sha256(name.encode()).hexdigest()
    for path in folder.glob(f"{stem}.*"):
        os.utime(path, (time.time() - days * 86_400,) * 2)


def test_the_oldest_is_forgotten_and_that_is_said(tmp_path: Path) -> None:
    said: list[str] = []
    games = KeptGames(tmp_path, most=3, tell=said.append)
    for number, name in enumerate(("one", "two", "three")):
        games.keep(name, game(name))
        age(tmp_path, name, 50 - number)
    games.keep_review("one", Reviewed(id=""))
    age(tmp_path, "one", 50)
    games.keep("four", game("four"))
    assert [games.recall(name) is not None for name in ("one", "two", "three", "four")] == [False, True, True, True]
    assert [games.has_forgotten(name) for name in ("one", "two", "five")] == [True, False, False]
    assert games.recall_review("one") is None
    assert said == ["1 game that nobody has used for 30 days made room for others"]
    age(tmp_path, "two", 31)
    games.keep("one", game("new"))
    assert not games.has_forgotten("one")


def test_games_of_these_days_stay(tmp_path: Path) -> None:
    """What is new is refused then; what is kept may still be changed."""
    games = KeptGames(tmp_path, most=2)
    games.keep("one", game("one"))
    games.keep("two", game("two"))
    age(tmp_path, "one", 31)
    assert games.recall("one")  # it is used again
    with pytest.raises(NoRoom, match="not kept: there are 2 games"):
        games.keep("three", game("three"))
    games.keep("one", game("other"))
    assert games.recall("one") == game("other")
    assert games.recall("two") == game("two")
    assert games.recall("three") is None


def test_games_take_so_many_bytes(tmp_path: Path) -> None:
    """Their reviews count, also those of games that nobody has kept."""
    games = KeptGames(tmp_path, most_bytes=10_000)
    long = GameTree(variant="nip", nodes=(TreeNode(parent=-1, move="d3", comment="x" * 4000),))
    games.keep("one", long)
    games.keep_review("two", Reviewed(id="", told={1: {"en": ["x" * 4000]}}))
    for name in ("one", "two"):
        age(tmp_path, name, 40)
    games.keep("three", long)
    assert games.recall("one") is None or games.recall_review("two") is None
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 10_000
    games.keep("four", long)
    with pytest.raises(NoRoom):
        games.keep("five", long)


def test_the_folder_is_looked_through_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = KeptGames(tmp_path, most=100)
    looked = []
    scan = os.scandir

    def noted(folder: Path) -> Any:
        looked.append(folder)
        return scan(folder)

    games.keep("0", game("0"))
    monkeypatch.setattr(os, "scandir", noted)
    for number in range(99):
        games.keep(f"{number}", game("x"))
    assert looked == []


def test_a_page_is_told(daemon: FakeDaemon, tmp_path: Path) -> None:
    with site(daemon, tmp_path) as client:
        until_there(client)
        games = KeptGames(tmp_path, most=1)
        games.keep("one", game("one"))
        age(tmp_path, "one", 31)
        games.keep("two", game("two"))
        recall = {"t": "recall-game", "id": "1"}
        for name, forgotten in (("one", True), ("two", False), ("three", False)):
            reply = client.post("/message", json=recall, params={"client": name}).json()
            assert reply.get("forgotten", False) == forgotten


def info(id: str, seq: int) -> m.Info:
    return m.Info(id=id, seq=seq, depth=seq, moves=(), nodes=0, seconds=0)


def test_a_slow_page_misses_news_but_no_final() -> None:
    async def main() -> list[object]:
        outbox = Outbox(Unread())
        for seq in range(3):
            outbox.put(info("a", seq))
            outbox.put(info("b", seq))
        outbox.put(m.Pong(id="p"))
        outbox.put(m.PerftDone(id="a", reason="done", leaves=(), seconds=0))
        return [await outbox.next() for _ in range(3)]

    one, two, three = asyncio.run(main())
    assert one == info("b", 2)
    assert two == m.Pong(id="p")
    assert isinstance(three, m.PerftDone)
