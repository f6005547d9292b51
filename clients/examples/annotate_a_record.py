"""Write what each move was worth into the record of a game: SGF, GGF, PGN or a transcript in, SGF out.

python annotate_a_record.py game.sgf --depth 12 > annotated.sgf
"""

from argparse import ArgumentParser
from pathlib import Path

from engined_client import Analysed, Board, Client

parser = ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("record", type=Path)
parser.add_argument("--depth", type=int, default=12)
arguments = parser.parse_args()

game = Board.read(arguments.record)[0]
comments = {}
with Client() as client:
    for reply in client.analyse_many(position=game, depth=arguments.depth):  # every position of the game
        if not isinstance(reply, Analysed) or reply.analysis is None or reply.index == len(game.moves):
            continue
        played = game.moves[reply.index]
        scores = {row["move"]: row["score"] for row in reply.analysis.to_dicts("Black")}
        best = reply.analysis.best
        comments[reply.index + 1] = f"{played} {scores[played]:+.1f} for Black; best {best} {scores[best]:+.1f}"
print(game.record("sgf", comments=comments))
