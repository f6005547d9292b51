"""The root search against plain minimax over the rules."""

import random

import pytest
from plain_searcher import PlainSearcher

from engined.engine.root import Root, Wish
from engined.results import Interrupted, Kind
from engined.rules.position import Position, move_text, parse_move, start
from engined.variants.catalogue import Catalogue

CATALOGUE = Catalogue()


def truth(position: Position) -> dict[str, float]:
    """Exact score of every move, by plain minimax without any window."""

    def value(p: Position, seat: int) -> float:
        if p.over:
            return p.value(seat)
        values = [value(p.play(m), seat) for m in p.legal()]
        return max(values) if p.seat == seat else min(values)

    return {move_text(position, m): value(position.play(m), position.seat) for m in position.legal()}


def late_position(variant: str, empties: int, seed: int) -> Position:
    rng = random.Random(seed)
    while True:
        position = start(CATALOGUE.get(variant))
        while not position.over and position.empties > empties:
            position = position.play(rng.choice(position.legal()))
        if not position.over:
            return position


@pytest.mark.parametrize(
    "variant", ["othello-4x4", "othello-6x4", "anti-othello-4x4", "reversi-parallel-4x4"]
)
@pytest.mark.parametrize("seed", range(6))
def test_all_moves_are_exact(variant: str, seed: int) -> None:
    position = late_position(variant, 6, seed)
    root = Root(position, PlainSearcher(), Wish(), lambda: None)
    root.run()
    lines = root.lines
    assert {line.move: line.score.value for line in lines} == truth(position)
    assert all(line.score.kind is Kind.EXACT for line in lines)
    assert [line.score.value for line in lines] == sorted((v for v in truth(position).values()), reverse=True)


@pytest.mark.parametrize("best", [1, 2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_best_n_are_the_best(best: int, seed: int) -> None:
    position = late_position("othello-4x4", 6, seed)
    values = truth(position)
    root = Root(position, PlainSearcher(), Wish(best=best), lambda: None)
    root.run()
    lines = root.lines
    assert [line.score.value for line in lines] == sorted(values.values(), reverse=True)[:best]
    assert all(values[line.move] == line.score.value for line in lines)


@pytest.mark.parametrize("seed", range(8))
def test_principal_variation_is_perfect(seed: int) -> None:
    position = late_position("othello-4x4", 6, seed)
    root = Root(position, PlainSearcher(), Wish(best=1), lambda: None)
    root.run()
    (line,) = root.lines
    seat = position.seat
    for text in line.pv:
        values = truth(position)
        assert values[text] == max(values.values())
        position = position.play(parse_move(position, text))
    assert position.over
    assert position.value(seat) == line.score.value


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("window", [(-1, 1), (-4, 4), (0, 2)])
def test_window_is_right(seed: int, window: tuple[int, int]) -> None:
    position = late_position("othello-4x4", 6, seed)
    score = max(truth(position).values())
    wish = Wish(best=1, window=window, worth_solving=lambda depth, empties: True)
    root = Root(position, PlainSearcher(), wish, lambda: None)
    root.run()
    (line,) = root.lines
    if score >= window[1]:
        assert line.score.kind in (Kind.LOWER, Kind.EXACT)
        assert window[1] <= line.score.value <= score
    elif score <= window[0]:
        assert line.score.kind in (Kind.UPPER, Kind.EXACT)
        assert score <= line.score.value <= window[0]
    else:
        assert (line.score.kind, line.score.value) == (Kind.EXACT, score)


@pytest.mark.parametrize("patience", [1, 10, 100, 300, 1000])
def test_interrupted_search_keeps_its_lines(patience: int) -> None:
    position = late_position("othello-6x4", 10, 3)
    root = Root(position, PlainSearcher(patience), Wish(), lambda: None)
    with pytest.raises(Interrupted):
        root.run()
    legal = {line.move for line in root.lines}
    assert legal <= set(truth_moves(position))
    if root.depth >= 1:
        assert legal == set(truth_moves(position))


def truth_moves(position: Position) -> list[str]:
    return [move_text(position, m) for m in position.legal()]


def test_adopted_lines_save_the_work() -> None:
    position = late_position("othello-6x4", 10, 3)
    cold = PlainSearcher()
    first = Root(position, cold, Wish(depth=4, worth_solving=lambda d, e: False), lambda: None)
    first.run()
    warm = PlainSearcher()
    second = Root(position, warm, Wish(depth=4, worth_solving=lambda d, e: False), lambda: None)
    second.adopt(first.depth, first.lines)
    second.run()
    assert warm.nodes == 0
    assert [(x.move, x.score) for x in second.lines] == [(x.move, x.score) for x in first.lines]


def test_contempt_prefers_or_shuns_a_draw() -> None:
    seeds = (s for s in range(2000))
    for seed in seeds:
        position = late_position("othello-4x4", 5, seed)
        values = truth(position)
        ordered = sorted(values.values(), reverse=True)
        if ordered[0] > 0 and 0 in ordered:
            break
    shun = Root(position, PlainSearcher(), Wish(best=1, contempt=-64), lambda: None)
    shun.run()
    assert shun.lines[0].score.value == ordered[0]
    seek = Root(position, PlainSearcher(), Wish(best=1, contempt=64), lambda: None)
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
    root = Root(position, searcher, Wish(depth=8, worth_solving=lambda d, e: False), lambda: None)
    root.run()
    assert root.depth == 8
    assert searcher.nodes < 100
