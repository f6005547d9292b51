"""The application beside a daemon that the test plays, without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from engined_client.web.application import application
from engined_client.web.bounds import Bounds
from engined_client.web.kept_games import KeptGames
from engined_client.web.link import Link
from tests.clients.fake_daemon import FakeDaemon
from tests.patience import until

NO_BOUNDS = Bounds()


def site(
    daemon: FakeDaemon, folder: Path, *, token: str = "", origins: tuple[str, ...] = (), bounds: Bounds = NO_BOUNDS
) -> TestClient:
    """A client of the application as ``http://localhost``; a context manager."""
    app = application(
        Link(daemon.folder), KeptGames(folder), bounds, hosts=("localhost",), origins=origins, token=token
    )
    return TestClient(app, base_url="http://localhost", follow_redirects=False)


def connect(client: TestClient, query: str = "", **options: Any) -> WebSocketTestSession:
    """A WebSocket of the application."""
    return client.websocket_connect(f"ws://localhost/messages{query}", **options)


def until_there(client: TestClient) -> None:
    """Wait until the application has found its daemon."""
    until(lambda: client.post("/message", json={"t": "ping", "id": "1"}).status_code != 503, "the daemon is found")


@pytest.fixture
def client(daemon: FakeDaemon, tmp_path: Path) -> Iterator[TestClient]:
    """Of an application without a token, which has found its daemon."""
    with site(daemon, tmp_path) as client:
        until_there(client)
        yield client
