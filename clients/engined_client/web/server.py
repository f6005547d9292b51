"""The server of the page: where it listens, what it prints, how it ends."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import os
import secrets
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import uvicorn

from ..connection import PrivateDaemon
from ..terminal.command import WrongInput, complain
from .application import application
from .bounds import END_SECONDS, LONGEST_FRAME, Bounds, allowed_files
from .connections import Connection, Conversation, Server
from .kept_games import KeptGames, default_folder
from .link import Link
from .tournaments import appointed

_MARGIN_SECONDS = 0.2
"""The seconds that the very end takes."""


@dataclass(frozen=True)
class Settings:
    """Where to listen, and who may come in."""

    host: str = "127.0.0.1"
    port: int = 0
    token: str | None = None
    """The token that visitors need. None: no token for visitors of this machine alone, else a new one is made."""
    names: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    games: tuple[Path, ...] = ()
    """Files and folders of records, for all visitors to search."""
    clubs: tuple[Path, ...] = ()
    """The files of tournaments that the gateway serves."""


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
        hint = "; --port names another one, 0 any that is free" if error.errno == errno.EADDRINUSE else ""
        raise WrongInput(f"{settings.host}, port {settings.port}: {_reason(error)}{hint}") from error
    with listener:
        # Asyncio does so only where a socket names its protocol; without it, answers wait 40 ms for acknowledgements.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield listener


def serve(settings: Settings, listener: socket.socket, daemon: PrivateDaemon | str) -> None:
    """Serve pages until SIGINT or SIGTERM."""
    local = _is_local(listener)
    token = settings.token if settings.token is not None else "" if local else secrets.token_urlsafe(16)
    bounds = Bounds.of(allowed_files())
    link = Link(daemon) if isinstance(daemon, str) else Link(daemon.endpoint, daemon.revive)
    app = application(
        link,
        KeptGames(default_folder(), tell=complain),
        bounds,
        hosts=("localhost", socket.gethostname(), *settings.names),
        origins=settings.origins,
        token=token,
        games=settings.games,
        clubs=settings.clubs,
    )
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http=Connection,
        ws=Conversation,
        ws_max_size=LONGEST_FRAME,
        timeout_graceful_shutdown=1,
    )
    organisers = [*appointed(settings.clubs)]
    print(f"engined: {_address(settings, listener, token=token)}", flush=True)
    for one in organisers:
        address = _address(settings, listener, "club", token=token, number=str(one.number))
        print(f"engined: {one.name}, for its organiser alone: {address}#{one.key}", flush=True)
    asyncio.run(_run(Server(config, bounds.connections), listener, daemon))


async def _run(server: Server, listener: socket.socket, daemon: PrivateDaemon | str) -> None:
    """Uvicorn's own handling of signals would end the process without a chance to clean up."""

    def end() -> None:
        server.should_exit = True
        # What is broken off hears so in an answer; the terminal need not.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        late = threading.Timer(END_SECONDS - _MARGIN_SECONDS, _leave, [daemon])
        late.daemon = True
        late.start()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, end)
    await server._serve([listener])


def _leave(daemon: PrivateDaemon | str) -> None:
    """End the process from another thread: something that cannot be broken off has taken too long."""
    if isinstance(daemon, PrivateDaemon):
        daemon.kill()
    os._exit(0)


def _reason(error: OSError) -> str:
    """What is wrong, without the address, which has been said."""
    return (error.strerror or str(error)).partition(" (")[0]


def _is_local(listener: socket.socket) -> bool:
    return ipaddress.ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback


def _address(settings: Settings, listener: socket.socket, page: str = "", **query: str) -> str:
    host, port = listener.getsockname()[:2]
    if ipaddress.ip_address(host.partition("%")[0]).is_unspecified:
        host = (*settings.names, socket.gethostname())[0]
    shown = f"[{host}]" if ":" in host else host
    given = {name: value for name, value in query.items() if value}
    return f"http://{shown}:{port}/{page}" + (f"?{urlencode(given)}" if given else "")
