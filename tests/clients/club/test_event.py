"""Tournaments of people: rounds that are fair, standings that were counted by hand, results from records."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined_client.club.event import Club, Drawn, Table, next_round, standing
from engined_client.club.pairing import PairingError
from engined_client.club.results import place
from engined_client.club.score import read_score, score_of
from engined_client.commands import club as command
from engined_client.files.games import FoundGame
from engined_client.files.positions import GivenPosition
from engined_client.terminal.command import WrongInput
from engined_protocol.records.record import Record
from engined_protocol.records.result import DRAW, Result, by_points

NAMES = tuple("abcdefgh")


def scored(a: str, score: str, b: str) -> Table:
    return Table(a, b, read_score(score))


def finished(drawn: Drawn, dice: random.Random) -> Drawn:
    """A round with results by chance."""
    scores = [f"{black}-{64 - black}" for black in (10, 24, 32, 33, 64)]
    return replace(drawn, tables=tuple(scored(t.a, dice.choice([*scores, "0-0", "1-0"]), t.b) for t in drawn.tables))


def there_is_a_round(names: list[str], met: set[frozenset[str]], had_bye: set[str]) -> bool:
    """Whether all can be paired without a rematch or a second bye, tried out."""
    if not names:
        return True
    one, *rest = names
    if len(names) % 2 and one not in had_bye and there_is_a_round(rest, met, had_bye):
        return True
    return any(
        frozenset((one, other)) not in met and there_is_a_round([name for name in rest if name != other], met, had_bye)
        for other in rest
    )


@given(st.integers(2, 8), st.integers(1, 8), st.sets(st.sampled_from(NAMES), max_size=2), st.randoms())
@settings(max_examples=60, deadline=None)
def test_swiss_rounds_are_fair(count: int, rounds: int, leaving: set[str], dice: random.Random) -> None:
    """Each plays once a round or has the bye; nobody meets again, or has a second bye, while that can be avoided."""
    club = Club(NAMES[:count], rounds=rounds)
    met: set[frozenset[str]] = set()
    had_bye: set[str] = set()
    for number in range(rounds):
        if number == 2:
            club = replace(club, withdrawn=frozenset(leaving & set(club.players)))
        here = [name for name in club.players if name not in club.withdrawn]
        if len(here) < 2:
            with pytest.raises(PairingError, match="fewer than two"):
                next_round(club)
            return
        drawn = next_round(club)
        paired = [name for table in drawn.tables for name in (table.a, table.b)]
        assert sorted([*paired, *drawn.byes]) == sorted(here)
        assert len(drawn.byes) == len(here) % 2
        pairs = {frozenset((table.a, table.b)) for table in drawn.tables}
        if there_is_a_round(here, met, had_bye):
            assert not pairs & met
            assert not had_bye & set(drawn.byes)
        met |= pairs
        had_bye |= set(drawn.byes)
        club = replace(club, drawn=(*club.drawn, finished(drawn, dice)))
    with pytest.raises(PairingError, match=f"all {rounds} rounds"):
        next_round(club)


@given(st.integers(2, 12), st.randoms())
@settings(max_examples=30, deadline=None)
def test_byes_go_round_before_anybody_has_a_second(pairs: int, dice: random.Random) -> None:
    """With an odd number of players, in as many rounds as half of them could meet without a rematch."""
    players = tuple(f"p{number}" for number in range(2 * pairs + 1))
    club = Club(players, rounds=pairs)
    for _ in range(pairs):
        club = replace(club, drawn=(*club.drawn, finished(next_round(club), dice)))
    assert max(club.byes.values()) == 1


def test_colours_stay_balanced() -> None:
    """After each second round of a tournament that Black always wins, nobody has had Black or White too often."""
    club = Club(NAMES, rounds=6)
    for _ in range(6):
        drawn = next_round(club)
        tables = tuple(scored(table.a, "40-24", table.b) for table in drawn.tables)
        club = replace(club, drawn=(*club.drawn, replace(drawn, tables=tables)))
    for name in NAMES:
        seats = [table.a == name for table in club.played if name in (table.a, table.b)]
        assert abs(2 * sum(seats) - len(seats)) <= 2


@pytest.mark.parametrize("count", [2, 5, 6])
def test_a_round_robin_with_somebody_who_leaves(count: int) -> None:
    club = Club(NAMES[:count], format="round-robin")
    met = []
    for _ in range(club.total):
        drawn = next_round(club)  # results are not waited for
        met += [frozenset((table.a, table.b)) for table in drawn.tables]
        club = replace(club, drawn=(*club.drawn, drawn))
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(NAMES[:count], 2)))
    club = replace(club, drawn=(), withdrawn=frozenset("a") if count > 2 else frozenset())
    drawn = next_round(club)
    assert sorted([*(name for table in drawn.tables for name in (table.a, table.b)), *drawn.byes]) == sorted(
        name for name in club.players if name not in club.withdrawn
    )


def test_a_swiss_round_waits_for_results() -> None:
    club = Club(NAMES[:4], drawn=(Drawn((Table("a", "b"), scored("c", "40-24", "d"))),))
    with pytest.raises(PairingError, match="a game has no result yet"):
        next_round(club)


# --- standings ------------------------------------------------------------------------------------

THREE_ROUNDS = (
    Drawn((scored("a", "40-24", "b"), scored("c", "20-44", "d")), ("e",)),
    Drawn((scored("d", "32-32", "a"), scored("e", "50-14", "c")), ("b",)),
    Drawn((scored("a", "36-28", "e"), scored("b", "31-33", "d")), ("c",)),
)
"""Five players. Games each: 3 with the bye, so C is 21."""
BY_HAND = {
    # points; discs; the points of opponents: a had b (1), d (2.5), e (2)
    "a": (2.5, 40 + 32 + 36, 1 + 2.5 + 2),
    "b": (1.0, 24 + 32 + 31, 2.5 + 2.5),
    "c": (1.0, 20 + 14 + 32, 2.5 + 2),
    "d": (2.5, 44 + 32 + 33, 1 + 2.5 + 1),
    "e": (2.0, 32 + 50 + 28, 1 + 2.5),
}


def test_brightwell_points_counted_by_hand() -> None:
    rows = standing(Club(tuple("abcde"), drawn=THREE_ROUNDS))
    for row in rows:
        points, discs, opponents = BY_HAND[row.name]
        assert (row.points, row.discs, row.brightwell) == (points, discs, discs + 21 * opponents)
    # a and d are level by points: 108 + 21 * 5.5 = 223.5 and 109 + 21 * 4.5 = 203.5; b and c: 192 and 160.5.
    assert [(row.rank, row.name) for row in rows] == [(1, "a"), (2, "d"), (3, "e"), (4, "b"), (5, "c")]


def test_who_is_level_in_all_shares_a_rank_in_the_order_of_the_players() -> None:
    club = Club(("x", "b", "a", "y"), drawn=(Drawn((scored("a", "40-24", "x"), scored("b", "40-24", "y"))),))
    assert [(row.rank, row.name) for row in standing(club)] == [(1, "b"), (1, "a"), (3, "x"), (3, "y")]


def test_a_bye_counts_when_the_others_have_played() -> None:
    club = Club(("a", "b", "c"), drawn=(Drawn((Table("a", "b"),), ("c",)),))
    assert [row.points for row in standing(club)] == [0, 0, 0]
    club = replace(club, drawn=(Drawn((scored("a", "0-0", "b"),), ("c",)),))
    assert [(row.name, row.points, row.discs) for row in standing(club)] == [("c", 1, 32), ("a", 0, 0), ("b", 0, 0)]


# --- scores ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cells", "points", "discs"),
    [
        ("40-24", 64, (1, 0), (40, 24)),
        ("32-32", 64, (0.5, 0.5), (32, 32)),
        ("32<32", 64, (0, 1), (32, 32)),
        ("32>32", 64, (1, 0), (32, 32)),
        ("9-27", 36, (0, 1), (16, 48)),
        ("1-0", 64, (1, 0), (64, 0)),
        ("0-1", 36, (0, 1), (0, 64)),
        ("1/2-1/2", 64, (0.5, 0.5), (32, 32)),
        ("0-0", 64, (0, 0), (0, 0)),
    ],
)
def test_scores(text: str, cells: int, points: tuple[float, float], discs: tuple[float, float]) -> None:
    score = read_score(text, cells)
    assert (score.points, score.discs) == (points, discs)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("40-20", "60 discs of 64; the empty cells go to the winner"),
        ("40-40", "80 discs of 64; the board has 64 cells"),
        ("40>24", "with equal discs alone"),
        ("forty", "'forty' is no score"),
        ("", "is no score"),
    ],
)
def test_scores_that_cannot_be(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_score(text)


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (by_points(16), "40-24"),
        (by_points(-64), "0-64"),
        (DRAW, "32-32"),
        (Result("points", "X", 0.0), "32>32"),
        (Result("resignation", "O"), "0-1"),
        (Result("points", ""), "1/2-1/2"),
        (by_points(3.5), "1-0"),
        (by_points(3), "34-30"),  # 33-30, and a cell that is the winner's
        (by_points(-1), "31-33"),
    ],
)
def test_scores_of_results(result: Result, text: str) -> None:
    score = score_of(result)
    assert score is not None
    assert score.text == text


@pytest.mark.parametrize(("margin", "text"), [(0, "1/2-1/2"), (1, "25-24"), (-2, "23-26"), (49, "49-0"), (-48, "0-49")])
def test_scores_of_results_on_an_odd_number_of_cells(margin: int, text: str) -> None:
    score = score_of(by_points(margin), 49)
    assert score is not None
    assert score.text == text


def test_no_score_of_what_has_not_ended() -> None:
    assert score_of(Result()) is None


# --- whose game it is -----------------------------------------------------------------------------


def record(black: str, white: str) -> FoundGame:
    return FoundGame("g.sgf", 1, GivenPosition(), Record(8, 8, black=black, white=white))


def test_a_record_finds_its_game_by_the_players() -> None:
    club = Club(("Aoki Ken", "b", "c", "d"), drawn=(Drawn((Table("Aoki Ken", "b"), Table("c", "d"))),))
    placed = place(club, record("D", "C"), by_points(16))
    assert (placed.round, placed.number, placed.table) == (1, 2, scored("d", "40-24", "c"))
    placed = place(club, record("aoki  ken", "b"), by_points(-2))
    assert (placed.number, placed.table.score and placed.table.score.text) == (1, "31-33")
    placed = place(club, record("", ""), by_points(2), number=2)
    assert placed.table == scored("c", "33-31", "d")
    with pytest.raises(WrongInput, match=r"g\.sgf: no game without a result has the players b - c"):
        place(club, record("b", "c"), by_points(2))
    with pytest.raises(WrongInput, match="there is no game 3 in round 1"):
        place(club, record("b", "c"), by_points(2), number=3)
    with pytest.raises(WrongInput, match="there is no round 2: 1 are drawn"):
        place(club, record("b", "c"), by_points(2), round=2)


def test_without_the_package_no_swiss_tournament_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engined_client.club.pairing.find_spec", lambda name: None)
    parser = ArgumentParser()
    command.add_arguments(parser)
    file = tmp_path / "t.toml"
    with pytest.raises(WrongInput, match="pip install networkx; --format round-robin does without"):
        command.run(parser.parse_args(["new", str(file), "A", "B"]))
    assert not file.exists()
    assert command.run(parser.parse_args(["new", str(file), "A", "B", "--format", "round-robin"])) == 0
    assert file.exists()
