"""``engined judge`` and ``engined draw`` as they are typed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.process.serving import Served

F5 = "...........................OX......XXX.........................."


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as daemon:
        yield daemon


def test_a_legal_move(served: Served) -> None:
    run = served.engined("judge", "f5", F5)
    assert (run.returncode, run.stdout) == (0, "f5: legal\n")


def test_a_fault_with_the_board_as_it_should_be(served: Served) -> None:
    run = served.engined("judge", "f5", F5.replace("XXX", "XOX"))
    lines = run.stdout.splitlines()
    assert run.returncode == 1
    assert lines[:2] == ["f5: missing_flips: e5 should have turned", "the board after f5:"]
    assert lines[6] == "  . . . X X X . ."


@pytest.mark.parametrize(
    ("move", "position", "board", "said"),
    [
        ("B5", "", "X....", "B5: not_playable: B5 is occupied"),
        ("a5", "", "OX...", "A5: not_playable: White may not place on A5: it is suicide"),
        ("c4", "b4", "X.XO.", "C4: not_playable: Black may not place on C4: it retakes a ko at once"),
        ("b4", "", "XOXO.", "B4: missing_flips: C4 should have left the board"),
        ("b4", "", "XO.O.", "B4: legal"),
    ],
)
def test_illegal_acts_of_go(served: Served, move: str, position: str, board: str, said: str) -> None:
    """White takes a ko at B4; in A5 there is no liberty for it."""
    words = ("--variant", "go-5x5", "--position", f".XO..X.XO..XO............O;{position}")
    run = served.engined("judge", move, f".XO..{board}.XO............", *words)
    assert run.stdout.splitlines()[0] == said


def test_a_claim_as_json(served: Served) -> None:
    rows = "\n".join(F5[row : row + 8] for row in range(0, 64, 8))
    run = served.engined("judge", "d6", "-", "--position", "f5", "--seat", "black", "--json", stdin=rows)
    assert run.returncode == 1
    assert json.loads(run.stdout)["fault"] == "wrong_turn"
    run = served.engined("judge", "pass", "-", "--position", "f5", "--json", stdin=rows)
    assert json.loads(run.stdout)["fault"] == "illegal_pass"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["f5", "XO"], "board: 64 cells are wanted"),
        (["hello", F5], "'hello' is not a square"),
        (["f5", F5, "--position", "f5 zz"], "not a move"),
        (["f5", F5, "--variant", "chess"], "there is no variant"),
        (["f5", F5, "--colour", "purple"], "no colour 'purple'; there are black, white, or X, O"),
    ],
)
def test_what_cannot_be_judged_is_said(served: Served, words: list[str], said: str) -> None:
    run = served.engined("judge", *words)
    assert (run.returncode, run.stdout) == (1, "")
    assert said in run.stderr


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--colour", "b"), ""),
        (("--colour", "black"), ""),
        (("--colour", "黒"), ""),
        (("--colour", "x"), ""),
        (("--colour", "白"), "wrong_colour"),
        (("--seat", "黒"), ""),
        (("--seat", "w"), "wrong_turn"),
    ],
)
def test_colours_and_seats_as_they_are_written(served: Served, words: tuple[str, ...], fault: str) -> None:
    run = served.engined("judge", "f5", F5, *words)
    assert run.stdout.splitlines()[0].startswith(f"f5: {fault or 'legal'}")


def test_a_draw_of_colours(served: Served) -> None:
    run = served.engined("draw", "down", "--face", "white")
    assert run.stdout.splitlines() == ["the upper face is white", "Black is the lower, White the higher"]
    run = served.engined("draw", "black", "--face", "black", "--choice", "draws", "--json")
    settled = json.loads(run.stdout)
    assert (settled["draw_right"], settled["chooser"], settled["choosing"]) == ("lower", "higher", "colour")
    assert served.engined("draw", "up").stdout.splitlines()[0] in ("the upper face is black", "the upper face is white")
    assert "the call settles everything" in served.engined("draw", "up", "--choice", "draws").stderr
