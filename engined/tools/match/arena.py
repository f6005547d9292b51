"""A match: pairs of games from the same openings, colours swapped, played by two engines or several copies of them.

Game 1 has A in the first seat, game 2 has B there after the same moves, and so on. An engine process serves many
games; it is started afresh after it failed in one, or for every game if that is asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from engined.variants.model import Variant

from .counting import GameCounter, StonesCount
from .game_log import FinishedGame, Label
from .gtp_player import GtpPlayer
from .limits import MatchClock
from .nboard_player import NBoardPlayer, playable
from .openings import Opening
from .player import Engine, Player, find_protocol
from .process import End, EngineFault, EngineProcess
from .referee import MatchGame, Outcome

FATAL = frozenset({End.TIMEOUT, End.CRASHED, End.GARBAGE})
"""Ends after which an engine's process cannot be trusted with another game."""


class ArenaError(Exception):
    """A match that cannot be played; the message names the engine and what is wrong."""


@dataclass(frozen=True, kw_only=True)
class Match:
    """What is to be played."""

    variant: Variant
    engines: tuple[Engine, Engine]
    openings: tuple[Opening, ...]
    """One for each pair of games; begun again when there are fewer."""
    games: int
    margin: float
    """Seconds that a move may take beyond its time."""
    patience: float
    """Seconds to wait for an engine that has no limit in time, or is starting."""
    fresh: bool = False
    """Whether every game gets new processes."""
    concurrency: int = 1
    """Pairs of games played at once."""
    counter: GameCounter = field(default_factory=StonesCount)
    errors: Path | None = None
    """Folder for what the engines write to stderr."""


class Arena:
    """Plays a match."""

    def __init__(
        self,
        match: Match,
        on_game: Callable[[FinishedGame], None],
        on_note: Callable[[str], None],
        played: Collection[int] = (),
    ) -> None:
        self._match = match
        self._on_game = on_game
        self._on_note = on_note
        self._noted: set[str] = set()
        self._protocols: tuple[Literal["gtp", "nboard"], ...] = ()
        self._waiting = self._pairs(frozenset(played))

    async def run(self) -> None:
        """Play all games that were not played yet. Raises ArenaError when an engine cannot take part."""
        protocols = []
        for engine in self._match.engines:
            try:
                protocol = await find_protocol(engine, self._match.patience)
            except EngineFault as fault:
                raise ArenaError(f"{engine.name}: {fault}") from None
            if protocol == "nboard" and not playable(self._match.variant):
                raise ArenaError(f"{engine.name}: NBoard has no game records of {self._match.variant.name}")
            protocols.append(protocol)
        self._protocols = tuple(protocols)
        try:
            await self._match.counter.start()
        except EngineFault as fault:
            raise ArenaError(f"referee: {fault}") from None
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self._match.concurrency):
                    group.create_task(self._work())
        except ExceptionGroup as group_of_errors:
            raise group_of_errors.exceptions[0] from None
        finally:
            await self._match.counter.end()

    def _pairs(self, played: frozenset[int]) -> Iterator[tuple[Opening, list[int]]]:
        """Openings, each with the numbers of its games that are still to be played."""
        for pair in range((self._match.games + 1) // 2):
            numbers = [n for n in (2 * pair + 1, 2 * pair + 2) if n <= self._match.games and n not in played]
            if numbers:
                yield self._match.openings[pair % len(self._match.openings)], numbers

    async def _work(self) -> None:
        """Play pairs until there are none left."""
        table: list[Player | None] = [None, None]
        try:
            for opening, numbers in self._waiting:
                for number in numbers:
                    await self._game(table, number, opening)
        except BaseException:
            for player in table:
                if player is not None:
                    player.kill()
            raise
        finally:
            await self._dismiss(table)

    async def _game(self, table: list[Player | None], number: int, opening: Opening) -> None:
        players: list[Player] = []
        for at in range(2):
            player = table[at] or await self._start(at)
            table[at] = player
            players.append(player)
        first = (number - 1) % 2
        order = (first, 1 - first)
        clocks = [self._clock(at) for at in order]
        game = MatchGame(
            self._match.variant,
            opening,
            (players[order[0]], players[order[1]]),
            (clocks[0], clocks[1]),
            self._match.counter,
        )
        outcome = await game.play()
        self._on_game(_finished(self._match.variant, number, order, outcome))
        if self._match.fresh:
            await self._dismiss(table)
        elif outcome.end in FATAL and outcome.winner is not None:
            loser = order[1 - outcome.winner]
            players[loser].kill()
            await players[loser].end()
            table[loser] = None

    async def _start(self, at: int) -> Player:
        """A running engine that has made a move already, so that no game pays for what is loaded lazily."""
        match, engine = self._match, self._match.engines[at]
        player: Player | None = None
        process: EngineProcess | None = None
        try:
            errors = match.errors and match.errors / f"{'AB'[at]}.stderr"
            process = await EngineProcess.start(engine.command, engine.folder, errors)
            kind = GtpPlayer if self._protocols[at] == "gtp" else NBoardPlayer
            player = await kind.start(engine, process, match.patience)
            clocks = (self._clock(at), self._clock(at))
            await player.begin(match.variant, match.openings[0], clocks)
            await player.ready()
            untimed = replace(engine.limit, seconds=None, main=None)
            clock = MatchClock(untimed, match.margin, match.patience)
            clock.remaining = clocks[0].remaining
            seat = (match.variant.first + len(match.openings[0])) % 2
            await player.choose(seat, clock)
        except BaseException as error:
            if process is not None:
                process.kill()
                await process.end("quit")
            if isinstance(error, EngineFault):
                raise ArenaError(f"{engine.name} does not get as far as its first move: {error}") from None
            raise
        for note in player.notes:
            said = f"{engine.name} {note}"
            if said not in self._noted:
                self._noted.add(said)
                self._on_note(said)
        return player

    def _clock(self, at: int) -> MatchClock:
        return MatchClock(self._match.engines[at].limit, self._match.margin, self._match.patience)

    @staticmethod
    async def _dismiss(table: list[Player | None]) -> None:
        for at, player in enumerate(table):
            if player is not None:
                await player.end()
            table[at] = None


def _finished(variant: Variant, number: int, order: tuple[int, int], outcome: Outcome) -> FinishedGame:
    """The game as it is logged: seats become A and B."""
    labels: tuple[Label, Label] = ("A", "B") if order[0] == 0 else ("B", "A")
    ahead = outcome.discs if outcome.discs is None or order[0] == 0 else 0.0 - outcome.discs
    moves = tuple(played.move for played in outcome.moves)
    return FinishedGame(
        number=number,
        first=labels[variant.first],
        opening="".join(outcome.opening),
        moves="".join(moves),
        end=outcome.end.value,
        detail=outcome.detail,
        winner=None if outcome.winner is None else labels[outcome.winner],
        discs=ahead,
        seconds=tuple(None if m.seconds is None else round(m.seconds, 4) for m in outcome.moves),
        evaluations=tuple(played.evaluation for played in outcome.moves),
        processor=tuple(None if m.processor is None else round(m.processor, 4) for m in outcome.moves),
    )
