"""The command line of ``engined match``."""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from engined.config import cores
from engined.files import FileError, read_text
from engined.rules.removal import has_removal
from engined.tools import cancellable
from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.model import ScoreKind, Variant
from engined_protocol.values import reading
from engined_protocol.words import counted

from .arena import Arena, ArenaError, Match
from .counting import AgreedCount, GameCounter, ProgramCount, StonesCount
from .game_log import Conditions, FinishedGame, GameLog, GameLogError
from .limits import NO_LIMIT, Limit, LimitError, MoveDepth, MoveNodes, MoveSeconds, parse_clock
from .openings import OpeningError, SourceError, draw_openings
from .player import Engine
from .report import forfeit_line, game_line, summary
from .roster import RosterError, limit_of, read_roster, split_command
from .standing import MatchStanding, stand

SUMMARY = "have two engines play each other: wins, discs, Elo"
EXAMPLES = (
    ('engined match "engined gtp --level 5" "engined gtp --level 8" --games 20 --time 0.1', "two levels"),
    (
        'engined match "engined gtp --threads 1" "./ntest x" --time-a 1 --depth-b 12 --out games',
        "another program; the same command goes on",
    ),
)

GAMES = 100
SECONDS = 1.0
"""The seconds for a move, when no limit is given."""
STONES, PLAYERS = "stones", "players"
"""Referees that are no program."""
MARGIN = 1.0
PATIENCE = 120.0

COUNT = reading(Annotated[int, Meta(ge=1, le=10**6)])
SECONDS_FROM_0 = reading(Annotated[float, Meta(ge=0, le=1e6)])

INPUT_WRONG = 1
USAGE = 2
INTERRUPTED = 130
TERMINATED = 143


class UsageError(ValueError):
    """Arguments that do not go together."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add = parser.add_argument
    add("a", metavar="A", help="an engine's command line, such as 'engined gtp --threads 1', or a name in --engines")
    add("b", metavar="B", help="its opponent")
    add("--engines", metavar="FILE", type=Path, help="engines by name (TOML)")
    add("--variant", metavar="V", default="othello", help="a name or a declaration's .toml file")
    add("--games", metavar="N", type=COUNT, default=GAMES, help=f"two for each opening (default: {GAMES})")
    add("--openings", metavar="FILE", help="transcripts, one a line; xot, random (default: xot for 8x8 Othello)")
    add("--plies", metavar="N", type=reading(Annotated[int, Meta(ge=0)]), help="length of random openings")
    add(
        "--seed",
        metavar="N",
        type=reading(int),
        default=1,
        help="order of the openings, and which are random (default: 1)",
    )
    for side in ("", "-a", "-b"):
        whom = f"{side[1:].upper()} alone: " if side else ""
        add(f"--time{side}", metavar="S", type=reading(MoveSeconds), help=f"{whom}seconds for each move")
        add(f"--depth{side}", metavar="PLIES", type=reading(MoveDepth), help=f"{whom}plies to search")
        add(f"--nodes{side}", metavar="N", type=reading(MoveNodes), help=f"{whom}positions or playouts for each move")
        add(
            f"--clock{side}", metavar="MAIN+INC", type=_clock, help=f"{whom}seconds for a game, and for each move of it"
        )
    for side in ("-a", "-b"):
        add(f"--protocol{side}", choices=("auto", "gtp", "nboard"), help="default: found by asking the engine")
        add(f"--name{side}", metavar="NAME", help="in records (default: from the command)")
    add(
        "--referee",
        metavar="WHO",
        help=f"who counts a game of Go: {STONES} (none is dead; default), {PLAYERS} (that agree on dead ones), "
        "or a program that knows final_score, named as A and B are",
    )
    add(
        "--margin",
        metavar="S",
        type=SECONDS_FROM_0,
        default=MARGIN,
        help=f"a move may be so late (default: {MARGIN:g})",
    )
    patience = reading(Annotated[float, Meta(ge=0.1, le=1e6)])
    add("--patience", metavar="S", type=patience, default=PATIENCE, help="wait so long where no time is set")
    add("--fresh", action="store_true", help="start both engines anew for every game")
    add("--concurrency", metavar="N", type=COUNT, default=1, help="pairs of games at once, each on cores of its own")
    add("--out", metavar="FOLDER", type=Path, help="keep the games; a match that is there is continued")
    add("--record", choices=("ggf", "sgf", "txt"), help="how games are written there, next to the log")
    add("--json", action="store_true", help="the result as one JSON object; games go to stderr")


def _clock(text: str) -> str:
    try:
        parse_clock(text)
    except LimitError as error:
        raise ArgumentTypeError(str(error)) from None
    return text


def run(arguments: Namespace) -> int:
    """Play the match, a line a game, and print what came out; also when it is interrupted."""
    try:
        played = prepare(arguments)
    except (UsageError, SourceError) as error:
        print(f"engined: {error}", file=sys.stderr)
        return USAGE
    except (FileError, RosterError, OpeningError, GameLogError, UnknownVariant, DeclarationError) as error:
        print(f"engined: {error}", file=sys.stderr)
        return INPUT_WRONG
    except OSError as error:
        print(f"engined: {error.filename or arguments.out}: {error.strerror or error}", file=sys.stderr)
        return INPUT_WRONG
    code = 0
    try:
        cancellable.run(Arena(played.match, played.add, played.note, played.numbers).run())
    except KeyboardInterrupt:
        code = INTERRUPTED
    except asyncio.CancelledError:
        code = TERMINATED
    except (ArenaError, OSError) as error:
        print(f"engined: {error}", file=sys.stderr)
        code = INPUT_WRONG
    played.conclude()
    return code


@dataclass
class Performance:
    """A match with those who watch it: the log and the terminal."""

    match: Match
    log: GameLog | None
    json: bool
    games: list[FinishedGame] = field(default_factory=list)

    @property
    def numbers(self) -> frozenset[int]:
        """The games that were played already."""
        return frozenset(game.number for game in self.games)

    @property
    def standing(self) -> MatchStanding:
        """What the games add up to."""
        return stand(self.games)

    def add(self, game: FinishedGame) -> None:
        """Keep a game and show it."""
        if self.log:
            self.log.add(game)
        self.games.append(game)
        self._say(game_line(game, self.match.games, self.standing))
        if wrong := forfeit_line(game):
            self._say(wrong)

    def note(self, text: str) -> None:
        """Show what the user should know."""
        print(f"engined: {text}", file=sys.stderr, flush=True)

    def conclude(self) -> None:
        """Print the result."""
        if self.json:
            engines = [
                {"name": engine.name, "command": list(engine.command), "limit": str(engine.limit)}
                for engine in self.match.engines
            ]
            print(json.dumps({"variant": self.match.variant.name, "engines": engines, **self.standing.as_json()}))
        else:
            discs = self.match.variant.scoring.kind in (ScoreKind.DISCS, ScoreKind.HOME)
            print(summary(self.standing, self.match.engines, "discs" if discs else "points"))

    def _say(self, line: str) -> None:
        print(line, file=sys.stderr if self.json else sys.stdout, flush=True)


def prepare(arguments: Namespace) -> Performance:
    """The match that the arguments ask for, and its log. Raises one of our errors, or OSError."""
    if arguments.record and not arguments.out:
        raise UsageError("--record needs --out FOLDER to write to")
    variant = _variant(arguments.variant)
    if len(variant.seats) != 2:
        raise UsageError(f"a match has two engines, but {variant.name} has {len(variant.seats)} seats")
    referee = arguments.referee or STONES
    if referee != STONES and not has_removal(variant):
        raise UsageError(f"--referee is for games of Go: {variant.name} counts itself")
    one, other = _engines(arguments)
    all_alive = referee == STONES and has_removal(variant)
    engines = (replace(one, cleans_up=all_alive), replace(other, cleans_up=all_alive))
    pairs = (arguments.games + 1) // 2
    source, openings = draw_openings(variant, arguments.openings, arguments.plies, pairs, arguments.seed)
    log = None
    games: Iterable[FinishedGame] = ()
    if arguments.out:
        conditions = Conditions(
            variant=variant.name,
            digest=variant.digest,
            engines=(" ".join(engines[0].command), " ".join(engines[1].command)),
            names=(engines[0].name, engines[1].name),
            limits=(str(engines[0].limit), str(engines[1].limit)),
            openings=source,
            seed=arguments.seed,
            referee=referee,
        )
        log = GameLog(arguments.out, conditions, variant, arguments.record)
        games = log.open()
    match = Match(
        variant=variant,
        engines=engines,
        openings=openings,
        games=arguments.games,
        margin=arguments.margin,
        patience=arguments.patience,
        fresh=arguments.fresh,
        concurrency=arguments.concurrency,
        counter=_counter(referee, arguments),
        errors=arguments.out,
    )
    played = Performance(match, log, arguments.json, list(games))
    if all_alive and arguments.referee is None:
        played.note("dead stones count as living ones unless they are captured: --referee says who else counts")
    _caution(played)
    return played


def _caution(played: Performance) -> None:
    """Say what would spoil the result."""
    match = played.match
    pairs = (match.games + 1) // 2
    if len(match.openings) < pairs:
        played.note(
            f"{counted(len(match.openings), 'opening')} for {counted(pairs, 'pair')} of games: they begin again, "
            "and so may the games"
        )
    if match.concurrency > cores():
        played.note(f"{match.concurrency} games at once on {cores()} cores: the engines take time from each other")
    if played.games:
        played.note(f"{counted(len(played.games), 'game was', 'games were')} played before")


def _variant(text: str) -> Variant:
    catalogue = Catalogue()
    if text.endswith(".toml"):
        return catalogue.check(read_text(Path(text)), text)
    return catalogue.get(text)


def _counter(referee: str, arguments: Namespace) -> GameCounter:
    if referee == STONES:
        return StonesCount()
    if referee == PLAYERS:
        return AgreedCount()
    return ProgramCount(_engine(referee, _roster(arguments)), arguments.patience, arguments.out)


def _roster(arguments: Namespace) -> dict[str, Engine]:
    return read_roster(arguments.engines) if arguments.engines else {}


def _engine(text: str, roster: dict[str, Engine]) -> Engine:
    """The engine of that name, or with that command line."""
    if text in roster:
        return roster[text]
    words = split_command(text)
    return Engine(Path(words[0]).name, words)


def _engines(arguments: Namespace) -> tuple[Engine, Engine]:
    roster = _roster(arguments)
    shared = limit_of(arguments.time, arguments.depth, arguments.nodes, arguments.clock)
    engines = []
    for side in ("a", "b"):
        engine = _engine(getattr(arguments, side), roster)
        given = {name: getattr(arguments, f"{name}_{side}") for name in ("time", "depth", "nodes", "clock")}
        limit = limit_of(**given) or (engine.limit if engine.limit != NO_LIMIT else shared) or Limit(SECONDS)
        named = getattr(arguments, f"name_{side}") or engine.name
        protocol = getattr(arguments, f"protocol_{side}") or engine.protocol
        engines.append(replace(engine, name=named, limit=limit, protocol=protocol))
    first, second = engines
    if first.name == second.name:
        first, second = replace(first, name=f"{first.name}-A"), replace(second, name=f"{second.name}-B")
    return first, second
