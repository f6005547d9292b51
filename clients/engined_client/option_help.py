"""Options that are fields of requests: what ``help()`` says of them, kinds, bounds, defaults and what they are for; and
what is said of one that there is not.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import wraps
from typing import Any, TypeVar, cast

from msgspec import NODEFAULT, Struct
from msgspec import inspect as kinds

from engined_protocol.messages.field_texts import field_texts

F = TypeVar("F", bound=Callable[..., Any])

_WIDTH = 110
_POSITION = "a Board, or the Position of a reply, instead of the next three"
_MOVES = "a transcript, or moves one by one"
_ON_THE_COMMAND_LINE = {"time": "seconds", "exact": "solve_empties"}
"""Options of commands, and the fields that they set."""


def telling(request: type[Struct]) -> Callable[[F], F]:
    """Have a method, whose options are the fields of a request, say so: in its signature, in its text, and where it is
    called with another one, by a TypeError.
    """

    def tell(method: F) -> F:
        signature = inspect.signature(method)
        fixed = [part for part in signature.parameters.values() if part.kind is not part.VAR_KEYWORD]
        names = {part.name for part in fixed} | {"id"}
        fields = [field for field in _fields(request) if field.name not in names]
        about = any(field.name == "start" for field in fields)
        options = [inspect.Parameter("position", inspect.Parameter.KEYWORD_ONLY, default=None)] if about else []
        options += [
            inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=_default(field)) for field in fields
        ]
        known = {option.name for option in (*fixed, *options)}

        @wraps(method)
        def checked(*args: Any, **given: Any) -> Any:
            _check(method.__name__, given, known)
            return method(*args, **given)

        checked.__signature__ = signature.replace(parameters=[*fixed, *options])  # type: ignore[attr-defined]
        texts = field_texts(request)
        told = [f"    position: {_POSITION}"] if about else []
        for field in fields:
            default = _default(field)
            usual = "" if default in (None, (), inspect.Parameter.empty) else f", {default!r} unless given"
            text = texts.get(field.name, "")
            kind = _MOVES if field.name in ("moves", "only") else _kind(field.type)
            told.append(f"    {field.name}: {kind}{usual}{'. ' if text else ''}{text}")
        checked.__doc__ = f"{inspect.getdoc(method)}\n\nOptions:\n" + "\n".join(told)
        return cast(F, checked)

    return tell


def _check(method: str, given: Iterable[str], known: set[str]) -> None:
    """Raise TypeError where a method is given an option that it does not have."""
    for name in given:
        if name not in known:
            meant = {_ON_THE_COMMAND_LINE.get(name, "")} & known or get_close_matches(name, known, 1)
            near = "".join(f"; did you mean {word!r}?" for word in meant)
            raise TypeError(f"{method}() has no option {name!r}{near}")


def _fields(request: type[Struct]) -> tuple[kinds.Field, ...]:
    found = kinds.type_info(request)
    assert isinstance(found, kinds.StructType)
    return found.fields


def _default(field: kinds.Field) -> Any:
    return inspect.Parameter.empty if field.default is NODEFAULT else field.default


def _kind(kind: kinds.Type) -> str:
    """A type in words: ``a number above 0, at most 1e+07``."""
    match kind:
        case kinds.UnionType():
            return " or ".join(_kind(part) for part in kind.types if not isinstance(part, kinds.NoneType))
        case kinds.IntType() | kinds.FloatType():
            return ", ".join([kind_name(kind), *_bounds(kind)])
        case kinds.BoolType():
            return "True or False"
        case kinds.LiteralType():
            return " or ".join(map(repr, kind.values))
        case kinds.VarTupleType():
            return f"a sequence, each {_kind(kind.item_type)}"
        case kinds.StructType():
            return f"a {kind.cls.__name__}"
        case _:
            return "text"


def kind_name(kind: kinds.IntType | kinds.FloatType) -> str:
    """A whole number or any."""
    return "a whole number" if isinstance(kind, kinds.IntType) else "a number"


def _bounds(kind: kinds.IntType | kinds.FloatType) -> list[str]:
    told = []
    if kind.gt is not None:
        told.append(f"above {kind.gt:g}")
    if kind.ge is not None:
        told.append(f"from {kind.ge:g} on")
    if kind.le is not None:
        told.append(f"at most {kind.le:g}")
    return told
