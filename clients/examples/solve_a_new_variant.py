"""Declare a variant of your own, count its games, and ask who wins.

python solve_a_new_variant.py
"""

from engined_client import Client

DECLARATION = """
name = "two-corners"
title = "Othello on 4x4 without two of the corners"
inherits = "othello-4x4"

[board]
drawing = '''
# . . .
. O X .
. X O .
. . . #
'''
"""

with Client() as client:
    variant = client.declare(DECLARATION).name
    print(client.show(variant=variant))
    for row in client.perft(6, variant=variant).result().to_dicts():
        print(f"{row['leaves']} ways to play {row['depth']} plies")
    solved = client.solve(variant=variant).result()
    print(f"{solved.winner or 'Nobody'} wins, by {abs(solved.score or 0):g}; {solved.best} is best ({solved.kind})")
