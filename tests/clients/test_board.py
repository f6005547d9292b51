"""Boards of scripts: what a daemon would say, without one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engined.rules.position import Position as Plain
from engined.rules.position import move_text, start
from engined.variants.catalogue import Catalogue
from engined_client import Board, InvalidRequest, NoRules, ServiceError
from engined_client.board import declare
from engined_client.replies import Position
from engined_protocol.records.sgf_tree import read_trees

CATALOGUE = Catalogue()


def randomly(variant: str, plies: int, seed: int) -> tuple[list[str], Plain]:
    """Moves of a game, and the position that it comes to by the rules."""
    lot, position, moves = random.Random(seed), start(CATALOGUE.get(variant)), []
    for _ in range(plies):
        if not (legal := position.legal()):
            break
        move = lot.choice(legal)
        moves.append(move_text(position, move))
        position = position.play(move)
    return moves, position


@pytest.mark.parametrize("variant", ["othello", "octagon-52", "yonin", "hashijime-8x8", "hasami-one"])
def test_moves_and_counts_are_those_of_the_rules(variant: str) -> None:
    moves, position = randomly(variant, 25, seed=1)
    board = Board(variant).play(*moves)
    assert board.legal == tuple(move_text(position, move) for move in position.legal())
    assert (board.scores, board.over, board.moves) == (position.scores(), position.over, tuple(moves))
    assert board == Board(variant, moves=moves)
    assert board.undo(5).play(*moves[-5:]) == board


def test_boards_are_values() -> None:
    one, other = Board().play("f5d6c3"), Board(moves="f5 d6", coordinates="othello").play("c3")
    assert one == other
    assert len({one, other, one.copy(), one.undo(), one.undo().play("c3")}) == 2
    assert one.legal != one.undo().legal
    assert (one.transcript, one.mover, one.result) == ("f5d6c3", "White", "")
    assert Board(start=one.text) == one
    assert Board() != object()


def test_transpositions_are_equal_and_other_games_are_not() -> None:
    assert Board(moves="f5d6c3d3c4") == Board(moves="f5d6c4d3c3")
    assert Board("othello") != Board("othello-6x6")
    assert Board("othello") != Board("anti-othello")


def test_go_is_named_as_it_is_played_and_remembers_its_ko() -> None:
    board = Board("go-5x5").play("B3 C3 C2 D2 C4 D4 A1 E3 D3")
    assert board.moves[0] == "B3"
    assert "C3" not in board.undo().legal
    assert "C3" not in board.legal, "it is a ko"
    again = Board.of(board.position)
    assert again == board
    assert board.transcript.startswith("B3 C3")


@pytest.mark.parametrize("kind", ["sgf", "ggf", "pgn", "txt"])
def test_records_out_and_in(kind: str, tmp_path: Path) -> None:
    moves, _ = randomly("othello", 100, seed=3)
    board = Board().play(*moves)
    text = board.record(kind, black="Ann", white="Bob")
    assert [read.moves for read in Board.read(text)] == [board.moves]
    (tmp_path / f"game.{kind}").write_text(text)
    assert Board.read(tmp_path / f"game.{kind}") == [board]
    assert ("Ann" in text) == (kind != "txt")


def test_comments_stand_at_their_plies() -> None:
    board = Board("othello-6x6").play("e4")
    board = board.play(board.legal[0])
    tree = next(read_trees(board.record("sgf", comments={0: "to begin", 2: "a ] and a \\"})))
    assert [node.text("C") for node in tree.main_line()] == ["to begin", "", "a ] and a \\"]
    with pytest.raises(InvalidRequest, match="only sgf"):
        board.record("ggf", comments={1: "good"})
    with pytest.raises(InvalidRequest, match="2 plies, and no 3"):
        board.record("sgf", comments={3: "good"})


def test_of_a_position_a_record_has_no_game() -> None:
    board = Board().play("f5d6c3")
    assert Board.read(board.record("obf")) == [board]


def test_what_is_wrong_is_said_as_by_a_daemon() -> None:
    with pytest.raises(ServiceError, match="a1") as caught:
        Board().play("f5", "a1")
    assert (caught.value.code, caught.value.field) == ("illegal-move", "moves[1]")
    with pytest.raises(ServiceError) as caught:
        Board("nothing")
    assert caught.value.code == "unknown-variant"
    with pytest.raises(ServiceError) as caught:
        Board().undo()
    assert caught.value.code == "cannot-undo"
    with pytest.raises(InvalidRequest, match="sgf, ggf"):
        Board().record("zip")
    with pytest.raises(InvalidRequest):
        Board.read("no game at all")
    with pytest.raises(InvalidRequest, match="no column I"):
        Board("go-9x9").play("I5")


def test_declared_variants_and_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert declare('name = "tiny-board-test"\ninherits = "othello"\nboard.size = "4x4"').cells == 16
    assert len(Board("tiny-board-test").legal) == 4
    with pytest.raises(ServiceError, match="line 1"):
        declare("nam = 3")
    monkeypatch.setattr("engined_client.board.find_spec", lambda name: None)
    with pytest.raises(NoRules, match="pip install engined"):
        Board()


def test_a_board_is_drawn() -> None:
    board = Board().play("f5")
    assert "White (O) to move" in repr(board)
    assert board._repr_html_() == board.position._repr_html_()
    assert isinstance(board.position, Position)
