"""Pondering: when it begins, what it searches, what ends it, and that nobody ever waits for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from engined.engine.tasks import EngineFailure, SearchTask
from engined.results import Certainty, MoveLine, Reason, Result, Score
from engined.rules.position import Position, parse_move, start
from engined.service.events import StartJob, StopJob
from engined.service.jobs.pondering import LONGEST, MOST_WAITING
from engined.service.jobs.timing import LAG, LARGEST_LAG
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from engined_protocol.errors import Code
from tests.service.desk import ANN, BOB, Desk
from tests.service.fake_engine import lines_of
from tests.texts import pv_of, texts_of

OTHELLO = Catalogue().get("othello")
SHORTEST = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")


def position(*moves: str) -> Position:
    at = start(OTHELLO)
    for move in moves:
        at = at.play(parse_move(at, move))
    return at


def answer(desk: Desk, job: int, *moves: str) -> None:
    """The engine ends a job with a line."""
    pv = pv_of(start(OTHELLO), *moves)
    line = MoveLine(pv[0], Score(1.0, Certainty.ESTIMATE, 5), pv, 10)
    desk.finish(job, outcome=Result(Reason.LIMIT, 5, (line,), 100, 0.1))


def generated(desk: Desk, *pv: str, client: bytes = ANN, depth: int | None = None, threads: int | None = None) -> None:
    """A session in which a move was generated, and played, with pondering."""
    desk.say(m.Open(id="o", session="s"), client)
    desk.say(m.Analyse(id="g", session="s", best=1, play=True, ponder=True, depth=depth, threads=threads), client)
    answer(desk, desk.started[-1], *pv)


def ponders(desk: Desk) -> list[SearchTask]:
    """The searches that run and are nobody's job."""
    tasks = [desk.tasks[job] for job in desk.pondered if job in desk.tasks and job not in desk.stops]
    assert all(isinstance(task, SearchTask) for task in tasks)
    return [task for task in tasks if isinstance(task, SearchTask)]


def test_the_position_after_the_expected_reply_is_pondered() -> None:
    desk = Desk()
    generated(desk, "f5", "d6", "c3", depth=9, threads=2)
    (task,) = ponders(desk)
    assert task.position.digest == position("f5", "d6").digest
    assert (task.limits.best, task.limits.depth, task.limits.threads) == (1, 9, 2)
    assert task.limits.seconds is not None
    assert task.limits.soft is None
    assert desk.ask(m.AskStatus(id="?"), m.Status).pondering == 1
    assert desk.service.works_for(ANN)
    assert not desk.service.works_for(BOB)


def test_nothing_is_pondered_unasked() -> None:
    desk = Desk()
    desk.say(m.Open(id="o", session="s"))
    desk.say(m.Analyse(id="g", session="s", best=1, play=True))
    answer(desk, 1, "f5", "d6")
    assert ponders(desk) == []


def test_a_move_that_the_client_plays_itself_begins_it_too() -> None:
    desk = Desk()
    desk.say(m.Open(id="o", session="s"))
    desk.say(m.Analyse(id="g", session="s", best=1, ponder=True))
    answer(desk, 1, "f5", "d6")
    assert ponders(desk) == []
    desk.say(m.Play(id="p", session="s", moves=("f5",)))
    assert [task.position.digest for task in ponders(desk)] == [position("f5", "d6").digest]


def test_another_move_than_the_best_does_not() -> None:
    desk = Desk()
    desk.say(m.Open(id="o", session="s"))
    desk.say(m.Analyse(id="g", session="s", best=1, ponder=True))
    answer(desk, 1, "f5", "d6")
    desk.say(m.Play(id="p", session="s", moves=("c4",)))
    assert ponders(desk) == []


def test_the_same_game_set_anew_goes_on_undisturbed() -> None:
    desk = Desk()
    generated(desk, "f5", "d6")
    (before,) = ponders(desk)
    desk.say(m.Open(id="o2", session="s", moves=("f5",)))
    assert ponders(desk) == [before]


def test_without_an_expected_reply_all_of_the_opponents_moves_are_searched() -> None:
    desk = Desk()
    generated(desk, "f5")
    (task,) = ponders(desk)
    assert (task.position.digest, task.limits.best) == (position("f5").digest, None)


def test_when_the_expected_reply_is_settled_the_others_follow() -> None:
    desk = Desk()
    generated(desk, "f5", "d6")
    desk.finish(desk.pondered[-1])
    (task,) = ponders(desk)
    assert (task.position.digest, task.limits.best) == (position("f5").digest, None)
    desk.finish(desk.pondered[-1])
    assert ponders(desk) == []
    desk.say(m.AskStatus(id="?"))
    assert ponders(desk) == []


def test_who_never_answers_is_not_waited_for() -> None:
    desk = Desk()
    generated(desk, "f5", "d6")
    desk.finish(desk.pondered[-1], outcome=Result(Reason.LIMIT, 30, (), 1, 600.0))
    desk.say(m.AskStatus(id="?"))
    assert ponders(desk) == []


def test_a_failure_ends_it() -> None:
    desk = Desk()
    generated(desk, "f5", "d6")
    desk.finish(desk.pondered[-1], outcome=EngineFailure(Code.INTERNAL, "broken"))
    assert ponders(desk) == []


def test_the_reply_ends_it_before_anything_else_happens() -> None:
    desk = Desk()
    generated(desk, "f5", "d6")
    before = len(desk.effects)
    desk.say(m.Play(id="p", session="s", moves=("d6",)))
    assert isinstance(desk.effects[before], StopJob)
    assert ponders(desk) == []


def test_it_gives_way_to_any_job_at_once_and_comes_back() -> None:
    desk = Desk(threads=2)
    generated(desk, "f5", "d6", threads=2)
    before = len(desk.effects)
    desk.say(m.Analyse(id="a", threads=2), BOB)
    stop, begin = desk.effects[before : before + 2]
    assert isinstance(stop, StopJob)
    assert isinstance(begin, StartJob)
    assert isinstance(begin.task, SearchTask)
    assert begin.task.limits.threads == 2
    assert ponders(desk) == []
    desk.finish(desk.pondered[-1])
    assert ponders(desk) == []
    answer(desk, begin.job, "f5")
    assert [task.position.digest for task in ponders(desk)] == [position("f5", "d6").digest]


def test_questions_do_not_disturb_it() -> None:
    desk = Desk()
    generated(desk, "f5", "d6")
    (before,) = ponders(desk)
    for request in (m.Ping(id="1"), m.AskStatus(id="2"), m.Show(id="3", session="s"), m.ListVariants(id="4")):
        desk.say(request)
    assert ponders(desk) == [before]


def test_it_says_nothing() -> None:
    desk = Desk()
    generated(desk, "f5", "d6")
    heard = len(desk.sent)
    desk.news(desk.pondered[-1])
    desk.finish(desk.pondered[-1], Certainty.EXACT)
    assert len(desk.sent) == heard


def test_the_end_of_the_session_the_client_and_the_daemon_end_it() -> None:
    ends: tuple[Callable[[Desk], object], ...] = (
        lambda desk: desk.say(m.Close(id="c", session="s")),
        lambda desk: desk.say(m.Undo(id="u", session="s")),
        lambda desk: desk.say(m.Stop(id="x")),
        lambda desk: desk.leave(ANN),
        lambda desk: desk.shut_down(),
    )
    for end in ends:
        desk = Desk()
        generated(desk, "f5", "d6")
        assert len(ponders(desk)) == 1
        end(desk)
        assert ponders(desk) == []
        assert desk.service.idle()


def test_a_game_that_is_over_is_not_pondered() -> None:
    desk = Desk()
    desk.say(m.Open(id="o", session="s", moves=SHORTEST[:-1]))
    desk.say(m.Analyse(id="g", session="s", best=1, play=True, ponder=True))
    answer(desk, 1, SHORTEST[-1])
    assert position(*SHORTEST).over
    assert ponders(desk) == []


def test_a_reply_that_ends_the_game_leaves_the_others() -> None:
    desk = Desk()
    desk.say(m.Open(id="o", session="s", moves=SHORTEST[:-2]))
    desk.say(m.Analyse(id="g", session="s", best=1, play=True, ponder=True))
    answer(desk, 1, *SHORTEST[-2:])
    assert [task.position.digest for task in ponders(desk)] == [position(*SHORTEST[:-1]).digest]


def test_two_sessions_share_the_threads() -> None:
    desk = Desk(threads=2)
    generated(desk, "f5", "d6", threads=1)
    generated(desk, "c4", "c3", client=BOB, threads=2)
    assert {task.position.digest for task in ponders(desk)} == {
        position("f5", "d6").digest,
        position("c4", "c3").digest,
    }
    assert sum(task.limits.threads for task in ponders(desk)) == 2


def test_only_so_many_are_waited_for() -> None:
    desk = Desk(threads=1)
    for number in range(MOST_WAITING + 1):
        generated(desk, "f5", "d6", client=b"c%d" % number, threads=1)
    assert len(desk.service._pondering._expected) == MOST_WAITING
    assert not desk.service.works_for(b"c0")
    assert len(ponders(desk)) == 1


def test_to_ponder_one_needs_a_session() -> None:
    assert Desk().fail(m.Analyse(id="g", ponder=True)) == ("invalid", "ponder")


def test_the_specification_has_the_right_figures() -> None:
    specification = (Path(__file__).parents[2] / "protocol" / "SPEC.md").read_text("utf-8")
    assert f"after {LONGEST:g} s;" in specification
    assert f"more than {MOST_WAITING} such sessions" in specification
    assert f"{LAG:g} s on average and {LARGEST_LAG:g} s at most" in specification


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("generate"), st.sampled_from([ANN, BOB]), st.integers(1, 3)),
        st.tuples(st.just("job"), st.sampled_from([ANN, BOB]), st.integers(1, 3)),
        st.tuples(st.just("play"), st.sampled_from([ANN, BOB]), st.integers(0, 20)),
        st.tuples(st.just("finish"), st.integers(0, 9)),
        st.tuples(st.just("leave"), st.sampled_from([ANN, BOB])),
        st.tuples(st.just("undo"), st.sampled_from([ANN, BOB])),
    ),
    max_size=40,
)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 3), STEPS)
def test_it_never_stands_in_the_way(threads: int, steps: list[tuple[object, ...]]) -> None:
    """Whatever happens: no ponder beside a job or without its session, and never more of them than threads."""
    desk = Desk(threads=threads)
    for number, step in enumerate(steps):
        match step:
            case ("generate", bytes(client), int(wanted)):
                if not desk.service._clients.sessions(client):
                    desk.say(m.Open(id="o", session="s"), client)
                request = m.Analyse(id=str(number), session="s", play=True, ponder=True, threads=wanted, only=())
                desk.say(request, client)
            case ("job", bytes(client), int(wanted)):
                desk.say(m.Perft(id=str(number), depth=1, priority=wanted), client)
            case ("play", bytes(client), int(which)):
                for session in desk.service._clients.sessions(client):
                    legal = session.game.position.legal()
                    if legal:
                        move = lines_of(session.game.position, Certainty.ESTIMATE)[which % len(legal)].move
                        played = texts_of(session.game.position, [move])
                        desk.say(m.Play(id="p", session="s", moves=played), client)
            case ("undo", bytes(client)):
                desk.say(m.Undo(id="u", session="s"), client)
            case ("finish", int(which)) if desk.tasks:
                desk.finish(sorted(desk.tasks)[which % len(desk.tasks)])
            case ("leave", bytes(client)):
                desk.leave(client)
        running = ponders(desk)
        assert sum(task.limits.threads for task in running) <= threads
        assert not running or not len(desk.service._jobs)
        sessions = [s.game.position for c in (ANN, BOB) for s in desk.service._clients.sessions(c)]
        near = {p.digest for p in sessions} | {p.play(move).digest for p in sessions for move in p.legal()}
        assert {task.position.digest for task in running} <= near
        assert len(desk.service._pondering) == len(running)
