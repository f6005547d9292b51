"""Every position of a game at once: what the best move is worth, and what the one that was played is.

python score_a_game.py f5d6c3d3c4f4f6f3e6e7 --depth 12
"""

import asyncio
from argparse import ArgumentParser, Namespace

from engined_client import AsyncClient

parser = ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("moves", help="the game's moves, such as f5d6c3")
parser.add_argument("--variant", default="othello")
parser.add_argument("--depth", type=int, default=12)


async def score(arguments: Namespace) -> None:
    """Print a line for each move."""
    async with await AsyncClient.connect() as client:
        moves = (await client.show(variant=arguments.variant, moves=arguments.moves)).moves
        jobs = [
            client.analyse(variant=arguments.variant, moves=moves[:ply], depth=arguments.depth)
            for ply in range(len(moves))
        ]
        analyses = await asyncio.gather(*(job.result() for job in jobs))
    print("ply  played  score   best  score")
    for ply, (move, analysis) in enumerate(zip(moves, analyses, strict=True), start=1):
        scores = {row["move"]: row["score"] for row in analysis.to_dicts()}
        print(f"{ply:>3}  {move:>6}  {scores[move]:+5.1f}  {analysis.best:>5}  {scores[analysis.best]:+5.1f}")


asyncio.run(score(parser.parse_args()))
