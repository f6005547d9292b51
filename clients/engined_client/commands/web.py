"""``engined web``: a page that plays and analyses any variant, beside a daemon."""

from __future__ import annotations

import importlib.util
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from engined_protocol.values import reading

from ..terminal.command import Exit, WrongInput, add_daemon_options, found_daemon

SUMMARY = "a page in the browser that plays and analyses any variant"
EXAMPLES = (
    ("engined web", "on this machine"),
    ("engined web --host 0.0.0.0", "for others, with a token"),
    ("engined web --games ~/wthor --games club.ggf", "with games to look up positions in"),
    ("engined web --club thursday.toml", "with a tournament, at /club"),
)

PORT = 8264
_LIBRARIES = ("numpy", "starlette", "uvicorn", "websockets")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument(
        "--host", metavar="ADDRESS", default="127.0.0.1", help="where to listen (default: this machine only)"
    )
    parser.add_argument(
        "--port",
        metavar="PORT",
        type=reading(Annotated[int, Meta(ge=0, le=65535)]),
        default=PORT,
        help=f"default: {PORT}; 0: any free one",
    )
    parser.add_argument(
        "--token", metavar="TOKEN", help="what a visitor has to know (default beyond this machine: a new one)"
    )
    parser.add_argument(
        "--name", metavar="NAME", action="append", default=[], help="a name that the server goes by; may be repeated"
    )
    parser.add_argument(
        "--origin",
        metavar="ORIGIN",
        action="append",
        default=[],
        help="whose pages may use it too: https://example.org",
    )
    parser.add_argument(
        "--games",
        metavar="FILE|FOLDER",
        action="append",
        type=Path,
        default=[],
        help="records that visitors may search: how games went on from a position; may be repeated",
    )
    parser.add_argument(
        "--club",
        metavar="FILE",
        action="append",
        type=Path,
        default=[],
        help="a tournament of engined club, at /club: visitors see it and play its games, its organiser draws rounds; "
        "may be repeated",
    )
    add_daemon_options(parser)


def run(arguments: Namespace) -> int:
    """Serve until told to end."""
    if missing := [name for name in _LIBRARIES if importlib.util.find_spec(name) is None]:
        raise WrongInput(f"{', '.join(missing)}: not installed; `pip install {' '.join(missing)}` does that")
    from ..web.server import Settings, listening, serve

    settings = Settings(
        host=arguments.host,
        port=arguments.port,
        token=arguments.token,
        names=tuple(arguments.name),
        origins=tuple(arguments.origin),
        games=tuple(arguments.games),
        clubs=tuple(arguments.club),
    )
    with listening(settings) as socket, found_daemon(arguments) as daemon:
        serve(settings, socket, daemon)
    return Exit.FINE
