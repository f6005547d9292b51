"""An engine that speaks the NBoard protocol, version 2.

NBoard has a depth and a clock for the whole game, no time for a move.
"""

from __future__ import annotations

import asyncio
import math
import re
from itertools import count

from engined.rules.position import format_position, start
from engined.variants.model import CaptureKind, Variant
from engined_protocol.notation import PASS, is_pass
from engined_protocol.records.ggf import SIZES, format_ggf
from engined_protocol.records.record import BLACK, WHITE, PlayerTime, Record, RecordedMove

from .limits import Limit, MatchClock
from .openings import Opening
from .player import Choice, Engine
from .process import End, EngineFault, EngineProcess, quoted

DEEPEST = 60
"""The depth of an engine that is told none: NBoard's engines want one before they search."""

_ANSWER = re.compile(r"===\s*([A-Za-z]\d{1,2}|[A-Za-z-]{1,4})(?:[/\s]+(\S+?))?(?:[/\s].*)?", re.ASCII)


class NBoardPlayer:
    """See :class:`engined.tools.match.player.Player`."""

    def __init__(self, process: EngineProcess, limit: Limit, patience: float) -> None:
        self.notes: list[str] = []
        self.process = process
        self._limit = limit
        self._patience = patience
        self._pings = count(1)

    @classmethod
    async def start(cls, engine: Engine, process: EngineProcess, patience: float) -> NBoardPlayer:
        """Tell the engine its setup and depth. Raises EngineFault."""
        player = cls(process, engine.limit, patience)
        if engine.limit.seconds is not None:
            player.notes.append("cannot be told a time for each move by NBoard: it plays as its own settings say")
        if engine.limit.nodes is not None:
            player.notes.append("cannot be told a number of nodes by NBoard: it plays as its own settings say")
        for line in ("nboard 2", f"set depth {engine.limit.depth or DEEPEST}", *engine.setup):
            await player._send(line)
        await player.ready()
        return player

    # --- the player ---------------------------------------------------------------------------------

    async def begin(self, variant: Variant, opening: Opening, clocks: tuple[MatchClock, MatchClock]) -> None:
        """See :class:`engined.tools.match.player.Player`."""
        await self._send(f"set game {_game(variant, opening, clocks)}")
        await self.ready()

    async def choose(self, seat: int, clock: MatchClock) -> Choice:
        """See :class:`engined.tools.match.player.Player`."""
        allowance = clock.allowance
        await self._send("go")
        line = await self._until("===", allowance)
        match = _ANSWER.fullmatch(line.strip())
        if match is None:
            raise EngineFault(End.GARBAGE, f"no move in {quoted(line)}")
        move = PASS if is_pass(match[1]) else match[1].lower()
        return Choice(move, _number(match[2]))

    async def play(self, seat: int, move: str, seconds: float, *, own: bool) -> None:
        """See :class:`engined.tools.match.player.Player`: own moves too, because ``go`` does not play."""
        await self._send(f"move {'PA' if move == PASS else move.upper()}//{seconds:.3f}")

    async def ready(self) -> None:
        """See :class:`engined.tools.match.player.Player`."""
        number = next(self._pings)
        await self._send(f"ping {number}")
        await self._until(f"pong {number}", self._patience)

    async def dead(self) -> None:
        """See :class:`engined.tools.match.player.Player`: NBoard has no word for them."""

    async def end(self) -> None:
        """See :class:`engined.tools.match.player.Player`."""
        await self.process.end("quit")

    def kill(self) -> None:
        """See :class:`engined.tools.match.player.Player`."""
        self.process.kill()

    # --- lines --------------------------------------------------------------------------------------

    async def _send(self, line: str) -> None:
        await self.process.send(line, asyncio.get_running_loop().time() + self._patience)

    async def _until(self, beginning: str, seconds: float) -> str:
        """The first line that begins with these words; what comes before is news of the search."""
        deadline = asyncio.get_running_loop().time() + seconds
        wanted = beginning.split()
        try:
            while True:
                line = await self.process.line(deadline)
                if line.split()[: len(wanted)] == wanted or (beginning == "===" and line.startswith("===")):
                    return line
        except EngineFault as fault:
            if fault.end is End.TIMEOUT:
                raise EngineFault(End.TIMEOUT, f"no {beginning!r} in {seconds:.3g} s") from None
            raise


def playable(variant: Variant) -> bool:
    """Whether NBoard's game records have a board like this variant's."""
    board, symbols = variant.board, [colour.symbol for colour in variant.colours]
    square = board.width == board.height and str(board.width) in SIZES
    flipping = variant.capture.kind in (CaptureKind.FLIP, CaptureKind.REMOVE)
    return flipping and square and not board.holes and symbols == [BLACK, WHITE]


def _game(variant: Variant, opening: Opening, clocks: tuple[MatchClock, MatchClock]) -> str:
    """The game so far, with the clocks."""
    moves, seat = [], variant.first
    for move in opening:
        moves.append(RecordedMove((BLACK, WHITE)[seat], move, None, 0.0))
        seat = 1 - seat
    limits = {
        colour: PlayerTime(clock.limit.main, clock.limit.increment, 0.0)
        for colour, clock in zip((BLACK, WHITE), clocks, strict=True)
        if clock.limit.main is not None
    }
    anti = "a" if variant.scoring.misere else ""
    record = Record(
        width=variant.board.width,
        height=variant.board.height,
        moves=tuple(moves),
        start=format_position(start(variant)),
        black="black",
        white="white",
        limits=limits,
        properties={"PC": "engined", "TY": f"{variant.board.width}{anti}"},
    )
    return format_ggf(record)


def _number(text: str | None) -> float | None:
    """An evaluation where it is one; engines write many things there."""
    try:
        value = float((text or "").replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) else None
