"""``engined manual``: the manual page, made from what the commands say of themselves."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from engined import __version__

from .options import Option, Told, commands

SUMMARY = "the manual page of all commands, for man"
EXAMPLES = (("engined manual | man -l -", "read it"), ("engined manual > ~/.local/share/man/man1/engined.1", "keep it"))

_ENVIRONMENT = (
    ("ENGINED_ENDPOINT", "the daemon that commands ask: a folder, or tcp://HOST:PORT"),
    ("ENGINED_CACHE", "where compiled kernels are kept"),
    ("ENGINED_STORE", "where exact results, books and games are kept; empty: nowhere"),
    ("ENGINED_CURVE_KEY, ENGINED_CURVE_SERVER", "the files of a client's keys, beyond this machine"),
    ("NO_COLOR", "set to anything: no colours"),
)
_EXITS = (
    ("0", "fine"),
    ("1", "the input was wrong"),
    ("2", "the usage was wrong"),
    ("3", "there is no daemon, or it was lost"),
)


def add_arguments(parser: ArgumentParser) -> None:
    """It has none of its own."""


def run(arguments: Namespace) -> int:
    """Print the page in the language of man pages."""
    print("\n".join(_page()))
    return 0


def _page() -> Iterator[str]:
    yield f'.TH ENGINED 1 "" "engined {__version__}" "User Commands"'
    yield from (
        ".SH NAME",
        "engined \\- plays, analyses and solves every variant of the flipping game, Go and chain games",
    )
    yield from (".SH SYNOPSIS", ".B engined", "[\\fICOMMAND\\fR] [\\fIARGUMENTS\\fR]")
    yield from (".SH DESCRIPTION", "Without a command: speak NBoard or GTP on stdin; the first line decides.")
    yield ".SH COMMANDS"
    for command in commands():
        yield f'.SS "engined {command.name}"'
        yield from _command(command)
    yield ".SH EXIT STATUS"
    for code, text in _EXITS:
        yield from (".TP", f".B {code}", _text(text))
    yield ".SH ENVIRONMENT"
    for name, text in _ENVIRONMENT:
        yield from (".TP", f".B {name}", _text(text))


def _command(command: Told) -> Iterator[str]:
    yield _text(f"{command.summary[:1].upper()}{command.summary[1:]}.")
    for name, text in command.arguments:
        yield from (".TP", f"\\fI{_text(name)}\\fR", _text(text))
    for option in command.options:
        if "--help" not in option.names:
            yield from (".TP", _option(option), _text(option.help))
    for verb in command.verbs:
        yield from (".PP", f"\\fBengined {command.name} {verb.name}\\fR:")
        yield from _command(verb)
    for line, text in command.examples:
        yield from (".PP", ".RS", f"\\fB{_text(line)}\\fR", ".br", _text(text), ".RE")


def _option(option: Option) -> str:
    names = ", ".join(f"\\fB{_text(name)}\\fR" for name in option.names)
    return f"{names} \\fI{_text(option.metavar)}\\fR" if option.metavar else names


def _text(text: str) -> str:
    """Text for a manual page that stands there as it is, whatever it begins with."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", escaped)
