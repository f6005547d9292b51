"""Games of Go that one side would let go round for ever."""

from __future__ import annotations

import pytest

from engined.engine.tasks import SearchTask
from engined.roots.limits import Limits
from engined.rules.position import PASS, Move, Position, parse_position
from engined.rules.repetition import boards_of, repeating
from engined.variants.catalogue import Catalogue
from engined_protocol.notation import parse_square
from tests.engine.asking import Ask

OPEN, CLOSED = ".....  .....  XXOO.  XXOO.  .O.O.", "..XXO  ..XOO  XXXOO  XXOOO  .O.O."
"""White may put a second stone beside that in the corner, a5; Black takes both by c5, White the stone that took them by
b5: then the board is as it was, and Black may pass. Above, all is open, or all is settled.
"""
SENT = parse_square("a5", 5, 5)
SWAPPED = str.maketrans("XO", "OX")


def goes_round(position: Position) -> Move:
    """Takes whatever there is to take, and sends the second stone where there is nothing; else passes."""
    taken = {square: len(captured) for square, captured in position.placements(position.seat).items()}
    most = max(taken, key=lambda square: taken[square], default=SENT)
    return Move(most) if taken.get(most) else Move(SENT) if SENT in taken else PASS


@pytest.mark.parametrize("games", [100, 500, 5_000])
@pytest.mark.parametrize("board", [OPEN, CLOSED])
@pytest.mark.parametrize("mine", [0, 1])
def test_no_board_comes_back_twice(mine: int, board: str, games: int, ask: Ask) -> None:
    """The other side begins, and does nothing but go round: within a lap, a pass stops play or a move ends that."""
    text = f"{board} O" if mine == 0 else f"{board} O".translate(SWAPPED)
    game = [parse_position(Catalogue().get("go-5x5-area-komi-0"), text)]
    while not game[-1].over:
        position = game[-1]
        move = goes_round(position)
        if position.seat == mine:
            limits = Limits(nodes=games, best=1, alone=True, repeating=repeating(game), boards=boards_of(game))
            move = ask(SearchTask(position=position, limits=limits)).result.lines[0].move
        game.append(position.play(move))
        assert sum(one.board == game[-1].board and one.seat == game[-1].seat for one in game) < 3
