"""Positions and sessions: what they say, who sees them, and what is refused."""

from __future__ import annotations

import pytest

from engined.service import ClientLimits
from engined.service.events import CompileState, CutLog, ForgetSession, Prepare, SaveStep
from engined.service.game import Game
from engined.service.sessions import session as session_module
from engined.service.sessions.clients import COME_BACK, UNWRITTEN
from engined.service.sessions.session import Begun, MovesPlayed, Removed, Step, Timed, Undone
from engined.variants.catalogue import Catalogue
from engined_protocol import messages as m
from tests.service.desk import ANN, BOB, Desk

# The shortest game: Black wipes White out with the ninth disc.
SHORTEST = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_position_is_shown_in_full(desk: Desk) -> None:
    shown = desk.ask(m.Show(id="1"), m.Position)
    assert shown.board[3:5] == ("...OX...", "...XO...")
    assert (shown.mover, shown.colour) == ("Black", "X")
    assert set(shown.legal) == {"d3", "c4", "f5", "e6"}
    assert (shown.discs, shown.empties, shown.over, shown.moves) == ((2, 2), 60, False, ())


def test_the_mover_after_moves_is_the_other(desk: Desk) -> None:
    shown = desk.ask(m.Show(id="1", moves=("f5",)), m.Position)
    assert (shown.mover, shown.discs, shown.moves) == ("White", (4, 1), ("f5",))


def test_chosen_discs_are_named_with_the_cell_and_variants_in_any_script(desk: Desk) -> None:
    opened = desk.ask(m.Open(id="1", session="s", variant="挟み碁-一枚", moves=("d3", "e3:e4")), m.Position)
    assert opened.variant == "hasami-one"
    assert set(opened.legal) == {"f2:e3", "f3:e3", "f3:e4", "f4:e4", "f5:e4", "f5:e5", "f6:e5"}
    error = desk.ask(m.Play(id="2", session="s", moves=("f3",)), m.Error)
    assert (error.code, error.field) == ("illegal-move", "moves[0]")
    assert "f3 leaves open which discs turn: write, for example, f3:e3" in error.message
    played = desk.ask(m.Play(id="3", session="s", moves=("F3:E4",)), m.Position)
    assert (played.moves, played.discs) == (("d3:d4", "e3:e4", "f3:e4"), (5, 2))


def test_holes_are_blanks_in_drawings(desk: Desk) -> None:
    described = desk.ask(m.DescribeVariant(id="1", variant="octagon-52"), m.Description)
    assert described.drawing[0] == "  ....  "
    assert described.cells == 52
    assert "a1" in described.holes


def test_a_finished_game_says_who_won(desk: Desk) -> None:
    shown = desk.ask(m.Show(id="1", moves=SHORTEST), m.Position)
    assert (shown.over, shown.mover, shown.legal, shown.discs) == (True, "", (), (13, 0))
    assert shown.result == "Black wins by 64"


@pytest.mark.parametrize(
    ("request_", "code", "field"),
    [
        (m.Show(id="1", variant="otello"), "unknown-variant", "variant"),
        (m.Show(id="1", start="." * 65 + "X"), "bad-position", "start"),
        (m.Show(id="1", moves=("f5", "f5")), "illegal-move", "moves[1]"),
        (m.Show(id="1", moves=("zz",)), "illegal-move", "moves[0]"),
        (m.Show(id="1", moves=("--",)), "illegal-move", "moves[0]"),
        (m.Show(id="1", moves=(*SHORTEST, "a1")), "game-over", "moves[9]"),
        (m.Show(id="1", moves=(*SHORTEST, "--", "a1")), "game-over", "moves[10]"),
        (m.Show(id="1", moves=("f5", "--", "d6")), "illegal-move", "moves[1]"),
        (m.Show(id="1", session="s"), "unknown-session", "session"),
        (m.Play(id="1", session="s", moves=("f5",)), "unknown-session", "session"),
        (m.Undo(id="1", session="s"), "unknown-session", "session"),
        (m.Close(id="1", session="s"), "unknown-session", "session"),
        (m.Declare(id="1", text="name = 1"), "bad-declaration", "line 1: name"),
        (m.DescribeVariant(id="1", variant="othello-3x99"), "unknown-variant", "variant"),
    ],
)
def test_what_is_wrong_is_named(desk: Desk, request_: m.AnyRequest, code: str, field: str) -> None:
    assert desk.fail(request_) == (code, field)


# On 4x4: after d4 White cannot move, and after a1 nobody can.
PASSED = ("c4", "b4", "a2", "d4", "--", "b1", "a3", "d3", "c1", "d2", "a1")
PASSES = [
    PASSED,
    tuple(move for move in PASSED if move != "--"),
    (*PASSED, "--"),
    (*PASSED, "pass", "PA", "@@"),
    tuple("@@" if move == "--" else move.upper() for move in PASSED),
]


@pytest.mark.parametrize("moves", PASSES)
def test_a_record_may_leave_passes_out_and_end_in_passes(desk: Desk, moves: tuple[str, ...]) -> None:
    shown = desk.ask(m.Show(id="1", variant="othello-4x4", moves=moves), m.Position)
    assert (shown.moves, shown.result) == (PASSED, "Black wins by 4")
    opened = desk.ask(m.Open(id="2", session="s", variant="othello-4x4", moves=moves, keep=True), m.Position)
    assert (opened.moves, opened.result) == (PASSED, "Black wins by 4")
    restarted = Desk(kept=[(ANN, "s", log_of(desk))])
    assert restarted.ask(m.Show(id="3", session="s"), m.Position).moves == PASSED


def test_a_game_that_is_played_spells_its_passes_out(desk: Desk) -> None:
    """What a record may do, ``play`` may not: nobody passes for a player."""
    desk.ask(m.Open(id="1", session="s", variant="othello-4x4", moves=PASSED[:4]), m.Position)
    assert desk.fail(m.Play(id="2", session="s", moves=("b1",))) == ("illegal-move", "moves[0]")
    played = desk.ask(m.Play(id="3", session="s", moves=PASSED[4:]), m.Position)
    assert played.over
    assert desk.fail(m.Play(id="4", session="s", moves=("--",))) == ("game-over", "moves[0]")


def test_a_session_has_its_own_variant_and_start(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s"))
    assert desk.fail(m.Show(id="2", session="s", variant="othello")) == ("invalid", "variant")
    assert desk.fail(m.Show(id="3", session="s", start="...")) == ("invalid", "start")


def test_play_is_all_or_nothing(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s"))
    assert desk.fail(m.Play(id="2", session="s", moves=("f5", "d6", "a1"))) == ("illegal-move", "moves[2]")
    assert desk.ask(m.Show(id="3", session="s"), m.Position).moves == ()
    assert desk.ask(m.Play(id="4", session="s", moves=("F5", "D6")), m.Position).moves == ("f5", "d6")


def test_moves_beyond_a_session_do_not_change_it(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s", moves=("f5",)))
    assert desk.ask(m.Show(id="2", session="s", moves=("d6",)), m.Position).moves == ("f5", "d6")
    assert desk.ask(m.Show(id="3", session="s"), m.Position).moves == ("f5",)


def test_opened_moves_can_be_taken_back_and_no_more(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s", moves=("f5", "d6", "c3")))
    assert desk.ask(m.Undo(id="2", session="s", plies=2), m.Position).moves == ("f5",)
    assert desk.fail(m.Undo(id="3", session="s", plies=2)) == ("cannot-undo", "plies")
    assert desk.ask(m.Undo(id="4", session="s"), m.Position).moves == ()


def test_opening_again_keeps_the_variant_unless_another_is_named(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s", variant="othello-6x6", moves=("c2",)))
    again = desk.ask(m.Open(id="2", session="s"), m.Position)
    assert (again.variant, again.moves, again.empties) == ("othello-6x6", (), 32)
    assert desk.ask(m.Open(id="3", session="s", variant="othello"), m.Position).empties == 60


def test_sessions_of_several_variants_live_side_by_side(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="big", variant="othello-10x10"))
    desk.say(m.Open(id="2", session="small", variant="othello-4x4"))
    made_up = desk.ask(m.Open(id="3"), m.Position).session
    desk.say(m.Play(id="4", session="small", moves=("b1",)))
    listed = desk.ask(m.ListSessions(id="5"), m.Sessions).sessions
    assert {(one.session, one.variant, one.plies) for one in listed} == {
        ("big", "othello-10x10", 0),
        ("small", "othello-4x4", 1),
        (made_up, "othello", 0),
    }


def test_made_up_names_do_not_collide(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s1"))
    names = {desk.ask(m.Open(id=str(number)), m.Position).session for number in range(2, 6)}
    assert len(names) == 4
    assert "s1" not in names


def test_nobody_sees_the_sessions_of_another(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s"), ANN)
    assert desk.fail(m.Show(id="2", session="s"), BOB) == ("unknown-session", "session")
    desk.say(m.Open(id="3", session="s", variant="othello-6x6"), BOB)
    assert desk.ask(m.Show(id="4", session="s"), m.Position, ANN).variant == "othello"


def test_too_many_sessions_plies_and_clients_are_refused() -> None:
    desk = Desk(limits=ClientLimits(clients=1, sessions=2))
    for name in "ab":
        desk.say(m.Open(id=name, session=name))
    assert desk.fail(m.Open(id="c", session="c")) == ("busy", "session")
    assert desk.fail(m.Open(id="d")) == ("busy", "session")
    assert desk.ask(m.Open(id="e", session="a"), m.Position).session == "a"
    assert desk.fail(m.Open(id="f", session="a"), BOB) == ("busy", "")
    desk.say(m.Close(id="g", session="a"))
    desk.say(m.Close(id="h", session="b"))
    assert desk.ask(m.Open(id="i", session="a"), m.Position, BOB).session == "a"


# --- seats and passes -----------------------------------------------------------------------------


def test_an_explicit_pass_is_a_move(desk: Desk) -> None:
    # White to move cannot place: nothing white brackets the black disc. Black can, at c1.
    shown = desk.ask(m.Open(id="1", session="s", start="XO" + "." * 62 + " O"), m.Position)
    assert shown.legal == ("--",)
    assert desk.fail(m.Play(id="2", session="s", moves=("c1",))) == ("illegal-move", "moves[0]")
    played = desk.ask(m.Play(id="3", session="s", moves=("--", "c1")), m.Position)
    assert (played.moves, played.over) == (("--", "c1"), True)


def test_a_seat_implies_the_passes_before_it(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s", start="XO" + "." * 62 + " O"))
    played = desk.ask(m.Play(id="2", session="s", moves=("c1",), seat="black"), m.Position)
    assert played.moves == ("--", "c1")


def test_a_seat_that_could_move_is_not_passed_over(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s"))
    assert desk.fail(m.Play(id="2", session="s", moves=("f5",), seat="White")) == ("illegal-move", "seat")
    assert desk.fail(m.Play(id="3", session="s", moves=("f5",), seat="Green")) == ("invalid", "seat")
    desk.say(m.Play(id="4", session="s", moves=("f5",), seat="Black"))
    assert desk.fail(m.Play(id="5", session="s", moves=("d6",), seat="Black")) == ("illegal-move", "seat")


def test_after_the_end_nobody_is_to_move(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s", moves=SHORTEST))
    assert desk.fail(m.Play(id="2", session="s", moves=("a1",), seat="Black")) == ("game-over", "seat")


# --- variants -------------------------------------------------------------------------------------

TORN = 'name = "torn"\ninherits = "othello"\n[board]\ndrawing = """\n. . . .\n. O X .\n. X O .\n# . . .\n"""\n'


def test_a_declared_variant_works_like_a_shipped_one(desk: Desk) -> None:
    assert desk.fail(m.Open(id="1", variant="torn")) == ("unknown-variant", "variant")
    checked = desk.ask(m.Declare(id="2", text=TORN, check_only=True), m.Description)
    assert (checked.name, checked.cells, checked.holes) == ("torn", 15, ("a4",))
    assert desk.fail(m.Open(id="3", variant="torn")) == ("unknown-variant", "variant")
    declared = desk.ask(m.Declare(id="4", text=TORN), m.Description)
    opened = desk.ask(m.Open(id="5", variant="torn"), m.Position, BOB)
    assert opened.board[3] == " ..."
    assert declared.digest == checked.digest
    assert "torn" in {one.name for one in desk.ask(m.ListVariants(id="6"), m.Variants).variants}


def test_a_board_of_holes_only_is_no_board(desk: Desk) -> None:
    text = 'name = "void"\n[board]\ndrawing = """\n####\n####\n"""\n'
    code, field = desk.fail(m.Declare(id="1", text=text))
    assert code == "bad-declaration"
    assert field.startswith("line ")


def test_a_variant_is_compiled_once_it_is_played(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s"))
    assert not [effect for effect in desk.effects if isinstance(effect, Prepare)]
    desk.say(m.Play(id="2", session="s", moves=("f5",)))
    desk.say(m.Play(id="3", session="s", moves=("d6",)))
    (prepared,) = (effect.variant for effect in desk.effects if isinstance(effect, Prepare))
    assert prepared.name == "othello"
    desk.tell(CompileState(prepared, "ready", 0.0))
    desk.say(m.Play(id="4", session="s", moves=("c3",)))
    assert len([effect for effect in desk.effects if isinstance(effect, Prepare)]) == 1
    assert desk.ask(m.AskStatus(id="5"), m.Status).variants == (m.VariantState(variant="othello", state="ready"),)


def test_a_variant_that_the_engine_has_forgotten_is_prepared_again(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s", moves=("f5",)))
    desk.say(m.Play(id="2", session="s", moves=("d6",)))
    (prepared,) = (effect.variant for effect in desk.effects if isinstance(effect, Prepare))
    desk.tell(CompileState(prepared, "ready", 0.0))
    desk.tell(CompileState(prepared, "cold", 0.0))
    assert desk.ask(m.AskStatus(id="3"), m.Status).variants == ()
    desk.say(m.Play(id="4", session="s", moves=("c3",)))
    assert len([effect for effect in desk.effects if isinstance(effect, Prepare)]) == 2


# --- kept sessions --------------------------------------------------------------------------------


def log_of(desk: Desk) -> tuple[Step, ...]:
    return tuple(save.step for save in desk.saves if isinstance(save, SaveStep))


def listed(desk: Desk) -> list[tuple[str, str, int | None]]:
    """Ann's sessions, as the list of them says."""
    found = desk.ask(m.ListSessions(id="9"), m.Sessions).sessions
    return [(one.session, one.variant, one.plies) for one in found]


def test_a_kept_session_is_written_step_by_step_and_restored(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s", keep=True, moves=("f5",)))
    desk.say(m.Play(id="2", session="s", moves=("d6", "c3")))
    desk.say(m.Undo(id="3", session="s"))
    desk.say(m.Play(id="4", session="s", moves=("c5",)))
    shown = desk.ask(m.Show(id="5", session="s"), m.Position)
    after = Desk(kept=[(ANN, "s", log_of(desk))])
    assert listed(after) == [("s", "othello", None)]
    assert after.fail(m.Show(id="1", session="s"), BOB) == ("unknown-session", "session")
    restored = after.ask(m.Show(id="5", session="s"), m.Position)
    assert restored == shown
    assert restored.moves == ("f5", "d6", "c5")
    assert listed(after) == [("s", "othello", 3)]
    assert after.ask(m.ListSessions(id="1"), m.Sessions, BOB).sessions == ()
    assert after.ask(m.Undo(id="2", session="s"), m.Position).moves == ("f5", "d6")
    assert log_of(after) == (Undone(1),)


@pytest.mark.parametrize("step", [MovesPlayed(("a1",)), Undone(5), Timed((1.0, 2.0)), Removed(("e4",))])
def test_steps_that_cannot_follow_are_cut_off_a_log_once(step: Step) -> None:
    begun = Begun("othello", Catalogue().get("othello").digest, None, ("f5",))
    desk = Desk(kept=[(ANN, "s", (begun, MovesPlayed(("d6",)), step, MovesPlayed(("c3",))))])
    assert desk.ask(m.Show(id="1", session="s"), m.Position).moves == ("f5", "d6")
    desk.leave(ANN)
    assert desk.ask(m.Play(id="2", session="s", moves=("c3",)), m.Position).moves == ("f5", "d6", "c3")
    assert desk.saves == [CutLog(ANN, "s", 2), SaveStep(ANN, "s", MovesPlayed(("c3",)))]


def test_implied_passes_are_spelled_out_in_the_log(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="s", keep=True, start="XO" + "." * 62 + " O"))
    desk.say(m.Play(id="2", session="s", moves=("c1",), seat="Black"))
    assert log_of(desk)[1] == MovesPlayed(("--", "c1"))


def test_a_kept_session_outlives_its_client_and_others_do_not(desk: Desk) -> None:
    desk.say(m.Open(id="1", session="kept", keep=True, moves=("f5",)))
    desk.say(m.Open(id="2", session="other"))
    desk.leave(ANN)
    assert listed(desk) == [("kept", "othello", None)]
    assert desk.fail(m.Show(id="3", session="other")) == ("unknown-session", "session")
    assert desk.ask(m.Show(id="4", session="kept"), m.Position).moves == ("f5",)
    desk.say(m.Close(id="5", session="kept"))
    assert desk.saves[-1] == ForgetSession(ANN, "kept")
    assert desk.fail(m.Show(id="6", session="kept")) == ("unknown-session", "session")


def test_a_kept_session_of_a_variant_that_is_gone_can_be_set_anew() -> None:
    log = (Begun("torn", "0" * 32, None, ()),)
    other = (Begun("othello", "0" * 32, None, ()),)
    desk = Desk(kept=[(ANN, "s", log), (ANN, "t", other)])
    assert desk.fail(m.Show(id="1", session="s")) == ("unknown-variant", "session")
    assert desk.fail(m.Show(id="2", session="t")) == ("unknown-variant", "session")
    assert desk.ask(m.Open(id="3", session="s"), m.Position).variant == "othello"
    assert desk.ask(m.Show(id="4", session="s"), m.Position).moves == ()
    desk.say(m.Close(id="5", session="t"))
    assert desk.fail(m.Show(id="6", session="t")) == ("unknown-session", "session")


def test_without_a_store_nothing_can_be_kept() -> None:
    desk = Desk(store=False)
    assert desk.fail(m.Open(id="1", session="s", keep=True)) == ("unsupported", "keep")
    assert desk.fail(m.Learn(id="2"))[0] == "unsupported"


# --- memory ---------------------------------------------------------------------------------------


def test_sessions_take_no_more_memory_than_there_is_for_them() -> None:
    size = Game.begin(Catalogue().get("othello")).size
    desk = Desk(limits=ClientLimits(session_bytes=3 * size))
    desk.ask(m.Open(id="1", session="a", variant="othello"), m.Position)
    desk.ask(m.Play(id="2", session="a", moves=("f5",)), m.Position)
    desk.ask(m.Open(id="3", session="b", variant="othello"), m.Position, BOB)
    assert desk.fail(m.Play(id="4", session="a", moves=("d6",))) == ("busy", "session")
    assert desk.fail(m.Open(id="5", session="c", variant="othello")) == ("busy", "session")
    assert desk.ask(m.Show(id="6", session="a"), m.Position).moves == ("f5",)
    desk.ask(m.Undo(id="7", session="a"), m.Position)
    desk.ask(m.Play(id="8", session="b", moves=("f5",)), m.Position, BOB)
    desk.leave(BOB)
    desk.ask(m.Play(id="9", session="a", moves=("f5", "d6")), m.Position)
    desk.ask(m.Open(id="10", session="a", variant="othello"), m.Position)
    desk.ask(m.Close(id="11", session="a"), m.Closed)
    desk.ask(m.Open(id="12", session="a", variant="othello", moves=("f5", "d6")), m.Position)


def test_no_more_steps_are_kept_than_there_is_room_for_until_the_store_can_be_written() -> None:
    desk = Desk(limits=ClientLimits(session_bytes=1 << 20))
    desk.ask(m.Open(id="1", session="kept", keep=True, moves=("f5", "d6")), m.Position)
    desk.ask(m.Open(id="2", session="other"), m.Position)
    desk.unwritten = (1 << 20) // UNWRITTEN + 1
    for request in (
        m.Play(id="3", session="kept", moves=("c3",)),
        m.Undo(id="4", session="kept"),
        m.Resign(id="5", session="kept"),
        m.Open(id="6", session="kept"),
        m.Open(id="7", session="new", keep=True),
    ):
        assert desk.fail(request)[0] == "busy"
    assert desk.ask(m.Show(id="8", session="kept"), m.Position).moves == ("f5", "d6")
    assert desk.ask(m.Play(id="9", session="other", moves=("f5",)), m.Position).moves == ("f5",)
    desk.say(m.Analyse(id="10", session="kept", play=True))
    desk.finish(desk.started[-1])
    (failed,) = desk.finals(ANN, "10")
    assert isinstance(failed, m.Error)
    assert (failed.code, failed.retry_after) == ("busy", COME_BACK)
    desk.unwritten = 0
    assert desk.ask(m.Play(id="11", session="kept", moves=("c3",)), m.Position).moves == ("f5", "d6", "c3")


def sessions_take(desk: Desk) -> int:
    status = desk.ask(m.AskStatus(id="status"), m.Status, BOB)
    return next(use.bytes for use in status.memory if use.what == "sessions")


def test_logs_of_kept_sessions_count_among_sessions_also_while_their_clients_are_away() -> None:
    desk = Desk(limits=ClientLimits(session_bytes=20_000))
    kept = 0
    while not isinstance(reply := desk.say(m.Open(id="1", session="s", keep=True), b"%d" % kept)[0], m.Error):
        desk.leave(b"%d" % kept)
        kept += 1
        assert kept < 100, "they are counted nowhere"
    assert (reply.code, reply.field) == ("busy", "keep")
    assert kept > 10
    full = sessions_take(desk)
    assert 10_000 < full < 20_000
    desk.ask(m.Open(id="2", session="t"), m.Position)
    desk.ask(m.Close(id="3", session="t"), m.Closed)
    desk.ask(m.Show(id="4", session="s"), m.Position, b"0")  # back in memory, and not counted twice
    desk.leave(b"0")
    assert sessions_take(desk) == full
    for number in range(kept):
        desk.ask(m.Close(id="5", session="s"), m.Closed, b"%d" % number)
    assert sessions_take(desk) == 0
    desk.ask(m.Open(id="6", session="s", keep=True), m.Position)


def test_stones_are_not_taken_off_and_put_back_for_ever(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> None:
    monkeypatch.setattr(session_module, "LONGEST_LOG", 20)
    desk.ask(m.Open(id="0", session="s", variant="go-5x5", moves=("c3", "--", "--"), keep=True), m.Position)
    for changes in range(100):
        change = m.Restore(id="1", session="s") if changes % 2 else m.Remove(id="1", session="s", cells=("c3",))
        reply = desk.say(change)[0]
        if isinstance(reply, m.Error):
            break
    assert isinstance(reply, m.Error)
    assert (reply.code, reply.field) == ("busy", "session")
    desk.ask(m.Resume(id="3", session="s"), m.Position)
    shown = desk.ask(m.Play(id="4", session="s", moves=("b2",)), m.Position)
    after = Desk(kept=[(ANN, "s", log_of(desk))])
    assert after.ask(m.Show(id="5", session="s"), m.Position).board == shown.board


def test_a_log_that_is_very_long_begins_anew(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> None:
    monkeypatch.setattr(session_module, "LONGEST_LOG", 20)
    start = "." * 27 + "OX" + "." * 6 + "XO" + "." * 27 + " X"
    desk.ask(m.Open(id="0", session="s", keep=True, start=start), m.Position)
    for number in range(30):
        shown = desk.ask(m.Play(id=f"p{number}", session="s", moves=("f5", "d6")), m.Position)
        if number < 29:
            desk.ask(m.Undo(id=f"u{number}", session="s", plies=2), m.Position)
    log = log_of(desk)
    begun = [index for index, step in enumerate(log) if isinstance(step, Begun)]
    assert len(begun) == 3
    assert len(log) - begun[-1] <= 21
    after = Desk(kept=[(ANN, "s", log[begun[-1] :])])
    assert after.ask(m.Show(id="1", session="s"), m.Position).board == shown.board


def test_of_sessions_that_are_not_kept_there_is_no_log(desk: Desk) -> None:
    desk.ask(m.Open(id="0", session="s"), m.Position)
    for number in range(30):
        desk.ask(m.Play(id=f"p{number}", session="s", moves=("f5",)), m.Position)
        desk.ask(m.Undo(id=f"u{number}", session="s"), m.Position)
    (session,) = desk.service._clients.sessions(ANN)
    assert len(session.log) == 1
