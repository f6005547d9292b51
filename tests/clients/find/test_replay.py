"""Games replayed all at once, held to the rules: moves, passes, illegal ones, the end and the count."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.rules.position import IllegalMove, Position, parse_move, start
from engined.variants.catalogue import Catalogue
from engined_client.find.replay import NONE, Wanted, replay
from engined_protocol.notation import PASS, square_name

OTHELLO = Catalogue().get("othello")
LENGTH = 61


def played(dice: random.Random, most: int, wrong: float) -> list[int]:
    """Squares of a game at random that breaks off after so many placements; with a chance, one of them is any."""
    position = start(OTHELLO)
    squares: list[int] = []
    while not position.over and len(squares) < most:
        move = dice.choice(position.legal())
        if position.placements(position.seat):
            squares.append(move.square if dice.random() > wrong else dice.randrange(64))
        position = position.play(move)
    return squares


def by_the_rules(squares: list[int]) -> tuple[int, bool, list[Position]]:
    """How many of the squares can be placed on, whether all, and the positions on the way."""
    position = start(OTHELLO)
    seen = [position]
    for done, square in enumerate(squares):
        if not position.over and not position.placements(position.seat):
            position = position.play(parse_move(position, PASS))
            seen.append(position)
        try:
            position = position.play(parse_move(position, square_name(square, 8)))
        except IllegalMove:
            return done, False, seen
        seen.append(position)
    return len(squares), True, seen


def bits(position: Position) -> tuple[int, int]:
    """Black's discs and White's."""
    black, white = (sum(1 << at for at, content in enumerate(position.board) if content == colour) for colour in (0, 1))
    return black, white


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([0.0, 0.02]), st.integers(0, 60))
def test_games_go_as_the_rules_say(dice: random.Random, wrong: float, most: int) -> None:
    games = [played(dice, most, wrong), played(dice, 60, 0.0), played(dice, 60, 0.05)]
    rows = np.full((len(games), LENGTH), NONE, np.uint8)
    for row, squares in enumerate(games):
        rows[row, : len(squares)] = squares
    known = [by_the_rules(squares) for squares in games]
    sought = [dice.choice(seen) for _, _, seen in known]
    wanted = [Wanted(*bits(position), position.seat == 0) for position in sought]
    found = replay(rows, wanted)
    for row, (plies, legal, seen) in enumerate(known):
        assert (found.plies[row], found.legal[row]) == (plies, legal)
        if legal:
            last = seen[-1]
            assert found.over[row] == last.over
            if last.over:
                black, white = last.scores()
                assert found.margin[row] == black - white
        first = next(position for position in seen if position in sought)
        assert found.ply[row] == 60 - first.empties
        assert sought[int(found.image[row])] == first
