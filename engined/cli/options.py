"""The commands as they are told to shells and in the manual: what argparse knows of their arguments."""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from . import NAMES, command_named, parser_of

Value = Literal["none", "anything", "file", "variant", "choice"]
_FILES = ("FILE", "FOLDER", "OUT")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command."""

    names: tuple[str, ...]
    help: str
    metavar: str
    value: Value
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A command, or a verb of one."""

    name: str
    summary: str
    usage: str
    options: tuple[Option, ...]
    arguments: tuple[tuple[str, str], ...]
    """The others: how they are called, and what they are."""
    files: bool
    """Whether one of the others may be a file."""
    variants: bool
    """Whether one of them is a variant."""
    choices: tuple[str, ...] = ()
    """The words that one of them may be, where it is one of some words."""
    examples: Sequence[tuple[str, str]] = ()
    verbs: tuple[Told, ...] = field(default=())


def commands() -> Iterator[Told]:
    """All of them, in the order in which they are listed."""
    for name in NAMES:
        command = command_named(name)
        yield _told(name, command.SUMMARY, parser_of(name), command.EXAMPLES)


def _told(name: str, summary: str, parser: ArgumentParser, examples: Sequence[tuple[str, str]] = ()) -> Told:
    shown = [action for action in parser._actions if action.help != SUPPRESS]
    verbs = next((action.choices for action in shown if action.nargs == "A..."), None) or {}
    others = [action for action in shown if not action.option_strings and action.nargs != "A..."]
    return Told(
        name,
        summary,
        " ".join(parser.format_usage().removeprefix("usage: ").split()),
        tuple(_option(action) for action in shown if action.option_strings),
        tuple((_metavar(action), _help(action)) for action in others),
        any(_value(action) in ("file", "anything") for action in others),
        any(_value(action) == "variant" for action in others),
        tuple(str(choice) for action in others for choice in action.choices or ()),
        examples,
        tuple(_told(verb, inner.description or "", inner) for verb, inner in dict(verbs).items()),
    )


def _option(action: Action) -> Option:
    choices = tuple(str(choice) for choice in action.choices or ())
    return Option(tuple(action.option_strings), _help(action), _metavar(action), _value(action), choices)


def _value(action: Action) -> Value:
    if action.nargs == 0:
        return "none"
    if action.choices:
        return "choice"
    if action.dest == "variant":
        return "variant"
    metavar = _metavar(action)
    return "file" if action.type is Path or any(name in metavar for name in _FILES) else "anything"


def _metavar(action: Action) -> str:
    if action.nargs == 0:
        return ""
    metavar = action.metavar or (f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper())
    return metavar if isinstance(metavar, str) else " ".join(metavar)


def _help(action: Action) -> str:
    return " ".join((action.help or "").replace("%%", "%").split())
