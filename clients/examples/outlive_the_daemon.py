"""Play a game that goes on where it was when the daemon is started again, even after a crash.

python outlive_the_daemon.py my-bot-4c1f0e6b --variant othello-6x6
"""

import time
from argparse import ArgumentParser

from engined_client import Client, ConnectionLost, RequestTimeout, ServiceError

parser = ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("name", help="the name of this client, which its sessions belong to: keep it to yourself")
parser.add_argument("--variant", default="othello")
arguments = parser.parse_args()


with Client(name=arguments.name) as client:
    known = [game.session for game in client.sessions()]
    game = (
        client.show(session="game")
        if "game" in known
        else client.open(session="game", variant=arguments.variant, keep=True)
    )
    while not game.over:
        try:
            client.best_move(session="game", depth=2, play=True)  # it is played and kept, or it is not
            game = client.show(session="game")
            print(len(game.moves), game.moves[-1], flush=True)
        except (ConnectionLost, RequestTimeout) as lost:
            print(lost, flush=True)
            time.sleep(0.2)  # the next request connects again
        except ServiceError as refused:
            if refused.code != "busy":  # the daemon is ending, or has too much to do
                raise
            time.sleep(refused.retry_after or 0.2)
    print(game.result)
    client.close_session("game")
