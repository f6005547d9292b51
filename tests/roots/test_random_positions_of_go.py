"""What is read out of any position of Go, by a reader that may give up at any time: nothing is raised, and what is said
makes sense. Games seldom come to such positions, but some do.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engined.backends.go_reader import GoReader
from engined.families.go import CAPTURE_PART
from engined.kernels.compilation import build
from engined.roots.fillings import fillings
from engined.roots.life import Life
from engined.roots.standing import standing, where_it_matters
from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.rules.position import Position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY
from tests.roots.tired_reader import Tired


def some_position(dice: Random, name: str) -> Position:
    """Stones by lot, most of them beside others of their colour; chains without liberties are taken off."""
    variant = Catalogue().get(name)
    lines, cells = geometry(variant.board), variant.board.cells
    board = [EMPTY] * len(cells)
    stones = dice.randint(len(cells) // 2, len(cells))
    for cell in dice.sample(cells, stones):
        near = [board[other] for other in lines.adjacent[cell] if board[other] != EMPTY]
        board[cell] = dice.choice([0, 1, *near, *near])
    for colour in dice.sample((0, 1), 2):
        for chain in groups(lines, [cell for cell in cells if board[cell] == colour], lambda *_: True):
            if not bordering(lines, board, chain, EMPTY):
                for cell in chain:
                    board[cell] = EMPTY
    return replace(start(variant), board=tuple(board), seat=dice.randrange(2))


def some_ownership(dice: Random, position: Position) -> tuple[float, ...]:
    """Whose each point is to the mover: that of its stone, or of one beside it, but for a few; more or less surely."""
    board, adjacent = position.board, geometry(position.variant.board).adjacent
    mine, least = position.variant.seats[position.seat].colour, dice.choice((0.5, 0.95, 1.0))
    parts = []
    for cell in position.variant.board.cells:
        colour = board[cell] if board[cell] != EMPTY else board[dice.choice(sorted(adjacent[cell]))]
        sign = 0 if colour == EMPTY else 1 if (colour == mine) is not (dice.random() < 0.1) else -1
        parts.append(sign * dice.uniform(least, 1.0))
    return tuple(parts)


@settings(max_examples=150)
@given(
    seed=st.integers(0, 2**32),
    name=st.sampled_from(["go-7x7", "go-9x9-area", "go-13x13", "go-13x13-area"]),
    answers=st.sampled_from([0, 3, 10, 30, 1_000_000]),
)
def test_whatever_is_read_of_any_position_makes_sense(seed: int, name: str, answers: int) -> None:
    dice = Random(seed)
    position = some_position(dice, name)
    ownership = some_ownership(dice, position)
    empty = {cell for cell, stone in enumerate(position.board) if stone == EMPTY}
    kernels = build.load(Catalogue().get("go-5x5"), CAPTURE_PART, None)
    life = Life(position, ownership, Tired(GoReader(kernels, most=20_000), answers, most=300))
    assert {cell for chain in life.statuses for cell in chain} == set(range(len(position.board))) - empty
    assert isinstance(standing(position, ownership, life.statuses).settled, bool)
    for placed in sorted(position.placements(position.seat))[::3]:
        assert life.exposed(placed).isdisjoint(empty)
        assert life.stays(placed) in (True, False)
        for chain in list(life.hanging)[:2]:
            life.fate_after(chain, placed)
    matters = where_it_matters(position, ownership, life)
    if matters is not None:
        assert matters.cells <= empty
        assert matters.best <= empty
        assert set(fillings(position, matters.neutral, life)) <= position.placements(position.seat).keys()
