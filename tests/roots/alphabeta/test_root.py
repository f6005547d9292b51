"""The root search against plain minimax over the rules."""

import math
import random
from collections.abc import Callable

import pytest

from engined.results import Certainty, Interrupted
from engined.roots.alphabeta import root as root_module
from engined.roots.alphabeta.pace import LEAST_GROWTH, MOST_GROWTH, Pace
from engined.roots.alphabeta.root import AlphaBetaRoot
from engined.roots.confidence import UNMEASURED
from engined.roots.limits import Limits
from engined.roots.solve_policy import Policy, always, never
from engined.roots.time_manager import DeepeningProgress
from engined.rules.position import Move, Position, parse_move, start
from engined.search.probcut_levels import FULL_WIDTH
from engined.variants.catalogue import Catalogue
from tests.roots.plain_searcher import PlainSearcher

CATALOGUE = Catalogue()


def truth(position: Position) -> dict[Move, float]:
    """Exact score of every move, by plain minimax without any window."""

    def value(p: Position, seat: int) -> float:
        if p.over:
            return p.value(seat)
        values = [value(p.play(m), seat) for m in p.legal()]
        return max(values) if p.seat == seat else min(values)

    return {m: value(position.play(m), position.seat) for m in position.legal()}


def late_position(variant: str, empties: int, seed: int) -> Position:
    rng = random.Random(seed)
    while True:
        position = start(CATALOGUE.get(variant))
        while not position.over and position.empties > empties:
            position = position.play(rng.choice(position.legal()))
        if not position.over:
            return position


@pytest.mark.parametrize("variant", ["othello-4x4", "othello-6x4", "anti-othello-4x4", "reversi-parallel-4x4"])
@pytest.mark.parametrize("seed", range(6))
def test_all_moves_are_exact(variant: str, seed: int) -> None:
    position = late_position(variant, 6, seed)
    root = AlphaBetaRoot(position, PlainSearcher(), Limits(), lambda: None)
    root.run()
    lines = root.lines
    assert {line.move: line.score.value for line in lines} == truth(position)
    assert all(line.score.kind is Certainty.EXACT for line in lines)
    assert [line.score.value for line in lines] == sorted((v for v in truth(position).values()), reverse=True)


@pytest.mark.parametrize("best", [1, 2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_best_n_are_the_best(best: int, seed: int) -> None:
    position = late_position("othello-4x4", 6, seed)
    values = truth(position)
    root = AlphaBetaRoot(position, PlainSearcher(), Limits(best=best), lambda: None)
    root.run()
    lines = root.lines
    assert [line.score.value for line in lines] == sorted(values.values(), reverse=True)[:best]
    assert all(values[line.move] == line.score.value for line in lines)


@pytest.mark.parametrize("seed", range(8))
def test_principal_variation_is_perfect(seed: int) -> None:
    position = late_position("othello-4x4", 6, seed)
    root = AlphaBetaRoot(position, PlainSearcher(), Limits(best=1), lambda: None)
    root.run()
    (line,) = root.lines
    seat = position.seat
    for move in line.pv:
        values = truth(position)
        assert values[move] == max(values.values())
        position = position.play(move)
    assert position.over
    assert position.value(seat) == line.score.value


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("window", [(-1, 1), (-4, 4), (0, 2)])
def test_window_is_right(seed: int, window: tuple[int, int]) -> None:
    position = late_position("othello-4x4", 6, seed)
    score = max(truth(position).values())
    limits = Limits(best=1, window=window)
    policy = Policy(worth_solving=lambda depth, empties: True)
    root = AlphaBetaRoot(position, PlainSearcher(), limits, lambda: None, policy)
    root.run()
    (line,) = root.lines
    if score >= window[1]:
        assert line.score.kind in (Certainty.LOWER, Certainty.EXACT)
        assert window[1] <= line.score.value <= score
    elif score <= window[0]:
        assert line.score.kind in (Certainty.UPPER, Certainty.EXACT)
        assert score <= line.score.value <= window[0]
    else:
        assert (line.score.kind, line.score.value) == (Certainty.EXACT, score)


@pytest.mark.parametrize("patience", [1, 10, 100, 300, 1000])
def test_interrupted_search_keeps_its_lines(patience: int) -> None:
    position = late_position("othello-6x4", 10, 3)
    root = AlphaBetaRoot(position, PlainSearcher(patience), Limits(), lambda: None)
    with pytest.raises(Interrupted):
        root.run()
    legal = {line.move for line in root.lines}
    assert legal <= set(position.legal())
    if root.depth >= 1:
        assert legal == set(position.legal())


def test_adopted_lines_save_the_work() -> None:
    position = late_position("othello-6x4", 10, 3)
    cold = PlainSearcher()
    first = AlphaBetaRoot(position, cold, Limits(depth=4), lambda: None, Policy(worth_solving=lambda d, e: False))
    first.run()
    warm = PlainSearcher()
    second = AlphaBetaRoot(position, warm, Limits(depth=4), lambda: None, Policy(worth_solving=lambda d, e: False))
    second.adopt(first.depth, first.lines)
    second.run()
    assert warm.nodes == 0
    assert [(x.move, x.score) for x in second.lines] == [(x.move, x.score) for x in first.lines]


@pytest.mark.parametrize(
    ("wanted", "affords", "reached"),
    [
        (8, always, [1, 2, 3, 4, 6, 8]),
        (9, always, [1, 2, 3, 4, 5, 7, 9]),
        (8, never, [1, 2, 3, 4, 5, 6, 7, 8]),
        (None, always, [1, 2, 3, 4, 6, 8, 9]),  # the last ply before the end, and then the end
    ],
)
def test_depths_are_even_or_odd_as_the_one_wanted(
    wanted: int | None, affords: Callable[[float], bool], reached: list[int]
) -> None:
    asked: list[int] = []

    def enough(progress: DeepeningProgress) -> bool:
        asked.append(progress.depth)
        return False

    policy = Policy(worth_solving=lambda depth, empties: False, affords=affords, enough=enough)
    position = late_position("othello-6x4", 10, 3)
    AlphaBetaRoot(position, PlainSearcher(), Limits(depth=wanted), lambda: None, policy).run()
    assert list(dict.fromkeys(asked)) == [depth for depth in reached if depth != wanted]


def test_what_is_affordable_is_asked_by_the_cost_of_the_iterations_before() -> None:
    pace = Pace()
    assert pace.cost(1) == math.inf
    pace.reached(4, 1000)
    assert pace.cost(1) == math.inf
    pace.reached(5, 1400)
    assert pace.cost(1) == math.inf
    pace.reached(7, 2300)  # 900 for two plies, 2.25 times as many
    assert pace.cost(1) == pytest.approx(900 * 1.5)
    assert pace.cost(2) == pytest.approx(900 * 2.25)
    pace.reached(8, 2301)  # hardly anything, as the table knew it
    assert pace.cost(1) == pytest.approx(LEAST_GROWTH)
    pace.reached(9, 3301)
    assert pace.cost(1) == pytest.approx(1000 * MOST_GROWTH)


def test_contempt_prefers_or_shuns_a_draw() -> None:
    seeds = (s for s in range(2000))
    for seed in seeds:
        position = late_position("othello-4x4", 5, seed)
        values = truth(position)
        ordered = sorted(values.values(), reverse=True)
        if ordered[0] > 0 and 0 in ordered:
            break
    love = 64 if position.seat == 0 else -64
    shun = AlphaBetaRoot(position, PlainSearcher(), Limits(best=1, contempt=-love), lambda: None)
    shun.run()
    assert shun.lines[0].score.value == ordered[0]
    seek = AlphaBetaRoot(position, PlainSearcher(), Limits(best=1, contempt=love), lambda: None)
    seek.run()
    assert seek.lines[0].score.value == 0


class Unstable(PlainSearcher):
    """A selective search at its worst: what failed low before fails high in the next window."""

    def search(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        if depth < 4 or (alpha <= -6400 and beta >= 6400):
            return 0
        return alpha if self.nodes % 2 else beta


def test_an_unstable_search_comes_to_an_end() -> None:
    position = start(CATALOGUE.get("othello"))
    searcher = Unstable()
    root = AlphaBetaRoot(position, searcher, Limits(depth=8), lambda: None, Policy(worth_solving=lambda d, e: False))
    root.run()
    assert root.depth == 8
    assert searcher.nodes < 100


class Scripted(PlainSearcher):
    """Says what each root move is worth at each depth, and stops after so many questions."""

    def __init__(self, script: dict[Position, list[int]], patience: int) -> None:
        super().__init__()
        self.script, self.left = script, patience

    def search(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        if self.left == 0:
            raise Interrupted
        self.left -= 1
        self.nodes += 1
        return -100 * self.script[position][depth]


def test_an_interrupted_iteration_does_not_dig_up_what_was_beaten() -> None:
    """d6 was once worth 2, and has been beaten by f4 since: f4 alone is known at the last depth."""
    position = start(CATALOGUE.get("othello")).play(parse_move(start(CATALOGUE.get("othello")), "f5"))
    d6, f4, f6 = (position.play(parse_move(position, move)) for move in ("d6", "f4", "f6"))
    script = {d6: [5, 2, 0, 0], f4: [1, 3, 1, 1], f6: [0, 0, 0, 0]}
    found = []
    for patience in range(3, 40):
        searcher = Scripted(script, patience)
        root = AlphaBetaRoot(position, searcher, Limits(best=1), lambda: None, Policy(worth_solving=lambda d, e: False))
        with pytest.raises((Interrupted, IndexError)):
            root.run()
        found.append((root.depth, root.lines[0].move))
    assert {move for depth, move in found if depth >= 2} == {parse_move(position, "f4")}
    assert (3, parse_move(position, "f4")) in found


def test_enough_is_asked_before_each_iteration_and_ends_the_search() -> None:
    asked = []

    def enough(progress: DeepeningProgress) -> bool:
        asked.append(progress)
        return progress.depth == 3

    position = late_position("othello-6x4", 10, 3)
    limits = Limits(best=1)
    policy = Policy(worth_solving=lambda d, e: False, enough=enough)
    root = AlphaBetaRoot(position, PlainSearcher(), limits, lambda: None, policy)
    with pytest.raises(Interrupted):
        root.run()
    assert [progress.depth for progress in asked] == [1, 2, 3]
    last = asked[-1]
    assert (last.best, last.value) == (root.lines[0].move, root.lines[0].score.value)
    assert 0 < last.effort <= 1
    assert last.choices == len(position.legal())


PRINTED = tuple(UNMEASURED.percent(level, 6) for level in range(FULL_WIDTH + 1))
"""What is said of scores with six empty cells at each level."""


class Overhasty(PlainSearcher):
    """Its selective searches are off by ten discs, up or down by turns; exact ones are right."""

    selective = True

    def solve(self, position: Position, alpha: int, beta: int, level: int = FULL_WIDTH) -> int:
        value = super().solve(position, -1000, 1000)
        return value if level == FULL_WIDTH else value + (10 if level % 2 else -10)


@pytest.mark.parametrize("best", [1, 2, None])
@pytest.mark.parametrize("seed", range(4))
def test_selective_steps_say_what_they_are_and_end_with_the_truth(
    best: int | None, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(root_module, "LEAST_STEPPED", 6)
    monkeypatch.setattr(root_module, "ALL_STEPPED", 6)
    position = late_position("othello-4x4", 6, seed)
    values = truth(position)
    heard = []
    root = AlphaBetaRoot(
        position,
        Overhasty(),
        Limits(best=best),
        lambda: heard.append(root.lines[0].score),
        Policy(worth_solving=lambda depth, empties: depth >= 2),
    )
    root.run()
    assert [line.score.value for line in root.lines] == sorted(values.values(), reverse=True)[:best]
    assert all(values[line.move] == line.score.value for line in root.lines)
    steps = [score for score in heard if score.depth == position.empties]
    confidences = [score.confidence for score in steps]
    assert confidences == sorted(confidences)
    assert set(confidences) == set(PRINTED)
    assert all((score.kind is Certainty.EXACT) == (score.confidence == 100) for score in steps)


def test_estimates_claim_no_confidence() -> None:
    root = AlphaBetaRoot(late_position("othello-4x4", 9, 0), Overhasty(), Limits(depth=3), lambda: None)
    root.run()
    assert {(line.score.kind, line.score.confidence) for line in root.lines} == {(Certainty.ESTIMATE, 100)}


class Misled(PlainSearcher):
    """Its searches are right, but its table holds the worst move: as after a window that failed low."""

    selective = True

    def variation(self, position: Position, plies: int) -> tuple[Move, ...]:
        values = truth(position)
        return (min(values, key=values.__getitem__),) if values else ()


@pytest.mark.parametrize("seed", range(3))
def test_the_best_move_of_a_selective_step_is_worth_its_score(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(root_module, "LEAST_STEPPED", 6)
    monkeypatch.setattr(root_module, "ALL_STEPPED", 6)
    position = late_position("othello-4x4", 6, seed)
    values = truth(position)
    assert len(set(values.values())) > 1
    heard = []
    limits = Limits(best=1)
    policy = Policy(worth_solving=lambda depth, empties: depth >= 2)
    root = AlphaBetaRoot(position, Misled(), limits, lambda: heard.append(root.lines[0]), policy)
    root.run()
    steps = [line for line in heard if line.score.depth == position.empties]
    assert {line.score.confidence for line in steps} == set(PRINTED)
    assert all(values[line.move] == line.score.value == max(values.values()) for line in steps)


def test_steps_to_the_end_stop_when_it_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(root_module, "LEAST_STEPPED", 6)
    monkeypatch.setattr(root_module, "ALL_STEPPED", 6)
    position = late_position("othello-4x4", 6, 0)
    asked: list[DeepeningProgress] = []

    def enough(progress: DeepeningProgress) -> bool:
        asked.append(progress)
        return root.lines[0].score.confidence == PRINTED[2]

    def closing(depth: int, empties: int) -> bool:
        return depth >= 2

    limits = Limits(best=1)
    policy = Policy(worth_solving=lambda depth, empties: False, worth_closing=closing, enough=enough)
    root = AlphaBetaRoot(position, Overhasty(), limits, lambda: None, policy)
    with pytest.raises(Interrupted):
        root.run()
    (line,) = root.lines
    assert (line.score.kind, line.score.depth, line.score.confidence) == (Certainty.SELECTIVE, 6, PRINTED[2])
    assert [progress.depth for progress in asked] == [1, 2, 6, 6, 6]


def test_who_has_begun_to_solve_does_not_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(root_module, "LEAST_STEPPED", 6)
    position = late_position("othello-4x4", 6, 0)
    begins = Limits(best=1)
    begins_policy = Policy(worth_solving=lambda depth, empties: depth == 2, enough=lambda progress: progress.depth > 2)
    root = AlphaBetaRoot(position, Overhasty(), begins, lambda: None, begins_policy)
    root.run()
    assert root.lines[0].score.kind is Certainty.EXACT


def test_a_depth_short_of_the_end_is_not_exceeded() -> None:
    position = late_position("othello-4x4", 6, 0)
    limits = Limits(depth=5)
    policy = Policy(worth_solving=lambda depth, empties: False, worth_closing=lambda depth, empties: True)
    root = AlphaBetaRoot(position, PlainSearcher(), limits, lambda: None, policy)
    root.run()
    assert root.depth == 5
    assert {line.score.depth for line in root.lines} == {5}
