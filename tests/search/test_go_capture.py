"""Captures that kernels read out, against the definition on small regions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engined.backends.go_reader import GoReader
from engined.families.go import CAPTURE_PART
from engined.kernels.compilation import build
from engined.roots.life import Question
from engined.rules.geometry import geometry
from engined.rules.position import Position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY
from tests.search.plain_captures import Points, Region, State

VARIANT = Catalogue().get("go-5x5")
LINES = geometry(VARIANT.board)
SHAPES = (
    (0, 1, 2, 5, 6, 7),
    (0, 1, 5, 6, 10, 11, 12),
    (6, 7, 8, 11, 12, 13),
    (0, 1, 2, 3, 5, 6, 7),
    (1, 2, 5, 6, 7, 11),
)


def some_region(chance: random.Random) -> tuple[Position, Points, Region]:
    """Stones at random in a region and around it, none of them without a liberty."""
    while True:
        points = frozenset(chance.choice(SHAPES))
        board = tuple(chance.choice((EMPTY, 0, 1)) if cell in points else chance.choice((0, 1)) for cell in range(25))
        adjacent = {cell: frozenset(LINES.adjacent[cell]) & points for cell in points}
        around = {cell: [board[near] for near in LINES.adjacent[cell] if near not in points] for cell in points}
        beside = [frozenset(cell for cell in points if colour in around[cell]) for colour in (0, 1)]
        region = Region(adjacent, *beside)
        stones = [frozenset(cell for cell in points if board[cell] == colour) for colour in (0, 1)]
        breathing = all(
            region.breathes(region.chain(stone, stones[colour]), stones[colour], stones[1 - colour], colour == 0)
            for colour in (0, 1)
            for stone in stones[colour]
        )
        if breathing and stones[1]:
            return replace(start(VARIANT), board=board), points, region


def some_questions(seed: int, number: int) -> Iterator[tuple[Position, Question, Region, State]]:
    """Chains at random in regions at random, each with either side to move first. The first seat attacks."""
    chance = random.Random(seed)
    for _ in range(number):
        position, points, region = some_region(chance)
        attacker, defender = (frozenset(cell for cell in points if position.board[cell] == c) for c in (0, 1))
        target = chance.choice(sorted(defender))
        for first in (True, False):
            yield (
                position,
                Question(points, target, first),
                region,
                State(attacker, defender, frozenset(), frozenset(), first),
            )


@pytest.mark.parametrize("seed", range(12))
def test_what_is_read_out_is_what_the_definition_says(seed: int) -> None:
    kernels = build.load(VARIANT, CAPTURE_PART, None)
    for position, question, region, state in some_questions(seed, 25):
        read = GoReader(kernels).captured(position, question, 100_000)
        assert read is region.captured(state, question.target), (position.board, question)


@pytest.mark.parametrize("seed", range(8))
def test_whether_a_chain_gets_two_eyes_is_what_the_definition_says(seed: int) -> None:
    kernels = build.load(VARIANT, CAPTURE_PART, None)
    for position, question, region, state in some_questions(seed, 15):
        read = GoReader(kernels).captured(position, replace(question, eyes=True), 100_000)
        assert read is not region.lives(state, question.target), (position.board, question)
        assert read is not None
