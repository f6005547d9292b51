"""Play that is weak on purpose."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from engined.engine.tasks import SearchTask
from engined.results import Certainty, MoveLine, Reason, Result, Score
from engined.results import Forecast as Games
from engined.rules.position import PASS, Move
from engined.service import Ports, Service
from engined.service import events as e
from engined.service.jobs.levels import TRIED, by_level, nodes_at
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m

ME = e.Address(b"me", "work")
UNSETTLED, SETTLED = (0.1,) * 9, (0.95,) * 9


def analysis(visits: list[int], owned: tuple[float, ...] = UNSETTLED, *, passing: bool = False) -> m.Analysis:
    """Moves that so many games went through, the first of them perhaps a pass."""
    names = [f"a{number + 1}" for number in range(len(visits))]
    names[0] = "--" if passing else names[0]
    moves = tuple(
        m.ScoredMove(
            move=name,
            score=-float(number),
            kind="estimate",
            depth=1,
            forecast=m.Forecast(visits=games, win_rate=0.5, mean=0.0, spread=1.0),
        )
        for number, (name, games) in enumerate(zip(names, visits, strict=True))
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


def shares(visits: list[int], level: int) -> dict[str, float]:
    """How often each move is played, over all lots."""
    played = [by_level(analysis(visits), level, lot / 1000).best for lot in range(1000)]
    return {move: played.count(move) / 1000 for move in set(played)}


def test_each_level_takes_more_games_than_the_one_below() -> None:
    """16 times 1.6, 1.6², ... 1.6¹⁴."""
    assert [nodes_at(level) for level in (1, 2, 3, 15)] == [16, 26, 41, 11529]


@given(
    st.lists(st.integers(1, 1000), min_size=1, max_size=20),
    st.integers(1, 15),
    st.floats(0, 1, exclude_max=True),
)
def test_a_move_that_was_tried_often_is_played(visits: list[int], level: int, lot: float) -> None:
    given = analysis(sorted(visits, reverse=True))
    reply = by_level(given, level, lot)
    assert sorted(move.move for move in reply.moves) == sorted(move.move for move in given.moves)
    assert (reply.best, reply.score) == (reply.moves[0].move, reply.moves[0].score)
    played = reply.moves[0].forecast
    assert played is not None
    assert TRIED * played.visits >= max(visits)


def test_the_weakest_plays_by_the_number_of_games_and_the_strongest_nearly_always_the_first() -> None:
    weak, strong = shares([60, 30, 10, 2], 1), shares([60, 30, 10, 2], 15)
    assert {move: round(share, 2) for move, share in weak.items()} == {"a1": 0.6, "a2": 0.3, "a3": 0.1}
    assert strong["a1"] > 0.998


def test_a_pass_waits_until_all_is_settled() -> None:
    assert by_level(analysis([50, 20], SETTLED, passing=True), 1, 0.9).best == "--"
    assert by_level(analysis([50, 20], UNSETTLED, passing=True), 1, 0.9).best == "a2"
    assert by_level(analysis([50], UNSETTLED, passing=True), 1, 0.9).best == "--"
    assert by_level(analysis([50, 20], UNSETTLED, passing=True), 1, 0.9, stopping=True).best == "--"


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
    played = [by_level(scored(*scores), level, lot / 1000).best for lot in range(1000)]
    return {move: played.count(move) for move in sorted(set(played))}


def test_elsewhere_what_is_played_goes_by_what_it_gives_away() -> None:
    # e to the power of -1 is 0.368; -20 is out of the question.
    assert played_by_score(1, 4.0, -2.0, -16.0) == {"a1": 732, "a2": 268}
    # Three levels on a loss counts twice, and at the strongest one a move is hardly played that gives a disc away.
    assert played_by_score(4, 4.0, 1.0) == {"a1": 732, "a2": 268}
    assert played_by_score(15, 4.0, 3.0) == {"a1": 1000}
    assert list(played_by_score(15, 4.0, 4.0)) == ["a1", "a2"]


def test_a_forced_pass_and_the_end_are_what_they_are() -> None:
    forced = structs.replace(scored(1.0), best="--", moves=(structs.replace(scored(1.0).moves[0], move="--"),))
    assert by_level(forced, 1, 0.99) == forced
    assert by_level(scored(), 1, 0.99) == scored()


def test_a_request_with_a_level_searches_little_alone_and_plays_by_lot() -> None:
    service = Service(Catalogue(), threads=1, ports=Ports(lot=lambda: 0.99))
    service.handle(e.Received(ME, m.Open(id="1", session="s", variant="go-3x3"), 0.0))
    request = m.Analyse(id="2", session="s", level=1, nodes=1000, best=1, play=True)
    effects = service.handle(e.Received(ME, request, 0.0))
    (start,) = [effect for effect in effects if isinstance(effect, e.StartJob)]
    assert isinstance(start.task, SearchTask)
    limits = start.task.limits
    assert (limits.nodes, limits.best, limits.alone) == (16, None, True)
    games = Games(8, 0.5, 0.0, 1.0)
    lines = tuple(
        MoveLine(move, Score(0.0, Certainty.ESTIMATE, 1), (move,), 8, forecast=games)
        for move in (Move(4), Move(0), PASS)
    )
    result = Result(Reason.LIMIT, 4, lines, 16, 0.1, forecast=Games(16, 0.5, 0.0, 1.0, ownership=UNSETTLED))
    replies = [e.reply for e in service.handle(e.JobFinal(start.job, result, 1.0)) if hasattr(e, "reply")]
    (final,) = [reply for reply in replies if isinstance(reply, m.Analysis)]
    assert (final.best, final.played) == ("a1", True)
