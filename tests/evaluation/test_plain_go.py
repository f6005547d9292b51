"""Go by the rules alone: what a player would see at once."""

from __future__ import annotations

from contextlib import suppress

import pytest

from engined.evaluation.plain import evaluation_of
from engined.results import Interrupted
from engined.roots.limits import Limits
from engined.roots.plain_root import PlainRoot, unsearched
from engined.roots.solve_policy import Policy
from engined.rules.position import Position, move_text, parse_position, start
from engined.variants.catalogue import Catalogue

CATALOGUE = Catalogue()
SMALL = CATALOGUE.get("go-5x5-area-komi-0")


def best(position: Position) -> str:
    """The move of a search of one ply."""
    root = PlainRoot(position, Limits(best=1), lambda: None, lambda: None, Policy(enough=lambda progress: True))
    with suppress(Interrupted):
        root.run()
    return move_text(position, root.lines[0].move)


@pytest.mark.parametrize("size", [5, 9, 19])
def test_a_game_begins_away_from_the_edge_and_not_with_a_pass(size: int) -> None:
    position = start(CATALOGUE.get(f"go-{size}x{size}"))
    first = [move_text(position, line.move) for line in unsearched(position)]
    for move in (*first, best(position)):
        assert move != "--"
        column, row = ord(move[0]) - ord("a"), int(move[1:]) - 1
        assert 2 <= column < size - 2
        assert 2 <= row < size - 2


def test_stones_that_can_be_taken_are_taken() -> None:
    position = parse_position(SMALL, ".XO..XOO.X..X............X")
    assert best(position) == "d2"


def test_a_stone_that_could_be_taken_is_saved() -> None:
    position = parse_position(SMALL, "..O...OXO................X")
    assert best(position) == "c3"


def test_who_could_only_fill_his_own_eyes_passes() -> None:
    position = parse_position(SMALL, ".XOO.XXOOO.XOO.XXOOO.XOO.X")
    assert best(position) == "--"


def test_nearer_points_are_ones_own() -> None:
    """Black's stone on the first column and White's on the last share the board but for the middle."""
    position = parse_position(SMALL, "..........X...O..........X")
    evaluation = evaluation_of(SMALL)
    assert evaluation.value(position, 0) == pytest.approx(0.0)
    nearer = parse_position(SMALL, "...........X..O..........X")
    assert evaluation.value(nearer, 0) == pytest.approx(5 * 1.05)
