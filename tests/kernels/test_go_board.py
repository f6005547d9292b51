"""Go's board in machine code against the rules, move by move."""

from __future__ import annotations

import random
from contextlib import AbstractContextManager
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.backends.go_board import lay
from engined.backends.go_tables import tables
from engined.families import GO
from engined.families.base import PerftCount
from engined.families.go import Go
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.go import GoLayout, go_layout_of
from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.rules.perft import perft
from engined.rules.position import PASS, Position, parse_position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY, Variant

PROBE = Part("go-probe", ("tests.kernels.go_probe",), go_layout_of)
HOLED = """
name = "holed"
inherits = "go"
[board]
drawing = '''
. . # . .
. . . . #
. . . . .
. # . . .
. . . . .
'''
"""
NAMES = ("go-3x5", "go-5x5", "go-19x19", "holed")
MORE_NAMES = ("go-2x2", "go", "go-13x13", "go-7x19")


@cache
def variant_of(name: str) -> Variant:
    return Catalogue().check(HOLED) if name == "holed" else Catalogue().get(name)


class Laid:
    """A position in the memory of a kernel's board."""

    def __init__(self, position: Position) -> None:
        self.kernels = build.load(position.variant, PROBE, None)
        layout = self.kernels.layout
        assert isinstance(layout, GoLayout)
        self.layout = layout
        self._memory = np.zeros(self.kernels.BOARD_SIZE + 8, np.uint8)
        self._tables = tables(layout.points)
        self.address = -(-int(self._memory.ctypes.data) // 8) * 8
        lay(self.kernels, position, self.address, int(self._tables.ctypes.data))

    def contents(self) -> bytes:
        return bytes(self.kernels.structure("GoBoard").from_address(self.address).colours)

    def check(self, position: Position) -> None:
        """Hold it to what the rules say of a position."""
        variant, board, kernels = position.variant, position.board, self.kernels
        assert self.contents() == self.layout.contents(position)
        lines = geometry(variant.board)
        stones = [square for square in variant.board.cells if board[square] != EMPTY]
        for group in groups(lines, stones, lambda one, other: board[one] == board[other]):
            liberties = len(bordering(lines, board, group, EMPTY))
            for square in group:
                assert kernels.chain_at(self.address, self.layout.point_of(square)) == len(group) | liberties << 16
        legal = {move.square for move in position.legal() if move != PASS}
        for square in variant.board.cells:
            if board[square] == EMPTY:
                point = self.layout.point_of(square)
                assert position.over or kernels.legal_at(self.address, point) == (square in legal)
                room = sum(board[near] == EMPTY for near in lines.adjacent[square])
                assert kernels.room_at(self.address, point) == room


@pytest.mark.parametrize("name", [*NAMES, *(pytest.param(name, marks=pytest.mark.products) for name in MORE_NAMES)])
def test_random_games_are_as_by_the_rules(name: str) -> None:
    variant, chance = variant_of(name), random.Random(name)
    for _ in range(4):
        position = start(variant)
        laid = Laid(position)
        for ply in range(2 * len(variant.board.cells)):
            moves = [move for move in position.legal() if move != PASS]
            if position.over or not moves:
                break
            move = chance.choice(moves) if chance.random() < 0.97 else PASS
            laid.kernels.play_at(laid.address, laid.layout.bit_of_move(move))
            position = position.play(move)
            if len(variant.board.cells) < 50 or ply % 25 == 0:
                laid.check(position)
        laid.check(position)
        Laid(position).check(position)


@given(seed=st.integers(0, 2**32), plies=st.integers(0, 60))
@settings(max_examples=30, deadline=None)
def test_a_position_can_be_set_up_from_any_game(seed: int, plies: int) -> None:
    chance, position = random.Random(seed), start(variant_of("go-5x5"))
    for _ in range(plies):
        if position.over:
            return
        position = position.play(chance.choice(position.legal()))
    if not position.over:
        Laid(position).check(position)


def counting_in(variant: Variant) -> AbstractContextManager[PerftCount]:
    counter = GO.load_counter(variant, None)
    assert counter is not None
    return counter.counting()


@pytest.mark.parametrize(
    ("name", "leaves"),
    [
        ("go-2x2", [5, 21, 69, 161, 337, 673, 1329]),
        pytest.param("go-3x3", [10, 91, 739, 5291, 33475, 180451], marks=pytest.mark.products),
        ("go-5x5", [26, 651, 15651, 361067]),
        pytest.param("go", [82, 6643, 531523], marks=pytest.mark.products),
        ("go-19x19", [362, 130683]),
    ],
)
def test_perft_is_as_published(name: str, leaves: list[int]) -> None:
    position = start(variant_of(name))
    with counting_in(position.variant) as counting:
        assert [counting.perft(position, depth) for depth in range(1, len(leaves) + 1)] == leaves


def test_perft_knows_ko() -> None:
    position = parse_position(
        variant_of("go-5x5"),
        ".BW../B.BW./.BW../...../.....".replace("/", "").replace("B", "X").replace("W", "O") + " O",
    )
    taken = position.play(next(move for move in position.legal() if move.square == 6))
    with counting_in(position.variant) as counting:
        for depth in (1, 2, 3):
            assert counting.perft(taken, depth) == perft(taken, depth)
    assert not any(move.square == 7 for move in taken.legal())


def test_the_family_takes_all_of_go_and_nothing_else() -> None:
    family = Go()
    for name in Catalogue().names():
        variant = Catalogue().get(name)
        assert (family.refusal(variant) is None) == (variant.capture.kind == "surround")


@pytest.mark.parametrize("suffix", ["suicide", "situational-superko", "positional-superko"])
def test_counts_by_the_rules_where_kernels_of_go_know_too_little(suffix: str) -> None:
    variant = variant_of(f"go-2x2-{suffix}")
    assert GO.load_counter(variant, None) is None
