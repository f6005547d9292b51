"""Count a finished game of Go: which stones are dead, and who has won by how much.

python count_a_game_of_go.py game.sgf --games 4000
"""

from argparse import ArgumentParser
from pathlib import Path

from engined_client import Board, Client

parser = ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("record", type=Path)
parser.add_argument("--games", type=int, default=4000, help="that are played out to find out what is dead")
arguments = parser.parse_args()

board = Board.read(arguments.record)[0]
with Client() as client:
    game = client.open(position=board)
    if game.phase == "removal":  # all have passed: dead stones are taken off, then all agree
        found = client.analyse(session=game.session, nodes=arguments.games, life=True, show=True).result()
        if found.dead_stones:
            print("dead:", " ".join(found.dead_stones))
            client.remove(game.session, *found.dead_stones)
        for seat in game.seats:
            game = client.agree(game.session, seat)
    print(game)
