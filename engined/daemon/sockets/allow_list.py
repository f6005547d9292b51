"""The keys that may come in: a folder with a file for each, read again whenever it changes.

A file is a certificate of ZeroMQ (``zmq.auth.create_certificates``): ``NAME.key`` has the public key, and what its
holder may take in ``metadata``. One that cannot be trusted is left out, and all others hold.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
from zmq.utils import z85

from engined.service.tenants import Allowance
from engined_protocol.values import fault

THOROUGH = 1.0
"""Seconds until files are looked at one by one, though the folder is as it was.

A folder that has changed within this time is always looked at so: its time of change has the grain of a clock tick, and
a file may still be being written.
"""

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
"""The pattern of the name of a key."""
_FIELD = re.compile(r'^\s*([a-z-]+)\s*=\s*"([^"]*)"\s*$', re.MULTILINE)
_LARGEST = 1 << 16


class KeyFileError(ValueError):
    """A file or folder of keys that cannot be trusted or read; the message says why."""


class _Key(NamedTuple):
    name: str
    allowance: Allowance


class AllowList:
    """Who may come in, by public key (as 40 characters)."""

    def __init__(self, folder: Path, on_trouble: Callable[[str, str], None]) -> None:
        """``on_trouble`` is told of each path that is left out, and why, once."""
        self._folder = folder
        self._on_trouble = on_trouble
        self._keys: dict[str, _Key] = {}
        self._allowances: dict[str, Allowance] = {}
        self._troubles: dict[Path, str] = {}
        self._seen: object = None
        """How the folder looked when it was read."""
        self._changed: int | None = None
        """The time of the folder's last change that is known."""
        self._looked = 0.0

    def look(self, now: float, *, thorough: bool = False) -> set[str]:
        """Read what has changed; the names that may come in no more.

        Unless it is ``thorough``, a file whose text alone has changed is noticed after up to :data:`THOROUGH`.
        """
        try:
            changed = self._folder.stat().st_mtime_ns
        except OSError:
            changed = None
        settled = changed is not None and changed == self._changed and time.time() - changed / 1e9 > THOROUGH
        if settled and not thorough and now - self._looked < THOROUGH:
            return set()
        self._changed, self._looked = changed, now
        seen = _fingerprint(self._folder)
        if seen == self._seen and self._seen is not None:
            return set()
        self._seen = seen
        before = set(self._allowances)
        self._read()
        return before - set(self._allowances)

    def name_of(self, public_key: str) -> str | None:
        """The name of a key that may come in."""
        key = self._keys.get(public_key)
        return None if key is None else key.name

    def allowance(self, name: str) -> Allowance:
        """What the holder of the key of that name may take."""
        return self._allowances.get(name, Allowance())

    def _read(self) -> None:
        keys: dict[str, _Key] = {}
        troubles: dict[Path, str] = {}
        try:
            check_mode(self._folder, folder=True)
            for path in sorted(self._folder.glob("*.key")):
                try:
                    public_key, allowance = read_key(path)
                    if public_key in keys:
                        raise KeyFileError(f"it is the key of {keys[public_key].name} too")
                    keys[public_key] = _Key(path.stem, allowance)
                except KeyFileError as error:
                    troubles[path] = str(error)
        except KeyFileError as error:
            troubles[self._folder] = f"nobody comes in: {error}"
        for path, trouble in troubles.items():
            if self._troubles.get(path) != trouble:
                self._on_trouble(str(path), trouble)
        self._keys, self._troubles = keys, troubles
        self._allowances = dict(keys.values())


def read_key(path: Path) -> tuple[str, Allowance]:
    """The public key in a file, and what its holder may take. Raises KeyFileError."""
    if not NAME.fullmatch(path.stem):
        raise KeyFileError("a key's name has letters, digits and . _ - only, 32 at most")
    check_mode(path)
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST).decode("ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise KeyFileError(f"cannot read it: {error}") from error
    values = dict(_FIELD.findall(text))
    public_key = values.get("public-key", "")
    try:
        if len(z85.decode(public_key)) != 32:
            raise ValueError
    except (ValueError, KeyError, IndexError, OverflowError):
        raise KeyFileError("there is no public key in it") from None
    known = {name: value for name, value in values.items() if name in Allowance.__struct_fields__}
    for name, value in known.items():
        try:
            msgspec.convert({name: value}, Allowance, strict=False)
        except msgspec.ValidationError as error:
            raise KeyFileError(f"{name}: {fault(error, Allowance, {name: value}).message}") from None
    return public_key, msgspec.convert(known, Allowance, strict=False)


def check_mode(path: Path, *, folder: bool = False, secret: bool = False) -> None:
    """Raise KeyFileError unless a path is a file (or folder) of this user's or root's that nobody else can write; nor
    read, where it is ``secret``.
    """
    try:
        found = path.stat() if folder else path.lstat()
    except OSError as error:
        raise KeyFileError(error.strerror or str(error)) from error
    if not (stat.S_ISDIR(found.st_mode) if folder else stat.S_ISREG(found.st_mode)):
        raise KeyFileError("no such folder" if folder else "it is not a plain file")
    if found.st_uid not in (0, os.getuid()):
        raise KeyFileError("it belongs to another user")
    if secret and found.st_mode & 0o077:
        raise KeyFileError(f"others may read it; its mode must be 0600 (chmod 600 {path})")
    if found.st_mode & 0o022:
        raise KeyFileError(f"others may write to it (chmod go-w {path})")


def _fingerprint(folder: Path) -> object:
    """What changes when a file in the folder does, or its mode; None where it cannot be looked at."""
    try:
        own = folder.stat()
        entries = []
        with os.scandir(folder) as found:
            for entry in found:
                if entry.name.endswith(".key"):
                    status = entry.stat(follow_symlinks=False)
                    entries.append((entry.name, status.st_mtime_ns, status.st_size, status.st_mode, status.st_uid))
    except OSError:
        return None
    return own.st_mode, own.st_uid, sorted(entries)
