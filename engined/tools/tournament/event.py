"""A tournament as it is played: round after round, each meeting a match of its own in every variant.

With a folder everything is kept: ``tournament.json`` says what is played, each meeting has the log of a match. A later
run reads the logs, pairs the rounds as before, and goes on where the last one broke off.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from random import Random

import msgspec

from engined.tools.match.arena import Arena, ArenaError, Match
from engined.tools.match.game_log import Conditions, FinishedGame, GameLog, GameLogError, RecordFormat
from engined.tools.match.player import find_protocol
from engined.tools.match.process import EngineFault
from engined_client.club.pairing import Candidate, Pair, Round, round_robin, swiss
from engined_client.club.standings import Row, opponent, standings

from .plan import PLACEHOLDER, Discipline, TournamentPlan
from .played import Played

Meeting = tuple[Discipline, Pair]


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament that is continued has in common with itself. More rounds may be played."""

    format: str
    games: int
    engines: tuple[tuple[str, str, str], ...]
    """Name, command and limit of each."""
    variants: tuple[tuple[str, str, str], ...]
    """Name, digest and openings of each."""
    seed: int


class Event:
    """Plays a tournament. The callbacks are told of each game, of what users should know, and of each round's end."""

    def __init__(
        self,
        plan: TournamentPlan,
        *,
        folder: Path | None = None,
        record: RecordFormat | None = None,
        concurrency: int = 1,
        on_game: Callable[[Played], None],
        on_note: Callable[[str], None],
        on_round: Callable[[int], None],
    ) -> None:
        self.plan = plan
        self.played: list[Played] = []
        """All games, earlier runs' too, as far as the rounds have come."""
        self.byes: Counter[str] = Counter()
        """Rounds without an opponent."""
        self._folder = folder
        self._record = record
        self._concurrency = concurrency
        self._on_game = on_game
        self._tell = on_note
        self._told: set[str] = set()
        self._on_round = on_round
        self._engines = {engine.name: engine for engine in plan.engines}
        self._asking = asyncio.Lock()
        self._asked = False
        self._names = [engine.name for engine in plan.engines]
        Random(plan.seed).shuffle(self._names)

    async def run(self) -> None:
        """Play what was not played yet. Raises ArenaError when an engine cannot take part, GameLogError when the folder
        has another tournament, OSError when it cannot be written.
        """
        self._open_folder()
        self._caution()
        for number in range(1, self.plan.rounds + 1):
            pairing = self._pairing(number)
            waiting = iter(
                [(d, self._turned(pair, at)) for pair in pairing.pairs for at, d in enumerate(self.plan.disciplines)]
            )
            try:
                async with asyncio.TaskGroup() as group:
                    for _ in range(self._concurrency):
                        group.create_task(self._work(number, waiting))
            except ExceptionGroup as errors:
                raise errors.exceptions[0] from None
            if pairing.bye is not None:
                self.byes[pairing.bye] += 1
            self._on_round(number)

    def standings(self, variant: str | None = None) -> tuple[Row, ...]:
        """The engines, best first; those of one variant alone, or of all together. In Swiss a bye counts as won."""
        played = [game for game in self.played if variant in (None, game.variant)]
        games = self.plan.games * (len(self.plan.disciplines) if variant is None else 1)
        byes = {name: games * count for name, count in self.byes.items()} if self.plan.format == "swiss" else {}
        return standings(self._names, played, byes)

    # --- pairing ------------------------------------------------------------------------------------

    def _pairing(self, number: int) -> Round:
        if self.plan.format == "round-robin":
            return round_robin(self._names, number)
        uneven = self.plan.games * len(self.plan.disciplines) % 2 == 1
        return swiss([self._candidate(row) for row in self.standings()], number, uneven=uneven)

    def _candidate(self, row: Row) -> Candidate:
        own = [game for game in self.played if row.name in (game.a, game.b)]
        met = Counter(other for _, other in {(game.round, opponent(game, row.name)) for game in own})
        balances = {number: _balance(row.name, games) for number, games in _by_round(own)}
        last = balances[max(balances)] if balances else 0
        return Candidate(row.name, row.points, met, self.byes[row.name], sum(balances.values()), last)

    def _turned(self, pair: Pair, at: int) -> Pair:
        """The pair as it plays the variant of that number: an odd game more goes to each in turn."""
        return pair if at % 2 == 0 or self.plan.games % 2 == 0 else (pair[1], pair[0])

    # --- meetings -----------------------------------------------------------------------------------

    async def _work(self, number: int, waiting: Iterator[Meeting]) -> None:
        for discipline, pair in waiting:
            await self._meet(number, discipline, pair)

    async def _meet(self, number: int, discipline: Discipline, pair: Pair) -> None:
        """Play the games of a meeting that were not played yet."""
        variant, folder = discipline.variant, None
        if self._folder is not None:
            folder = self._folder / f"round-{number:02}" / variant.name / f"{pair[0]} - {pair[1]}"
        log = self._log(folder, number, discipline, pair) if folder is not None else None
        games = log.open() if log is not None else ()

        def keep(game: FinishedGame) -> None:
            if log is not None:
                log.add(game)
            self.played.append(Played(number, variant.name, len(variant.board.cells), *pair, game))
            self._on_game(self.played[-1])

        self.played += [Played(number, variant.name, len(variant.board.cells), *pair, game) for game in games]
        if len(games) >= self.plan.games:
            return
        await self._find_protocols()
        match = Match(
            variant=variant,
            engines=(discipline.told(self._engines[pair[0]]), discipline.told(self._engines[pair[1]])),
            openings=discipline.of_round(number, self.plan.pairs),
            games=self.plan.games,
            margin=self.plan.margin,
            patience=self.plan.patience,
            fresh=self.plan.fresh,
            errors=folder,
        )
        await Arena(match, keep, self._on_note, {game.number for game in games}).run()

    def _caution(self) -> None:
        """Say who does not hear of a variant that the size of the board does not tell."""
        others = [discipline.variant.name for discipline in self.plan.disciplines if not discipline.plain]
        for engine in self.plan.engines if others else ():
            if PLACEHOLDER not in " ".join((*engine.command, *engine.setup)):
                self._on_note(f"{engine.name} is not told that it plays {others[0]}: no {PLACEHOLDER} in its command")

    def _on_note(self, text: str) -> None:
        """Say it once, not at every meeting."""
        if text not in self._told:
            self._told.add(text)
            self._tell(text)

    async def _find_protocols(self) -> None:
        """Ask each engine once what it speaks, before the first of them plays."""
        async with self._asking:
            for name, engine in self._engines.items() if not self._asked else ():
                try:
                    protocol = await find_protocol(self.plan.disciplines[0].told(engine), self.plan.patience)
                except EngineFault as fault:
                    raise ArenaError(f"{name}: {fault}") from None
                self._engines[name] = replace(engine, protocol=protocol)
            self._asked = True

    # --- the folder ---------------------------------------------------------------------------------

    def _open_folder(self) -> None:
        if self._folder is None:
            return
        kept = Kept(
            format=self.plan.format,
            games=self.plan.games,
            engines=tuple((e.name, " ".join(e.command), str(e.limit)) for e in self.plan.engines),
            variants=tuple((d.variant.name, d.variant.digest, d.source) for d in self.plan.disciplines),
            seed=self.plan.seed,
        )
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / "tournament.json"
        if not file.exists():
            file.write_bytes(msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
            return
        try:
            begun = msgspec.json.decode(file.read_bytes(), type=Kept)
        except msgspec.MsgspecError as error:
            raise GameLogError(f"{file} is not of a tournament: {error}") from None
        for name in Kept.__struct_fields__:
            was, now = getattr(begun, name), getattr(kept, name)
            if was != now:
                raise GameLogError(f"{file} has a tournament with other {name}: {was}, not {now}")

    def _log(self, folder: Path, number: int, discipline: Discipline, pair: Pair) -> GameLog:
        first, second = (discipline.told(self._engines[name]) for name in pair)
        conditions = Conditions(
            variant=discipline.variant.name,
            digest=discipline.variant.digest,
            engines=(" ".join(first.command), " ".join(second.command)),
            names=pair,
            limits=(str(first.limit), str(second.limit)),
            openings=f"{discipline.source}, round {number}",
            seed=self.plan.seed,
        )
        return GameLog(folder, conditions, discipline.variant, self._record)


def _balance(name: str, games: list[Played]) -> int:
    """Games in the first seat less those in the second."""
    return sum(1 if game.seat(name) == 0 else -1 for game in games)


def _by_round(games: list[Played]) -> Iterator[tuple[int, list[Played]]]:
    for number, group in groupby(sorted(games, key=lambda game: game.round), key=lambda game: game.round):
        yield number, list(group)
