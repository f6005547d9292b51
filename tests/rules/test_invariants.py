"""What holds on every board, also on those that nobody listed."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.rules.position import (
    PASS,
    IllegalMove,
    Move,
    Position,
    format_position,
    move_text,
    parse_move,
    parse_position,
    start,
)
from engined.variants.model import EMPTY, Board, Variant
from tests.rules.perft_tables import TABLES, variant_of

STEPS = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0)]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any filling of any board with any holes."""
    width, height = draw(st.integers(2, 9)), draw(st.integers(2, 9))
    squares = width * height
    holes = draw(st.sets(st.integers(0, squares - 1), max_size=squares // 3))
    cells = tuple(square for square in range(squares) if square not in holes)
    content = draw(st.lists(st.sampled_from((EMPTY, EMPTY, 0, 1)), min_size=squares, max_size=squares))
    board = tuple(EMPTY if square in holes else colour for square, colour in enumerate(content))
    variant = Variant(name="random", board=Board(width, height, cells, board))
    return Position(variant, board, draw(st.integers(0, 1)), (0, 0))


def naive_flips(position: Position, square: int) -> set[int]:
    """Discs that turn, by walking over rows and columns; a second opinion on the rules."""
    board = position.variant.board
    rows = {
        (s // board.width, s % board.width): "." if c == EMPTY else "mine" if c == position.seat else "theirs"
        for s, c in enumerate(position.board)
        if s in board.cells
    }
    here = divmod(square, board.width)
    if rows.get(here) != ".":
        return set()
    found: set[int] = set()
    for down, right in STEPS:
        run, (row, column) = [], (here[0] + down, here[1] + right)
        while rows.get((row, column)) == "theirs":
            run.append(row * board.width + column)
            row, column = row + down, column + right
        if rows.get((row, column)) == "mine":
            found.update(run)
    return found


@given(positions())
@settings(max_examples=120, deadline=None)
def test_legal_moves_and_flips_agree_with_a_second_opinion(position: Position) -> None:
    flips = {square: naive_flips(position, square) for square in position.variant.board.cells}
    expected = [Move(square) for square, turned in flips.items() if turned]
    if expected:
        assert list(position.legal()) == expected
    else:
        assert position.legal() == (() if position.over else (PASS,))
    for move in expected:
        after = position.play(move)
        changed = {s for s, (a, b) in enumerate(zip(position.board, after.board, strict=True)) if a != b}
        assert changed == flips[move.square] | {move.square}
        assert all(after.board[square] == position.seat for square in changed)
        assert sum(after.discs()) == sum(position.discs()) + 1
        assert after.seat != position.seat


@given(positions())
@settings(max_examples=60, deadline=None)
def test_everything_that_is_not_legal_is_refused(position: Position) -> None:
    before = position.board
    squares = range(-2, position.variant.board.width * position.variant.board.height + 1)
    for move in (Move(square) for square in squares):
        if move not in position.legal():
            with pytest.raises(IllegalMove):
                position.play(move)
    assert position.board == before


@given(positions())
@settings(max_examples=60, deadline=None)
def test_the_count_is_balanced(position: Position) -> None:
    assert position.value(0) == -position.value(1)
    discs, scores = position.discs(), position.scores()
    assert sum(discs) + position.empties == len(position.variant.board.cells)
    assert sum(scores) == len(position.variant.board.cells)
    assert (scores[0] > scores[1]) == (discs[0] > discs[1])
    assert (scores[0] == scores[1]) == (discs[0] == discs[1])


@given(positions())
@settings(max_examples=60, deadline=None)
def test_a_position_survives_its_text(position: Position) -> None:
    text = format_position(position)
    again = parse_position(position.variant, text)
    assert (again.board, again.seat, again.digest) == (position.board, position.seat, position.digest)
    spaced = parse_position(position.variant, " \n".join(text.lower()))
    assert spaced == again
    symbols = ".XO"
    whole = "".join(
        "#" if square in position.variant.board.holes else symbols[colour + 1]
        for square, colour in enumerate(position.board)
    )
    assert parse_position(position.variant, whole + "XO"[position.seat]) == again


@pytest.mark.parametrize("name", [name for name in TABLES if not name.startswith(("go-9", "go-19", "some"))])
@given(choices=st.lists(st.integers(0, 1000), min_size=15, max_size=25))
@settings(max_examples=3, deadline=None)
def test_any_game_can_be_written_and_read(name: str, choices: list[int]) -> None:
    position = start(variant_of(TABLES[name][0]))
    for choice in choices:
        if not (legal := position.legal()):
            break
        move = legal[choice % len(legal)]
        assert parse_move(position, move_text(position, move)) == move
        again = parse_position(position.variant, format_position(position))
        assert (again.board, again.seat, again.in_setup) == (position.board, position.seat, position.in_setup)
        position = position.play(move)


@given(st.text(max_size=90))
@settings(max_examples=100, deadline=None)
def test_no_text_breaks_the_readers(text: str) -> None:
    position = start(variant_of("reversi-1890-4x4"))
    for read in (
        lambda: parse_position(position.variant, text),
        lambda: parse_position(position.variant, "." * 16 + text),
        lambda: parse_move(position, text),
    ):
        with suppress(ValueError):
            read()


@pytest.mark.parametrize("name", ["othello", "reversi-1890-4x4", "nip", "yonin-4x4", "go-3x3"])
def test_positions_have_one_digest_however_they_came_about(name: str) -> None:
    variant = variant_of(TABLES[name][0] if name in TABLES else name)
    reached = [start(variant)]
    for _ in range(4):
        reached = [position.play(move) for position in reached for move in position.legal()][:4000]
    identities: dict[tuple[str, tuple[Move, ...], int], str] = {}
    for position in reached:
        identity = (format_position(position), position.legal(), position.passes)
        assert identities.setdefault(identity, position.digest) == position.digest
    assert len(set(identities.values())) == len(identities) < len(reached)


def test_what_is_left_of_a_supply_tells_positions_apart() -> None:
    """As far as there is something left: who has no disc, and who has one, go on differently."""
    position = start(variant_of("reversi-1890-4x4"))
    supplies = [seat.supply for seat in position.variant.seats]
    assert supplies == [8, 8]
    digests = [replace(position, placed=(placed, 8)).digest for placed in range(9)]
    assert len(set(digests)) == 9


def test_digests_are_the_same_in_every_process() -> None:
    program = (
        "import json\nfrom engined.rules.position import start\n"
        "from engined.variants.catalogue import Catalogue\nc = Catalogue()\n"
        "print(json.dumps({n: start(c.get(n)).digest for n in c.names()}))"
    )
    seen = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", program],
                env={"PYTHONHASHSEED": seed},
                capture_output=True,
                check=True,
                text=True,
            ).stdout
        )
        for seed in ("1", "2")
    ]
    assert seen[0] == seen[1]
    assert len(set(seen[0].values())) == len(seen[0])
