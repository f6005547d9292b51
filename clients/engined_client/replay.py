"""A game of two seats played again by the rules: what its file left out, as forced passes and whose moves they are."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engined_protocol.messages import Position
from engined_protocol.record import BLACK, WHITE, Record, RecordedMove

from .client import Client
from .command import WrongInput, said
from .errors import ServiceError
from .game_files import FoundGame

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
    def start(self) -> str | None:
        """The first position as records write it; None for an empty board, and for one with holes, which they cannot
        write: there the variant's name must say it.
        """
        cells = "".join(self.first.board)
        if " " in cells or (not cells.strip(".") and self.colour(0) == BLACK):
            return None
        return cells.translate(dict(zip(map(ord, self.symbols), COLOURS, strict=True))) + f" {self.colour(0)}"

    @property
    def record(self) -> Record:
        """The game, with what its file says besides. Evaluations and times stay with the moves that have them."""
        known = self.game.record or Record(0, 0)
        played = [RecordedMove(self.colour(ply), move) for ply, move in enumerate(self.moves)]
        told = iter([move for move in known.moves if move.move != "--"])
        for ply, move in enumerate(played):
            if move.move != "--" and (said := next(told, None)) is not None:
                played[ply] = replace(move, evaluation=said.evaluation, seconds=said.seconds)
        return replace(
            known,
            width=len(self.first.board[0]),
            height=len(self.first.board),
            moves=tuple(played),
            start=self.start,
            variant=self.variant,
        )


def replayed(client: Client, game: FoundGame, variant: str) -> Replay:
    """Play a game again. Raises WrongInput naming the move at fault, and for a game of more than two."""
    given = game.given
    try:
        first = client.show(variant=variant, start=given.start)
        last = client.show(variant=variant, start=given.start, moves=given.moves)
        described = client.describe(variant)
    except ServiceError as error:
        raise WrongInput(f"{game.where}: {said(error)}" if game.where else said(error)) from error
    if len(first.seats) != 2:
        raise WrongInput(f"records have two colours, {first.variant} has {len(first.seats)} seats")
    return Replay(game, first, last, tuple(symbol for _, symbol in described.seats))
