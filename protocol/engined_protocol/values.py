"""What a value may be, in words: of a field of a message or of a file, or of an option.

msgspec checks values and says what is wrong in terms of Python types and paths. From the same types comes here what
people can read: ``0 is not a whole number from 1 to 1000``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
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

_WRITTEN_NUMBER = re.compile(r"[-+]?[\d.]{1,40}")


class Fault(NamedTuple):
    """What is wrong with a value, and where in it: ``clock.remaining``, ``moves[3]``; empty: with the whole of it."""

    field: str
    message: str


def fault(error: msgspec.ValidationError, kind: Any, value: object) -> Fault:
    """What is wrong with a value of this kind, as msgspec has found; ``value`` as it was before, in plain types.

    Of texts that msgspec was to read as numbers there is one at a time: each counts as no number.
    """
    node = _type_info(kind)
    found = _wrong(node, value, "")
    if found is None and isinstance(error.__cause__, ValueError):
        return Fault("", str(error.__cause__))
    return found or _no(node, value, "")


def wanted(kind: Any) -> str:
    """What a value of this kind is, with its article: ``a whole number from 1 to 1000``."""
    return _phrase(inspect.type_info(kind))


def reading(kind: Any) -> Callable[[str], Any]:
    """A function for the ``type`` of an option: it reads a value of this kind, or says what would be one."""

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


def _wrong(node: inspect.Type, value: object, field: str) -> Fault | None:
    """The first thing that is wrong with the value of a field; None where nothing is found."""
    match node:
        case inspect.Metadata():
            return _wrong(node.type, value, field)
        case inspect.UnionType():
            return _wrong_choice(node, value, field)
        case inspect.StructType() if node.array_like:
            return _wrong_row(node, value, field)
        case inspect.StructType() | inspect.DataclassType():
            return _wrong_table(node, value, field) if isinstance(value, dict) else _no(node, value, field)
        case inspect.DictType() if isinstance(value, dict):
            return _first(
                _wrong(node.key_type, key, _joined(field, str(key)))
                or _wrong(node.value_type, inner, _joined(field, str(key)))
                for key, inner in value.items()
            )
        case inspect.CollectionType() if isinstance(value, list | tuple) and _fits(len(value), node):
            return _wrong_items((node.item_type,) * len(value), value, field)
    return None if _is(node, value) else _no(node, value, field)


def _wrong_choice(node: inspect.UnionType, value: object, field: str) -> Fault | None:
    """The fault of what may be nothing, one of several messages by their tag, or of one of several types."""
    if value is None and any(isinstance(kind, inspect.NoneType) for kind in node.types):
        return None
    kinds = [kind for kind in node.types if not isinstance(kind, inspect.NoneType)]
    if len(kinds) == 1:
        return _wrong(kinds[0], value, field)
    tagged = {kind.tag: kind for kind in kinds if isinstance(kind, inspect.StructType) and kind.tag_field}
    if tagged and isinstance(value, dict):
        (name,) = {kind.tag_field for kind in tagged.values()}
        tag = value.get(name)
        if isinstance(tag, str) and tag in tagged:
            return _wrong(tagged[tag], value, field)
        tags = inspect.LiteralType(tuple(tagged))
        return _no(tags, tag, _joined(field, str(name))) if name in value else _missing(tags, _joined(field, str(name)))
    return None if any(_wrong(kind, value, field) is None for kind in kinds) else _no(node, value, field)


def _wrong_table(
    node: inspect.StructType | inspect.DataclassType, value: dict[object, object], field: str
) -> Fault | None:
    known = {each.encode_name: each for each in node.fields}
    tag = node.tag_field if isinstance(node, inspect.StructType) else None
    for name, inner in value.items():
        if not isinstance(name, str):
            return Fault(field, "the names of fields are texts")
        if name in known:
            found = _wrong(known[name].type, inner, _joined(field, name))
        elif name == tag:
            literal = inspect.LiteralType((getattr(node, "tag", None),))
            found = None if _is(literal, inner) else _no(literal, inner, _joined(field, name))
        elif getattr(node, "forbid_unknown_fields", False):
            found = Fault(_joined(field, name), _unknown(name, list(known)))
        else:
            found = None
        if found is not None:
            return found
    for each in node.fields:
        if each.required and each.encode_name not in value:
            return _missing(each.type, _joined(field, each.encode_name))
    return _own_check(node.cls, value, field)


def _wrong_row(node: inspect.StructType, value: object, field: str) -> Fault | None:
    """The fault of a table that is written as a list of its values."""
    least = sum(each.required for each in node.fields)
    if not isinstance(value, list | tuple) or not least <= len(value) <= len(node.fields):
        return _no(node, value, field)
    return _wrong_items([each.type for each in node.fields], value, field) or _own_check(node.cls, value, field)


def _wrong_items(nodes: Sequence[inspect.Type], value: Sequence[object], field: str) -> Fault | None:
    return _first(
        _wrong(node, inner, f"{field}[{at}]") for at, (node, inner) in enumerate(zip(nodes, value, strict=False))
    )


def _own_check(kind: type, value: object, field: str) -> Fault | None:
    """What a struct itself says of its fields together."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        return Fault(field, str(error.__cause__)) if isinstance(error.__cause__, ValueError) else None
    return None


def _is(node: inspect.Type, value: object) -> bool:
    """Whether a single value, one without others in it, is of a type."""
    match node:
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool) and _within(value, node)
        case inspect.FloatType():
            return isinstance(value, int | float) and not isinstance(value, bool) and _within(value, node)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.StrType():
            return (
                isinstance(value, str) and _fits(len(value), node) and re.search(node.pattern or "", value) is not None
            )
        case inspect.LiteralType():
            return any(value == one and type(value) is type(one) for one in node.values)
        case inspect.CustomType() if node.cls is Path:
            return isinstance(value, str | Path)
        case inspect.DictType() | inspect.CollectionType():
            return False
    return True


def _within(number: float, node: inspect.IntType | inspect.FloatType) -> bool:
    return (
        (node.ge is None or number >= node.ge)
        and (node.gt is None or number > node.gt)
        and (node.le is None or number <= node.le)
        and (node.lt is None or number < node.lt)
    )


def _fits(length: int, node: inspect.StrType | inspect.CollectionType) -> bool:
    return (node.min_length or 0) <= length and (node.max_length is None or length <= node.max_length)


def _first(faults: Iterable[Fault | None]) -> Fault | None:
    return next((found for found in faults if found is not None), None)


def _no(node: inspect.Type, value: object, field: str) -> Fault:
    return Fault(field, f"{_shown(value)} is not {_phrase(node)}")


def _missing(node: inspect.Type, field: str) -> Fault:
    return Fault(field, f"it is missing; {_phrase(node)} is wanted")


def _joined(field: str, name: str) -> str:
    return f"{field}.{name}" if field else name


def _unknown(name: str, known: Sequence[str]) -> str:
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
    """A text that is to be read, as :func:`_shown` shows it: a number is one."""
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
        case inspect.StrType() if node.pattern is not None:
            return f"a text that fits {node.pattern.removeprefix(chr(92) + 'A').removesuffix(chr(92) + 'Z')}"
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
