"""Plays chain games against another search of the same time: won, drawn, lost.

    python -m tests.bench.chain_strength --games 200 --seconds 1 --log FOLDER hashijime-8x8 chain-count-8x8

Every opening of some random plies is played twice, by each side once. The other is a plain alpha-beta search, which
goes deeper and deeper, with a table, and values a position by the points that its chains are at the time; or, with
``--against games``, our own without weights: a tree of games until it can solve. Seconds are of this process's own
time, so that other work on the machine takes nothing from either side. With ``--log``, games are kept as they end, and
the same command goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import json
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path

from engined.backends.chains import ChainBackend
from engined.backends.multiplayer import TeamBackend
from engined.engine.loading import load_backend
from engined.families import CHAINS
from engined.families.base import Backend
from engined.families.chains import CHAIN_GAME
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.chains import chain_layout_of
from engined.results import Interrupted
from engined.roots.alphabeta.root import AlphaBetaRoot
from engined.roots.limits import Limits, SearchClock
from engined.roots.root_search import RootSearch
from engined.rules.position import Move, Position, move_text, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant

Player = Callable[[Position], Move]
PLAIN = Part("sides", ("engined.search.many_seats.paranoid",), chain_layout_of, CHAIN_GAME)
TABLE_MIB = 128
LOOK = 0.002
"""Seconds between two looks at the time."""


def main() -> None:
    """Play, and print a row of a table for each variant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", metavar="VARIANT", nargs="+")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1.0, help="of this process, for each move")
    parser.add_argument("--against", choices=("plain", "games"), default="plain")
    parser.add_argument("--plies", type=int, default=4, help="of the openings")
    parser.add_argument("--log", type=Path, help="a folder for the games")
    given = parser.parse_args()
    print("| game | won | drawn | lost | points |\n|---|---|---|---|---|", flush=True)
    for name in given.variants:
        variant = Catalogue().get(name)
        print(f"| {name} | {score(variant, given)} |", flush=True)


def score(variant: Variant, given: argparse.Namespace) -> str:
    """What the engine made of its games."""
    log = given.log / f"{variant.name}.jsonl" if given.log else None
    known = [json.loads(line) for line in log.read_text().splitlines()] if log and log.exists() else []
    margins = [game["margin"] for game in known][: given.games]
    engine = BackendPlayer(load_backend(variant, None, TABLE_MIB))
    other = PlainPlayer(variant) if given.against == "plain" else BackendPlayer(without_weights(variant))
    for number in range(len(margins), given.games):
        ours = number % 2
        players: dict[int, Player] = {ours: lambda position: engine.reply(position, given.seconds)}
        players[1 - ours] = lambda position: other.reply(position, given.seconds)
        end, moves = played(opening(variant, number // 2, given.plies), players)
        margins.append(end.value(ours))
        if log:
            log.parent.mkdir(parents=True, exist_ok=True)
            with log.open("a") as file:
                file.write(json.dumps({"seat": ours, "margin": margins[-1], "moves": moves}) + "\n")
    won, lost = sum(margin > 0 for margin in margins), sum(margin < 0 for margin in margins)
    drawn = len(margins) - won - lost
    return f"{won} | {drawn} | {lost} | {(won + drawn / 2) / max(1, len(margins)):.1%}"


def opening(variant: Variant, number: int, plies: int) -> Position:
    """The position after some random moves."""
    dice, position = random.Random(f"{variant.name} {number}"), start(variant)
    for _ in range(plies):
        position = position.play(dice.choice(position.legal()))
    return position


def played(position: Position, players: dict[int, Player]) -> tuple[Position, str]:
    """The end of a game, and its moves from the position on."""
    moves = []
    while not position.over:
        move = players[position.seat](position)
        moves.append(move_text(position, move))
        position = position.play(move)
    return position, " ".join(moves)


class PlainPlayer:
    """The other side: a plain search."""

    def __init__(self, variant: Variant) -> None:
        self._backend = TeamBackend(build.load(variant, PLAIN, None), TABLE_MIB)

    def reply(self, position: Position, seconds: float) -> Move:
        """Its move."""
        if len(position.legal()) == 1:
            return position.legal()[0]
        until = time.process_time() + seconds
        searcher = self._backend.searcher(None)
        return best_in_time(position, AlphaBetaRoot(position, searcher, Limits(best=1), lambda: None), until)


class BackendPlayer:
    """A side that searches as engined does."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def reply(self, position: Position, seconds: float) -> Move:
        """Its move."""
        begun = time.process_time()
        clock = SearchClock(lambda: time.process_time() - begun)
        with self._backend.root(position, Limits(best=1, seconds=seconds), clock, lambda: None) as root:
            return best_in_time(position, root, begun + seconds)


def without_weights(variant: Variant) -> ChainBackend:
    """Our search by trees of games."""
    return ChainBackend(build.load(variant, CHAINS.search_part, None), TABLE_MIB, None)


def best_in_time(position: Position, root: RootSearch, until: float) -> Move:
    """The best move that a search finds before this process has run so long."""
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(LOOK):
            if time.process_time() >= until:
                root.halt()
                return

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        root.run()
    except Interrupted:
        pass
    finally:
        ended.set()
        watching.join()
    # A tree may have told nothing yet.
    return root.lines[0].move if root.lines else position.legal()[0]


if __name__ == "__main__":
    main()
