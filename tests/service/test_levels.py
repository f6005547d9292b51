"""Play that is weak on purpose."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from engined.engine.tasks import SearchTask
from engined.results import Certainty, MoveLine, Reason, Result, Score
from engined.results import Forecast as Games
from engined.rules.position import PASS, Move, Position, start
from engined.service import Ports, Service
from engined.service import events as e
from engined.service.jobs.levels import by_level, lot_of, nodes_at
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m

ME = e.Address(b"me", "work")
UNSETTLED, SETTLED = (0.1,) * 9, (0.95,) * 9
GO, OTHELLO = start(Catalogue().get("go-3x3")), start(Catalogue().get("othello-6x6"))
CELLS = [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]


def analysis(
    visits: list[int],
    owned: tuple[float, ...] = UNSETTLED,
    *,
    priors: tuple[float, ...] = (0.0,) * 9,
    passing: bool = False,
) -> m.Analysis:
    """Moves that so many games went through, the first of them perhaps a pass."""
    names = CELLS[: len(visits)]
    names[0] = "--" if passing else names[0]
    moves = tuple(
        m.ScoredMove(
            move=name,
            score=-float(number),
            kind="estimate",
            depth=1,
            forecast=m.Forecast(visits=games, win_rate=0.5, mean=0.0, spread=1.0, prior=prior),
        )
        for number, (name, games, prior) in enumerate(zip(names, visits, priors[: len(visits)], strict=True))
    )
    whole = m.Forecast(visits=sum(visits), win_rate=0.5, mean=0.0, spread=1.0, ownership=owned)
    return m.Analysis(
        id="1",
        reason="limit",
        best=names[0],
        score=0.0,
        kind="estimate",
        depth=1,
        moves=moves,
        nodes=sum(visits),
        seconds=0.1,
        forecast=whole,
    )


def shares(reply: m.Analysis, level: int, position: Position = GO) -> dict[str, float]:
    """How often each move is played, over all lots."""
    played = [by_level(reply, position, level, lot / 1000).best for lot in range(1000)]
    return {move: round(played.count(move) / 1000, 2) for move in sorted(set(played))}


def test_each_level_searches_more_than_the_one_below() -> None:
    """16, doubled 0.87 times, 1.8, ... 14.3; games of Go are 16 up to level 8, then 36, 100, ... 8,300."""
    assert [nodes_at(OTHELLO.variant, level) for level in (1, 2, 3, 15)] == [16, 29, 55, 322737]
    nodes = [nodes_at(OTHELLO.variant, level) for level in range(1, 16)]
    assert all(1.7 * less < more < 2.5 * less for less, more in pairwise(nodes))
    assert [nodes_at(GO.variant, level) for level in (1, 8, 9, 10, 15)] == [16, 16, 36, 100, 8300]


@given(
    st.lists(st.integers(0, 1000), min_size=1, max_size=9).filter(any),
    st.integers(1, 15),
    st.floats(0, 1, exclude_max=True),
)
def test_what_is_played_is_one_of_the_moves_and_is_told_first(visits: list[int], level: int, lot: float) -> None:
    given = analysis(sorted(visits, reverse=True))
    reply = by_level(given, GO, level, lot)
    assert sorted(move.move for move in reply.moves) == sorted(move.move for move in given.moves)
    assert (reply.best, reply.score) == (reply.moves[0].move, reply.moves[0].score)
    played = reply.moves[0].forecast
    assert played is not None
    assert played.visits > 0


def test_the_weaker_the_more_evenly_moves_are_played() -> None:
    # The first game through a move says nothing. 16^0.25 = 2.
    # At level 8 the power is 1.25, and 16^-1.25 = 0.031 is rarer than e^-2.5 = 0.082.
    assert shares(analysis([65, 5]), 1) == {"a1": 0.67, "b1": 0.33}
    assert shares(analysis([65, 5]), 8) == {"a1": 1.0}
    # 4^-1.25 = 0.177, and 4^-3.9 = 0.0045.
    assert shares(analysis([65, 17]), 8) == {"a1": 0.85, "b1": 0.15}
    assert shares(analysis([65, 17]), 15) == {"a1": 1.0}


def test_a_plausible_move_is_played_that_few_games_went_through() -> None:
    """What was thought of it before counts as games: 7 of 16 and one, beside 31 and one: 4^-0.61 = 0.429.

    What no game went through is not known to be legal.
    """
    reply = analysis([32, 0, 8], priors=(0.0625, 0.5, 0.0625))
    assert shares(reply, 6) == pytest.approx({"a1": 0.7, "c1": 0.3}, abs=0.01)
    reply = analysis([32, 2], priors=(0.0625, 0.4375))
    assert shares(reply, 6) == pytest.approx({"a1": 0.7, "b1": 0.3}, abs=0.01)


def test_what_nobody_would_play_is_not_played() -> None:
    """To the power of 0.25, 22,026 is e^2.5: no move is played that is thought to be worse by more than that."""
    assert shares(analysis([22001, 2]), 1) == pytest.approx({"a1": 0.924, "b1": 0.076}, abs=0.01)
    assert shares(analysis([22101, 2]), 1) == {"a1": 1.0}


@pytest.mark.parametrize("owner", [1.0, -1.0])
def test_nobody_fills_a_territory(owner: float) -> None:
    owned = (0.0, owner, owner, *UNSETTLED[3:])
    assert shares(analysis([64, 16, 4], owned), 1) == {"a1": 1.0}
    # It may be needed: games went there most.
    assert shares(analysis([64, 16, 4], owned[::-1]), 1).keys() == {"a1", "b1", "c1"}
    assert shares(analysis([64, 4, 64], (owner,) * 3 + UNSETTLED[3:]), 1).keys() == {"a1", "c1"}


def test_a_pass_waits_until_all_is_settled() -> None:
    stopping = GO.play(PASS)
    assert by_level(analysis([50, 20], SETTLED, passing=True), GO, 1, 0.9).best == "--"
    assert by_level(analysis([50, 20], UNSETTLED, passing=True), GO, 1, 0.9).best == "b1"
    assert by_level(analysis([50], UNSETTLED, passing=True), GO, 1, 0.9).best == "--"
    assert by_level(analysis([50, 20], UNSETTLED, passing=True), stopping, 1, 0.9).best == "--"


def test_a_seed_draws_the_same_lot_for_the_same_position() -> None:
    other = GO.play(Move(GO.variant.board.cells[4]))
    assert lot_of(7, GO) == lot_of(7, start(GO.variant)) != lot_of(7, other)
    assert lot_of(7, GO) != lot_of(8, GO)
    assert 0 <= lot_of(7, GO) < 1


def scored(*scores: float) -> m.Analysis:
    """Moves of a game that is not played out, the best first."""
    moves = tuple(
        m.ScoredMove(move=f"a{number}", score=score, kind="estimate", depth=1) for number, score in enumerate(scores, 1)
    )
    best = scores[0] if scores else 0.0
    return m.Analysis(
        id="1", reason="done", best="a1", score=best, kind="estimate", depth=1, moves=moves, nodes=9, seconds=0.1
    )


def played_by_score(level: int, *scores: float) -> dict[str, int]:
    """How often of a thousand times each move is played."""
    played = [by_level(scored(*scores), OTHELLO, level, lot / 1000).best for lot in range(1000)]
    return {move: played.count(move) for move in sorted(set(played))}


def test_elsewhere_what_is_played_goes_by_what_it_gives_away() -> None:
    # e to the power of -1 is 0.368; -20 is out of the question.
    assert played_by_score(1, 4.0, -2.0, -16.0) == {"a1": 732, "a2": 268}
    # At level 4 nodes are doubled 2.8 times: 6 / 1.26^2.8 is 3.14, and e to the power of -3 / 3.14 is 0.385.
    assert played_by_score(4, 4.0, 1.0) == {"a1": 723, "a2": 277}
    # At the strongest one a move is hardly played that gives a disc away.
    assert played_by_score(15, 4.0, 3.0) == {"a1": 1000}
    assert list(played_by_score(15, 4.0, 4.0)) == ["a1", "a2"]


def test_a_forced_pass_and_the_end_are_what_they_are() -> None:
    forced = structs.replace(scored(1.0), best="--", moves=(structs.replace(scored(1.0).moves[0], move="--"),))
    assert by_level(forced, OTHELLO, 1, 0.99) == forced
    assert by_level(scored(), OTHELLO, 1, 0.99) == scored()


def test_a_request_with_a_level_searches_little_alone_and_plays_by_lot() -> None:
    service = Service(Catalogue(), threads=2, ports=Ports(lot=lambda: 0.99))
    service.handle(e.Received(ME, m.Open(id="1", session="s", variant="go-3x3"), 0.0))
    request = m.Analyse(id="2", session="s", level=1, nodes=1000, best=1, play=True)
    effects = service.handle(e.Received(ME, request, 0.0))
    (start,) = [effect for effect in effects if isinstance(effect, e.StartJob)]
    assert isinstance(start.task, SearchTask)
    limits = start.task.limits
    assert (limits.nodes, limits.best, limits.alone, limits.weak, limits.threads) == (16, None, True, True, 1)
    games = Games(8, 0.5, 0.0, 1.0)
    lines = tuple(
        MoveLine(move, Score(0.0, Certainty.ESTIMATE, 1), (move,), 8, forecast=games)
        for move in (Move(4), Move(0), PASS)
    )
    result = Result(Reason.LIMIT, 4, lines, 16, 0.1, forecast=Games(16, 0.5, 0.0, 1.0, ownership=UNSETTLED))
    replies = [e.reply for e in service.handle(e.JobFinal(start.job, result, 1.0)) if hasattr(e, "reply")]
    (final,) = [reply for reply in replies if isinstance(reply, m.Analysis)]
    assert (final.best, final.played) == ("a1", True)
