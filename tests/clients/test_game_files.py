"""Files of games of every kind, told by their content."""

from __future__ import annotations

import io
import struct
from argparse import ArgumentParser
from pathlib import Path

import pytest

from engined_client.command import WrongInput
from engined_client.game_files import (
    FoundGame,
    add_game_arguments,
    chosen_game,
    read_games,
    read_input_games,
)
from engined_client.notation import PROTOCOL
from engined_protocol.record_kind import kind_of

SAMPLES = Path(__file__).parent.parent / "data" / "sgf"
GGF = f"(;GM[Othello]PB[a]PW[b]TY[8]BO[8 {'-' * 27}O*------*O{'-' * 27} *]B[F5]W[D6/1.5]B[C3];)"
SGF = "(;GM[2]CA[UTF-8]PB[\u672c];B[f5](;W[f6])(;W[d6]))"
WTHOR = struct.pack("<4BiHH4B", 20, 7, 5, 22, 1, 0, 1977, 8, 0, 24, 0) + struct.pack(
    "<3H2B60B", 1, 2, 3, 40, 38, 56, 64, *[0] * 58
)
OBF = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; % (; no game"
KINDS = {
    "sgf": (SGF.encode(), b"Hello (a letter)\n" + SGF.encode(), b"\xef\xbb\xbf( ;GM[1])", SGF.encode("utf-16"), b"(;)"),
    "ggf": (GGF.encode(), b"2 " + GGF.encode(), b"\n(;PC[x]GM [ Reversi ]"),
    "wthor": (WTHOR,),
    "lines": (b"f5d6c3", b"", b"1. f5 d6 2. c3 (good)", b"\x00\xff" * 100, WTHOR[:-1], WTHOR + b"x", b"(" * 40),
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


def test_what_cannot_be_read_is_named_in_its_place(file: Path) -> None:
    file.write_text("(;GM[2];B[f5])(;GM[2];B[f9])(;GM[2];B[d3])(;GM[2]")
    before, wrong, after, broken = read_games(file)
    assert isinstance(before, FoundGame)
    assert str(wrong) == f"{file}, game 2: line 1, column 22, B: 'f9' is not on an 8x8 board"
    assert isinstance(after, FoundGame)
    assert isinstance(broken, WrongInput)
    assert str(broken).startswith(f"{file}, game 4: line 1, column 50: ';', '(' or ')' expected")
    with pytest.raises(WrongInput, match="No such file"):
        list(read_games(file.with_name("none")))


def test_a_broken_charset_is_told_and_read(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_bytes(b"(;GM[2]PB[\xe9];B[f5])")
    (game,) = games(file)
    assert game.given.moves == ("f5",)
    assert capsys.readouterr().err == f"engined: {file}: not UTF-8: byte 0xe9 in line 1, column 11; read as LATIN-1\n"
    told: list[str] = []
    list(read_games(file, told.append))
    assert len(told) == 1


@pytest.mark.parametrize(
    ("data", "moves"),
    [
        (SGF.encode(), [("f5", "f6")]),
        (WTHOR, [("f5", "d6")]),
        (b"\nf5\nf5d6", [(), ("f5",), ("f5", "d6")]),
        (b"", []),
    ],
)
def test_standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes, moves: list[tuple[str, ...]]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    found = list(read_input_games())
    assert [game.given.moves for game in found if isinstance(game, FoundGame)] == moves


# --- one game of a command line -------------------------------------------------------------------


def chosen(*words: str) -> FoundGame:
    parser = ArgumentParser()
    add_game_arguments(parser, "")
    return chosen_game(parser.parse_args(words), PROTOCOL)


def test_moves_and_positions_are_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f5d6").write_text(SGF)
    assert chosen("f5d6").given.moves == ("f5", "d6")
    assert chosen("f5", "d6", "--plies", "1").given.moves == ("f5",)
    assert chosen().given.moves == ()
    assert chosen("." * 64, "X").given.start == "." * 64 + " X"


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
