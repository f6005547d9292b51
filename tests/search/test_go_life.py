"""Unconditional life and symmetries in kernels, against plain definitions and random play."""

from __future__ import annotations

import random
from functools import cache

import pytest

from engined.kernels import build
from engined.kernels.go_layout import go_layout_of
from engined.kernels.kernel_sources import Part
from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.rules.position import PASS, Position
from engined.rules.symmetry import symmetries
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY, Variant

PROBE = Part("go-life-probe", ("tests.search.go_life_probe",), go_layout_of)
NAMES = ("go-3x4", "go-5x5", "go-7x7", "go", "go-13x13")
Points = frozenset[int]


@cache
def kernels_of(name: str) -> build.Kernels:
    return build.load(Catalogue().get(name), PROBE, None)


def settled_of(name: str, stones: Points) -> tuple[Points, Points]:
    """What kernels think alive and settled."""
    kernels = kernels_of(name)
    layout = kernels.layout
    words = layout.split(layout.mask(stones))
    return frozenset(layout.squares(kernels.alive_of(words))), frozenset(layout.squares(kernels.settled_of(words)))


def plainly_alive(variant: Variant, stones: Points) -> Points:
    """By Benson's algorithm as it is published: chains and regions are dropped until none need be. A region is vital to
    a chain that is beside all of its points.
    """
    lines = geometry(variant.board)
    beside = {cell: frozenset(lines.adjacent[cell]) for cell in variant.board.cells}
    chains = groups(lines, stones, lambda *_: True)
    regions = groups(lines, frozenset(variant.board.cells) - stones, lambda *_: True)
    while True:
        vital = {chain: [r for r in regions if all(beside[cell] & chain for cell in r)] for chain in chains}
        kept = [chain for chain in chains if len(vital[chain]) >= 2]
        mine = frozenset().union(*kept)
        bounded = [r for r in regions if all(beside[cell] & stones <= mine for cell in r)]
        if len(kept) == len(chains) and len(bounded) == len(regions):
            return mine
        chains, regions = kept, bounded


def plainly_settled(variant: Variant, living: Points) -> Points:
    """Living stones, and the regions between them whose points away from them are one, or two next to each other."""
    lines = geometry(variant.board)
    settled = set(living)
    for region in groups(lines, frozenset(variant.board.cells) - living, lambda *_: True) if living else ():
        inner = [cell for cell in region if not living.intersection(lines.adjacent[cell])]
        if len(inner) < 2 or (len(inner) == 2 and inner[1] in lines.adjacent[inner[0]]):
            settled |= region
    return frozenset(settled)


def some_stones(variant: Variant, chance: random.Random) -> Points:
    """Stones of a side: dense ones, with small holes, so that many live."""
    part = chance.uniform(0.4, 0.95)
    return frozenset(cell for cell in variant.board.cells if chance.random() < part)


@pytest.mark.parametrize("name", NAMES)
def test_life_is_as_defined(name: str) -> None:
    variant, chance, lived = Catalogue().get(name), random.Random(name), 0
    for _ in range(150):
        stones = some_stones(variant, chance)
        living = plainly_alive(variant, stones)
        lived += bool(living)
        assert settled_of(name, stones) == (living, plainly_settled(variant, living))
    assert lived > 20


@pytest.mark.parametrize("name", ["go-4x5", "go-6x6"])
def test_what_lives_cannot_be_taken_however_often_its_side_passes(name: str) -> None:
    variant, chance, lived = Catalogue().get(name), random.Random(name), 0
    while lived < 12:
        stones = some_stones(variant, chance)
        living, _ = settled_of(name, stones)
        others = [cell for cell in variant.board.cells if cell not in stones and chance.random() < 0.3]
        board = tuple(
            0 if cell in stones else 1 if cell in others else EMPTY for cell in range(len(variant.board.cells))
        )
        if not living or not _has_liberties(variant, board):
            continue
        lived += 1
        position = Position(variant, board, 1, (0, 0), taken=(0, 0))
        for _ in range(40):
            moves = [move for move in position.legal() if move != PASS]
            if not moves:
                break
            position = position.play(chance.choice(moves)).play(PASS)
            assert all(position.board[cell] == 0 for cell in living)


def _has_liberties(variant: Variant, board: tuple[int, ...]) -> bool:
    lines = geometry(variant.board)
    chains = groups(lines, [c for c, there in enumerate(board) if there != EMPTY], lambda a, b: board[a] == board[b])
    return all(bordering(lines, board, chain, EMPTY) for chain in chains)


@pytest.mark.parametrize("name", ["go-3x4", "go-5x5", "go-7x7", "go-8x8"])
def test_all_images_of_a_position_have_one_entry(name: str) -> None:
    variant, chance, kernels = Catalogue().get(name), random.Random(name), kernels_of(name)
    layout, images = kernels.layout, symmetries(Catalogue().get(name))
    assert len(images) == (8 if variant.board.width == variant.board.height else 4) == kernels.SYMMETRIES
    for _ in range(20):
        own = [cell for cell in variant.board.cells if chance.random() < 0.3]
        opp = [cell for cell in variant.board.cells if cell not in own and chance.random() < 0.4]
        keys = set()
        for image in images:
            boards = [layout.split(layout.mask(image[cell] for cell in cells)) for cells in (own, opp)]
            symmetry = kernels.canonical_of(*boards)
            turned = tuple(kernels.turned_board(board, symmetry) for board in boards)
            assert [kernels.turned_back(board, symmetry) for board in turned] == boards
            keys.add(turned)
        assert len(keys) == 1
