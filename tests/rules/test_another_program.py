"""Fairy-Stockfish, which shares nothing with this program, counts the same moves (its package is ``pyffish``).

OpenSpiel counts them too, but needs more than a test should: ``pyspiel.load_game("othello")`` of open_spiel 2.0.2
gave 4 12 56 244 1396 8200 55092.
"""

from __future__ import annotations

import random

import pyffish
import pytest

from engined.rules.perft import perft
from engined.rules.position import PASS, Position, move_text, start
from engined.variants.catalogue import Catalogue

GAMES = [("flipello", "othello", 6), ("flipello10", "grand-othello", 5), ("flipersi", "reversi-1890", 7)]


def theirs(game: str, moves: list[str]) -> list[str]:
    """Legal moves after some, as it writes them: ``P@f4``, rows counted from the bottom."""
    return list(pyffish.legal_moves(game, pyffish.start_fen(game), moves))


def written(position: Position) -> dict[str, str]:
    """How it writes each of our legal placements."""
    height = position.variant.board.height
    cells = [move_text(position, move) for move in position.legal() if move != PASS]
    return {f"P@{cell[0]}{height + 1 - int(cell[1:])}": cell for cell in cells}


def leaves(game: str, moves: list[str], depth: int) -> int:
    following = theirs(game, moves)
    return len(following) if depth == 1 else sum(leaves(game, [*moves, move], depth - 1) for move in following)


@pytest.mark.parametrize(("game", "name", "depth"), GAMES)
def test_leaves_are_as_many(game: str, name: str, depth: int) -> None:
    position = start(Catalogue().get(name))
    for plies in range(1, depth + 1):
        assert leaves(game, [], plies) == perft(position, plies)


@pytest.mark.parametrize(("game", "name", "depth"), GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_moves_of_whole_games_are_the_same(game: str, name: str, depth: int, seed: int) -> None:
    dice, position = random.Random(seed), start(Catalogue().get(name))
    moves: list[str] = []
    while not position.over:
        ours, others = written(position), theirs(game, moves)
        if not ours:
            assert len(others) == 1
            assert not others[0].startswith("P@")
            moves.append(others[0])
            position = position.play(PASS)
            continue
        assert sorted(ours) == sorted(others)
        move = dice.choice(sorted(ours))
        moves.append(move)
        position = position.play(next(legal for legal in position.legal() if move_text(position, legal) == ours[move]))
    assert position.over
