"""``engined why`` with a real daemon: the figures are counted again here, by the rules and from the definitions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engined.rules.geometry import geometry
from engined.rules.position import PASS, Position, move_text, parse_move, start
from engined.theory.stable import stable
from engined.variants.model import EMPTY
from tests.process.serving import Served
from tests.rules.random_positions import declared

GAME = "f5d6c3d3c4f4f6g5e6d7c7g6e3c6c5b6"
"""Sixteen plies of Othello."""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


def explained(served: Served, *words: str) -> dict[str, Any]:
    run = served.engined("why", *words, "--json")
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def counted(position: Position, measure: str, seat: int) -> float:
    """By the definition, for discs whose colour is their seat's."""
    board, cells = position.board, position.variant.board.cells
    own = [square for square in cells if board[square] == position.variant.seats[seat].colour]
    touching = geometry(position.variant.board).touching
    match measure:
        case "mobility":
            return position.mobility()[seat]
        case "corners":
            width, height = position.variant.board.width, position.variant.board.height
            return len(set(own) & {0, width - 1, width * (height - 1), width * height - 1})
        case "frontier":
            return sum(any(board[near] == EMPTY for near in touching[square]) for square in own)
        case "stable":
            return len(set(own) & stable(position))
    raise AssertionError(measure)


def played(position: Position, moves: Sequence[str]) -> Position:
    for move in moves:
        position = position.play(parse_move(position, move))
    return position


def test_figures_are_those_of_the_lines(served: Served) -> None:
    found = explained(served, GAME, "h5", "--depth", "8", "--along", "6")
    before = played(start(declared("othello")), [GAME[at : at + 2] for at in range(0, len(GAME), 2)])
    assert found["plies"] == 6
    checked = 0
    for figure in found["figures"]:
        if figure["measure"] == "passes":
            continue
        seat = found["seats"].index(figure["seat"])
        assert figure["before"] == counted(before, figure["measure"], seat)
        for line in ("played", "best"):
            along = [played(before, found[line]["line"][:plies]) for plies in range(1, 7)]
            assert figure[line] == [counted(position, figure["measure"], seat) for position in along]
            checked += len(along)
    assert checked == 4 * 2 * 2 * 6
    assert found["loss"] == pytest.approx(found["best"]["score"] - found["played"]["score"], abs=0.01)
    assert found["sentences"]["en"][0].startswith("h5 loses ")
    assert found["sentences"]["ja"][0].startswith("h5 は ")


def test_sentences_and_figures_are_printed(served: Served) -> None:
    run = served.engined("why", "--variant", "othello-4x4", "c4", "--exact", "16")
    assert run.returncode == 0, run.stderr
    assert "c4 is the best move: -10 (exact)." in run.stdout or "c4 is as good as" in run.stdout
    assert "mobility" in run.stdout


def test_stones_and_areas_of_go(served: Served) -> None:
    """All points are somebody's, at the end of games played out."""
    board = ("X....", "O....", ".....", ".....", ".....", "X;")
    found = explained(served, "--variant", "go-5x5", *board, "b2", "c4", "--nodes", "100")
    measures = {figure["measure"] for figure in found["figures"]}
    assert measures == {"prisoners", "atari", "groups", "area"}
    areas = [figure for figure in found["figures"] if figure["measure"] == "area"]
    assert sum(figure["before"] for figure in areas) == pytest.approx(25, abs=0.2)


def test_chains_count_points(served: Served) -> None:
    found = explained(served, "--variant", "chain-all-4x4", "b2", "c2", "--nodes", "300")
    assert {figure["measure"] for figure in found["figures"]} == {"chains", "mobility"}


def test_several_seats_have_figures_each(served: Served) -> None:
    found = explained(served, "--variant", "rolit-3", "f4", "--nodes", "300")
    seats = [figure["seat"] for figure in found["figures"] if figure["measure"] == "mobility"]
    assert seats == found["seats"]
    assert len(seats) == 3


def test_a_move_of_the_game_is_asked_about_where_it_was_played(served: Served) -> None:
    where = explained(served, GAME[:6], "d3", "--depth", "2")
    assert explained(served, GAME, "d3", "--depth", "2") == where
    assert explained(served, GAME, "D3", "--plies", "5", "--depth", "2") == where
    # As some programs begin, with left and right exchanged: asked about as the record has it.
    assert explained(served, "c5e6f3", "e6", "--depth", "2") == explained(served, "f5", "d6", "--depth", "2")


def test_passes_may_be_left_out(served: Served) -> None:
    position, moves = start(declared("othello-4x4")), list[str]()
    while position.legal() != (PASS,):
        moves.append(move_text(position, min(position.legal(), key=str)))
        position = position.play(parse_move(position, moves[-1]))
    position = position.play(PASS)
    after = move_text(position, min(position.legal(), key=str))
    asked = ("--variant", "othello-4x4", "".join(moves))
    assert explained(served, *asked, after, "--depth", "1") == explained(served, *asked, "pass", after, "--depth", "1")


def test_what_is_no_move_is_said(served: Served) -> None:
    run = served.engined("why", "f5", "a1", "--depth", "1")
    assert (run.returncode, run.stderr) == (1, "engined: a1: White may not place on a1: it captures nothing\n")
    over = ("--variant", "go-9x9", "E5", "pass", "pass")
    run = served.engined("why", *over, "pass", "--depth", "1")
    assert (run.returncode, run.stderr) == (1, "engined: play has stopped: there is no move to ask about\n")
    run = served.engined("why", "f5", "z", "--depth", "1")
    assert (run.returncode, len(run.stderr.splitlines())) == (1, 1)
    run = served.engined("why", "--depth", "1")
    assert run.returncode == 2
