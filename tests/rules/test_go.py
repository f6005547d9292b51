"""Go by the rules: against two other programs, published figures, and the words of superko and suicide."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill.boards import Board as OtherBoard

from engined.rules.position import PASS, IllegalMove, Move, Position, parse_position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY, Variant

CATALOGUE = Catalogue()


def game(variant: Variant, seed: int, plies: int, passing: float = 0.03) -> Iterator[tuple[Position, Move]]:
    """Each position of a random game, and the move in it."""
    chance, position = random.Random(seed), start(variant)
    for _ in range(plies):
        if position.over:
            return
        *placements, last = position.legal()
        assert last == PASS
        move = chance.choice(placements) if placements and chance.random() >= passing else PASS
        yield position, move
        position = position.play(move)


def shown(position: Position) -> tuple[str, ...]:
    """Rows from the top."""
    board = position.variant.board
    symbols = "".join({EMPTY: ".", 0: "X", 1: "O"}[content] for content in position.board)
    return tuple(symbols[row : row + board.width] for row in range(0, len(symbols), board.width))


@pytest.mark.parametrize("side", [5, 9, 19])
@pytest.mark.parametrize("seed", range(3))
def test_moves_and_area_are_another_programs(side: int, seed: int) -> None:
    """open_spiel's game: simple ko, and a board that comes back ends it."""
    variant = CATALOGUE.get(f"go-{side}x{side}-area")
    other = pyspiel.load_game(f"go(board_size={side},komi=6.0)").new_initial_state()

    def action(move: Move) -> int:
        if move == PASS:
            return side * side
        row, column = divmod(move.square, side)
        return (side - 1 - row) * side + column

    for ply, (position, move) in enumerate(game(variant, seed, 60 if side == 19 else 3 * side * side, passing=0.01)):
        if other.is_terminal():
            break
        if side < 19 or ply % 10 == 0:
            assert {action(legal) for legal in position.legal()} == set(other.legal_actions())
        other.apply_action(action(move))


@given(width=st.integers(2, 19), seed=st.integers(0, 2**32), handicap=st.booleans())
@settings(max_examples=40, deadline=None)
def test_captures_and_area_are_a_third_programs(width: int, seed: int, handicap: bool) -> None:
    """sgfmill's board, which plays any move and captures; squares only."""
    variant = CATALOGUE.get(f"go-{width}x{width}-area")
    other = OtherBoard(width)
    position = start(variant)
    for position, move in game(variant, seed, 2 * width * width if width < 8 else 120):
        if move != PASS:
            row, column = divmod(move.square, width)
            other.play(width - 1 - row, column, "bw"[position.seat])
        after = position.play(move)
        stones = {(row, column): colour for colour, (row, column) in other.list_occupied_points()}
        for square in variant.board.cells:
            row, column = divmod(square, width)
            there = stones.get((width - 1 - row, column))
            assert after.board[square] == (EMPTY if there is None else "bw".index(there))
        black, white = after.scores()
        if stones:  # of an empty board that program says that it is nobody's too, but as a draw
            assert black - white == other.area_score()


def after_moves(variant: Variant, text: str, squares: str) -> Position:
    """A position with squares played in it, ``-`` for a pass."""
    position = parse_position(variant, text)
    for word in squares.split():
        square = -1 if word == "-" else "abcdefghi".index(word[0]) + variant.board.width * (int(word[1:]) - 1)
        position = position.play(PASS if square < 0 else Move(square))
    return position


def test_ko_is_retaken_after_an_exchange() -> None:
    position = after_moves(CATALOGUE.get("go-5x5"), ".XO.. X.XO. .XO.. ..... ..... O", "b2")
    with pytest.raises(IllegalMove, match="it retakes a ko at once"):
        position.play(Move(7))
    position = position.play(Move(24)).play(Move(20))
    assert Move(7) in position.legal()


@pytest.mark.parametrize(
    ("text", "cell"),
    [("X" * 25 + " O", "a1"), (".XO.. X.XO. .XOXX ...OX ..... O", None), ("..... .X... XOX.. XOX.. .X... X", "b3")],
)
def test_no_position_has_a_group_without_liberties(text: str, cell: str | None) -> None:
    variant = CATALOGUE.get("go-5x5")
    if cell is None:
        parse_position(variant, text)
        return
    with pytest.raises(ValueError, match=f"the group on {cell} has no liberty"):
        parse_position(variant, text)


def plain_history(variant: Variant, moves: list[Move]) -> list[tuple[tuple[int, ...], int]]:
    """All boards and movers of a game, one after another."""
    position, found = start(variant), []
    for move in moves:
        found.append((position.board, position.seat))
        position = position.play(move)
    return [*found, (position.board, position.seat)]


@pytest.mark.parametrize("name", ["go-3x2", "go-3x3", "go-2x2", "go-4x3"])
@pytest.mark.parametrize("seed", range(6))
def test_superko_forbids_just_what_was_there_before(name: str, seed: int) -> None:
    """The moves of the simple rule, those left out that bring back a board (and a mover) of the list."""
    for rule in ("situational", "positional"):
        variant = CATALOGUE.get(f"{name}-{rule}-superko")
        free = CATALOGUE.get(name)
        moves: list[Move] = []
        for position, move in game(variant, seed, 60):
            history = plain_history(variant, moves)
            boards = {board for board, _ in history}
            allowed = {PASS}
            loose = Position(free, position.board, position.seat, position.placed, taken=position.taken)
            for tried in loose.legal():
                after = loose.play(tried)
                back = after.board in boards if rule == "positional" else (after.board, after.seat) in history
                if tried != PASS and not back:
                    allowed.add(tried)
            assert set(position.legal()) == allowed
            moves.append(move)


def test_what_superko_forbids_is_part_of_a_position() -> None:
    variant = CATALOGUE.get("go-5x5-positional-superko")
    one = after_moves(variant, "." * 25 + " X", "a1 b2 c3 d4")
    other = after_moves(variant, "." * 25 + " X", "c3 d4 a1 b2")
    assert one.board == other.board
    assert one.digest != other.digest
    plain = CATALOGUE.get("go-5x5")
    assert (
        after_moves(plain, "." * 25 + " X", "a1 b2 c3 d4").digest
        == after_moves(plain, "." * 25 + " X", "c3 d4 a1 b2").digest
    )


def test_suicide_leaves_the_board_as_prisoners_of_the_other() -> None:
    text = "XX.O. OOO.. ..... ..... ..... X"
    forbidden = parse_position(CATALOGUE.get("go-5x5"), text)
    with pytest.raises(IllegalMove, match="it is suicide"):
        forbidden.play(Move(2))
    after = parse_position(CATALOGUE.get("go-5x5-suicide"), text).play(Move(2))
    assert shown(after)[0] == "...O."
    assert after.taken == (0, 3)
    capturing = parse_position(CATALOGUE.get("go-5x5-suicide"), ".XO.. XO... .XO.. ..... ..... O").play(Move(0))
    assert shown(capturing)[:2] == ("O.O..", "XO...")


def test_the_three_counts_of_one_board() -> None:
    """Black surrounds 3 points and has 2 prisoners; White surrounds 3; one is neutral."""
    rows = ".XXO. .X.OO XXXO. .XXOO XXXO."
    counts = {}
    for suffix in ("", "-area", "-area-and-prisoners"):
        position = parse_position(CATALOGUE.get(f"go-5x5{suffix}"), rows + " X")
        counts[suffix] = Position(position.variant, position.board, 0, position.placed, taken=(2, 0)).scores()
    empty_of_black, empty_of_white, black, white = 3, 3, 11, 7
    assert counts == {
        "": (empty_of_black + 2, empty_of_white),
        "-area": (black + empty_of_black, white + empty_of_white),
        "-area-and-prisoners": (black + empty_of_black + 2, white + empty_of_white),
    }


def test_a_thousand_plies_on_the_largest_board() -> None:
    plies = sum(1 for _ in game(CATALOGUE.get("go-19x19"), 7, 1000, passing=0))
    assert plies == 1000
