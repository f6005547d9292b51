"""Records of games given to the commands: a real daemon and engine, and rubbish."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sgfmill import sgf as other

from engined_protocol.sgf import parse_sgf
from tests.process.serving import Served

SAMPLES = Path(__file__).parent.parent / "data" / "sgf"
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


def test_a_record_of_go_says_its_rules(served: Served) -> None:
    run = served.engined("analyse", str(SAMPLES / "handicap-13.sgf"), "--nodes", "1", "--json")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["variant"] == "go-13x13-handicap-3-komi-0.5"


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
        (b"(;GM[2]" + b"(;B[f5]" * 100_000, "line 1, column 700008: ';', '(' or ')' expected, not the end"),
        (b"(;SZ[9]KM[nan])", "line 1, column 2: KM is a number of points, not 'nan'"),
        (b"(;SZ[9]KM[375])", "komi is from -6 to 9 in halves, not 375"),
        (b"(;SZ[40])", "there is no go-40x40: its sides can have 2 to 19 squares"),
        (b"(;GM[2]\n;B[f5]\n;W[z9])", "line 3, column 1, W: 'z9' is not on an 8x8 board"),
        (b"(;SZ[9];B[ee]\n;AB[aa])", "line 2, column 1: the position is changed in the middle of the game"),
        (b"\x00\xff" * 1000, "not UTF-8 text (byte 2)"),
        (b"", "there is no game 1"),
    ],
)
def test_rubbish_is_refused_in_words(served: Served, tmp_path: Path, content: bytes, what: str) -> None:
    file = tmp_path / "rubbish.sgf"
    file.write_bytes(content)
    run = served.engined("analyse", str(file), "--depth", "1")
    assert run.returncode == 1
    assert what in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_what_cannot_be_written_is_said_before_it_takes_time(served: Served, tmp_path: Path) -> None:
    run = served.engined("analyse", SMALL, "--sgf", str(tmp_path / "none" / "out.sgf"))
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == f"engined: {tmp_path}/none/out.sgf: No such file or directory\n"
    run = served.engined("analyse", "--variant", "rolit-3", "--sgf", str(tmp_path / "out.sgf"))
    assert run.stderr == "engined: records have two colours, rolit-3 has 3 seats\n"
