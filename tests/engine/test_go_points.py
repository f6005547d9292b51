"""Points in Go, where the game is won or lost whatever is played."""

from __future__ import annotations

import pytest

from engined.engine.tasks import SearchTask
from engined.results import Certainty
from engined.roots.limits import Limits
from engined.rules.position import Position, move_text, parse_move, parse_position
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Ask


def exact_values(position: Position, ask: Ask) -> dict[str, float]:
    """Of every move, by the solver."""
    lines = ask(SearchTask(position=position, limits=Limits(solve_empties=25))).result.lines
    assert {line.move for line in lines} == set(position.legal())
    assert {line.score.kind for line in lines} == {Certainty.EXACT}
    return {move_text(position, line.move): line.score.value for line in lines}


@pytest.mark.parametrize(
    ("board", "score", "games"),
    [
        ("XXOO. .XXOO X..OO XXOO. .X..O O", 3, 6_000),
        (".X... XXOOO XX.OO XXOO. .XOOO X", -1, 6_000),
        (".X.OO XXXO. .X..O XX.OO X.XO. O", -1, 20_000),
    ],
)
def test_a_search_finds_the_last_points(board: str, score: float, games: int, ask: Ask) -> None:
    """Two points hang on the move, and neither who wins nor any group's life."""
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), board)
    values = exact_values(position, ask)
    assert max(values.values()) == score
    best = {move for move, value in values.items() if value == score}
    others = sorted(set(values.values()) - {score}, reverse=True)
    assert others[0] == score - 2
    found = ask(SearchTask(position=position, limits=Limits(nodes=games, alone=True))).result
    assert move_text(position, found.lines[0].move) in best


@pytest.mark.parametrize(
    "board",
    [
        ".XX.. .XXOO .XXOO .XXOO ..OO. X",
        "..... XXXOO XXXOO .XXOO ..OO. X",
        "..... XX.OO XXXOO XXXOO .XOO. O",
    ],
)
def test_an_open_border_between_weak_groups_is_played(board: str, ask: Ask) -> None:
    """Each group would be captured if the other had two eyes, as in a seki; but between them four points are left."""
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), board)
    values = exact_values(position, ask)
    found = ask(SearchTask(position=position, limits=Limits(nodes=1_000, best=1, alone=True))).result
    assert values["--"] <= max(values.values()) - 4
    assert values[move_text(position, found.lines[0].move)] >= max(values.values()) - 1


def test_territory_and_prisoners_are_counted_as_such(ask: Ask) -> None:
    """Black takes c5 and has two points and a prisoner to White's two points and six of komi; if White joins it, three
    points. c3 is nobody's, and worth nothing to whoever plays it.
    """
    position = parse_position(Catalogue().get("go-5x5"), "XXO.. .XXOO XX.O. .XO.O XXOOO X")
    lines = ask(SearchTask(position=position, limits=Limits(nodes=2_000, alone=True))).result.lines
    means = {move_text(position, line.move): line.score.value for line in lines}
    assert lines[0].move == parse_move(position, "d1")
    assert means["d1"] == pytest.approx(2 + 1 - 2 - 6, abs=0.3)
    assert means["c3"] == pytest.approx(2 - 3 - 6, abs=0.3)
