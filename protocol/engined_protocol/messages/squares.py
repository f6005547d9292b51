"""Which fields of messages name squares: those of the types here. So all can be named in another way at once.

In messages row 1 is on top and columns have an I, whatever is played. People who play Go name squares otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

S = TypeVar("S", bound=Struct)

IS_SQUARE, MENTIONS_SQUARES = object(), object()

Square = Annotated[str, IS_SQUARE]
"""A square, ``f5``, or a move: ``f5:e5+d5``, ``--``."""
Told = Annotated[str, MENTIONS_SQUARES]
"""A text for people in which squares may be named."""


class Names(NamedTuple):
    """How squares of a message are to be named."""

    square: Callable[[str], str]
    """The function that rewrites a square or a move. May raise ValueError."""
    text: Callable[[str], str] = str
    """The function that rewrites a text in which squares may be named."""


def renamed(message: S, names: Names) -> S:
    """The message with every square named anew, also in what it holds. Raises what ``names`` do."""
    return replace(
        message, **{field: new(getattr(message, field), names) for field, new in _plan(type(message)).items()}
    )


_Renaming = Callable[[Any, Names], Any]


@cache
def _plan(kind: type[Struct]) -> dict[str, _Renaming]:
    """What is to be done to which fields of a type of message."""
    hints = get_type_hints(kind, include_extras=True)
    found = {field: _renaming(hints[field]) for field in kind.__struct_fields__}
    return {field: renaming for field, renaming in found.items() if renaming is not None}


def _renaming(hint: Any) -> _Renaming | None:
    """What is to be done to a value of a type; None: nothing."""
    origin, within = get_origin(hint), get_args(hint)
    if origin is Annotated:
        if IS_SQUARE in within:
            return lambda value, names: names.square(value) if value and isinstance(value, str) else value
        if MENTIONS_SQUARES in within:
            return lambda value, names: names.text(value)
        return _renaming(within[0])
    if origin is tuple and within[1:] == (...,):
        each = _renaming(within[0])
        return each and (lambda value, names: tuple(each(item, names) for item in value))
    if origin in (Union, UnionType):
        other = next(filter(None, map(_renaming, within)), None)
        return other and (lambda value, names: None if value is None else other(value, names))
    if isinstance(hint, type) and issubclass(hint, Struct):
        return renamed
    return None
