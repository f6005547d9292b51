"""Files of games of every kind, told by their content."""

from __future__ import annotations

import io
import os
import struct
from argparse import ArgumentParser
from pathlib import Path

import pytest

from engined_client.files.chosen_game import add_game_arguments, chosen_game
from engined_client.files.games import FoundGame, Reading, read_games, read_input_games
from engined_client.files.positions import GivenPosition
from engined_client.terminal.command import WrongInput
from engined_protocol.records.board_text import told_from_options
from engined_protocol.records.kind import kind_of
from engined_protocol.records.result import Result, by_points

ROOT = Path(__file__).parent.parent.parent
SAMPLES = Path(__file__).parent.parent / "data" / "sgf"
GGF = f"(;GM[Othello]PB[a]PW[b]TY[8]BO[8 {'-' * 27}O*------*O{'-' * 27} *]B[F5]W[D6/1.5]B[C3];)"
SGF = "(;GM[2]CA[UTF-8]PB[\u672c];B[f5](;W[f6])(;W[d6]))"
WTHOR = struct.pack("<4BiHH4B", 20, 7, 5, 22, 1, 0, 1977, 8, 0, 24, 0) + struct.pack(
    "<3H2B60B", 1, 2, 3, 40, 38, 56, 64, *[0] * 58
)
TOURNAMENTS = ("Tournoi d'Angers", "Championnat de Gen\xe8ve")
PGN = """[Event "?"]
[Site "PlayOK"]
[Date "2015.02.21"]
[Black "Ann"]
[White "Bob"]
[Result "34-30"]

1. f5 d6 2. c3
d3 3. c4 34-30

[Black "Cid"]
[White "Dot"]
[Result "0-1"]
[Termination "White won by resignation"]

1. e6 f6
"""
OBF = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; % (; no game"
KINDS = {
    "sgf": (SGF.encode(), b"Hello (a letter)\n" + SGF.encode(), b"\xef\xbb\xbf( ;GM[1])", SGF.encode("utf-16"), b"(;)"),
    "ggf": (GGF.encode(), b"2 " + GGF.encode(), b"\n(;PC[x]GM [ Reversi ]"),
    "wthor": (WTHOR, WTHOR[:-1], WTHOR[:20], WTHOR + b"x"),
    "pgn": (PGN.encode(), b"\xef\xbb\xbf% x\n\n" + PGN.encode()),
    "lines": (b"f5d6c3", b"", b"1. f5 d6 2. c3 (good)", b"\x00\xff" * 100, b"(" * 40, b"[1, 2]"),
}


@pytest.mark.parametrize(("kind", "data"), [(kind, data) for kind, files in KINDS.items() for data in files])
def test_the_content_says_the_kind(kind: str, data: bytes) -> None:
    assert kind_of(data) == kind


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game"


def games(file: Path) -> list[FoundGame]:
    return [game for game in read_games(file) if isinstance(game, FoundGame)]


def test_games_of_all_kinds(file: Path) -> None:
    file.write_text(SGF + "\n" + SGF)
    first, second = games(file)
    assert (first.where, second.where, second.number) == (f"{file}, game 1", f"{file}, game 2", 2)
    assert (first.given.moves, first.given.variant) == (("f5", "f6"), "othello")
    assert first.tree is not None
    assert len(first.tree.children[0].children) == 2
    assert first.record is not None
    assert first.record.black == "\u672c"
    file.write_text(GGF)
    (game,) = games(file)
    assert (game.given.moves, game.given.variant, game.tree) == (("f5", "d6", "c3"), "othello", None)
    file.write_bytes(WTHOR)
    (game,) = games(file)
    assert (game.where, game.given.moves, game.given.variant) == (f"{file}, game 1", ("f5", "d6"), "")
    file.write_text(f"\ufeff% comment\nf5d6\r\n{OBF.replace('(;', '')}\n")
    game, problem = games(file)
    assert (game.where, game.given.moves) == (f"{file}, line 2", ("f5", "d6"))
    assert problem.given.expected == {"a2": 38, "c7": 36}


def test_pgn(file: Path) -> None:
    file.write_text(PGN)
    first, second = games(file)
    assert first.given.moves == ("f5", "d6", "c3", "d3", "c4")
    assert first.record is not None
    assert second.record is not None
    assert (first.record.black, first.record.result) == ("Ann", by_points(4))
    assert (second.record.white, second.record.result) == ("Dot", Result("resignation", "O"))


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"%PDF-1.4\n...", "no record: it looks like a PDF document"),
        (b"\x1f\x8b\x08...", "no record: it looks like a gzip archive: unpack it first"),
        (b"<!DOCTYPE html>\n<p>f5", "no record: it looks like a page of HTML"),
        (b'{"moves": "f5d6"}', "no record: it looks like JSON"),
        (b"\x00\xff" * 1000, "no record: it looks like binary data"),
        (b"All rights\n" * 100, "no record: it looks like text without moves or boards"),
        ((ROOT / "LICENSE").read_bytes(), "no record: it looks like text without moves or boards"),
        ((ROOT / "README.md").read_bytes(), "no record: it looks like text without moves or boards"),
        ((ROOT / "pyproject.toml").read_bytes(), "no record: it looks like text without moves or boards"),
        (b"Hello", "no record: it looks like text without moves or boards"),
        (b'[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n', "no record: it looks like games of chess"),
        (b"f5 ?\n" * 100, "line 1: not a move at character 4: '?'; no record, it seems: the rest is not read"),
        (b"", "there is no game in it"),
        (b"\n \n% x\n", "there is no game in it"),
        (struct.pack("<4BiHH4B", 20, 7, 5, 22, 0, 9, 0, 0, 0, 0, 0), "names of players or tournaments, no games"),
    ],
)
def test_what_is_no_record_is_refused_in_one_sentence(file: Path, content: bytes, what: str) -> None:
    file.write_bytes(content)
    with pytest.raises(WrongInput) as refused:
        list(read_games(file))
    assert what in str(refused.value)


def test_of_a_file_of_wthor_that_is_cut_off_the_whole_games_are_read(file: Path) -> None:
    two = struct.pack("<4BiHH4B", 20, 7, 5, 22, 2, 0, 1977, 8, 0, 24, 0) + WTHOR[16:] * 2
    file.write_bytes(two[:-1])
    first, fault = read_games(file)
    assert isinstance(first, FoundGame)
    assert str(fault) == f"{file}: it is cut off: 2 games announced, 1 found"
    file.write_bytes(two.replace(bytes([56, 64]), bytes([56, 99]), 1))
    fault, second = read_games(file)
    assert isinstance(second, FoundGame)
    assert "99 is not a square" in str(fault)


@pytest.mark.parametrize("length", range(1, 16 + 3 * 68))
def test_wherever_a_file_of_wthor_ends_it_is_said_what_is_there(file: Path, length: int) -> None:
    whole = struct.pack("<4BiHH4B", 20, 7, 5, 22, 3, 0, 1977, 8, 0, 24, 0) + WTHOR[16:] * 3
    file.write_bytes(whole[:length])
    there = max(length - 16, 0) // 68
    if length < 4:
        said = "no record: it looks like binary data"
    elif length < 16:
        said = f"WTHOR header: 16 bytes expected, {length} found"
    else:
        said = f"it is cut off: 3 games announced, {there} found"
    if length < 16:
        with pytest.raises(WrongInput) as refused:
            list(read_games(file))
        assert str(refused.value) == f"{file}: {said}"
    else:
        *games, fault = read_games(file)
        assert [isinstance(game, FoundGame) for game in games] == [True] * there
        assert str(fault) == f"{file}: {said}"


def test_what_follows_the_games_of_wthor_is_said(file: Path) -> None:
    for more, said in ((b"x", "1 byte"), (b"xy", "2 bytes"), (WTHOR[16:], "68 bytes")):
        file.write_bytes(WTHOR + more)
        game, fault = read_games(file)
        assert isinstance(game, FoundGame)
        assert str(fault) == f"{file}: {said} after the last of 1 game: left out"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_without_anything_are_no_games(file: Path, end: str) -> None:
    file.write_bytes(end.join(("", "f5d6", "", " \t", "% a comment", "f5f6", "start", "", "")).encode())
    games = list(read_games(file))
    assert all(isinstance(game, FoundGame) for game in games)
    found = [(game.number, game.given.moves) for game in games if isinstance(game, FoundGame)]
    assert found == [(2, ("f5", "d6")), (6, ("f5", "f6")), (7, ())]


def test_a_game_at_fault_of_ggf_costs_no_other(file: Path) -> None:
    file.write_text(GGF + GGF.replace("F5", "F") + GGF + "(;GM[Othello]" + GGF)
    found = list(read_games(file))
    assert [isinstance(game, FoundGame) for game in found] == [True, False, True, False, True]


def test_the_charset_of_any_record_is_guessed_and_said_or_asked_for(file: Path) -> None:
    told: list[str] = []
    file.write_bytes(GGF.replace("PB[a]", "PB[R\u00e9mi]").encode("latin-1"))
    (game,) = read_games(file, Reading(warn=told.append))
    assert isinstance(game, FoundGame)
    assert game.record is not None
    assert game.record.black == "R\u00e9mi"
    assert told.pop().endswith("read as LATIN-1, a guess (--encoding says another)")
    file.write_bytes("(;GM[1]SZ[9]PW[\u5341];B[cc];W[dd])".encode("shift_jis"))
    (game,) = read_games(file, Reading(warn=told.append))
    assert isinstance(game, FoundGame)
    assert (game.given.moves, told.pop().endswith("SHIFT_JIS, a guess (--encoding says another)")) == (
        ("c3", "d4"),
        True,
    )
    (game,) = read_games(file, Reading(encoding="shift_jis", warn=told.append))
    assert isinstance(game, FoundGame)
    assert (game.given.moves, told) == (("c3", "d4"), [])


def test_names_of_wthor_have_a_charset_too(file: Path) -> None:
    file.write_bytes(WTHOR)
    for name, charset, said in (("Andr\u00e9", "latin-1", ""), ("\u6751\u4e0a", "shift_jis", "SHIFT_JIS, a guess")):
        names = b"".join(text.encode(charset).ljust(20, b"\0") for text in ("-", "-", name, "Bob"))
        file.with_suffix(".jou").write_bytes(struct.pack("<4BiHH4B", 20, 7, 5, 22, 0, 4, 0, 0, 0, 0, 0) + names)
        told: list[str] = []
        (game,) = read_games(file, Reading(warn=told.append))
        assert isinstance(game, FoundGame)
        assert game.record is not None
        assert (game.record.black, game.record.white) == (name, "Bob")
        assert [said in text for text in told] == [True] * bool(said)


def test_games_of_wthor_have_the_names_of_their_tournaments(file: Path) -> None:
    """Tournament 1 of the file beside them; a game of one that is not there has none."""
    file.write_bytes(WTHOR)
    names = b"".join(text.encode("latin-1").ljust(26, b"\0") for text in TOURNAMENTS)
    header = struct.pack("<4BiHH4B", 20, 7, 5, 22, 0, len(TOURNAMENTS), 0, 0, 0, 0, 0)
    file.with_name("WTHOR.TRN").write_bytes(header + names)
    (game,) = read_games(file)
    assert isinstance(game, FoundGame)
    assert game.record is not None
    assert game.record.properties["EV"] == TOURNAMENTS[1]
    file.with_name("WTHOR.TRN").unlink()
    (game,) = read_games(file)
    assert isinstance(game, FoundGame)
    assert game.record is not None
    assert "EV" not in game.record.properties


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.sgf")
    (tmp_path / "zeros.sgf").symlink_to("/dev/zero")
    for name in ("pipe.sgf", "zeros.sgf"):
        with pytest.raises(WrongInput, match=f"{name}: it is no regular file"):
            list(read_games(tmp_path / name))


def test_what_cannot_be_read_is_named_in_its_place(file: Path) -> None:
    file.write_text("(;GM[2];B[f5])(;GM[2];B[f9])(;GM[2];B[d3])(;GM[2")
    before, wrong, after, broken = read_games(file)
    assert isinstance(before, FoundGame)
    assert str(wrong) == f"{file}, game 2: line 1, column 22, B: 'f9' is not on an 8x8 board"
    assert isinstance(after, FoundGame)
    assert isinstance(broken, WrongInput)
    assert str(broken).startswith(f"{file}, game 4: line 1, column 47: the value of GM has no end")
    with pytest.raises(WrongInput, match="No such file"):
        list(read_games(file.with_name("none")))


def test_what_was_assumed_of_a_game_is_told(file: Path) -> None:
    file.write_text("(;GM[1]SZ[9]RU[?!];B[aa])(;GM[1]SZ[9];B[aa]")
    told: list[str] = []
    assert [
        game.given.moves for game in read_games(file, Reading(warn=told.append)) if isinstance(game, FoundGame)
    ] == [("a1",)] * 2
    assert told == [
        f"{file}, game 1: RU: '?!' are no rules known here: taken as Japanese",
        f"{file}, game 2: the end of the game is missing",
    ]


def test_a_broken_charset_is_told_and_read(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(b"(;GM[2]PB[\xe9];B[f5])")
    (game,) = games(file)
    assert game.given.moves == ("f5",)
    place = f"engined: {file}: not UTF-8: byte 0xe9 in line 1, column 11"
    assert capsys.readouterr().err == f"{place}; read as LATIN-1, a guess (--encoding says another)\n"
    told: list[str] = []
    list(read_games(file, Reading(warn=told.append)))
    assert len(told) == 1


@pytest.mark.parametrize(
    ("data", "moves"),
    [
        (SGF.encode(), [("f5", "f6")]),
        (WTHOR, [("f5", "d6")]),
        (b"\nf5\n \r\nf5d6\n", [("f5",), ("f5", "d6")]),
        (b"start\n", [()]),
    ],
)
def test_standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes, moves: list[tuple[str, ...]]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    found = list(read_input_games())
    assert [game.given.moves for game in found if isinstance(game, FoundGame)] == moves


def test_standard_input_without_a_position_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (b"", b" \n%\n"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(WrongInput, match="standard input: there is no position in it"):
            list(read_input_games())


# --- one game of a command line -------------------------------------------------------------------


def chosen(*words: str) -> FoundGame:
    parser = ArgumentParser()
    add_game_arguments(parser, "")
    return chosen_game(parser.parse_args(words), Reading())


def test_moves_and_positions_are_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f5d6").write_text(SGF)
    assert chosen("f5d6").given.moves == ("f5", "d6")
    assert chosen("f5", "d6", "--plies", "1").given.moves == ("f5",)
    assert chosen().given.moves == ()
    assert chosen("." * 64, "X").given.start == "." * 64 + " X"


def test_a_board_that_begins_with_dashes_is_no_option() -> None:
    for words in (
        ("-----OX--XO-----*",),
        ("----", "-OX-", "-XO-", "----", "*"),
        ("-----OX--XO-----* b1", "--plies", "0"),
    ):
        assert chosen(*told_from_options(words)).given == GivenPosition(".....OX..XO..... X")


def test_a_game_of_a_file_is_chosen(file: Path) -> None:
    file.write_text(SGF)
    assert chosen(str(file)).given.moves == ("f5", "f6")
    file.write_text("f5\nf5d6\nf5d\n")
    assert chosen(str(file), "--game", "2", "--plies", "1").given.moves == ("f5",)
    for words, what in [
        ((), "has several games: --game N says which one"),
        (("--game", "4"), "there is no game 4"),
        (("--game", "0"), "games are counted from 1, not 0"),
        (("--game", "3"), "line 3: "),
        (("--game", "2", "--plies", "3"), "--plies: the game has 2, not 3"),
    ]:
        with pytest.raises(WrongInput, match=what):
            chosen(str(file), *words)


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("none.sgf",), "none.sgf: No such file"),
        (("f5", "--game", "1"), "--game: there is no file"),
        (("f5d",), "not a move"),
    ],
)
def test_wrong_words_are_named(words: tuple[str, ...], what: str) -> None:
    with pytest.raises(WrongInput, match=what):
        chosen(*words)
