"""What an entry of the table holds comes out of it as it went in, on every board that a declaration may have."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engined.search
from engined.kernels.codes import NO_MOVE
from engined.kernels.layouts.records import Declarations, RecordLayout

ON_ALL = pytest.mark.parametrize("cells", [4, 64, 100, 256, 327, 328, 400, 576])
"""576: 24x24. Up to 327, values in hundredths of a disc fit 16 bits."""
LEVELS, MOVES, GENERATIONS = st.integers(0, 5), st.integers(0, NO_MOVE), st.integers(1, 63)
BITS = np.int64


class Declared(NamedTuple):
    """A record, of which only the layout is needed."""

    layout: RecordLayout


class Prelude(ModuleType):
    """What texts take from the prelude, for words of 64 bits that numpy adds and shifts as machine code does."""

    WORDS = 1
    i64, Board = "i64", "Board"

    def __init__(self, cells: int) -> None:
        super().__init__("engined.kernels.prelude")
        self.CELLS = cells
        self.__dict__.update(Declarations(8, Declared).names())

    def kernel(self, _signature: str) -> Any:
        return lambda function: function

    def inline(self, function: Any) -> Any:
        return function

    def is_equal(self, one: int, other: int) -> bool:
        return one == other

    def xor_all(self, board: int, word: int) -> int:
        return board ^ word

    def popcount(self, word: int) -> int:
        return int(word).bit_count()

    def shift_right(self, word: int, by: int) -> int:
        return (int(word) & (1 << 64) - 1) >> by

    def __getattr__(self, name: str) -> None:
        """No entry needs it, and no bucket."""
        if name.startswith("__"):
            raise AttributeError(name)


class Memory:
    """What stands for TableEntry: entries by their addresses. A loop that does not come to its end fails."""

    def __init__(self) -> None:
        self.entries: dict[int, SimpleNamespace] = {}
        self._reads = 0

    def __call__(self, address: int) -> SimpleNamespace:
        self._reads += 1
        assert self._reads < 1000, "it goes round and round"
        return self.entries.setdefault(address, SimpleNamespace(data=0, own=0, opp=0))


@cache
def table(cells: int) -> Any:
    """The text of the table as plain Python, for a board of so many cells."""
    path = Path(engined.search.__path__[0]) / "transposition_table.py"
    spec = importlib.util.spec_from_file_location(f"table_of_{cells}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with patch.dict(sys.modules, {"engined.kernels.prelude": Prelude(cells)}):
        spec.loader.exec_module(module)
    return module


def contents(text: Any, data: int) -> tuple[int, ...]:
    unpacked = (text.lower_of, text.upper_of, text.move_of, text.depth_of, text.level_kept)
    return tuple(int(part(data)) for part in unpacked)


def bounds(text: Any, cells: int) -> st.SearchStrategy[int]:
    """In hundredths of a disc, above all near the ends; or none."""
    most, ends = 100 * cells, [100 * cells, text.UNBOUNDED]
    return st.integers(-most, most) | st.integers(most - 300, most) | st.sampled_from([*ends, *(-end for end in ends)])


@ON_ALL
@given(data=st.data())
def test_what_goes_in_comes_out(cells: int, data: st.DataObject) -> None:
    text = table(cells)
    depths = st.integers(0, text.TO_THE_END)
    parts = tuple(data.draw(each) for each in (bounds(text, cells), bounds(text, cells), MOVES, depths, LEVELS))
    packed = text.pack(*map(BITS, parts))
    assert contents(text, packed) == parts
    nodes, generation = data.draw(st.integers(1, 2**62)), data.draw(GENERATIONS)
    dated = text.dated(packed, BITS(nodes), BITS(generation))
    assert contents(text, dated) == parts, "with its cost and its date"
    assert text.priority_of(dated, generation) >= 32 > text.priority_of(dated, generation % 63 + 1)


@ON_ALL
@given(data=st.data())
def test_costs_are_told_apart(cells: int, data: st.DataObject) -> None:
    text = table(cells)
    worth = text.pack(*map(BITS, (-text.UNBOUNDED, text.UNBOUNDED, NO_MOVE, 255, 5)))
    few, many = sorted(data.draw(st.tuples(st.integers(1, 2**62), st.integers(1, 2**62))))
    costs = [text.priority_of(text.dated(worth, BITS(nodes), BITS(7)), 7) for nodes in (few, many)]
    assert costs[0] <= costs[1]
    if many >= 16 * few and few < 2**27:
        assert costs[0] < costs[1]


@ON_ALL
def test_no_bound_is_beyond_every_value(cells: int) -> None:
    text = table(cells)
    assert 100 * cells < text.UNBOUNDED


@ON_ALL
@given(data=st.data())
def test_two_entries_become_one(cells: int, data: st.DataObject) -> None:
    text = table(cells)
    value, below, above = (data.draw(st.integers(0, 50 * cells)) for _ in range(3))
    most = 100 * cells
    older = text.pack(BITS(max(value - below, -most)), BITS(text.UNBOUNDED), BITS(3), BITS(9), BITS(2))
    newer = text.pack(BITS(-text.UNBOUNDED), BITS(min(value + above, most)), BITS(4), BITS(9), BITS(2))
    joined = text.joined(older, newer)
    assert contents(text, joined) == (max(value - below, -most), min(value + above, most), 4, 9, 2)


@pytest.mark.parametrize("dear_first", [True, False])
def test_what_is_worth_least_leaves_a_full_bucket(dear_first: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    text, memory, context = table(64), Memory(), SimpleNamespace(generation=7)
    monkeypatch.setattr(text, "TableEntry", memory)
    data = text.pack(*map(BITS, (-3, 5, 19, text.TO_THE_END, 0)))
    dear, cheap, new = (1, 2), (3, 4), (5, 6)
    kept = [(dear, 10**6), (cheap, 10)]
    for position, nodes in [*(kept if dear_first else reversed(kept)), (new, 1000)]:
        text.keep(0, *position, data, BITS(nodes), context)
    assert text.WAYS == 2
    assert [contents(text, text.find_exact(0, *position)) for position in (dear, new)] == [(-3, 5, 19, 255, 0)] * 2
    assert text.find_exact(0, *cheap) == 0
    assert set(memory.entries) == {0, text.ENTRY_BYTES}
