"""Problems that come back at growing intervals, in a file."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from engined_client.practice.deck import KNOWN_DAYS, Card, Deck
from engined_client.practice.problem import Problem
from engined_client.terminal.command import WrongInput

TODAY = date(2026, 3, 1)


def problem(move: str, level: int = 3, tempting: tuple[str, ...] = ()) -> Problem:
    return Problem(
        variant="othello", digest="d" * 64, moves=(move,), best="c3", score=4, second=0, level=level, depth=2,
        tempting=tempting, empties=10,
    )  # fmt: skip


def test_what_is_solved_at_once_comes_back_later_and_later_until_it_is_known() -> None:
    card, day, gaps = Card(problem=problem("f5")), TODAY, []
    while not card.known:
        card = card.answered(day, right=True)
        assert card.due is not None
        gaps.append((card.due - day).days)
        day = card.due
    assert gaps[0] == 1
    assert all(2 * before <= after <= 3 * before for before, after in pairwise(gaps))
    assert gaps[-2] < KNOWN_DAYS <= gaps[-1]
    assert card.asked == card.solved == len(gaps)


def test_what_was_not_found_is_due_again_at_once_and_begins_anew() -> None:
    card = Card(problem=problem("f5"), due=TODAY, days=20).answered(TODAY, right=False)
    assert card.due == TODAY
    assert card.answered(TODAY, right=True).due == TODAY + timedelta(1)


def test_overdue_ones_are_asked_first_then_new_ones_by_difficulty(tmp_path: Path) -> None:
    deck = Deck(tmp_path / "deck.json")
    moves = {"a1": 5, "b1": 3, "c1": 3, "d1": 3, "e1": 3}
    assert deck.add(problem(move, level) for move, level in moves.items()) == 5
    assert deck.add([problem("a1")]) == 0
    for move, due, days in (("c1", TODAY, 3), ("d1", TODAY - timedelta(9), 3), ("e1", TODAY, KNOWN_DAYS)):
        deck.put(Card(problem=problem(move), due=due, days=days))
    assert [card.problem.moves[0] for card in deck.due(TODAY)] == ["d1", "c1", "b1", "a1"]


def test_a_deck_is_what_was_saved(tmp_path: Path) -> None:
    deck = Deck.of("othello@0123", "9" * 64, tmp_path / "not" / "yet")
    deck.add([problem("f5", 4, ("a1", "b2"))])
    deck.put(deck.cards[0].answered(TODAY, right=True))
    deck.save()
    assert deck.path.name == "othello-99999999.json"
    assert Deck(deck.path).cards == deck.cards
    assert Deck(deck.path).next_due() == TODAY + timedelta(1)


@pytest.mark.parametrize("content", ["", "{}", '{"engined_problems": 1, "cards": [3]}', "\x00\xff" * 9])
def test_a_file_that_is_something_else_is_refused_and_stays(tmp_path: Path, content: str) -> None:
    path = tmp_path / "deck.json"
    path.write_text(content)
    with pytest.raises(WrongInput, match=r"deck\.json"):
        Deck(path)
    assert path.read_text() == content


def test_each_level_that_fails_and_each_tempting_move_makes_it_harder() -> None:
    assert problem("f5", 1).difficulty == 1
    assert problem("f5", 4, ("a1", "b2")).difficulty == 6
