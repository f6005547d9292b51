"""A whole game of Go on 5x5: the engine plays both sides, then dead stones are taken off and both agree.

python play_go.py
"""

from engined_client import Client

with Client() as client:
    session = client.open(variant="go-5x5-area").session
    position = client.show(session=session)
    while position.phase == "play":
        move = client.best_move(session=session, nodes=500, play=True)
        position = client.show(session=session)
        print(f"{len(position.moves)}. {move}", end="  ")
    print()
    dead = client.analyse(session=session, nodes=500, life=True, show=True).result().dead_stones
    if dead:
        client.remove(session, *dead)
    for seat in position.seats:
        position = client.agree(session, seat)
    print(position)
