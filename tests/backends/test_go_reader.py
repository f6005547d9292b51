"""What was read out of captures in Go stays known as long as nothing has changed there."""

from __future__ import annotations

from itertools import count
from math import inf

import pytest

from engined.backends.go import MOST_READ, MOST_READ_FOR_PASS, most_read, seconds_of_reading
from engined.backends.go_reader import NODES_A_SECOND, Answer, Answers, GoReader
from engined.families.go import CAPTURE_PART
from engined.kernels.compilation import build
from engined.roots.life import Question
from engined.roots.limits import Limits, SearchClock
from engined.rules.position import PASS, Position, parse_position
from engined.variants.catalogue import Catalogue
from engined_protocol.notation import parse_square

VARIANT = Catalogue().get("go-5x5")
BOARD = ".....  XXXX.  OOOX.  O..OX  OO.OX"
"""White has one eye of three points in the corner: whoever plays c4 first decides."""


def laid(board: str) -> Position:
    return parse_position(VARIANT, board + " X")


def corner() -> Question:
    cells = ["a3", "b3", "c3", "a4", "b4", "c4", "d4", "a5", "b5", "c5", "d5"]
    return Question(frozenset(parse_square(cell, 5, 5) for cell in cells), parse_square("a3", 5, 5), True)


def test_an_answer_is_known_until_something_changes_in_its_region_or_beside_it() -> None:
    kernels, answers = build.load(VARIANT, CAPTURE_PART, None), Answers()

    def asked(board: str, nodes: int = 10_000) -> tuple[bool | None, int]:
        reader = GoReader(kernels, answers=answers)
        return reader.captured(laid(board), corner(), nodes), reader.nodes

    found, took = asked(BOARD)
    assert found is True
    assert took > 1
    assert asked(BOARD) == (True, 0)
    assert asked("X...O" + BOARD[5:]) == (True, 0), "that is elsewhere"
    assert asked(BOARD[:5] + "  .XXX.  " + BOARD[14:])[1] > 0, "a stone beside it is gone"
    assert asked(BOARD.replace("O..OX", "O.XOX"))[1] > 0, "a stone in it has come"
    assert asked(BOARD, took - 1)[0] is None, "what so few positions say does not hang on what is known"


def test_positions_that_were_spared_count() -> None:
    kernels, answers = build.load(VARIANT, CAPTURE_PART, None), Answers()
    first = GoReader(kernels, answers=answers)
    assert first.captured(laid(BOARD), corner(), 10_000) is True
    second = GoReader(kernels, most=first.nodes, answers=answers, always=0)
    assert second.captured(laid(BOARD), corner(), 10_000) is True
    assert second.captured(laid(BOARD), corner(), 10_000) is True, "asked once more, it takes none"
    assert second.nodes == 0
    other = laid(BOARD[:5] + "  .XXX.  " + BOARD[14:])
    assert second.captured(other, corner(), 10_000) is None, "there are none left"


@pytest.mark.parametrize(("short", "captured"), [(0, True), (1, None)])
def test_each_question_may_take_a_few_positions(short: int, captured: bool | None) -> None:
    kernels = build.load(VARIANT, CAPTURE_PART, None)
    first = GoReader(kernels)
    assert first.captured(laid(BOARD), corner(), 10_000) is True
    second = GoReader(kernels, most=0, always=first.nodes - short)
    assert second.captured(laid(BOARD), corner(), 10_000) is captured
    assert second.captured(laid(BOARD), corner(), 10_000) is captured


def test_fewer_positions_give_no_answer_and_more_ask_again() -> None:
    answers, key, other = Answers(most=1), (b"", 1, 2, 0, 0), (b"", 1, 2, 0, 1)
    answers.keep(key, Answer(None, 100))
    assert (answers.find(key, 50), answers.find(key, 101)) == (Answer(None, 50), None)
    answers.keep(key, Answer(True, 200))
    assert (answers.find(key, 199), answers.find(key, 200)) == (Answer(None, 199), Answer(True, 200))
    answers.keep(other, Answer(False, 1))
    assert (answers.find(key, 200), answers.find(other, 1)) == (None, Answer(False, 1))


@pytest.mark.parametrize(
    ("limits", "most"),
    [
        (Limits(), MOST_READ_FOR_PASS),
        (Limits(seconds=0.1), MOST_READ_FOR_PASS),
        (Limits(nodes=1000, seconds=1.0), 3 * MOST_READ_FOR_PASS / 4),
        (Limits(nodes=200, seconds=1.0), 3 * MOST_READ_FOR_PASS / 20),
        (Limits(nodes=10_000), MOST_READ_FOR_PASS),
        (Limits(nodes=100, seconds=0.1, life=True), MOST_READ),
    ],
)
def test_a_move_of_few_games_reads_little_unless_the_other_has_passed(limits: Limits, most: float) -> None:
    position = laid(BOARD)
    assert most_read(position, limits) == most
    assert most_read(position.play(PASS), limits) == (MOST_READ if limits.life else MOST_READ_FOR_PASS)


@pytest.mark.parametrize(
    ("limits", "seconds"),
    [
        (Limits(nodes=100), inf),
        (Limits(seconds=2.0), 1.4),
        (Limits(soft=1.0, seconds=100.0), 0.7),
        (Limits(seconds=2.0, life=True), inf),
    ],
)
def test_a_move_of_little_time_reads_for_a_part_of_it_unless_the_other_has_passed(
    limits: Limits, seconds: float
) -> None:
    position = laid(BOARD)
    assert seconds_of_reading(position, limits) == seconds
    assert seconds_of_reading(position.play(PASS), limits) == inf


def test_questions_take_so_many_nodes_as_there_is_time_for() -> None:
    kernels = build.load(VARIANT, CAPTURE_PART, None)
    first = GoReader(kernels)
    assert first.captured(laid(BOARD), corner(), 10_000) is True
    clock = SearchClock(count(step=5.0).__next__)  # a question takes five seconds
    reader = GoReader(kernels, clock, always=0, seconds=first.nodes / NODES_A_SECOND)
    assert reader.captured(laid(BOARD), corner(), 10_000) is True, "that much is there before the pace is known"
    other = laid(BOARD[:5] + "  .XXX.  " + BOARD[14:])
    assert reader.captured(other, corner(), 10_000) is None, "the time is over"
    reader = GoReader(kernels, clock, always=0, seconds=6.0)
    assert reader.captured(laid(BOARD), corner(), 10_000) is True
    before = reader.nodes
    assert reader.captured(other, corner(), 10_000) is None
    assert reader.nodes == before + before // 5, "at the pace of the first"
