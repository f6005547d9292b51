"""How far apart levels of play are, in one process: quicker than ``engined levels``, whose players are processes.

    python -m tests.bench.level_matches nip 1-11 --games 50

A level plays the one below it from openings of six plies drawn by lot, each of them twice with seats exchanged. Go
begins on the empty board, for there a few such plies decide the game, and levels draw lots anyhow; its games are
counted without dead stones, and played to their end: who is far ahead among beginners has not won yet.

``--out FILE`` adds a line for each game, for :mod:`tests.bench.level_curve`.
"""

from __future__ import annotations

import json
import math
import random
import time
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path

from msgspec import structs

from engined.config import default_cache
from engined.engine.loading import load_backend
from engined.families.base import Backend
from engined.results import Interrupted
from engined.roots.limits import Limits, SearchClock
from engined.roots.standing import standing
from engined.rules.position import Position, parse_move, start
from engined.rules.removal import has_removal
from engined.rules.repetition import boards_of, repeating
from engined.service.jobs import replies
from engined.service.jobs.levels import DOUBLINGS, by_level, nodes_at
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from engined_protocol.messages import Analysis, Forecast

OPENING = 6
"""The plies that are drawn by lot."""
COUNTING = 200
"""The games that say what is dead at the end of one."""


def searched(backend: Backend, game: list[Position], nodes: int, *, weak: bool = True) -> Analysis:
    """The analysis of the last position of a game, as a daemon makes it."""
    position, begun = game[-1], time.monotonic()
    limits = Limits(nodes=nodes, alone=True, weak=weak, repeating=repeating(game), boards=boards_of(game))
    with backend.root(position, limits, SearchClock(lambda: time.monotonic() - begun), lambda: None) as root:
        with suppress(Interrupted):
            root.run()
        moves = replies.scored_moves(position, root.lines)
        forecast = None if root.forecast is None else Forecast(**structs.asdict(root.forecast))
    best = moves[0]
    return Analysis(
        id="", reason="limit", best=best.move, score=best.score, kind=best.kind, depth=0, moves=moves, nodes=nodes,
        seconds=0.0, forecast=forecast,
    )  # fmt: skip


def lead(backend: Backend, variant: Variant, levels: tuple[int, int], lot: str) -> float:
    """What the first seat is ahead by at the end of a game."""
    dice, game = random.Random(lot), [start(variant)]
    while not game[-1].over:
        position, level = game[-1], levels[game[-1].seat]
        if len(game) <= OPENING and not has_removal(variant):
            game.append(position.play(dice.choice(position.legal())))
        else:
            analysis = searched(backend, game, nodes_at(variant, level))
            move = by_level(analysis, position, level, dice.random()).best
            game.append(position.play(parse_move(position, move)))
    return without_dead(backend, game) if has_removal(variant) else game[-1].value(0)


def without_dead(backend: Backend, game: list[Position]) -> float:
    """What the first seat is ahead by after two passes, by a search of where play stopped."""
    stopped = game[:-2]
    forecast = searched(backend, stopped, COUNTING, weak=False).forecast
    assert forecast is not None
    ahead = standing(stopped[-1], forecast.ownership).ahead
    return ahead if stopped[-1].seat == 0 else -ahead


def main() -> None:
    """Play the matches, a line each."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("variant")
    parser.add_argument("levels")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    variant = Catalogue().get(arguments.variant)
    if arguments.out is not None and has_removal(variant):
        parser.error("--out is for games whose levels are doublings of nodes, which Go's are not")
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
            if arguments.out is not None:
                points = (results[-1] > 0) + (results[-1] == 0) / 2
                with arguments.out.open("a") as out:
                    out.write(json.dumps([DOUBLINGS[level - 2], DOUBLINGS[level - 1], points]) + "\n")
        won, drawn = sum(result > 0 for result in results), sum(result == 0 for result in results)
        share = min(max((won + drawn / 2) / len(results), 0.5 / len(results)), 1 - 0.5 / len(results))
        elo, error = 400 * math.log10(share / (1 - share)), 174 / math.sqrt(len(results) * share * (1 - share))
        print(f"{level}: +{won} ={drawn} -{len(results) - won - drawn}, {elo:+.0f} Elo, +-{error:.0f}", flush=True)


if __name__ == "__main__":
    main()
