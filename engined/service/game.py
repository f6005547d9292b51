"""A game: a start position, what was played from it, and how it ends. Immutable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum

from msgspec import Struct, structs

from engined.rules.outcome import NO_RESULT, Ending, Outcome, counted, forfeited, most_plies
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
from engined.rules.removal import Removal, RemovalError, has_removal
from engined.variants.model import Passing, Variant
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.notation import PASS as PASS_TEXT
from engined_protocol.notation import is_pass, parse_square

MOST_PLIES = 4096
"""Longer games are refused: every ply is kept."""


class Phase(StrEnum):
    """How far a game has come."""

    PLAY = "play"
    REMOVAL = "removal"
    """Play has stopped; dead groups are taken off."""
    ENDED = "ended"


class Game(Struct, frozen=True):
    """Every position from the start to the current one, and the moves between them."""

    positions: tuple[Position, ...]
    moves: tuple[str, ...] = ()
    removal: Removal | None = None
    """The state of the stones since play stopped, in a variant where they can be removed."""
    forfeit: Outcome | None = None
    """The outcome of a game that somebody gave up or lost on time; None of any other."""

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
        """The current position, with all stones that were there when play stopped."""
        return self.positions[-1]

    @property
    def counted(self) -> Position:
        """The current position as it counts: without stones removed as dead."""
        return self.position if self.removal is None else self.removal.counted

    @property
    def size(self) -> int:
        """Bytes that it takes, about."""
        return sum(position.size for position in self.positions)

    @property
    def variant(self) -> Variant:
        """What is played."""
        return self.position.variant

    @property
    def phase(self) -> Phase:
        """Whether one can play, remove groups, or neither."""
        if self.outcome is not None:
            return Phase.ENDED
        return Phase.PLAY if self.removal is None else Phase.REMOVAL

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended; None while it goes on."""
        if self.forfeit is not None:
            return self.forfeit
        if self.removal is not None:
            return counted(self.removal.counted) if self.removal.settled else None
        if self.position.over:
            return counted(self.position)
        most = most_plies(self.variant)
        return NO_RESULT if most is not None and len(self.moves) >= most else None

    @property
    def flagged(self) -> bool:
        """Whether it was lost on time."""
        return self.forfeit is not None and self.forfeit.ending is Ending.TIME

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.phase is not Phase.PLAY

    @property
    def result(self) -> str:
        """The end in words; empty while the game goes on."""
        return "" if self.outcome is None else self.outcome.result

    def seat_of(self, name: str | None) -> int | None:
        """The seat of a name (None: none is named). Raises ProtocolError when there is no such seat."""
        if name is None:
            return None
        names = [seat.name.lower() for seat in self.variant.seats]
        if name.lower() not in names:
            known = ", ".join(seat.name for seat in self.variant.seats)
            raise ProtocolError(Code.INVALID, f"no seat {name!r}; the seats are {known}", "seat")
        return names.index(name.lower())

    # --- play -------------------------------------------------------------------------------------

    def play(self, moves: tuple[str, ...], *, record: bool = False) -> Game:
        """The game after some more moves. Raises ProtocolError naming the first bad one as ``moves[i]``.

        A ``record`` of a game need not write forced passes, and may be padded with passes after its end; if it goes on
        where play had stopped, play was resumed.
        """
        game, padding = self, 0
        for index, text in enumerate(moves):
            if record and is_pass(text) and game.over:
                padding += 1
                continue
            if record and game.phase is Phase.REMOVAL:
                game, padding = game._resumed_for(padding), 0
            while record and game.position.stuck and not is_pass(text):
                game = game._after(game.position.play(PASS), PASS_TEXT)
            game = game._play(text, f"moves[{index}]")
        return game

    def _play(self, text: str, place: str) -> Game:
        """The game after one move. Raises ProtocolError."""
        position = self.position
        self._check_playing(f"{text}: ", place)
        if len(self.moves) >= MOST_PLIES:
            raise ProtocolError(Code.BUSY, f"a game has at most {MOST_PLIES} plies", "moves")
        try:
            move = parse_move(position, text)
            after = position.play(move)
        except TooManyMoves as error:
            raise ProtocolError(Code.UNSUPPORTED, f"{text}: {error}", place) from None
        except ValueError as error:
            raise ProtocolError(Code.ILLEGAL_MOVE, f"{text}: {error}", place) from None
        return self._after(after, move_text(position, move))

    def _after(self, position: Position, move: str) -> Game:
        """The game after a move that leads to this position."""
        stops = position.over and has_removal(position.variant)
        self.position.forget()
        return Game((*self.positions, position), (*self.moves, move), Removal(position) if stops else None)

    def _resumed_for(self, passes: int) -> Game:
        """The game played on with so many passes, resumed whenever that stops it."""
        game = self.resume()
        for _ in range(passes):
            game = game._after(game.position.play(PASS), PASS_TEXT)
            game = game if game.removal is None else game.resume()
        return game

    def turn_to(self, seat: str | None) -> Game:
        """The game with passes played until it is this seat's turn (None: as it is).

        Raises ProtocolError when there is no such seat, or when one before it could move.
        """
        wanted = self.seat_of(seat)
        if wanted is None:
            return self
        game = self
        while game.position.seat != wanted:
            game._check_playing("", "seat")
            try:
                following = game.position.play(PASS)
            except IllegalMove as error:
                raise ProtocolError(Code.ILLEGAL_MOVE, f"it is not the turn of {seat}: {error}", "seat") from None
            game = game._after(following, PASS_TEXT)
        return game

    def as_of(self, seat: str | None) -> Game:
        """The same to ask about, not to play on: where passes are free, nobody has passed. Raises ProtocolError."""
        game = self.turn_to(seat)
        if game is self or self.variant.passing is not Passing.FREE:
            return game
        return Game((*game.positions[:-1], replace(game.position, passes=0)), game.moves)

    def _check_playing(self, before: str, place: str) -> None:
        """Raise ProtocolError unless moves can be played; ``before`` is what its message begins with."""
        if self.phase is Phase.REMOVAL:
            raise ProtocolError(Code.WRONG_PHASE, f"{before}play has stopped: resume it first", place)
        if self.phase is Phase.ENDED:
            raise ProtocolError(Code.GAME_OVER, f"{before}the game is over", place)

    # --- the end ----------------------------------------------------------------------------------

    def remove(self, cells: Sequence[str]) -> Game:
        """The groups on these cells are taken off as dead. Raises ProtocolError."""
        return self._change(lambda removal: removal.remove(self._squares(cells)))

    def restore(self, cells: Sequence[str]) -> Game:
        """The removed groups of these cells, or all without any, are put back. Raises ProtocolError."""
        return self._change(lambda removal: removal.restore(self._squares(cells) or None))

    def agree(self, seat: str) -> Game:
        """A seat is content with what is removed; the same game if it was before. Raises ProtocolError."""
        number, removal = self.seat_of(seat), self._removal()
        assert number is not None
        return self if number in removal.agreed else structs.replace(self, removal=removal.agree(number))

    def resume(self) -> Game:
        """The game to be played on where it had stopped: only its last position is another. Raises ProtocolError."""
        return Game((*self.positions[:-1], self._removal().resume()), self.moves)

    def resign(self, seat: str, reason: str) -> Game:
        """The game given up by a seat, or lost by it on time. Raises ProtocolError."""
        number = self.seat_of(seat)
        assert number is not None
        if self.outcome is not None:
            raise ProtocolError(Code.GAME_OVER, f"the game is over: {self.result}")
        try:
            return structs.replace(self, forfeit=forfeited(self.variant, number, Ending(reason)))
        except ValueError as error:
            raise ProtocolError(Code.UNSUPPORTED, str(error)) from None

    def _removal(self) -> Removal:
        """The removal phase that the game is in. Raises ProtocolError ``wrong-phase`` if it is in none."""
        if self.removal is not None and self.phase is Phase.REMOVAL:
            return self.removal
        reason = "play has not stopped: all pass first"
        if not has_removal(self.variant):
            reason = f"{self.variant.name} has no removal phase"
        elif self.outcome is not None:
            reason = f"the game is over: {self.result}"
        raise ProtocolError(Code.WRONG_PHASE, reason)

    def _change(self, change: Callable[[Removal], Removal]) -> Game:
        try:
            return structs.replace(self, removal=change(self._removal()))
        except RemovalError as error:
            raise ProtocolError(Code.ILLEGAL_MOVE, str(error), "cells") from None

    def _squares(self, cells: Sequence[str]) -> list[int]:
        """Squares by their names. Raises ProtocolError naming the first that is none as ``cells[i]``."""
        board, squares = self.variant.board, []
        for index, cell in enumerate(cells):
            try:
                squares.append(parse_square(cell, board.width, board.height))
            except ValueError as error:
                raise ProtocolError(Code.ILLEGAL_MOVE, str(error), f"cells[{index}]") from None
        return squares

    def undo(self, times: int) -> Game:
        """The game before what was done last, so many times: its end, changes in the removal phase, plies.

        Raises ProtocolError ``cannot-undo`` when there was less.
        """
        game = self
        for done in range(times):
            if game.forfeit is not None:
                game = structs.replace(game, forfeit=None)
            elif game.removal is not None and (game.removal.settled or game.removal.changes):
                game = structs.replace(game, removal=game.removal.undo())
            elif game.moves:
                game = Game(game.positions[:-1], game.moves[:-1])
            else:
                was = "ply was" if done == 1 else "plies were"
                raise ProtocolError(Code.CANNOT_UNDO, f"only {done} {was} played, not {times}", "plies")
        return game
