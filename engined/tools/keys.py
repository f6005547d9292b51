"""``engined keys``: who may come in to a daemon with keys. A running one notices at once."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import zmq
from zmq.auth import load_certificate

from engined.config import ConfigError, default_keys, read_config
from engined.daemon.sockets.allow_list import NAME, KeyFileError, check_mode, read_key
from engined_protocol.invitation import Invitation, write_invitation
from engined_protocol.values import reading

SUMMARY = "who may come in to a daemon with keys: new, list, allow, revoke"
EXAMPLES = (
    (
        "engined keys new ann --endpoint tcp://example.org:5570 --seconds 600",
        "an invitation, for ten minutes of search an hour",
    ),
    ("engined keys revoke ann", "at once"),
)

FINE, WRONG_INPUT = 0, 1
_LIMITS = ("jobs", "sessions", "declarations", "seconds")


class KeysError(Exception):
    """What cannot be done, and why."""


class KeyFiles(NamedTuple):
    """Where the keys of a daemon are."""

    secret: Path
    clients: Path


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    new = verbs.add_parser("new", help="make a pair of keys, allow it, and print an invitation: one text for a client")
    new.add_argument("--endpoint", metavar="E", help="where the client finds the daemon: tcp://HOST:PORT")
    new.add_argument("--out", metavar="FILE", type=Path, help="write the invitation there, for you alone to read")
    allow = verbs.add_parser("allow", help="let the holder of a public key in")
    allow.add_argument("name", metavar="NAME")
    allow.add_argument("key", metavar="KEY", help="40 characters, or a .key file")
    revoke = verbs.add_parser("revoke", help="let a key in no more; connections that it has are refused, too")
    new.add_argument("name", metavar="NAME")
    revoke.add_argument("name", metavar="NAME")
    listed = verbs.add_parser("list", help="the keys that may come in, and what each may take")
    for verb in (new, allow):
        for limit in _LIMITS:
            unit = "seconds of searching an hour" if limit == "seconds" else f"{limit} at once"
            verb.add_argument(f"--{limit}", metavar="N", type=reading(int), help=f"at most so many {unit}")
        verb.add_argument("--operator", action="store_true", help="it is told what other keys do")
    for verb in (new, allow, revoke, listed):
        verb.add_argument("--config", metavar="FILE", type=Path, help="settings of the daemon")
        verb.add_argument("--curve-secret", metavar="FILE", type=Path, help="the daemon's keys")
        verb.add_argument("--curve-clients", metavar="FOLDER", type=Path, help="those that may come in")


def run(arguments: Namespace) -> int:
    """Do what the verb says; the exit code."""
    try:
        place, endpoint = _place(arguments)
        match arguments.verb:
            case "new":
                _new(place, arguments, endpoint)
            case "allow":
                _allow(place, arguments.name, _public_key(arguments.key), _allowance(arguments))
            case "revoke":
                _revoke(place, arguments.name)
            case _:
                _list(place)
    except (ConfigError, KeysError, KeyFileError, OSError) as error:
        print(f"engined: {error}", file=sys.stderr)
        return WRONG_INPUT
    return FINE


def _place(arguments: Namespace) -> tuple[KeyFiles, str | None]:
    """Where the keys are, and the daemon: as the daemon's settings say."""
    given = {"curve_secret": arguments.curve_secret, "curve_clients": arguments.curve_clients}
    config = read_config({name: value for name, value in given.items() if value is not None}, file=arguments.config)
    if config.curve_secret is not None and config.curve_clients is not None:
        return KeyFiles(config.curve_secret, config.curve_clients), config.endpoint
    return KeyFiles(default_keys() / "daemon.key_secret", default_keys() / "clients"), config.endpoint


def _new(place: KeyFiles, arguments: Namespace, endpoint: str | None) -> None:
    endpoint = arguments.endpoint or endpoint
    if endpoint is None or not endpoint.startswith("tcp://"):
        raise KeysError("say where the client finds the daemon: --endpoint tcp://HOST:PORT")
    server = _daemon_key(place.secret)
    public, secret = zmq.curve_keypair()
    text = write_invitation(Invitation(endpoint, server, secret.decode("ascii")))
    _allow(place, arguments.name, public.decode("ascii"), _allowance(arguments))
    if arguments.out is None:
        print(text)
    else:
        _write(arguments.out, text + "\n")
    print(
        f"engined: {arguments.name} may come in. The invitation is a secret: give it to {arguments.name} alone. The"
        f" daemon runs with --curve-secret {place.secret} --curve-clients {place.clients}",
        file=sys.stderr,
    )


def _daemon_key(path: Path) -> str:
    """The daemon's public key; a pair is made if it has none."""
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        public, secret = zmq.curve_keypair()
        pair = f'    public-key = "{public.decode("ascii")}"\n    secret-key = "{secret.decode("ascii")}"\n'
        _write(path, f"metadata\ncurve\n{pair}")
    try:
        check_mode(path, secret=True)
        return load_certificate(path)[0].decode("ascii")
    except (KeyFileError, ValueError) as error:
        raise KeysError(f"{path}: {error}") from None


def _allow(place: KeyFiles, name: str, public_key: str, allowance: dict[str, object]) -> None:
    path = _file(place, name)
    if path.exists():
        raise KeysError(f"there is a key of {name} already; revoke it first")
    place.clients.mkdir(mode=0o700, parents=True, exist_ok=True)
    check_mode(place.clients, folder=True)
    for other, key, _ in _keys(place):
        if key == public_key:
            raise KeysError(f"that is the key of {other}")
    metadata = "".join(f'    {field} = "{value}"\n' for field, value in allowance.items())
    _write(path, f'metadata\n{metadata}curve\n    public-key = "{public_key}"\n')


def _revoke(place: KeyFiles, name: str) -> None:
    try:
        _file(place, name).unlink()
    except FileNotFoundError:
        raise KeysError(f"there is no key of {name} in {place.clients}") from None


def _list(place: KeyFiles) -> None:
    for name, key, said in _keys(place):
        print(f"{name:<20} {key[:8]:<8} {said}".rstrip())


def _keys(place: KeyFiles) -> list[tuple[str, str, str]]:
    """Name, public key, and limits or what is wrong, of each file."""
    keys = []
    for path in sorted(place.clients.glob("*.key")):
        try:
            key, allowance = read_key(path)
            limits = [f"{name} {value}" for name in _LIMITS if (value := getattr(allowance, name)) is not None]
            keys.append((path.stem, key, ", ".join([*limits, *["operator"] * allowance.operator])))
        except KeyFileError as error:
            keys.append((path.stem if NAME.fullmatch(path.stem) else ascii(path.stem), "", f"left out: {error}"))
    return keys


def _allowance(arguments: Namespace) -> dict[str, object]:
    """The limits that were given, as they go into a file."""
    given = {name: getattr(arguments, name) for name in _LIMITS if getattr(arguments, name) is not None}
    for name, value in given.items():
        if value < 0:
            raise KeysError(f"--{name}: {value} is less than 0")
    return given | ({"operator": "true"} if arguments.operator else {})


def _public_key(text: str) -> str:
    """A public key given as it is, or as a file."""
    if len(text) == 40 and re.fullmatch(r"[!-~]+", text) and '"' not in text:
        return text
    try:
        public_key, _ = read_key(Path(text))
    except KeyFileError as error:
        raise KeysError(f"{text}: {error}") from error
    return public_key


def _file(place: KeyFiles, name: str) -> Path:
    if not NAME.fullmatch(name):
        raise KeysError(f"{name[:40]!a}: a key's name has letters, digits and . _ - only, 32 at most")
    return place.clients / f"{name}.key"


def _write(path: Path, text: str) -> None:
    """Write a file whole, for its owner alone."""
    handle, made = tempfile.mkstemp(dir=path.parent, prefix=".")
    try:
        with open(handle, "w", encoding="ascii") as file:
            file.write(text)
        os.replace(made, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(made)
        raise
