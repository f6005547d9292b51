"""The search by the rules alone: what it finds, what it says of it, and how it ends."""

from __future__ import annotations

import random
from contextlib import suppress
from statistics import correlation

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined.evaluation.plain import evaluation_of
from engined.families import find_family
from engined.results import Certainty, Interrupted, MoveLine
from engined.roots.limits import Limits
from engined.roots.plain_root import PlainRoot, unsearched
from engined.roots.solve_policy import Policy
from engined.roots.time_manager import DeepeningProgress
from engined.rules.position import Position, move_text, parse_position, start
from engined.rules.scoring import sides
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from tests.evaluation.plain_evaluation import PlainEvaluation

CATALOGUE = Catalogue()
SEARCHED = [name for name in CATALOGUE.names() if find_family(CATALOGUE.get(name)) is not None]
SMALL = ["othello-4x4", "anti-othello-4x4", "hasami-one-4x4", "hasami-choose-4x4", "hasami-indirect-4x4", "rolit-2"]
"""Of two sides; the last is far from small, but so is its end."""


def random_position(variant: Variant, seed: int, plies: int) -> Position:
    """A position of a game at random, not over."""
    rng = random.Random(seed)
    found = start(variant)
    for _ in range(plies):
        after = found.play(rng.choice(found.legal()))
        if after.over:
            break
        found = after
    return found


def near_the_end(variant: Variant, seed: int, empties: int) -> Position:
    found = random_position(variant, seed, 0)
    rng = random.Random(seed)
    while found.empties > empties:
        after = found.play(rng.choice(found.legal()))
        if after.over:
            break
        found = after
    return found


class Patience:
    """Ends a search when it looks at so many positions."""

    def __init__(self, positions: int) -> None:
        self.left = positions

    def __call__(self) -> None:
        self.left -= 1
        if not self.left:
            raise Interrupted


def deep(depth: int) -> Policy:
    """Enough at a depth."""
    return Policy(enough=lambda progress: progress.depth >= depth)


def searched(position: Position, limits: Limits = Limits(), policy: Policy = Policy()) -> PlainRoot:  # noqa: B008
    """A search that has ended."""
    root = PlainRoot(position, limits, lambda: None, lambda: None, policy)
    with suppress(Interrupted):
        root.run()
    return root


def minimax(position: Position, side: frozenset[int]) -> float:
    """The value for a side between two, by nothing but the rules."""
    if position.over:
        return position.value(min(side))
    values = [minimax(position.play(move), side) for move in position.legal()]
    return max(values) if position.seat in side else min(values)


@given(name=st.sampled_from(SEARCHED), seed=st.integers(0, 2**16), plies=st.integers(0, 90))
def test_moves_and_lines_are_legal_in_every_variant(name: str, seed: int, plies: int) -> None:
    position = random_position(CATALOGUE.get(name), seed, plies)
    root = searched(position, Limits(best=1), deep(1))
    for lines in (unsearched(position), root.lines):
        (line,) = lines
        assert line.pv[0] == line.move
        place = position
        for move in line.pv:
            place = place.play(move)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_exact_is_the_minimax_of_the_rules(name: str, seed: int) -> None:
    position = near_the_end(CATALOGUE.get(name), seed, 6)
    own = frozenset(next(side for side in sides(position.variant) if position.seat in side))
    root = PlainRoot(position, Limits(), lambda: None, lambda: None)
    root.run()
    found = {line.move: line.score for line in root.lines}
    assert found.keys() == set(position.legal())
    for move in position.legal():
        score = found[move]
        assert (score.kind, score.value) == (Certainty.EXACT, minimax(position.play(move), own))
    assert root.depth == position.empties
    (best,) = searched(position, Limits(best=1)).lines
    assert best.score == max(found.values(), key=lambda score: score.value)


def test_an_estimate_says_what_it_is() -> None:
    position = random_position(CATALOGUE.get("othello"), 1, 20)
    root = searched(position, Limits(best=2), deep(3))
    assert (root.depth, len(root.lines)) == (3, 2)
    assert {(line.score.kind, line.score.depth, line.score.confidence) for line in root.lines} == {
        (Certainty.ESTIMATE, 3, 100)
    }
    assert root.lines[0].score.value >= root.lines[1].score.value


def test_among_more_than_two_sides_nothing_is_proven_but_what_is_over() -> None:
    position = near_the_end(CATALOGUE.get("rolit-3"), 1, 4)
    root = PlainRoot(position, Limits(), lambda: None, lambda: None)
    with pytest.raises(Interrupted):
        root.run()
    assert {line.score.kind for line in root.lines} == {Certainty.ESTIMATE}


def test_a_corner_is_taken_and_not_given_away() -> None:
    """Black can have a1 by taking b1; who is to lose does not want it."""
    board = """
        . O X . . . . .
        . . O . . . . .
        . . O X . . . .
        . . O X X . . .
        . . O X X . . .
        . . O . . . . .
        . . . . . . . .
        . . . . . . . . X"""
    position = parse_position(CATALOGUE.get("othello"), board)
    (line,) = searched(position, Limits(best=1), deep(2)).lines
    assert move_text(position, line.move) == "a1"
    misere = parse_position(CATALOGUE.get("anti-othello"), board)
    (line,) = searched(misere, Limits(best=1), deep(2)).lines
    assert move_text(position, line.move) != "a1"


def test_a_win_in_two_is_found() -> None:
    """Each side places once more: one of Black's moves wins, all others lose."""
    rng = random.Random(5)
    variant = CATALOGUE.get("othello-6x6")
    while True:
        position = near_the_end(variant, rng.randrange(10**6), 2)
        if position.seat == 0 and len(position.legal()) == 2:
            values = {move: minimax(position.play(move), frozenset({0})) for move in position.legal()}
            if min(values.values()) < 0 < max(values.values()):
                break
    root = PlainRoot(position, Limits(best=1), lambda: None, lambda: None)
    root.run()
    assert values[root.lines[0].move] > 0


def test_only_what_is_wanted_is_looked_at_and_a_draw_counts_as_contempt_says() -> None:
    position = start(CATALOGUE.get("othello"))
    only = frozenset({position.legal()[-1]})
    assert [line.move for line in searched(position, Limits(only=only), deep(2)).lines] == list(only)
    seed, drawn = 0, None
    while drawn is None:
        seed += 1
        position = near_the_end(CATALOGUE.get("othello-4x4"), seed, 4)
        lines = searched(position, Limits()).lines
        if len(lines) > 1 and [line.score.value for line in lines[:2]] == [0, -2]:
            drawn = lines[0].move
    assert searched(position, Limits(best=1, contempt=-4.0)).lines[0].move != drawn


def test_the_choice_of_discs_is_never_listed() -> None:
    """Twenty-two discs: four million ways to turn some of them."""
    row = "." + "O" * 22 + "X"
    variant = CATALOGUE.check('name = "wide"\n[board]\nsize = "24x2"\n[capture]\nchoice = "some"', "test")
    position = parse_position(variant, row + "." * 24 + "X")
    assert [line.move.square for line in unsearched(position)] == [0]
    root = PlainRoot(position, Limits(best=1), lambda: None, Patience(500))
    with pytest.raises(Interrupted):
        root.run()
    assert (root.depth, root.nodes, len(root.lines)) == (0, 500, 1)
    place = position.play(root.lines[0].move)
    assert place.empties == position.empties - 1


def test_it_ends_at_any_position_and_keeps_what_is_known() -> None:
    told: list[tuple[MoveLine, ...]] = []
    root = PlainRoot(start(CATALOGUE.get("othello-10x10")), Limits(), lambda: told.append(root.lines), Patience(300))
    with pytest.raises(Interrupted):
        root.run()
    assert root.nodes == 300
    assert root.lines == told[-1] != ()


@pytest.mark.parametrize("name", ["othello", "othello-6x6", "octagon-52", "anti-othello"])
def test_the_evaluation_agrees_with_the_compiled_one_on_what_is_good(name: str) -> None:
    variant = CATALOGUE.get(name)
    positions = [random_position(variant, seed, 8 + seed % (len(variant.board.cells) - 20)) for seed in range(60)]
    plainly = [evaluation_of(variant).value(position, position.seat) for position in positions]
    assert correlation(plainly, [PlainEvaluation(position).value() for position in positions]) > 0.9


@pytest.mark.parametrize("name", SEARCHED)
def test_the_evaluation_has_no_favourite_side(name: str) -> None:
    """What two sides are ahead of one another adds up to nothing; the best of more is not behind."""
    variant = CATALOGUE.get(name)
    evaluation = evaluation_of(variant)
    for seed in range(5):
        position = random_position(variant, seed, 9)
        values = [evaluation.value(position, side) for side in range(len(sides(variant)))]
        assert max(values) >= 0
        assert len(values) > 2 or sum(values) == pytest.approx(0)


def test_progress_is_that_of_the_last_iteration() -> None:
    seen: list[DeepeningProgress] = []
    position = random_position(CATALOGUE.get("othello-6x6"), 3, 10)

    def enough(progress: DeepeningProgress) -> bool:
        seen.append(progress)
        return progress.depth == 3

    root = searched(position, Limits(best=1), Policy(enough=enough))
    assert [progress.depth for progress in seen] == [1, 2, 3]
    assert {progress.choices for progress in seen} == {len(position.legal())}
    assert (seen[-1].best, seen[-1].value) == (root.lines[0].move, root.lines[0].score.value)
    assert 0 < seen[-1].effort <= 1
