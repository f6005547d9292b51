"""GTP in Go: vertices, rules, handicap, passes, scores, dead stones, records, GoGui."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from engined.results import Forecast
from engined_protocol.gtp.coordinates import Dialect
from engined_protocol.gtp.dialogue import GtpDialogue
from tests.protocol.gtp_stage import answer, stage
from tests.protocol.stage import Said, Stage

GAMES = Forecast(800, 0.625, 4.25, 9.5, 0.25)


def go(*lines: str, variant: str = "go", dialect: Dialect | None = None) -> Stage:
    return stage(*lines, variant=variant, dialect=dialect)


def owned(at: Stage, rows: str) -> Forecast:
    """Games that end with every cell as drawn (B, W), seen from the seat to move in the running search."""
    mover = next(iter(at.jobs.values())).position.seat
    sign = {"B": 1.0 - 2 * mover, "W": 2.0 * mover - 1, ".": 0.0}
    return Forecast(800, 0.5, 0.0, 1.0, ownership=tuple(sign[cell] for cell in rows if not cell.isspace()))


def test_stones_without_liberties_are_not_set_up() -> None:
    at = go("boardsize 5")
    assert at.line("gogui-setup b A1 w A2 w B1") == "? the group on A1 has no liberty\n\n"
    assert answer(at, "showboard").endswith("Black 0, White 0")


# --- vertices -------------------------------------------------------------------------------------


def test_the_first_line_that_names_a_point_names_it_as_in_go() -> None:
    at = go("play b j1", "play w T19", variant="go-19x19")
    rows = answer(at, "showboard").splitlines()
    assert rows[1].split() == list("ABCDEFGHJKLMNOPQRST")
    assert [row.split()[0] for row in rows[2:21]] == [str(number) for number in range(19, 0, -1)]
    assert rows[2].split()[19] == "O"
    assert rows[20].split()[9] == "X"


def test_in_go_a_sign_of_another_game_does_not_change_vertices() -> None:
    """Quarry chooses games by name, and names points of Go as in Go."""
    at = stage("set_game Go", "play b A1")
    assert answer(at, "showboard").splitlines()[-3].split()[:2] == ["1", "X"]
    assert stage("set_game Go", "set_game Othello").line("play b d3").startswith("=")


def test_other_vertices_can_be_forced() -> None:
    assert go(dialect=Dialect.OTHELLO).line("play b i1").startswith("=")
    assert go("kata-set-param coordinates othello").line("play b i1").startswith("=")


@pytest.mark.parametrize("vertex", ["I5", "K1", "A0", "A10", "a", "5", "resign", "D4:E4"])
def test_what_is_no_point_is_refused_and_nothing_is_lost(vertex: str) -> None:
    at = go("play b e5")
    assert at.line(f"play w {vertex}").startswith("? ")
    assert answer(at, "gogui-rules_side_to_move") == "white"
    assert answer(at, "undo") == ""


# --- rules ----------------------------------------------------------------------------------------


def test_a_game_goes_on_with_another_komi() -> None:
    at = go("boardsize 5", "play b c3", "komi 7.5", "play w b2")
    assert answer(at, "get_komi") == "7.5"
    at.line("genmove b")
    position = next(iter(at.jobs.values())).position
    assert position.variant.name == "go-5x5-komi-7.5"
    assert position.discs() == (1, 1)


@pytest.mark.parametrize("komi", ["nan", "inf", "1e3", "-", "", "6 7", "99.5", "-100", "0.25", "375"])
def test_a_komi_that_cannot_be_is_refused(komi: str) -> None:
    at = go("komi 0.5", "play b e5")
    assert at.line(f"komi {komi}").startswith("? ")
    assert answer(at, "get_komi") == "0.5"
    assert answer(at, "undo") == ""


def test_the_words_for_a_wrong_number_of_arguments() -> None:
    assert go().line("komi") == "? syntax error: 1 argument expected, 0 given\n\n"
    assert go().line("play b") == "? syntax error: 2 arguments expected, 1 given\n\n"


def test_the_words_for_a_komi_out_of_range() -> None:
    assert go().line("komi 112") == "? komi is from -99 to 99 in halves, not 112\n\n"


@pytest.mark.parametrize(
    ("command", "scoring", "ko", "suicide"),
    [
        ("kata-set-rules japanese", "TERRITORY", "SIMPLE", False),
        ("kata-set-rules Chinese", "AREA", "SIMPLE", False),
        ("kata-set-rules tromp-taylor", "AREA", "POSITIONAL", True),
        ("kgs-rules new_zealand", "AREA", "SITUATIONAL", True),
        ('kata-set-rules {"scoring": "AREA", "koRule": "positional"}', "AREA", "POSITIONAL", False),
        ('kata-set-rules {"scoring":"TERRITORY","tax":"NONE","friendlyPassOk":true}', "TERRITORY", "SIMPLE", False),
    ],
)
def test_sets_of_rules(command: str, scoring: str, ko: str, suicide: bool) -> None:
    at = go("play b e5", command)
    known = json.loads(answer(at, "kata-get-rules"))
    assert (known["scoring"], known["ko"], known["suicide"]) == (scoring, ko, suicide)
    answer(at, "kata-set-rules japanese")
    assert json.loads(answer(at, "kata-get-rules"))["scoring"] == "TERRITORY"
    assert answer(at, "undo") == ""


@pytest.mark.parametrize(
    "rules",
    ["", "martian", '{"tax": "ALL"}', '{"hasButton": true}', '{"scoring": 7}', "{", '{"a":' * 2000, '{"ko":[]}'],
)
def test_rules_that_are_not_known_are_refused(rules: str) -> None:
    at = go("play b e5")
    assert at.line(f"kata-set-rules {rules}").startswith("? ")
    assert answer(at, "undo") == ""


def test_rules_under_which_the_game_could_not_have_been_played_are_refused() -> None:
    at = go("boardsize 2", 'kata-set-rules {"suicide":true}', "play b a1", "play b a2", "play b b1")
    answer(at, "play b b2")  # suicide of four stones
    assert at.line("kata-set-rules japanese").startswith("? ")
    assert json.loads(answer(at, "kata-get-rules"))["suicide"] is True


def test_other_games_have_one_set_of_rules_and_heed_no_komi() -> None:
    assert stage("komi 99").line("kata-get-rules").startswith("? ")


# --- handicap -------------------------------------------------------------------------------------


def test_fixed_handicap_stands_where_the_protocol_says() -> None:
    """The points of GTP's specification for 19x19."""
    corners, sides, middle = {"D4", "Q16", "D16", "Q4"}, {"D10", "Q10", "K4", "K16"}, {"K10"}
    wanted = {
        2: {"D4", "Q16"},
        3: {"D4", "Q16", "D16"},
        4: corners,
        5: corners | middle,
        6: corners | {"D10", "Q10"},
        7: corners | {"D10", "Q10"} | middle,
        8: corners | sides,
        9: corners | sides | middle,
    }
    for stones, points in wanted.items():
        at = go(variant="go-19x19")
        assert set(answer(at, f"fixed_handicap {stones}").split()) == points
        assert answer(at, "gogui-rules_side_to_move") == "white"


@pytest.mark.parametrize(
    ("size", "command"),
    [
        (9, "fixed_handicap 1"),
        (9, "fixed_handicap 10"),
        (9, "fixed_handicap x"),
        (8, "fixed_handicap 5"),
        (5, "fixed_handicap 2"),
        (9, "place_free_handicap 1"),
        (9, "place_free_handicap 81"),
        (5, "place_free_handicap 2"),
        (9, "set_free_handicap D4"),
        (9, "set_free_handicap D4 D4"),
        (9, "set_free_handicap D4 pass"),
        (9, "set_free_handicap D4 I5"),
        (2, "set_free_handicap A1 A2 B1 B2"),
    ],
)
def test_handicaps_that_cannot_be(size: int, command: str) -> None:
    at = go(f"boardsize {size}")
    assert at.line(command).startswith("? ")
    assert answer(at, "gogui-rules_side_to_move") == "black"


def test_a_handicap_needs_an_empty_board() -> None:
    at = go("play b e5")
    for command in ("fixed_handicap 2", "place_free_handicap 2", "set_free_handicap A1 B2"):
        assert at.line(command) == "? board not empty\n\n"
    for stones in (30, 80):  # of 81 points one stays empty
        answer(at, "clear_board")
        assert len(answer(at, f"place_free_handicap {stones}").split()) == 9
    assert at.line("fixed_handicap 2") == "? board not empty\n\n"
    assert at.line("undo") == "? cannot undo\n\n"
    answer(at, "clear_board")
    assert answer(at, "set_free_handicap A1 J9") == ""


# --- moves and passes -----------------------------------------------------------------------------


def test_either_colour_may_play_at_any_time() -> None:
    at = go("play b d4", "play b e5", "play w c3", "play w c4")
    assert answer(at, "gogui-rules_side_to_move") == "black"
    assert answer(at, "undo") == ""
    assert answer(at, "gogui-rules_side_to_move") == "black"
    assert answer(at, "undo") == ""
    assert answer(at, "gogui-rules_side_to_move") == "white"


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        (["play b c3", "play b pass", "play w pass"], "B[cc]W[]B[]"),
        (["play b c3", "play b b2", "play b pass", "play w pass"], "B[cc]W[]B[bd]W[]B[]"),
        (["play b c3", "play b pass", "play b pass", "play w pass"], "B[cc]W[]B[]"),
        (["play b pass", "play b pass", "play w pass"], "B[]W[]"),
        (["play w pass", "play b pass"], "B[]W[]"),
    ],
)
def test_a_pass_of_the_colour_that_has_just_played_stops_play_with_the_others(lines: list[str], moves: str) -> None:
    at = go("boardsize 5", *lines)
    assert answer(at, "gogui-rules_legal_moves") == ""
    assert answer(at, "printsgf").replace("\n", "").replace(";", "").endswith(f"{moves})")
    answer(at, "undo")
    assert answer(at, "gogui-rules_legal_moves") != ""
    answer(at, lines[-1])
    assert answer(at, "gogui-rules_legal_moves") == ""


def test_such_a_pass_changes_nothing_where_the_other_colour_plays() -> None:
    at = go("boardsize 5", "play b c3", "play b pass", "play w b2", "play b pass")
    assert "A1" in answer(at, "gogui-rules_legal_moves").split()
    assert answer(at, "printsgf").replace("\n", "").replace(";", "").endswith("B[cc]W[bd]B[])")


def test_a_move_after_two_passes_plays_on() -> None:
    at = go("boardsize 5", "play b c3", "play w pass", "play b pass")
    assert answer(at, "gogui-rules_legal_moves") == ""
    assert answer(at, "play w b2") == ""
    assert "B2" not in answer(at, "gogui-rules_legal_moves").split()
    for _ in range(4):
        answer(at, "undo")
    assert at.line("undo") == "? cannot undo\n\n"


def test_a_move_is_generated_after_two_passes_for_either_colour() -> None:
    for colour in ("w", "b"):
        at = go("boardsize 5", "play b c3", "play w pass", "play b pass")
        at.line(f"genmove {colour}")
        assert next(iter(at.jobs.values())).position.seat == "bw".index(colour)
        assert at.final(3, 10, 0.1, Said("b2", 1.0)) == "= B4\n\n"


def test_a_ko_is_illegal_also_across_passes_that_are_implied() -> None:
    at = go("boardsize 5", "play b b5", "play b a4", "play b b3", "play w c5", "play w d4", "play w c3", "play b c4")
    answer(at, "play w b4")
    assert at.line("play b c4").startswith("? illegal move: ")
    answer(at, "play b e1")
    answer(at, "play w e2")
    assert answer(at, "play b c4") == ""
    assert answer(at, "gogui-rules_captured_count") == "1 1"


def test_resignation_says_so_and_plays_nothing() -> None:
    lost = Forecast(800, 0.01, -40.0, 5.0)
    at = go("boardsize 3", "play b b2", "play w pass", "play b a1", "play w pass", "play b c3")
    at.line("genmove w")
    assert at.final(3, 800, 0.1, Said("a1", -40, games=lost)) == "= resign\n\n"
    assert answer(at, "gogui-rules_side_to_move") == "white"
    at.line("reg_genmove w")
    assert at.final(3, 800, 0.1, Said("a1", -40, games=lost)) == "= A3\n\n", "what is not played resigns nothing"
    answer(at, "kata-set-param resignThreshold none")
    at.line("genmove w")
    assert at.final(3, 800, 0.1, Said("a1", -40, games=lost)) == "= A3\n\n"


def test_who_has_nothing_left_to_play_for_passes_and_does_not_resign() -> None:
    at = go("boardsize 3", "play b b2", "play w pass", "play b a1", "play w pass", "play b c3")
    at.line("genmove w")
    assert at.final(3, 800, 0.1, Said("--", -40, games=Forecast(800, 0.01, -40.0, 5.0))) == "= pass\n\n"


def test_nobody_resigns_early_or_on_few_games() -> None:
    at = go()
    at.line("genmove b")
    assert at.final(3, 800, 0.1, Said("e5", -40, games=Forecast(800, 0.01, -40.0, 5.0))) == "= E5\n\n"
    at = go("boardsize 3", "play b b2", "play w pass", "play b a1", "play w pass", "play b c3")
    at.line("genmove w")
    assert at.final(3, 50, 0.1, Said("a1", -40, games=Forecast(50, 0.0, -40.0, 5.0))) == "= A3\n\n"


# --- the end --------------------------------------------------------------------------------------

SPLIT = [
    "boardsize 5",
    "komi 0.5",
    *(f"play b c{row}" for row in range(1, 6)),
    *(f"play w d{row}" for row in range(1, 6)),
]
"""Black has ten points of territory on the left, White five on the right."""


def test_the_score_in_the_middle_is_an_estimate() -> None:
    at = go("play b e5")
    at.line("final_score")
    games = Forecast(800, 0.4, -3.2, 9.0, ownership=(0.0,) * 81)
    assert at.final(3, 800, 0.5, Said("c3", -3.0), games=games) == "= B+3\n\n"
    assert answer(at, "final_score") == "B+3"  # known by now
    assert answer(at, "final_status_list alive") == "E5"


def test_the_score_of_a_finished_game_counts_without_dead_stones() -> None:
    at = go(*SPLIT, "play w a1", "play b pass", "play w pass")
    at.line("final_score")
    assert at.final(3, 800, 0.5, Said("--", 1.0), games=owned(at, "BBBWW" * 5)) == "= B+5.5\n\n"
    assert answer(at, "final_status_list dead") == "A1"
    assert answer(at, "final_status_list seki") == ""
    assert answer(at, "final_status_list alive").splitlines() == ["C5 C4 C3 C2 C1", "D5 D4 D3 D2 D1"]
    assert at.line("final_status_list sleeping").startswith("? ")


def test_what_was_read_out_counts_before_games() -> None:
    at = go(*SPLIT, "play w a1", "kata-set-rule tax NONE", "play b pass", "play w pass")
    at.line("final_score")
    read = replace(owned(at, "BBBBB" * 5), life=("..sd.", "..sd.", "..sd.", "..sd.", "u.sd."))
    assert at.final(3, 800, 0.5, Said("--", 1.0), games=read) == "= B+25.5\n\n"
    assert answer(at, "final_status_list dead").splitlines() == ["D5 D4 D3 D2 D1", "A1"], "the corner by games"
    assert answer(at, "final_status_list seki") == "C5 C4 C3 C2 C1"
    assert answer(at, "final_status_list alive") == ""


WITH_SEKI = [
    "boardsize 5",
    "komi 0",
    *(f"play b {point}" for point in ("a2", "b2", "b1", "c1")),
    *(f"play w {point}" for point in ("a3", "b3", "c3", "c2", "d2", "d1")),
]
"""Stones around one point of Black's, a1, and 14 of White's."""


@pytest.mark.parametrize(
    ("command", "tax", "score"),
    [
        ("kata-set-rule tax SEKI", "SEKI", "W+14"),
        ('kata-set-rules {"tax": "SEKI"}', "SEKI", "W+14"),
        ("kata-set-rule taxRule seki", "SEKI", "W+14"),
        ("kata-set-rule tax NONE", "NONE", "W+13"),
        ("kata-set-rules japanese", "SEKI", "W+14"),
        ("kata-set-rules chinese", "NONE", "W+15"),
        ("showboard", "SEKI", "W+14"),
    ],
)
def test_whether_points_in_seki_count_is_a_rule_to_be_chosen(command: str, tax: str, score: str) -> None:
    at = go(*WITH_SEKI, command, "play b pass", "play w pass")
    at.line("final_score")
    games = replace(owned(at, "W" * 15 + "BBWWWBBBWW"), life=(".....", ".....", "aaa..", "ssaa.", ".ssa."))
    assert at.final(3, 800, 0.5, Said("--", -13.0), games=games) == f"= {score}\n\n"
    assert json.loads(answer(at, "kata-get-rules"))["tax"] == tax
    answer(at, f"kata-set-rule tax {'NONE' if tax == 'SEKI' else 'SEKI'}")
    other = {"W+13": "W+14", "W+14": "W+13", "W+15": "W+16"}[score]
    assert answer(at, "final_score") == other, "without another search"


@pytest.mark.parametrize("setting", ["maxVisits none", "maxVisits 200", "level 1"])
def test_a_count_does_not_hang_on_how_strongly_the_engine_plays(setting: str) -> None:
    at = go("play b e5", f"kata-set-param {setting}")
    at.line("final_score")
    assert next(iter(at.jobs.values())).limits.nodes == 1500


def test_a_game_without_its_passes_is_counted_as_well() -> None:
    """Games say five points less for Black than what the stones surround."""
    at = go(*SPLIT, "play w a1")
    at.line("final_score")
    games = replace(owned(at, "BBBWW" * 5), mean=0.5)
    assert at.final(3, 800, 0.5, Said("--", 0.5), games=games) == "= B+5.5\n\n"


def test_what_was_interrupted_is_looked_at_again() -> None:
    at = go("play b e5")
    at.line("final_score")
    at.line("# interrupt")
    assert at.final(0, 0, 0.0, reason="stopped") == ("? cannot score: nothing was found out about this position\n\n")
    at.line("final_status_list dead")
    assert at.final(3, 800, 0.5, Said("c3", 3.0), games=owned(at, "W" * 81)) == "= E5\n\n"


def test_a_game_without_a_result_has_no_score() -> None:
    """Three plies for each of four points: such a game goes round and round."""
    moves = ["b2", "a2", "b1", "a1", "b1", "b2", "b1", "a1", "b2", "a2", "b2", "b1"]
    at = go("boardsize 2", *(f"play {'bw'[ply % 2]} {move}" for ply, move in enumerate(moves)))
    assert answer(at, "final_score") == "No result"


CLEAN_UP = [*SPLIT, "play w a1"]
"""It is Black's turn, and a1 is dead."""
AFTER_PASS = Forecast(200, 0.9, 4.5, 1.0)


@pytest.mark.parametrize(
    ("capture", "played"),
    [
        (Forecast(200, 0.88, 4.2, 1.0), "B1"),
        (Forecast(200, 0.8, 4.5, 1.0), "pass"),
        (Forecast(200, 0.9, 3.0, 1.0), "pass"),
    ],
)
@pytest.mark.parametrize("how", ["kata-set-param friendlyPassOk false", "kata-set-rules tromp-taylor"])
def test_dead_stones_are_captured_where_a_pass_must_not_leave_them(how: str, capture: Forecast, played: str) -> None:
    at = go(*CLEAN_UP, "kata-set-rules chinese", how)
    at.line("genmove b")
    assert at.final(3, 800, 0.5, Said("--", 4.5, games=AFTER_PASS), games=owned(at, "BBBWW" * 5)) == ""
    assert next(iter(at.jobs.values())).limits.life
    assert at.final(3, 300, 0.5, Said("--", 4.5), games=owned(at, "BBBWW" * 5)) == ""
    assert {move.square for move in next(iter(at.jobs.values())).limits.only} == {15, 21}, "beside a1"
    assert at.final(3, 200, 0.5, Said("b5", 4.5, games=capture)) == f"= {played}\n\n"


@pytest.mark.parametrize(
    "rules", [["kata-set-rules chinese"], ["kata-set-rules japanese", "kata-set-param friendlyPassOk false"]]
)
def test_else_a_pass_leaves_them(rules: list[str]) -> None:
    at = go(*CLEAN_UP, *rules)
    at.line("genmove b")
    assert at.final(3, 800, 0.5, Said("--", 4.5, games=AFTER_PASS), games=owned(at, "BBBWW" * 5)) == "= pass\n\n"


def test_where_nothing_is_dead_a_pass_is_a_pass() -> None:
    at = go(*SPLIT, "kata-set-rules tromp-taylor")
    at.line("genmove b")
    at.final(3, 800, 0.5, Said("--", 4.5, games=AFTER_PASS), games=owned(at, "BBBWW" * 5))
    assert at.final(3, 300, 0.5, Said("--", 4.5), games=owned(at, "BBBWW" * 5)) == "= pass\n\n"


def test_whether_a_pass_may_leave_dead_stones_belongs_to_sets_of_rules() -> None:
    def friendly(*lines: str) -> bool:
        at = go(*lines)
        return bool(json.loads(answer(at, "kata-get-rules"))["friendlyPassOk"])

    assert friendly()
    assert not friendly("kata-set-rules tromp-taylor")
    assert friendly("kata-set-rules tromp-taylor", "kata-set-rules chinese")
    assert not friendly('kata-set-rules {"friendlyPassOk": false}')
    assert not friendly('kata-set-rules {"friendlyPassOk": false}', 'kata-set-rules {"ko": "SIMPLE"}')


def test_by_area_prisoners_count_nothing() -> None:
    at = go(*SPLIT, "kata-set-rules chinese", "play w a1", "play b pass", "play w pass")
    at.line("final_score")
    assert at.final(3, 800, 0.5, Said("--", 1.0), games=owned(at, "BBBWW" * 5)) == "= B+4.5\n\n"


def test_a_drawn_game() -> None:
    at = go("boardsize 5", "komi 0", "play b pass", "play w pass")
    at.line("final_score")
    assert at.final(3, 800, 0.5, Said("--", 0.0), games=owned(at, "....." * 5)) == "= 0\n\n"


def test_an_engine_that_plays_no_games_out_thinks_nothing_dead() -> None:
    at = go(*SPLIT, "play b pass", "play w pass")
    at.line("final_status_list dead")
    assert at.final(3, 800, 0.5, Said("--", 1.0)) == "= \n\n"
    assert answer(at, "final_score") == "B+4.5"


def test_the_cleanup_takes_dead_stones_before_it_passes() -> None:
    at = go(*SPLIT, "play w a1", "play b pass", "play w pass")
    at.line("kgs-genmove_cleanup b")
    at.final(3, 800, 0.5, Said("--", 1.0), games=owned(at, "BBBWW" * 5))
    assert list(at.job.only) == ["a4", "b5"]
    assert at.final(3, 800, 0.5, Said("b5", 1.0)) == "= B1\n\n"
    answer(at, "play w pass")
    at.line("kgs-genmove_cleanup b")
    at.final(3, 800, 0.5, Said("--", 1.0), games=owned(at, "BBBWW" * 5))
    assert at.final(3, 800, 0.5, Said("a4", 1.0)) == "= A2\n\n"
    assert answer(at, "gogui-rules_captured_count") == "1 0"
    answer(at, "play w pass")
    at.line("kgs-genmove_cleanup b")
    at.final(3, 800, 0.5, Said("--", 1.0), games=owned(at, "BBBWW" * 5))
    assert not at.job.only
    assert at.final(3, 800, 0.5, Said("--", 1.0)) == "= pass\n\n"


# --- records --------------------------------------------------------------------------------------


class Shelf:
    """Files in memory."""

    def __init__(self, **files: str | bytes) -> None:
        self.files = files

    def read(self, path: str) -> bytes:
        if path not in self.files:
            raise FileNotFoundError(2, "No such file or directory")
        content = self.files[path]
        return content.encode() if isinstance(content, str) else content

    def write(self, path: str, text: str) -> None:
        self.files[path] = text


def test_a_game_is_written_and_loaded_again() -> None:
    shelf = Shelf()
    at = Stage(GtpDialogue("go", files=shelf))
    for line in (
        "boardsize 9",
        "komi 4.5",
        "fixed_handicap 2",
        "play w e5",
        "play b pass",
        "play w c4",
        "printsgf game",
    ):
        assert at.line(line).startswith("="), line
    shown = answer(at, "showboard")
    assert answer(at, "printsgf") == shelf.files["game"]
    assert "HA[2]" in shelf.files["game"]
    answer(at, "clear_board")
    answer(at, "loadsgf game")
    assert answer(at, "showboard") == shown
    assert answer(at, "get_komi") == "4.5"
    answer(at, "loadsgf game 2")
    assert answer(at, "gogui-rules_side_to_move") == "black"
    answer(at, "undo")
    assert at.line("undo") == "? cannot undo\n\n"


@pytest.mark.parametrize(
    ("argument", "black"),
    [
        ("my  game.sgf", 2),
        ('"my  game.sgf"', 2),
        ("my  game.sgf 2", 1),
        ('"my  game.sgf" 2', 1),
        ('7 "my  game.sgf" 2', 1),
        ("my  game 2", 0),
        ('"my  game 2"', 0),
        ("my  game 2 1", 0),
    ],
)
def test_a_path_may_have_blanks(argument: str, black: int) -> None:
    """A number at the end belongs to the path where there is such a file."""
    shelf = Shelf(**{"my  game.sgf": "(;GM[1]SZ[9];B[aa];W[bb];B[cc])", "my  game 2": "(;GM[1]SZ[9])"})
    at = Stage(GtpDialogue("go", files=shelf))
    id, argument = ("7 ", argument[2:]) if argument.startswith("7") else ("", argument)
    assert at.line(f"{id}loadsgf {argument}") == f"={id.strip()} \n\n"
    assert f"Black {black}," in answer(at, "showboard")


@pytest.mark.parametrize("argument", ["a b.sgf", '"a b.sgf"'])
def test_a_game_is_written_to_a_path_with_blanks(argument: str) -> None:
    shelf = Shelf()
    at = Stage(GtpDialogue("go", files=shelf))
    answer(at, f"printsgf {argument}")
    assert list(shelf.files) == ["a b.sgf"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("loadsgf a b.sgf", "cannot load file: No such file or directory"),
        ('loadsgf "game" x', "syntax error: a whole number from 1 to 1000000 is expected, not 'x'"),
        ("loadsgf game 0", "syntax error: a whole number from 1 to 1000000 is expected, not '0'"),
        ('printsgf "game" 1', "syntax error: a path alone is expected, not '1' after it"),
    ],
)
def test_a_path_that_is_wrong_is_told(line: str, reason: str) -> None:
    at = Stage(GtpDialogue("go", files=Shelf(game="(;GM[1]SZ[9];B[aa])")))
    assert at.line(line) == f"? {reason}\n\n"


@pytest.mark.parametrize(("size", "first", "second"), [(8, "fe", "ff"), (6, "ed", "ee")])
def test_a_file_that_names_no_game_is_of_the_game_at_hand(size: int, first: str, second: str) -> None:
    text = f"(;FF[4]AP[GoGui:1.6.0]SZ[{size}]KM[6.5];B[{first}]PL[W];W[{second}]PL[B])"
    at = Stage(GtpDialogue("othello", files=Shelf(bad=text)))
    answer(at, "loadsgf bad")
    assert answer(at, "gogui-rules_game_id") == "Othello"
    assert answer(at, "gogui-rules_board_size") == str(size)
    assert answer(at, "showboard").endswith("Black 3, White 3")


@pytest.mark.parametrize(
    ("variant", "text", "title"),
    [
        ("nip", "(;GM[1]SZ[8]KM[6.5];B[fe];W[df])", "Nip"),
        ("nip", "(;GM[2];B[fe];W[df])", "Nip"),
        ("nip", "(;GM[2]SZ[8])", "Nip"),
        ("anti-othello", "(;GM[2]SZ[6];B[bc])", "Anti-Othello"),
        ("nip", "(;GM[2]AP[engined]RU[anti-othello];B[fe];W[df])", "Anti-Othello"),
        ("nip", "(;GM[1]SZ[8]RU[Japanese];B[fe];W[df])", "Go"),
        ("nip", "(;GM[1]SZ[8]HA[2];W[df])", "Go"),
        ("go", "(;GM[2];B[fe];W[df])", "Othello"),
        ("hashijime", "(;GM[2];B[fe];W[df])", "Othello"),
    ],
)
def test_a_file_that_names_a_kind_alone_is_of_the_game_at_hand_if_that_is_of_it(
    variant: str, text: str, title: str
) -> None:
    at = Stage(GtpDialogue(variant, files=Shelf(game=text)))
    assert answer(at, "loadsgf game") == ""
    assert answer(at, "gogui-rules_game_id") == title
    assert at.error_text == ""


@pytest.mark.parametrize(
    ("text", "title", "why"),
    [
        ("(;GM[1]SZ[8];B[aa])", "Go", "taken as go-8x8: as nip, move 1, A1: there is no such cell"),
        ("(;GM[1];B[aa])", "Go", "taken as go-19x19: as nip-19x19, there is no nip-19x19"),
        ("(;GM[2]SZ[6];B[bc])", "Othello", "taken as othello-6x6: as nip-6x6, there is no nip-6x6"),
    ],
)
def test_a_file_that_cannot_be_played_in_the_game_at_hand_is_of_its_kind_which_is_said(
    text: str, title: str, why: str
) -> None:
    at = Stage(GtpDialogue("nip", files=Shelf(game=text)))
    assert answer(at, "loadsgf game") == ""
    assert answer(at, "gogui-rules_game_id") == title
    assert at.error_text.startswith(f"# game: {why}")


def test_what_was_assumed_of_a_file_is_said_beside_the_answers() -> None:
    at = Stage(GtpDialogue("go", files=Shelf(cut="(;GM[1]SZ[9]RU[as at home];B[aa];W[bb];AB[cc]")))
    assert answer(at, "loadsgf cut") == ""
    assert answer(at, "showboard").endswith("Black 1, White 1")
    assert at.error_text == (
        "# cut: the end of the game is missing\n"
        "# cut: line 1, column 39: the position is changed in the middle of the game; the game is read up to there\n"
        "# cut: RU: 'as at home' are no rules known here: taken as Japanese\n"
    )


def test_a_charset_that_is_guessed_is_said_beside_the_answer() -> None:
    """The second byte of the character is that of a backslash, which would hide the end of its value."""
    at = Stage(GtpDialogue("go", files=Shelf(game="(;GM[1]SZ[9]PW[\u5341];B[cc];W[dd])".encode("shift_jis"))))
    assert answer(at, "loadsgf game") == ""
    assert answer(at, "showboard").endswith("Black 1, White 1")
    assert at.error_text == "# game: not UTF-8: byte 0x8f in line 1, column 16; read as SHIFT_JIS, a guess\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(;",
        "(;GM[3];B[aa])",
        "(;GM[1]SZ[9]HA[12])",
        "(;GM[1]SZ[40])",
        "(;GM[1]SZ[9];B[aa];W[aa])",
        "(;GM[1]SZ[9];B[zz])",
        "(" * 100_000,
    ],
)
def test_a_record_that_cannot_be_loaded_leaves_the_game_as_it_is(text: str) -> None:
    at = Stage(GtpDialogue("go", files=Shelf(bad=text)))
    answer(at, "play b e5")
    assert at.line("loadsgf bad").startswith("? cannot load file: ")
    assert answer(at, "undo") == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(;GM[1]SZ[9];B[ab];W[ab])", "move 2, A8: A8 is occupied"),
        ("(;GM[1]SZ[13]AB[jm];W[jm])", "move 1, K1: K1 is occupied"),
        ("(;GM[1]SZ[9]AB[ab][ba]AW[aa];W[cc])", "position: the group on A9 has no liberty"),
        ("(;GM[2]SZ[8];B[fa])", "move 1, F1: Black may not place on F1: it captures nothing"),
    ],
)
def test_a_record_s_points_are_named_as_the_controller_names_them(text: str, reason: str) -> None:
    at = Stage(GtpDialogue("go-19x19", files=Shelf(bad=text)))
    assert at.line("loadsgf bad") == f"? cannot load file: {reason}\n\n"
    assert answer(at, "play b t19") == ""


def test_files_are_out_of_reach_where_none_are_given() -> None:
    at = go()
    assert at.line("loadsgf /etc/passwd") == "? files cannot be reached from here\n\n"
    assert at.line("printsgf game") == "? files cannot be reached from here\n\n"
    assert at.line("loadsgf").startswith("? syntax error")


# --- GoGui ----------------------------------------------------------------------------------------


def test_a_ruler_tells_of_pass_prisoners_and_the_count() -> None:
    at = go("boardsize 2", "komi 0.5")
    assert answer(at, "gogui-rules_game_id") == "Go"
    assert answer(at, "gogui-rules_legal_moves") == "A2 B2 A1 B1 pass"
    for line in ("play b a1", "play w b1", "play b b2"):
        answer(at, line)
    assert answer(at, "gogui-rules_captured_count") == "1 0"
    assert answer(at, "gogui-rules_final_result") == "The game is not over."
    for line in ("play w pass", "play b pass"):
        answer(at, line)
    result = "Black wins by 2.5 if no stone is dead. Final score is B 3 and W 0.5."
    assert answer(at, "gogui-rules_final_result") == result


def test_whose_is_what_is_drawn_for_black_as_positive() -> None:
    at = go(*SPLIT)
    at.line("engined-territory")
    assert at.final(3, 800, 0.5, Said("--", 1.0), games=owned(at, "BBBWW" * 5)) == "= " + "B B B W W\n" * 5 + "\n"
    assert answer(at, "engined-influence").splitlines() == ["1.00 1.00 1.00 -1.00 -1.00"] * 5


def test_moves_are_drawn_with_their_part_of_the_games() -> None:
    at = go("boardsize 5")
    at.line("engined-winrates")
    said = [Said("c3", 4, games=GAMES), Said("a1", -4, games=Forecast(4, 0.1, -9.0, 1.0)), Said("--", 0, games=GAMES)]
    assert at.final(3, 800, 0.5, *said) == "= C3 62\n\n"
    at.line("engined-priors")
    assert at.final(3, 800, 0.5, *said) == "= C3 25\n\n"


def test_go_has_analyses_of_its_own() -> None:
    assert "engined-territory" in answer(go(), "gogui-analyze_commands")
    assert "engined-territory" not in answer(stage(), "gogui-analyze_commands")
    assert stage().line("final_status_list dead").startswith("? ")
    assert stage().line("fixed_handicap 2").startswith("? ")


# --- live analysis --------------------------------------------------------------------------------


def test_an_analysis_tells_of_the_games() -> None:
    at = go("boardsize 2")
    assert at.line("kata-analyze b 10 ownership true rootInfo true") == "=\n"
    whole = Forecast(1000, 0.6, 3.5, 8.0, ownership=(1.0, 0.5, -0.25, 0.0))
    assert at.info(9, 1000, 0.1, Said("a1b1", 4.25, games=GAMES), games=whole) == (
        "info move A2 visits 800 winrate 0.625000 scoreMean 4.25 scoreStdev 9.50 scoreLead 4.25 prior 0.250000 "
        "lcb 0.591452 order 0 pv A2 B2 rootInfo visits 1000 winrate 0.600000 scoreLead 3.50 scoreStdev 8.00 "
        "ownership 1.000 0.500 -0.250 0.000\n"
    )


def test_the_visits_of_the_root_are_at_least_those_of_its_moves() -> None:
    """Moves may be known from an earlier analysis, of more games than this one has played yet."""
    at = go("boardsize 2")
    at.line("kata-analyze b 10 rootInfo true")
    known = (Said("a1", 4.25, games=GAMES), Said("b1", 4.25, games=replace(GAMES, visits=150)))
    assert " rootInfo visits 950 " in at.info(9, 180, 0.1, *known, games=Forecast(180, 0.6, 3.5, 8.0))


def test_leela_and_sabaki_get_their_forms_of_it() -> None:
    at = go("boardsize 2")
    at.line("lz-analyze 10")
    lz = "info move A2 visits 800 winrate 6250 prior 2500 lcb 5915 order 0 pv A2\n"
    assert at.info(9, 1000, 0.1, Said("a1", 4.25, games=GAMES)) == lz
    at.line("analyze b 10")
    at.final(9, 1000, 0.1, Said("a1", 4.25, games=GAMES), reason="stopped")
    assert "winrate 6250 scoreMean 4.25" in at.info(9, 1000, 0.1, Said("a1", 4.25, games=GAMES))


def test_an_analysis_goes_on_where_play_has_stopped() -> None:
    at = go("boardsize 2", "play b pass", "play w pass")
    at.line("lz-analyze w 10")
    assert next(iter(at.jobs.values())).position.seat == 1
