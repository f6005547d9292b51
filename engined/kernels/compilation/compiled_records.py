"""Records in compiled kernels: an address whose fields numba reads and writes by name (see ``layouts/records.py``)."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    lower_builtin,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    type_callable,
)

from ..boards import bits
from ..boards.bits import WORD, as_intrinsic, at, constant
from ..layouts.records import BOARD, Declarations, Field, RecordLayout

_WIDTHS = {"u8": bits.I8, "u16": bits.I16, "u32": bits.I32, "i64": bits.I64, "f32": ir.FloatType()}


class Pointer(types.Type):  # type: ignore[misc]
    """The numba type of a record: its address, with fields."""

    def __init__(self, layout: RecordLayout, fields: dict[str, Any]) -> None:
        super().__init__(layout.name)
        self.layout = layout
        self.fields = fields
        """The numba type of each."""

    @property
    def key(self) -> RecordLayout:
        """What makes two of these types one."""
        return self.layout


class Elements(types.Type):  # type: ignore[misc]
    """The numba type of an array in a record: its address, with elements."""

    def __init__(self, field: Field, element: Any) -> None:
        super().__init__(f"Array[{field.kind}]")
        self.field = field
        self.element = element
        """The numba type of each."""


@register_model(Pointer)
@register_model(Elements)
class _Address(models.PrimitiveModel):  # type: ignore[misc]
    """An int64."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, bits.I64)


def compiled_records(words: int) -> Declarations:
    """What sources declare for boards of so many words, as numba compiles it. Each is called with an address, and has
    its numba type as ``kind`` and its ``layout``.
    """

    def make(layout: RecordLayout) -> Any:
        fields = {field.name: kind_of_field(field, records, words) for field in layout.fields}
        kind = Pointer(layout, {"address": WORD, **fields})
        called = as_intrinsic(layout.name, (WORD,), lambda: (kind(WORD), _same))
        called.kind, called.layout = kind, layout
        return called

    records = Declarations(8 * words, make)
    return records


def kind_of_field(field: Field, records: Declarations, words: int) -> Any:
    """The numba type of a field."""
    element = bits.board_type(words) if field.kind == BOARD else _number(field.kind) or records[field.kind].kind
    return element if field.number is None else Elements(field, element)


def _same(_context: Any, _builder: Any, _signature: Any, values: Any) -> Any:
    """The record at an address: the address."""
    return values[0]


def _number(kind: str) -> Any:
    """The numba type that numbers of a kind are in kernels; None for what is no number."""
    return types.float64 if kind == "f32" else WORD if kind in _WIDTHS else None


@infer_getattr
class _Fields(AttributeTemplate):  # type: ignore[misc]
    key = Pointer

    def generic_resolve(self, record: Pointer, name: str) -> Any:
        """The type of a field; None where there is none."""
        return record.fields.get(name)


@infer_getattr
class _ArrayFields(AttributeTemplate):  # type: ignore[misc]
    key = Elements

    def generic_resolve(self, _array: Elements, name: str) -> Any:
        """The type of an array's address."""
        return WORD if name == "address" else None


@type_callable(operator.getitem)  # type: ignore[untyped-decorator]
def _type_of_item(_context: Any) -> Any:
    def typer(array: Any, index: Any) -> Any:
        """An element's type."""
        return array.element(array, WORD) if isinstance(array, Elements) else None

    return typer


@type_callable(operator.setitem)  # type: ignore[untyped-decorator]
def _type_of_writing(_context: Any) -> Any:
    def typer(array: Any, index: Any, value: Any) -> Any:
        """Return the type of an element that can be written: records cannot be."""
        if not isinstance(array, Elements) or isinstance(array.element, Pointer):
            return None
        return types.void(array, WORD, array.element)

    return typer


@lower_getattr_generic(Pointer)  # type: ignore[untyped-decorator]
def _get_field(_context: Any, builder: Any, record: Pointer, address: Any, name: str) -> Any:
    if name == "address":
        return address
    field = record.layout.field(name)
    return _read(builder, field, record.fields[name], builder.add(address, constant(field.offset)))


@lower_setattr_generic(Pointer)  # type: ignore[untyped-decorator]
def _set_field(_context: Any, builder: Any, signature: Any, values: Any, name: str) -> None:
    field = signature.args[0].layout.field(name)
    address, value = values
    _write(builder, field, signature.args[1], builder.add(address, constant(field.offset)), value)


@lower_getattr_generic(Elements)  # type: ignore[untyped-decorator]
def _get_address(_context: Any, _builder: Any, _array: Elements, address: Any, _name: str) -> Any:
    return address


@lower_builtin(operator.getitem, Elements, types.Integer)  # type: ignore[untyped-decorator]
def _get_item(_context: Any, builder: Any, signature: Any, values: Any) -> Any:
    array = signature.args[0]
    return _read(builder, array.field, array.element, _place(builder, array, *values))


@lower_builtin(operator.setitem, Elements, types.Integer, types.Any)  # type: ignore[untyped-decorator]
def _set_item(_context: Any, builder: Any, signature: Any, values: Any) -> Any:
    array = signature.args[0]
    _write(builder, array.field, array.element, _place(builder, array, *values[:2]), values[2])


def _place(builder: Any, array: Elements, address: Any, index: Any) -> Any:
    return builder.add(address, builder.mul(index, constant(array.field.size)))


def _read(builder: Any, field: Field, kind: Any, address: Any) -> Any:
    """What is at an address: of a record or an array, the address itself."""
    if isinstance(kind, Pointer | Elements):
        return address
    if field.kind == BOARD:
        words = [builder.load(at(builder, place), align=8) for place in _words(builder, field, address)]
        return bits.as_board(builder, words)
    width = _WIDTHS[field.kind]
    value = builder.load(at(builder, address, width), align=field.size)
    if field.kind == "f32":
        return builder.fpext(value, ir.DoubleType())
    return value if width == bits.I64 else builder.zext(value, bits.I64)


def _write(builder: Any, field: Field, kind: Any, address: Any, value: Any) -> None:
    if isinstance(kind, Pointer | Elements):
        raise TypeError(f"{field.name} is a record or an array: only its fields or its elements can be written")
    if field.kind == BOARD:
        words = bits.words_of(builder, value, field.size // 8)
        for place, word in zip(_words(builder, field, address), words, strict=True):
            builder.store(word, at(builder, place), align=8)
        return
    width = _WIDTHS[field.kind]
    if field.kind == "f32":
        value = builder.fptrunc(value, width)
    elif width != bits.I64:
        value = builder.trunc(value, width)
    builder.store(value, at(builder, address, width), align=field.size)


def _words(builder: Any, field: Field, address: Any) -> list[Any]:
    """The addresses of the words of a board."""
    return [builder.add(address, constant(8 * index)) for index in range(field.size // 8)]
