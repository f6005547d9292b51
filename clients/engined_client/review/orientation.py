"""Games whose board was set up as a mirror image: some programs and papers begin Othello with the colours exchanged."""

from __future__ import annotations

from dataclasses import replace

from engined_protocol.errors import Code
from engined_protocol.notation import PASS

from ..client import Client
from ..errors import ServiceError
from ..files.games import FoundGame


def upright(client: Client, game: FoundGame, variant: str) -> tuple[FoundGame, bool]:
    """A game with moves that are legal, and whether they had to be mirrored for that.

    Raises ServiceError naming the move at fault, as the game has it.
    """
    given = game.given
    try:
        client.show(variant=variant, start=given.start, moves=given.moves)
    except ServiceError as error:
        if error.code != Code.ILLEGAL_MOVE or given.start is not None:
            raise
        width = client.describe(variant).width
        moves = tuple(mirrored(move, width) for move in given.moves)
        try:
            client.show(variant=variant, moves=moves)
        except ServiceError:
            raise error from None
        record = game.record and replace(
            game.record,
            moves=tuple(replace(move, move=mirrored(move.move, width)) for move in game.record.moves),
        )
        return replace(game, given=replace(given, moves=moves), record=record, tree=None), True
    return game, False


def mirrored(move: str, width: int) -> str:
    """A move with left and right exchanged: ``f5`` for ``c5`` on 8 columns."""
    if move == PASS:
        return move
    cell, colon, chosen = move.partition(":")
    return _cell(cell, width) + colon + "+".join(_cell(name, width) for name in chosen.split("+") if name)


def _cell(name: str, width: int) -> str:
    return chr(ord("a") + width - 1 - (ord(name[0]) - ord("a"))) + name[1:]
