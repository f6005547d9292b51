"""How far apart levels of play are, in one process: quicker than ``engined levels``, whose players are processes.

    python -m tests.bench.level_matches nip 1-11 --games 50

A level plays the one below it from openings of six plies drawn by lot, each of them twice with seats exchanged.
"""

from __future__ import annotations

import math
import random
import time
from argparse import ArgumentParser
from contextlib import suppress

from msgspec import structs

from engined.config import default_cache
from engined.engine.loading import load_backend
from engined.families.base import Backend
from engined.results import Interrupted
from engined.roots.limits import Limits, SearchClock
from engined.rules.position import Position, parse_move, start
from engined.rules.repetition import boards_of, repeating
from engined.service.jobs import replies
from engined.service.jobs.levels import by_level, nodes_at
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from engined_protocol.messages import Analysis, Forecast

OPENING = 6
"""The plies that are drawn by lot."""


def played(backend: Backend, game: list[Position], level: int, dice: random.Random) -> Position:
    """The position after a move of a level."""
    position, begun = game[-1], time.monotonic()
    nodes = nodes_at(position.variant, level)
    limits = Limits(nodes=nodes, alone=True, weak=True, repeating=repeating(game), boards=boards_of(game))
    with backend.root(position, limits, SearchClock(lambda: time.monotonic() - begun), lambda: None) as root:
        with suppress(Interrupted):
            root.run()
        moves = replies.scored_moves(position, root.lines)
        forecast = None if root.forecast is None else Forecast(**structs.asdict(root.forecast))
    best = moves[0]
    analysis = Analysis(
        id="", reason="limit", best=best.move, score=best.score, kind=best.kind, depth=0, moves=moves, nodes=nodes,
        seconds=0.0, forecast=forecast,
    )  # fmt: skip
    return position.play(parse_move(position, by_level(analysis, position, level, dice.random()).best))


def lead(backend: Backend, variant: Variant, levels: tuple[int, int], lot: str) -> float:
    """What the first seat is ahead by at the end of a game."""
    dice, game = random.Random(lot), [start(variant)]
    while not game[-1].over:
        if len(game) <= OPENING:
            game.append(game[-1].play(dice.choice(game[-1].legal())))
        else:
            game.append(played(backend, game, levels[game[-1].seat], dice))
    return game[-1].value(0)


def main() -> None:
    """Play the matches, a line each."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("variant")
    parser.add_argument("levels")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    variant = Catalogue().get(arguments.variant)
    backend = load_backend(variant, default_cache(), 64)
    first, _, last = arguments.levels.partition("-")
    for level in range(int(first) + 1, int(last) + 1):
        results = []
        for number in range(arguments.games):
            lot = f"{arguments.seed} {number // 2}"
            if number % 2 == 0:
                results.append(lead(backend, variant, (level, level - 1), lot))
            else:
                results.append(-lead(backend, variant, (level - 1, level), lot))
        won, drawn = sum(result > 0 for result in results), sum(result == 0 for result in results)
        share = min(max((won + drawn / 2) / len(results), 0.5 / len(results)), 1 - 0.5 / len(results))
        elo, error = 400 * math.log10(share / (1 - share)), 174 / math.sqrt(len(results) * share * (1 - share))
        print(f"{level}: +{won} ={drawn} -{len(results) - won - drawn}, {elo:+.0f} Elo, +-{error:.0f}", flush=True)


if __name__ == "__main__":
    main()
