"""Records for kernel sources in plain Python: views of memory (see ``layouts/records.py`` and :mod:`interpreted`)."""

from __future__ import annotations

import ctypes
from typing import Any

from ..layouts.layout import Layout
from ..layouts.records import BOARD, KINDS, Declarations, Field, RecordLayout, dump
from .interpreted_words import memory, word


class View:
    """A record in memory: its fields are attributes, and its ``repr``, in a debugger, all that it holds."""

    __slots__ = ("address",)
    layout: RecordLayout
    """The layout of the record, which a class of views has each."""
    records: Declarations

    def __init__(self, address: Any) -> None:
        self.address = word(address)

    def __int__(self) -> int:
        return int(self.address)

    def __repr__(self) -> str:
        return dump(self.records.layouts, self.layout.name, int(self.address))


def interpreted_records(layout: Layout) -> Declarations:
    """What sources declare, each as a class of views."""
    elements = _Elements(layout)

    def make(record: RecordLayout) -> type[View]:
        fields = {field.name: elements.property_of(field) for field in record.fields}
        return type(record.name, (View,), {"__slots__": (), "layout": record, "records": records, **fields})

    records = elements.records = Declarations(8 * layout.words, make)
    return records


class Elements:
    """An array in memory."""

    def __init__(self, field: Field, address: Any, access: _Elements) -> None:
        self.address = address
        self._field = field
        self._access = access

    def __getitem__(self, index: Any) -> Any:
        return self._access.read(self._field, self.address + index * self._field.size)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._access.write(self._field, self.address + index * self._field.size, value)


class _Elements:
    """How elements of a field are read and written, for the boards of one layout."""

    records: Declarations

    def __init__(self, layout: Layout) -> None:
        bound = memory(layout)
        self._load_board, self._store_board = bound["load_board"], bound["store_board"]

    def read(self, field: Field, address: Any) -> Any:
        """An element; a view of it, where it is a record."""
        if field.kind in KINDS:
            value = KINDS[field.kind].from_address(int(address)).value
            return value if field.kind == "f32" else word(value)
        return self._load_board(address) if field.kind == BOARD else self.records[field.kind](address)

    def write(self, field: Field, address: Any, value: Any) -> None:
        """Write an element. Raises TypeError where it is a record."""
        if field.kind in KINDS:
            kind = KINDS[field.kind]
            kind.from_address(int(address)).value = float(value) if kind is ctypes.c_float else int(value)
        elif field.kind == BOARD:
            self._store_board(address, value)
        else:
            raise TypeError(f"{field.name} is a record: only its fields can be written")

    def property_of(self, field: Field) -> property:
        """The attribute of views that is a field."""

        def read(view: View) -> Any:
            address = view.address + field.offset
            return self.read(field, address) if field.number is None else Elements(field, address, self)

        def write(view: View, value: Any) -> None:
            if field.number is not None:
                raise TypeError(f"{field.name} is an array: only its elements can be written")
            self.write(field, view.address + field.offset, value)

        return property(read, write)
