"""Analyses written into the trees of games, read by sgfmill."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sgfmill import sgf as other

from engined_client.drawing.annotation import LABELS, Analysed, annotate
from engined_protocol.messages import Analysis, Position, ScoredMove
from engined_protocol.messages.forecast import Forecast
from engined_protocol.records.sgf import parse_sgf
from engined_protocol.records.sgf_tree import Node, format_tree, read_trees

GO = "(;C[Mine]GM[1]LB[cc:A]SZ[9];B[ee];W[gc];B[cc])"
OTHELLO = "(;GM[2];B[fe];W[fd](;B[dc])(;B[ec]C[mine]))"


def scored(move: str, score: float, *pv: str) -> ScoredMove:
    return ScoredMove(move=move, score=score, kind="estimate", depth=3, pv=(move, *pv))


def analysed(colour: str, *moves: ScoredMove, forecast: Forecast | None = None) -> Analysed:
    seats = ("Black", "White")
    position = Position(
        id="1",
        variant="",
        digest="",
        board=(),
        mover=seats["XO".index(colour)],
        colour=colour,
        legal=(),
        moves=(),
        seats=seats,
        scores=(),
        discs=(),
        empties=0,
        over=False,
    )
    analysis = Analysis(
        id="1",
        reason="done",
        best=moves[0].move if moves else "",
        score=moves[0].score if moves else None,
        kind="estimate",
        depth=3,
        moves=moves,
        nodes=1234,
        seconds=1.0,
        forecast=forecast,
    )
    return Analysed(position, analysis, colour)


def written(text: str, moves: Sequence[str], found: dict[int, Analysed]) -> Node:
    """The game with analyses, after it went through its text; its main line is as before."""
    (root,) = read_trees(text)
    annotate(root, moves, found)
    again = format_tree(root)
    assert parse_sgf(again).moves == parse_sgf(text).moves
    (back,) = read_trees(again)
    return back


def test_comment_value_label_and_mark() -> None:
    found = analysed(
        "O",
        scored("d3", 1.5, "c3", "--"),
        scored("c3", -2.0),
        scored("--", -9),
        forecast=Forecast(visits=9, win_rate=0.525, mean=1.5, spread=8.0),
    )
    root = written(GO, ("e5", "g3", "c3"), {1: found})
    (node,) = root.children
    assert node.text("C").splitlines() == [
        "engined, White to move: depth 3, 1.23 k nodes",
        "wins 52.5%, +1.5 points, spread 8.0",
        "D7 +1.5 (estimate): D7 C7 pass",
        "C7 -2.0 (estimate): C7",
        "pass -9.0 (estimate): pass",
    ]
    theirs = other.Sgf_game.from_string(format_tree(root)).get_root()[0]
    assert theirs.get("TR") == {(6, 3)}
    assert dict(theirs.get("LB")) == {(6, 3): "+1.5", (6, 2): "-2.0"}
    # White is ahead.
    assert theirs.get("V") == -1.5
    lines = [child for child in theirs if child.get_move() != ("w", (6, 6))]
    assert [line.get_move() for line in lines] == [("w", (6, 3)), ("w", (6, 2)), ("w", None)]
    assert [node.get_move() for node in (lines[0][0], lines[0][0][0])] == [("b", (6, 2)), ("w", None)]


def test_what_was_there_stays_and_what_was_ours_is_replaced() -> None:
    root = written(GO, ("e5", "g3", "c3"), {0: analysed("X", scored("e5", 1), scored("c3", 0))})
    assert root.text("C").startswith("Mine\n\nengined, Black to move")
    assert set(root.properties["LB"]) == {"ee:+1.0", "cc:A"}
    root = written(format_tree(root), ("e5", "g3", "c3"), {0: analysed("X", scored("d5", 2))})
    assert root.text("C").splitlines() == [
        "Mine",
        "",
        "engined, Black to move: depth 3, 1.23 k nodes",
        "D5 +2.0 (estimate): D5",
    ]
    assert (root.properties["LB"], root.properties["TR"]) == (["de:+2.0", "cc:A"], ["de"])


def test_variations_go_along_what_is_there() -> None:
    found = {1: analysed("O", scored("f4", 1, "e3", "f6"), scored("d6", 0, "c5"), scored("f6", 0), scored("a1", 0))}
    root = written(OTHELLO, ("f5", "f4", "d3"), found)
    main, new, last = root.children[0].children
    assert (new.properties["W"], last.properties["W"]) == (["df"], ["ff"])
    assert new.children[0].properties == {"B": ["ce"]}
    kept, mine = main.children
    assert kept.properties == {"B": ["dc"]}
    assert (mine.text("C"), mine.children[0].properties["W"]) == ("mine", ["ff"])


def test_after_the_last_move_nothing_is_added_to_the_main_line() -> None:
    root = written(OTHELLO, ("f5", "f4", "d3"), {3: analysed("O", scored("e6", 1, "c4"))})
    *_, last, end = root.main_line()
    assert end.properties == {}
    assert [child.properties.get("W") for child in last.children] == [None, ["ef"]]
    again = written(format_tree(root), ("f5", "f4", "d3"), {3: analysed("O", scored("e6", 1, "c4"))})
    assert format_tree(again) == format_tree(root)


def test_passes_that_the_file_left_out_are_counted() -> None:
    text = "(;GM[2]SZ[4];B[cd];W[bd];B[ab];W[dd];W[ba];B[ac])"
    moves = ("c4", "b4", "a2", "d4", "--", "b1", "a3")
    found = {ply: analysed("XO"[ply % 2], scored("a4", ply)) for ply in (3, 5, 6)}
    root = written(text, moves, found)
    values = [node.line("V") for node in root.main_line()]
    assert values == ["", "", "", "-3", "-5", "6", ""]


@pytest.mark.parametrize("found", [{}, {0: analysed("X")}, {99: analysed("X", scored("a1", 0))}])
def test_where_nothing_is_known_nothing_is_written(found: dict[int, Analysed]) -> None:
    assert format_tree(written(GO, ("e5", "g3", "c3"), found)) == GO


def test_the_best_moves_are_labelled() -> None:
    many = [scored(f"{column}{row}", 0) for row in range(1, 4) for column in "abcdefghj"[:8]]
    root = written("(;GM[1]SZ[9])", (), {0: analysed("X", *many)})
    assert len(root.properties["LB"]) == LABELS
