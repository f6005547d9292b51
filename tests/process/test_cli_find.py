"""``engined find`` with a real daemon, over files of every kind."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.process.serving import Served

SHORTEST = "e6f4e3f6g5d6e7f5c5"
"""White has no disc left after nine moves."""
TURNED = "d3c5d6c3b4e3d2c4f4"
"""The same with the board turned by a half."""


def wthor(*games: tuple[int, int, str], year: int = 1999) -> bytes:
    """A file of games: the players' numbers, and the moves."""
    rows = b""
    for black, white, moves in games:
        squares = [int(moves[at + 1]) * 10 + ord(moves[at]) - ord("a") + 1 for at in range(0, len(moves), 2)]
        rows += struct.pack("<3H2B60B", 0, black, white, 64, 64, *squares, *[0] * (60 - len(squares)))
    return struct.pack("<4BiHH4B", 20, 0, 1, 1, len(games), 0, year, 8, 0, 24, 0) + rows


def players(*names: str) -> bytes:
    header = struct.pack("<4BiHH4B", 20, 0, 1, 1, 0, len(names), 0, 0, 0, 0, 0)
    return header + b"".join(name.encode("latin-1").ljust(20, b"\0") for name in names)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Five games of 8x8 Othello, one at fault, and one of another game."""
    (tmp_path / "WTH_1999.wtb").write_bytes(wthor((0, 1, SHORTEST), (1, 0, "f5f5"), (1, 2, TURNED[:8])))
    (tmp_path / "WTHOR.JOU").write_bytes(players("Ann A.", "Bob B.", "Cid C."))
    (tmp_path / "game.ggf").write_text(
        "(;GM[Othello]PB[dora]PW[ann]RE[-6.00]TY[8]"
        "BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)"
    )
    inner = tmp_path / "more"
    inner.mkdir()
    (inner / "small.sgf").write_text("(;GM[2]SZ[4]RU[othello-4x4]PB[Eve]PW[Fay];B[cd];W[dd])")
    (inner / "lines.txt").write_text(f"{SHORTEST[:6]}\n")
    return tmp_path


def found(served: Served, *words: str) -> dict[str, Any]:
    run = served.engined("find", *words, "--json")
    result: dict[str, Any] = json.loads(run.stdout)
    return result


def test_all_is_read_and_what_cannot_be_played_is_named(served: Served, folder: Path) -> None:
    run = served.engined("find", str(folder))
    assert run.returncode == 1
    assert run.stderr == f"engined: {folder}/WTH_1999.wtb, game 2: move 2, f5: f5 is occupied\n"
    lines = run.stdout.splitlines()
    assert lines[0] == "6 games read; 1 of them cannot be played by the rules; 4 do not reach the end"
    # Black won the shortest game and, as its file says, the one that breaks off; dora lost.
    assert lines[1].startswith("5 games found: Black won 66.7%, drawn 0.0%, White won 33.3%; Black +40.67 on average")
    assert f"{folder}/WTH_1999.wtb, game 1: Ann A. - Bob B., Black won by 64" in lines


def test_a_game_on_another_board_is_named_and_the_others_are_searched(served: Served, tmp_path: Path) -> None:
    (tmp_path / "large.sgf").write_text("(;GM[1];B[pd];W[dd])")
    (tmp_path / "small.sgf").write_text("(;GM[1]SZ[9];B[ee];W[cc])")
    run = served.engined("find", str(tmp_path), "--variant", "go-9x9", "--json")
    where = f"{tmp_path}/large.sgf, game 1"
    assert run.stderr == f"engined: {where}: it is on a 19x19 board, and go-9x9 is played on a 9x9 board\n"
    assert (run.returncode, json.loads(run.stdout)["found"]["games"]) == (1, 1)


def test_what_is_no_record_is_not_read_to_its_end(served: Served, folder: Path) -> None:
    text = folder / "more" / "licence.txt"
    text.write_text("All rights\n" * 100)
    run = served.engined("find", str(folder / "more"))
    assert run.returncode == 1
    assert run.stderr == f"engined: {text}: no record: it looks like text without moves or boards\n"
    assert run.stdout.startswith("2 games read; 2 do not reach the end")


def test_a_position_is_found_however_it_is_turned(served: Served, folder: Path) -> None:
    result = found(served, str(folder), "--position", SHORTEST[:6])
    assert [(game["where"].rpartition("/")[2], game["following"]) for game in result["games"]] == [
        ("WTH_1999.wtb, game 1", "f6"),
        ("WTH_1999.wtb, game 3", "f6"),
        ("lines.txt, line 1", ""),
    ]
    assert [(move["move"], move["games"]) for move in result["moves"]] == [("f6", 2)]
    assert {game["ply"] for game in result["games"]} == {3}
    as_it_is = found(served, str(folder), "--position", SHORTEST[:6], "--as-it-is")
    assert len(as_it_is["games"]) == 2


def test_an_opening_is_found_by_its_name(served: Served, folder: Path) -> None:
    result = found(served, str(folder), "--opening", "tiger")
    assert [game["black"] for game in result["games"]] == ["dora"]
    assert result["found"] == {"games": 1, "black": 0, "draws": 0, "white": 1, "mean": -6}
    run = served.engined("find", str(folder), "--opening", "Tigr")
    assert run.stderr == "engined: --opening: no opening is called 'Tigr'; did you mean Tiger?\n"


def test_players_are_found(served: Served, folder: Path) -> None:
    assert [game["black"] for game in found(served, str(folder), "--player", "ann")["games"]] == ["Ann A.", "dora"]
    assert [game["white"] for game in found(served, str(folder), "--white", "ann")["games"]] == ["ann"]
    assert found(served, str(folder), "--black", "nobody")["found"]["mean"] is None


def test_games_of_other_variants_are_found_too(served: Served, folder: Path) -> None:
    """Turned by a half, c4 and d4 are b1 and a1."""
    small = str(folder / "more" / "small.sgf")
    result = found(served, small, "--variant", "othello-4x4", "--position", "b1")
    assert [(game["black"], game["ply"], game["following"]) for game in result["games"]] == [("Eve", 1, "a1")]
    result = found(served, small, "--variant", "othello-4x4", "--position", "b1", "--as-it-is")
    assert result["found"]["games"] == 0


def test_a_position_is_looked_for_in_the_variant_that_a_record_says(served: Served, tmp_path: Path) -> None:
    (tmp_path / "anti.ggf").write_text("(;GM[Othello]PB[Ann]TY[8a]B[F5]W[D6];)")
    (tmp_path / "nip.sgf").write_text("(;GM[2]AP[engined]RU[nip]PB[Bob];B[f5];W[d6])")
    (tmp_path / "usual.txt").write_text("f5f4\n")
    result = found(served, str(tmp_path), "--position", "f5")
    played = [(game["black"], game["following"]) for game in result["games"]]
    assert played == [("Ann", "d6"), ("Bob", "d6"), ("", "f4")]
    result = found(served, str(tmp_path / "anti.ggf"), "--position", "d3", "--as-it-is")
    assert result["found"]["games"] == 0


def test_a_position_that_there_is_only_in_the_variant_of_a_record_is_found(served: Served, tmp_path: Path) -> None:
    """On 6x6 Black may begin on b3; on 8x8 nobody may."""
    (tmp_path / "small.sgf").write_text("(;GM[2]SZ[6]PB[Eve];B[bc])")
    (tmp_path / "usual.txt").write_text("f5f4\n")
    run = served.engined("find", str(tmp_path), "--position", "b3")
    assert (run.returncode, run.stderr) == (0, "")
    assert f"{tmp_path}/small.sgf, game 1: Eve - ?, after 1 move" in run.stdout.splitlines()


def test_every_kind_of_ending_counts(served: Served, tmp_path: Path) -> None:
    """By hand: Black wins 5 (by 8.5 with komi, on time, by forfeit, by 16 officially, by 64 by the rules), White 4
    (8 behind and resigned, resigned, by 2 as agreed, by nobody knows how much); 1 is drawn, 3 have no result.
    """
    start = "BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)"
    tags = ("KM[-0.500]RE[+8.500]", "RE[-8.00:r]", "RE[+64.000:t]", "RE[-2.00:s]", "RE[?]")
    (tmp_path / "a.ggf").write_text("\n".join(f"(;GM[Othello]PB[a]PW[b]TY[8]{tag}{start}" for tag in tags))
    ends = ("W+R", "B+F", "W+", "0", "Void", "what?")
    (tmp_path / "b.sgf").write_text("\n".join(f"(;GM[2]RE[{end}];B[f5])" for end in ends))
    (tmp_path / "c.wtb").write_bytes(
        wthor((0, 1, "f5d6"), (1, 0, SHORTEST)).replace(b"\x40\x40\x38", b"\x28\x40\x38", 1)
    )
    run = served.engined("find", str(tmp_path), "--games", "20")
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[0] == "13 games read; 12 do not reach the end"
    # 5, 1 and 4 of 10; by 8.5 - 8 - 2 + 0 + 16 + 64 in six games.
    assert lines[1:3] == [
        "13 games found: Black won 50.0%, drawn 10.0%, White won 40.0%; Black +13.08 on average; 3 without a result",
        "",
    ]
    assert [line.partition(".ggf, ")[2] for line in lines[3:8]] == [
        "game 1: a - b, Black won by 8.5",
        "game 2: a - b, White won by 8 (resigned)",
        "game 3: a - b, Black won (on time)",
        "game 4: a - b, White won by 2 (agreed)",
        "game 5: a - b",
    ]
    assert [line.partition(".sgf, ")[2] for line in lines[8:14]] == [
        "game 1, White won (resigned)",
        "game 2, Black won (forfeit)",
        "game 3, White won",
        "game 4, drawn",
        "game 5, unfinished",
        "game 6",
    ]
    assert [line.partition(".wtb, ")[2] for line in lines[14:]] == [
        "game 1, Black won by 16",
        "game 2, Black won by 64",
    ]
    games = found(served, str(tmp_path), "--games", "20")["games"]
    assert [(game["winner"], game["margin"], game["ending"]) for game in games[:3]] == [
        ("Black", 8.5, "points"),
        ("White", -8, "resignation"),
        ("Black", None, "time"),
    ]


def test_a_result_that_differs_from_the_rules_is_counted_and_said(served: Served, tmp_path: Path) -> None:
    """Of the shortest game White has no disc left: Black wins by 64, and by 60 with White's komi of 4."""
    (tmp_path / "a.sgf").write_text(
        "\n".join(
            f"(;GM[2]{said}{moves_in_sgf(SHORTEST)})" for said in ("RE[B+60]", "KM[4]", "KM[4]RE[B+60]", "RE[W+R]")
        )
    )
    result = found(served, str(tmp_path))
    assert [game["margin"] for game in result["games"]] == [60, 60, 60, None]
    assert (result["differing"], result["found"]["white"]) == (1, 1)
    assert "1 end otherwise by the rules than their files say" in served.engined("find", str(tmp_path)).stdout


def moves_in_sgf(moves: str) -> str:
    return "".join(f";{'BW'[at // 2 % 2]}[{moves[at : at + 2]}]" for at in range(0, len(moves), 2))


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--position", "z9"), "--position: move 1, z9: there is no z9 on an 8x8 board"),
        (("--position", "f5", "--opening", "Tiger"), "--position, --opening: one of them"),
        (("--opening", "Tiger", "--variant", "nip"), "nobody has named the openings of nip"),
    ],
)
def test_what_is_wrong_is_said(served: Served, folder: Path, words: tuple[str, ...], what: str) -> None:
    run = served.engined("find", str(folder), *words)
    assert run.returncode == 1
    assert what in run.stderr


def test_a_folder_without_records_is_refused(served: Served, tmp_path: Path) -> None:
    run = served.engined("find", str(tmp_path))
    assert run.stderr == f"engined: {tmp_path}: no records in it (.ggf, .pgn, .sgf, .txt, .wtb)\n"
    run = served.engined("find", str(tmp_path / "none.wtb"))
    assert run.stderr == f"engined: {tmp_path}/none.wtb: No such file or directory\n"
