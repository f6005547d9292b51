"""Replies as people look at them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace

from engined_client import Client, InvalidRequest
from engined_client.replies import Analysis, Position
from engined_protocol import messages as m
from tests.clients.fake_daemon import FakeDaemon

SVG = "{http://www.w3.org/2000/svg}"


def shown(*board: str, **fields: object) -> m.Position:
    plain = {
        "id": "1",
        "variant": "a<b",
        "digest": "",
        "board": board,
        "mover": "Black",
        "colour": "X",
        "legal": ("a1", "c1"),
        "moves": ("b1", "--"),
        "seats": ("Black", "White"),
        "scores": (1.0, 1.0),
        "discs": (1, 1),
        "empties": 2,
        "over": False,
    }
    return convert(plain | fields, m.Position)


def analysed(position: m.Position | None) -> m.Analysis:
    moves = (
        m.ScoredMove(move="c1", score=2.0, kind="exact", depth=3, nodes=7, pv=("c1", "a1")),
        m.ScoredMove(move="a1", score=-0.5, kind="estimate", depth=3, nodes=1200),
    )
    return m.Analysis(
        id="1",
        reason="done",
        best="c1",
        score=2.0,
        kind="exact",
        depth=3,
        moves=moves,
        nodes=1207,
        seconds=0.5,
        position=position,
    )


def received(daemon: FakeDaemon, position: m.Position) -> tuple[Position, Analysis]:
    """Both, as the client gives them."""
    daemon.answers[m.Show] = lambda request: [convert(to_builtins(position) | {"id": request.id}, m.Position)]
    daemon.answers[m.Analyse] = lambda request: [
        convert(to_builtins(analysed(position if request.show else None)) | {"id": request.id}, m.Analysis)
        if isinstance(request, m.Analyse)
        else m.Pong(id=request.id)
    ]
    with Client(daemon.folder) as client:
        assert client.analyse().result().position is None
        return client.show(), client.analyse(show=True).result()


def drawn(html: str) -> ElementTree.Element:
    """The board in it, read by a parser of XML, which names whatever is not well-formed."""
    return ElementTree.fromstring(html[html.index("<svg") : html.index("</svg>") + len("</svg>")])


def test_a_terminal_shows_boards_and_tables(daemon: FakeDaemon) -> None:
    position, analysis = received(daemon, shown(".X.O "))
    assert repr(position).splitlines()[:2] == ["    a b c d e", "  1 : X : O"]
    assert "Black (X) to move" in repr(position)
    assert "[+2]" in repr(analysis)
    assert "1.21 k nodes" in repr(analysis)


def test_a_notebook_draws_what_is_on_the_board(daemon: FakeDaemon) -> None:
    position, analysis = received(daemon, shown(".X.", "O R", legal=("a1", "c1")))
    board = drawn(position._repr_html_())
    assert len(board.findall(f"{SVG}rect")) == 5
    discs = [circle for circle in board.iter(f"{SVG}circle") if float(circle.attrib["r"]) > 10]
    assert len({disc.attrib["fill"] for disc in discs}) == len(discs) == 3
    rings = [circle for circle in board.iter(f"{SVG}circle") if circle.attrib["fill"] == "none"]
    black = next(disc for disc in discs if disc.attrib["cy"] == rings[0].attrib["cy"])
    assert [ring.attrib["cx"] for ring in rings] == [black.attrib["cx"]]
    dots = [circle for circle in board.iter(f"{SVG}circle") if circle.attrib["r"] == "3"]
    assert len(dots) == 2
    texts = [text.text for text in drawn(analysis._repr_html_()).iter(f"{SVG}text")]
    assert texts == ["a", "b", "c", "1", "2", "-0.5", "+2"]
    assert "a&lt;b" in position._repr_html_()
    assert "a<b" not in position._repr_html_()


def test_stones_of_go_stand_on_crossings(daemon: FakeDaemon) -> None:
    position, _ = received(daemon, shown("...", ".X.", "...", prisoners=(1, 0), legal=("a1",)))
    paths = [path.attrib["d"] for path in drawn(position._repr_html_()).iter(f"{SVG}path")]
    assert len(paths) == len(set(paths)) == 9


@pytest.mark.parametrize("show", [False, True])
def test_rows_are_what_a_table_takes(daemon: FakeDaemon, *, show: bool) -> None:
    daemon.answers[m.Analyse] = lambda request: [
        convert(to_builtins(analysed(shown(".X.O") if show else None)) | {"id": request.id}, m.Analysis)
    ]
    with Client(daemon.folder) as client:
        analysis = client.analyse(show=show).result()
    assert analysis.to_dicts() == [
        {
            "move": move,
            "score": score,
            "kind": kind,
            "depth": 3,
            "confidence": 100,
            "nodes": nodes,
            "games": 0,
            "pv": pv,
        }
        for move, score, kind, nodes, pv in (("c1", 2.0, "exact", 7, "c1 a1"), ("a1", -0.5, "estimate", 1200, ""))
    ]
    assert "<td>c1 a1</td>" in analysis._repr_html_()
    assert ("<svg" in analysis._repr_html_()) is show


def test_variants_are_read_by_people(daemon: FakeDaemon) -> None:
    summary = m.VariantSummary(name="nip", title="Nip", width=8, height=8, cells=52, seats=("Black", "White"))
    plain = {
        "id": "1", "name": "nip", "title": "Nip", "digest": "f8", "width": 4, "height": 1, "cells": 3, "holes": ["a1"],
        "drawing": [" .XO"], "colours": [("X", "black"), ("O", "white")], "seats": [("Black", "X"), ("White", "O")],
        "first": "Black", "engine": "generic-64", "state": "ready", "rules": [("Pass", "only when one must")],
    }  # fmt: skip
    daemon.answers[m.ListVariants] = lambda request: [
        m.Variants(id=request.id, variants=(summary,), patterns=("othello-WxH",))
    ]
    daemon.answers[m.DescribeVariant] = lambda request: [convert(plain | {"id": request.id}, m.Description)]
    with Client(daemon.folder) as client:
        listing, description = client.variants(), client.describe("nip")
    assert repr(listing).splitlines() == ["nip    8x8, 52 cells  Nip", "othello-WxH"]
    assert listing.to_dicts()[0]["cells"] == 52
    assert repr(description).splitlines()[:3] == ["nip: Nip", "", "    . X O"]
    assert "  Pass     only when one must" in repr(description)


def test_perft_is_a_table(daemon: FakeDaemon) -> None:
    daemon.answers[m.Perft] = lambda request: [m.PerftDone(id=request.id, reason="done", leaves=(4, 12), seconds=0.25)]
    with Client(daemon.folder) as client:
        done = client.perft(variant="othello", depth=2).result()
    assert [line.split() for line in repr(done).splitlines()[:3]] == [["depth", "leaves"], ["1", "4"], ["2", "12"]]


FORECAST = m.Forecast(visits=120, win_rate=0.75, mean=3.5, spread=2.0, prior=0.25)
GAMES = m.ScoredMove(move="c1", score=3.5, kind="estimate", depth=2, forecast=FORECAST)
BOUND = m.ScoredMove(move="c1", score=2.0, kind="lower", depth=9)


def of(*moves: m.ScoredMove, mover: str = "White") -> Analysis:
    """An analysis with these moves."""
    best = moves[0]
    return Analysis(
        id="1", reason="done", best=best.move, score=best.score, kind=best.kind, depth=best.depth, moves=moves, nodes=1,
        seconds=0.1, mover=mover,
    )  # fmt: skip


def test_rows_of_go_have_the_games() -> None:
    (row,) = of(GAMES).to_dicts()
    assert {name: row[name] for name in ("visits", "win_rate", "lead", "spread", "prior")} == {
        "visits": 120, "win_rate": 0.75, "lead": 3.5, "spread": 2.0, "prior": 0.25,
    }  # fmt: skip


def test_rows_among_more_than_two_have_the_outlook() -> None:
    outlook = m.Outlook(counts=(1.0, 2.0, 3.0), ranks=(3, 2, 1), paranoid=-2.0)
    analysis = of(m.ScoredMove(move="a1", score=1.0, kind="exact", depth=3, outlook=outlook), mover="Red")
    (row,) = analysis.to_dicts()
    assert (row["counts"], row["ranks"], row["paranoid"], row["alliance"]) == ((1.0, 2.0, 3.0), (3, 2, 1), -2.0, None)
    with pytest.raises(InvalidRequest, match="two seats"):
        analysis.to_dicts("Green")


def test_scores_from_the_other_side() -> None:
    assert [of(BOUND).score_for(seat) for seat in ("White", "black")] == [2.0, -2.0]
    (row,) = of(BOUND).to_dicts("Black")
    assert (row["score"], row["kind"]) == (-2.0, "upper")
    (row,) = of(GAMES).to_dicts("Black")
    assert (row["score"], row["win_rate"], row["lead"], row["prior"]) == (-3.5, 0.25, -3.5, 0.25)
    assert of(BOUND).to_dicts("White") == of(BOUND).to_dicts()
    with pytest.raises(InvalidRequest, match="Blakc"):
        of(BOUND).score_for("Blakc")


def test_a_page_of_the_book_is_a_table(daemon: FakeDaemon) -> None:
    book = m.ScoredMove(move="f4", score=0.5, kind="book", depth=20, pv=("f4", "f6"), source="estimate")
    daemon.answers[m.BookShow] = lambda request: [
        m.BookPosition(
            id=request.id, variant="othello", positions=12, found=True, games=3, moves=(book,),
            unvalued=(m.PlayedMove(move="c4", games=1),),
        )
    ]  # fmt: skip
    with Client(daemon.folder) as client:
        found = client.book_show(moves="f5")
    (row,) = found.to_dicts()
    assert (row["move"], row["score"], row["kind"], row["pv"]) == ("f4", 0.5, "book", "f4 f6")
    head, first, second, _, end = repr(found).splitlines()
    assert (head.split()[0], first.split()[:2], second) == ("move", ["f4", "+0.5"], "c4: in 1 game, no score")
    assert end == "in 3 games; a book of 12 positions"


def test_dead_stones_are_named_as_they_are_removed() -> None:
    life = ("....", ".da.", "..u.", "....")
    forecast = m.Forecast(visits=1, win_rate=0.5, mean=0.0, spread=0.0, ownership=(-0.5,) * 16, life=life)
    board = shown("....", ".XO.", "..X.", "....", colour="X", prisoners=(0, 0))
    position = Position(**{name: getattr(board, name) for name in board.__struct_fields__}, coordinates="go")
    analysis = of(GAMES)
    assert replace(analysis, position=position, forecast=forecast).dead_stones == ("B3", "C2")
    assert replace(analysis, position=board_as_messages(board), forecast=forecast).dead_stones == ("b2", "c3")
    for known in (analysis, replace(analysis, position=position, forecast=FORECAST)):
        with pytest.raises(InvalidRequest, match="life=True, show=True and enough time"):
            assert known.dead_stones


def board_as_messages(board: m.Position) -> Position:
    """A position whose squares are named as in messages."""
    return Position(**{name: getattr(board, name) for name in board.__struct_fields__})
