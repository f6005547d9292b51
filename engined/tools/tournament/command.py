"""The command line of ``engined tournament``."""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from engined.tools import cancellable
from engined.tools.match.arena import ArenaError
from engined.tools.match.command import COUNT, INPUT_WRONG, INTERRUPTED, TERMINATED, USAGE
from engined.tools.match.game_log import GameLogError

from .event import Event
from .plan import PlanError, read_plan
from .played import Played
from .report import as_json, game_line, summary, table

SUMMARY = "several engines play each other: round robin or Swiss, standings"
EXAMPLES = (("engined tournament engines.toml --out games", "as the file says; again to go on"),)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the command's own arguments."""
    add = parser.add_argument
    add("file", metavar="FILE", type=Path, help="engines, variants, rounds (TOML); see docs/matches.md")
    add("--out", metavar="FOLDER", type=Path, help="keep the games; a tournament that is there is continued")
    add("--record", choices=("ggf", "sgf", "txt"), help="how games are written there, next to the logs")
    add("--concurrency", metavar="N", type=COUNT, default=1, help="meetings at once, each on cores of its own")
    add("--json", action="store_true", help="the result as one JSON object; games go to stderr")


def run(arguments: Namespace) -> int:
    """Play the tournament, a line a game and a table a round, and print the standings; also when interrupted."""
    if arguments.record and not arguments.out:
        print("engined: --record needs --out FOLDER to write to", file=sys.stderr)
        return USAGE
    try:
        event = _event(arguments)
    except PlanError as error:
        print(f"engined: {error}", file=sys.stderr)
        return INPUT_WRONG
    code = 0
    try:
        cancellable.run(event.run())
    except KeyboardInterrupt:
        code = INTERRUPTED
    except asyncio.CancelledError:
        code = TERMINATED
    except (ArenaError, GameLogError) as error:
        print(f"engined: {error}", file=sys.stderr)
        code = INPUT_WRONG
    except OSError as error:
        print(f"engined: {error.filename or arguments.out}: {error.strerror or error}", file=sys.stderr)
        code = INPUT_WRONG
    print(json.dumps(as_json(event)) if arguments.json else "\n".join(summary(event)))
    return code


def _event(arguments: Namespace) -> Event:
    """The tournament of the file, shown as it goes. Raises PlanError."""
    plan = read_plan(arguments.file)
    stream = sys.stderr if arguments.json else sys.stdout

    def on_game(played: Played) -> None:
        print(game_line(played), file=stream, flush=True)

    def on_note(text: str) -> None:
        print(f"engined: {text}", file=sys.stderr, flush=True)

    def on_round(number: int) -> None:
        if number < plan.rounds:
            print(f"after round {number} of {plan.rounds}:", file=stream)
            print("\n".join(table(event.standings())), file=stream, flush=True)

    event = Event(
        plan,
        folder=arguments.out,
        record=arguments.record,
        concurrency=arguments.concurrency,
        on_game=on_game,
        on_note=on_note,
        on_round=on_round,
    )
    return event
