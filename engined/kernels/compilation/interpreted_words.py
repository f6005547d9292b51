"""Words, memory and sets of squares for kernel sources in plain Python (see :mod:`interpreted`)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ..layouts.layout import Layout

MASK = (1 << 64) - 1
Word = Any
"""An int64 of numpy's, or an int."""
Board = Any
"""A word, or a tuple of them."""


def word(value: Any) -> Any:
    """A number, or a tuple of some, as int64 of numpy's."""
    return tuple(map(word, value)) if isinstance(value, tuple) else np.int64(_signed(int(value)))


def is_number(value: object) -> bool:
    """Whether it is an integer, or a tuple of some: no truth value."""
    if isinstance(value, tuple):
        return all(map(is_number, value))
    return isinstance(value, int) and not isinstance(value, bool)


def _signed(value: int) -> int:
    value &= MASK
    return value - (1 << 64) if value >> 63 else value


def join(layout: Layout, board: Board) -> int:
    """A set of squares as one number."""
    return layout.join(tuple(map(int, board)) if isinstance(board, tuple) else int(board))


def split(layout: Layout, mask: int) -> Board:
    """A set of squares as kernels have it."""
    return word(layout.split(mask & (1 << 64 * layout.words) - 1))


def words() -> dict[str, Any]:
    """What the prelude has for words."""

    def spread(bits: Iterable[int], mask: int) -> int:
        places = [place for place in range(64) if mask >> place & 1]
        return sum(1 << place for bit, place in zip(bits, places, strict=False) if bit)

    def pdep(value: Word, mask: Word) -> Word:
        return word(spread((int(value) >> place & 1 for place in range(64)), int(mask) & MASK))

    def pext(value: Word, mask: Word) -> Word:
        places = [place for place in range(64) if int(mask) >> place & 1]
        return word(sum((int(value) >> place & 1) << index for index, place in enumerate(places)))

    return {
        "inline": lambda function: function,
        "int64": word,
        "range": lambda *bounds: map(np.int64, range(*bounds)),
        "shift_right": lambda value, by: word((int(value) & MASK) >> int(by)),
        "popcount": lambda value: word((int(value) & MASK).bit_count()),
        "lowest_bit": lambda value: word(lowest(int(value) & MASK)),
        "byte_swap": lambda value: word(int.from_bytes((int(value) & MASK).to_bytes(8, "little"), "big")),
        "pext": pext,
        "pdep": pdep,
    }


def lowest(value: int) -> int:
    """The number of the lowest bit that is set."""
    return (value & -value).bit_length() - 1


def memory(layout: Layout) -> dict[str, Any]:
    """What the prelude has for memory."""

    def at(address: Word) -> ctypes.c_int64:
        return ctypes.c_int64.from_address(int(address))

    def load(address: Word) -> Word:
        return np.int64(at(address).value)

    def store(address: Word, value: Word) -> int:
        at(address).value = int(value)
        return 0

    def add_to(address: Word, value: Word) -> int:
        return store(address, load(address) + value)

    def narrow(kind: Any) -> tuple[Callable[[Word], Word], Callable[[Word, Word], int]]:
        def read(address: Word) -> Word:
            return word(kind.from_address(int(address)).value)

        def write(address: Word, value: Word) -> int:
            kind.from_address(int(address)).value = int(value)
            return 0

        return read, write

    def copy_bytes(to: Word, source: Word, size: Word) -> int:
        ctypes.memmove(int(to), int(source), int(size))
        return 0

    def count_up(address: Word, value: Word) -> Word:
        before = load(address)
        store(address, before + value)
        return before

    def exchange_32(address: Word, expected: Word, value: Word) -> bool:
        same = bool(load_32(address) == expected)
        if same:
            store_32(address, value)
        return same

    def call_at(function: Word, value: Word) -> int:
        if function:
            ctypes.CFUNCTYPE(None, ctypes.c_int64)(int(function))(int(value))
        return 0

    (load_byte, store_byte), (load_16, store_16), (load_32, store_32) = map(
        narrow, (ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint32)
    )

    def load_board(address: Word) -> Board:
        words = tuple(load(address + 8 * index) for index in range(layout.words))
        return words[0] if layout.words == 1 else words

    def store_board(address: Word, board: Board) -> int:
        for index, word in enumerate((board,) if layout.words == 1 else board):
            store(address + 8 * index, word)
        return 0

    def xor_all(board: Board, word: Word) -> Board:
        return board ^ word if layout.words == 1 else tuple(part ^ word for part in board)

    return {
        "load": load,
        "store": store,
        "add_to": add_to,
        "load_flag": load,
        "load_byte": load_byte,
        "store_byte": store_byte,
        "load_16": load_16,
        "store_16": store_16,
        "load_32": load_32,
        "store_32": store_32,
        "copy_bytes": copy_bytes,
        "count_up": count_up,
        "exchange_32": exchange_32,
        "load_board": load_board,
        "store_board": store_board,
        "xor_all": xor_all,
        "prefetch": lambda address: 0,
        "call_at": call_at,
        "store_key": store,
        "highest": load,
    }
