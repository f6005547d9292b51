"""The commands against a real daemon and engine: their exact forms, and rubbish."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.process.serving import Served

FFO_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6;"
FFO_2 = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0; A3:-6;"

TINY = """
name = "tiny"
inherits = "othello-4x4"

[scoring]
komi = -2
"""
"""4x4 Othello where Black gets two discs: White, who wins by 10 without, wins by 8. The machine code is the same."""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


def test_perft_prints_depth_leaves_seconds(served: Served) -> None:
    run = served.engined("perft", "othello", "8")
    assert run.returncode == 0, run.stderr
    rows = [re.fullmatch(r"(\d+) (\d+) (\d+\.\d+)", line) for line in run.stdout.splitlines()]
    assert [(int(row[1]), int(row[2])) for row in rows if row] == list(
        enumerate([4, 12, 56, 244, 1396, 8200, 55092, 390216], start=1)
    )


def test_perft_beyond_the_end_of_the_game(served: Served) -> None:
    run = served.engined("perft", "othello-4x4", "14")
    leaves = [int(line.split()[1]) for line in run.stdout.splitlines()]
    assert leaves == [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980]


def test_perft_counts_from_a_position_and_takes_the_variant_as_other_commands_do(served: Served) -> None:
    counted = {
        words: [line.split()[:2] for line in served.engined("perft", *words, "2").stdout.splitlines()]
        for words in (("othello", "f5"), ("f5",), ("--variant", "othello", "f5"), ("othello",), ())
    }
    # After the first of four moves, which are alike: a quarter of 12, and of 56.
    assert list(counted.values()) == [[["1", "3"], ["2", "14"]]] * 3 + [[["1", "4"], ["2", "12"]]] * 2
    run = served.engined("perft", "nope", "2")
    assert (run.returncode, "there is no variant 'nope'" in run.stderr) == (1, True)


def test_solve_takes_a_position_as_it_is(served: Served) -> None:
    run = served.engined("solve", "--variant", "othello-4x4", "b1", "--json")
    assert json.loads(run.stdout)["score"] == 10  # White, to move, wins by 10, as from the start
    run = served.engined("solve", "--variant", "othello-4x4", "a1")
    assert (run.returncode, run.stderr) == (1, "engined: move 1, a1: Black may not place on a1: it captures nothing\n")


def test_solve_gives_up_after_so_long(served: Served) -> None:
    """Nobody solves the start position in so short a time; the next position has its own."""
    run = served.engined("solve", "--json", "--time", "0.1s", stdin=f"start\n{FFO_1}\n")
    assert run.returncode == 0, run.stderr
    first, second = [json.loads(line) for line in run.stdout.splitlines()]
    assert (first["reason"], first["kind"] == "exact") == ("limit", False)
    assert second["line"] == 2
    run = served.engined("solve", "--start", "--time", "5x")
    assert run.returncode == 2
    assert "times are written 30, 5m or 5:00" in run.stderr


def test_solve_json_has_one_object_a_position(served: Served) -> None:
    run = served.engined("solve", "--json", stdin=f"% two problems\n{FFO_1}\n{FFO_2}\n")
    assert run.returncode == 0, run.stderr
    first, second = [json.loads(line) for line in run.stdout.splitlines()]
    assert {"position", "score", "kind", "best", "pv", "nodes", "seconds"} <= first.keys()
    assert (first["score"], first["kind"], first["best"]) == (18, "exact", "g8")
    assert (second["score"], second["kind"], second["best"]) == (10, "exact", "a4")
    assert first["position"] == FFO_1.split(";")[0].replace("-", ".")
    assert first["pv"][0] == "g8"
    assert (first["line"], second["line"]) == (2, 3)
    assert first["as_expected"] is True
    assert isinstance(first["nodes"], int)
    assert isinstance(first["seconds"], float)


def test_the_start_position_is_asked_for_by_its_word(served: Served) -> None:
    run = served.engined("solve", "--json", "--variant", "othello-4x4", stdin="\n \nstart\n\n")
    (start,) = [json.loads(line) for line in run.stdout.splitlines()]
    assert (start["line"], start["position"]) == (3, ".....OX..XO..... X")
    assert (start["score"], start["kind"]) == (-10, "exact")
    (same,) = served.engined("solve", "--json", "--variant", "othello-4x4", "--start").stdout.splitlines()
    assert json.loads(same)["score"] == -10
    run = served.engined("solve", stdin="\n")
    assert (run.returncode, run.stdout, run.stderr) == (1, "", "engined: standard input: there is no position in it\n")


def test_transcripts_from_a_file_as_a_table(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("b1\nb1 a1 % after the diagonal reply\n")
    run = served.engined("solve", str(file), "--variant", "othello-4x4")
    assert run.returncode == 0, run.stderr
    header, first, second = run.stdout.splitlines()
    assert header.split()[:4] == ["line", "empty", "score", "kind"]
    assert first.split()[:4] == ["1", "11", "+10", "exact"]
    assert second.split()[:2] == ["2", "10"]


def test_a_game_that_is_over_has_its_score(served: Served) -> None:
    over = "XXXX.OXOOOOOXXXO"
    run = served.engined("solve", "--json", "--variant", "othello-4x4", stdin=over.replace(".", "X") + " X\n")
    (end,) = [json.loads(line) for line in run.stdout.splitlines()]
    assert (end["score"], end["kind"], end["best"], end["pv"]) == (2, "exact", "", [])


def test_passes_of_a_transcript(served: Served) -> None:
    """On 4x4 White must pass after d4, and a1 is the end."""
    end = "Black wins by 4; Black 10, White 6"
    for game in (
        "c4b4a2d4--b1a3d3c1d2a1",
        "C4 B4 A2 D4 B1\nA3 D3 C1 D2 A1 -- --",
        "1. c4 b4 2. a2d4@@b1a3d3c1d2a1pass",
    ):
        assert end in served.engined("analyse", "--variant", "othello-4x4", game).stdout.splitlines()
        assert served.engined("play", "--variant", "othello-4x4", game).stdout.splitlines()[-2:] == [end, "over> "]
        solved = served.engined("solve", "--variant", "othello-4x4", "--json", stdin=game.replace("\n", " "))
        assert json.loads(solved.stdout)["kind"] == "exact", solved.stderr
    for game, fault in (
        ("c4b4a2d4--b1a3d3c1d2a1--a4", "move 13, a4: the game is over"),
        ("c4--b4", "move 2, --: White can"),
    ):
        assert fault in served.engined("analyse", "--variant", "othello-4x4", game).stderr


DRAWN = "XXXXXXXXOOXXOOOXOOXXXOOXOOOOOOXXXOXOOXXXXOOOXOX.XOOOOX....XXXXX. X"
"""Six cells before the end of a perfect game."""


@pytest.mark.parametrize(("variant", "winner"), [("othello-black-draws", "Black"), ("othello-white-draws", "White")])
def test_a_right_to_a_draw_is_a_win(served: Served, variant: str, winner: str) -> None:
    solved = json.loads(served.engined("solve", "--json", "--variant", variant, stdin=DRAWN).stdout)
    assert (solved["score"], solved["winner"]) == (0, winner)
    said = f"{winner} wins by the right to a draw"
    assert served.engined("solve", "--variant", variant, stdin=DRAWN).stdout.splitlines()[-1].strip() == said
    assert f"0: {said}" in served.engined("analyse", "--variant", variant, DRAWN).stdout.splitlines()
    played = served.engined("play", "--variant", variant, "--seat", "White", DRAWN, stdin="go\ngo\ngo\n")
    assert f"{said}; Black 32, White 32" in played.stdout.splitlines()


def test_bad_lines_are_named_and_the_rest_is_solved(served: Served) -> None:
    lines = ["b1", "a1", "zz", "XXXX", ".....OX..XO..... Q", "b1a1", "b1a1d1"]
    run = served.engined("solve", "--json", "--variant", "othello-4x4", stdin="\n".join(lines))
    assert run.returncode == 1
    assert [json.loads(line)["line"] for line in run.stdout.splitlines()] == [1, 6]
    complaints = run.stderr.splitlines()
    assert [complaint.split(":")[1] for complaint in complaints] == [f" line {n}" for n in (2, 3, 4, 5, 7)]
    assert "Traceback" not in run.stderr


def test_analyse_with_theory(served: Served) -> None:
    cornered = "XXX.....XXO.....XO.................OX......XO..................."
    words = ("analyse", cornered, "X", "--depth", "1", "--theory")
    lines = served.engined(*words).stdout.splitlines()
    assert "stable: X 6 (a1 b1 c1 a2 b2 a3), O 0" in lines
    assert "regions: 1; 52 empty cells (even); cells hang together by corners too" in lines
    theory = json.loads(served.engined(*words, "--json").stdout)["theory"]
    assert (theory["stable_discs"], theory["regions"][0]["parity"]) == ([6, 0], "even")
    assert json.loads(served.engined(*words[:-1], "--json").stdout)["theory"] is None


def test_analyse_prints_the_board_with_scores(served: Served) -> None:
    run = served.engined("analyse", "f5d6c3d3c4", "--depth", "4")
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[0].split() == list("abcdefgh")
    assert len(re.findall(r"[+-]\d+\.\d|\b0\.0", "\n".join(lines[1:9]))) == 6
    assert "White (O) to move; O 3, X 6; 55 empty" in lines
    assert sum(line.split()[2:3] == ["estimate"] for line in lines) == 6
    assert lines[-1].startswith("depth 4, ")


def test_a_second_analysis_says_what_was_known(served: Served) -> None:
    asked = ("analyse", "f5f4g3", "--depth", "7")
    first, second = served.engined(*asked).stdout.splitlines(), served.engined(*asked).stdout.splitlines()
    assert re.match(r"depth 7, \S+( [kMG])? nodes in ", first[-1])
    assert re.match(r"depth 7 \(known before\), 0 new nodes in \S+ s.*; finished$", second[-1])
    rows = [line.split() for line in second if "estimate" in line]
    assert rows
    assert all(row[row.index("7") + 1] == "known" for row in rows)
    deeper = json.loads(served.engined(*asked[:-1], "8", "--json").stdout)
    assert (deeper["known_depth"], deeper["depth"]) == (7, 8)
    assert {move["known"] for move in deeper["moves"]} == {False}
    assert sum(move["nodes"] for move in deeper["moves"]) <= deeper["nodes"]


def test_what_the_store_knows_is_marked(tmp_path: Path) -> None:
    with Served(store=str(tmp_path / "store.sqlite")) as daemon:
        asked = ("analyse", "--variant", "othello-4x4", "b1a1", "--time", "60", "--json")
        first, second = (json.loads(daemon.engined(*asked).stdout) for _ in range(2))
    assert (first["known_depth"], second["known_depth"]) == (0, 10)
    assert all(move["known"] and move["nodes"] == 0 for move in second["moves"])
    assert [move["score"] for move in first["moves"]] == [move["score"] for move in second["moves"]]


def test_analyse_json(served: Served) -> None:
    run = served.engined("analyse", "--variant", "othello-4x4", "--time", "60", "--json")
    assert run.returncode == 0, run.stderr
    answer = json.loads(run.stdout)
    assert (answer["score"], answer["kind"], answer["reason"]) == (-10, "exact", "done")
    assert answer["variant"] == "othello-4x4"
    assert answer["position"] == ".....OX..XO..... X"
    assert [(move["score"], move["kind"]) for move in answer["moves"]] == [(-10, "exact")] * 4
    assert answer["best"] == answer["pv"][0] == answer["moves"][0]["move"]


def test_analyse_within_a_time(served: Served) -> None:
    run = served.engined("analyse", "--within", "0.2", "--json")
    answer = json.loads(run.stdout)
    assert (answer["reason"], answer["best"] in ("f5", "d3", "c4", "e6")) == ("limit", True)
    assert answer["seconds"] < PATIENCE


def test_analyse_a_board(served: Served) -> None:
    run = served.engined("analyse", FFO_1, "--json", "--time", "60")
    answer = json.loads(run.stdout)
    scores = {move["move"]: move["score"] for move in answer["moves"]}
    assert answer["kind"] == "exact"
    assert [scores[move] for move in ("g8", "h1", "h7", "a2")] == [18, 12, 6, 6]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["analyse", "a1"], "a1"),
        (["analyse", "f5f5"], "move 2, f5: f5 is occupied"),
        (["analyse", "XO" * 30 + " X"], "position: 64 cells"),
        (["analyse", "f5", "--variant", "othelo"], "othello"),
        (["perft", "othello-99x99", "1"], "othello-99x99"),
        (["variants", "nonesuch"], "nonesuch"),
    ],
)
def test_what_the_daemon_refuses_is_1(served: Served, words: list[str], said: str) -> None:
    run = served.engined(*words)
    assert run.returncode == 1
    assert said in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert run.stdout == ""


def test_variants(served: Served) -> None:
    names = [line.split()[0] for line in served.engined("variants").stdout.splitlines()]
    assert {"othello", "reversi-1890", "octagon-52", "anti-othello", "handicap-4", "othello-WxH"} <= set(names)
    rows = [json.loads(line) for line in served.engined("variants", "--json").stdout.splitlines()]
    octagon = next(row for row in rows if row["name"] == "octagon-52")
    assert (octagon["width"], octagon["height"], octagon["cells"]) == (8, 8, 52)


def test_one_variant_in_full(served: Served) -> None:
    run = served.engined("variants", "octagon-52")
    assert "  Board    8x8, 52 cells" in run.stdout.splitlines()
    assert "  Score    discs of one's colour" in run.stdout.splitlines()
    assert run.stdout.splitlines()[3] == "  1     . . . ."
    described = json.loads(served.engined("variants", "octagon-52", "--json").stdout)
    assert described["drawing"][0] == "  ....  "


def test_a_declaration_in_a_file(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "tiny.toml"
    file.write_text(TINY)
    assert served.engined("check", str(file)).stdout == f"{file}: tiny: fine (4x4, 16 cells, 2 seats)\n"
    run = served.engined("solve", "--variant", str(file), "--json", "--start")
    answer = json.loads(run.stdout)
    assert (answer["variant"], answer["score"]) == ("tiny", -8)
    assert served.engined("perft", str(file), "3").stdout.split()[1::3] == ["4", "12", "44"]


def test_check_names_line_and_field(served: Served, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(TINY)
    bad.write_text(TINY.replace("-2", '"no"'))
    run = served.engined("check", str(bad), str(good), str(tmp_path / "none.toml"))
    assert run.returncode == 1
    assert run.stdout == f"{good}: tiny: fine (4x4, 16 cells, 2 seats)\n"
    first, second = run.stderr.splitlines()
    assert first.startswith(f"engined: {bad}: line 6: scoring.komi: ")
    assert second == f"engined: {tmp_path / 'none.toml'}: No such file or directory"
    assert served.engined("check", "-", stdin="name = 3").returncode == 1
    assert served.engined("analyse", "--variant", str(bad)).returncode == 1


def test_play_a_game(served: Served) -> None:
    script = "help\nhint 0.05\nb1\nundo\nboard\nmoves\nzz\na1\nhint x\nb1\nmoves\nnew\nmoves\nquit\n"
    run = served.engined("play", "--variant", "othello-4x4", "--depth", "3", stdin=script)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    said = run.stdout
    assert said.count("White plays ") == 2
    assert "? neither a move nor a command: 'zz' (try `help`)" in said
    assert "? a1: Black may not place on a1: it captures nothing" in said
    assert "? hint: 'x' is not a number above 0 and at most 10000000" in said
    assert "no move yet" in said
    assert said.count("Black (X) to move; X 2, O 2; 12 empty") >= 3


def test_the_level_of_a_game_can_be_changed(served: Served) -> None:
    """Black's four first moves are the same by symmetry: at a level a lot decides, else nothing does."""
    script = "level\nlevel 16\nlevel 1\n" + "new\n" * 12 + "level 0\n" + "new\n" * 3
    words = ("play", "--variant", "othello-4x4", "--seat", "White", "--depth", "3", "--level", "9")
    said = served.engined(*words, stdin=script).stdout
    assert re.findall(r"level \d+ of 15|\? level: .*", said) == [
        "level 9 of 15",
        "? level: 16 is not a whole number from 1 to 15",
        "level 1 of 15",
    ]
    weak, strong = said.split("the engine plays as well as it can")
    assert len(set(re.findall(r"Black plays (\w\d)", weak))) > 1
    assert len(set(re.findall(r"Black plays (\w\d)", strong))) == 1


def test_play_to_the_end_as_white(served: Served) -> None:
    run = served.engined(
        "play", "--variant", "othello-4x4", "--seat", "white", "--depth", "12", stdin="go\n" * 14 + "go\n"
    )
    assert run.returncode == 0, run.stderr
    assert "White wins by 10; Black 3, White 13" in run.stdout
    assert "? the game is over: White wins by 10" in run.stdout


def test_play_refuses_a_seat_that_is_none(served: Served) -> None:
    run = served.engined("play", "--seat", "Purple")
    assert run.returncode == 1
    assert run.stderr == "engined: --seat: no seat 'Purple'; there are Black, White\n"


def test_status(served: Served) -> None:
    assert served.engined("status", "--quiet").returncode == 0
    report = json.loads(served.engined("status", "--json").stdout)
    assert report["protocol"] == 1
    assert served.engined("status").stdout.startswith("engined ")


def test_attach_serves_both_text_protocols(served: Served) -> None:
    nboard = served.engined("attach", stdin="nboard 2\nset depth 2\nmove F5\nping 7\n")
    assert nboard.returncode == 0, nboard.stderr
    assert "set myname" in nboard.stdout
    assert "pong 7" in nboard.stdout
    gtp = served.engined("attach", stdin="1 protocol_version\n2 nonsense\n3 quit\n")
    assert gtp.returncode == 0, gtp.stderr
    replies = [reply.strip() for reply in gtp.stdout.split("\n\n")]
    assert replies == ["=1 2", "?2 unknown command", "=3", ""]


ROLIT = "YRYYYYY..RRYYYYYYRYGYGY.RRGYGYRY.RGGYGRRGRRYRRRRRRYRRRRGYYYYYYYY G"
"""Rolit for three with four empty cells, Green to move."""


def test_the_views_of_more_than_two_sides(served: Served) -> None:
    told = json.loads(served.engined("analyse", "--variant", "rolit-3", "--json", *ROLIT.split()).stdout)
    assert [view["view"] for view in told["views"]] == ["maxn", "paranoid", "alliance"]
    for move in told["moves"]:
        outlook = move["outlook"]
        assert sum(outlook["counts"]) <= 64
        assert move["kind"] == "exact", "nothing hangs on ties here"
        assert outlook["counts"][2] - max(outlook["counts"][:2]) == move["score"]
        assert outlook["paranoid"] <= move["score"]
        assert outlook["paranoid"] <= outlook["alliance"]
    drawn = served.engined("analyse", "--variant", "rolit-3", *ROLIT.split()).stdout
    assert re.search(r"^move +Red +Yellow +Green +paranoid +alliance$", drawn, re.MULTILINE)
    assert re.search(r"^views (dis)?agree: each for its own side", drawn, re.MULTILINE)


TIED = "RYGGGGY.RRGGRRR.RYRYYYYYRYGRYGYRRYYRGYG.RYYRRGYGYYGYYYYY.GGGGGGG G"
"""The same; after h5 two moves are as good for Red, and it matters to Green which is played."""


def test_what_hangs_on_ties_is_shown_as_both_its_ends(served: Served) -> None:
    told = json.loads(served.engined("analyse", "--variant", "rolit-3", "--json", *TIED.split()).stdout)
    best = told["moves"][0]
    assert (best["move"], best["score"], best["kind"], best["outlook"]["score_most"]) == ("h5", 6, "lower", 9)
    assert (best["outlook"]["counts"], best["outlook"]["counts_most"]) == ([19, 16, 27], [21, 17, 28])
    assert (told["score"], told["kind"]) == (6, "lower")
    drawn = served.engined("analyse", "--variant", "rolit-3", *TIED.split()).stdout
    assert re.search(r"^h5 +\+6\.\.\+9  hangs on ties +4 ", drawn, re.MULTILINE)
    assert re.search(r"^h5 +19\.\.21 #2 +16\.\.17 #3 +27\.\.28 #1 ", drawn, re.MULTILINE)
    assert "each for its own side h5 (+6..+9)" in drawn
    solved = [served.engined("solve", "-", "--variant", "rolit-3", "--json", stdin=TIED).stdout for _ in range(2)]
    for solution in map(json.loads, solved):
        assert (solution["score"], solution["kind"], solution["score_most"]) == (6, "lower", 9)
        assert solution["counts_most"] == [21, 17, 28]


def test_ties_are_broken_by_one_rule_if_asked(served: Served) -> None:
    scores = set()
    rules = (("first",), *(("random", "--seed", str(seed)) for seed in range(6)))
    for rule in rules:
        words = ("analyse", "--variant", "rolit-3", "--ties", *rule)
        told = json.loads(served.engined(*words, "--json", *TIED.split()).stdout)
        assert (told["kind"], told["ties"]) == ("exact", rule[0])
        assert told["best"] == "h5"
        scores.add(told["score"])
    assert scores == {6, 9}, "the two ways to break this tie"
    drawn = served.engined("analyse", "--variant", "rolit-3", "--ties", "first", *TIED.split()).stdout
    assert "of equally good moves the first in board order is played" in drawn
    wrong = served.engined("analyse", "--variant", "rolit-3", "--seed", "3", *TIED.split())
    assert wrong.returncode == 1
    assert "only ties broken at random and moves at a level have a seed" in wrong.stderr
    words = ("play", "--variant", "rolit-3", "--ties", "random", "--seed", "1", *TIED.split())
    played = [served.engined(*words, stdin="go\nmoves\nquit\n").stdout for _ in range(2)]
    games = [re.findall(r"plays (\w+) \(.*exact", text) for text in played]
    assert games[0][:1] == ["h5"]
    assert games[0] == games[1]


def test_a_solution_says_what_each_of_more_than_two_counts(served: Served) -> None:
    solved = json.loads(served.engined("solve", "-", "--variant", "rolit-3", "--json", stdin=ROLIT).stdout)
    assert sum(solved["counts"]) == 64, "every cell is taken at the end"
    assert solved["counts"][2] - max(solved["counts"][:2]) == solved["score"]
    assert [1 + sum(other > own for other in solved["counts"]) for own in solved["counts"]] == solved["ranks"]
    told = json.loads(served.engined("analyse", "--variant", "rolit-3", "--json", *ROLIT.split()).stdout)
    assert solved["score"] == max(move["score"] for move in told["moves"])
    row = served.engined("solve", "-", "--variant", "rolit-3", stdin=ROLIT).stdout.splitlines()[-1].split()
    ranked = zip(("Red", "Yellow", "Green"), solved["counts"], solved["ranks"], strict=True)
    assert row == [text for seat, count, rank in ranked for text in (seat, f"{count:g}", f"#{rank}")]


def test_a_game_for_four_in_the_terminal(served: Served) -> None:
    run = served.engined("play", "--variant", "rolit-4", "--depth", "1", stdin="d6\nmoves\nquit\n")
    assert run.returncode == 0, run.stderr
    assert re.search(r"^Red> d6 \w\d \w\d \w\d$", run.stdout, re.MULTILINE)
    assert all(f"{seat} plays" in run.stdout for seat in ("Yellow", "Green", "Blue"))
