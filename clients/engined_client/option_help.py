"""What ``help()`` says of options that are fields of requests: kinds, bounds, defaults, and what they are for."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import NODEFAULT, Struct
from msgspec import inspect as kinds

from engined_protocol.messages.field_texts import field_texts

F = TypeVar("F", bound=Callable[..., Any])

_WIDTH = 110
_POSITION = "a Board, or the Position of a reply, instead of the next three"
_MOVES = "a transcript, or moves one by one"


def telling(request: type[Struct]) -> Callable[[F], F]:
    """Have a method, whose options are the fields of a request, say so: in its signature and in its text."""

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
        method.__signature__ = signature.replace(parameters=[*fixed, *options])  # type: ignore[attr-defined]
        texts = field_texts(request)
        told = [f"    position: {_POSITION}"] if about else []
        for field in fields:
            default = _default(field)
            usual = "" if default in (None, (), inspect.Parameter.empty) else f", {default!r} unless given"
            text = texts.get(field.name, "")
            kind = _MOVES if field.name in ("moves", "only") else _kind(field.type)
            told.append(f"    {field.name}: {kind}{usual}{'. ' if text else ''}{text}")
        method.__doc__ = f"{inspect.getdoc(method)}\n\nOptions:\n" + "\n".join(told)
        return method

    return tell


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
