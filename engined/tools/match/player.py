"""What a match needs of an engine, whatever protocol it speaks."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from engined.variants.model import Variant

from .limits import NO_LIMIT, Limit, MatchClock
from .openings import Opening
from .process import End, EngineFault, EngineProcess

ProtocolName = Literal["auto", "gtp", "nboard"]

RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Engine:
    """How an engine is started and what it is told."""

    name: str
    command: tuple[str, ...]
    protocol: ProtocolName = "auto"
    folder: Path | None = None
    """The folder that the engine is started in; None stands for the present one."""
    setup: tuple[str, ...] = ()
    """Lines of its protocol to be sent once, after it has started."""
    limit: Limit = NO_LIMIT
    cleans_up: bool = False
    """Whether it is asked to capture dead stones of Go before it passes, as all stones will count."""


class Choice(NamedTuple):
    """A move that an engine chose: the text as in :mod:`engined_protocol.notation`, or :data:`RESIGN`."""

    move: str
    evaluation: float | None = None
    """The evaluation in discs from the mover's view, where the engine said it."""


class Player(Protocol):
    """A running engine. Every method raises EngineFault when the engine does not do its part in time."""

    notes: list[str]
    """The settings that the engine could not be told, in words for the user."""
    process: EngineProcess

    async def begin(self, variant: Variant, opening: Opening, clocks: tuple[MatchClock, MatchClock]) -> None:
        """Set up a new game after an opening; ``clocks`` are both seats'."""

    async def choose(self, seat: int, clock: MatchClock) -> Choice:
        """The engine's move for the seat whose turn it is; not judged yet."""

    async def play(self, seat: int, move: str, seconds: float, *, own: bool) -> None:
        """Tell of a legal move or forced pass; ``own`` moves were chosen by this engine just before."""

    async def ready(self) -> None:
        """Return once all that was told is taken in: what follows is the engine's own time."""

    async def dead(self) -> frozenset[str] | None:
        """The dead stones on the board when a game of Go has stopped; None if the engine cannot name any."""

    async def end(self) -> None:
        """End the engine."""

    def kill(self) -> None:
        """End the engine at once."""


async def find_protocol(engine: Engine, patience: float) -> Literal["gtp", "nboard"]:
    """Which protocol an engine speaks, from how it answers to NBoard's first lines.

    GTP engines answer every line with ``=`` or ``?``; NBoard engines ignore what they do not know. The process
    that is asked is not used for more. Raises EngineFault.
    """
    if engine.protocol != "auto":
        return engine.protocol
    process = await EngineProcess.start(engine.command, engine.folder)
    deadline = asyncio.get_running_loop().time() + patience
    try:
        for line in ("nboard 2", "ping 1"):
            await process.send(line, deadline)
        while True:
            line = (await process.line(deadline)).strip()
            if line.startswith(("=", "?")):
                return "gtp"
            if line.split() == ["pong", "1"]:
                return "nboard"
    except EngineFault as fault:
        if fault.end is End.TIMEOUT:
            raise EngineFault(End.GARBAGE, "it speaks neither GTP nor NBoard") from None
        raise
    finally:
        await process.end("quit")
