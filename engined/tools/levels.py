"""``engined levels VARIANT``: how far apart in strength the levels of play are, by matches against each other."""

from __future__ import annotations

import asyncio
import math
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from engined.files import FileError, read_text
from engined.rules.removal import has_removal
from engined.tools import cancellable
from engined.tools.match.arena import Arena, ArenaError, Match
from engined.tools.match.command import INPUT_WRONG, INTERRUPTED, TERMINATED
from engined.tools.match.counting import AgreedCount, StonesCount
from engined.tools.match.game_log import Conditions, FinishedGame, GameLog, GameLogError
from engined.tools.match.limits import NO_LIMIT, Limit
from engined.tools.match.openings import OpeningError, draw_openings
from engined.tools.match.player import Engine
from engined.tools.match.standing import MatchStanding, stand
from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.model import Variant
from engined_protocol.messages.envelope import STRONGEST_LEVEL
from engined_protocol.values import reading

SUMMARY = "how far apart the levels of play are: matches between neighbours, and a table of Elo"
EXAMPLES = (
    ("engined levels othello --games 40 --out levels", "all, and full strength; the same command goes on"),
    ("engined levels go-9x9 --levels 1-4 --games 20", "some"),
)
GAMES = 20
SECONDS = 0.1
FULL = STRONGEST_LEVEL + 1
"""Full strength, as if it were a level."""
MARGIN, PATIENCE = 5.0, 300.0
COUNT = reading(Annotated[int, Meta(ge=2, le=10**6)])


@dataclass(frozen=True, slots=True)
class Step:
    """A level beside the one below it."""

    level: int
    standing: MatchStanding


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add = parser.add_argument
    add("variant", metavar="VARIANT", help="a name, or a declaration's .toml file; two sides")
    add("--games", metavar="N", type=COUNT, default=GAMES, help=f"of each pair of neighbours (default: {GAMES})")
    add("--levels", metavar="A-B", type=_levels, default=(1, FULL), help=f"default: 1-{FULL}; {FULL} is full strength")
    seconds = reading(Annotated[float, Meta(ge=0.01, le=1000)])
    add("--time", metavar="S", type=seconds, default=SECONDS, help=f"seconds a move, at full strength ({SECONDS})")
    add("--seed", metavar="N", type=reading(int), default=1, help="of the openings (default: 1)")
    add("--out", metavar="FOLDER", type=Path, help="keep the games; what is there is not played again")


def run(arguments: Namespace) -> int:
    """Play the matches, a line each, and print the table; also when it is interrupted."""
    steps: list[Step] = []
    code = 0
    try:
        variant = _variant(arguments.variant)
        if len(variant.seats) != 2:
            raise OpeningError(
                f"levels are compared in games of two, but {variant.name} has {len(variant.seats)} seats"
            )
        for level in range(arguments.levels[0] + 1, arguments.levels[1] + 1):
            games: list[FinishedGame] = []
            try:
                _play(variant, level, arguments, games)
            finally:
                if games:
                    steps.append(Step(level, stand(games)))
                    print(_line(steps[-1]), flush=True)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except asyncio.CancelledError:
        code = TERMINATED
    except (FileError, OpeningError, GameLogError, UnknownVariant, DeclarationError, ArenaError, OSError) as error:
        print(f"engined: {error}", file=sys.stderr)
        code = INPUT_WRONG
    if steps:
        print("\n".join(["", *table(steps)]))
    return code


def table(steps: Sequence[Step]) -> list[str]:
    """The levels with their Elo, the weakest of them having 0: each is the sum of the steps below it."""
    lines = [" level    Elo   step"]
    elo = 0.0
    lines.append(f"{_name(steps[0].level - 1):>6} {0:>6}")
    for step in steps:
        if step.standing.strength is None:
            break
        strength = step.standing.strength
        elo += strength.elo
        interval = f"({strength.low:+.0f} .. {strength.high:+.0f})"
        lines.append(f"{_name(step.level):>6} {_whole(elo):>6} {_whole(strength.elo, signed=True):>6}  {interval}")
    return lines


def _whole(elo: float, *, signed: bool = False) -> str:
    if math.isinf(elo):
        return "inf" if elo > 0 else "-inf"
    return f"{elo:+.0f}" if signed else f"{elo:.0f}"


def _name(level: int) -> str:
    return "full" if level == FULL else str(level)


def _line(step: Step) -> str:
    found = step.standing
    return f"{_name(step.level)} against {_name(step.level - 1)}: +{found.won} ={found.drawn} -{found.lost}"


def _play(variant: Variant, level: int, arguments: Namespace, games: list[FinishedGame]) -> None:
    """A match of a level, A, against the one below; games are added as they end."""
    engines = (_engine(arguments, level), _engine(arguments, level - 1))
    pairs = (arguments.games + 1) // 2
    source, openings = draw_openings(variant, None, None, pairs, arguments.seed)
    match = Match(
        variant=variant,
        engines=engines,
        openings=openings,
        games=arguments.games,
        margin=MARGIN,
        patience=PATIENCE,
        counter=AgreedCount() if has_removal(variant) else StonesCount(),  # levels leave dead stones on the board
    )
    log = None
    if arguments.out is not None:
        conditions = Conditions(
            variant=variant.name,
            digest=variant.digest,
            engines=(_told(engines[0]), _told(engines[1])),
            names=(engines[0].name, engines[1].name),
            limits=(str(engines[0].limit), str(engines[1].limit)),
            openings=source,
            seed=arguments.seed,
        )
        log = GameLog(arguments.out / f"{variant.name}-{_name(level)}", conditions, variant, None)
        games += log.open()

    def hear(game: FinishedGame) -> None:
        if log is not None:
            log.add(game)
        games.append(game)

    played = frozenset(game.number for game in games)
    cancellable.run(Arena(match, hear, lambda note: print(f"engined: {note}", file=sys.stderr), played).run())


def _engine(arguments: Namespace, level: int) -> Engine:
    """An engine that plays at a level; it keeps nothing, and has no book."""
    options = ("--variant", arguments.variant, "--threads", "1", "--store", "", "--log-level", "error")
    strength = () if level == FULL else ("--level", str(level))
    command = (sys.executable, "-m", "engined", "gtp", *options, *strength)
    limit = Limit(arguments.time) if level == FULL else NO_LIMIT
    return Engine(f"level {_name(level)}", command, "gtp", limit=limit)


def _told(engine: Engine) -> str:
    """Its command without the interpreter: another one may go on with the match."""
    return " ".join(engine.command[3:])


def _levels(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    try:
        found = int(first), int(last)
    except ValueError:
        found = (0, 0)
    if not 1 <= found[0] < found[1] <= FULL:
        raise ArgumentTypeError(f"two levels from 1 to {FULL}, as 1-4, not {text!r}")
    return found


def _variant(text: str) -> Variant:
    catalogue = Catalogue()
    if text.endswith(".toml"):
        return catalogue.check(read_text(Path(text)), text)
    return catalogue.get(text)
