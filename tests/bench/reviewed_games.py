"""Reviews games of WTHOR, and holds their exact scores against those that the file knows.

    python -m tests.bench.reviewed_games FOLDER --games 100 --depth 10 --exact 20

For each game: the seconds that it took, and whether the losses from the first exact position on add up to the result.
``--compared`` of them are reviewed once more, exact from the position on whose score the file knows: whether ours is
the same, so that the losses after it add up from what the file says to the result.
"""

from __future__ import annotations

import random
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from statistics import mean, median

from engined_client import Client
from engined_client.connection import PrivateDaemon
from engined_client.files.games import FoundGame, read_games
from engined_client.review.budget import Budget
from engined_client.review.model import Review, Thresholds
from engined_client.review.reviewer import review_game
from engined_protocol.records.wthor import WthorGame, read_header
from engined_protocol.records.wthor import read_games as read_wthor


def agreement(review: Review, game: WthorGame, depth: int, exact: int) -> tuple[bool | None, bool]:
    """Whether our score is the file's (None where it is of a position before ours are exact), and whether losses add
    up to the result.
    """
    late = [move for move in review.moves if move.empties <= exact]
    sign = {"Black": 1, "White": -1}
    scores = {move.empties: sign[move.seat] * move.best.score for move in reversed(late)}
    known = scores.get(depth)
    final = review.scores[0] - review.scores[1]
    walk = sign[late[0].seat] * late[0].best.score - sum(sign[move.seat] * move.loss for move in late)
    return None if known is None else known == 2 * game.theoretical - 64, walk == final


def main() -> None:
    """Review games drawn from all years, and print what came of it."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--exact", type=int, default=20)
    parser.add_argument(
        "--compared", type=int, default=25, help="so many of them exact from where the file knows scores"
    )
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    dice, seconds = random.Random(arguments.seed), []
    same: list[bool] = []
    sums: list[bool] = []
    years = sorted(arguments.folder.glob("*.wtb"))
    with PrivateDaemon() as daemon, Client(daemon.endpoint) as client:
        client.solve(start="XXXXXXXO" * 7 + "XXXXXX.. O").result()  # compiles what is needed
        for number in range(arguments.games):
            path = dice.choice(years)
            data = path.read_bytes()
            game = dice.choice([game for game in read_games(path) if isinstance(game, FoundGame)])
            played, known = read_wthor(data)[game.number - 1], read_header(data).depth
            exact = arguments.exact
            begun = time.perf_counter()
            review = _review(client, game, arguments.depth, exact)
            seconds.append(time.perf_counter() - begun)
            print(f"{game.where}: {seconds[-1]:.2f} s", file=sys.stderr)
            if number < arguments.compared and exact < known:
                exact = known
                review = _review(client, game, arguments.depth, exact)
            if review.over:
                agrees, adds = agreement(review, played, known, exact)
                same += [] if agrees is None else [agrees]
                sums.append(adds)
    print(f"{len(seconds)} games: {mean(seconds):.2f} s a game, median {median(seconds):.2f}, most {max(seconds):.2f}")
    print(f"scores that the file knows: {sum(same)} of {len(same)} the same")
    print(f"losses that add up to the result: {sum(sums)} of {len(sums)}")


def _review(client: Client, game: FoundGame, depth: int, exact: int) -> Review:
    return review_game(client, game, "othello", Budget(depth=depth, exact=exact), Thresholds())


if __name__ == "__main__":
    main()
