"""The judge: each kind of illegal act, in the federation's order, in Othello and where its rules are others."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engined.rules.judge import Claim, Fault, Verdict, judge
from engined.rules.position import PASS, IllegalMove, Position, format_position, move_text, parse_board, parse_position
from engined.variants.model import EMPTY, CaptureKind, Choice, Passing
from engined_protocol.notation import square_name
from tests.rules.random_positions import INDIRECT, ONE, REMOVE, SOME, SOME_OR_NONE, declared, reached

BLACK, WHITE = 0, 1

# The figures of the rules of Othello, rows from the top.
FIGURE_4 = "....................X......OXO.....XOO.......O.................. X"
FIGURE_5 = "....................X......OXX.....XXXX......O.................. O"
MUST_PASS = "..........................XXX..O...XXXOO.....X.O.....X.......... X"


def ruled(text: str, move: str, after: str, variant: str = "othello", **claim: int) -> Verdict:
    """What the judge says of a move that is claimed to have led from one drawing to another."""
    position = parse_position(declared(variant), text)
    return judge(position, Claim(move, parse_board(position.variant, after), **claim))


def marked(text: str, **cells: str) -> str:
    """The cells of an 8x8 drawing, some of them changed."""
    board = list(text[:64])
    for name, symbol in cells.items():
        board["abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)] = symbol
    return "".join(board)


def names(verdict: Verdict, squares: tuple[int, ...]) -> list[str]:
    assert verdict.after is not None
    return [square_name(square, verdict.after.variant.board.width) for square in squares]


def test_the_move_of_figures_4_and_5_is_right() -> None:
    verdict = ruled(FIGURE_4, "g5", FIGURE_5[:64])
    assert (verdict.fault, verdict.message, verdict.move) == (None, "", "g5")
    assert verdict.after is not None
    assert format_position(verdict.after) == FIGURE_5


@pytest.mark.parametrize(
    ("move", "changes", "fault", "said"),
    [
        ("g5", {"g5": "O"}, "wrong_colour", "g5 shows white, not black"),
        ("g5", {"g5": "."}, "wrong_colour", "g5 shows no disc, not black"),
        ("a1", {"a1": "X", "g5": "."}, "not_playable", "captures nothing"),
        ("e4", {}, "not_playable", "e4 is occupied"),
        ("i9", {}, "not_playable", "i9 is not on this board"),
        ("--", {}, "illegal_pass", "Black can move and so may not pass"),
        ("g5", {"f4": "O"}, "missing_flips", "f4 should have turned"),
        ("g5", {"f5": "O", "e5": "O"}, "missing_flips", "e5, f5 should have turned"),
        ("g5", {"f6": "X"}, "extra_flips", "f6 should not have changed"),
        ("g5", {"a8": "O"}, "extra_flips", "a8 should not have changed"),
        ("g5", {"e3": "."}, "extra_flips", "e3 should not have changed"),
    ],
)
def test_each_fault_has_its_name(move: str, changes: dict[str, str], fault: str, said: str) -> None:
    verdict = ruled(FIGURE_4, move, marked(FIGURE_5, **changes))
    assert verdict.fault == fault
    assert said in verdict.message


def test_a_move_out_of_turn() -> None:
    verdict = ruled(FIGURE_4, "e2", FIGURE_4[:64], seat=WHITE)
    assert (verdict.fault, verdict.message) == (Fault.WRONG_TURN, "it is the turn of Black")
    assert ruled(FIGURE_4, "--", FIGURE_4[:64], seat=WHITE).fault is Fault.WRONG_TURN


def test_several_faults_are_reported_in_the_order_2_1_3_6_4_5() -> None:
    everything = marked(FIGURE_5, g5="O", f4="O", f6="X", h8="X")
    assert ruled(FIGURE_4, "g5", everything, seat=WHITE, colour=WHITE).fault is Fault.WRONG_TURN
    assert ruled(FIGURE_4, "h8", everything, colour=WHITE).fault is Fault.WRONG_COLOUR
    assert ruled(FIGURE_4, "g5", everything).fault is Fault.WRONG_COLOUR
    assert ruled(FIGURE_4, "h8", everything).fault is Fault.NOT_PLAYABLE
    assert ruled(FIGURE_4, "--", everything).fault is Fault.ILLEGAL_PASS
    both = ruled(FIGURE_4, "g5", marked(everything, g5="X"))
    assert both.fault is Fault.MISSING_FLIPS
    assert (names(both, both.missing), names(both, both.extra)) == (["f4"], ["f6", "h8"])


def test_the_board_as_it_should_be_is_told() -> None:
    verdict = ruled(FIGURE_4, "g5", marked(FIGURE_5, f4="O", g5="O"))
    assert verdict.after is not None
    assert verdict.after.board == parse_board(verdict.after.variant, FIGURE_5[:64])


def test_a_pass() -> None:
    assert ruled(MUST_PASS, "--", MUST_PASS[:64]).fault is None
    assert ruled(MUST_PASS, "pass", marked(MUST_PASS, a1="X")).fault is Fault.EXTRA_FLIPS
    verdict = ruled(MUST_PASS, "a1", marked(MUST_PASS, a1="X"))
    assert (verdict.fault, verdict.message) == (Fault.NOT_PLAYABLE, "Black cannot place anywhere and must pass")


def test_a_forced_pass_may_be_left_out() -> None:
    played = parse_position(declared("othello"), MUST_PASS).play(PASS)
    following = played.play(played.legal()[0])
    verdict = judge(parse_position(declared("othello"), MUST_PASS), Claim("c5", following.board, seat=WHITE))
    assert verdict.fault is None
    assert verdict.after == following


def test_nothing_can_be_claimed_after_the_end() -> None:
    full = "OOOOOOOOOXXOOXOXOXXXXOXXOXOXXXXXOXOOXXXXOXOOOXXXOOOOOOXXOXXXXXXX"
    with pytest.raises(IllegalMove, match="over"):
        ruled(full + " X", "--", full)


def test_what_is_no_claim_is_refused() -> None:
    with pytest.raises(ValueError, match="is not a square"):
        ruled(FIGURE_4, "hello", FIGURE_5[:64])
    with pytest.raises(ValueError, match="64 cells are wanted"):
        ruled(FIGURE_4, "g5", "XO")
    with pytest.raises(ValueError, match="board of 64 squares"):
        judge(parse_position(declared("othello"), FIGURE_4), Claim("g5", (EMPTY,)))


# --- discs of the mover's choice ------------------------------------------------------------------

BEFORE = "...... .OOX.. .O.... ..X... ...... ......"
"""On a2 Black brackets b2 and c2 on the way to d2, and b3 on the way to c4."""


def a2(variant: str, row: str, b3: str, move: str = "a2") -> Verdict:
    return ruled(f"{BEFORE} X", move, f"...... {row}.. .{b3}.... ..X... ...... ......", variant)


@pytest.mark.parametrize(
    ("variant", "row", "b3", "fault", "move"),
    [
        ("othello-6x6", "XXXX", "X", None, "a2"),
        ("othello-6x6", "XXXX", "O", "missing_flips", "a2"),
        (ONE, "XXOX", "O", None, "a2:b2"),
        (ONE, "XOOX", "O", "missing_flips", ""),
        (ONE, "XXXX", "O", "extra_flips", "a2:c2"),
        (SOME, "XXOX", "O", None, "a2:b2"),
        (SOME, "XXOX", "X", None, "a2:b2+b3"),
        (SOME, "XOOX", "O", "missing_flips", ""),
        (SOME_OR_NONE, "XOOX", "O", None, "a2"),
        (SOME_OR_NONE, "XOOO", "O", "extra_flips", "a2"),
        (REMOVE, "X..X", ".", None, "a2"),
        (REMOVE, "XXXX", "X", "missing_flips", "a2"),
    ],
)
def test_the_board_shows_the_choice(variant: str, row: str, b3: str, fault: str | None, move: str) -> None:
    verdict = a2(variant, row, b3)
    assert (verdict.fault, verdict.move) == (fault, move)


def test_a_stated_choice_must_be_what_the_board_shows() -> None:
    assert a2(SOME, "XXOX", "O", "a2:b2").fault is None
    other = a2(SOME, "XXOX", "O", "a2:c2")
    assert other.fault is Fault.MISSING_FLIPS
    assert (names(other, other.missing), names(other, other.extra)) == (["c2"], ["b2"])
    assert a2(ONE, "XXXX", "O", "a2:b2+c2").fault is Fault.EXTRA_FLIPS
    with pytest.raises(ValueError, match="not on this board"):
        a2(SOME, "XXOX", "O", "a2:z9")


def test_what_turns_indirectly_must_turn() -> None:
    before = "...... .OOX.. ..O... ..X... ...... ...... X"
    position = parse_position(declared(INDIRECT), before)
    found = 0
    for move in position.legal():
        after = position.play(move)
        text = move_text(position, move)
        direct = parse_position(declared("othello-6x6"), before).play(move)
        verdict = judge(position, Claim(text, direct.board))
        expected = tuple(s for s, (a, b) in enumerate(zip(after.board, direct.board, strict=True)) if a != b)
        assert verdict.missing == expected
        found += len(expected)
        assert judge(position, Claim(text, after.board)).fault is None
    assert found


# --- all variants ---------------------------------------------------------------------------------


@given(reached(), st.data())
@settings(max_examples=150, deadline=None)
def test_every_legal_move_is_confirmed(position: Position, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(position.legal()))
    after = position.play(move)
    verdict = judge(position, Claim(move_text(position, move), after.board, position.seat))
    assert verdict.fault is None
    assert verdict.after is not None
    assert verdict.after.board == after.board
    assert verdict.after.seat == after.seat


@given(reached(), st.data())
@settings(max_examples=150, deadline=None)
def test_a_changed_cell_is_found(position: Position, data: st.DataObject) -> None:
    """One cell of the board after a move is altered. Where the mover has no choice of discs, the fault is known."""
    variant = position.variant
    move = data.draw(st.sampled_from(position.legal()))
    square = data.draw(st.sampled_from(variant.board.cells))
    after = position.play(move).board
    altered = list(after)
    altered[square] = data.draw(st.sampled_from([EMPTY, *range(len(variant.colours))]))
    assume(altered[square] != after[square])
    verdict = judge(position, Claim(move_text(position, move), tuple(altered)))
    if square == move.square:
        assert verdict.fault is Fault.WRONG_COLOUR
    elif variant.capture.choice is Choice.ALL:
        changed = after[square] != position.board[square]
        assert verdict.fault is (Fault.MISSING_FLIPS if changed else Fault.EXTRA_FLIPS)
        assert (verdict.missing, verdict.extra) == (((square,), ()) if changed else ((), (square,)))
    elif altered[square] == position.board[square]:
        assert verdict.fault in (None, Fault.MISSING_FLIPS)
    elif variant.capture.kind is CaptureKind.FLIP and altered[square] == EMPTY:
        assert verdict.fault in (Fault.MISSING_FLIPS, Fault.EXTRA_FLIPS)


@given(reached(), st.data())
@settings(max_examples=100, deadline=None)
def test_nobody_plays_for_another(position: Position, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, len(position.variant.seats) - 1))
    assume(seat != position.seat)
    assume(position.variant.passing is Passing.FREE or position.legal() != (PASS,))
    cell = data.draw(st.sampled_from(position.variant.board.cells))
    claim = Claim(square_name(cell, position.variant.board.width), position.board, seat)
    assert judge(position, claim).fault is Fault.WRONG_TURN


@given(reached(), st.data())
@settings(max_examples=100, deadline=None)
def test_a_cell_is_open_or_it_is_not_playable(position: Position, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(range(len(position.board))))
    text = square_name(cell, position.variant.board.width)
    own = position.variant.seats[position.seat].colour
    verdict = judge(position, Claim(text, position.board, position.seat, own))
    assert (verdict.fault is Fault.NOT_PLAYABLE) == (cell not in {move.square for move in position.legal()})
