"""Regions round one chain, against their definition, and against what attacks of the other side find."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from engined.backends.go import GoBackend
from engined.backends.memory import Context, Table
from engined.engine.loading import load_backend
from engined.families.go import SWEEP_PART
from engined.kernels import build
from engined.roots.proof import concedes
from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.rules.position import Position
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY, Variant
from tests.search.plain_regions import PlainRegions

Points = frozenset[int]
Board = tuple[int, ...]


class Regions:
    """The kernel, with a table of its own."""

    def __init__(self, name: str) -> None:
        self.variant = Catalogue().get(name)
        self.kernels = build.load(self.variant, SWEEP_PART, None)
        table = Table(self.kernels.GO_BUCKET_BYTES, 4)
        self._context = Context(table, self.kernels, scratch="PROOF_BYTES")

    def gives(self, points: Points, own: Points, opp: Points, eyes: int, spare: int, answers: int) -> bool:
        layout = self.kernels.layout
        sets = [layout.split(layout.mask(cells)) for cells in (points, own & points, opp & points)]
        return bool(self.kernels.gives_eyes(*sets, eyes, spare, answers, self._context.address))


@cache
def regions_of(name: str) -> Regions:
    return Regions(name)


def chains(variant: Variant, board: Board, colour: int) -> list[Points]:
    stones = frozenset(cell for cell, content in enumerate(board) if content == colour)
    return groups(geometry(variant.board), stones, lambda *_: True)


def some_board(variant: Variant, chance: random.Random, least: int) -> Board:
    """Random stones, with a chain of so many of the first seat's; no chain without liberties."""
    while True:
        own, opp = chance.uniform(0.2, 0.6), chance.uniform(0, 0.5)
        board = tuple(
            0 if chance.random() < own else 1 if chance.random() < opp else EMPTY for _ in variant.board.cells
        )
        every = [chain for colour in (0, 1) for chain in chains(variant, board, colour)]
        free = all(bordering(geometry(variant.board), board, chain, EMPTY) for chain in every)
        if free and any(len(chain) >= least for chain in chains(variant, board, 0)):
            return board


def some_chains(name: str, number: int) -> Iterator[tuple[Board, Points]]:
    """Boards, and of each a chain of three stones or more with two liberties or more."""
    variant, chance = Catalogue().get(name), random.Random(name)
    while number:
        board = some_board(variant, chance, 3)
        for chain in chains(variant, board, 0):
            if len(chain) >= 3 and len(bordering(geometry(variant.board), board, chain, EMPTY)) > 1:
                yield board, chain
                number -= 1
                if not number:
                    return


@pytest.mark.parametrize(("name", "answers"), [("go-3x3-area", 3), ("go-3x4-area", 2), ("go-5x5-area", 1)])
def test_eyes_are_as_defined(name: str, answers: int) -> None:
    regions = regions_of(name)
    plain = PlainRegions(regions.variant, regions.kernels.MOST_SEARCHED)
    found = {True: 0, False: 0}
    for board, chain in some_chains(name, 60):
        own, opp = (frozenset(cell for cell, content in enumerate(board) if content == colour) for colour in (0, 1))
        points = frozenset(regions.variant.board.cells) - chain
        for eyes in (0, 1, 2):
            for spare in (0, 4):
                said = regions.gives(points, own, opp, eyes, spare, answers)
                assert said == plain.gives(points, own & points, opp, eyes, spare, answers), (board, eyes, spare)
                found[said] += 1
    assert min(found.values()) > 20


@pytest.mark.parametrize(("name", "number"), [("go-3x4-area-komi-0", 60), ("go-4x4-area-komi-0", 40)])
def test_what_regions_say_comes_about(name: str, number: int) -> None:
    """Where they say that a chain lives and so many points are its side's, attacks find that score, too."""
    regions, told = regions_of(name), 0
    cells = len(regions.variant.board.cells)
    backend = load_backend(regions.variant, None, 16)
    assert isinstance(backend, GoBackend)
    with backend.prover(1, None) as prover:
        for board, chain in some_chains(name, 10 * number):
            own, opp = (frozenset(cell for cell, content in enumerate(board) if content == colour) for colour in (0, 1))
            points = frozenset(range(cells)) - chain
            spare = next((n for n in (0, 2, 4) if regions.gives(points, own, opp, 2, n, 6)), None)
            if spare is not None and told < number:
                told += 1
                position = Position(regions.variant, board, 1, (0, 0), taken=(0, 0))
                goal = cells - 2 * spare
                assert any(concedes(position, -goal, plies, prover) for plies in range(0, 23, 2)), (board, goal)
    assert told == number
