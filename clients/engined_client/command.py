"""What the commands share: how they reach a daemon, how they name a variant, how they end."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import Any

from msgspec import Struct

from engined_protocol.errors import Code
from engined_protocol.messages import DescribeVariant
from engined_protocol.values import kind_of, reading
from engined_protocol.words import NAMES, told

from .client import Client
from .connection import PrivateDaemon
from .errors import ConnectionLost, NoDaemon, RequestTimeout, ServiceError


class Exit(IntEnum):
    """Exit codes of the command line."""

    FINE = 0
    WRONG_INPUT = 1
    USAGE = 2
    NO_DAEMON = 3


OPTIONS: Mapping[str, str] = {
    **NAMES,
    "seconds": "--time",
    "seat": "--seat",
    "colour": "--colour",
    "choice": "--choice",
}
"""Fields of requests as they are called on the command line."""


class WrongInput(Exception):
    """What the user gave is wrong; the message says what, where, and what would be right."""


def value_of(request: type[Struct], field: str) -> Callable[[str], Any]:
    """For the ``type`` of an option: what a field of a request takes."""
    return reading(kind_of(request, field))


def variant_text(text: str) -> str:
    """For the ``type`` of an argument: a variant's name, or the path of its declaration."""
    return text if text.endswith(".toml") else value_of(DescribeVariant, "variant")(text)


def add_daemon_options(parser: ArgumentParser) -> None:
    """Add ``--endpoint`` and ``--private``: which daemon."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--endpoint", metavar="E", help="a running daemon (default: this user's, else a private one)")
    group.add_argument("--private", action="store_true", help="start a daemon for this command alone")


def add_variant_option(parser: ArgumentParser) -> None:
    """Add ``--variant``."""
    parser.add_argument(
        "--variant",
        type=variant_text,
        default="othello",
        metavar="V",
        help="a name (see `engined variants`) or a declaration's .toml file",
    )


def add_ties_options(parser: ArgumentParser) -> None:
    """Add ``--ties`` and ``--seed``."""
    parser.add_argument(
        "--ties",
        choices=("all", "first", "random"),
        default="all",
        help="for more than two sides: bounds that hold whichever of equally good moves are played (all, default), or "
        "scores if it is the first in board order, or one drawn at random for each position",
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of what is drawn at random (default: 0)")


@contextmanager
def connected(arguments: Namespace) -> Iterator[Client]:
    """A client of the daemon that the options name; without one running, of a private one.

    Raises NoDaemon.
    """
    client = None
    if not arguments.private:
        try:
            client = Client(arguments.endpoint)
        except NoDaemon:
            if arguments.endpoint or "ENGINED_ENDPOINT" in os.environ:
                raise
    if client is not None:
        with client:
            yield client
        return
    with PrivateDaemon() as daemon, Client(daemon.endpoint) as client:
        yield client


def known_variant(client: Client, text: str) -> str:
    """The name of a variant given by name or by the path of its declaration, which is then declared.

    The declared one's name then says which declaration is meant: another client may use it for another. Raises
    WrongInput when the file cannot be read or its declaration is wrong.
    """
    if not text.endswith(".toml"):
        return text
    declaration = read_text(Path(text))
    try:
        declared = client.declare(declaration)
    except ServiceError as error:
        raise WrongInput(f"{text}: {said(error)}") from error
    return f"{declared.name}@{declared.digest[:16]}"


def read_text(path: Path) -> str:
    """The text of a user's file. Raises WrongInput."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise WrongInput(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise WrongInput(f"{path}: not UTF-8 text (byte {error.start + 1})") from error


def read_input() -> str:
    """All of standard input. Raises WrongInput."""
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise WrongInput(f"standard input: not UTF-8 text (byte {error.start + 1})") from error


def said(error: Exception) -> str:
    """What was wrong, in the words of the command line."""
    return told(error.message, error.field, OPTIONS) if isinstance(error, ServiceError) else str(error)


def complain(message: str) -> None:
    """One line on standard error."""
    print("engined:", " ".join(message.split()), file=sys.stderr, flush=True)


def run(work: Callable[[Namespace], int], arguments: Namespace) -> int:
    """The exit code of a command; mistakes of the user become one line on standard error."""
    try:
        return work(arguments)
    except (WrongInput, ServiceError) as error:
        complain(said(error))
        # A fault of the daemon is not one of the input.
        internal = isinstance(error, ServiceError) and error.code == Code.INTERNAL
        return Exit.NO_DAEMON if internal else Exit.WRONG_INPUT
    except (ConnectionLost, RequestTimeout) as error:
        complain(str(error))
        return Exit.NO_DAEMON
