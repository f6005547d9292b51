"""The clocks of sessions: who loses time, when a flag falls, what is kept of them. Time is what the test says."""

from __future__ import annotations

from typing import Any

import pytest

from engined.engine.tasks import SearchTask
from engined.service.clocks import GRACE
from engined.service.events import Address, Received, SaveStep
from engined.service.sessions.session import Kept
from engined_protocol import messages as m
from tests.service.desk import ANN, BOB, INSTANT, Desk

MINUTE = m.TimeControl(main=60)


def opened(desk: Desk, clock: m.TimeControl = MINUTE, **more: Any) -> m.Position:
    return desk.ask(m.Open(id="o", session="s", variant="othello-6x6", clock=clock, **more), m.Position)


def play(desk: Desk, move: str, after: float = 0.0) -> m.Position:
    """A move that comes in so many seconds after the last reply, to the millisecond."""
    desk.wait(after)
    return desk.ask(m.Play(id="p", session="s", moves=(move,)), m.Position)


def left(position: m.Position) -> tuple[float, ...]:
    assert position.clock is not None
    return tuple(round(seconds, 1) for seconds in position.clock.left)


def running(position: m.Position) -> str:
    assert position.clock is not None
    return position.clock.running


def told(desk: Desk) -> list[m.Position]:
    """What came unasked."""
    return [reply for _, reply in desk.sent if isinstance(reply, m.Position) and not reply.id]


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_clock_runs_from_the_first_move_on_for_the_seat_to_move(desk: Desk) -> None:
    first = opened(desk)
    assert (left(first), running(first)) == ((60, 60), "")
    after = play(desk, "c2", 1000)
    assert (left(after), running(after)) == ((60, 60), "White"), "nothing was lost before the first move"
    after = play(desk, "b2", 12)
    assert (left(after), running(after)) == ((60, 48), "Black")
    desk.wait(5)
    shown = desk.ask(m.Show(id="1", session="s"), m.Position)
    assert (left(shown), running(shown)) == ((55, 48), "Black")
    assert left(play(desk, "a2", 5)) == (50, 48)


def test_a_session_without_clocks_has_none(desk: Desk) -> None:
    assert desk.ask(m.Open(id="1", session="s"), m.Position).clock is None
    assert play(desk, "f5").clock is None
    assert desk.service.next_look() is None


def test_a_move_brings_an_increment(desk: Desk) -> None:
    opened(desk, m.TimeControl(main=60, increment=3))
    play(desk, "c2")
    assert left(play(desk, "b2", 10)) == (63, 53)
    assert left(play(desk, "a2", 1)) == (65, 53)


def test_byoyomi_raises_what_is_left_after_a_move(desk: Desk) -> None:
    """RULES of the server: remaining = max(remaining, byo-yomi); at 0 the game is lost."""
    assert left(opened(desk, m.TimeControl(main=60, byoyomi=20))) == (60, 60)
    play(desk, "c2")
    assert left(play(desk, "b2", 30)) == (60, 30)
    assert left(play(desk, "a2", 55)) == (20, 30)
    assert left(play(desk, "a1", 5)) == (20, 25), "25 are more than 20"
    assert left(play(desk, "b3", 19)) == (20, 25)


def test_byoyomi_alone_is_so_much_for_each_move(desk: Desk) -> None:
    assert left(opened(desk, m.TimeControl(byoyomi=10))) == (10, 10)
    play(desk, "c2")
    assert left(play(desk, "b2", 9)) == (10, 10)
    assert left(play(desk, "a2", 9)) == (10, 10)


def test_a_flag_that_falls_ends_the_game_and_its_client_is_told(desk: Desk) -> None:
    opened(desk, keep=True)
    play(desk, "c2")
    desk.wait(59)
    assert not told(desk)
    desk.wait(2)
    (fallen,) = told(desk)
    assert (fallen.session, fallen.phase, fallen.ending) == ("s", "ended", "time")
    assert (fallen.result, fallen.winner) == ("Black wins on time", "Black")
    assert (left(fallen), running(fallen), fallen.stored) == ((60, 0), "", True)
    assert desk.fail(m.Play(id="2", session="s", moves=("b2",)))[0] == "game-over"
    assert desk.fail(m.Undo(id="3", session="s"))[0] == "cannot-undo", "no time is given back"
    assert desk.service.next_look() is None


@pytest.mark.parametrize("reason", ["time", "resignation"])
def test_a_game_that_a_flag_has_ended_is_over_for_who_resigns_too(desk: Desk, reason: Any) -> None:
    opened(desk)
    play(desk, "c2")
    desk.wait(61)
    assert desk.fail(m.Resign(id="1", session="s", reason=reason))[0] == "game-over"


def test_a_move_that_comes_too_late_is_none(desk: Desk) -> None:
    """Also if the service was not told of the time meanwhile."""
    opened(desk)
    play(desk, "c2")
    desk.now += 60.01
    replies = desk.say(m.Play(id="late", session="s", moves=("b2",)))
    fallen, error = replies
    assert isinstance(fallen, m.Position)
    assert (fallen.id, fallen.result) == ("", "Black wins on time")
    assert isinstance(error, m.Error)
    assert (error.id, error.code) == ("late", "game-over")


def test_a_move_counts_from_when_it_came_in_not_from_its_turn(desk: Desk) -> None:
    opened(desk)
    play(desk, "c2")
    sent = desk.now
    desk.now += 62
    event = Received(Address(ANN, "work"), m.Play(id="p", session="s", moves=("b2",)), desk.now, arrived=sent + 59.5)
    desk.tell(event)
    reply = desk.sent[-1][1]
    assert isinstance(reply, m.Position)
    assert (left(reply), running(reply)) == ((60, 0.5), "Black"), "and Black's begins with the reply"
    desk.wait(10)
    assert left(desk.ask(m.Show(id="1", session="s"), m.Position)) == (50, 0.5)


def test_a_turn_begins_when_the_position_is_sent(desk: Desk) -> None:
    """A slow disk costs nobody time."""
    opened(desk, keep=True)
    desk.writes = False
    desk.tell(Received(Address(ANN, "work"), m.Play(id="p", session="s", moves=("c2",)), desk.now))
    desk.now += 7
    desk.written()
    desk.writes = True
    assert left(play(desk, "b2", 1)) == (60, 59)


def test_a_flag_waits_for_a_move_that_is_being_worked_out(desk: Desk) -> None:
    clock = m.TimeControl(main=1)
    desk.ask(m.Open(id="1", session="s", variant="othello-24x24", clock=clock), m.Position)
    first = desk.ask(m.Show(id="2", session="s"), m.Position).legal[0]
    second = play(desk, first).legal[0]
    event = Received(Address(ANN, "work"), m.Play(id="p", session="s", moves=(second,)), desk.now + 0.9)
    assert desk.service.to_reckon(event) is not None, "a board of 24x24 takes long"
    desk.wait(5)
    assert not told(desk)
    desk.tell(Received(event.sender, event.request, desk.now, arrived=event.now))
    reply = desk.sent[-1][1]
    assert isinstance(reply, m.Position)
    assert left(reply) == (1, 0.1)
    desk.wait(1 + 2 * GRACE)
    assert [fallen.result for fallen in told(desk)] == ["White wins on time"]


def test_what_cannot_be_played_costs_time(desk: Desk) -> None:
    opened(desk)
    play(desk, "c2")
    desk.wait(10)
    assert desk.fail(m.Play(id="2", session="s", moves=("a1",)))[0] == "illegal-move"
    assert left(play(desk, "b2", 10)) == (60, 40)


def test_taking_back_gives_no_time_back(desk: Desk) -> None:
    opened(desk)
    play(desk, "c2")
    play(desk, "b2", 10)
    desk.wait(5)
    undone = desk.ask(m.Undo(id="1", session="s"), m.Position)
    assert (left(undone), running(undone), undone.mover) == ((55, 50), "White", "White")


def test_a_game_given_up_stops_the_clocks(desk: Desk) -> None:
    opened(desk)
    play(desk, "c2")
    desk.wait(10)
    ended = desk.ask(m.Resign(id="1", session="s"), m.Position)
    assert (left(ended), running(ended), ended.ending) == ((60, 50), "", "resignation")
    desk.wait(100)
    assert not told(desk)


def test_the_daemon_keeps_these_clocks_and_nobody_else(desk: Desk) -> None:
    opened(desk)
    assert desk.fail(m.Resign(id="1", session="s", reason="time")) == ("invalid", "reason")
    opened(desk)
    assert left(desk.ask(m.Show(id="2", session="s"), m.Position)) == (60, 60)
    desk.ask(m.Open(id="3", session="s"), m.Position)
    assert desk.ask(m.Show(id="4", session="s"), m.Position).clock is None, "another game, without clocks"


def test_more_than_two_sides_have_no_clocks(desk: Desk) -> None:
    assert desk.fail(m.Open(id="1", variant="yonin", clock=MINUTE)) == ("unsupported", "clock")


def test_the_removal_phase_has_time(desk: Desk) -> None:
    desk.ask(m.Open(id="1", session="s", variant="go-3x3", clock=MINUTE), m.Position)
    play(desk, "b2")
    play(desk, "--", 1)
    stopped = play(desk, "--", 2)
    assert (stopped.phase, left(stopped), running(stopped)) == ("removal", (58, 59), "")
    desk.wait(1000)
    assert not told(desk)
    resumed = desk.ask(m.Resume(id="2", session="s"), m.Position)
    assert (left(resumed), running(resumed)) == ((58, 59), "White")
    desk.wait(60)
    assert [fallen.result for fallen in told(desk)] == ["Black wins on time"]


# --- the engine's clock


def limits(desk: Desk) -> tuple[float | None, float | None]:
    task = desk.tasks[desk.started[-1]]
    assert isinstance(task, SearchTask)
    return task.limits.seconds, task.limits.soft


def test_the_engine_plays_by_the_clock_of_the_session(desk: Desk) -> None:
    opened(desk, m.TimeControl(byoyomi=5))
    play(desk, "c2")
    desk.say(m.Analyse(id="a", session="s", play=True))
    seconds, soft = limits(desk)
    assert seconds is not None
    assert 3 < seconds < 5
    assert soft is not None
    desk.wait(2)
    desk.finish(desk.started[-1])
    shown = desk.ask(m.Show(id="1", session="s"), m.Position)
    assert (left(shown), running(shown)) == ((5, 5), "Black"), "it has moved, and its clock was raised"


def test_a_search_that_says_how_long_does_not_hear_the_clock(desk: Desk) -> None:
    opened(desk)
    desk.say(m.Analyse(id="a", session="s", play=True, seconds=100))
    assert limits(desk) == (100, None)


def test_an_engine_that_is_too_late_has_lost(desk: Desk) -> None:
    opened(desk, m.TimeControl(main=2))
    play(desk, "c2")
    desk.say(m.Analyse(id="a", session="s", play=True))
    desk.now += 2.001
    desk.finish(desk.started[-1])
    (final,) = desk.finals(ANN, "a")
    assert isinstance(final, m.Analysis)
    assert not final.played
    assert [fallen.result for fallen in told(desk)] == ["Black wins on time"]


# --- what is kept


def kept_by(desk: Desk) -> list[Kept]:
    steps = [save for save in desk.saves if isinstance(save, SaveStep)]
    first = max(index for index, save in enumerate(steps) if save.first)
    return [(ANN, "s", tuple(save.step for save in steps[first:]))]


@pytest.mark.parametrize("how", ["gone", "shut down", "killed"])
def test_clocks_stand_while_a_client_or_the_daemon_is_away(desk: Desk, how: str) -> None:
    opened(desk, keep=True)
    play(desk, "c2")
    play(desk, "b2", 10)
    desk.wait(20)
    again = desk
    if how == "gone":
        desk.leave(ANN)
    elif how == "shut down":
        desk.shut_down()
    if how != "gone":
        again = Desk(kept=kept_by(desk))
    again.wait(10_000)
    assert not told(again)
    shown = again.ask(m.Show(id="1", session="s"), m.Position)
    used = 0 if how == "killed" else 20  # nobody has written down what a killed daemon saw of a turn
    assert (left(shown), running(shown)) == ((60 - used, 50), "Black")
    again.wait(5)
    assert left(again.ask(m.Show(id="2", session="s"), m.Position)) == (55 - used, 50)
    again.wait(60)
    assert [fallen.result for fallen in told(again)] == ["White wins on time"]


def test_a_game_lost_on_time_stays_so(desk: Desk) -> None:
    opened(desk, keep=True)
    play(desk, "c2")
    desk.wait(61)
    again = Desk(kept=kept_by(desk))
    shown = again.ask(m.Show(id="1", session="s"), m.Position)
    assert (shown.result, left(shown)) == ("Black wins on time", (60, 0))


def test_clocks_of_others_are_theirs(desk: Desk) -> None:
    opened(desk)
    desk.ask(m.Open(id="1", session="s", variant="othello-6x6", clock=m.TimeControl(main=5)), m.Position, BOB)
    desk.ask(m.Play(id="2", session="s", moves=("c2",)), m.Position, BOB)
    desk.wait(6)
    assert [client for client, reply in desk.sent if isinstance(reply, m.Position) and not reply.id] == [BOB]
    desk.ask(m.Close(id="3", session="s"), m.Closed, BOB)
    assert left(play(desk, "c2", INSTANT)) == (60, 60)
