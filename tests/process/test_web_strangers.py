"""The page among strangers who send half a request and wait, and how it ends whatever is going on."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from engined_client.web.bounds import END_SECONDS
from tests.clients.fake_daemon import FakeDaemon
from tests.patience import PATIENCE

FILES = 128
HALF = b"POST /message HTTP/1.1\r\nHost: localhost\r\n"
STUCK = """
import asyncio, sys
from starlette.applications import Starlette
from starlette.routing import Route
from engined_client.web import server

async def never(request):
    print("asked", flush=True)
    await asyncio.to_thread(sys.stdin.read)  # which nobody breaks off

server.application = lambda *words, **options: Starlette(routes=[Route("/", never)])
with server.listening(server.Settings()) as listener:
    server.serve(server.Settings(), listener, "nowhere")
"""
"""A page that cannot end by itself."""


@pytest.fixture
def few_files() -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The page and its port, where it may open few files."""
    daemon = FakeDaemon()
    limited = ["sh", "-c", f'ulimit -n {FILES}; exec "$@"', "sh"]
    command = [sys.executable, "-m", "engined", "web", "--port", "0", "--endpoint", daemon.folder]
    process = subprocess.Popen([*limited, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r":(\d+)/", process.stdout.readline())
    assert found is not None
    with process:
        yield process, int(found[1])
        process.kill()
    daemon.die()


def test_half_requests_and_few_files(few_files: tuple[subprocess.Popen[str], int]) -> None:
    """More than there are files for: whoever asks is served, nothing is said of them, and the page ends."""
    process, port = few_files
    strangers = []
    for _ in range(FILES + 32):
        strangers.append(socket.create_connection(("127.0.0.1", port)))
        strangers[-1].sendall(HALF)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as page:
        assert page.status == 200
    open_files = os.listdir(f"/proc/{process.pid}/fd") if Path("/proc").exists() else []
    assert len(open_files) < FILES
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    assert process.stderr is not None
    assert process.stderr.read() == ""
    for stranger in strangers:
        stranger.close()


def test_it_ends_whatever_is_going_on() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STUCK], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as web:
        assert web.stdout is not None
        found = re.search(r":(\d+)/", web.stdout.readline())
        assert found is not None
        with socket.create_connection(("127.0.0.1", int(found[1]))) as visitor:
            visitor.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert web.stdout.readline() == "asked\n"
            web.send_signal(signal.SIGTERM)
            assert web.wait(END_SECONDS + PATIENCE) == 0
