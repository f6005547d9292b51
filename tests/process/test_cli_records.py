"""Records of games given to the commands: a real daemon and engine, and rubbish."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from sgfmill import sgf as other

from engined_protocol.records.ggf import parse_ggf
from engined_protocol.records.pgn import read_pgn
from engined_protocol.records.record import Record
from engined_protocol.records.result import UNKNOWN, Result, by_points
from engined_protocol.records.sgf import parse_sgf
from engined_protocol.records.sgf_tree import format_tree, read_trees
from tests.process.serving import Served

SAMPLES = Path(__file__).parent.parent / "data" / "sgf"
SVG = "{http://www.w3.org/2000/svg}"
SMALL = str(SAMPLES / "printed-4x4.sgf")


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


def test_a_position_of_a_record_is_analysed(served: Served) -> None:
    """Its variant is that of the record, and White must pass after the fourth move."""
    run = served.engined("analyse", SMALL, "--plies", "4", "--depth", "20", "--json")
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert (found["variant"], found["best"], found["kind"], found["score"]) == ("othello-4x4", "--", "exact", -8)
    piped = served.engined("analyse", "-", "--plies", "4", "--depth", "20", "--json", stdin=Path(SMALL).read_text())
    assert json.loads(piped.stdout)["position"] == found["position"]


def test_a_record_of_go_says_its_rules(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "handicap.sgf"
    file.write_text("(;GM[1]SZ[9]RU[Japanese]HA[2]KM[0.50]AB[gc][cg];W[ee];B[cc])")
    run = served.engined("analyse", str(file), "--nodes", "1", "--json")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["variant"] == "go-handicap-2-komi-0.5"


def test_a_whole_game_is_analysed_and_written(served: Served, tmp_path: Path) -> None:
    out = tmp_path / "out.sgf"
    run = served.engined("analyse", SMALL, "--depth", "20", "--sgf", str(out))
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) == 11
    assert run.stdout.splitlines()[-1].split()[:4] == ["1", "c4", "-10", "exact:"]
    before, after = parse_sgf(Path(SMALL).read_text()), parse_sgf(out.read_text())
    assert (after.moves, after.start, after.black) == (before.moves, before.start, before.black)
    root = other.Sgf_game.from_string(out.read_text()).get_root()
    assert root.get("V") == -10
    assert root.get("C").startswith("engined, Black to move: depth 12")
    # Each of four openings is worth the same by symmetry, and the others are tried beside the one played.
    assert [text for _, text in root.get("LB")] == ["-10"] * 4
    assert len(list(root)) == 4


def test_moves_alone_become_a_record(served: Served, tmp_path: Path) -> None:
    out = tmp_path / "out.sgf"
    run = served.engined("analyse", "f5d6", "--depth", "2", "--sgf", str(out))
    assert run.returncode == 0, run.stderr
    record = parse_sgf(out.read_text())
    assert (record.transcript, record.variant) == (("f5", "d6"), "othello")
    assert record.start == "." * 27 + "OX......XO" + "." * 27 + " X"


def test_records_are_solved_and_played_from(served: Served, tmp_path: Path) -> None:
    run = served.engined("solve", SMALL, "--json")
    assert run.returncode == 0, run.stderr
    solved = json.loads(run.stdout)
    assert (solved["line"], solved["score"], solved["kind"]) == (1, -4, "exact")
    file = tmp_path / "two.sgf"
    file.write_text("(;GM[2]SZ[4];B[cd])(;GM[2]SZ[4];B[aa])(;GM[2]SZ[4];B[cd];W[dd])")
    run = served.engined("solve", str(file), "--json")
    assert run.returncode == 1
    assert [json.loads(line)["line"] for line in run.stdout.splitlines()] == [1, 3]
    assert run.stderr == f"engined: {file}, game 2: move 1, a1: Black may not place on a1: it captures nothing\n"
    played = served.engined("play", str(file), "--game", "1", stdin="moves\n")
    assert "White> c4" in played.stdout


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"(;GM[2]C[" + b"x" * 10_000_000 + b"])", "10.0 million characters; 8 million are read at most"),
        (b"(;GM[2]" + b"(;B[f5]" * 100_000 + b"%", "line 1, column 700008: ';', '(' or ')' expected, not '%'"),
        (b"(;SZ[9]HA[12])", "handicap"),
        (b"(;SZ[40])", "there is no go-40x40: its sides can have 2 to 19 squares"),
        (b"(;GM[2]\n;W[z9])", "line 2, column 1, W: 'z9' is not on an 8x8 board"),
        (b"\x00\xff" * 1000, "no record: it looks like binary data"),
        (b"", "there is no game in it"),
    ],
)
def test_rubbish_is_refused_in_words(served: Served, tmp_path: Path, content: bytes, what: str) -> None:
    file = tmp_path / "rubbish.sgf"
    file.write_bytes(content)
    run = served.engined("analyse", str(file), "--depth", "1")
    assert run.returncode == 1
    assert what in run.stderr
    assert len(run.stderr.splitlines()) == 1


LARGE = "(;GM[1];B[pd];W[dd])"


@pytest.mark.parametrize(
    ("command", "content", "variant", "what"),
    [
        *(
            (command, LARGE, "go-9x9", "a 19x19 board, and go-9x9 is played on a 9x9 board")
            for command in ("analyse", "analyse --file", "review", "convert", "play", "solve")
        ),
        ("convert", "(;AB[pd]PL[W];W[dd])", "go-9x9", "a 19x19 board, and go-9x9 is played on a 9x9 board"),
        ("convert", "(;SZ[9];B[ee];W[cc])", "go-13x13", "a 9x9 board, and go-13x13 is played on a 13x13 board"),
        ("convert", "(;GM[Othello]TY[10]B[f5];)", "othello", "a 10x10 board, and othello is played on an 8x8 board"),
    ],
)
def test_a_game_on_another_board_than_the_variant_is_refused(
    served: Served, tmp_path: Path, command: str, content: str, variant: str, what: str
) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(content)
    run = served.engined(*command.split(), str(file), "--variant", variant)
    assert run.returncode == 1, run.stdout
    assert run.stderr == f"engined: {file}, game 1: it is on {what}\n"


@pytest.mark.parametrize("stones", ["", "AB[cg][gc]", "AB[cg][gc]PL[W]", "PL[W]"])
@pytest.mark.parametrize("variant", ["go-9x9", "go-9x9-area", "go-9x9-handicap-2"])
def test_handicap_stones_stay_whatever_the_variant(served: Served, stones: str, variant: str) -> None:
    game = f"(;GM[1]SZ[9]HA[2]KM[0.5]{stones};W[cc];B[gg])"
    written = f"{'.' * 24}X{'.' * 31}X{'.' * 24} O; C7 G3\n"
    assert converted(served, game, "txt") == written
    assert converted(served, game, "txt", "--variant", variant) == written
    assert converted(served, written, "txt", "--variant", variant) == written


def test_a_saved_transcript_has_handicap_stones(served: Served, tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    people = ("--seat", "Black", "--seat", "White")
    run = served.engined("play", "--variant", "go-9x9-handicap-2", *people, stdin=f"C7\nsave {out}\n")
    assert run.returncode == 0, run.stderr
    assert out.read_text() == f"{'.' * 24}X{'.' * 31}X{'.' * 24} O; C7\n"


def test_a_game_of_pgn_has_the_board_of_the_variant_that_it_names(served: Served) -> None:
    game = '[Variant "othello-6x6"]\n\n1. b3 *\n'
    assert converted(served, game, "txt") == "b3\n"
    assert converted(served, game, "txt", "--variant", "othello-6x6") == "b3\n"


def test_what_cannot_be_written_is_said_before_it_takes_time(served: Served, tmp_path: Path) -> None:
    run = served.engined("analyse", SMALL, "--sgf", str(tmp_path / "none" / "out.sgf"))
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == f"engined: {tmp_path}/none/out.sgf: No such file or directory\n"
    run = served.engined("analyse", "--variant", "rolit-3", "--sgf", str(tmp_path / "out.sgf"))
    assert run.stderr == "engined: records have two colours, rolit-3 has 3 seats\n"


# --- convert --------------------------------------------------------------------------------------

SHORTEST = (65, 46, 35, 66, 57, 64, 75, 56, 53)
"""The shortest game, e6 f4 e3 f6 g5 d6 e7 f5 c5: White has no disc left, and Black is given all 64 cells."""


def converted(served: Served, source: str, kind: str, *words: str) -> str:
    run = served.engined("convert", "-", "--to", kind, *words, stdin=source)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_a_game_of_wthor_becomes_all_kinds(served: Served, tmp_path: Path) -> None:
    header = struct.pack("<4BiHH4B", 20, 7, 5, 22, 1, 0, 1977, 8, 0, 24, 0)
    file = tmp_path / "game.wtb"
    file.write_bytes(header + struct.pack("<3H2B60B", 1, 2, 3, 64, 64, *SHORTEST, *[0] * 51))
    out = {kind: tmp_path / f"game.{kind}" for kind in ("sgf", "ggf", "txt", "obf")}
    for path in out.values():
        assert served.engined("convert", str(file), str(path)).returncode == 0
    text = "e6f4e3f6g5d6e7f5c5"
    sgf, ggf = parse_sgf(out["sgf"].read_text()), parse_ggf(out["ggf"].read_text())
    assert out["txt"].read_text() == text + "\n"
    assert "".join(sgf.transcript) == "".join(ggf.transcript) == text
    assert sgf.result == ggf.result == by_points(64)
    assert (sgf.variant, ggf.variant, sgf.start) == ("othello", "othello", ggf.start)
    board = out["obf"].read_text()
    assert (board[:64].count("X"), board[:64].count("O")) == (13, 0)
    theirs = other.Sgf_game.from_string(out["sgf"].read_text())
    assert theirs.get_winner() == "b"


def test_a_result_counts_komi(served: Served) -> None:
    """Black is ahead by 64 discs: with a komi of -0.5 that is 64.5, whether the file says it or not."""
    board = "BO[8 ---------------------------O*------*O--------------------------- *]"
    moves = "".join(f"{'BW'[ply % 2]}[{chr(64 + square % 10)}{square // 10}]" for ply, square in enumerate(SHORTEST))
    for said in ("RE[+64.500]", "RE[?]", ""):
        text = f"(;GM[Othello]PB[a]PW[b]TY[8k]KM[-0.500]{said}{board}{moves};)"
        assert "RE[+64.50]KM[-0.500]" in converted(served, text, "ggf")
        sgf = parse_sgf(converted(served, text, "sgf"))
        assert (sgf.result, sgf.komi) == (by_points(64.5), -0.5)
    run = served.engined("convert", "-", "--to", "ggf", stdin=f"(;GM[Othello]TY[8]KM[-0.5]RE[+64.00]{board}{moves};)")
    assert (run.returncode, run.stderr) == (0, "engined: game 1: its result is B+64, by the rules it is B+64.5\n")
    assert "RE[+64.00]KM[-0.500]" in run.stdout


def test_pgn_is_read_and_written(served: Served) -> None:
    """What it has no word for is in tags of our own, so that it comes back."""
    pgn = (
        '[Event "Open"]\n[Site "PlayOK"]\n[Date "2015.02.21"]\n[Black "Ann"]\n[White "Bob \\"B\\""]\n'
        '[BlackElo "1500"]\n[Result "0-1"]\n[Termination "White won by resignation"]\n\n'
        "1. F5 d6 2. c3\nd3 {good} 3. c4 0-1\n"
    )
    ggf = parse_ggf(converted(served, pgn, "ggf"))
    assert (ggf.black, ggf.white, ggf.result) == ("Ann", 'Bob "B"', Result("resignation", "O"))
    assert (ggf.properties["PC"], ggf.properties["DT"], ggf.properties["RB"]) == ("PlayOK", "2015.02.21", "1500")
    sgf = converted(served, pgn, "sgf")
    assert (parse_sgf(sgf).properties["EV"], parse_sgf(sgf).result) == ("Open", Result("resignation", "O"))
    (back,) = read_pgn(converted(served, sgf, "pgn"))
    (same,) = read_pgn(converted(served, pgn, "pgn"))
    assert back == same
    assert isinstance(back, Record)
    assert (back.transcript, back.properties["Site"]) == (("f5", "d6", "c3", "d3", "c4"), "PlayOK")
    board = ".." + "X" * 6 + "." * 19 + "OX......XO" + "." * 27
    (begun,) = read_pgn(converted(served, f"{board} O; d6\n", "pgn", "--variant", "anti-othello"))
    assert isinstance(begun, Record)
    assert (begun.start, begun.transcript, begun.variant) == (f"{board} O", ("d6",), "anti-othello")


def test_games_that_only_begin_otherwise_have_a_name_elsewhere(served: Served) -> None:
    """With one corner White begins; a komi is told beside."""
    ggf = parse_ggf(converted(served, "start\n", "ggf", "--variant", "handicap-1"))
    assert ggf.start == "X" + "." * 26 + "OX......XO" + "." * 27 + " O"
    assert (ggf.variant, ggf.properties.get("TY")) == ("othello", "8")
    komi = parse_ggf(converted(served, "f5", "ggf", "--variant", "othello-komi-3"))
    assert (komi.variant, komi.komi) == ("othello", 3)


def test_many_games_are_played_at_once(served: Served) -> None:
    """More than are asked for at once, with bad ones between, in their order."""
    lines = [("f5d6" if number % 7 else "f5a1") if number % 10 else "zz9" for number in range(150)]
    run = served.engined("convert", "-", "--to", "txt", stdin="\n".join(lines))
    assert run.stdout.splitlines() == [line for line in lines if line == "f5d6"]
    bad = [number for number, line in enumerate(lines, 1) if line != "f5d6"]
    assert [int(line.split()[2].rstrip(":")) for line in run.stderr.splitlines()] == bad


def test_where_fewer_discs_win_a_result_says_who_won(served: Served) -> None:
    """Of the shortest game: Black has 13 discs, White none, and empty cells are nobody's there."""
    text = "".join(f"{chr(96 + square % 10)}{square // 10}" for square in SHORTEST)
    assert parse_ggf(converted(served, text, "ggf", "--variant", "anti-othello")).result == by_points(-13)
    assert parse_sgf(converted(served, text, "sgf", "--variant", "anti-othello")).result == by_points(-13)


def test_an_official_score_of_wthor_is_kept(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "game.wtb"
    header = struct.pack("<4BiHH4B", 20, 7, 5, 22, 1, 0, 1977, 8, 0, 24, 0)
    file.write_bytes(header + struct.pack("<3H2B60B", 1, 2, 3, 40, 40, *SHORTEST[:4], *[0] * 56))
    assert "RE[+16.00]" in served.engined("convert", str(file), "--to", "ggf").stdout
    assert "RE[B+16]" in served.engined("convert", str(file), "--to", "sgf").stdout


def test_what_both_kinds_have_goes_there_and_back(served: Served) -> None:
    """The clock, the evaluation and the seconds are GGF's alone."""
    ggf = (
        "(;GM[Othello]PC[GGS/os]DT[2003-12-15]PB[one]PW[two]RB[2197.01]RW[2199.72]TI[15:00]TY[4]RE[-3.00:t]"
        "BO[4 -----O*--*O----- *]B[B1/1.50/0.25]W[A1];)"
    )
    sgf = parse_sgf(converted(served, ggf, "sgf"))
    assert (sgf.black, sgf.white, sgf.result, sgf.variant) == ("one", "two", Result("time", "O"), "othello-4x4")
    assert {"DT": "2003-12-15", "PC": "GGS/os", "BR": "2197.01", "WR": "2199.72"}.items() <= sgf.properties.items()
    again = parse_ggf(converted(served, ggf, "ggf"))
    assert (again.moves, again.result, again.limits) == (
        parse_ggf(ggf).moves,
        by_points(-3, "time"),
        parse_ggf(ggf).limits,
    )
    back = parse_ggf(converted(served, converted(served, ggf, "sgf"), "ggf"))
    assert (back.transcript, back.black, back.result) == (("b1", "a1"), "one", Result("time", "O"))
    assert (back.properties["RB"], back.properties["DT"]) == ("2197.01", "2003-12-15")


@pytest.mark.parametrize(
    ("written", "sgf", "pgn"),
    [
        ("2003.12.15_13:24:03.MST", "2003-12-15", "2003.12.15"),
        ("2026-11-20 07:31:11 GMT", "2026-11-20", "2026.11.20"),
        ("2020/1/2", "2020-01-02", "2020.01.02"),
        ("1977", "1977", "1977"),
        ("2020-01-02,03", "2020-01-02,03", "2020-01-02,03"),
        ("2020.13.02", "2020.13.02", "2020.13.02"),
    ],
)
def test_dates_are_written_as_each_kind_has_them(served: Served, written: str, sgf: str, pgn: str) -> None:
    game = f"(;GM[Othello]DT[{written}]TY[8]B[F5];)"
    assert f"DT[{sgf}]" in converted(served, game, "sgf")
    assert f'[Date "{pgn}"]' in converted(served, game, "pgn")
    assert f"DT[{sgf}]" in converted(served, f'[Date "{pgn}"]\n\n1. f5 *\n', "sgf")


def test_passes_after_those_that_end_play_are_said_to_be_left_out(served: Served) -> None:
    game = "(;GM[1]SZ[9];B[ee];W[];B[];W[])"
    run = served.engined("convert", "-", "--to", "txt", stdin=game)
    assert (run.returncode, run.stdout) == (0, "E5 pass pass\n")
    assert run.stderr == "engined: game 1: 1 pass left out, after those that ended play\n"
    run = served.engined("convert", "-", "--to", "sgf", stdin=game)
    assert (run.stdout, run.stderr) == (f"{game}\n", "")
    over = "".join(f";{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(re.findall("..", "e6f4e3f6g5d6e7f5c5")))
    assert served.engined("convert", "-", "--to", "txt", stdin=f"(;GM[2]{over};W[];B[])").stderr == ""


def test_sgf_keeps_its_variations(served: Served) -> None:
    text = (SAMPLES / "handicap-13.sgf").read_text()
    (kept,) = read_trees(converted(served, text, "sgf"))
    (given,) = read_trees(text)
    assert format_tree(kept) == format_tree(given)


def test_variants_without_a_name_elsewhere(served: Served) -> None:
    sgf = converted(served, "f5d6\n", "sgf", "--variant", "nip")
    assert parse_sgf(sgf).variant == "nip"
    assert converted(served, sgf, "txt") == "f5d6\n"
    ggf = converted(served, "e4", "ggf", "--variant", "eight-stars")
    assert parse_ggf(ggf).start is not None
    assert parse_ggf(converted(served, converted(served, ggf, "sgf"), "ggf")) == parse_ggf(ggf)
    run = served.engined("convert", "-", "--to", "ggf", "--variant", "nip", stdin="f5d6")
    assert (run.returncode, run.stderr) == (1, "engined: line 1: GGF: it has no name for nip\n")


def test_another_variant_than_the_file_says_is_written(served: Served, tmp_path: Path) -> None:
    """Of the same variant by another name nothing changes."""
    text = "(;FF[4]EV[Cup]GM[2];B[fe];W[df])"
    assert converted(served, text, "sgf", "--variant", "othello-8x8") == text + "\n"
    anti = converted(served, text, "sgf", "--variant", "anti-othello")
    assert (parse_sgf(anti).variant, parse_sgf(anti).properties["EV"]) == ("anti-othello", "Cup")
    assert parse_sgf(converted(served, anti, "sgf", "--variant", "othello")).variant == "othello"
    file = tmp_path / "game.sgf"
    file.write_text(text)
    both = ("--seat", "Black", "--seat", "White")
    served.engined("play", str(file), *both, "--variant", "anti-othello", stdin=f"c3\nsave {file}\n")
    assert (parse_sgf(file.read_text()).variant, parse_sgf(file.read_text()).transcript[2:]) == (
        "anti-othello",
        ("c3",),
    )
    go = converted(served, "(;SZ[9]KM[6.5];B[ee])", "sgf", "--variant", "go-area")
    assert parse_sgf(go).variant == "go-area"


def test_bad_games_are_named_and_the_others_written(served: Served, tmp_path: Path) -> None:
    out = tmp_path / "out.sgf"
    run = served.engined("convert", "-", str(out), stdin="f5d6\nf5a1\nf5f6\nzz9\n")
    assert run.returncode == 1
    assert [complaint[:16] for complaint in run.stderr.splitlines()] == ["engined: line 2:", "engined: line 4:"]
    assert [parse_sgf(line).transcript for line in out.read_text().splitlines()] == [("f5", "d6"), ("f5", "f6")]
    for words, what in [
        (("-", "x.pdf"), "x.pdf: --to says which kind it is to be: sgf, ggf, pgn, txt, obf"),
        (("none.sgf",), "none.sgf: No such file"),
        (("-", str(tmp_path / "none" / "x.sgf")), "No such file or directory"),
        (("-", "--variant", "rolit-3"), "line 1: records have two colours"),
    ]:
        run = served.engined("convert", *words, stdin="f5\n")
        assert run.returncode == 1
        assert what in run.stderr


def test_a_file_is_written_over_only_when_told_to(served: Served, tmp_path: Path) -> None:
    out = tmp_path / "out.ggf"
    first = served.engined("convert", "-", str(out), stdin="f5d6\nf5f6\n")
    assert (first.returncode, first.stdout) == (0, f"{out}: 2 games as ggf\n")
    before = out.read_bytes()
    refused = served.engined("convert", "-", str(out), stdin="f5f4\n")
    assert (refused.returncode, refused.stdout, out.read_bytes()) == (1, "", before)
    assert refused.stderr == f"engined: {out}: it is there already; --force writes over it\n"
    assert served.engined("convert", "-", str(out), "--force", stdin="f5f4\n").stdout == f"{out}: 1 game as ggf\n"
    assert parse_ggf(out.read_text()).transcript == ("f5", "f4")


def test_a_position_is_drawn(served: Served, tmp_path: Path) -> None:
    """White wins 4x4 by 10, by the best of three replies; what was played last has a ring."""
    drawn = tmp_path / "board.svg"
    words = ("--variant", "othello-4x4", "--out", str(drawn))
    run = served.engined("picture", SMALL, "--plies", "1", "--depth", "20", "--mark", "a1=A", "--mark", "b2", *words)
    assert (run.returncode, run.stdout, run.stderr) == (0, f"{drawn}\n", "")
    root = ElementTree.fromstring(drawn.read_text())
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert texts[:8] == ["a", "b", "c", "d", "1", "2", "3", "4"]
    assert len(texts[8:]) == 4  # three replies, and the mark
    assert {"+10", "A"} < set(texts[8:])
    assert [disc.get("stroke") for disc in root.iter(f"{SVG}circle")].count("#e0453a") == 1
    picture = tmp_path / "board.png"
    assert served.engined("picture", "--out", str(picture)).returncode == 0
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">2I", picture.read_bytes()[16:24]) == (624, 624)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--out", "x.gif"), 2, "argument --out: x.gif: its name ends in .svg or .png"),
        (("--out", "/none/x.svg"), 1, "/none/x.svg: No such file or directory"),
        (("f5", "--mark", "z9", "--out", "x.svg"), 1, "--mark: there is no square 'z9' on this board"),
        ((), 2, "the following arguments are required: --out"),
    ],
)
def test_what_cannot_be_drawn_is_said(served: Served, words: tuple[str, ...], code: int, said: str) -> None:
    run = served.engined("picture", *words)
    assert run.returncode == code
    assert run.stderr.endswith(f"{said}\n")


def test_answers_in_a_file_are_compared(served: Served) -> None:
    """The second is 2 discs less than what was proven for it."""
    board = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X"
    run = served.engined("solve", stdin=f"{board}; H8:+64;\n{board}; H8:+62;\n")
    assert run.returncode == 0, run.stderr
    assert "the input says h8 +62; proven is h8 +64" in run.stdout
    assert run.stdout.splitlines()[-1] == "1 of 2 agree with the scores in the input; different: line 2"


# --- play -----------------------------------------------------------------------------------------


def test_a_game_is_saved_and_loaded(served: Served, tmp_path: Path) -> None:
    typed = f"f5\nd6\nsave {tmp_path}/a.sgf\nsave {tmp_path}/a.ggf\nsave {tmp_path}/a.txt\nsave {tmp_path}/a.png\n"
    both = ("play", "--seat", "Black", "--seat", "White")
    run = served.engined(*both, stdin=typed)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("2 plies in ") == 3
    assert "? save: FILE.sgf, FILE.ggf or FILE.txt, not 'a.png'" in run.stdout
    assert parse_sgf((tmp_path / "a.sgf").read_text()).transcript == ("f5", "d6")
    assert parse_ggf((tmp_path / "a.ggf").read_text()).transcript == ("f5", "d6")
    assert (tmp_path / "a.txt").read_text() == "f5d6\n"
    for kind in ("sgf", "ggf", "txt"):
        run = served.engined(*both, stdin=f"e6\nload {tmp_path}/a.{kind}\nmoves\nload {tmp_path}/none\nmoves\n")
        assert run.stdout.count("> f5 d6\n") == 2
        assert f"? load: {tmp_path}/none: No such file or directory" in run.stdout


LOADED = (
    "(;FF[4]C[of the game]EV[Cup]GM[2]PB[Ann]PW[Bo]RE[B+2]SZ[8];B[fe]BL[299]C[good];W[df]"
    "(;B[cc]LB[dc:A];W[dc])(;B[cf]C[not played]N[other];W[ff]))"
)


def test_a_game_is_saved_into_the_record_that_it_was_loaded_from(served: Served, tmp_path: Path) -> None:
    """The moves of the file are its own nodes, others a variation; all else is as it was."""
    file = tmp_path / "game.sgf"
    file.write_text(LOADED)
    both = ("play", "--seat", "Black", "--seat", "White")
    typed = f"save {tmp_path}/same.sgf\nc4\nsave {tmp_path}/longer.sgf\n"
    run = served.engined(*both, stdin=f"load {file}\n{typed}")
    assert run.returncode == 0, run.stderr
    assert "variation" not in run.stdout
    assert (tmp_path / "same.sgf").read_text() == LOADED + "\n"
    assert (tmp_path / "longer.sgf").read_text() == LOADED.replace("W[dc]", "W[dc];B[cd]") + "\n"
    # From the middle of the game: a line of its own beside the others; and along a variation, as far as that goes.
    run = served.engined(*both, str(file), "--plies", "2", stdin=f"c4\nd3\nsave {tmp_path}/other.sgf\n")
    assert f"4 plies in {tmp_path}/other.sgf, as a variation of its game\n" in run.stdout
    assert (tmp_path / "other.sgf").read_text() == LOADED[:-1] + "(;B[cd];W[dc]))\n"
    served.engined(*both, str(file), "--plies", "2", stdin=f"c6\nf4\nsave {tmp_path}/other.sgf\n")
    assert (tmp_path / "other.sgf").read_text() == LOADED.replace(";W[ff]", "(;W[ff])(;W[fd])") + "\n"


def test_a_record_of_ggf_keeps_what_it_says(served: Served, tmp_path: Path) -> None:
    start = "8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *"
    given = (
        f"(;GM[Othello]PC[GGS/os]DT[2003-12-15]RB[2197.01]PB[one]PW[two]RE[-3.00:t]TI[15:00]TY[8r]BO[{start}]"
        "B[F5/1.50/0.250]W[D6//2.000]B[C3/0.10/1.000];)"
    )
    file = tmp_path / "game.ggf"
    file.write_text(given)
    both = ("play", "--seat", "Black", "--seat", "White")
    served.engined(
        *both, stdin=f"load {file}\nsave {tmp_path}/same.ggf\nd3\nsave {tmp_path}/more.ggf\nsave {tmp_path}/more.sgf\n"
    )
    assert parse_ggf((tmp_path / "same.ggf").read_text()) == parse_ggf(given)
    more = parse_ggf((tmp_path / "more.ggf").read_text())
    assert (more.moves[:3], more.transcript[3:]) == (parse_ggf(given).moves, ("d3",))
    assert (more.black, more.result, more.limits) == ("one", UNKNOWN, parse_ggf(given).limits)
    assert more.properties == parse_ggf(given).properties
    sgf = parse_sgf((tmp_path / "more.sgf").read_text())
    assert (sgf.black, sgf.white, sgf.properties["DT"]) == ("one", "two", "2003-12-15")
    served.engined(*both, str(file), "--plies", "1", stdin=f"f6\nsave {tmp_path}/less.ggf\n")
    less = parse_ggf((tmp_path / "less.ggf").read_text())
    assert [(move.move, move.seconds) for move in less.moves] == [("f5", 0.25), ("f6", None)]


def test_other_games_of_a_file_are_not_lost(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "games.sgf"
    file.write_text("(;GM[2]PB[Ann];B[fe])\n(;GM[2]PB[Bea];B[fe])\n")
    run = served.engined("play", "--seat", "Black", "--seat", "White", stdin=f"load {file} 2\nsave {file}\n")
    assert f"? save: {file} has several games, which would be lost: another name" in run.stdout
    assert file.read_text().count("(;") == 2


def test_a_result_is_written_where_the_record_says_none(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    moves = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
    file.write_text(
        "(;GM[2]RE[?]PB[Ann]" + "".join(f";{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(moves[:8])) + ")"
    )
    served.engined("play", str(file), "--seat", "Black", "--seat", "White", stdin=f"c5\nsave {file}\n")
    record = parse_sgf(file.read_text())
    assert (record.result, record.transcript, record.black) == (by_points(64), moves, "Ann")


def test_how_a_game_ended_is_written_where_its_moves_do_not_say_it(served: Served, tmp_path: Path) -> None:
    both = ("play", "--seat", "Black", "--seat", "White")
    served.engined(*both, stdin=f"f5\nd6\nresign Black\nsave {tmp_path}/a.sgf\nsave {tmp_path}/a.ggf\n")
    assert parse_sgf((tmp_path / "a.sgf").read_text()).result == Result("resignation", "O")
    assert parse_ggf((tmp_path / "a.ggf").read_text()).result == Result("resignation", "O")
    go = f"e5\npass\npass\ndone Black\ndone White\nsave {tmp_path}/a.sgf\n"
    run = served.engined(*both, "--variant", "go-5x5", stdin=go.replace("e5", "c3"))
    assert "Black wins by 18" in run.stdout  # 24 points and White's komi of 6
    assert parse_sgf((tmp_path / "a.sgf").read_text()).result == by_points(18)


def test_what_a_record_of_ggf_says_is_said_in_sgf(served: Served, tmp_path: Path) -> None:
    given = (
        "(;GM[Othello]PC[os]DT[2003]PB[one]PW[two]RB[9]TI[15:00]TY[4]RE[-3.00:t]BO[4 -----O*--*O----- *]B[B1]W[A1];)"
    )
    file, out = tmp_path / "game.ggf", tmp_path / "out.sgf"
    file.write_text(given)
    for words in (("analyse", "--depth", "1"), ("review", "--depth", "1")):
        assert served.engined(words[0], str(file), *words[1:], "--sgf", str(out)).returncode == 0
        record = parse_sgf(out.read_text())
        assert (record.result, record.properties["BR"], record.properties["PC"]) == (Result("time", "O"), "9", "os")
        assert not {"RB", "TY", "BO"} & record.properties.keys()


def test_a_clock_is_shown_and_lost_on(served: Served) -> None:
    run = served.engined("play", "--seat", "Black", "--seat", "White", "--clock", "5:00+3", stdin="clock\nf5\n")
    assert run.stdout.count("clock: Black 5:00, White 5:00") >= 2 or "clock: Black 4:59" in run.stdout
    assert "clock: Black 5:0" in run.stdout.rpartition("White (O) to move")[2]
    run = served.engined("play", "--seat", "Black", "--seat", "White", "--clock", "0:00.000001", stdin="f5\nd6\n")
    assert "Black wins on time" in run.stdout
    assert served.engined("play", "--clock", "soon").returncode == 2


def test_a_game_and_what_is_found_in_japanese(served: Served, tmp_path: Path) -> None:
    typed = f"help\nf5\nmoves\nsave {tmp_path}/a.txt\nresign White\n"
    run = served.engined("play", "--seat", "Black", "--seat", "White", "--language", "ja", stdin=typed)
    assert run.stdout.startswith("手か `help` を入力してください。\n")
    assert "  go               エンジンに代わりに打たせる\n" in run.stdout
    assert f"白> 1 手を {tmp_path}/a.txt に保存\n" in run.stdout
    assert "黒の中押し勝ち" in run.stdout
    run = served.engined("find", f"{tmp_path}/a.txt", "--position", "f5", "--language", "ja")
    assert "1 局を読み込み; 1 局は終局まで至らない\n1 局が該当\n" in run.stdout
