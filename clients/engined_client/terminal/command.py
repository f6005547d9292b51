"""What the commands share: how they reach a daemon, how they name a variant, how they end."""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct

from engined_protocol.errors import Code
from engined_protocol.messages import DescribeVariant
from engined_protocol.records.charset import known_charset
from engined_protocol.values import kind_of, reading
from engined_protocol.words import NAMES, told

from ..client import Client
from ..connection import PrivateDaemon, default_endpoint
from ..drawing.japanese import translated
from ..drawing.wording import Language, Wording
from ..errors import ConnectionLost, NoDaemon, NoEndpoint, RequestTimeout, ServiceError
from ..notation import PROTOCOL, Convention, Notation
from .compiling import CompileNotice
from .language import user_language
from .parsing import duration
from .regular_file import LONGEST, read_regular


class Exit(IntEnum):
    """Exit codes of the command line."""

    FINE = 0
    WRONG_INPUT = 1
    USAGE = 2
    NO_DAEMON = 3


USUAL = "othello"
"""The variant that is played if nothing says otherwise."""

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
    """Read, as the ``type`` of an option, what a field of a request takes; of seconds as people write times, too."""
    read = reading(kind_of(request, field))
    return duration(read) if field in ("seconds", "within") else read


def variant_text(text: str) -> str:
    """Read, as the ``type`` of an argument, a variant's name, or the path of its declaration."""
    return text if text.endswith(".toml") else value_of(DescribeVariant, "variant")(text)


def add_usual_options(parser: ArgumentParser) -> None:
    """Add what every command about a game has: which variant, how squares are named, and which daemon."""
    add_variant_option(parser)
    add_coordinates_option(parser)
    add_daemon_options(parser)


def add_daemon_options(parser: ArgumentParser) -> None:
    """Add ``--endpoint`` and ``--private``: which daemon."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--endpoint",
        metavar="E",
        help="a running daemon: a folder, tcp://HOST:PORT, an invitation, or a file with one (default: this user's,"
        " else a private one)",
    )
    group.add_argument("--private", action="store_true", help="start a daemon for this command alone")


def add_variant_option(parser: ArgumentParser) -> None:
    """Add ``--variant``."""
    parser.add_argument(
        "--variant",
        type=variant_text,
        metavar="V",
        help="a name (see `engined variants`) or a declaration's .toml file "
        f"(default: what a record says that is read, else {USUAL})",
    )


def add_coordinates_option(parser: ArgumentParser) -> None:
    """Add ``--coordinates``: how squares are named where people type and read them."""
    parser.add_argument(
        "--coordinates",
        choices=get_args(Convention),
        default="auto",
        help="how squares are typed and printed: as the variant's players name them (auto: the default), a1 at the "
        "top (othello), or a1 at the bottom and no I (go); JSON always has a1 at the top",
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
    parser.add_argument(
        "--seed", metavar="N", type=reading(int), default=0, help="of what is drawn at random (default: 0)"
    )


@contextmanager
def found_daemon(arguments: Namespace) -> Iterator[PrivateDaemon | str]:
    """The endpoint of the daemon that the options name; without one running, a private one.

    Raises NoDaemon.
    """
    waiting = partial(_tell_waiting, arguments)
    if not arguments.private:
        try:
            Client(arguments.endpoint, waiting=waiting).close()
        except NoDaemon:
            if arguments.endpoint or "ENGINED_ENDPOINT" in os.environ:
                raise
        else:
            yield arguments.endpoint or default_endpoint()
            return
    with PrivateDaemon(waiting=waiting) as daemon:
        yield daemon


def _tell_waiting(arguments: Namespace) -> None:
    complain(Wording(language=language_of(arguments))("the daemon is starting, or busy: waiting for it"))


@contextmanager
def connected(arguments: Namespace, *, clock: bool = True) -> Iterator[Client]:
    """A client of the daemon that the options name; without one running, of a private one. While something is compiled
    the user is told so, on a terminal with a ``clock``.

    Raises NoDaemon.
    """
    with found_daemon(arguments) as found:
        endpoint = found if isinstance(found, str) else found.endpoint
        with Client(endpoint, coordinates="othello", reconnect=False) as client:
            client.on_state(CompileNotice(complain, language_of(arguments), clock=clock).hear)
            yield client


def known_variant(client: Client, text: str | None, recorded: str = "") -> str:
    """The name of a variant given by name or by the path of its declaration, which is then declared; if none is given,
    of what a record says.

    The declared one's name then says which declaration is meant: another client may use it for another. Raises
    WrongInput when the file cannot be read or its declaration is wrong.
    """
    if text is None:
        return recorded or USUAL
    if not text.endswith(".toml"):
        return text
    declaration = read_text(Path(text))
    try:
        declared = client.declare(declaration)
    except ServiceError as error:
        raise WrongInput(f"{text}: {said(error)}") from error
    return f"{declared.name}@{declared.digest[:16]}"


def typed_notation(client: Client, arguments: Namespace) -> Notation:
    """How moves are typed: as for the variant that is named, not for one that only a record names."""
    return wording_of(client, known_variant(client, arguments.variant), arguments).notation


def wording_of(client: Client, variant: str, arguments: Namespace) -> Wording:
    """How the user is told of games of a variant."""
    hint = "; with `--coordinates othello` squares have one, and a1 is at the top"
    notation = Notation.of(client.describe(variant), arguments.coordinates, hint)
    return Wording(notation, language_of(arguments))


def add_language_option(parser: ArgumentParser) -> None:
    """Add ``--language``."""
    parser.add_argument(
        "--language",
        choices=get_args(Language),
        default=user_language(),
        help="of what is printed for people: English or Japanese (default: the setting `language`, else the locale); "
        "JSON is the same in both",
    )


def language_of(arguments: Namespace) -> Language:
    """That of the option, or of the user where a command has none."""
    language: Language = vars(arguments).get("language") or user_language()
    return language


@contextmanager
def errors_in(notation: Notation) -> Iterator[None]:
    """What the daemon finds wrong is said with squares in a notation."""
    try:
        yield
    except ServiceError as error:
        raise ServiceError(error.code, notation.retold(error.message), error.field) from error


def add_encoding_option(parser: ArgumentParser) -> None:
    """Add ``--encoding``."""
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        type=_charset,
        default="",
        help="charset of the records, such as shift_jis or latin-1 (default: as they say, else UTF-8, else guessed)",
    )


def _charset(name: str) -> str:
    if name and not known_charset(name):
        raise ArgumentTypeError(f"the charset {name!r} is not known")
    return name.lower()


def read_bytes(path: Path, most: int | None = LONGEST) -> bytes:
    """The content of a user's file, a regular one of at most so many bytes. Raises WrongInput."""
    try:
        return read_regular(path, most)
    except OSError as error:
        raise WrongInput(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise WrongInput(f"{path}: {error}") from error


def read_text(path: Path) -> str:
    """The text of a user's file. Raises WrongInput."""
    return decoded(read_bytes(path, None), str(path))


def check_folder(path: Path) -> None:
    """Before what takes long: raises WrongInput where :func:`write_lines` could not make a file of that name."""
    if path.is_dir():
        raise WrongInput(f"{path}: Is a directory")
    if not os.access(path.parent, os.W_OK):
        raise WrongInput(f"{path}: {'Permission denied' if path.parent.is_dir() else 'No such file or directory'}")


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write a user's text file, as :func:`write_bytes`. Raises WrongInput."""
    write_bytes(path, (f"{line}\n".encode() for line in lines))


def write_bytes(path: Path, parts: bytes | Iterable[bytes]) -> None:
    """Write a user's file, or nothing if that fails midway: an older file of that name stays until then.

    Raises WrongInput when it cannot be written.
    """
    if path.is_dir():
        raise WrongInput(f"{path}: Is a directory")
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with open(handle, "wb") as file:
                file.writelines([parts] if isinstance(parts, bytes) else parts)
            os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(name)
            raise
    except OSError as error:
        raise WrongInput(f"{path}: {error.strerror or error}") from error


def read_input() -> str:
    """All of standard input. Raises WrongInput."""
    return decoded(sys.stdin.buffer.read(), "standard input")


def decoded(data: bytes, source: str) -> str:
    """The text of a file, with lines ended as they are here. Raises WrongInput."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise WrongInput(f"{source}: not UTF-8 text (byte {error.start + 1})") from error


def said(error: Exception, notation: Notation = PROTOCOL) -> str:
    """What was wrong, in the words of the command line; squares that the daemon names, in a notation."""
    if isinstance(error, ServiceError):
        return told(notation.retold(error.message), error.field, OPTIONS)
    return str(error)


def complain(message: str) -> None:
    """One line on standard error."""
    lines = (" ".join(line.split()) for line in message.split("\n  "))
    print("engined:", "\n  ".join(lines), file=sys.stderr, flush=True)


def _in_language(text: str, arguments: Namespace) -> str:
    return translated(text) if language_of(arguments) == "ja" else text


def run(work: Callable[[Namespace], int], arguments: Namespace) -> int:
    """The exit code of a command; mistakes of the user become one line on standard error."""
    try:
        return work(arguments)
    except (WrongInput, ServiceError) as error:
        complain(_in_language(said(error), arguments))
        # A fault of the daemon is not one of the input.
        internal = isinstance(error, ServiceError) and error.code == Code.INTERNAL
        return Exit.NO_DAEMON if internal else Exit.WRONG_INPUT
    except (ConnectionLost, RequestTimeout) as error:
        complain(_in_language(str(error), arguments))
        return Exit.USAGE if isinstance(error, NoEndpoint) else Exit.NO_DAEMON
