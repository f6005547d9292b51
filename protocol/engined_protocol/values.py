"""What a value may be, in words: of a field of a message or of a file, or of an option.

msgspec checks values and says what is wrong in terms of Python types and paths. From the same types comes here what
people can read: ``0 is not a whole number from 1 to 1000``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import inspect

from .words import counted

LONGEST_SHOWN = 60
"""Characters of a text that is repeated in a message."""

UNKNOWN = "it is not known"
"""How a message begins about a field that is not known."""

_PLACE = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]")
_MISSING_FIELD = re.compile(r"missing required field `(?P<name>.*)`$")
_UNKNOWN_FIELD = re.compile(r"contains unknown field `(?P<name>.*)`$")
_WRITTEN_NUMBER = re.compile(r"[-+]?[\d.]{1,40}")
_UNSEEN = object()
"""A value that cannot be shown."""


class Fault(NamedTuple):
    """What is wrong with a value, and where in it: ``clock.remaining``, ``moves[3]``; empty: with the whole of it."""

    field: str
    message: str


def fault(error: msgspec.ValidationError, kind: Any, value: object) -> Fault:
    """What msgspec found wrong with a value of this kind; ``value`` as it was before, in plain types."""
    text = str(error)
    place = _PLACE.search(text)
    path = place["path"] if place else ""
    what = text[: place.start()] if place else text
    node, given = _at(_type_info(kind), value, path)
    field = path.removeprefix(".")
    if isinstance(error.__cause__, ValueError):  # a struct's own check of its fields together
        return Fault(field, str(error.__cause__))
    if what.endswith("`key` in `$`"):
        return Fault(field, "the names of fields are texts")
    if missing := _MISSING_FIELD.search(what):
        return Fault(
            _joined(field, missing["name"]), f"it is missing; {_phrase(_inner(node, missing['name']))} is wanted"
        )
    if unknown := _UNKNOWN_FIELD.search(what):
        return Fault(_joined(field, unknown["name"]), _unknown(unknown["name"], node))
    return Fault(field, f"{_shown(given)} is not {_phrase(node)}")


def wanted(kind: Any) -> str:
    """What a value of this kind is, with its article: ``a whole number from 1 to 1000``."""
    return _phrase(inspect.type_info(kind))


def reading(kind: Any) -> Callable[[str], Any]:
    """For the ``type`` of an option: reads a value of this kind, or says what would be one."""

    def read(text: str) -> Any:
        from argparse import ArgumentTypeError  # only the command line needs it, and has it by now

        try:
            return msgspec.convert(text, kind, strict=False)
        except msgspec.ValidationError:
            raise ArgumentTypeError(f"{_typed(text)} is not {wanted(kind)}") from None

    return read


def kind_of(struct: type[msgspec.Struct], name: str) -> Any:
    """What a field may be, if it is given at all."""
    (field,) = (field for field in msgspec.structs.fields(struct) if field.name == name)
    if NoneType not in get_args(field.type):
        return field.type
    (kind,) = (kind for kind in get_args(field.type) if kind is not NoneType)
    return kind


@cache
def _type_info(kind: Any) -> inspect.Type:
    """What msgspec knows of a type: of all messages together that takes milliseconds, and strangers send many."""
    return inspect.type_info(kind)


# --- where it is --------------------------------------------------------------------------------------


def _at(node: inspect.Type, value: object, path: str) -> tuple[inspect.Type | None, object]:
    """The type and the value at the end of a path of msgspec's; None and ``_UNSEEN`` where it leads astray."""
    found: inspect.Type | None = _of(node, value)
    for step in _STEP.finditer(path):
        if found is None:
            break
        if (name := step["name"]) is not None:
            inner = _inner(found, name)
            value = value.get(name, _UNSEEN) if isinstance(value, dict) else _UNSEEN
        else:
            index = int(step["index"])
            inner = _item(found, index)
            known = isinstance(value, list | tuple) and index < len(value)
            value = value[index] if known and isinstance(value, list | tuple) else _UNSEEN
        found = None if inner is None else _of(inner, value)
    return found, value


def _of(node: inspect.Type, value: object) -> inspect.Type:
    """What is meant by a type that is a choice: the message that the tag names, or what may be beside nothing."""
    if isinstance(node, inspect.Metadata):
        return _of(node.type, value)
    if not isinstance(node, inspect.UnionType):
        return node
    kinds = [kind for kind in node.types if not isinstance(kind, inspect.NoneType)]
    tagged = [kind for kind in kinds if isinstance(kind, inspect.StructType) and kind.tag_field]
    for kind in tagged:
        if isinstance(value, dict) and value.get(kind.tag_field) == kind.tag:
            return kind
    return kinds[0] if len(kinds) == 1 else node


def _inner(node: inspect.Type | None, name: str) -> inspect.Type | None:
    if isinstance(node, inspect.UnionType):
        tags = [kind.tag for kind in node.types if isinstance(kind, inspect.StructType) and kind.tag_field == name]
        return inspect.LiteralType(tuple(tags)) if tags else None
    if isinstance(node, inspect.StructType) and name == node.tag_field:
        return inspect.LiteralType((node.tag,))
    if isinstance(node, inspect.StructType | inspect.DataclassType):
        return next((field.type for field in node.fields if field.encode_name == name), None)
    return None


def _item(node: inspect.Type, index: int) -> inspect.Type | None:
    if isinstance(node, inspect.StructType) and node.array_like and index < len(node.fields):
        return node.fields[index].type
    return node.item_type if isinstance(node, inspect.CollectionType) else None


def _joined(field: str, name: str) -> str:
    return f"{field}.{name}" if field else name


def _unknown(name: str, node: inspect.Type | None) -> str:
    match node:
        case inspect.StructType() | inspect.DataclassType():
            known = [field.encode_name for field in node.fields]
        case _:
            known = []
    near = get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"known here are {', '.join(sorted(known))}"
    return f"{UNKNOWN}: {hint}"


# --- in words -----------------------------------------------------------------------------------------


def _shown(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case "":
            return "an empty text"
        case str():
            return repr(value) if len(value) <= LONGEST_SHOWN else f"a text of {len(value)} characters"
        case int() | float():
            return f"{value:.15g}" if isinstance(value, float) else str(value)
        case list() | tuple():
            return f"a list of {len(value)}" if value else "an empty list"
        case dict():
            return "a table"
        case bytes():
            return "a value in bytes"
    return "what is there"


def _typed(text: str) -> str:
    """As :func:`_shown`, of a text that is to be read: a number is one."""
    return text if _WRITTEN_NUMBER.fullmatch(text) else _shown(text)


def _phrase(node: inspect.Type | None) -> str:
    match node:
        case inspect.Metadata():
            return _phrase(node.type)
        case inspect.UnionType():
            kinds = [kind for kind in node.types if not isinstance(kind, inspect.NoneType)]
            if all(isinstance(kind, inspect.StructType) for kind in kinds):
                return "a table" if len(kinds) == 1 else "a message"
            return " or ".join(_phrase(kind) for kind in kinds)
        case inspect.IntType():
            return f"a whole number{_range(node)}"
        case inspect.FloatType():
            return f"a number{_range(node)}"
        case inspect.BoolType():
            return "true or false"
        case inspect.StrType():
            return f"a text{_length(node.min_length, node.max_length, 'character')}"
        case inspect.LiteralType():
            return _one_of(node.values)
        case inspect.StructType() if node.array_like:
            least = sum(field.required for field in node.fields)
            return f"a list{_length(least, len(node.fields), 'value')}"
        case inspect.StructType() | inspect.DataclassType() | inspect.DictType():
            return "a table"
        case inspect.CollectionType():
            return f"a list{_length(node.min_length, node.max_length, 'entry', 'entries')}"
        case inspect.CustomType() if node.cls is Path:
            return "a path"
    return "what is wanted here"


def _one_of(values: Sequence[object]) -> str:
    return str(values[0]) if len(values) == 1 else f"one of {', '.join(map(str, values))}"


def _range(node: inspect.IntType | inspect.FloatType) -> str:
    least, most = node.ge, node.le
    if least is not None and most is not None:
        return f" from {_number(least)} to {_number(most)}"
    parts = [] if least is None else [f"of at least {_number(least)}"]
    parts += [] if node.gt is None else [f"above {_number(node.gt)}"]
    parts += [] if most is None else [f"{'at' if parts else 'of at'} most {_number(most)}"]
    parts += [] if node.lt is None else [f"below {_number(node.lt)}"]
    return "".join([" " * bool(parts), " and ".join(parts)])


def _number(number: float) -> str:
    return str(int(number)) if number == int(number) else f"{number:g}"


def _length(least: int | None, most: int | None, noun: str, plural: str = "") -> str:
    if least and most:
        return (
            f" of {counted(most, noun, plural)}" if least == most else f" of {least} to {counted(most, noun, plural)}"
        )
    if most is not None:
        return f" of at most {counted(most, noun, plural)}"
    return f" of at least {counted(least, noun, plural)}" if least else ""
