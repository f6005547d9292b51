"""Engines named in a file, so that a match can be asked for in few words. Limits there outrank ``--time``,
``--depth``, ``--nodes`` and ``--clock``, not those for one side alone.

::

    [ntest]
    command = "./ntest x"
    protocol = "nboard"         # or "gtp"; left out: found by asking
    folder = "/opt/ntest"       # where it runs
    depth = 12                  # or time = 1.0 (a move), nodes = 10000 (a move), clock = "60+1"
    setup = ["set contempt 0"]  # lines of its protocol, sent once at the start
"""

from __future__ import annotations

import shlex
from pathlib import Path

import msgspec

from engined.files import FileError, read_toml
from engined_protocol.values import fault

from .limits import NO_LIMIT, Limit, LimitError, MoveDepth, MoveNodes, MoveSeconds, parse_clock
from .player import Engine, ProtocolName


class RosterError(ValueError):
    """An engine that is not described as it should be; the message says where and how."""


class RosterEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One engine of a file."""

    command: str
    protocol: ProtocolName = "auto"
    folder: Path | None = None
    setup: tuple[str, ...] = ()
    time: MoveSeconds | None = None
    depth: MoveDepth | None = None
    nodes: MoveNodes | None = None
    clock: str | None = None


def read_roster(path: Path) -> dict[str, Engine]:
    """The engines of a file by name. Raises RosterError."""
    try:
        table = read_toml(path)
    except FileError as error:
        raise RosterError(str(error)) from None
    try:
        return {name: engine_of(name, entry) for name, entry in table.items()}
    except RosterError as error:
        raise RosterError(f"{path}: {error}") from None


def limit_of(time: float | None, depth: int | None, nodes: int | None, clock: str | None) -> Limit | None:
    """The limit that four settings make; None if none is given. Raises LimitError for a clock that cannot be."""
    if time is None and depth is None and nodes is None and clock is None:
        return None
    main, increment = parse_clock(clock) if clock is not None else (None, 0.0)
    return Limit(time, depth, nodes, main, increment)


def split_command(text: str) -> tuple[str, ...]:
    """The words of a command line, quoted as in a shell. Raises RosterError."""
    try:
        words = tuple(shlex.split(text))
    except ValueError:
        raise RosterError(f"{text!r} is no command: its quotes do not end") from None
    if not words:
        raise RosterError("an engine's command is empty")
    return words


def engine_of(name: str, table: object) -> Engine:
    """The engine that a table of a file describes. Raises RosterError naming the key at fault."""
    try:
        entry = msgspec.convert(table, RosterEntry, dec_hook=as_path)
    except msgspec.ValidationError as error:
        found = fault(error, RosterEntry, table)
        raise RosterError(f"{name}{'.' * bool(found.field)}{found.field}: {found.message}") from None
    try:
        limit = limit_of(entry.time, entry.depth, entry.nodes, entry.clock) or NO_LIMIT
    except LimitError as error:
        raise RosterError(f"{name}.clock: {error}") from None
    try:
        command = split_command(entry.command)
    except RosterError as error:
        raise RosterError(f"{name}.command: {error}") from None
    return Engine(name, command, entry.protocol, entry.folder, entry.setup, limit)


def as_path(kind: type, value: object) -> object:
    """What msgspec asks for paths in a file: ``~`` is the home folder."""
    if kind is Path and isinstance(value, str):
        return Path(value).expanduser()
    raise TypeError(f"not a path: {value!r}")
