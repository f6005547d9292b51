"""What reviews say, count, keep and write, from reviews that are made here."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from sgfmill import sgf as other

from engined_client.files.games import FoundGame
from engined_client.files.positions import GivenPosition
from engined_client.review.annotated import sgf_review
from engined_client.review.archive import Archive
from engined_client.review.budget import USUAL_SECONDS, Budget
from engined_client.review.model import ReviewedMove, Thresholds
from engined_client.review.orientation import mirrored
from engined_client.review.summary import summarised, summary_lines
from engined_client.review.table import review_lines, row_of, total_lines
from engined_client.review.worth import Worth
from engined_protocol.messages import Analysis
from tests.clients.replays import replay_of
from tests.clients.review.made import THRESHOLDS, review, reviewed, worth


@pytest.mark.parametrize(
    ("loss", "grade"),
    [(0, ""), (1.99, ""), (2, "inaccuracy"), (3.9, "inaccuracy"), (4, "mistake"), (8, "blunder"), (64, "blunder")],
)
def test_grades_are_as_the_thresholds_say(loss: float, grade: str) -> None:
    assert THRESHOLDS.grade(loss) == grade
    assert Thresholds(loss + 1, loss + 2, loss + 3).grade(loss) == ""


def test_a_mirror_image_is_its_own_way_back() -> None:
    moves = ("f5", "--", "a8", "h1:g1+c3")
    assert [mirrored(move, 8) for move in moves] == ["c5", "--", "h8", "a1:b1+f3"]
    assert tuple(mirrored(mirrored(move, 8), 8) for move in moves) == moves


# --- budget ---------------------------------------------------------------------------------------


def test_a_clock_is_dealt_out_and_what_is_left_goes_on() -> None:
    time = [0.0]
    allotment = Budget(clock=10.0).begin(5, lambda: time[0])
    assert allotment.next().limits()["seconds"] == 1.0  # of two, the half is for the move that was played
    time[0] = 0.5
    assert allotment.next().limits()["seconds"] == pytest.approx(9.5 / 4 / 2)
    time[0] = 11.0
    late = allotment.next().limits()["seconds"]
    assert late is not None
    assert late > 0


def test_from_some_empty_cells_on_scores_are_proven() -> None:
    allotment = Budget(depth=3, exact=10).begin(1)
    assert [allotment.proves(empties) for empties in (11, 10, 0)] == [False, True, True]
    assert not Budget(depth=3).begin(1).proves(0)


def found(depth: int, known: int) -> Analysis:
    return Analysis(
        id="1",
        reason="done",
        best="a1",
        score=1.0,
        kind="estimate",
        depth=depth,
        known_depth=known,
        moves=(),
        nodes=1,
        seconds=0.0,
    )


def test_the_played_move_is_searched_as_deep_as_the_best_one_but_not_for_ever() -> None:
    allotment = Budget(depth=3).begin(1)
    limits = [(options["depth"], options["seconds"]) for options in map(allotment.limits, (found(3, 0), found(30, 30)))]
    assert limits == [(3, None), (30, USUAL_SECONDS)]


# --- the table, the summary -----------------------------------------------------------------------

LOSING = reviewed(1, worth("b1", 4, "a1"), worth("c4", -4, "b4"))
EVEN = reviewed(2, worth("d4", 4), worth("d4", 4))


def test_the_table_says_what_was_lost_and_what_was_better() -> None:
    found = review(LOSING, EVEN, players=("Ann", ""))
    lines = review_lines(found)
    assert lines[0] == "othello-4x4: Black Ann, White; 2 plies"
    assert lines[3].split() == ["1", "Black", "c4", "+4", "-4", "8", "??", "exact", "b1", "a1"]
    assert lines[4].split() == ["2", "White", "d4", "+4", "+4", "exact"]
    assert "Ann: gave away 8 in 1 choice, 0 of them the best; 1 blunder" in total_lines(found)


def test_players_and_phases_are_summed_up() -> None:
    forced = reviewed(3, worth("a4", -9), worth("a4", -9), forced=True)
    opening = reviewed(1, worth("b1", 3, kind="estimate"), worth("a2", 0, kind="estimate"), phase="opening")
    players = summarised(
        [review(opening, LOSING, forced, players=("Ann", "Bob")), review(EVEN, players=("Bob", "Ann"), where="game 2")]
    )
    ann, bob = players[1], players[0]
    assert (ann.player, ann.games, ann.loss) == ("Ann", 2, 5.5)
    assert (ann.phases["opening"].loss, ann.phases["opening"].grades) == (3, {"inaccuracy": 1})
    assert (ann.phases["endgame"].choices, ann.phases["endgame"].best) == (2, 1)
    assert (bob.player, bob.loss) == ("Bob", 0)
    assert [line.split()[0] for line in summary_lines(players)] == ["player", "Bob", "Ann"]
    assert summary_lines(players, most=1)[-1] == "and 1 player more (--json has all)"


# --- files ----------------------------------------------------------------------------------------


def game(number: int) -> FoundGame:
    return FoundGame(f"games.txt, line {number}", number, GivenPosition(moves=("c4",) * number))


def test_an_archive_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    path, budget = tmp_path / "out.jsonl", Budget(depth=3)
    with Archive(path, budget, THRESHOLDS) as archive:
        first, second = (archive.key(game(number), "othello-4x4") for number in (1, 2))
        for key, number in ((first, 1), (second, 2)):
            assert archive.get(key) is None
            archive.put({key: review(LOSING, where=game(number).where)})
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    with Archive(path, budget, THRESHOLDS) as again:
        assert again.get(first) == review(LOSING, where=game(1).where)
        assert again.get(second) is None
        again.put({second: review(LOSING, where=game(2).where)})
    assert path.read_bytes() == whole
    for others in ((Budget(depth=4), THRESHOLDS), (budget, Thresholds(1, 2, 3))):
        with Archive(path, *others) as different:
            assert different.get(different.key(game(1), "othello-4x4")) is None


def moves_of(*scored: tuple[Worth, Worth]) -> list[ReviewedMove]:
    return [reviewed(ply, best, played) for ply, (best, played) in enumerate(scored, 1)]


def test_bad_moves_are_marked_in_the_record_and_anew_each_time() -> None:
    replay = replay_of("(;GM[2]SZ[4]RU[othello-4x4]C[Mine];B[cd];W[dd]C[Good?]BM[1])", ("c4", "d4"))
    lost = (worth("b1", 4, "a1"), worth("c4", -4, "b4"))
    bad = review(*moves_of(lost, (worth("d4", 4), worth("d4", 4))))
    for _ in range(2):
        root = other.Sgf_game.from_string(sgf_review(replay, bad)).get_root()
        first, second = root[0], root[0][0]
        assert root.get("C").split("\n\n")[0] == "Mine"
        assert root.get("C").count("engined, ") == 1
        assert first.get("BM") == 2
        assert first.get("C").startswith("review, blunder: -4 instead of +4, loses 8 (exact); better b1 a1")
        assert first.get("C").count("review, ") == 1
        assert (second.get("BM"), second.get("C").split("\n\n")[0]) == (1, "Good?")
        assert [child.get_move()[1] for child in root] == [(0, 2), (3, 1)]
    better = review(*moves_of((worth("c4", -4), worth("c4", -4)), (worth("d4", 4), worth("d4", 4))))
    root = other.Sgf_game.from_string(sgf_review(replay, better)).get_root()
    assert not root[0].has_property("BM")


def test_depths_are_told_where_they_differ() -> None:
    best, played = worth("b1", 4, kind="estimate"), worth("c4", 1, kind="estimate")
    assert row_of(reviewed(1, best, played))[7] == "estimate 4"
    assert row_of(reviewed(1, best, structs.replace(played, depth=3)))[7] == "estimate 4/3"
    assert row_of(reviewed(1, best, structs.replace(played, kind="exact", depth=9)))[7] == "estimate 4"
