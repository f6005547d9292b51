"""A game of two seats played again by the rules: what its file left out, as forced passes and whose moves they are."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engined_protocol.messages import Description, Position
from engined_protocol.notation import PASS
from engined_protocol.record import BLACK, WHITE, Record, RecordedMove

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
    renamed: bool = False
    """Whether the file says that another variant was played."""
    result: str = ""
    """How the game ended, as SGF writes it, where moves do not say that: by resignation, on time, as agreed."""

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
        """The game, with what its file says besides. Evaluations and times stay with the moves that have them, as far
        as the moves are those of the file; its result is that of all of them.
        """
        known = self.game.record or Record(0, 0)
        played = [RecordedMove(self.colour(ply), move) for ply, move in enumerate(self.moves)]
        told = [move for move in known.moves if move.move != PASS]
        placed = [ply for ply, move in enumerate(played) if move.move != PASS]
        for ply, known_move in zip(placed, told, strict=False):
            if known_move.move != played[ply].move:
                break
            played[ply] = replace(played[ply], evaluation=known_move.evaluation, seconds=known_move.seconds)
        whole = not told or [move.move for move in told] == [played[ply].move for ply in placed]
        return replace(
            known,
            width=len(self.first.board[0]),
            height=len(self.first.board),
            moves=tuple(played),
            start=self.start,
            variant=self.variant,
            result=self.result or (known.result if whole else ""),
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
    same = (first.board, first.mover) == (usual.board, usual.mover)
    return Replay(game, first, last, symbols, same, notation, _differs(client, given.variant, described))


def _differs(client: Client, recorded: str, described: Description) -> bool:
    """Whether what a record names, if anything, is another variant."""
    if recorded in ("", described.name):
        return False
    try:
        return client.describe(recorded).digest != described.digest
    except ServiceError:
        return True
