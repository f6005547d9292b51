"""Reviews as a terminal, a notebook and a table show them."""

from __future__ import annotations

from xml.etree import ElementTree

from msgspec import convert, to_builtins

from engined_client.review.shown import ShownReview
from tests.clients.review.made import review, reviewed, worth

SVG = "{http://www.w3.org/2000/svg}"


def shown() -> ShownReview:
    made = review(
        reviewed(1, worth("b1", 4, "a1"), worth("c4", -4, "b4")),
        reviewed(2, worth("d4", 4), worth("d4", 4)),
        reviewed(3, worth("b1", -4), worth("a2", -7)),
        players=("A<b", ""),
    )
    return convert(to_builtins(made), ShownReview)


def drawings(html: str) -> list[ElementTree.Element]:
    """Read by a parser of XML, which names whatever is not well-formed."""
    return list(ElementTree.fromstring(f"<div>{html}</div>").iter(f"{SVG}svg"))


def test_a_terminal_shows_the_table() -> None:
    lines = repr(shown()).splitlines()
    assert lines[0] == "othello-4x4: Black A<b, White; 3 plies"
    assert lines[3].split() == ["1", "Black", "c4", "+4", "-4", "8", "??", "exact", "b1", "a1"]


def test_a_notebook_draws_the_score_and_the_board_where_most_was_lost() -> None:
    html = shown()._repr_html_()
    graph, board = drawings(html)
    (curve,) = graph.iter(f"{SVG}polyline")
    heights = [float(point.split(",")[1]) for point in curve.attrib["points"].split()]
    # From Black's view: -4, -4, -7.
    assert heights[0] == heights[1] < heights[2]
    dots = list(graph.iter(f"{SVG}circle"))
    assert [dot[0].text for dot in dots] == ["1. c4?? -8", "3. a2?! -3"]
    assert [float(dot.attrib["cy"]) for dot in dots] == [heights[0], heights[2]]
    texts = [text.text for text in board.iter(f"{SVG}text")]
    assert texts == ["a", "b", "c", "d", "1", "2", "3", "4", "+4", "-4"]
    assert "A&lt;b" in html


def test_among_more_than_two_sides_each_seat_has_a_curve() -> None:
    seats = ("Red", "Yellow", "Green")
    made = to_builtins(shown()) | {"seats": seats, "symbols": tuple("RYG"), "sides": (0, 1, 2), "players": ("",) * 3}
    for move in made["moves"]:
        move["seat"] = "Red"
        move["played"]["counts"] = (30, 20, 14)
    (graph, _) = drawings(convert(made, ShownReview)._repr_html_())
    assert len({curve.attrib["stroke"] for curve in graph.iter(f"{SVG}polyline")}) == 3


def test_rows_are_what_a_table_takes() -> None:
    rows = shown().to_dicts()
    assert [(row["ply"], row["move"], row["best"], row["loss"], row["grade"]) for row in rows] == [
        (1, "c4", "b1", 8, "blunder"),
        (2, "d4", "d4", 0, ""),
        (3, "a2", "b1", 3, "inaccuracy"),
    ]
    assert rows[0]["best_line"] == "b1 a1"
