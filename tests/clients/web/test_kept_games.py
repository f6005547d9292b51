"""Trees on disk, and what waits for a slow page."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from engined_client.web.kept_games import KeptGames
from engined_client.web.messages import GameTree, TreeNode
from engined_client.web.outbox import Outbox, Unread
from engined_protocol import messages as m


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


def test_the_oldest_is_forgotten(tmp_path: Path) -> None:
    games = KeptGames(tmp_path, most=2)
    for age, name in enumerate(("one", "two", "three")):
        before = set(tmp_path.iterdir())
        games.keep(name, GameTree(variant=name))
        for path in set(tmp_path.iterdir()) - before:
            os.utime(path, (age, age))
    assert [games.recall(name) is not None for name in ("one", "two", "three")] == [False, True, True]


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
