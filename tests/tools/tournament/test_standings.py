"""Points, discs and Brightwell points, worked out by hand."""

from __future__ import annotations

import pytest

from engined.tools.match.game_log import FinishedGame
from engined.tools.tournament.played import Played
from engined.tools.tournament.report import game_line
from engined_client.club.standings import coefficient, standings


def game(a: str, b: str, margin: float | None, *, winner: str | None = "", end: str = "score", **where: int) -> Played:
    """A game that ``a`` won by a margin (or that was not played out)."""
    if winner == "":
        winner = "A" if (margin or 0) > 0 else "B" if (margin or 0) < 0 else None
    finished = FinishedGame(
        number=where.get("number", 1),
        first="A",
        opening="",
        moves="",
        end=end,
        detail="",
        winner=winner,  # type: ignore[arg-type]
        discs=margin,
        seconds=(),
        evaluations=(),
    )
    return Played(where.get("round", 1), "othello", where.get("cells", 64), a, b, finished)


def test_brightwells_coefficients() -> None:
    """The table of the rules, and that no game number of a real tournament is halfway between two."""
    assert [coefficient(games) for games in range(1, 16)] == [64, 32, 21, 16, 13, 11, 9, 8, 7, 6, 6, 5, 5, 5, 4]
    assert all(abs(64 / games % 1 - 0.5) > 1e-9 for games in range(1, 128))


def test_a_small_tournament_by_hand() -> None:
    """a beats b 40-24 and c 33-31, b and c draw: with two games each C is 32."""
    played = [game("a", "b", 16), game("c", "a", -2, round=2), game("b", "c", 0, round=3)]
    a, b, c = sorted(standings(("a", "b", "c"), played, {}), key=lambda row: row.name)
    assert (a.points, b.points, c.points) == (2, 0.5, 0.5)
    assert (a.won, a.drawn, a.lost, b.drawn) == (2, 0, 0, 1)
    assert (a.discs, b.discs, c.discs) == (73, 56, 63)
    assert a.brightwell == 73 + 32 * (0.5 + 0.5)
    assert b.brightwell == 56 + 32 * (2 + 0.5)
    assert c.brightwell == 63 + 32 * (2 + 0.5)
    assert (a.rank, c.rank, b.rank) == (1, 2, 3)


def test_opponents_count_once_for_each_game() -> None:
    played = [game("a", "b", 10, number=1), game("a", "b", -10, number=2)]
    a, b = standings(("a", "b"), played, {})
    assert (a.points, a.discs, a.brightwell) == (1, 64, 64 + 32 * 2)
    assert (a.rank, b.rank) == (1, 1)


@pytest.mark.parametrize(("cells", "margin", "discs"), [(64, 64, 64), (36, 36, 64), (36, 9, 40), (100, -50, 16)])
def test_all_boards_count_64_discs(cells: int, margin: int, discs: float) -> None:
    played = game("a", "b", margin, cells=cells)
    assert played.discs("a") == discs
    assert played.discs("b") == 64 - discs


def test_a_game_that_was_not_played_out() -> None:
    played = [game("a", "b", None, winner="B", end="timeout"), game("a", "b", None, winner=None, end="too long")]
    b, a = standings(("a", "b"), played, {})
    assert (a.discs, b.discs) == (32, 96)
    assert (a.forfeits, b.forfeits) == ({"timeout": 1}, {})


def test_the_right_to_a_draw_wins_with_equal_discs() -> None:
    played = game("a", "b", 0, winner="A")
    assert (played.points("a"), played.points("b")) == (1, 0)
    assert played.discs("a") == played.discs("b") == 32


def test_a_bye_is_a_win_against_nobody() -> None:
    a, c, b = standings(("a", "b", "c"), [game("a", "b", 20)], {"c": 1})
    assert (c.name, c.points, c.won, c.games, c.discs, c.brightwell) == ("c", 1, 1, 1, 32, 32)
    assert (a.points, a.brightwell, b.brightwell) == (1, 42, 22 + 64)


def test_seats_of_a_meeting() -> None:
    first, second = game("a", "b", 0, number=1), game("a", "b", 0, number=2)
    assert [first.seat("a"), first.seat("b"), second.seat("a"), second.seat("b")] == [0, 1, 1, 0]


def test_nobody_has_played() -> None:
    assert [row.rank for row in standings(("a", "b"), [], {})] == [1, 1]


@pytest.mark.parametrize(
    ("margin", "winner", "said"),
    [(16, "", "a wins by 16"), (-2, "", "b wins by 2"), (0, "", "draw"), (0, "B", "b wins")],
)
def test_a_game_in_words(margin: float, winner: str, said: str) -> None:
    """Nobody wins by nothing: with the right to a draw one just wins."""
    assert game_line(game("a", "b", margin, winner=winner)) == f"round 1  othello  a - b  {said}"
