"""One game between two engines, judged by the rules of :mod:`engined.rules`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import TypeVar

from engined.rules.outcome import most_plies
from engined.rules.position import PASS, IllegalMove, Position, move_text, parse_move, start
from engined.variants.model import Variant
from engined_protocol.notation import is_pass

from .counting import Count, GameCounter
from .limits import MatchClock
from .openings import Opening
from .openings import play as play_opening
from .player import RESIGN, Choice, Player
from .process import End, EngineFault, quoted

LONGEST_GAME = 4
"""Plies for each cell of the board, where no rule says how long a game may be; with free passes it may never end."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MatchMove:
    """A move after the opening; ``seconds`` is None for forced passes, which nobody is asked for."""

    move: str
    seconds: float | None = None
    evaluation: float | None = None
    """The evaluation in discs from the mover's view, if the engine said it."""
    processor: float | None = None
    """Seconds of processor time, where the system tells."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game."""

    opening: Opening
    moves: tuple[MatchMove, ...]
    end: End
    detail: str
    """The reason in words: what a loser did; of a game that was played out, why it was not counted as was asked for."""
    winner: int | None
    """The seat; None for a draw."""
    discs: float | None
    """The discs by which the first seat won under the rules; None for games that were not played out."""


class Forfeit(Exception):
    """A seat lost the game by what it did, or failed to do."""

    def __init__(self, seat: int, end: End, detail: str) -> None:
        super().__init__(detail)
        self.seat = seat
        self.end = end
        self.detail = detail


@dataclass
class MatchGame:
    """A game in progress; seat 0 is ``players[0]``."""

    variant: Variant
    opening: Opening
    players: tuple[Player, Player]
    clocks: tuple[MatchClock, MatchClock]
    counter: GameCounter
    position: Position = field(init=False)
    moves: list[MatchMove] = field(default_factory=list)

    async def play(self) -> Outcome:
        """Play the game to its end. An engine that fails loses; what it did is in the outcome."""
        self.position = start(self.variant)
        try:
            for seat, player in enumerate(self.players):
                await self._blame(seat, player.begin(self.variant, self.opening, self.clocks))
            self.position = play_opening(self.variant, self.opening)
            most = most_plies(self.variant) or LONGEST_GAME * len(self.variant.board.cells)
            while not self.position.over:
                if len(self.moves) >= most:
                    return self._outcome(End.TOO_LONG, f"after {len(self.moves)} plies", None, None)
                await self._ply()
        except Forfeit as forfeit:
            return self._outcome(forfeit.end, forfeit.detail, 1 - forfeit.seat, None)
        moves = (*self.opening, *(played.move for played in self.moves))
        count = await self.counter.count(self.position, moves, self.players)
        return self._outcome(End.SCORE, count.remark, self._winner(count), count.ahead)

    async def _ply(self) -> None:
        seat = self.position.seat
        if self.position.legal() == (PASS,):
            await self._tell(seat, MatchMove(move_text(self.position, PASS)))
            self.position = self.position.play(PASS)
            return
        for other, player in enumerate(self.players):
            await self._blame(other, player.ready())
        clock = self.clocks[seat]
        allowance, loop = clock.allowance, asyncio.get_running_loop()
        process = self.players[seat].process
        used, begun = process.processor_seconds, loop.time()
        choice = await self._blame(seat, self.players[seat].choose(seat, clock))
        seconds, using = loop.time() - begun, process.processor_seconds
        if seconds > allowance:
            raise Forfeit(seat, End.TIMEOUT, f"{seconds:.3f} s for a move")
        clock.charge(seconds)
        move, following = self._judge(seat, choice)
        processor = None if used is None or using is None else using - used
        await self._tell(seat, MatchMove(move, seconds, choice.evaluation, processor))
        self.position = following

    def _judge(self, seat: int, choice: Choice) -> tuple[str, Position]:
        """The move that an engine chose, as text, and the position after it. Raises Forfeit."""
        if choice.move == RESIGN:
            raise Forfeit(seat, End.RESIGNED, f"on move {len(self.opening) + len(self.moves) + 1}")
        try:
            move = PASS if is_pass(choice.move) else parse_move(self.position, choice.move)
            return move_text(self.position, move), self.position.play(move)
        except IllegalMove as error:
            raise Forfeit(seat, End.ILLEGAL, f"{quoted(choice.move)}: {error}") from None
        except ValueError as error:
            raise Forfeit(seat, End.GARBAGE, f"{quoted(choice.move)} is no move: {error}") from None

    async def _tell(self, mover: int, played: MatchMove) -> None:
        """Tell both engines of a move, and put it on record."""
        self.moves.append(played)
        asked = played.seconds is not None
        for seat, player in enumerate(self.players):
            own = asked and seat == mover
            told = player.play(mover, played.move, played.seconds or 0.0, own=own)
            await self._blame(seat, told)

    async def _blame(self, seat: int, work: Awaitable[T]) -> T:
        """Do a seat's work; a fault in it becomes that seat's forfeit."""
        try:
            return await work
        except EngineFault as fault:
            raise Forfeit(seat, fault.end, fault.detail) from None

    def _outcome(self, end: End, detail: str, winner: int | None, discs: float | None) -> Outcome:
        return Outcome(self.opening, tuple(self.moves), end, detail, winner, discs)

    def _winner(self, count: Count) -> int | None:
        if count.ahead:
            return 0 if count.ahead > 0 else 1
        return self.variant.scoring.draw_right.seat
