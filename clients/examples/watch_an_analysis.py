"""Watch the best move of a position change while the daemon thinks.

python watch_an_analysis.py f5d6c3 --seconds 2
"""

from argparse import ArgumentParser

from engined_client import Client

parser = ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("moves", help="played from the start, such as f5d6c3")
parser.add_argument("--variant", default="othello")
parser.add_argument("--seconds", type=float, default=2.0)
arguments = parser.parse_args()

with Client() as client:
    job = client.analyse(variant=arguments.variant, moves=arguments.moves, seconds=arguments.seconds, show=True)
    for reply in job:
        if reply.moves:
            best = reply.moves[0]
            print(f"depth {best.depth}: {best.move} {best.score:+.1f} ({best.kind})")
    print(job.result())
