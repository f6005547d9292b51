"""How games end: the removal phase, resignation, loss on time, no result; and what is done about them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from engined.results import Certainty, Reason
from engined.service.events import SaveGame, SaveStep
from engined.service.sessions.session import Step
from engined_protocol import messages as m
from tests.service.desk import ANN, Desk

# Two walls, and a black stone behind White's.
WALLS = ["b1", "d1", "b2", "d2", "b3", "d3", "b4", "d4", "b5", "d5", "e3"]
STOPPED = (*WALLS, "--", "--")
SHORTEST = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")


@pytest.fixture
def desk() -> Desk:
    return Desk()


def stop(desk: Desk, variant: str = "go-5x5", *, keep: bool = False) -> m.Position:
    """A game that two passes have stopped, in session s."""
    return desk.ask(m.Open(id="0", session="s", variant=variant, moves=STOPPED, keep=keep), m.Position)


def ends(desk: Desk, *seats: str) -> m.Position:
    """What is heard after these have agreed, in turn."""
    shown = desk.ask(m.Show(id="0", session="s"), m.Position)
    for seat in seats:
        shown = desk.ask(m.Agree(id="0", session="s", seat=seat), m.Position)
    return shown


def restored(desk: Desk) -> Desk:
    """A daemon that starts with the logs that this one kept."""
    log: tuple[Step, ...] = tuple(save.step for save in desk.saves if isinstance(save, SaveStep))
    return Desk(kept=[(ANN, "s", log)])


def position(desk: Desk) -> m.Position:
    return desk.ask(m.Show(id="0", session="s"), m.Position)


# --- the removal phase ----------------------------------------------------------------------------


def test_two_passes_open_the_removal_phase(desk: Desk) -> None:
    shown = stop(desk)
    assert (shown.phase, shown.over, shown.result, shown.mover, shown.legal) == ("removal", True, "", "White", ())
    assert shown.owners == ("X....",) * 5
    assert (shown.scores, shown.prisoners, shown.agreed) == ((5, 0), (0, 0), ())
    assert (shown.winner, shown.margin, shown.komi, shown.ending) == ("White", 1, 6, "")
    before = desk.ask(m.Show(id="1", variant="go-5x5", moves=STOPPED[:-1]), m.Position)
    assert (before.phase, before.over, before.owners, before.removed) == ("play", False, (), ())


def test_groups_are_removed_and_put_back_until_both_agree(desk: Desk) -> None:
    stop(desk)
    shown = desk.ask(m.Remove(id="1", session="s", cells=("e3", "b2")), m.Position)
    assert shown.board == ("...O.",) * 5
    assert shown.removed == (".X...", ".X...", ".X..X", ".X...", ".X...")
    assert (shown.prisoners, shown.owners) == ((0, 6), ("OOO.O",) * 5)
    shown = desk.ask(m.Restore(id="2", session="s", cells=("B1",)), m.Position)
    assert (shown.board, shown.owners) == ((".X.O.",) * 5, ("X...O",) * 5)
    assert (shown.scores, shown.prisoners) == ((5, 6), (0, 1))
    assert ends(desk, "black").agreed == ("Black",)
    assert ends(desk, "Black").phase == "removal"
    shown = ends(desk, "White")
    assert (shown.phase, shown.result, shown.ending) == ("ended", "White wins by 7", "count")
    assert (shown.winner, shown.margin, shown.agreed) == ("White", 7, ("Black", "White"))
    assert (shown.board, shown.removed[2]) == ((".X.O.",) * 5, "....X")


def test_any_change_asks_both_anew(desk: Desk) -> None:
    stop(desk)
    ends(desk, "Black")
    assert desk.ask(m.Remove(id="1", session="s", cells=("e3",)), m.Position).agreed == ()
    ends(desk, "White")
    assert desk.ask(m.Undo(id="2", session="s"), m.Position).agreed == ()
    assert position(desk).removed == (".....",) * 5


def test_play_is_resumed_by_who_passed_first(desk: Desk) -> None:
    stop(desk)
    desk.say(m.Remove(id="1", session="s", cells=("e3",)))
    shown = desk.ask(m.Resume(id="2", session="s"), m.Position)
    assert (shown.phase, shown.mover, shown.over, shown.removed) == ("play", "White", False, ())
    assert shown.board[2] == ".X.OX"
    shown = desk.ask(m.Play(id="3", session="s", moves=("--", "a1", "--", "--")), m.Position)
    assert (shown.phase, shown.moves, shown.removed) == ("removal", (*STOPPED, "--", "a1", "--", "--"), (".....",) * 5)


def test_a_record_that_goes_on_was_resumed(desk: Desk) -> None:
    """Further passes count where moves follow, and are padding where none do."""
    shown = desk.ask(m.Show(id="1", variant="go-5x5", moves=(*STOPPED, "c1")), m.Position)
    assert (shown.mover, shown.board[0], shown.phase) == ("Black", ".XOO.", "play")
    shown = desk.ask(m.Show(id="2", variant="go-5x5", moves=(*STOPPED, "--", "c1")), m.Position)
    assert (shown.mover, shown.board[0]) == ("White", ".XXO.")
    shown = desk.ask(m.Show(id="3", variant="go-5x5", moves=(*STOPPED, "--", "--", "--", "c1")), m.Position)
    assert (shown.mover, shown.board[0], len(shown.moves)) == ("White", ".XXO.", len(STOPPED) + 4)
    shown = desk.ask(m.Show(id="4", variant="go-5x5", moves=(*STOPPED, "--", "--", "--")), m.Position)
    assert (shown.phase, shown.moves) == ("removal", STOPPED)


def test_undo_takes_back_what_was_done_last(desk: Desk) -> None:
    stop(desk)
    desk.say(m.Remove(id="1", session="s", cells=("e3",)))
    desk.say(m.Remove(id="2", session="s", cells=("b1",)))
    desk.say(m.Restore(id="3", session="s"))
    ends(desk, "Black", "White")
    undone = [desk.ask(m.Undo(id="4", session="s"), m.Position) for _ in range(6)]
    assert [(shown.phase, "".join(shown.removed).count("X"), len(shown.moves)) for shown in undone] == [
        ("removal", 0, 13),
        ("removal", 6, 13),
        ("removal", 1, 13),
        ("removal", 0, 13),
        ("play", 0, 12),
        ("play", 0, 11),
    ]
    assert desk.fail(m.Undo(id="5", session="s", plies=12)) == ("cannot-undo", "plies")
    assert desk.ask(m.Undo(id="6", session="s", plies=11), m.Position).moves == ()


@pytest.mark.parametrize(
    ("request_", "code", "field"),
    [
        (m.Remove(id="1", session="s", cells=("a1",)), "illegal-move", "cells"),
        (m.Remove(id="1", session="s", cells=("e3", "f1")), "illegal-move", "cells[1]"),
        (m.Remove(id="1", session="s", cells=("e3", "--")), "illegal-move", "cells[1]"),
        (m.Remove(id="1", session="s", cells=("e3", "\0")), "illegal-move", "cells[1]"),
        (m.Restore(id="1", session="s"), "illegal-move", "cells"),
        (m.Restore(id="1", session="s", cells=("e3",)), "illegal-move", "cells"),
        (m.Agree(id="1", session="s", seat="Red"), "invalid", "seat"),
        (m.Resign(id="1", session="s", seat="Red"), "invalid", "seat"),
        (m.Resign(id="1", session="s"), "invalid", "seat"),
        (m.Play(id="1", session="s", moves=("a1",)), "wrong-phase", "moves[0]"),
        (m.Play(id="1", session="s", moves=("--",)), "wrong-phase", "moves[0]"),
        (m.Play(id="1", session="s", moves=("--",), seat="White"), "wrong-phase", "moves[0]"),
        (m.Play(id="1", session="s", moves=("--",), seat="Black"), "wrong-phase", "seat"),
        (m.Analyse(id="1", session="s", play=True), "wrong-phase", "play"),
        (m.Judge(id="1", session="s", move="a1", board="." * 25), "game-over", "move"),
        (m.Remove(id="1", session="t", cells=("e3",)), "unknown-session", "session"),
    ],
)
def test_what_the_removal_phase_refuses_changes_nothing(
    desk: Desk, request_: m.AnyRequest, code: str, field: str
) -> None:
    before = stop(desk)
    assert desk.fail(request_) == (code, field)
    assert position(desk) == before


@pytest.mark.parametrize("moves", [(), ("--",)])
def test_groups_are_removed_when_play_has_stopped_and_never_else(desk: Desk, moves: tuple[str, ...]) -> None:
    requests = (
        m.Remove(id="1", session="s", cells=("b1",)),
        m.Restore(id="2", session="s"),
        m.Agree(id="3", session="s", seat="Black"),
        m.Resume(id="4", session="s"),
    )
    desk.say(m.Open(id="0", session="s", variant="go-5x5", moves=moves))
    assert {desk.fail(request)[0] for request in requests} == {"wrong-phase"}
    stop(desk)
    ends(desk, "Black", "White")
    assert {desk.fail(request)[0] for request in requests} == {"wrong-phase"}
    desk.say(m.Open(id="0", session="s", variant="othello", moves=SHORTEST))
    error = desk.ask(requests[0], m.Error)
    assert (error.code, error.message) == ("wrong-phase", "othello has no removal phase")


def test_in_the_removal_phase_the_game_is_looked_at_as_if_resumed(desk: Desk) -> None:
    stop(desk)
    desk.say(m.Remove(id="1", session="s", cells=("e3",)))
    desk.say(m.Analyse(id="2", session="s", nodes=10))
    task = desk.search(desk.started[0])
    assert (task.position.seat, task.position.passes, task.position.over) == (1, 0, False)
    assert task.position.discs() == (6, 5)
    desk.finish(desk.started[0])
    assert desk.reasons(ANN, "2") == [str(Reason.DONE)]
    ends(desk, "Black", "White")
    over = desk.ask(m.Analyse(id="3", session="s"), m.Analysis)
    assert (over.best, over.score, over.kind, over.winner) == ("", 7, str(Certainty.EXACT), "White")


# --- other ends -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "request_", "result", "score", "margin"),
    [
        ("go", m.Resign(id="1", session="s"), "White wins by resignation", -20, 20),
        ("go", m.Resign(id="1", session="s", seat="White"), "Black wins by resignation", 20, 20),
        ("go", m.Resign(id="1", session="s", seat="black", reason="time"), "White wins on time", -20, 20),
        ("othello", m.Resign(id="1", session="s", reason="time"), "White wins on time", None, None),
        ("yonin-team", m.Resign(id="1", session="s", seat="B"), "A and C win by resignation", None, None),
    ],
)
def test_a_game_is_given_up_or_lost_on_time(
    desk: Desk, variant: str, request_: m.Resign, result: str, score: float | None, margin: float | None
) -> None:
    before = desk.ask(m.Open(id="0", session="s", variant=variant), m.Position)
    shown = desk.ask(request_, m.Position)
    assert (shown.phase, shown.over, shown.legal, shown.mover) == ("ended", True, (), "")
    assert (shown.result, shown.ending, shown.margin) == (result, request_.reason, margin)
    assert shown.winner in result
    move = before.legal[0]
    assert desk.fail(m.Play(id="2", session="s", moves=(move,))) == ("game-over", "moves[0]")
    assert desk.fail(m.Resign(id="3", session="s", seat="Black" if "A" not in shown.seats else "A")) == (
        "game-over",
        "",
    )
    assert desk.fail(m.Judge(id="4", session="s", move=move, board="".join(before.board)))[0] == "game-over"
    over = desk.ask(m.Analyse(id="5", session="s"), m.Analysis)
    assert (over.best, over.score, over.winner) == ("", score, shown.winner)
    assert desk.ask(m.Undo(id="6", session="s"), m.Position) == structs.replace(before, id="6")


def test_nobody_gives_up_among_more_than_two_sides(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s", variant="rolit-3"))
    assert desk.fail(m.Resign(id="2", session="s")) == ("unsupported", "")


def test_one_can_resign_in_the_removal_phase_and_not_after_it(desk: Desk) -> None:
    stop(desk)
    desk.say(m.Remove(id="1", session="s", cells=("e3",)))
    assert desk.ask(m.Resign(id="2", session="s", seat="White"), m.Position).result == "Black wins by resignation"
    assert desk.ask(m.Undo(id="3", session="s"), m.Position).removed[2] == "....X"
    ends(desk, "Black", "White")
    assert desk.fail(m.Resign(id="4", session="s", seat="White")) == ("game-over", "")


def test_a_game_that_goes_in_circles_has_no_result(desk: Desk) -> None:
    """A triple ko would do; here each passes whenever that does not stop play."""
    variant = "go-2x2"
    moves = ("a1", "--", "b1", "--", "a2", "b2", "a1", "--", "b1", "--", "a2", "b2")
    shown = desk.ask(m.Open(id="1", session="s", variant=variant, moves=moves[:-1]), m.Position)
    assert shown.phase == "play"
    shown = desk.ask(m.Play(id="2", session="s", moves=moves[-1:]), m.Position)
    assert (shown.phase, shown.result, shown.ending, shown.winner) == ("ended", "No result", "no-result", "")
    assert shown.margin is None
    assert desk.fail(m.Play(id="3", session="s", moves=("a1",))) == ("game-over", "moves[0]")
    over = desk.ask(m.Analyse(id="4", session="s"), m.Analysis)
    assert (over.best, over.score, over.kind, over.winner) == ("", None, "", "")
    assert desk.ask(m.Undo(id="5", session="s"), m.Position).phase == "play"


@pytest.mark.parametrize("resigned", [False, True])
def test_the_result_is_learnt_as_it_is(desk: Desk, resigned: bool) -> None:
    stop(desk)
    desk.say(m.Learn(id="1", session="s"))
    desk.say(m.Remove(id="2", session="s", cells=("e3",)))
    ends(desk, "Black", "White")
    if resigned:
        desk.say(m.Undo(id="3", session="s"))
        desk.say(m.Resign(id="4", session="s", seat="White"))
    desk.say(m.Learn(id="5", session="s"))
    saved = [save.result for save in desk.saves if isinstance(save, SaveGame)]
    assert saved == ["", "Black wins by resignation" if resigned else "White wins by 7"]


def test_nothing_is_pondered_once_a_game_is_given_up(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s", variant="othello"))
    desk.say(m.Analyse(id="2", session="s", play=True, ponder=True, nodes=10))
    desk.finish(desk.started[0])
    assert len(desk.pondered) == 1
    desk.say(m.Resign(id="3", session="s"))
    assert desk.stops == {desk.pondered[0]: Reason.STOPPED}


# --- kept sessions --------------------------------------------------------------------------------


def test_a_kept_session_is_restored_at_every_step(desk: Desk) -> None:
    stop(desk, keep=True)
    steps: tuple[m.AnyRequest, ...] = (
        m.Remove(id="1", session="s", cells=("e3", "b1")),
        m.Restore(id="1", session="s", cells=("b1",)),
        m.Agree(id="1", session="s", seat="White"),
        m.Undo(id="1", session="s"),
        m.Agree(id="1", session="s", seat="White"),
        m.Agree(id="1", session="s", seat="Black"),
        m.Undo(id="1", session="s"),
        m.Resume(id="1", session="s"),
        m.Play(id="1", session="s", moves=("c1",)),
        m.Resign(id="1", session="s", reason="time"),
        m.Undo(id="1", session="s", plies=2),
        m.Resign(id="1", session="s"),
    )
    for step in steps:
        desk.ask(step, m.Position)
        assert position(restored(desk)) == position(desk)


def test_agreeing_twice_is_written_once(desk: Desk) -> None:
    stop(desk, keep=True)
    before = len(desk.saves)
    assert ends(desk, "White", "White", "WHITE").agreed == ("White",)
    assert len(desk.saves) == before + 1


# --- whatever may be said -------------------------------------------------------------------------

CELLS = st.sampled_from(["b1", "e3", "d5", "a1", "c3", "z9", "--", "", "e3 "]).filter(bool)
SEATS = st.sampled_from(["Black", "White", "white", "Red"])
SAID = st.one_of(
    st.builds(
        m.Remove, id=st.just("1"), session=st.just("s"), cells=st.lists(CELLS, min_size=1, max_size=3).map(tuple)
    ),
    st.builds(m.Restore, id=st.just("1"), session=st.just("s"), cells=st.lists(CELLS, max_size=2).map(tuple)),
    st.builds(m.Agree, id=st.just("1"), session=st.just("s"), seat=SEATS),
    st.builds(m.Resume, id=st.just("1"), session=st.just("s")),
    st.builds(m.Resign, id=st.just("1"), session=st.just("s"), seat=st.none() | SEATS),
    st.builds(m.Undo, id=st.just("1"), session=st.just("s"), plies=st.integers(1, 4)),
    st.builds(m.Play, id=st.just("1"), session=st.just("s"), moves=st.lists(CELLS, max_size=3).map(tuple)),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(SAID, max_size=12))
def test_an_error_changes_nothing_and_the_log_tells_it_all(said: list[m.AnyRequest]) -> None:
    desk = Desk()
    shown = stop(desk, keep=True)
    for request in said:
        (reply,) = desk.say(request)
        if isinstance(reply, m.Position):
            shown = reply
        assert position(desk) == structs.replace(shown, id="0", stored=False)
        assert (shown.phase == "ended") == bool(shown.result) == (len(shown.agreed) == 2 or shown.ending != "")
        assert shown.over or shown.removed == ()
    assert position(restored(desk)) == position(desk)
