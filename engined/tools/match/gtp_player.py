"""An engine that speaks GTP 2, with squares named as Othello players do (row 1 on top).

Its limits reach it by what it knows: KataGo's ``maxTime`` and ``maxDepth`` parameters, else ``time_settings``
with a period of one move, and ``level`` for a depth.
"""

from __future__ import annotations

import asyncio

from engined.variants.model import Variant
from engined_protocol.notation import PASS, is_pass

from .limits import Clock, Limit
from .openings import Opening
from .player import RESIGN, Choice, Engine
from .process import End, EngineFault, EngineProcess, quoted

COLOURS = ("black", "white")


class Refused(Exception):
    """The engine answered with an error, in its words."""


class GtpPlayer:
    """See :class:`engined.tools.match.player.Player`."""

    def __init__(self, process: EngineProcess, limit: Limit, patience: float) -> None:
        self.notes: list[str] = []
        self._process = process
        self._limit = limit
        self._patience = patience
        self._known: set[str] = set()
        self._parameters: set[str] = set()
        self._passes = True
        """Whether passes are spelt out: an engine that refuses one takes them as implied."""

    @classmethod
    async def start(cls, engine: Engine, process: EngineProcess, patience: float) -> GtpPlayer:
        """Learn what the engine knows, and tell it its setup and limits. Raises EngineFault."""
        player = cls(process, engine.limit, patience)
        player._known = set((await player._required("list_commands")).split())
        if "kata-list-params" in player._known:
            player._parameters = set((await player._required("kata-list-params")).split())
        for line in engine.setup:
            await player._required(line)
        await player._limit_search()
        return player

    # --- the player ---------------------------------------------------------------------------------

    async def begin(self, variant: Variant, opening: Opening, clocks: tuple[Clock, Clock]) -> None:
        """As Player."""
        board = variant.board
        size = f"{board.width}" if board.width == board.height else f"{board.width} {board.height}"
        await self._required(f"{'' if board.width == board.height else 'rectangular_'}boardsize {size}")
        await self._required("clear_board")
        if self._limit.main is not None:
            await self._tell("time_settings", f"{self._limit.main:g} 0 0", "a clock")
        seat = variant.first
        for move in opening:
            await self.play(seat, move, 0.0, own=False)
            seat = 1 - seat

    async def choose(self, seat: int, clock: Clock) -> Choice:
        """As Player."""
        if self._limit.main is not None and "time_left" in self._known:
            await self._required(f"time_left {COLOURS[seat]} {clock.remaining:.3f} 0")
        try:
            answer = await self._ask(f"genmove {COLOURS[seat]}", clock.allowance)
        except Refused as refusal:
            raise EngineFault(End.GARBAGE, f"genmove: {refusal}") from None
        text = answer.strip().lower()
        if text == RESIGN:
            return Choice(RESIGN)
        return Choice(PASS if is_pass(text) else text)

    async def play(self, seat: int, move: str, seconds: float, *, own: bool) -> None:
        """As Player."""
        if own or (move == PASS and not self._passes):
            return
        vertex = "PASS" if move == PASS else move.upper()
        try:
            await self._ask(f"play {COLOURS[seat]} {vertex}", self._patience)
        except Refused as refusal:
            if move != PASS:
                raise EngineFault(End.GARBAGE, f"it refuses the legal move {move}: {refusal}") from None
            self._passes = False

    async def ready(self) -> None:
        """As Player: every command was answered."""

    async def end(self) -> None:
        """As Player."""
        await self._process.end("quit")

    def kill(self) -> None:
        """As Player."""
        self._process.kill()

    # --- limits -------------------------------------------------------------------------------------

    async def _limit_search(self) -> None:
        limit = self._limit
        if limit.seconds is not None and not await self._set("maxTime", f"{limit.seconds:g}"):
            await self._tell("time_settings", f"0 {limit.seconds:g} 1", "a time for each move")
        if limit.depth is not None:
            if not await self._set("maxDepth", str(limit.depth)):
                await self._tell("level", str(limit.depth), "a depth")
            elif limit.seconds is None and limit.main is None:
                await self._set("maxTime", "none")

    async def _set(self, name: str, value: str) -> bool:
        """Set a parameter; whether the engine has it and took the value."""
        if name not in self._parameters:
            return False
        try:
            await self._ask(f"kata-set-param {name} {value}", self._patience)
        except Refused:
            return False
        return True

    async def _tell(self, command: str, arguments: str, what: str) -> None:
        """Send a command that tells a limit; note when the engine does not take it."""
        try:
            if command not in self._known:
                raise Refused(f"it does not know {command}")
            await self._ask(f"{command} {arguments}", self._patience)
        except Refused as refusal:
            note = f"cannot be told {what} ({refusal}): it plays as its own settings say"
            if note not in self.notes:
                self.notes.append(note)

    # --- the protocol -------------------------------------------------------------------------------

    async def _required(self, command: str) -> str:
        try:
            return await self._ask(command, self._patience)
        except Refused as refusal:
            raise EngineFault(End.GARBAGE, f"{command.split()[0]}: {refusal}") from None

    async def _ask(self, command: str, seconds: float) -> str:
        """The answer to a command. Raises Refused for an error, EngineFault when none comes in time.

        Lines before the answer's first are skipped: engines greet, and print boards.
        """
        deadline = asyncio.get_running_loop().time() + seconds
        await self._process.send(command, deadline)
        try:
            first = await self._process.line(deadline)
            while not first.startswith(("=", "?")):
                first = await self._process.line(deadline)
            answer = [first[1:].strip()]
            while line := (await self._process.line(deadline)).strip():
                answer.append(line)
        except EngineFault as fault:
            if fault.end is End.TIMEOUT:
                raise EngineFault(End.TIMEOUT, f"no answer to {quoted(command)} in {seconds:.3g} s") from None
            raise
        text = "\n".join(answer)
        if first.startswith("?"):
            raise Refused(quoted(text))
        return text
