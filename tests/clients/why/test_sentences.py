"""What is said of a move: each number in a sentence is a figure, and each figure that differs is said."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engined_client.drawing.wording import Language
from engined_client.review.worth import Worth, weaker_kind
from engined_client.why.model import Figure, Measure, Why
from engined_client.why.sentences import LANGUAGES, sentences
from engined_client.why.table import figure_lines
from engined_protocol.messages import Region

MEASURES: tuple[Measure, ...] = ("mobility", "corners", "stable", "frontier", "passes", "atari", "prisoners", "chains")


def worth(move: str, score: float, kind: str = "exact") -> Worth:
    return Worth(move=move, score=score, kind=kind, depth=3, line=(move, "b2", "--"))


def figure(measure: Measure, seat: str, played: float, best: float) -> Figure:
    return Figure(measure=measure, seat=seat, before=7.0, played=(1.0, played), best=(2.0, best))


def why(*figures: Figure, best: Worth | None = None, played: Worth | None = None) -> Why:
    best, played = best or worth("a7", -14), played or worth("f1", -22)
    return Why(
        variant="othello",
        seats=("Black", "White"),
        sides=(0, 1),
        seat="White",
        best=best,
        played=played,
        loss=best.score - played.score,
        kind=weaker_kind(best, played),
        throws="",
        plies=2,
        answerer="Black",
        regions=(1, 2),
        played_into=Region(cells=("f1", "g1", "g2", "h1"), size=4, parity="even"),
        best_into=Region(cells=("a7",), size=1, parity="odd"),
        figures=figures,
    )


CORNERS = (figure("corners", "Black", 2, 0), figure("corners", "White", 1, 2))


def test_a_bad_move_in_english() -> None:
    assert sentences(why(*CORNERS)) == [
        "f1 loses 8 against a7: -22 instead of -14 (exact).",
        "Black refutes it: b2 pass.",
        "Better is a7 b2 pass.",
        "f1 goes into a region of 4 (even), a7 into one of 1 (odd); there are 1 odd and 2 even ones.",
        "After 2 plies with f1, Black holds 2 corners and White 1; with a7, 0 and 2: worse for White by 3.",
    ]


def test_a_bad_move_in_japanese() -> None:
    assert sentences(why(*CORNERS), "ja") == [
        "f1 は a7 に比べて 8 の損です。-14 が -22 になります（完全読み）。",
        "黒の応手は b2 パス。",
        "最善の進行は a7 b2 パス。",
        "f1 は 4 マス（偶数）の空き、a7 は 1 マス（奇数）の空きに打つ手です。空きは奇数が 1、偶数が 2。",
        "2 手後の隅: f1 なら 黒 2、白 1、a7 なら 黒 0、白 2。3 の損。",
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "a7 is the best move: -14 (exact)."), ("ja", "a7 が最善です。評価は -14（完全読み）。")],
)
def test_of_the_best_move_it_is_said(language: Language, said: str) -> None:
    assert sentences(why(*CORNERS, played=worth("a7", -14)), language)[0] == said


def test_what_is_better_the_less_one_has_is_judged_so() -> None:
    found = why(figure("frontier", "Black", 3, 3), figure("frontier", "White", 9, 4))
    assert found.cost("frontier") == 5
    assert why(figure("mobility", "Black", 3, 3), figure("mobility", "White", 9, 4)).cost("mobility") == -5
    # More groups are neither good nor bad.
    assert why(figure("groups", "Black", 3, 3), figure("groups", "White", 9, 4)).cost("groups") == 0


COUNTS = st.integers(0, 40).map(float)


@given(st.lists(st.tuples(st.sampled_from(MEASURES), COUNTS, COUNTS, COUNTS, COUNTS), unique_by=lambda row: row[0]))
def test_nothing_is_said_that_is_not_counted(rows: list[tuple[Measure, float, float, float, float]]) -> None:
    figures = [
        figure(measure, seat, played, best)
        for measure, *counts in rows
        for seat, (played, best) in zip(("Black", "White"), (counts[:2], counts[2:]), strict=True)
    ]
    found = why(*figures)
    known = {8, 22, 14, 4, 1, 2, 0} | {int(count) for row in rows for count in row[1:]}
    known |= {int(abs(found.cost(measure))) for measure, *_ in rows}
    differing = sum(found.cost(measure) != 0 for measure, *_ in rows)
    for language in LANGUAGES:
        said = sentences(found, language)
        assert len(said) == 4 + differing
        plain = re.sub(r"\b[a-h][1-8]\b", "", " ".join(said))
        assert {abs(int(number)) for number in re.findall(r"-?\d+", plain)} <= known


def test_the_table_has_the_figures_that_change() -> None:
    still = Figure(measure="passes", seat="Black", before=0, played=(0, 0), best=(0, 0))
    assert figure_lines(why(*CORNERS, still)) == [
        "                before   f1  b2   a7  b2",
        "corners  Black       7    1   2    2   0",
        "corners  White       7    1   1    2   2",
    ]
