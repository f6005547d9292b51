"""GTP's traps, one by one; whole conversations are in protocol/dialogues."""

from __future__ import annotations

import re

import pytest

from engined_protocol.gtp.clock import Byoyomi, GameClocks
from engined_protocol.gtp.coordinates import Coordinates, Dialect
from engined_protocol.messages import Clock
from engined_protocol.text.conversation import LINES_AHEAD
from tests.protocol.gtp_stage import answer, stage
from tests.protocol.stage import CATALOGUE, Said

# --- coordinates ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dialect", "vertex", "size", "move"),
    [
        (Dialect.OTHELLO, "D3", (8, 8), "d3"),
        (Dialect.OTHELLO, "j5", (10, 10), "j5"),
        (Dialect.OTHELLO, "I10", (10, 10), "i10"),
        (Dialect.OTHELLO, "p16", (16, 16), "p16"),
        (Dialect.GO, "D3", (8, 8), "d6"),
        (Dialect.GO, "A1", (8, 6), "a6"),
        (Dialect.GO, "H8", (8, 8), "h1"),
        # J is the ninth column without I, the tenth with it.
        (Dialect.GO, "J5", (10, 10), "i6"),
        (Dialect.GO, "K10", (10, 10), "j1"),
        (Dialect.GO, "Q1", (16, 16), "p16"),
        (Dialect.GO, "T19", (19, 19), "s1"),
        (Dialect.OTHELLO, "F5:E5+D5", (8, 8), "f5:e5+d5"),
        (Dialect.GO, "F5:E5+D5", (8, 8), "f4:e4+d4"),
        (Dialect.GO, "PASS", (8, 8), "--"),
        (Dialect.OTHELLO, "Pass", (8, 8), "--"),
    ],
)
def test_a_vertex_names_a_square(dialect: Dialect, vertex: str, size: tuple[int, int], move: str) -> None:
    coordinates = Coordinates(dialect)
    assert coordinates.read(vertex, *size) == move
    assert coordinates.write(move, *size).upper() == vertex.upper()


@pytest.mark.parametrize("vertex", ["I5", "A0", "A9", "Z1", "", "5D", "D", "D3:", "D3:D3+", "D3 ", "\u0430\u0661"])
def test_what_is_no_vertex_is_refused(vertex: str) -> None:
    with pytest.raises(ValueError, match="not"):
        Coordinates(Dialect.GO).read(vertex, 8, 8)


def test_the_first_contact_decides_how_squares_are_named() -> None:
    # The centre is not symmetric: of D3 and D6, Black may play only one.
    assert stage().line("play b d3").startswith("=")
    assert stage("gogui-title").line("play b d3").startswith("? illegal move")
    assert stage("gogui-title").line("play b d6").startswith("=")
    assert stage("set_game Othello", "gogui-title").line("play b d3").startswith("=")
    assert stage("play b d3", "gogui-title").line("play w c5").startswith("=")
    assert stage("gogui-title", dialect=Dialect.OTHELLO).line("play b d3").startswith("=")
    assert stage("kata-set-param coordinates go").line("play b d6").startswith("=")


def test_in_a_match_of_gogui_twogtp_squares_are_named_as_other_othello_engines_do() -> None:
    """What gogui-twogtp 1.6 sends before the first move; GRhino, Edax and others know D3, not D6."""
    before = ["protocol_version", "name", "version", "list_commands", "gogui-interrupt", "boardsize 8"]
    at = stage(*before, "clear_board", "komi 6.5", "cputime", "time_settings 30 0 0")
    assert at.line("play b D6").startswith("? illegal move")
    assert at.line("play B D3").startswith("=")
    assert at.line("play W PASS").startswith("? illegal move")


def test_boards_up_to_16_columns_have_names_for_all() -> None:
    at = stage("set_game Othello", "rectangular_boardsize 16 12")
    rows = answer(at, "showboard").splitlines()
    assert rows[1].split() == list("ABCDEFGHIJKLMNOP")
    assert len([row for row in rows if row.strip()[:1].isdigit()]) == 12


# --- framing --------------------------------------------------------------------------------------


def test_the_id_is_that_of_each_command() -> None:
    at = stage()
    assert at.line("7 protocol_version") == "=7 2\n\n"
    assert at.line("protocol_version") == "= 2\n\n"
    assert at.line("8 nonsense") == "?8 unknown command\n\n"
    assert at.line("nonsense") == "? unknown command\n\n"


def test_control_characters_and_comments_are_dropped_and_a_tab_is_a_blank() -> None:
    at = stage()
    assert at.line("\x01na\x7fme\r # what else") == "= Engined\n\n"
    assert at.line("\tknown_command\tundo\t") == "= true\n\n"
    assert at.line("  \t # 1 name") == ""


def test_every_listed_command_is_known_and_answers() -> None:
    at = stage()
    names = answer(at, "list_commands").splitlines()
    assert len(names) == len(set(names))
    required = """
        protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove
        undo gg-undo reg_genmove showboard final_score time_settings time_left set_game list_games cputime
        stop clear_cache rectangular_boardsize gogui-play_sequence gogui-setup gogui-setup_player
        gogui-interrupt gogui-title gogui-version kata-list-params kata-get-param kata-set-param
        analyze kata-analyze lz-analyze genmove_analyze kata-genmove_analyze lz-genmove_analyze
        gogui-rules_game_id gogui-rules_board gogui-rules_board_size gogui-rules_legal_moves
        gogui-rules_side_to_move gogui-rules_final_result gogui-rules_captured_count gogui-rules_board_gfx
        gogui-analyze_commands
    """
    assert set(required.split()) <= set(names)
    for name in names:
        assert answer(at, f"known_command {name}") == "true"


def test_sabaki_takes_analyze_first() -> None:
    names = answer(stage(), "list_commands").splitlines()
    analyses = [name for name in names if name in {"analyze", "kata-analyze", "lz-analyze"}]
    assert analyses[0] == "analyze"


@pytest.mark.parametrize("colour", ["b", "B", "black", "BLACK", "Black"])
def test_colours_are_read_in_any_case(colour: str) -> None:
    assert stage().line(f"play {colour} D3").startswith("=")


def test_a_line_that_could_not_be_read_is_answered_in_its_turn() -> None:
    at = stage()
    at.line("1 genmove b")
    assert at.refuse("a line has at most 9 bytes") == ""
    assert at.final(1, 1, 0.0, Said("d3", 0)) == "=1 D3\n\n? a line has at most 9 bytes\n\n"


def test_a_flood_ends_the_conversation() -> None:
    at = stage()
    at.line("genmove b")
    for _ in range(LINES_AHEAD + 1):
        at.line("name")
    assert at.closed
    assert at.stop_seen


def test_a_script_may_be_piped_in() -> None:
    at = stage()
    for text in ("1 genmove b", "2 genmove w", "3 quit", "4 name"):
        at.line(text)
    at.end()
    assert not at.closed
    at.final(1, 1, 0.0, Said("d3", 0))
    at.final(1, 1, 0.0, Said("c3", 0))
    assert at.text == "=1 D3\n\n=2 C3\n\n=3 \n\n"
    assert at.closed


def test_the_end_of_input_ends_an_analysis() -> None:
    at = stage()
    at.line("lz-analyze 10")
    at.end()
    assert at.stop_seen
    at.final(1, 1, 0.0, Said("d3", 0), reason="stopped")
    assert at.closed
    assert at.text.endswith("\n\n")


def test_an_analysis_that_is_known_to_be_unwanted_is_not_begun() -> None:
    at = stage()
    for text in ("genmove b", "lz-analyze w 10", "name"):
        at.line(text)
    assert at.final(1, 1, 0.0, Said("d3", 0)) == "= D3\n\n=\n\n= Engined\n\n"


# --- games ----------------------------------------------------------------------------------------


def test_the_listed_title_chooses_the_game_and_is_its_id() -> None:
    at = stage()
    titles = answer(at, "list_games all").splitlines()
    assert "Othello" in titles
    assert len(titles) == len(set(titles))
    for title in titles:
        assert title[0].isupper() or not title[0].isalpha()
        answer(at, f"set_game {title}")
        assert answer(at, "gogui-rules_game_id") == title


@pytest.mark.parametrize(
    ("name", "title", "size"),
    [
        ("\u30cb\u30c3\u30d7", "Nip", "8"),
        ("\u30aa\u30bb\u30ed-6x6", "Othello", "6"),
        ("nip-without-ring", "Othello on the octagon", "8"),
    ],
)
def test_any_name_of_a_variant_chooses_it(name: str, title: str, size: str) -> None:
    at = stage(f"set_game {name}")
    assert answer(at, "gogui-rules_game_id") == title
    assert answer(at, "gogui-rules_board_size") == size
    assert at.line("set_game nothing-\u3042").startswith("? no such game: 'nothing-?'")
    assert answer(at, "gogui-rules_board_size") == size


def test_chosen_discs_are_named_with_the_cell() -> None:
    at = stage("set_game hasami-one", "play b D3", "play w e3:E4")
    assert at.line("play b F3") == "? illegal move: F3 leaves open which discs turn: write, for example, F3:E3\n\n"
    assert at.line("play b F3:D3").startswith("? illegal move: F3:D3 names discs")
    assert answer(at, "gogui-rules_legal_moves") == "F2 F3 F4 F5 F6"
    answer(at, "play b f3:E4")
    board = answer(at, "gogui-rules_board").splitlines()
    assert board[2:5] == [". . . X O X . .", ". . . X X . . .", ". . . X O . . ."]
    go = stage("gogui-version", "set_game hasami-one", "play b D6", "play w E6:E5")
    assert "write, for example, F6:E6" in go.line("play b F6")
    answer(go, "play b F6:E5")
    assert answer(go, "gogui-rules_board").splitlines()[2:5] == board[2:5]


def test_a_size_stays_within_the_game() -> None:
    at = stage("set_game reversi-parallel", "boardsize 10")
    assert answer(at, "gogui-rules_board_size") == "10"
    assert answer(at, "gogui-rules_game_id") == "Reversi, parallel start"
    assert at.line("boardsize 99") == "? unacceptable size\n\n"
    assert at.line("boardsize 0").startswith("? syntax error")
    assert answer(at, "gogui-rules_board_size") == "10"
    answer(at, "rectangular_boardsize 10 6")
    assert answer(at, "gogui-rules_board_size") == "10 6"


def test_the_variant_of_the_command_line_is_played() -> None:
    at = stage(variant="othello-6x6")
    assert answer(at, "gogui-rules_board_size") == "6"
    answer(at, "clear_board")
    assert answer(at, "gogui-rules_board_size") == "6"
    answer(at, "boardsize 8")
    assert answer(at, "gogui-rules_board_size") == "8"


def test_white_begins_a_handicap_game() -> None:
    at = stage(variant="handicap-1")
    assert answer(at, "gogui-rules_side_to_move") == "white"
    assert at.line("play b d3").startswith("? illegal move: White is to move")


def test_holes_are_question_marks_and_painted_because_gogui_draws_them_like_cells() -> None:
    at = stage(variant="octagon-52")
    rows = [row.split() for row in answer(at, "gogui-rules_board").splitlines()]
    assert [len(row) for row in rows] == [8] * 8
    assert sum(row.count("?") for row in rows) == 12
    assert rows[0][:2] == ["?", "?"]
    assert rows[3][3] == "O"
    lines = answer(at, "gogui-rules_board_gfx").splitlines()
    assert lines == ["TEXT Black 2, White 2", "COLOR #404040 A8 B8 G8 H8 A7 H7 A2 H2 A1 B1 G1 H1"]


def test_rules_of_every_variant_are_told() -> None:
    for name in CATALOGUE.names():
        at = stage(variant=name)
        board = answer(at, "gogui-rules_board").splitlines()
        size = answer(at, "gogui-rules_board_size").split()
        assert (len(board[0].split()), len(board)) == (int(size[0]), int(size[-1]))
        assert answer(at, "gogui-rules_legal_moves")
        assert answer(at, "gogui-rules_side_to_move") in {"black", "white"}


def test_the_ruler_asks_for_nothing_and_changes_nothing() -> None:
    at = stage("gogui-rules_game_id", "gogui-rules_board")
    before = len(at.requests)
    for name in ("board_size", "board", "side_to_move", "legal_moves", "captured_count", "final_result"):
        answer(at, f"gogui-rules_{name}")
    assert len(at.requests) == before


def test_final_score_follows_the_variant() -> None:
    """Of the wipe-out's 13 discs White has none: with fewer discs to win, that is White's."""
    moves = "b e6 w f4 b e3 w f6 b g5 w d6 b e7 w f5 b c5"
    at = stage(f"gogui-play_sequence {moves}", variant="othello", dialect=Dialect.OTHELLO)
    assert answer(at, "final_score") == "B+64"
    at = stage(f"gogui-play_sequence {moves}", variant="anti-othello", dialect=Dialect.OTHELLO)
    assert answer(at, "final_score") == "W+13"


def test_undo_goes_back_over_a_set_up_only_to_it() -> None:
    at = stage("gogui-setup b A1", "play b D6", "undo")
    assert at.line("undo") == "? cannot undo\n\n"
    assert at.line("gogui-setup b Q1").startswith("? syntax error")
    answer(at, "play b D6")
    assert at.line("gogui-setup b A2") == "? cannot set up in the middle of a game\n\n"


def test_a_sequence_is_played_whole_or_not_at_all() -> None:
    at = stage("gogui-title")
    assert at.line("gogui-play_sequence b D6 w C6 b A1").startswith("? illegal move")
    assert at.line("gogui-play_sequence b D6 w").startswith("? syntax error")
    assert answer(at, "gogui-rules_legal_moves") == "D6 C5 F4 E3"
    assert at.line("undo") == "? cannot undo\n\n"


THREE = """
name = "three-colours"
title = "three colours"
[board]
drawing = '''
. . . . .
. R B G .
. G R B .
. B G R .
. . . . .
'''
[colours]
R = "red"
B = "blue"
G = "olive"
[seats]
Red = { colour = "R" }
Blue = { colour = "B" }
Green = { colour = "G" }
"""


def test_three_seats_take_turns_as_black_and_white_and_their_discs_are_drawn() -> None:
    """GoGui knows two colours of discs only, and alternates them."""
    CATALOGUE.declare(THREE)
    at = stage(variant="three-colours")
    assert answer(at, "gogui-rules_game_id") == "Three colours"
    assert set(answer(at, "gogui-rules_board").split()) == {"."}
    assert answer(at, "gogui-rules_board_gfx").splitlines() == [
        "TEXT Red 3, Blue 3, Olive 3; Red to move",
        "COLOR red B4 C3 D2",
        "LABEL B4 1 C3 1 D2 1",
        "COLOR blue C4 D3 B2",
        "LABEL C4 2 D3 2 B2 2",
        "COLOR green D4 B3 C2",
        "LABEL D4 3 B3 3 C2 3",
        "LABEL " + " ".join(f"{cell} R" for cell in answer(at, "gogui-rules_legal_moves").split()),
    ]
    for side in ("black", "white", "black"):
        assert answer(at, "gogui-rules_side_to_move") == side
        move = answer(at, "gogui-rules_legal_moves").split()[0]
        other = "white" if side == "black" else "black"
        assert at.line(f"play {other} {move}").startswith("? illegal move")
        answer(at, f"play {side} {move}")
    answer(at, "gg-undo 3")
    assert answer(at, "gogui-rules_side_to_move") == "black"


# --- clocks ---------------------------------------------------------------------------------------


def test_a_clock_is_the_movers_own() -> None:
    at = stage("time_settings 60 10 5", "time_left w 12 0", "genmove b")
    assert at.job.clock == Clock(remaining=60.0, byoyomi=10.0, stones=5)
    at.final(1, 1, 2.5, Said("d3", 0))
    at.line("genmove w")
    assert at.job.clock == Clock(remaining=12.0, byoyomi=10.0, stones=5)
    at.final(1, 1, 1.0, Said("c3", 0))
    at.line("genmove b")
    assert at.job.clock == Clock(remaining=57.5, byoyomi=10.0, stones=5)
    assert at.job.seconds is None


def test_byoyomi_periods_are_renewed() -> None:
    clocks = GameClocks()
    clocks.set(10, 30, 2)
    clocks.spend(0, 11)
    assert clocks.clock(0) == Clock(remaining=0.0, byoyomi=30.0, stones=2)
    clocks.spend(0, 20)
    assert clocks.clock(0) == Clock(remaining=0.0, byoyomi=10.0, stones=1)
    clocks.spend(0, 5)
    assert clocks.clock(0) == Clock(remaining=0.0, byoyomi=30.0, stones=2)
    clocks.tell(1, 7, 3)
    assert clocks.clock(1) == Clock(remaining=0.0, byoyomi=7.0, stones=3)
    clocks.restart()
    assert clocks.clock(1) == Clock(remaining=10.0, byoyomi=30.0, stones=2)


@pytest.mark.parametrize(
    ("byoyomi", "clock"),
    [
        (Byoyomi.UNLIMITED, None),
        (Byoyomi.INCREMENT, Clock(remaining=60.0, increment=5.0)),
        (Byoyomi.PER_MOVE, Clock(remaining=60.0, byoyomi=5.0, stones=1)),
        (Byoyomi.REFILLS, Clock(remaining=60.0, byoyomi=5.0, refills=True)),
    ],
)
def test_byoyomi_for_no_stones_means_what_the_option_says(byoyomi: Byoyomi, clock: Clock | None) -> None:
    at = stage("time_settings 60 5 0", "genmove b", byoyomi=byoyomi)
    assert at.job.clock == clock


def test_an_increment_is_added_and_a_clock_never_goes_below_nothing() -> None:
    clocks = GameClocks(Byoyomi.INCREMENT)
    clocks.set(10, 3, 0)
    clocks.spend(0, 4)
    assert clocks.clock(0) == Clock(remaining=9.0, increment=3.0)
    clocks.spend(0, 100)
    assert clocks.clock(0) == Clock(remaining=3.0, increment=3.0)


def test_a_clock_refills_when_a_turn_begins() -> None:
    clocks = GameClocks(Byoyomi.REFILLS)
    clocks.set(20, 10, 0)
    for spent, left in ((8, 12.0), (8, 4.0), (8, 2.0), (11, 0.0)):
        clocks.spend(0, spent)
        assert clocks.clock(0) == Clock(remaining=left, byoyomi=10.0, refills=True)
    clocks.tell(0, 10, 0)
    assert clocks.clock(0) == Clock(remaining=10.0, byoyomi=10.0, refills=True)
    clocks.set(0, 10, 0)
    assert clocks.clock(1) == Clock(remaining=10.0, byoyomi=10.0, refills=True)


def test_without_a_clock_a_move_takes_the_default_time() -> None:
    at = stage("time_settings 0 0 0", "genmove b", seconds=1.5)
    assert (at.job.clock, at.job.seconds) == (None, 1.5)


def test_limits_that_were_set_hold_for_each_move() -> None:
    at = stage("kata-set-param maxVisits 1000", "kata-set-param maxDepth 8", "genmove b")
    assert (at.job.nodes, at.job.depth) == (1000, 8)
    at.final(1, 1, 0.0, Said("d3", 0))
    answer(at, "kata-set-param maxVisits none")
    at.line("genmove w")
    assert at.job.nodes is None


def test_settings_refuse_what_makes_no_sense() -> None:
    at = stage()
    for text in ("maxTime -1", "maxVisits 0", "byoyomi never", "coordinates chess", "colour red", "maxDepth"):
        assert at.line(f"kata-set-param {text}").startswith("?")
    names = answer(at, "kata-list-params").splitlines()
    assert {name: answer(at, f"kata-get-param {name}") for name in names}["maxTime"] == "3.0"
    form = answer(at, "engined-param").splitlines()
    assert all(re.fullmatch(r"\[(string|list/\S+)\] \S+ \S+", field) for field in form)


# --- more than two seats --------------------------------------------------------------------------


def test_seats_move_by_name_or_as_black_and_white_in_turn() -> None:
    at = stage("set_game rolit-4", "play red d6")
    assert answer(at, "gogui-rules_side_to_move") == "white"
    assert "Yellow is to move" in at.line("play blue e3")
    assert at.line("play purple e3").startswith("? syntax error")
    legal = answer(at, "gogui-rules_legal_moves").split()
    assert at.line(f"play yellow {legal[0]}") == "= \n\n"
    assert at.line(f"play b {answer(at, 'gogui-rules_legal_moves').split()[0]}") == "= \n\n"
    assert "Blue to move" in answer(at, "showboard")


def test_two_seats_of_other_colours_move_by_name() -> None:
    at = stage("set_game rolit-2", "play Red d6", "play YELLOW c6")
    assert answer(at, "gogui-rules_side_to_move") == "black"


def test_gogui_gets_the_balls_drawn() -> None:
    at = stage("set_game rolit-4")
    assert set(answer(at, "gogui-rules_board").split()) == {"."}
    drawn = answer(at, "gogui-rules_board_gfx").splitlines()
    assert {"COLOR red D4", "COLOR yellow E4", "COLOR green E5", "COLOR blue D5"} <= set(drawn)


def test_gogui_is_told_which_of_four_seats_moves_and_what_each_counts() -> None:
    at = stage("set_game yonin-4x4")
    counts, playable = answer(at, "gogui-rules_board_gfx").splitlines()
    assert counts == "TEXT A 1, B 1, C 1, D 1; A to move"
    assert playable == "LABEL C1 A D2 A A3 A B4 A", "GoGui soon clears the text"
    at.line("play b c1")  # turns c2, the only disc of B's in its quarter
    counts, playable = answer(at, "gogui-rules_board_gfx").splitlines()
    assert counts == "TEXT A 1, B 0, C 1, D 1; B to move"
    assert playable == "LABEL " + " ".join(f"{cell} B" for cell in answer(at, "gogui-rules_legal_moves").split())


def test_seats_with_one_initial_are_told_apart_by_number() -> None:
    named = THREE.replace("three-colours", "namesakes").replace("Red =", "Ann =").replace("Blue =", "Amy =")
    CATALOGUE.declare(named)
    at, written = stage(variant="namesakes"), []
    for _ in range(3):
        written.append(answer(at, "gogui-rules_board_gfx").splitlines()[-1].split()[2])
        at.line(f"play {answer(at, 'gogui-rules_side_to_move')} {answer(at, 'gogui-rules_legal_moves').split()[0]}")
    assert written == ["1", "2", "G"]


def test_the_score_of_teams_and_of_seats_that_play_alone() -> None:
    for game, score in (("yonin-4x4-team", "= B+"), ("yonin-4x4", "? cannot score")):
        at = stage(f"set_game {game}")
        for _ in range(40):
            legal = answer(at, "gogui-rules_legal_moves").split()
            if not legal:
                break
            assert at.line(f"play {answer(at, 'gogui-rules_side_to_move')} {legal[0]}") == "= \n\n"
        result = answer(at, "gogui-rules_final_result")
        first = "A and C win by" in result
        assert at.line("final_score").startswith(score if first or game == "yonin-4x4" else "= W+")
