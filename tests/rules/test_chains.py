"""Chain games: the published examples."""

import random

import pytest

from engined.rules.chains import Broken, Chains
from engined.rules.position import IllegalMove, Move, Position, parse_move, parse_position, start
from engined.rules.registry import capture_of
from engined.variants.model import EMPTY
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
    with pytest.raises(IllegalMove, match="a1: it would close a chain to a loop"):
        trees.play(parse_move(trees, "a1"))
    for multi in (False, True):
        middle = at(5, 1, "BB.WB", '"ends"', multi)
        assert middle.play(parse_move(middle, "c1")).empties == 0


def test_only_trees_branch() -> None:
    cells = "BBB ... ..."
    two_ends, trees = at(3, 3, cells, '"ends"'), at(3, 3, cells, '"ends"', multi=True)
    with pytest.raises(IllegalMove, match="b1 would have more than two neighbours"):
        two_ends.play(parse_move(two_ends, "b2"))
    assert parse_move(trees, "b2") in trees.legal()


@pytest.mark.parametrize("multi", [False, True])
def test_a_start_position_is_one_that_placements_can_lead_to(multi: bool) -> None:
    """Of all boards of 3x3; colours forbid nothing."""
    reached, frontier = set(), [at(3, 3, "." * 9, '"ends"', multi)]
    while frontier:
        position = frontier.pop()
        stones = frozenset(square for square in range(9) if position.board[square] != EMPTY)
        if stones not in reached:
            reached.add(stones)
            frontier += [position.play(Move(square)) for square in position.placements(position.seat)]
    assert len(reached) > 100
    for number in range(512):
        stones = frozenset(square for square in range(9) if number >> square & 1)
        cells = "".join("X" if square in stones else "." for square in range(9))
        if stones in reached:
            at(3, 3, cells, '"ends"', multi)
        else:
            with pytest.raises(ValueError, match=r"two neighbours|closed to a loop"):
                at(3, 3, cells, '"ends"', multi)


def rule_of(position: Position) -> Chains:
    rule = capture_of(position.variant)
    assert isinstance(rule, Chains)
    return rule


@pytest.mark.parametrize(
    ("cells", "cell", "multi", "broken", "message"),
    [
        ("X.X .X. ...", "b1", False, ("neighbours",), "it would have more than two neighbours"),
        ("XX. X.. ...", "b2", False, ("block",), "it would make a block of four with a1, b1, a2"),
        ("XX. X.. ...", "b2", True, ("block",), "it would make a block of four with a1, b1, a2"),
        ("XXX X.. XX.", "c2", True, (), ""),
        ("XXX X.X X..", "c3", True, (), ""),
        ("XXX. X.X. XX..", "c3", True, ("loop",), "it would close a chain to a loop"),
        ("XXX. X.X. XX..", "c3", False, ("loop",), "it would close a chain to a loop"),
        ("XXX X.. XX.", "b2", False, ("neighbours", "block"), "a2 would have more than two neighbours"),
        ("XXX ... ...", "b2", False, ("neighbours",), "b1 would have more than two neighbours"),
        ("XXX.. X..X. XXXX.", "c2", True, ("block", "loop"), "with d2, c3, d3; it would close a chain to a loop"),
    ],
)
def test_the_broken_rule_is_named(cells: str, cell: str, multi: bool, broken: tuple[str, ...], message: str) -> None:
    position = at(cells.index(" "), 3, cells.replace("X", "B"), '"ends"', multi)
    move = parse_move(position, cell)
    assert rule_of(position).broken(position).get(move.square, ()) == tuple(map(Broken, broken))
    if broken:
        with pytest.raises(IllegalMove, match=message):
            position.play(move)
    else:
        position.play(move)


@pytest.mark.parametrize("multi", [False, True])
def test_dead_cells_are_those_that_nobody_may_place_on(multi: bool) -> None:
    dice = random.Random(multi)
    for _ in range(4):
        position = start(variant_of(chains(6, 5, multi)))
        while not position.over:
            dead = rule_of(position).broken(position)
            empty = [square for square, content in enumerate(position.board) if content == EMPTY]
            assert [Move(square) for square in empty if square not in dead] == list(position.legal())
            position = position.play(dice.choice(position.legal()))
