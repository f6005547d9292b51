"""Who counts a game of Go that two passes have stopped, and which stones are dead by then.

Other games count as their rules say. So does Go by default: stones that were not captured are alive. Two players may
agree on dead stones instead, or a third program says what the score is.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engined.rules.position import Position
from engined.rules.removal import Removal
from engined.variants.model import Variant
from engined_protocol.notation import parse_square

from .gtp_player import GtpPlayer
from .limits import NO_LIMIT, MatchClock
from .openings import Opening
from .player import Engine, Player
from .process import End, EngineFault, EngineProcess, quoted

_SCORE = re.compile(r"(?P<winner>[BW])\+(?P<points>\d+(?:\.\d*)?)|0(?:\.0*)?|draw|jigo", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Count:
    """What a finished game counts."""

    ahead: float
    """The margin by which the first seat won."""
    remark: str = ""
    """Why it was not counted as was asked for; empty if it was."""


class GameCounter(Protocol):
    """Counts finished games."""

    async def start(self) -> None:
        """Start what it needs. Raises EngineFault."""

    async def count(self, position: Position, moves: Opening, players: Sequence[Player]) -> Count:
        """The score of the last position of a game, all whose moves are given. Never raises EngineFault."""

    async def end(self) -> None:
        """End what it needs."""


class StonesCount:
    """All stones are alive: whoever wants others gone captures them before he passes."""

    async def start(self) -> None:
        """See :class:`GameCounter`."""

    async def count(self, position: Position, moves: Opening, players: Sequence[Player]) -> Count:
        """See :class:`GameCounter`."""
        return Count(position.value(0))

    async def end(self) -> None:
        """See :class:`GameCounter`."""


class AgreedCount(StonesCount):
    """Without the stones that both players call dead; all stones, if they do not call the same ones so."""

    async def count(self, position: Position, moves: Opening, players: Sequence[Player]) -> Count:
        """See :class:`GameCounter`."""
        named: list[frozenset[str]] = []
        for colour, player in zip(("Black", "White"), players, strict=True):
            try:
                dead = await player.dead()
            except EngineFault as fault:
                return Count(position.value(0), f"{colour} names no dead stones: {fault}")
            if dead is None:
                return Count(position.value(0), f"{colour} cannot name dead stones")
            named.append(dead)
        black, white = named
        if black != white:
            return Count(position.value(0), f"not agreed on dead stones: {_listed(black ^ white)}")
        size = position.variant.board
        try:
            squares = [parse_square(name, size.width, size.height) for name in sorted(black)]
            return Count(Removal(position).remove(squares).counted.value(0))
        except ValueError as error:
            return Count(position.value(0), f"no dead stones: {error}")


class ProgramCount:
    """A third program is shown the whole game and asked for its ``final_score``."""

    def __init__(self, engine: Engine, patience: float, errors: Path | None) -> None:
        self._engine = engine
        self._patience = patience
        self._errors = errors
        self._player: GtpPlayer | None = None
        self._busy = asyncio.Lock()

    async def start(self) -> None:
        """See :class:`GameCounter`; nothing happens if the program is running."""
        if self._player is None:
            errors = self._errors and self._errors / "referee.stderr"
            process = await EngineProcess.start(self._engine.command, self._engine.folder, errors)
            try:
                self._player = await GtpPlayer.start(self._engine, process, self._patience)
            except BaseException:
                process.kill()
                await process.end("quit")
                raise

    async def count(self, position: Position, moves: Opening, players: Sequence[Player]) -> Count:
        """See :class:`GameCounter`. A program that fails is started anew for the next game."""
        async with self._busy:
            try:
                return Count(await self._ask(position.variant, moves))
            except EngineFault as fault:
                if self._player is not None:
                    self._player.kill()
                await self.end()
                return Count(position.value(0), f"no score from the referee: {fault}")

    async def _ask(self, variant: Variant, moves: Opening) -> float:
        await self.start()
        assert self._player is not None
        clock = MatchClock(NO_LIMIT, 0.0, self._patience)
        await self._player.begin(variant, moves, (clock, clock))
        return _read_score(await self._player.final_score())

    async def end(self) -> None:
        """See :class:`GameCounter`."""
        if self._player is not None:
            player, self._player = self._player, None
            await player.end()


def _read_score(text: str) -> float:
    """What Black won by: ``B+3.5``, ``W+12``, ``0``. Raises EngineFault."""
    found = _SCORE.fullmatch(text.strip())
    if found is None:
        raise EngineFault(End.GARBAGE, f"{quoted(text)} is no score")
    if found["winner"] is None:
        return 0.0
    return (1 if found["winner"].upper() == "B" else -1) * float(found["points"])


def _listed(squares: frozenset[str]) -> str:
    return " ".join(sorted(squares, key=lambda name: (name[0], int(name[1:]))))
