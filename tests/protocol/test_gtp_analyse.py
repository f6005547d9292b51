"""Analyses by GTP: how each command says what the engine finds, and when."""

from __future__ import annotations

import re

import pytest

from engined_protocol.gtp.analyse import win_rate
from engined_protocol.gtp.coordinates import Dialect
from engined_protocol.messages import ScoredMove
from tests.protocol.gtp_stage import stage
from tests.protocol.stage import Said


def scored(score: float, kind: str) -> ScoredMove:
    return ScoredMove(move="d3", score=score, kind=kind, depth=1)


def test_a_win_rate_is_certain_only_where_it_is_proven() -> None:
    assert win_rate(scored(2, "exact")) == 1.0
    assert win_rate(scored(0, "exact")) == 0.5
    assert (win_rate(scored(0, "exact"), 1.0), win_rate(scored(0, "estimate"), 1.0)) == (1.0, 0.5)
    assert win_rate(scored(-1, "upper")) == 0.0
    assert win_rate(scored(2, "upper")) < 1.0
    assert win_rate(scored(0, "estimate")) == 0.5
    assert 0.5 < win_rate(scored(3, "estimate")) < win_rate(scored(9, "selective")) < 1.0
    assert win_rate(scored(-1e9, "estimate")) < 1e-20


def test_without_an_interval_nothing_is_printed_before_the_end() -> None:
    at = stage()
    assert at.line("lz-analyze b") == "=\n"
    assert at.info(1, 1, 0.1, Said("d3", 0)) == ""
    at.line("")
    reply = at.final(1, 1, 0.1, Said("d3", 0), reason="stopped")
    assert reply.startswith("info move")
    assert reply.endswith("D6\n\n")


def test_an_analysis_stopped_by_interrupt_ends_too() -> None:
    at = stage()
    at.line("kata-analyze b 10")
    at.line("# interrupt")
    assert at.stop_seen
    assert at.final(0, 0, 0.0, reason="stopped") == "\n"


def test_nothing_is_analysed_when_the_game_is_over() -> None:
    at = stage("gogui-play_sequence b e6 w f4 b e3 w f6 b g5 w d6 b e7 w f5 b c5", dialect=Dialect.OTHELLO)
    assert at.line("lz-analyze 10") == "=\n"
    assert not at.jobs
    assert at.line("name") == "\n= Engined\n\n"


def test_the_analysis_of_the_other_colour_names_its_seat() -> None:
    at = stage("gogui-play_sequence b b1 w c1 b d3 w a1", variant="othello-4x4", dialect=Dialect.OTHELLO)
    at.line("lz-analyze w 10")
    assert (at.job.seat, at.job.moves) == ("White", ())


def test_each_line_of_an_analysis_ends_with_a_variation() -> None:
    """Sabaki drops a move whose ``pv`` is missing, empty or not last."""
    at = stage()
    at.line("analyze b 10")
    text = at.info(3, 10, 0.1, Said("d3c3", 0.25), Said("c4", -1))
    for part in re.split(r"\s*info\s+", text.strip())[1:]:
        assert re.fullmatch(r"(\S+ \S+ )+pv [A-HJ-T]\d+( [A-HJ-T]\d+)*", part), part


@pytest.mark.parametrize(
    ("command", "rate", "lead"),
    [
        ("analyze", r"5156", True),
        ("genmove_analyze", r"5156", True),
        ("lz-analyze", r"5156", False),
        ("kata-analyze", r"0\.5156\d\d", True),
        ("kata-genmove_analyze", r"0\.5156\d\d", True),
    ],
)
def test_win_rates_are_written_as_the_name_of_the_command_makes_sabaki_read_them(
    command: str, rate: str, lead: bool
) -> None:
    """1 / (1 + e**-0.0625) is 0.51562; Sabaki multiplies by 100 after ``kata-``, else it divides by 100."""
    at = stage()
    at.line(f"{command} b 10")
    text = at.info(3, 10, 0.1, Said("d3", 0.25))
    assert re.search(rf" winrate {rate} ", text), text
    assert (" scoreLead 0.25 " in text) is lead


def test_a_best_move_from_the_table_is_shown_like_the_others() -> None:
    """Sabaki writes nothing on moves with under ten visits, Lizzie on those with far fewer than others."""
    at = stage()
    at.line("analyze b 10")
    text = at.info(3, 1000, 0.1, Said("d3", 1), Said("c4", -1))
    assert re.findall(r" visits (\d+) ", text) == ["500", "500"]
    assert re.findall(r" visits (\d+) ", at.info(4, 2, 0.1, Said("d3", 1), Said("c4", -1))) == ["10", "10"]


def test_live_pictures_go_to_the_other_channel_only() -> None:
    at = stage()
    at.line("engined-live")
    assert at.info(3, 10, 0.1, Said("d3", 1)) == ""
    assert at.error_text == "gogui-gfx:\nLABEL D3 +1.0\nCOLOR green D3\nTEXT best D3 +1.00 depth 0\n\n"


def test_moves_among_balls_are_marked_in_no_ball_s_colour() -> None:
    at = stage("set_game rolit-4")
    at.line("engined-live")
    at.info(3, 10, 0.1, Said("d3", 1), Said("c4", 0.5))
    assert "COLOR white D3\nCOLOR #d0d0d0 C4\n" in at.error_text


def waits_for(variant: str) -> str:
    return f"# compiling {variant} (once; usually 5 to 60 s; `engined warm {variant}` does it before the game)\n"


def test_what_a_move_waits_for_is_shown_to_gogui_and_told_to_others_once() -> None:
    """Others may mix standard error with the answers."""
    state = "compiling othello: depth 3 by the rules alone"
    other = stage()
    other.line("genmove b")
    for depth in (3, 4):
        assert other.info(depth, 10, 0.1, Said("d3", 1), state=f"compiling othello: depth {depth}") == ""
    other.info(4, 20, 0.2, Said("d3", 1), state="loading othello")
    assert other.error_text == waits_for("othello")
    gogui = stage("gogui-interrupt")
    gogui.line("genmove b")
    for _ in range(2):
        assert gogui.info(3, 10, 0.1, Said("d3", 1), state=state) == ""
    gogui.info(4, 20, 0.2, Said("d3", 1))
    assert gogui.error_text == f"gogui-gfx:\nTEXT {state}\n\n"


def test_others_are_told_what_a_late_move_waits_for_before_it_is_known_to_be_compiled() -> None:
    other = stage()
    other.line("genmove b")
    other.info(1, 10, 0.1, Said("d3", 1), state="preparing othello: depth 1 by the rules alone")
    assert other.error_text == ""
    for depth in (2, 3):
        other.info(depth, 10, 0.5, Said("d3", 1), state=f"waiting for othello: depth {depth} by the rules alone")
    waits = "# waiting for othello (`engined warm othello` does it before the game)\n"
    assert other.error_text == waits
    other.info(3, 10, 0.6, Said("d3", 1), state="compiling othello: depth 3 by the rules alone")
    assert other.error_text == waits + waits_for("othello")


def test_text_does_not_take_the_balls_of_many_colours_off_the_board() -> None:
    at = stage("set_game rolit-4", "gogui-interrupt")
    at.line("genmove b")
    at.info(1, 10, 0.1, Said("d3", 1), state="compiling rolit-4")
    assert at.error_text == waits_for("rolit-4")
