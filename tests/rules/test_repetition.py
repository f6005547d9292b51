"""Moves that bring back a board of the game."""

from __future__ import annotations

from dataclasses import replace

from engined.rules.position import PASS, Move, Position, parse_position
from engined.rules.repetition import boards_of, repeating
from engined.variants.catalogue import Catalogue
from engined_protocol.notation import parse_square

CATALOGUE = Catalogue()
SENDING_TWO = ".....  .....  XXOO.  XXOO.  .O.O. O"
"""White may put a second stone beside that in the corner; Black takes both, White the stone that took them."""


def played(position: Position, *cells: str) -> list[Position]:
    positions = [position]
    for cell in cells:
        move = PASS if cell == "--" else Move(parse_square(cell, 5, 5))
        positions.append(positions[-1].play(move))
    return positions


def test_a_board_comes_back_after_more_than_a_ply_or_two() -> None:
    game = played(parse_position(CATALOGUE.get("go-5x5-area"), SENDING_TWO), "a5", "c5", "b5", "--")
    assert repeating(game[:-2]) == {Move(parse_square("b5", 5, 5))}, "White takes the lone stone: the first board"
    assert repeating(game) == {Move(parse_square("a5", 5, 5))}, "and puts the second stone again"
    assert game[-2].board == game[0].board


def test_a_pass_lets_a_game_go_round_where_nobody_has_passed_before_it() -> None:
    game = played(parse_position(CATALOGUE.get("go-5x5-area"), SENDING_TWO), "a5", "c5", "b5", "--", "--")
    assert PASS in repeating(game[:-2]), "White is to move as at the start"
    assert PASS not in repeating(game[:-1]), "play stops"
    assert PASS not in repeating(game[:-3]), "White has not lost the stones that it sent, with Black to move"


def test_a_pass_brings_back_the_board_of_the_other_seat_alone() -> None:
    now = replace(parse_position(CATALOGUE.get("go-5x5-area"), SENDING_TWO), taken=(1, 0))
    between = now.play(Move(parse_square("a1", 5, 5)))
    assert PASS in repeating([replace(now, seat=0), between, now])
    assert PASS not in repeating([now, between, now]), "White had this board itself: after a pass Black has it first"


def test_a_pass_brings_nothing_back_where_both_have_passed_and_play_goes_on() -> None:
    game = played(parse_position(CATALOGUE.get("go-5x5-area"), SENDING_TWO), "a5", "c5", "b5", "--", "e1", "--", "--")
    resumed = replace(game[-1], passes=0)
    assert PASS not in repeating([*game[:-1], resumed]), "White has passed here, and put no stone"


def test_nothing_comes_back_where_nothing_was_taken_or_stones_stay() -> None:
    assert repeating(played(parse_position(CATALOGUE.get("go-5x5-area"), SENDING_TWO), "a1", "b1", "--")) == frozenset()
    othello = parse_position(CATALOGUE.get("othello-4x4"), ".....OX..XO..... X")
    assert repeating([othello, othello.play(othello.legal()[0])]) == frozenset()


def test_earlier_boards_are_forbidden_by_superko_alone() -> None:
    """Under simple ko a stone that took in a ko may be taken back after two passes, and the board is an earlier one."""
    ko = ".....  ..OX.  .O.OX  ..OX.  ..... X"
    simple, superko = (
        played(parse_position(CATALOGUE.get(name), ko), "c3", "--", "--")
        for name in ("go-5x5-area-komi-0", "go-5x5-area-positional-superko-komi-0")
    )
    assert boards_of(simple) == frozenset()
    assert boards_of(superko) == {bytes(content + 1 for content in one.board) for one in superko[:-1]}
    assert boards_of(played(parse_position(CATALOGUE.get("othello-4x4"), ".....OX..XO..... X"))) == frozenset()
