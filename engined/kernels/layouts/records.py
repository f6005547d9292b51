"""Records: what lies in memory behind an address, by names.

A kernel source declares one as a class (see ``Record`` in ``kernels/prelude.pyi``). From it comes the layout of
this module; from that the instructions of compiled kernels (``compilation/compiled_records.py``), the views of those
that run as Python (``compilation/interpreted_records.py``) and :func:`dump`, for debuggers.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

KINDS: dict[str, Any] = {
    "u8": ctypes.c_uint8,
    "u16": ctypes.c_uint16,
    "u32": ctypes.c_uint32,
    "i64": ctypes.c_int64,
    "f32": ctypes.c_float,
}
"""The kinds of numbers, each as the C type that a field of it is."""
BOARD = "Board"
"""The kind of a set of squares: consecutive words."""
MOST_SHOWN = 8
"""Elements of an array that a dump shows."""
_ARRAY = re.compile(r"Array\[(\w+)\]")


class Field(msgspec.Struct, frozen=True):
    """One field of a record."""

    name: str
    kind: str
    """A key of KINDS, BOARD, or the name of a record."""
    offset: int
    """Bytes from the address of the record."""
    size: int
    """Bytes of one element."""
    number: int | None = None
    """Elements of an array; None for a field that is no array."""


class RecordLayout(msgspec.Struct, frozen=True):
    """Where the fields of a record are: in the order of their declaration, each aligned as in C."""

    name: str
    size: int
    """Bytes, a multiple of the alignment."""
    alignment: int
    fields: tuple[Field, ...]

    def field(self, name: str) -> Field:
        """The field of a name. Raises AttributeError."""
        for field in self.fields:
            if field.name == name:
                return field
        raise AttributeError(f"{self.name} has no field {name}")


class Declarations:
    """The records that the sources of a part declare, for boards of so many bytes."""

    def __init__(self, board_bytes: int, make: Callable[[RecordLayout], Any]) -> None:
        """``make`` gives what the name of a record stands for in sources, by its layout."""
        self.layouts: dict[str, RecordLayout] = {}
        """The layouts by name, in the order of their declaration."""
        self._board_bytes = board_bytes
        self._make = make
        self._made: dict[str, Any] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._made

    def __getitem__(self, name: str) -> Any:
        return self._made[name]

    def array(self, annotation: str) -> Field | None:
        """An array of which an annotation says the kind and nobody the length; None if it names no array."""
        found = _ARRAY.fullmatch(annotation)
        return Field("", found[1], 0, self._measure(annotation, found[1])[0], 0) if found else None

    def names(self) -> dict[str, Any]:
        """The names of the prelude with which records are declared."""
        declare = self._declare

        class Declared(type):
            """The type of Record: what derives from that becomes what its name stands for."""

            def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
                return declare(name, body) if bases else super().__new__(cls, name, bases, body)

        return {
            "Record": Declared("Record", (), {}),
            "room_for": _Room,
            "bytes_of": lambda record: record.layout.size,
            "offset_of": lambda record, field: record.layout.field(field).offset,
        }

    def _declare(self, name: str, body: Mapping[str, Any]) -> Any:
        if name in self._made:
            raise TypeError(f"a record {name} is there already")
        annotations: Mapping[str, str] = body.get("__annotations__", {})
        end, alignment, fields = 0, 1, list[Field]()
        for field, said in annotations.items():
            room, array = body.get(field), _ARRAY.fullmatch(said)
            if (array is None) == isinstance(room, _Room):
                raise TypeError(f"{name}.{field}: an array says room_for so many elements, and nothing else does")
            size, aligned = self._measure(f"{name}.{field}", array[1] if array else said)
            aligned = max(aligned, room.aligned if isinstance(room, _Room) else 1)
            offset = -(-end // aligned) * aligned
            number = room.number if isinstance(room, _Room) else None
            fields.append(Field(field, array[1] if array else said, offset, size, number))
            end = offset + size * (1 if number is None else number)
            alignment = max(alignment, aligned)
        self.layouts[name] = RecordLayout(name, -(-end // alignment) * alignment, alignment, tuple(fields))
        self._made[name] = self._make(self.layouts[name])
        return self._made[name]

    def _measure(self, field: str, kind: str) -> tuple[int, int]:
        """The size and the alignment of a kind."""
        if kind in KINDS:
            return ctypes.sizeof(KINDS[kind]), ctypes.sizeof(KINDS[kind])
        if kind == BOARD:
            return self._board_bytes, 8
        if kind in self.layouts:
            return self.layouts[kind].size, self.layouts[kind].alignment
        known = ", ".join((*KINDS, BOARD, *self.layouts))
        raise TypeError(f"{field}: {kind} is no kind of a field: these are {known}")


class _Room:
    """The number of elements of an array, and the alignment of the first."""

    def __init__(self, number: int, aligned: int = 1) -> None:
        self.number = int(number)
        self.aligned = aligned


def structure(layouts: Mapping[str, RecordLayout], name: str) -> type[ctypes.Structure]:
    """A record as ctypes has it. Raises KeyError where a field of it is a board."""
    record = layouts[name]
    inner = ((field.kind, structure(layouts, field.kind)) for field in record.fields if field.kind in layouts)
    return _structure(record, tuple(inner))


@lru_cache(maxsize=64)
def _structure(record: RecordLayout, inner: tuple[tuple[str, Any], ...]) -> type[ctypes.Structure]:
    """A record as ctypes has it; ``inner`` are the records that it holds."""
    kinds, fields, end = KINDS | dict(inner), list[tuple[str, Any]](), 0
    for field in record.fields:
        fields.append((f"_before_{field.name}", ctypes.c_uint8 * (field.offset - end)))
        fields.append((field.name, kinds[field.kind] if field.number is None else kinds[field.kind] * field.number))
        end = field.offset + field.size * (1 if field.number is None else field.number)
    fields.append(("_behind", ctypes.c_uint8 * (record.size - end)))
    return type(record.name, (ctypes.Structure,), {"_fields_": fields})


def dump(layouts: Mapping[str, RecordLayout], name: str, address: int) -> str:
    """What a record at an address holds, a line for each field. Reads memory: the address must be right."""
    return "\n".join(_lines(layouts, layouts[name], address, ""))


def _lines(layouts: Mapping[str, RecordLayout], record: RecordLayout, address: int, indent: str) -> Iterator[str]:
    yield f"{indent}{record.name} at {address:#x}"
    for field in record.fields:
        at, inner = address + field.offset, indent + "  "
        shown = 1 if field.number is None else min(field.number, MOST_SHOWN)
        if field.kind in layouts:
            yield f"{inner}{field.name}:"
            for index in range(shown):
                yield from _lines(layouts, layouts[field.kind], at + index * field.size, inner + "  ")
        else:
            values = ", ".join(_value(field, at + index * field.size) for index in range(shown))
            yield f"{inner}{field.name} = {values if field.number is None else f'[{values}]'}"
        if field.number is not None and field.number > shown:
            yield f"{inner}  and {field.number - shown} more"


def _value(field: Field, address: int) -> str:
    if field.kind == BOARD:
        return hex(int.from_bytes(ctypes.string_at(address, field.size), "little"))
    return str(KINDS[field.kind].from_address(address).value)
