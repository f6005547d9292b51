"""A game of two seats played again by the rules: what its file left out, as forced passes and whose moves they are."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engined_protocol.messages import Description, Position
from engined_protocol.notation import PASS
from engined_protocol.record import BLACK, WHITE, Record, RecordedMove
from engined_protocol.result import UNKNOWN, Ending, Result, by_points
from engined_protocol.sgf import format_result

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
    ended: Result = UNKNOWN
    """How the game ended, where that is known otherwise than from its file."""

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
        as the moves are those of the file; its result is that of all of them, and where it says none, that by the
        rules.
        """
        known = self._known
        played = [RecordedMove(self.colour(ply), move) for ply, move in enumerate(self.moves)]
        told = [move for move in known.moves if move.move != PASS]
        placed = [ply for ply, move in enumerate(played) if move.move != PASS]
        for ply, known_move in zip(placed, told, strict=False):
            if known_move.move != played[ply].move:
                break
            played[ply] = replace(played[ply], evaluation=known_move.evaluation, seconds=known_move.seconds)
        whole = not told or [move.move for move in told] == [played[ply].move for ply in placed]
        said = self.ended if self.ended != UNKNOWN or not whole else known.result
        return replace(
            known,
            width=len(self.first.board[0]),
            height=len(self.first.board),
            moves=tuple(played),
            start=self.start,
            variant=self.variant,
            result=said.or_else(result_of(self.last, known.komi)),
        )

    @property
    def warning(self) -> str:
        """What is to be said where the result in the file is not that by the rules; empty where it is."""
        by_rules = result_of(self.last, self._known.komi)
        if not self._known.result.differs_from(by_rules):
            return ""
        said, ruled = format_result(self._known.result), format_result(by_rules)
        return f"{self.game.where}: its result is {said}, by the rules it is {ruled}"

    @property
    def _known(self) -> Record:
        return self.game.record or Record(0, 0)

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


def result_of(position: Position, komi: float | None = None) -> Result:
    """How a game of two sides has ended by the rules, if it has; with another komi, where its record says one."""
    if position.phase != "ended" or not position.ending:
        return UNKNOWN
    if position.ending == "no-result":
        return Result("unfinished")
    winner = COLOURS[position.seats.index(position.winner)] if position.winner in position.seats else ""
    if position.ending != "count":
        endings: dict[str, Ending] = {"resignation": "resignation", "time": "time"}
        return Result(endings[position.ending], winner)
    margin = position.margin or 0.0
    if komi is None or komi == position.komi:
        return Result("points", winner, margin if winner == BLACK else -margin + 0.0)
    first, second = position.scores
    ahead = first - second - position.komi
    fewer_win = (ahead > 0) == (winner == WHITE) if ahead else position.variant.startswith("anti-")
    return by_points((ahead + position.komi - komi) * (-1 if fewer_win else 1))


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
