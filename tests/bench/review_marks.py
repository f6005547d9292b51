"""Reviews of games of Go: which share of the moves do they mark, and which of the marks stand when searched longer?

    python -m tests.bench.review_marks GAMES... --time 1 --again 30 --moves 40

Of each SGF file so many moves in a row are reviewed, from a place drawn at random. Each position with a marked move,
and the position after it, is then searched ``--again`` seconds: a mark stands if the loss is still one of two points,
and beyond twice the standard error of these searches' games.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections import Counter
from dataclasses import replace
from math import hypot
from pathlib import Path
from tempfile import TemporaryDirectory

from engined_client.client import Client
from engined_client.connection import PrivateDaemon
from engined_client.files.games import FoundGame, read_games
from engined_client.review.budget import Budget
from engined_client.review.model import ReviewedMove
from engined_client.review.noise import SURE, seen_after
from engined_client.review.reviewer import review_game
from engined_client.review.search import compare
from engined_client.review.worth import worth_of

LOSS = 2.0
"""Points that an inaccuracy loses."""


def part_of(game: FoundGame, moves: int, chance: random.Random) -> FoundGame:
    """The game up to where the review begins, going back."""
    plies = len(game.given.moves)
    end = chance.randint(min(moves, plies), plies)
    return replace(game, given=replace(game.given, moves=game.given.moves[:end]))


def reviewed(client: Client, game: FoundGame, variant: str, budget: Budget, moves: int) -> tuple[ReviewedMove, ...]:
    """Review the last moves of a game."""

    def hear(move: ReviewedMove, total: int) -> None:
        if move.ply + moves <= total:
            raise KeyboardInterrupt

    with TemporaryDirectory() as folder:
        return review_game(client, game, variant, budget, hear=hear, drafts=Path(folder)).moves


def stands(client: Client, game: FoundGame, variant: str, move: ReviewedMove, budget: Budget) -> tuple[bool, str]:
    """Whether a mark stands, and what was found."""
    moves = game.given.moves
    position = client.open(variant=variant, start=game.given.start, moves=moves[: move.ply])
    after = client.analyse(session=position.session, best=1, book="ignore", seconds=budget.seconds).result()
    client.undo(position.session)
    position = client.show(session=position.session)
    found = compare(client, position, move.move, budget.begin(1).next())
    following = worth_of(after.moves[0])
    found = found.beside(seen_after(move.move, following, same_side=False))
    client.close_session(position.session)
    off = hypot(found.best.error or 0.0, found.played.error or 0.0)
    told = f"{move.grade} {move.loss:.1f} points by {move.noise:.1f}, then {found.loss:.1f} by {off:.1f}"
    return found.loss >= max(LOSS, SURE * off), told


def main() -> None:
    """Review, and print what stands."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", type=Path)
    parser.add_argument("--time", type=float, default=1.0)
    parser.add_argument("--again", type=float, default=30.0)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    with PrivateDaemon("--store", "") as daemon, Client(daemon.endpoint) as client:
        client = client.with_coordinates("othello")
        for path in arguments.games:
            chance = random.Random(f"{arguments.seed} {path.name}")
            game = next(found for found in read_games(path) if isinstance(found, FoundGame))
            variant = game.given.variant or "go-19x19"
            game = part_of(game, arguments.moves, chance)
            size = len("".join(client.show(variant=variant).board))
            moves = reviewed(client, game, variant, Budget(seconds=arguments.time), arguments.moves)
            marked = [move for move in moves if move.grade]
            counts[str(size), "moves"] += len(moves)
            counts[str(size), "marked"] += len(marked)
            for move in marked:
                stood, told = stands(client, game, variant, move, Budget(seconds=arguments.again))
                counts[str(size), "stands"] += stood
                print(f"{path.name}, ply {move.ply}, {move.move}: {told}: {'stands' if stood else 'falls'}", flush=True)
            print(f"{path.name}: {variant}, {len(moves)} moves, {len(marked)} marked", flush=True)
    for points in sorted({size for size, _ in counts}, key=int):
        moves_of, marked_of, stand = (counts[points, what] for what in ("moves", "marked", "stands"))
        print(f"{points} points: {moves_of} moves, {marked_of} marked, of which {stand} stand")


if __name__ == "__main__":
    main()
