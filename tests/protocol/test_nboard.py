"""NBoard's traps, one by one; whole conversations are in protocol/dialogues."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engined_protocol.messages import Clock, Open, ScoredMove
from engined_protocol.nboard import SECONDS, NBoardDialogue, depth_token, search_lines
from engined_protocol.text.conversation import CHARACTERS_AHEAD, LINES_AHEAD
from tests.protocol.stage import Said, Stage

START = "8 ---------------------------O*------*O--------------------------- *"


def game(moves: str = "", **tags: str) -> str:
    named = {"GM": "Othello", "TY": "8", "BO": START, **tags}
    return "set game (;" + "".join(f"{tag}[{value}]" for tag, value in named.items()) + f"{moves};)"


def stage(variant: str = "othello", *, seconds: float = SECONDS) -> Stage:
    started = Stage(NBoardDialogue(variant, seconds=seconds))
    started.line("nboard 2")
    return started


def closes(at: Stage, text: str) -> bool:
    """Whether the conversation is over after a line."""
    at.line(text)
    return at.closed


def opened(at: Stage) -> str | None:
    """The variant of the game that was just opened."""
    request = at.requests[-1]
    assert isinstance(request, Open)
    return request.variant


def move(score: float, kind: str, depth: int = 20, confidence: int = 100) -> ScoredMove:
    return ScoredMove(move="f5", score=score, kind=kind, depth=depth, confidence=confidence, pv=("f5", "d6"))


# --- lines ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "token"),
    [
        ([move(2, "exact"), move(-2, "exact")], "100%"),
        ([move(2, "exact"), move(-1, "upper")], "100%W"),
        ([move(2, "lower")], "100%W"),
        ([move(1, "lower")], "100%W"),
        ([move(-1, "upper")], "100%W"),
        # An upper bound above 0 proves no sign.
        ([move(2, "upper", 14)], "14"),
        ([move(0, "lower", 14)], "14"),
        ([move(0, "upper", 14)], "14"),
        ([move(2, "exact"), move(1, "selective", confidence=95)], "95%"),
        # 100% would say exact.
        ([move(1, "selective", confidence=100)], "99%"),
        ([move(1, "estimate", 12), move(0, "estimate", 11)], "11"),
        ([move(1, "exact", 20), move(0, "estimate", 11)], "11"),
    ],
)
def test_one_depth_token_tells_what_the_least_certain_move_is_worth(moves: list[ScoredMove], token: str) -> None:
    assert depth_token(moves) == token
    assert {text.split()[4] for text in search_lines(tuple(moves))} == {token}


def test_a_line_has_the_variation_in_one_word_and_no_minus_zero() -> None:
    assert search_lines((move(-0.001, "estimate", 9),)) == ["search F5D6 0.00 0 9"]
    passing = ScoredMove(move="--", score=-3, kind="estimate", depth=4, pv=("--", "c5"))
    assert search_lines((passing,)) == ["search PAC5 -3.00 0 4"]


def test_long_move_names_are_set_apart() -> None:
    chosen = ScoredMove(move="f5:e5+d5", score=1, kind="estimate", depth=2, pv=("f5:e5+d5", "c3:d3"))
    assert search_lines((chosen,)) == ["search F5:E5+D5-C3:D3 1.00 0 2"]


def test_node_counts_and_times_have_no_exponent() -> None:
    at = stage()
    at.line("hint 1")
    assert "nodestats 1500000000000000 0.00\n" in at.info(1, 1_500_000_000_000_000, 1e-7, Said("f5", 0))


def test_the_name_is_one_word() -> None:
    dialogue = Stage(NBoardDialogue(name="Engined 0.1 \u4e8c"))
    assert dialogue.line("nboard 2") == "set myname Engined\nstatus\n"


def test_nothing_above_ascii_goes_out() -> None:
    at = stage()
    for text in (
        "hint \u2212",
        "set depth \u0663",
        "move \uff26\uff15",
        game(PB="\u96ea").replace("8 -", "\u2588"),
    ):
        assert at.line(text).isascii()


# --- synchronisation ------------------------------------------------------------------------------


def test_the_pong_waits_for_the_final() -> None:
    at = stage()
    at.line("hint 4")
    assert at.line("ping 17") == ""
    assert at.stop_seen
    assert at.info(2, 5, 0.0, Said("f5", 1)).startswith("search")
    assert at.final(2, 5, 0.0, Said("f5", 1), reason="stopped").splitlines()[-1] == "pong 17"


def test_every_ping_is_answered_once_and_in_order() -> None:
    at = stage()
    at.line("hint 4")
    for number in (5, 9, 12):
        at.line(f"ping {number}")
    assert len(at.stopped) == 1
    at.final(0, 0, 0.0, reason="stopped")
    assert [text for text in at.text.splitlines() if "pong" in text] == ["pong 5", "pong 9", "pong 12"]


def test_searches_that_wait_are_dropped_by_a_ping_but_not_the_state() -> None:
    at = stage()
    for text in ("hint 4", "go", "move f5", "hint 1", "set depth 3", "ping 2"):
        at.line(text)
    at.final(0, 0, 0.0, reason="stopped")
    assert not at.jobs
    at.line("hint 1")
    assert at.job.depth == 3
    assert next(iter(at.jobs.values())).position.discs() == (4, 1)


def test_a_hint_is_bounded_since_the_gui_may_abandon_it() -> None:
    at = stage(seconds=30.0)
    at.line("hint 64")
    assert (at.job.best, at.job.depth, at.job.seconds) == (64, 20, 30.0)


def test_quit_closes_at_once_where_nothing_is_being_done() -> None:
    assert closes(stage(), "quit")


@pytest.mark.parametrize("leave", [Stage.end, lambda at: at.line("quit")])
def test_whoever_leaves_ends_searches_but_what_else_was_heard_is_served(leave: Callable[[Stage], object]) -> None:
    at = stage()
    for text in ("go", "hint 4", "move z9", "ping 3", "go", "move f5"):
        at.line(text)
    leave(at)
    at.line("ping 4")
    assert (at.stop_seen, at.closed) == (True, False)
    said = at.final(0, 0, 0.0, reason="stopped").splitlines()
    assert [text.partition(":")[0] for text in said[-2:]] == ["status move", "pong 3"]
    assert at.closed
    assert not at.jobs


def test_a_flood_ends_the_conversation() -> None:
    at = stage()
    assert not closes(at, "hint 1")
    assert not any(closes(at, "set depth 3") for _ in range(LINES_AHEAD))
    assert closes(at, "set depth 3")
    at = stage()
    assert not closes(at, "hint 1")
    assert closes(at, "x" * (CHARACTERS_AHEAD + 1))


def test_a_line_that_could_not_be_read_is_a_status() -> None:
    at = stage()
    assert at.refuse("a line has at most 9 bytes") == "status a line has at most 9 bytes\n"


# --- state ----------------------------------------------------------------------------------------


def test_comma_decimals_and_empty_evaluations_are_read() -> None:
    at = stage()
    assert at.line(game("B[F5//9.555]W[F4/-0,96/0,123]B[PA]", TI="5:00")) != ""
    assert at.line(game("B[F5//9.555]W[F4/-0,96/0,123]", TI="5:00")) == ""
    at.line("move E3//81,5")
    at.line("go")
    assert at.job.clock == Clock(remaining=300 - 0.123)


@pytest.mark.parametrize("text", ["PA", "pa", "pass", "PASS", "p", "--", "PA//0.001"])
def test_a_pass_is_read_in_all_spellings(text: str) -> None:
    at = stage()
    at.line("set game (;GM[Othello]TY[8]BO[8 " + "-" * 26 + "***--O---***OO-----*-O-----*---------- *];)")
    assert at.line(f"move {text}") == ""
    assert at.line("move c5") == ""


def test_a_colour_that_moves_twice_implies_a_pass() -> None:
    at = stage()
    board = "8 " + "-" * 26 + "***--O---***OO-----*-O-----*---------- O"
    assert at.line(game("W[PA]", BO=board)) != ""
    at.line(game("W[C5]", BO=board))
    assert at.line(game("B[PA]W[C5]", BO=board[:-1] + "*")) == ""
    assert at.line(game("B[F5]W[D6]W[C3]")).startswith("status set: ")


def test_the_clock_of_each_side_runs_with_increment_and_grace() -> None:
    at = stage()
    at.line(game("B[F5//50]W[F4//70]B[E3//20]", TB="1:00/10", TW="1:00//30"))
    at.line("go")
    # White had 60 seconds and used 70: 30 of grace, less the 10 too many.
    assert at.job.clock == Clock(remaining=20.0)
    at.line("ping 1")
    at.final(0, 0, 0.0, reason="stopped")
    at.line("move D6//25")
    at.line("go")
    assert at.job.clock == Clock(remaining=0.0 + 60 - 50 + 10 - 20 + 10 + 0, increment=10.0)


def test_without_a_clock_a_move_is_bounded_too() -> None:
    at = stage(seconds=7.0)
    at.line(game())
    at.line("go")
    assert (at.job.seconds, at.job.clock, at.job.depth) == (7.0, None, 20)


def test_a_bad_game_leaves_the_old_one() -> None:
    at = stage()
    at.line(game("B[F5]"))
    for bad in ("B[F5]W[F5]", "B[F5]W[", "B[Q1]", "B[F5]" + "W[D6]B[C3]" * 2000):
        assert at.line(game(bad)).startswith("status set: ")
    assert at.line("move d6") == ""


def test_board_sizes_choose_the_variant_of_the_same_rules() -> None:
    boards = {n: f"{n} " + "-" * (n * n) + " *" for n in (4, 6, 10, 12, 14)}
    at = stage()
    for n, board in boards.items():
        at.line(game(BO=board, TY=str(n)))
        assert opened(at) == f"othello-{n}x{n}"
    at.line(game(TY="8a"))
    assert opened(at) == "anti-othello"
    at.line(game(BO=boards[6], TY="s6kar4"))
    assert opened(at) == "anti-othello-6x6"
    at.line(game(BO="88 " + "-" * 88 + " *", TY="88"))
    assert opened(at) == "eight-stars"


def test_the_variant_asked_for_gives_the_rules() -> None:
    at = stage(variant="reversi-parallel-10x10")
    at.line(game())
    assert opened(at) == "reversi-parallel"
    at.line(game(BO="10 " + "-" * 100 + " *"))
    assert opened(at) == "reversi-parallel-10x10"


def test_a_variant_without_sizes_is_kept() -> None:
    at = stage(variant="octagon-52")
    board = "8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *"
    assert at.line(game(BO=board)) == ""
    assert opened(at) == "octagon-52"


def test_contempt_is_from_blacks_side_in_discs() -> None:
    at = stage()
    at.line("set contempt -100")
    at.line("hint 1")
    assert at.job.contempt == -100.0


def test_analysis_is_from_blacks_side_whoever_begins() -> None:
    """NBoard draws these values on a graph where up is Black's."""
    at = stage()
    assert at.line(game("W[E3]", BO=START[:-1] + "O")) == ""
    at.line("analyze")
    at.final(1, 1, 0.0, Said("f3", 2))
    at.final(1, 1, 0.0, Said("e3", -1.5))
    assert [text for text in at.text.splitlines() if text.startswith("analysis")] == [
        "analysis 1 2.00",
        "analysis 0 1.50",
    ]


def test_a_finished_game_is_analysed_to_its_end() -> None:
    at = stage()
    wipe_out = "B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]"
    at.line(game(wipe_out))
    at.line("analyze")
    assert "analysis 9 64.00\n" in at.text
    at.line("ping 1")
    at.final(0, 0, 0.0, reason="stopped")
    assert at.line("go").splitlines()[-1] == "status no move: the game is over"


def test_a_ping_with_other_digits_is_no_ping() -> None:
    """A pong that NBoard cannot read would open its error box."""
    answer = stage().line("ping \u0663")
    assert answer.startswith("status ping: ")
    assert "is not a number" in answer


def test_a_status_is_one_line() -> None:
    assert (
        stage().refuse("perft.py:33: in last_ply: what\n  called by perft") == "status perft.py:33: in last_ply: what\n"
    )
