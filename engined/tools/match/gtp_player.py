"""An engine that speaks GTP 2. Squares are named as the game's programs do: in Othello with row 1 on top, in Go with
row 1 at the bottom and without the letter I.

Its limits reach it by what it knows: KataGo's ``maxTime``, ``maxVisits`` and ``maxDepth`` parameters, else
``time_settings`` with a period of one move, and ``level`` for a depth.
"""

from __future__ import annotations

import asyncio

from engined.variants.model import EMPTY, Passing, Variant
from engined_protocol.gtp.coordinates import Coordinates, Dialect
from engined_protocol.notation import PASS, is_pass, square_name

from .limits import Limit, MatchClock
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
        self.process = process
        self._limit = limit
        self._patience = patience
        self._known: set[str] = set()
        self._parameters: set[str] = set()
        self._timed = False
        """Whether a time for each move is a parameter that the engine has taken."""
        self._variant: Variant | None = None
        """The variant of the game in progress."""
        self._coordinates = Coordinates(Dialect.OTHELLO)
        self._passes = True
        """Whether forced passes are spelt out: an engine that refuses one takes them as implied."""

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
        if engine.cleans_up:
            await player._set("friendlyPassOk", "false")
        return player

    # --- the player ---------------------------------------------------------------------------------

    async def begin(self, variant: Variant, opening: Opening, clocks: tuple[MatchClock, MatchClock]) -> None:
        """See :class:`engined.tools.match.player.Player`."""
        board = variant.board
        self._variant = variant
        self._coordinates = Coordinates(Dialect.GO if variant.capture.surrounds else Dialect.OTHELLO)
        size = f"{board.width}" if board.width == board.height else f"{board.width} {board.height}"
        await self._required(f"{'' if board.width == board.height else 'rectangular_'}boardsize {size}")
        await self._required("clear_board")
        if variant.capture.surrounds:
            await self._begin_go(variant)
        await self._set_clock()
        seat = variant.first
        for move in opening:
            await self.play(seat, move, 0.0, own=False)
            seat = 1 - seat

    async def choose(self, seat: int, clock: MatchClock) -> Choice:
        """See :class:`engined.tools.match.player.Player`."""
        if self._limit.main is not None and "time_left" in self._known:
            await self._required(f"time_left {COLOURS[seat]} {clock.remaining:.3f} 0")
        try:
            answer = await self._ask(f"genmove {COLOURS[seat]}", clock.allowance)
        except Refused as refusal:
            raise EngineFault(End.GARBAGE, f"genmove: {refusal}") from None
        text = answer.strip().lower()
        if text == RESIGN:
            return Choice(RESIGN)
        return Choice(PASS if is_pass(text) else self._read(text))

    async def play(self, seat: int, move: str, seconds: float, *, own: bool) -> None:
        """See :class:`engined.tools.match.player.Player`."""
        if own or (move == PASS and not self._passes):
            return
        vertex = self._write(move)
        try:
            await self._ask(f"play {COLOURS[seat]} {vertex}", self._patience)
        except Refused as refusal:
            if move != PASS or self._game.passing is Passing.FREE:
                raise EngineFault(End.GARBAGE, f"it refuses the legal move {move}: {refusal}") from None
            self._passes = False

    async def dead(self) -> frozenset[str] | None:
        """See :class:`engined.tools.match.player.Player`."""
        if "final_status_list" not in self._known:
            return None
        vertices = await self._required("final_status_list dead")
        return frozenset(self._read(vertex) for vertex in vertices.lower().split())

    async def final_score(self) -> str:
        """What the engine says of the game's result. Raises EngineFault."""
        return await self._required("final_score")

    async def ready(self) -> None:
        """See :class:`engined.tools.match.player.Player`: every command was answered."""

    async def end(self) -> None:
        """See :class:`engined.tools.match.player.Player`."""
        await self.process.end("quit")

    def kill(self) -> None:
        """See :class:`engined.tools.match.player.Player`."""
        self.process.kill()

    # --- squares ------------------------------------------------------------------------------------

    @property
    def _game(self) -> Variant:
        assert self._variant is not None  # begin() comes before all moves
        return self._variant

    def _read(self, vertex: str) -> str:
        """The move that a vertex means. Raises EngineFault."""
        board = self._game.board
        try:
            return self._coordinates.read(vertex, board.width, board.height).lower()
        except ValueError as error:
            raise EngineFault(End.GARBAGE, f"{quoted(vertex)} is {error}") from None

    def _write(self, move: str) -> str:
        board = self._game.board
        return self._coordinates.write(move, board.width, board.height)

    async def _begin_go(self, variant: Variant) -> None:
        """Tell what a game of Go has besides the size of its board: komi, and handicap stones, which a program that was
        told the variant has already, and refuses.
        """
        await self._tell("komi", f"{variant.scoring.komi:g}", "the komi")
        stones = {
            self._write(square_name(square, variant.board.width)): colour
            for square, colour in enumerate(variant.board.start)
            if colour != EMPTY
        }
        if "set_free_handicap" in self._known and set(stones.values()) == {0}:
            await self._tell("set_free_handicap", " ".join(stones), "handicap stones")
        else:
            for vertex, colour in stones.items():
                await self._tell("play", f"{COLOURS[colour]} {vertex}", "handicap stones")

    # --- limits -------------------------------------------------------------------------------------

    async def _limit_search(self) -> None:
        limit = self._limit
        self._timed = limit.seconds is not None and await self._set("maxTime", f"{limit.seconds:g}")
        if limit.depth is not None and not await self._set("maxDepth", str(limit.depth)):
            await self._tell("level", str(limit.depth), "a depth")
        if limit.nodes is not None and not await self._set("maxVisits", str(limit.nodes)):
            self._note("cannot be told a number of nodes")
        if limit.seconds is None and limit.main is None:
            await self._set("maxTime", "none")

    async def _set_clock(self) -> None:
        """Before each game, because some forget it with the board."""
        limit = self._limit
        if limit.main is not None:
            await self._tell("time_settings", f"{limit.main:g} 0 0", "a clock")
        elif limit.seconds is not None and not self._timed and self._game.capture.surrounds and limit.seconds % 1:
            # GTP has whole seconds. Go programs refuse others, or take 0.5 for 0 and pass at once (Fuego).
            self._note(f"cannot be told {limit.seconds:g} s, only whole seconds")
        elif limit.seconds is not None and not self._timed:
            await self._tell("time_settings", f"0 {limit.seconds:g} 1", "a time for each move")

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
            self._note(f"cannot be told {what} ({refusal})")

    def _note(self, fact: str) -> None:
        note = f"{fact}: it plays as its own settings say"
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
        await self.process.send(command, deadline)
        try:
            first = await self.process.line(deadline)
            while not first.startswith(("=", "?")):
                first = await self.process.line(deadline)
            answer = [first[1:].strip()]
            while line := (await self.process.line(deadline)).strip():
                answer.append(line)
        except EngineFault as fault:
            if fault.end is End.TIMEOUT:
                raise EngineFault(End.TIMEOUT, f"no answer to {quoted(command)} in {seconds:.3g} s") from None
            raise
        text = "\n".join(answer)
        if first.startswith("?"):
            raise Refused(quoted(text))
        return text
