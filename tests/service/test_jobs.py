"""Jobs: one final each, what stops them, what is played and what is kept."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engined.engine.tasks import EngineFailure, SearchTask
from engined.results import Certainty, Reason, Result
from engined.service.events import Address, Prepare, Received, SaveGame, SaveSolved, SaveStep, Send
from engined.service.jobs.jobs import SLICE
from engined.service.sessions.session import MovesPlayed
from engined_protocol import messages as m
from engined_protocol.errors import Code
from tests.service.desk import ANN, BOB, Desk
from tests.service.fake_engine import lines_of

SHORTEST = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
FORCED_PASS = "XO" + "." * 62 + " O"


# --- one job --------------------------------------------------------------------------------------


def test_infos_then_one_final() -> None:
    desk = Desk()
    assert desk.say(m.Analyse(id="a", depth=5)) == []
    (job,) = desk.started
    desk.news(job, 1)
    desk.news(job, 2)
    desk.finish(job)
    infos = [reply for _, reply in desk.sent if isinstance(reply, m.Info)]
    assert [(info.seq, info.depth) for info in infos] == [(1, 1), (2, 2)]
    (final,) = desk.finals(ANN, "a")
    assert isinstance(final, m.Analysis)
    assert (final.reason, final.best, final.kind) == ("done", final.moves[0].move, "estimate")
    assert {move.move for move in final.moves} == {"d3", "c4", "f5", "e6"}
    assert desk.service.idle()


def test_what_the_engine_says_after_the_end_is_not_heard() -> None:
    desk = Desk()
    desk.say(m.Analyse(id="a"))
    (job,) = desk.started
    task = desk.tasks[job]
    desk.finish(job)
    desk.tasks[job] = task
    desk.news(job)
    desk.finish(job)
    assert len(desk.finals(ANN, "a")) == 1
    assert not [reply for _, reply in desk.sent if isinstance(reply, m.Info)]


def test_a_finished_game_is_analysed_at_once() -> None:
    desk = Desk()
    final = desk.ask(m.Analyse(id="a", moves=SHORTEST), m.Analysis)
    assert (final.best, final.score, final.kind, final.reason) == ("", -64.0, "exact", "done")
    assert (final.moves, final.depth, final.nodes, final.seconds) == ((), 0, 0, 0.0)
    assert desk.ask(m.Solve(id="b", moves=SHORTEST), m.Analysis).score == -64.0
    assert desk.started == []


GO = """
name = "go5"
placement = "anywhere"
passing = "free"
[board]
size = "5x5"
start = "empty"
[capture]
kind = "surround"
[scoring]
kind = "territory"
empties_to_winner = false
[seats]
Black = { colour = "X", supply = 9 }
White = { colour = "O" }
"""


@pytest.mark.parametrize(
    "request_",
    [
        m.Analyse(id="a", variant="go5"),
        m.Solve(id="a", variant="go5"),
        m.BookFix(id="a", variant="two", depth=4),
        m.BookDeviate(id="a", variant="two", depth=4),
    ],
)
def test_what_cannot_be_searched_is_refused_at_once(request_: m.Work | m.BookWork) -> None:
    desk = Desk()
    desk.ask(m.Declare(id="d", text=GO), m.Description)
    desk.ask(m.Declare(id="d", text='name = "two"\n[capture]\nchoice = "some"\nmin_flips = 2\n'), m.Description)
    error = desk.ask(request_, m.Error)
    assert (error.code, error.field) == ("unsupported", "variant")
    wanted = {"go5": "limits of a seat", "two": "a choice of at least 2 discs"}[request_.variant or ""]
    assert error.message == f"{request_.variant} can be played by its rules, but not searched: {wanted}"
    assert not desk.started


def test_what_cannot_be_searched_is_played_counted_and_never_compiled() -> None:
    desk = Desk()
    assert desk.ask(m.Declare(id="d", text=GO), m.Description).engine == "rules"
    desk.ask(m.DescribeVariant(id="v", variant="go5", prepare=True), m.Description)
    desk.ask(m.Open(id="o", session="s", variant="go5", moves=("c3",)), m.Position)
    desk.ask(m.Play(id="p", session="s", moves=("b2",)), m.Position)
    assert not [effect for effect in desk.effects if isinstance(effect, Prepare)]
    desk.say(m.Perft(id="c", variant="go5", depth=2))
    assert len(desk.started) == 1


def test_a_forced_pass_is_analysed_like_any_move() -> None:
    desk = Desk()
    desk.say(m.Analyse(id="a", start=FORCED_PASS))
    desk.finish(desk.started[0])
    (final,) = desk.finals(ANN, "a")
    assert isinstance(final, m.Analysis)
    assert final.best == "--"


def test_requests_become_tasks() -> None:
    desk = Desk()
    desk.say(m.Analyse(id="a", nodes=7, best=2, only=("f5",), contempt=3.0, moves=(), threads=2, solve_empties=9))
    task = desk.tasks[desk.started[0]]
    assert isinstance(task, SearchTask)
    assert (
        task.limits.nodes,
        task.limits.best,
        task.limits.contempt,
        task.limits.threads,
        task.limits.solve_empties,
    ) == (7, 2, 3.0, 2, 9)
    assert [move.square for move in task.limits.only] == [4 * 8 + 5]
    desk.finish(desk.started[0])
    desk.say(m.Solve(id="b", goal="window", lower=-2, upper=2, seconds=3.0))
    task = desk.tasks[desk.started[1]]
    assert isinstance(task, SearchTask)
    assert (task.limits.prove, task.limits.window, task.limits.seconds, task.limits.threads) == (True, (-2, 2), 3.0, 1)


@pytest.mark.parametrize(
    ("request_", "code", "field"),
    [
        (m.Analyse(id="a", clock=m.Clock(remaining=1, byoyomi=2, stones=1, refills=True)), "invalid", "clock.stones"),
        (m.Analyse(id="a", only=("d3", "a1")), "illegal-move", "only[1]"),
        (m.Analyse(id="a", only=("q77",)), "illegal-move", "only[0]"),
        (m.Analyse(id="a", seat="White"), "illegal-move", "seat"),
        (m.Analyse(id="a", play=True), "invalid", "play"),
        (m.Solve(id="a", goal="window", lower=1), "invalid", "upper"),
        (m.Solve(id="a", goal="window", lower=1, upper=1), "invalid", "lower"),
        (m.Solve(id="a", lower=1), "invalid", "lower"),
        (m.Solve(id="a", goal="window", lower=-(10**9), upper=0), "invalid", "lower"),
        (m.Perft(id="a", depth=1, variant="nothing"), "unknown-variant", "variant"),
    ],
)
def test_a_bad_job_never_starts(request_: m.AnyRequest, code: str, field: str) -> None:
    desk = Desk()
    assert desk.fail(request_) == (code, field)
    assert desk.started == []
    assert desk.service.idle()


def test_a_clock_becomes_seconds_unless_seconds_are_given() -> None:
    desk = Desk()
    desk.say(m.Analyse(id="a", clock=m.Clock(remaining=60.0)))
    desk.say(m.Analyse(id="b", clock=m.Clock(remaining=60.0), seconds=5.0))
    first, second = (desk.tasks[job] for job in desk.started)
    assert isinstance(first, SearchTask)
    assert isinstance(second, SearchTask)
    assert first.limits.seconds is not None
    assert 0 < first.limits.seconds < 20
    assert second.limits.seconds == 5.0


def test_a_failing_engine_is_an_error() -> None:
    desk = Desk()
    desk.say(m.Analyse(id="a"))
    desk.finish(desk.started[0], outcome=EngineFailure(Code.UNSUPPORTED, "too wide"))
    (final,) = desk.finals(ANN, "a")
    assert isinstance(final, m.Error)
    assert (final.code, final.message) == ("unsupported", "too wide")


def test_an_id_may_be_used_again_once_its_job_has_ended() -> None:
    desk = Desk()
    desk.say(m.Analyse(id="a"))
    assert desk.fail(m.Analyse(id="a")) == ("duplicate-id", "id")
    assert desk.fail(m.Perft(id="a", depth=1)) == ("duplicate-id", "id")
    desk.say(m.Analyse(id="a"), BOB)
    desk.finish(desk.started[0])
    assert desk.say(m.Analyse(id="a")) == []
    assert len(desk.started) == 3


# --- stopping -------------------------------------------------------------------------------------


def test_stop_ends_a_running_job_and_a_queued_one() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="a"))
    queued = desk.say(m.Analyse(id="b"))
    assert isinstance(queued[0], m.Info)
    assert queued[0].state == "queued"
    *finals, stopped = desk.say(m.Stop(id="s"))
    assert stopped == m.Stopped(id="s", jobs=2)
    assert finals == [
        m.Analysis(
            id="b", reason="stopped", best="", score=None, kind="", depth=0, moves=(), nodes=0, seconds=0, mover="Black"
        )
    ]
    assert desk.finals(ANN, "a") == []
    assert desk.ask(m.Stop(id="t"), m.Stopped).jobs == 0
    desk.finish(desk.started[0])
    (final,) = desk.finals(ANN, "a")
    assert isinstance(final, m.Analysis)
    assert final.reason == "stopped"
    assert desk.started == [1]


def test_stop_with_a_target_leaves_other_jobs_and_other_clients_alone() -> None:
    desk = Desk(threads=4)
    for client in (ANN, BOB):
        desk.say(m.Analyse(id="a"), client)
        desk.say(m.Analyse(id="b"), client)
    assert desk.ask(m.Stop(id="s", target="b"), m.Stopped, ANN).jobs == 1
    assert list(desk.stops) == [2]
    assert desk.ask(m.Stop(id="s", target="z"), m.Stopped, ANN).jobs == 0


def test_a_stopped_perft_says_so() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="a"))
    desk.say(m.Perft(id="p", depth=3))
    final, _ = desk.say(m.Stop(id="s", target="p"))
    assert final == m.PerftDone(id="p", reason="stopped", leaves=(), seconds=0.0)


@pytest.mark.parametrize("request_", [m.Analyse(id="a"), m.Solve(id="a"), m.Perft(id="a", depth=9), m.BookFix(id="a")])
def test_a_job_that_was_stopped_before_it_was_served_never_starts(request_: m.AnyRequest) -> None:
    desk = Desk()
    stop = Received(Address(ANN, "control"), m.Stop(id="s", target="a"), 0.0, stopped=1)
    assert desk.tell(stop) == [Send(stop.sender, m.Stopped(id="s", jobs=1))]
    desk.tell(Received(Address(ANN, "work"), request_, 0.0, stopped=1))
    (final,) = desk.finals(ANN, "a")
    assert isinstance(final, m.Analysis | m.PerftDone | m.BookDone)
    assert final.reason == "stopped"
    assert desk.started == []
    assert desk.service.idle()


def test_a_client_that_leaves_stops_its_jobs_and_hears_no_more() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="a"))
    desk.say(m.Analyse(id="b"))
    desk.say(m.Open(id="o", session="s"))
    heard = len(desk.sent)
    desk.leave(ANN)
    assert desk.stops == {1: Reason.STOPPED}
    assert desk.say(m.Analyse(id="a"))[0].id == "a"  # back again: the same id is free, and waits for its turn
    desk.finish(1)
    assert desk.started == [1, 3]
    assert [reply for _, reply in desk.sent[heard:] if not isinstance(reply, m.Info)] == []
    status = desk.ask(m.AskStatus(id="s"), m.Status)
    assert (status.clients, status.sessions, len(status.jobs)) == (1, 0, 1)


def test_nodes_of_running_jobs_are_counted() -> None:
    """Each news of the stand-in for the engine tells of one node."""
    desk = Desk(threads=2)
    desk.say(m.Analyse(id="a"))
    desk.say(m.Analyse(id="b"))
    assert desk.ask(m.AskStatus(id="s"), m.Status).nodes == 0
    desk.news(1)
    desk.news(2)
    assert desk.ask(m.AskStatus(id="s"), m.Status).nodes == 2
    desk.finish(1)
    assert desk.ask(m.AskStatus(id="s"), m.Status).nodes == 1  # those of ended jobs are the daemon's to report


def test_shutdown_ends_everything_once() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="a"))
    desk.say(m.Analyse(id="b"))
    desk.say(m.Analyse(id="c"), BOB)
    desk.shut_down()
    assert desk.stops == {1: Reason.SHUTDOWN}
    assert desk.reasons(BOB, "c") == ["shutdown"]
    assert desk.reasons(ANN, "b") == ["shutdown"]
    assert desk.fail(m.Analyse(id="d"))[0] == "busy"
    assert desk.ask(m.Ping(id="p"), m.Pong)
    desk.finish(1)
    desk.take(desk.service.abandon(desk.now))
    assert desk.reasons(ANN, "a") == ["shutdown"]
    assert desk.reasons(BOB, "c") == ["shutdown"]
    assert desk.service.idle()


def test_of_a_job_that_the_engine_does_not_end_nothing_is_claimed() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="a"))
    desk.shut_down()
    desk.take(desk.service.abandon(desk.now))
    (final,) = desk.finals(ANN, "a")
    assert isinstance(final, m.Analysis)
    assert (final.reason, final.depth, final.nodes, final.moves) == ("shutdown", 0, 0, ())


# --- deadlines ------------------------------------------------------------------------------------


def test_what_is_due_is_answered_with_what_is_known() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="endless"), BOB)
    desk.say(m.Analyse(id="a", within=1.0))
    desk.wait(0.5)
    assert desk.started == [1, 2]
    assert desk.search(2).limits.seconds == pytest.approx(1.0, abs=2 * SLICE)
    desk.wait(0.4)
    assert desk.stops == {}
    desk.wait(0.1)
    assert desk.stops == {2: Reason.LIMIT}
    desk.finish(2)
    assert desk.reasons(ANN, "a") == ["limit"]
    desk.wait(10.0)
    assert desk.stops == {}


def test_a_job_that_is_due_in_the_queue_has_a_move_all_the_same() -> None:
    desk = Desk(threads=1)
    desk.say(m.Analyse(id="endless", priority=1))
    desk.say(m.Analyse(id="a", within=0.5))
    desk.say(m.Solve(id="b", within=0.5))
    desk.wait(1.0)
    assert desk.started == [1]
    (analysis,), (solution,) = desk.finals(ANN, "a"), desk.finals(ANN, "b")
    assert isinstance(analysis, m.Analysis)
    assert isinstance(solution, m.Analysis)
    assert (analysis.reason, solution.reason) == ("limit", "limit")
    assert (analysis.depth, analysis.nodes, analysis.seconds) == (0, 0, 0.0)
    assert (analysis.best in {"d3", "c4", "f5", "e6"}, solution.best) == (True, "")


def test_seconds_are_the_limit_where_they_are_less() -> None:
    desk = Desk()
    desk.say(m.Analyse(id="a", within=5.0, seconds=0.25))
    assert desk.search(1).limits.seconds == 0.25
    desk.say(m.Solve(id="b", within=0.25, seconds=5.0))
    assert desk.search(2).limits.seconds == pytest.approx(0.25, abs=0.01)


# --- a generated move -----------------------------------------------------------------------------


def test_the_best_move_is_played_at_the_end() -> None:
    desk = Desk()
    desk.say(m.Open(id="1", session="s", keep=True))
    desk.say(m.Analyse(id="a", session="s", play=True))
    desk.finish(desk.started[0])
    (final,) = desk.finals(ANN, "a")
    assert isinstance(final, m.Analysis)
    assert final.played
    assert desk.ask(m.Show(id="2", session="s"), m.Position).moves == (final.best,)
    assert desk.saves[-1] == SaveStep(ANN, "s", MovesPlayed((final.best,)))


def test_a_generated_move_takes_implied_passes_along() -> None:
    desk = Desk()
    desk.say(m.Open(id="1", session="s", start=FORCED_PASS))
    desk.say(m.Analyse(id="a", session="s", play=True, seat="Black"))
    desk.finish(desk.started[0])
    assert desk.ask(m.Show(id="2", session="s"), m.Position).moves == ("--", "c1")


@pytest.mark.parametrize(
    ("moves", "seat", "asked"),
    [
        (("b1",), "Black", (0, 0)),
        (("b1", "--"), "White", (1, 0)),  # a second pass would stop play
        (("b1", "--"), "Black", (0, 1)),  # White has passed
        (("b1", "--"), None, (0, 1)),
    ],
)
def test_nobody_has_passed_where_a_seat_is_asked_about_out_of_turn(
    moves: tuple[str, ...], seat: str | None, asked: tuple[int, int]
) -> None:
    desk = Desk()
    desk.say(m.Open(id="1", session="s", variant="go-5x5", moves=moves))
    desk.say(m.Analyse(id="a", session="s", seat=seat))
    position = desk.search(desk.started[0]).position
    assert (position.seat, position.passes) == asked
    assert desk.ask(m.Show(id="2", session="s"), m.Position).moves == moves


@pytest.mark.parametrize(
    "meanwhile",
    [
        m.Play(id="x", session="s", moves=("f5",)),
        m.Open(id="x", session="s"),
        m.Close(id="x", session="s"),
    ],
)
def test_a_session_that_went_on_meanwhile_is_left_alone(meanwhile: m.AnyRequest) -> None:
    desk = Desk()
    desk.say(m.Open(id="1", session="s", moves=("f5",)))
    desk.say(m.Undo(id="2", session="s"))
    desk.say(m.Analyse(id="a", session="s", play=True))
    desk.say(meanwhile)
    desk.finish(desk.started[0])
    (final,) = desk.finals(ANN, "a")
    assert isinstance(final, m.Analysis)
    assert final.best
    assert not final.played


# --- what is kept ---------------------------------------------------------------------------------


def test_an_exact_result_answers_from_then_on() -> None:
    desk = Desk()
    desk.say(m.Solve(id="a", moves=("f5",)))
    desk.finish(desk.started[0], Certainty.EXACT)
    (final,) = desk.finals(ANN, "a")
    assert isinstance(final, m.Analysis)
    again = desk.ask(m.Solve(id="b", moves=("f5",)), m.Analysis, BOB)
    assert (again.best, again.score, again.kind) == (final.best, final.score, "exact")
    again = desk.ask(m.Analyse(id="c", moves=("f5",), depth=3), m.Analysis)
    assert again.moves == tuple(replace(move, nodes=0, known=True) for move in final.moves)
    assert (again.nodes, again.known_depth) == (0, again.depth)
    assert len(desk.started) == 1


@pytest.mark.parametrize("fields", [{"only": ("d6",)}, {"contempt": 1.0}, {"variant": "anti-othello"}])
def test_a_record_does_not_answer_another_question(fields: dict[str, Any]) -> None:
    desk = Desk()
    desk.say(m.Analyse(id="a", moves=("f5",)))
    desk.finish(1, Certainty.EXACT)
    assert desk.say(m.Analyse(id="b", **{"moves": ("f5",), **fields})) == []
    assert len(desk.started) == 2


def test_a_solve_answers_for_the_best_move_only() -> None:
    desk = Desk()
    desk.say(m.Solve(id="a"))
    best = lines_of(desk.search(1).position, Certainty.EXACT)[:1]
    desk.finish(1, outcome=Result(Reason.DONE, 60, best, 1, 0.1))
    assert isinstance(desk.saves[-1], SaveSolved)
    assert desk.ask(m.Analyse(id="b", best=1), m.Analysis).score == best[0].score.value
    assert desk.say(m.Analyse(id="c", best=2)) == []
    assert desk.say(m.Analyse(id="d")) == []


@pytest.mark.parametrize(
    ("request_", "kinds", "reason"),
    [
        (m.Solve(id="a"), (Certainty.ESTIMATE,) * 4, Reason.STOPPED),
        (m.Solve(id="a"), (Certainty.LOWER,), Reason.DONE),
        (m.Solve(id="a"), (Certainty.EXACT,), Reason.STOPPED),
        (m.Solve(id="a", goal="wld"), (Certainty.EXACT,), Reason.DONE),
        (m.Analyse(id="a"), (Certainty.EXACT, Certainty.ESTIMATE, Certainty.ESTIMATE, Certainty.ESTIMATE), Reason.DONE),
        (m.Analyse(id="a"), (Certainty.EXACT, Certainty.SELECTIVE, Certainty.UPPER, Certainty.UPPER), Reason.LIMIT),
        (m.Analyse(id="a"), (Certainty.EXACT, Certainty.LOWER, Certainty.UPPER, Certainty.UPPER), Reason.LIMIT),
        (m.Analyse(id="a", contempt=5.0), (Certainty.EXACT,) * 4, Reason.DONE),
        (m.Analyse(id="a", only=("f5",)), (Certainty.EXACT,), Reason.DONE),
    ],
)
def test_what_is_not_proven_is_not_kept(request_: m.Work, kinds: tuple[Certainty, ...], reason: Reason) -> None:
    desk = Desk()
    desk.say(request_)
    lines = lines_of(desk.search(1).position, Certainty.EXACT)
    lines = tuple(replace(line, score=replace(line.score, kind=kind)) for line, kind in zip(lines, kinds, strict=False))
    desk.finish(1, outcome=Result(reason, 1, lines, 1, 0.1))
    assert desk.saves == []


def test_a_game_is_learned_when_it_is_on_disk() -> None:
    desk = Desk()
    desk.say(m.Open(id="1", session="s", moves=SHORTEST))
    assert desk.say(m.Learn(id="l", session="s")) == []
    (save,) = desk.saves
    assert isinstance(save, SaveGame)
    assert (save.positions[0].variant.name, save.moves, save.result) == ("othello", SHORTEST, "Black wins by 64")
    assert len(save.positions) == len(SHORTEST) + 1
    assert not desk.service.idle()
    desk.saved(save.ticket, 7)
    assert desk.finals(ANN, "l") == [m.Learned(id="l", games=7)]
