"""Games played again, without a daemon."""

from __future__ import annotations

from engined_client.files.games import FoundGame
from engined_client.files.positions import GivenPosition
from engined_client.files.replay import Replay
from engined_client.notation import PROTOCOL
from engined_protocol.messages import Position
from engined_protocol.records.sgf import record_of
from engined_protocol.records.sgf_tree import read_trees


def replay_of(text: str, moves: tuple[str, ...]) -> Replay:
    """A game of 4x4 Othello in SGF, with the moves that its main line has."""
    (tree,) = read_trees(text)
    record = record_of(tree)
    game = FoundGame("", 1, GivenPosition(record.start, moves), record, tree)
    return Replay(game, _position(()), _position(moves), ("X", "O"), True, PROTOCOL)


def _position(moves: tuple[str, ...]) -> Position:
    return Position(
        id="1",
        variant="othello-4x4",
        digest="",
        board=("....", ".OX.", ".XO.", "...."),
        mover="Black",
        colour="X",
        legal=(),
        moves=moves,
        seats=("Black", "White"),
        scores=(2.0, 2.0),
        discs=(2, 2),
        empties=12,
        over=False,
    )
