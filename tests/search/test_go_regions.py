"""Regions round one chain, against their definition, and against what attacks of the other side find."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from engined.backends.memory import Context, TranspositionTable
from engined.families.go import SWEEP_PART
from engined.kernels.compilation import build
from engined.roots.proof import concedes
from engined.rules.position import Position
from engined.variants.catalogue import Catalogue
from tests.search.go_boards import Board, Points, liberties, parts, prover_of, some_board, stones_of
from tests.search.plain_regions import PlainRegions


class Regions:
    """The kernel, with a table of its own."""

    def __init__(self, name: str) -> None:
        self.variant = Catalogue().get(name)
        self.kernels = build.load(self.variant, SWEEP_PART, None)
        table = TranspositionTable(self.kernels.GO_BUCKET_BYTES, 4)
        self._context = Context(table, self.kernels, scratch="PROOF_BYTES")

    def gives(self, points: Points, own: Points, opp: Points, eyes: int, spare: int, answers: int) -> bool:
        layout = self.kernels.layout
        sets = [layout.split(layout.mask(cells)) for cells in (points, own & points, opp & points)]
        return bool(self.kernels.gives_eyes(*sets, eyes, spare, answers, self._context.address))


@cache
def regions_of(name: str) -> Regions:
    return Regions(name)


def some_chains(name: str) -> Iterator[tuple[Board, Points]]:
    """Boards, and of each a chain of three stones or more with two liberties or more."""
    variant, chance = Catalogue().get(name), random.Random(name)
    while True:
        board = some_board(variant, chance, own=chance.uniform(0.2, 0.6), opp=chance.uniform(0, 0.5))
        for chain in parts(variant, stones_of(board, 0)):
            if len(chain) >= 3 and liberties(variant, board, chain) > 1:
                yield board, chain


@pytest.mark.parametrize(
    ("name", "answers"),
    [("go-3x3-area", 3), pytest.param("go-3x4-area", 2, marks=pytest.mark.products), ("go-5x5-area", 1)],
)
def test_eyes_are_as_defined(name: str, answers: int) -> None:
    regions = regions_of(name)
    plain = PlainRegions(regions.variant, regions.kernels.MOST_SEARCHED)
    found = {True: 0, False: 0}
    for board, chain in islice(some_chains(name), 60):
        own, opp = stones_of(board, 0), stones_of(board, 1)
        points = frozenset(regions.variant.board.cells) - chain
        for eyes in (0, 1, 2):
            for spare in (0, 4):
                said = regions.gives(points, own, opp, eyes, spare, answers)
                assert said == plain.gives(points, own & points, opp, eyes, spare, answers), (board, eyes, spare)
                found[said] += 1
    assert min(found.values()) > 20


@pytest.mark.parametrize(
    ("name", "number"), [("go-3x4-area-komi-0", 60), pytest.param("go-4x4-area-komi-0", 40, marks=pytest.mark.products)]
)
def test_what_regions_say_comes_about(name: str, number: int) -> None:
    """Where they say that a chain lives and so many points are its side's, attacks find that score, too."""
    regions, told = regions_of(name), 0
    cells = len(regions.variant.board.cells)
    with prover_of(name, table_mib=16) as prover:
        for board, chain in islice(some_chains(name), 10 * number):
            own, opp = stones_of(board, 0), stones_of(board, 1)
            points = frozenset(range(cells)) - chain
            spare = next((n for n in (0, 2, 4) if regions.gives(points, own, opp, 2, n, 6)), None)
            if spare is not None and told < number:
                told += 1
                position = Position(regions.variant, board, 1, (0, 0), taken=(0, 0))
                goal = cells - 2 * spare
                assert any(concedes(position, -goal, plies, prover) for plies in range(0, 23, 2)), (board, goal)
    assert told == number
