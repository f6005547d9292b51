"""Records of kernel sources lie as C's do, and are the same compiled and interpreted; a dump shows what they hold."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from engined.kernels.compilation import build
from engined.kernels.compilation.interpreted import Interpreted
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.layout import layout_of
from engined.kernels.layouts.records import Declarations
from engined.variants.catalogue import Catalogue

PART = Part("records", ("tests.kernels.records_probe",), layout_of)
BOARD = Catalogue().get("othello-10x10")
"""Of two words."""
SQUARES = (5 << 60, 9)


class Inner(ctypes.Structure):
    _fields_ = [("total", ctypes.c_int64), ("small", ctypes.c_uint8)]


class Outer(ctypes.Structure):
    """The same record, laid out by C's rules."""

    _fields_ = [
        ("small", ctypes.c_uint8),
        ("middle", ctypes.c_uint16),
        ("tiny", ctypes.c_uint8),
        ("large", ctypes.c_uint32),
        ("word", ctypes.c_int64),
        ("share", ctypes.c_float),
        ("squares", ctypes.c_uint64 * 2),
        ("narrow", ctypes.c_uint8),
        ("inner", Inner),
        ("counts", ctypes.c_uint16 * 3),
        ("inners", Inner * 2),
        ("boards", ctypes.c_uint64 * 2 * 2),
    ]


@pytest.fixture(scope="module", params=["compiled", "interpreted"])
def kernels(request: pytest.FixtureRequest) -> build.Kernels:
    if request.param == "compiled":
        return build.load(BOARD, PART)
    layout = layout_of(BOARD)
    return build.Kernels(BOARD, PART, layout, Interpreted(layout, PART, trained=False))


@pytest.fixture
def memory(kernels: build.Kernels) -> Any:
    """Room for an Outer, at a multiple of 64, full of ones."""
    room = ctypes.create_string_buffer(b"\xff" * (kernels.OUTER_BYTES + 128))
    start = ctypes.addressof(room)
    outer = Outer.from_address(-(-start // 64) * 64)
    outer.room = room
    return outer


def test_fields_lie_as_in_c(kernels: build.Kernels) -> None:
    layout = kernels.RECORDS["Outer"]
    *fields, late = layout.fields
    assert [(field.name, field.offset) for field in fields] == [
        (name, getattr(Outer, name).offset) for name, *_ in Outer._fields_
    ]
    assert kernels.RECORDS["Inner"].size == ctypes.sizeof(Inner)
    assert late.offset == -(-ctypes.sizeof(Outer) // 64) * 64
    assert layout.size == kernels.OUTER_BYTES == late.offset + 64
    assert Outer.large.offset == kernels.LARGE


def test_ctypes_has_what_kernels_write(kernels: build.Kernels) -> None:
    plain = kernels.structure("Plain")()
    kernels.fill_plain(ctypes.addressof(plain))
    assert (plain.small, plain.inner.total, plain.inners[1].small, plain.late[4]) == (1, 2, 3, 4)
    layout = kernels.RECORDS["Plain"]
    assert [getattr(type(plain), field.name).offset for field in layout.fields] == [0, 8, 24, 64]
    assert layout.size == ctypes.sizeof(plain) == 128


def test_ctypes_has_no_boards(kernels: build.Kernels) -> None:
    with pytest.raises(KeyError, match="Board"):
        kernels.structure("Outer")


def test_kernels_write_what_c_reads(kernels: build.Kernels, memory: Outer) -> None:
    value = 0x1234567890ABCDEF
    end = kernels.fill(ctypes.addressof(memory), value, SQUARES)
    assert (memory.small, memory.middle, memory.tiny, memory.large, memory.word) == (
        *(0xEF, 0xCDEF, 0xF0),
        *(0x90ABCDEF, value),
    )
    assert memory.share == pytest.approx(value / 4)
    assert memory.narrow == 0xEF
    assert tuple(memory.squares) == SQUARES
    assert [tuple(board) for board in memory.boards] == [SQUARES, SQUARES]
    assert (memory.inner.total, memory.inner.small) == (value + 7, 3)
    assert list(memory.counts) == [0xCDEF, 0xCDF1, 0xCDF0]
    assert [(inner.total, inner.small) for inner in memory.inners] == [(-1, 0), (99, 1)]
    assert ctypes.string_at(ctypes.addressof(memory) + end, 5) == b"\xff\xff\xff\xff\xfa"


def test_kernels_read_what_c_writes(kernels: build.Kernels, memory: Outer) -> None:
    address = ctypes.addressof(memory)
    kernels.fill(address, 0, (0, 0))
    numbers = [200, 60000, 100, 1 << 31, -(1 << 40), 250]
    memory.small, memory.middle, memory.tiny, memory.large, memory.word, memory.narrow = numbers
    memory.share = -2.5
    memory.inner = Inner(-5, 255)
    memory.inners[0], memory.inners[1] = Inner(7, 8), Inner(9, 10)
    memory.counts[:] = [65535, 1, 2]
    assert kernels.add_up(address) == sum(numbers) - 10 + 250 + 7 + 8 + 9 + 10 + 65538 + 250
    assert kernels.inner_of(address) == address + Outer.inner.offset


def test_an_atomic_operation_takes_an_offset(kernels: build.Kernels, memory: Outer) -> None:
    address = ctypes.addressof(memory)
    memory.large = 5
    assert not kernels.exchange(address, 6, 7)
    assert kernels.exchange(address, 5, 7)
    assert memory.large == 7


def test_a_dump_says_what_there_is(kernels: build.Kernels, memory: Outer) -> None:
    address = ctypes.addressof(memory)
    kernels.fill(address, 4, SQUARES)
    said = kernels.dump("Outer", address).splitlines()
    assert said[0] == f"Outer at {address:#x}"
    assert "  middle = 4" in said
    assert "  share = 1.0" in said
    assert f"  squares = {SQUARES[0] | SQUARES[1] << 64:#x}" in said
    assert "  counts = [4, 6, 5]" in said
    assert said[said.index("  inners:") + 4 :][:3] == [
        f"    Inner at {address + Outer.inners.offset + 16:#x}",
        "      total = 99",
        "      small = 1",
    ]


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ({"visits": "u33"}, "Faulty.visits: u33 is no kind of a field: these are u8, u16, u32, i64, f32, Board"),
        ({"visits": "Array[u16]"}, "Faulty.visits: an array says room_for so many elements, and nothing else does"),
        ({"visits": "Faulty"}, "Faulty.visits: Faulty is no kind of a field"),
    ],
)
def test_a_faulty_declaration_is_told(body: dict[str, str], cause: str) -> None:
    names = Declarations(8, lambda layout: layout).names()
    with pytest.raises(TypeError, match=cause.replace("[", r"\[")):
        type(names["Record"])("Faulty", (names["Record"],), {"__annotations__": body})


def test_an_offset_is_of_a_field() -> None:
    names = Declarations(8, lambda layout: type("Made", (), {"layout": layout})).names()
    made = type(names["Record"])("Right", (names["Record"],), {"__annotations__": {"one": "u8", "two": "u32"}})
    assert (names["offset_of"](made, "two"), names["bytes_of"](made)) == (4, 8)
    with pytest.raises(AttributeError, match="Right has no field three"):
        names["offset_of"](made, "three")
