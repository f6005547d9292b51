"""Engines named in a file, so that a match can be asked for in few words. Limits there outrank ``--time``,
``--depth`` and ``--clock``, not those for one side alone.

::

    [ntest]
    command = "./ntest x"
    protocol = "nboard"         # or "gtp"; left out: found by asking
    folder = "/opt/ntest"       # where it runs
    depth = 12                  # or time = 1.0 (a move), or clock = "60+1"
    setup = ["set contempt 0"]  # lines of its protocol, sent once at the start
"""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path

import msgspec

from .limits import NO_LIMIT, Limit, LimitError, parse_clock
from .player import Engine, ProtocolName


class RosterError(ValueError):
    """An engine that is not described as it should be; the message says where and how."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One engine of a file."""

    command: str
    protocol: ProtocolName = "auto"
    folder: Path | None = None
    setup: tuple[str, ...] = ()
    time: float | None = None
    depth: int | None = None
    clock: str | None = None


def read_roster(path: Path) -> dict[str, Engine]:
    """The engines of a file by name. Raises RosterError."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
        entries = msgspec.convert(table, dict[str, Entry], dec_hook=as_path)
        return {name: engine_of(name, entry) for name, entry in entries.items()}
    except (OSError, ValueError) as error:
        raise RosterError(f"{path}: {error}") from None


def limit_of(time: float | None, depth: int | None, clock: str | None) -> Limit | None:
    """The limit that three settings make; None if none is given. Raises LimitError."""
    if time is None and depth is None and clock is None:
        return None
    if time is not None and not 0 < time <= 1e5:
        raise LimitError(f"a time for a move is above 0 seconds, not {time:g}")
    if depth is not None and not 1 <= depth <= 1000:
        raise LimitError(f"a depth is 1 to 1000 plies, not {depth}")
    main, increment = parse_clock(clock) if clock is not None else (None, 0.0)
    return Limit(time, depth, main, increment)


def split_command(text: str) -> tuple[str, ...]:
    """The words of a command line, quoted as in a shell. Raises RosterError."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise RosterError(f"{text!r} is no command: {error}") from None
    if not words:
        raise RosterError("an engine's command is empty")
    return words


def engine_of(name: str, entry: Entry) -> Engine:
    """The engine that an entry describes. Raises RosterError and LimitError."""
    limit = limit_of(entry.time, entry.depth, entry.clock) or NO_LIMIT
    return Engine(name, split_command(entry.command), entry.protocol, entry.folder, entry.setup, limit)


def as_path(kind: type, value: object) -> object:
    """What msgspec asks for paths in a file: ``~`` is the home folder."""
    if kind is Path and isinstance(value, str):
        return Path(value).expanduser()
    raise TypeError(f"not a path: {value!r}")
