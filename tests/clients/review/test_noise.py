"""Losses in games played out, and what of them is noise."""

from __future__ import annotations

import pytest

from engined_client.review.model import ReviewedMove
from engined_client.review.noise import FEWEST, OF_GAMES, OF_MEDIAN, noise, seen_after
from engined_client.review.search import Comparison
from engined_client.review.worth import Worth
from tests.clients.review.made import reviewed


def played_out(move: str, score: float, *, error: float = 0.1, win_rate: float = 0.5) -> Worth:
    return Worth(move=move, score=score, kind="estimate", depth=9, line=(move,), win_rate=win_rate, error=error)


def game(scores: list[float], *, error: float = 0.1) -> list[ReviewedMove]:
    """The moves of a game in which the best one was always played, the last one first; scores are Black's before it."""
    moves = []
    for ply, score in enumerate(scores, 1):
        worth = played_out("c3", score if ply % 2 else -score, error=error)
        moves.append(reviewed(ply, worth, worth))
    return moves[::-1]


def test_noise_is_what_successive_searches_differ_by() -> None:
    """Black's score goes up and down by two points and one, although the best was played: the middle of that is 1.5."""
    later = game([0, 2, 1, 3, 2, 4, 3])
    assert len(later) > FEWEST
    assert noise(later, played_out("a1", 5), played_out("b1", 1)) == pytest.approx(1.5 * OF_MEDIAN)


def test_it_is_no_less_than_what_games_spread_by() -> None:
    steady = game([1] * 8)
    assert noise(steady, played_out("a1", 5, error=0.3), played_out("b1", 1, error=0.4)) == pytest.approx(0.5)


def test_where_little_is_known_games_alone_say_it() -> None:
    assert noise([], played_out("a1", 5, error=0.3), played_out("b1", 1, error=0.4)) == pytest.approx(0.5 * OF_GAMES)
    missed = [reviewed(ply, played_out("a1", 9), played_out("b1", 0)) for ply in range(20, 0, -1)]
    assert noise(missed, played_out("a1", 5, error=0.3), played_out("b1", 1, error=0.4)) == pytest.approx(
        0.5 * OF_GAMES
    )


def test_scores_without_games_have_none() -> None:
    exact = Worth(move="a1", score=4.0, kind="exact", depth=9, line=("a1",))
    assert noise(game([0, 5, 0, 5, 0, 5, 0, 5]), exact, exact) == 0


def test_a_move_is_worth_the_more_of_what_two_searches_say() -> None:
    found = Comparison(played_out("a1", 5.0, win_rate=0.8), played_out("b1", 1.0, win_rate=0.4), 800)
    assert found.loss == 4
    # The opponent is thought to be two points behind after it, and to win three of ten.
    better = found.beside(seen_after("b1", played_out("c1", -2.0, win_rate=0.3), same_side=False))
    assert (better.loss, better.played.move, better.played.line) == (3, "b1", ("b1", "c1"))
    assert better.played.win_rate == pytest.approx(0.7)
    assert found.beside(seen_after("b1", played_out("c1", 2.0), same_side=False)) == found
    assert found.beside(seen_after("b1", played_out("c1", -9.0), same_side=False)).loss == 0
    best = Comparison(found.best, found.best, 800)
    assert best.beside(seen_after("a1", played_out("c1", -9.0), same_side=False)) == best
