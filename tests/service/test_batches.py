"""Many positions in one request: each is answered, by its index, and then the request, once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engined.engine.tasks import Evaluation, EvaluationResult
from engined.results import Certainty, Reason
from engined.service import ClientLimits
from engined_protocol import messages as m
from tests.service.desk import ANN, BOB, Desk

GAME = ("f5", "d6", "c3", "d3", "c4")


def asked(desk: Desk, client: bytes = ANN, id: str = "many", **fields: Any) -> None:
    desk.say(m.AnalyseMany(id=id, depth=3, **fields), client)
    desk.wait(1.0)


def parts(desk: Desk, client: bytes = ANN, id: str = "many") -> list[m.Analysed]:
    return [reply for to, reply in desk.sent if isinstance(reply, m.Analysed) and (to, reply.id) == (client, id)]


def done(desk: Desk, client: bytes = ANN, id: str = "many") -> m.AnalysesDone:
    """The final, which is one and comes last."""
    replies = [reply for to, reply in desk.sent if to == client and reply.id == id]
    (final,) = [reply for reply in replies if isinstance(reply, m.AnalysesDone)]
    assert replies[-1] is final
    return final


def finish_all(desk: Desk, kind: Certainty = Certainty.ESTIMATE) -> None:
    while desk.tasks:
        desk.finish(min(desk.tasks), kind)
        desk.wait(0.01)


def test_all_turns_of_a_game() -> None:
    desk = Desk(threads=2)
    asked(desk, moves=GAME)
    finish_all(desk)
    assert sorted(part.index for part in parts(desk)) == list(range(6))
    boards = {part.index: part.analysis and {move.move for move in part.analysis.moves} for part in parts(desk)}
    for turn in range(6):
        shown = desk.ask(m.Show(id="s", moves=GAME[:turn]), m.Position)
        assert boards[turn] == set(shown.legal)
    final = done(desk)
    assert (final.reason, final.positions, final.answered, final.nodes) == ("done", 6, 6, 600)
    assert desk.service.idle()


def test_some_turns_of_a_session_in_the_order_asked_for() -> None:
    desk = Desk(threads=1)
    desk.say(m.Open(id="o", session="s", moves=GAME))
    asked(desk, session="s", turns=(5, 0))
    finish_all(desk)
    answers = [(part.index, part.analysis and part.analysis.moves[0].move) for part in parts(desk)]
    assert [index for index, _ in answers] == [0, 1]
    assert answers[1][1] in ("d3", "c4", "f5", "e6")


def test_a_list_of_positions_each_by_itself() -> None:
    desk = Desk()
    bad, over = m.ManyPosition(moves=("a1",)), m.ManyPosition(start="X" * 64 + " O")
    asked(desk, positions=(m.ManyPosition(), bad, over, m.ManyPosition(start="no board"), m.ManyPosition(moves=GAME)))
    finish_all(desk)
    by_index = {part.index: part for part in parts(desk)}
    assert sorted(by_index) == list(range(5))
    errors = {index: (part.error.code, part.error.field) for index, part in by_index.items() if part.error is not None}
    assert errors == {1: ("illegal-move", "moves[0]"), 3: ("bad-position", "start")}
    assert (done(desk).answered, done(desk).errors) == (5, 2)
    # What a client cannot read as moves is one of these, too.
    nonsense, texts = Desk(), ("zz", "f5d6zz", "f5 ü", "?")
    asked(nonsense, positions=(*(m.ManyPosition(moves=(text,)) for text in texts), m.ManyPosition(moves=GAME)))
    finish_all(nonsense)
    assert {part.index: part.error and part.error.field for part in parts(nonsense)} == {
        0: "moves[0]", 1: "moves[0]", 2: "moves[0]", 3: "moves[0]", 4: None
    }  # fmt: skip
    ended = by_index[2].analysis
    assert ended is not None
    assert (ended.best, ended.score, ended.kind) == ("", -64.0, "exact")
    assert (done(desk).positions, done(desk).answered) == (5, 5)


def test_no_more_are_under_way_than_there_are_threads_and_one() -> None:
    desk = Desk(threads=2)
    asked(desk, moves=GAME)
    assert len(desk.tasks) <= 3
    asked(desk, BOB, moves=GAME)
    while desk.tasks:
        assert len(desk.searching) <= 2
        assert desk.service.jobs_of(ANN) + desk.service.jobs_of(BOB) <= 2
        desk.finish(desk.searching[0])
        desk.wait(0.01)
    assert done(desk, ANN).answered == done(desk, BOB).answered == 6


def test_news_of_single_positions_are_not_sent() -> None:
    desk = Desk()
    asked(desk, moves=GAME)
    desk.news(desk.searching[0])
    assert not [reply for _, reply in desk.sent if isinstance(reply, m.Info)]


def test_by_the_time_given_all_are_answered() -> None:
    desk = Desk(threads=1)
    asked(desk, moves=GAME, within=3.0)
    assert desk.stops == {}
    desk.wait(2.5)
    while desk.tasks:
        assert set(desk.stops.values()) == {Reason.LIMIT}
        desk.finish(next(iter(desk.stops)))
        desk.wait(0.01)
    assert desk.now < 4
    assert {part.analysis and part.analysis.reason for part in parts(desk)} == {"limit"}
    assert all(part.analysis is not None and part.analysis.best for part in parts(desk))
    assert (done(desk).reason, done(desk).answered) == ("done", 6)


def test_a_stop_ends_all_of_it_with_what_is_known() -> None:
    desk = Desk(threads=1)
    asked(desk, moves=GAME)
    assert desk.ask(m.Stop(id="stop", target="many"), m.Stopped).jobs == 1
    finish_all(desk)
    assert {part.analysis and part.analysis.reason for part in parts(desk)} == {"stopped"}
    final = done(desk)
    assert (final.reason, final.positions, final.answered) == ("stopped", 6, len(parts(desk)))
    assert final.answered < 6
    assert desk.service.idle()


def test_a_stop_counts_where_no_position_waits_any_more() -> None:
    desk = Desk(threads=1)
    asked(desk, moves=GAME[:1])
    assert len(desk.tasks) == 2
    desk.finish(min(desk.tasks))
    assert desk.ask(m.Stop(id="stop", target="many"), m.Stopped).jobs == 1
    desk.shut_down()
    finish_all(desk)
    assert [part.analysis and part.analysis.reason for part in parts(desk)] == ["done", "stopped"]
    assert (done(desk).reason, done(desk).answered) == ("stopped", 2)


def test_a_stop_of_one_position_ends_that_alone() -> None:
    desk = Desk(threads=1)
    asked(desk, moves=GAME)
    for index in (0, 5):  # one that runs, one that waits
        assert desk.say(m.Stop(id="stop", target="many", index=index))[-1] == m.Stopped(id="stop", jobs=1)
    assert desk.say(m.Stop(id="stop", target="many", index=5)) == [m.Stopped(id="stop", jobs=0)]
    assert desk.say(m.Stop(id="stop", target="none", index=0)) == [m.Stopped(id="stop", jobs=0)]
    finish_all(desk)
    reasons = {part.index: part.analysis and part.analysis.reason for part in parts(desk)}
    assert reasons == {0: "stopped", 1: "done", 2: "done", 3: "done", 4: "done", 5: "stopped"}
    assert (done(desk).reason, done(desk).answered) == ("done", 6)


def test_one_of_all_stops_needs_to_know_of_what() -> None:
    assert Desk().fail(m.Stop(id="stop", index=0)) == ("invalid", "index")


def test_a_stop_of_everything_ends_it_too() -> None:
    desk = Desk()
    asked(desk, moves=GAME)
    desk.say(m.Analyse(id="lone"))
    assert desk.ask(m.Stop(id="stop"), m.Stopped).jobs == 2
    finish_all(desk)
    assert done(desk).reason == "stopped"
    assert desk.service.idle()


def test_what_is_known_is_answered_without_a_search() -> None:
    desk = Desk()
    asked(desk, moves=GAME)
    finish_all(desk, Certainty.EXACT)
    assert all(part.analysis is not None and part.analysis.stored for part in parts(desk))
    begun = len(desk.started)
    asked(desk, BOB, moves=GAME)
    assert len(desk.started) == begun
    assert (done(desk, BOB).answered, done(desk, BOB).nodes) == (6, 0)


def test_the_end_waits_for_what_is_held_back() -> None:
    """The proofs of the first positions are not on disk when the last one, which is none, has ended."""
    desk = Desk(threads=1)
    desk.writes = False
    asked(desk, moves=GAME[:2])
    desk.finish(min(desk.tasks), Certainty.EXACT)
    desk.wait(0.01)
    desk.finish(min(desk.tasks), Certainty.EXACT)
    desk.wait(0.01)
    desk.finish(min(desk.tasks), Certainty.ESTIMATE)
    assert parts(desk) == []
    desk.written()
    assert [part.index for part in parts(desk)] == [0]
    desk.written("the disk is full")
    stored = {part.index: part.analysis and part.analysis.stored for part in parts(desk)}
    assert stored == {0: True, 1: False, 2: False}
    assert done(desk).answered == 3
    assert desk.service.idle()


def test_a_client_that_leaves_takes_it_along() -> None:
    desk = Desk(threads=1)
    asked(desk, moves=GAME)
    desk.leave(ANN)
    finish_all(desk)
    assert desk.service.idle()
    assert parts(desk) == []


def test_at_shutdown_it_ends() -> None:
    desk = Desk(threads=1)
    asked(desk, moves=GAME)
    desk.shut_down()
    finish_all(desk)
    assert done(desk).reason == "shutdown"
    assert desk.service.idle()
    assert desk.fail(m.AnalyseMany(id="late", moves=GAME)) == ("busy", "")


def test_an_engine_that_does_not_end_at_shutdown() -> None:
    desk = Desk(threads=1)
    asked(desk, moves=GAME)
    desk.shut_down()
    desk.take(desk.service.abandon(desk.now))
    assert done(desk).reason == "shutdown"


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"positions": (m.ManyPosition(),), "moves": GAME}, ("invalid", "positions")),
        ({"positions": (m.ManyPosition(),), "turns": (0,)}, ("invalid", "positions")),
        ({"moves": GAME, "turns": (0, 6)}, ("invalid", "turns[1]")),
        ({"moves": ("a1",)}, ("illegal-move", "moves[0]")),
        ({"variant": "no-such"}, ("unknown-variant", "variant")),
        ({"session": "none"}, ("unknown-session", "session")),
    ],
    ids=str,
)
def test_requests_that_make_no_sense(fields: dict[str, Any], fault: tuple[str, str]) -> None:
    desk = Desk()
    assert desk.fail(m.AnalyseMany(id="many", **fields)) == fault
    assert desk.service.idle()


def test_ids_and_numbers_are_bounded() -> None:
    desk = Desk(threads=1, limits=ClientLimits(positions=8, jobs=2))
    asked(desk, moves=GAME)
    assert desk.fail(m.AnalyseMany(id="many", moves=GAME)) == ("duplicate-id", "id")
    assert desk.fail(m.Analyse(id="many")) == ("duplicate-id", "id")
    assert desk.fail(m.AnalyseMany(id="more", moves=GAME)) == ("busy", "positions")
    asked(desk, id="less", turns=(0,))
    assert desk.fail(m.Analyse(id="third")) == ("busy", "")
    finish_all(desk)
    assert done(desk, id="less").answered == 1


@pytest.mark.parametrize("seed", range(20))
def test_whatever_happens_each_is_answered_once(seed: int) -> None:
    """Two clients, stops of all kinds, a disk that is slow: no part is lost or doubled, and the final comes last."""
    chance = random.Random(seed)
    desk = Desk(threads=chance.randint(1, 3))
    desk.writes = False
    requests = [(client, f"many{number}") for client in (ANN, BOB) for number in range(3)]
    asked_for = list(requests)
    for _ in range(120):
        what = chance.randrange(6)
        if what == 0 and asked_for:
            client, id = asked_for.pop()
            desk.say(m.AnalyseMany(id=id, depth=3, moves=GAME[: chance.randint(0, 5)]), client)
        elif what == 1:
            client, id = chance.choice(requests)
            desk.say(m.Stop(id="stop", target=id, index=chance.choice((None, None, *range(6)))), client)
        elif what == 2 and desk.receipts:
            desk.written(chance.choice(("", "full")))
        elif desk.searching:
            desk.finish(chance.choice(desk.searching), chance.choice((Certainty.EXACT, Certainty.ESTIMATE)))
        desk.wait(chance.choice((0.0, 0.01, 0.1)))
    while desk.tasks or desk.receipts:
        if desk.receipts:
            desk.written()
        if able := [*desk.searching, *desk.stops]:  # one that was held ends when it is stopped
            desk.finish(able[0])
        desk.wait(0.1)
    for client, id in set(requests) - set(asked_for):
        indices = [part.index for part in parts(desk, client, id)]
        assert len(indices) == len(set(indices)) == done(desk, client, id).answered
    assert desk.service.idle()


def test_evaluations_come_some_at_a_time_and_then_the_end() -> None:
    desk = Desk()
    desk.say(m.Evaluate(id="e", positions=("text",) * 250))
    (job,) = desk.started
    found = tuple(Evaluation(float(number), "estimate", ("f5",)) for number in range(230))
    desk.finish(job, outcome=EvaluationResult(Reason.STOPPED, found, 0.5))
    *heard, end = [reply for to, reply in desk.sent if to == ANN]
    assert [(part.index, len(part.evaluations)) for part in heard if isinstance(part, m.Evaluated)] == [
        (0, 100),
        (100, 100),
        (200, 30),
    ]
    scores = [each.score for part in heard if isinstance(part, m.Evaluated) for each in part.evaluations]
    assert scores == list(range(230))
    assert end == m.EvaluationsDone(id="e", reason="stopped", positions=230, seconds=0.5)


@pytest.mark.parametrize("name", ["go-13x13", "yonin", "hashijime"])
def test_where_only_a_search_says_what_positions_are_worth(name: str) -> None:
    """That is said at once: nothing has to be compiled to know it."""
    desk = Desk()
    assert desk.fail(m.Evaluate(id="e", positions=("text",), variant=name)) == ("unsupported", "scores")
    desk.say(m.Evaluate(id="e", positions=("text",), variant=name, scores=False))
    assert len(desk.started) == 1


def test_evaluations_that_never_ran() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="a"))
    desk.say(m.Evaluate(id="e", positions=("text",)))
    desk.say(m.Stop(id="s", target="e"))
    assert desk.finals(ANN, "e") == [m.EvaluationsDone(id="e", reason="stopped", positions=0, seconds=0.0)]
    assert desk.fail(m.Evaluate(id="e", positions=("text",), variant="no-such")) == ("unknown-variant", "variant")
