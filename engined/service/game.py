"""A game: a start position and what was played from it. Immutable."""

from __future__ import annotations

from msgspec import Struct

from engined.rules.position import (
    PASS,
    IllegalMove,
    Position,
    TooManyMoves,
    move_text,
    parse_move,
    parse_position,
    start,
)
from engined.variants.model import Variant
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.notation import PASS as PASS_TEXT
from engined_protocol.notation import is_pass

MOST_PLIES = 4096
"""Longer games are refused: every ply is kept."""


class Game(Struct, frozen=True):
    """Every position from the start to the current one, and the moves between them."""

    positions: tuple[Position, ...]
    moves: tuple[str, ...] = ()

    @classmethod
    def begin(cls, variant: Variant, text: str | None = None) -> Game:
        """A game at a variant's start, or at the position that a text describes.

        Raises ProtocolError ``bad-position`` when the text is not one.
        """
        if text is None:
            return cls((start(variant),))
        try:
            return cls((parse_position(variant, text),))
        except ValueError as error:
            raise ProtocolError(Code.BAD_POSITION, str(error), "start") from None

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self.position.variant

    def play(self, moves: tuple[str, ...], *, record: bool = False) -> Game:
        """The game after some more moves. Raises ProtocolError naming the first bad one as ``moves[i]``.

        A ``record`` of a game need not write forced passes, and may be padded with passes after its end.
        """
        if not moves:
            return self
        positions, played = list(self.positions), list(self.moves)
        for index, text in enumerate(moves):
            if record and is_pass(text) and positions[-1].over:
                continue
            while record and positions[-1].stuck and not is_pass(text):
                positions.append(positions[-1].play(PASS))
                played.append(PASS_TEXT)
            if len(played) >= MOST_PLIES:
                raise ProtocolError(Code.BUSY, f"a game has at most {MOST_PLIES} plies", "moves")
            position = positions[-1]
            place = f"moves[{index}]"
            try:
                move = parse_move(position, text)
                positions.append(position.play(move))
            except TooManyMoves as error:
                raise ProtocolError(Code.UNSUPPORTED, f"{text}: {error}", place) from None
            except IllegalMove as error:
                code = Code.GAME_OVER if position.over else Code.ILLEGAL_MOVE
                raise ProtocolError(code, f"{text}: {error}", place) from None
            except ValueError as error:
                raise ProtocolError(Code.ILLEGAL_MOVE, f"{text}: {error}", place) from None
            played.append(move_text(position, move))
        return Game(tuple(positions), tuple(played))

    def turn_to(self, seat: str | None) -> Game:
        """The game with passes played until it is this seat's turn (None: as it is).

        Raises ProtocolError when there is no such seat, or when one before it could move.
        """
        wanted = self.seat_of(seat)
        if wanted is None:
            return self
        game = self
        while game.position.seat != wanted:
            position = game.position
            if position.over:
                raise ProtocolError(Code.GAME_OVER, "the game is over", "seat")
            try:
                following = position.play(PASS)
            except IllegalMove as error:
                raise ProtocolError(Code.ILLEGAL_MOVE, f"it is not the turn of {seat}: {error}", "seat") from None
            game = Game((*game.positions, following), (*game.moves, PASS_TEXT))
        return game

    def seat_of(self, name: str | None) -> int | None:
        """The seat of a name (None: none is named). Raises ProtocolError when there is no such seat."""
        if name is None:
            return None
        names = [seat.name.lower() for seat in self.variant.seats]
        if name.lower() not in names:
            known = ", ".join(seat.name for seat in self.variant.seats)
            raise ProtocolError(Code.INVALID, f"no seat {name!r}; the seats are {known}", "seat")
        return names.index(name.lower())

    def undo(self, plies: int) -> Game:
        """The game without its last plies. Raises ProtocolError ``cannot-undo`` when there are fewer."""
        if plies > len(self.moves):
            played = len(self.moves)
            was = "ply was" if played == 1 else "plies were"
            raise ProtocolError(Code.CANNOT_UNDO, f"only {played} {was} played, not {plies}", "plies")
        left = len(self.moves) - plies
        return Game(self.positions[: left + 1], self.moves[:left])
