"""``engined store``: what daemons keep, looked after. Daemons may run meanwhile."""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from engined.config import Config, ConfigError, read_config
from engined.daemon.store import import_lines, whole_file
from engined.daemon.store.export_lines import export
from engined.daemon.store.store import StoreError, open_store
from engined.daemon.store.write_ahead_log import mend_log
from engined.variants.catalogue import Catalogue, UnknownVariant
from engined.variants.model import Variant
from engined_protocol.words import counted

SUMMARY = "what daemons keep: check, compact, backup, export, import"
EXAMPLES = (
    ("engined store check", "what there is, and what is broken"),
    ("engined store backup copy.sqlite", "while daemons go on"),
    ("engined store export store.jsonl", "for `engined store import` elsewhere"),
)

FINE, WRONG_INPUT, USAGE = 0, 1, 2
STANDARD = "-"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the verbs and their own arguments."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)

    def verb(name: str, text: str) -> ArgumentParser:
        added = verbs.add_parser(name, help=text, description=text, allow_abbrev=False)
        added.add_argument("--store", metavar="FILE", help="default: that of this user's daemon")
        added.add_argument(
            "--config", metavar="FILE", type=Path, help="settings (default: ~/.config/engined/config.toml)"
        )
        return added

    verb("check", "read every page and every row; says what is broken, and what there is")
    verb("compact", "write the file anew without its gaps; while it lasts, what daemons find is not kept")
    backup = verb("backup", "copy it, as it is at one moment; daemons may go on writing")
    backup.add_argument("target", metavar="TARGET", type=Path, help="an older file is replaced once the copy is whole")
    write = verb("export", "write it as lines of JSON, for another machine or version")
    write.add_argument("file", metavar="FILE", nargs="?", default=STANDARD, help="- (the default): standard output")
    read = verb("import", "take in what `export` wrote, all of it or, if a line is bad, nothing")
    read.add_argument("file", metavar="FILE", help="- is standard input")
    read.add_argument(
        "--variants", metavar="FOLDER", type=Path, action="append", help="folder with declarations; may be repeated"
    )


def run(arguments: Namespace) -> int:
    """Do what the verb says; the exit code."""
    settings = {"store": arguments.store, "variants": getattr(arguments, "variants", None)}
    try:
        config = read_config(settings, file=arguments.config)
    except ConfigError as error:
        return _complain(str(error), USAGE)
    if config.store is None:
        return _complain("by the settings nothing is kept: there is no store", USAGE)
    verbs: dict[str, Callable[[Path, Namespace, Config], int]] = {
        "check": _check,
        "compact": _compact,
        "backup": _backup,
        "export": _export,
        "import": _import,
    }
    try:
        if said := mend_log(config.store):
            _complain(said, FINE)
        return verbs[arguments.verb](config.store, arguments, config)
    except StoreError as error:
        return _complain(str(error), WRONG_INPUT)
    except PermissionError as error:
        return _complain(f"{config.store}: {error.strerror}", WRONG_INPUT)


def _check(path: Path, arguments: Namespace, config: Config) -> int:
    problems = whole_file.check(path)
    for problem in problems:
        print(f"{path}: {problem}")
    if problems:
        return _complain("the next daemon keeps that aside, and goes on with all that can be read, as `export` does", 1)
    print(f"{path}: sound, {_mebibytes(whole_file.size(path))}: {whole_file.told(whole_file.counts(path))}")
    return FINE


def _compact(path: Path, arguments: Namespace, config: Config) -> int:
    before, after = whole_file.compact(path)
    print(f"{path}: {_mebibytes(after)}, after {_mebibytes(before)}")
    return FINE


def _backup(path: Path, arguments: Namespace, config: Config) -> int:
    whole_file.backup(path, arguments.target)
    print(f"{arguments.target}: {_mebibytes(whole_file.size(arguments.target))}, sound")
    return FINE


# --- lines ----------------------------------------------------------------------------------------


def _export(path: Path, arguments: Namespace, config: Config) -> int:
    lost: list[str] = []
    try:
        with whole_file.salvaged(path, lost.append) as connection, _written(arguments.file) as file:
            for line in export(connection, lost.append):
                file.write(line)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _complain(f"{arguments.file}: {error.strerror or error}", WRONG_INPUT)
    for name in lost:
        _tell_lost(path, name)
    return WRONG_INPUT if lost else FINE


def _tell_lost(path: Path, name: str) -> None:
    _complain(f"{path}: {name} cannot be read", WRONG_INPUT)


@contextmanager
def _written(name: str) -> Iterator[BinaryIO]:
    """Where lines go: a file is there under its name once it is whole, and for its owner alone."""
    if name == STANDARD:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    handle, made = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with open(handle, "wb") as file:
            yield file
        os.replace(made, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(made)


def _import(path: Path, arguments: Namespace, config: Config) -> int:
    variant_of = _known(config)
    try:
        with _read(arguments.file) as file:
            import_lines.check(file, variant_of)
            file.seek(0)
            store, warning = open_store(path, lambda name: _tell_lost(path, name))
            if warning:
                _complain(warning, WRONG_INPUT)
            try:
                new = import_lines.take_in(file, store, variant_of)
            finally:
                store.close()
    except import_lines.Bad as error:
        for number, message in error.faults:
            _complain(f"{arguments.file}, line {number}: {message}", WRONG_INPUT)
        return _complain("nothing was taken in", WRONG_INPUT)
    except OSError as error:
        return _complain(f"{arguments.file}: {error.strerror or error}", WRONG_INPUT)
    print(f"{path}: {counted(new, 'line')} told something new: {whole_file.told(whole_file.counts(path))}")
    return FINE


@contextmanager
def _read(name: str) -> Iterator[BinaryIO]:
    """A file to be read twice."""
    if name != STANDARD:
        with open(name, "rb") as file:
            yield file
        return
    with tempfile.TemporaryFile() as file:
        while block := sys.stdin.buffer.read(1 << 20):
            file.write(block)
        file.seek(0)
        yield file


def _known(config: Config) -> import_lines.VariantOf:
    """The variants that are declared here, by name and digest."""
    catalogue = Catalogue()
    for folder in config.variants:
        for fault in catalogue.load_folder(folder):
            _complain(str(fault), WRONG_INPUT)

    def variant_of(name: str, digest: str) -> Variant | None:
        try:
            variant = catalogue.get(name)
        except UnknownVariant:
            return None
        return variant if variant.digest == digest else None

    return variant_of


def _mebibytes(number: int) -> str:
    return f"{number / 2**20:.1f} MiB"


def _complain(message: str, code: int) -> int:
    print(f"engined: {message}", file=sys.stderr)
    return code
