"""A game of two seats played again by the rules: what its file left out, as forced passes and whose moves they are."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engined_protocol.messages import Position
from engined_protocol.notation import PASS
from engined_protocol.record import BLACK, WHITE, Record, RecordedMove
from engined_protocol.sgf import tree_of
from engined_protocol.sgf_tree import Node

from .client import Client
from .command import WrongInput, said
from .errors import ServiceError
from .game_files import FoundGame
from .notation import PROTOCOL, Convention, Notation

COLOURS = (BLACK, WHITE)
"""Of the first seat and of the second, as records write them."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game, and the positions that it begins with and ends with."""

    game: FoundGame
    first: Position
    last: Position
    symbols: tuple[str, ...]
    """Of the seats' discs, as the variant writes them."""
    usual: bool
    """Whether the first position is the variant's own."""
    notation: Notation
    """Of transcripts, and of what is said."""

    @property
    def variant(self) -> str:
        """The name of what is played."""
        return self.first.variant

    @property
    def moves(self) -> tuple[str, ...]:
        """All of them, passes included."""
        return self.last.moves

    def colour(self, ply: int) -> str:
        """Who moves after so many plies, as records write it."""
        begins = self.first.seats.index(self.first.mover) if self.first.mover else 0
        return COLOURS[(begins + ply) % 2]

    @property
    def record(self) -> Record:
        """The game, with what its file says besides. Evaluations and times stay with the moves that have them."""
        known = self.game.record or Record(0, 0)
        played = [RecordedMove(self.colour(ply), move) for ply, move in enumerate(self.moves)]
        told = iter([move for move in known.moves if move.move != PASS])
        for ply, move in enumerate(played):
            if move.move != PASS and (said := next(told, None)) is not None:
                played[ply] = replace(move, evaluation=said.evaluation, seconds=said.seconds)
        return replace(
            known,
            width=len(self.first.board[0]),
            height=len(self.first.board),
            moves=tuple(played),
            start=self.start,
            variant=self.variant,
        )

    @property
    def start(self) -> str | None:
        """The first position as records write it, without holes; None for an empty board where Black begins."""
        text = self._text(self.first, 0)
        return text if text.strip(".") != f" {BLACK}" else None

    @property
    def end(self) -> str:
        """The last position, as :attr:`start`."""
        return self._text(self.last, len(self.moves))

    def tree(self, record: Record) -> Node:
        """The tree of the game's file, with its variations; of another kind of file that of ``record``, which is ours.

        Raises RecordError for a start that SGF cannot write: on a board with holes only the variant's own is known.
        """
        if self.game.tree is not None:
            return self.game.tree
        if self.usual and " " in "".join(self.first.board):
            record = replace(record, start=None)
        return tree_of(record)

    def _text(self, position: Position, ply: int) -> str:
        cells = "".join(position.board).replace(" ", "")
        return cells.translate(dict(zip(map(ord, self.symbols), COLOURS, strict=True))) + f" {self.colour(ply)}"


def replayed(client: Client, game: FoundGame, variant: str, convention: Convention = "auto") -> Replay:
    """Play a game again. Raises WrongInput naming the move at fault, and for a game of more than two."""
    given, notation = game.given, PROTOCOL
    try:
        described = client.describe(variant)
        notation = Notation.of(described, convention)
        first = client.show(variant=variant, start=given.start)
        if len(first.seats) != 2:
            raise WrongInput(f"records have two colours, {first.variant} has {len(first.seats)} seats")
        last = client.show(variant=variant, start=given.start, moves=given.moves)
        usual = first if given.start is None else client.show(variant=variant)
    except (ServiceError, WrongInput) as error:
        fault = said(error, notation)
        raise WrongInput(f"{game.where}: {fault}" if game.where else fault) from error
    symbols = tuple(symbol for _, symbol in described.seats)
    return Replay(game, first, last, symbols, (first.board, first.mover) == (usual.board, usual.mover), notation)
