"""Unconditional life and symmetries in kernels, against plain definitions and random play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.go import go_layout_of
from engined.rules.geometry import geometry
from engined.rules.position import PASS, Position
from engined.rules.symmetry import symmetries
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from tests.search.go_boards import Board, Points, parts, some_board, stones_of

PROBE = Part("go-life-probe", ("tests.search.go_life_probe",), go_layout_of)
NAMES = (
    "go-3x4",
    "go-5x5",
    "go",
    pytest.param("go-7x7", marks=pytest.mark.products),
    pytest.param("go-13x13", marks=pytest.mark.products),
)


@cache
def kernels_of(name: str) -> build.Kernels:
    return build.load(Catalogue().get(name), PROBE, None)


def settled_of(name: str, board: Board, *, answering: bool) -> tuple[Points, Points]:
    """What kernels think alive and settled of the first seat's."""
    kernels = kernels_of(name)
    layout = kernels.layout
    words = (*(layout.split(layout.mask(stones_of(board, colour))) for colour in (0, 1)), int(answering))
    return frozenset(layout.squares(kernels.alive_of(*words))), frozenset(layout.squares(kernels.settled_of(*words)))


def beside(variant: Variant, cell: int) -> Points:
    return frozenset(geometry(variant.board).adjacent[cell])


def published(variant: Variant, stones: Points) -> Points:
    """Unconditional life by Benson's algorithm: chains and regions of the board are dropped until none need be."""
    chains, regions = parts(variant, stones), parts(variant, frozenset(variant.board.cells) - stones)
    while True:
        vital = {c: [r for r in regions if all(beside(variant, cell) & c for cell in r)] for c in chains}
        kept = [chain for chain in chains if len(vital[chain]) >= 2]
        mine = frozenset().union(*kept)
        bounded = [r for r in regions if all(beside(variant, cell) & stones <= mine for cell in r)]
        if (kept, bounded) == (chains, regions):
            return mine
        chains, regions = kept, bounded


def with_answers(variant: Variant, stones: Points, others: Points) -> Points:
    """The largest set of chains that have two regions each, vital but for at most one inner point beside which two
    points are not the other's.
    """
    left = parts(variant, stones)
    while True:
        mine = frozenset().union(*left)
        regions = parts(variant, frozenset(variant.board.cells) - mine)
        inner = {r: [cell for cell in r if not beside(variant, cell) & mine] for r in regions}
        good = [
            r
            for r in regions
            if not inner[r] or (len(inner[r]) == 1 and len(beside(variant, inner[r][0]) - others) >= 2)
        ]
        kept = [
            chain
            for chain in left
            if sum(all(beside(variant, cell) & chain for cell in r if cell not in inner[r]) for r in good) >= 2
        ]
        if kept == left:
            return mine
        left = kept


def plainly_settled(variant: Variant, living: Points) -> Points:
    """Living stones, and the regions between them whose points away from them are one, or two next to each other."""
    settled = set(living)
    for region in parts(variant, frozenset(variant.board.cells) - living) if living else ():
        inner = [cell for cell in region if not living & beside(variant, cell)]
        if len(inner) < 2 or (len(inner) == 2 and inner[1] in beside(variant, inner[0])):
            settled |= region
    return frozenset(settled)


def dense_board(variant: Variant, chance: random.Random) -> Board:
    """Dense stones of the first seat, so that many live, and some of the other's between them."""
    return some_board(variant, chance, own=chance.uniform(0.4, 0.9), opp=chance.uniform(0, 0.6))


@pytest.mark.parametrize("name", NAMES)
def test_life_is_as_defined(name: str) -> None:
    variant, chance, lived = Catalogue().get(name), random.Random(name), 0
    for _ in range(60):
        board = dense_board(variant, chance)
        stones, others = stones_of(board, 0), stones_of(board, 1)
        firm, answered = published(variant, stones), with_answers(variant, stones, others)
        assert settled_of(name, board, answering=False) == (firm, plainly_settled(variant, firm))
        assert settled_of(name, board, answering=True) == (answered, plainly_settled(variant, answered))
        assert firm <= answered
        lived += firm != answered
    assert lived or len(variant.board.cells) < 50


def living(name: str, answering: bool) -> Iterator[tuple[Position, Points]]:
    """Positions where the second seat moves and the first has stones that live; if by answers, not all without."""
    variant, chance = Catalogue().get(name), random.Random(name)
    while True:
        board = dense_board(variant, chance)
        alive, _ = settled_of(name, board, answering=answering)
        if alive and not (answering and alive == settled_of(name, board, answering=False)[0]):
            yield Position(variant, board, 1, (0, 0), taken=(0, 0)), alive


@pytest.mark.parametrize("name", ["go-5x5", pytest.param("go-4x5", marks=pytest.mark.products)])
def test_what_lives_cannot_be_taken_however_often_its_side_passes(name: str) -> None:
    chance = random.Random(name)
    for position, alive in islice(living(name, answering=False), 10):
        for _ in range(30):
            moves = [move for move in position.legal() if move != PASS]
            if not moves:
                break
            position = position.play(chance.choice(moves)).play(PASS)
            assert all(position.board[cell] == 0 for cell in alive)


@pytest.mark.parametrize("name", ["go-5x5", pytest.param("go-4x5", marks=pytest.mark.products)])
def test_one_answer_keeps_alive_what_lives_by_answers(name: str) -> None:
    for position, alive in islice(living(name, answering=True), 25):
        for move in position.legal()[:-1]:
            after = position.play(move)
            answers = (after.play(answer) for answer in after.legal())
            assert any(alive <= settled_of(name, answer.board, answering=True)[0] for answer in answers)


@pytest.mark.parametrize("name", ["go-3x4", "go-5x5", "go-8x8", pytest.param("go-7x7", marks=pytest.mark.products)])
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
