"""The server of the page: where it listens, what it prints, how it ends."""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn

from ..command import WrongInput
from ..connection import PrivateDaemon
from .application import application
from .kept_games import KeptGames, default_folder
from .link import Link

LONGEST_FRAME = 16 << 20
"""Bytes of a WebSocket's message that are read at all: what is too long is to be refused in words."""
END_SECONDS = 2.0
"""How long pages may take to notice that the server ends."""


@dataclass(frozen=True)
class Settings:
    """Where to listen, and who may come in."""

    host: str = "127.0.0.1"
    port: int = 0
    token: str | None = None
    """None: none on this machine, else a new one."""
    names: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()


@contextmanager
def listening(settings: Settings) -> Iterator[socket.socket]:
    """A socket where the settings say. Raises WrongInput."""
    if not 0 <= settings.port <= 65535:
        raise WrongInput(f"{settings.host}, port {settings.port}: ports are from 0 to 65535")
    try:
        settings.host.encode("idna")
    except UnicodeError as error:
        raise WrongInput(f"{settings.host[:80]!r} is not the name of a host") from error
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=256)
    except OSError as error:
        raise WrongInput(f"{settings.host}, port {settings.port}: {_reason(error)}") from error
    with listener:
        # Asyncio does so only where a socket names its protocol; without it, answers wait 40 ms for acknowledgements.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield listener


def serve(settings: Settings, listener: socket.socket, daemon: PrivateDaemon | str) -> None:
    """Serve pages until SIGINT or SIGTERM."""
    local = _is_local(listener)
    token = settings.token if settings.token is not None else "" if local else secrets.token_urlsafe(16)
    link = Link(daemon) if isinstance(daemon, str) else Link(daemon.endpoint, daemon.revive)
    app = application(
        link,
        KeptGames(default_folder()),
        hosts=("localhost", socket.gethostname(), *settings.names),
        origins=settings.origins,
        token=token,
    )
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="websockets-sansio",
        ws_max_size=LONGEST_FRAME,
        timeout_graceful_shutdown=int(END_SECONDS),
    )
    print(f"engined: {_address(settings, listener, token)}", flush=True)
    asyncio.run(_run(uvicorn.Server(config), listener))


async def _run(server: uvicorn.Server, listener: socket.socket) -> None:
    """Uvicorn's own handling of signals would end the process without a chance to clean up."""

    def end() -> None:
        server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, end)
    await server._serve([listener])


def _reason(error: OSError) -> str:
    """What is wrong, without the address, which has been said."""
    return (error.strerror or str(error)).partition(" (")[0]


def _is_local(listener: socket.socket) -> bool:
    return ipaddress.ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback


def _address(settings: Settings, listener: socket.socket, token: str) -> str:
    host, port = listener.getsockname()[:2]
    if ipaddress.ip_address(host.partition("%")[0]).is_unspecified:
        host = (*settings.names, socket.gethostname())[0]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")
