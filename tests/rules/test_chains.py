"""Chain games: the published examples."""

import pytest

from engined.rules.position import IllegalMove, Position, parse_move, parse_position
from tests.rules.perft_tables import chains, variant_of

FINISHED = "B.WWBW .BB..W BW.BW. B.WB.W WW...B .BWBWB"


def at(width: int, height: int, cells: str, points: str, multi: bool = False) -> Position:
    text = cells.replace("B", "X").replace("W", "O")
    return parse_position(variant_of(chains(width, height, multi, points)), f"{text} X")


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        ('"ends"', (0, 2)),
        ('"count"', (1, 1)),
        ('"bends"', (0, 2)),
        ('"ends", "count"', (1, 3)),
        ('"ends", "bends"', (0, 4)),
        ('"count", "bends"', (1, 3)),
        ('"ends", "count", "bends"', (1, 5)),
    ],
)
def test_the_finished_example(points: str, scores: tuple[int, int]) -> None:
    position = at(6, 6, FINISHED, points)
    assert position.over
    assert position.scores() == scores


@pytest.mark.parametrize(
    ("width", "cells", "points", "scores"),
    [
        (4, "WW.. .WWW", '"count"', (1, 0)),
        (4, "WW.. .WWW", '"ends"', (0, 1)),
        (6, "BBB... ..BBBB", '"bends"', (0, 1)),
        (6, "BBB... ..BBBB", '"count"', (1, 0)),
    ],
)
def test_single_chains(width: int, cells: str, points: str, scores: tuple[int, int]) -> None:
    assert at(width, 2, cells, points).scores() == scores


def test_chains_never_close() -> None:
    trees = at(5, 3, ".BB.. W.W.. BBWBW", '"ends"', multi=True)
    with pytest.raises(IllegalMove, match="close a chain"):
        trees.play(parse_move(trees, "a1"))
    for multi in (False, True):
        middle = at(5, 1, "BB.WB", '"ends"', multi)
        assert middle.play(parse_move(middle, "c1")).empties == 0


def test_only_trees_branch() -> None:
    cells = "BBB ... ..."
    two_ends, trees = at(3, 3, cells, '"ends"'), at(3, 3, cells, '"ends"', multi=True)
    with pytest.raises(IllegalMove, match="branch"):
        two_ends.play(parse_move(two_ends, "b2"))
    assert parse_move(trees, "b2") in trees.legal()
