"""Fifty pages at once, each with a game of its own."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.browser.site import Site
from tests.patience import LONG

PAGES = 50


async def ask(socket: ClientConnection, message: dict[str, Any]) -> Any:
    """The final reply to a message."""
    await socket.send(json.dumps(message))
    while True:
        reply = json.loads(await socket.recv())
        if reply["id"] == message["id"] and reply["t"] != "info":
            return reply


async def play(address: str, number: int, all_there: asyncio.Barrier) -> list[str]:
    """The moves of a page's game after the engine has answered one."""
    url = f"{address.replace('http', 'ws', 1)}messages?client=page-{number}"
    async with connect(url) as socket:
        await all_there.wait()
        first = await ask(socket, {"t": "open", "id": "1", "session": "game", "variant": "othello"})
        move = first["legal"][number % 4]
        await ask(socket, {"t": "play", "id": "2", "session": "game", "moves": [move]})
        answer = await ask(socket, {"t": "analyse", "id": "3", "session": "game", "depth": 2, "play": True})
        assert answer["played"]
        shown = await ask(socket, {"t": "show", "id": "4", "session": "game"})
        assert shown["moves"] == [move, answer["best"]]
        return list(shown["moves"])


def test_fifty_pages_at_once() -> None:
    async def main(address: str) -> list[list[str]]:
        all_there = asyncio.Barrier(PAGES)
        async with asyncio.timeout(LONG):
            return await asyncio.gather(*(play(address, number, all_there) for number in range(PAGES)))

    with Site("--private") as site:
        games = asyncio.run(main(site.address))
    assert {game[0] for game in games} == {"d3", "c4", "f5", "e6"}
