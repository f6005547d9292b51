"""What was acknowledged outlives ``kill -9``, whenever that comes: plies of kept sessions, games, exact results."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
import zmq

from engined.rules.position import Position, move_text, start
from engined.variants.catalogue import Catalogue
from tests.patience import until
from tests.process.raw_client import FakeServed, Raw

OTHELLO = Catalogue().get("othello")
PLIES = 40
"""Of a game."""


def late_game(seed: int) -> list[str]:
    """A random game but for its last ply."""
    chance, position = random.Random(seed), start(OTHELLO)
    moves: list[str] = []
    while not position.over:
        move = chance.choice(position.legal())
        moves.append(move_text(position, move))
        position = position.play(move)
    return moves[:-1]


def a_move(moves: list[str]) -> str:
    """The first legal move after these."""
    position: Position = start(OTHELLO)
    for text in moves:
        position = position.play(next(move for move in position.legal() if move_text(position, move) == text))
    return move_text(position, position.legal()[0])


class Witness:
    """Sends what is to be kept until nobody answers, and remembers what was acknowledged."""

    def __init__(self, round_: int) -> None:
        self.played: dict[str, list[str]] = {}
        """The plies of each session."""
        self.proven: dict[int, Any] = {}
        self.games = 0
        self._round = round_

    def work(self, client: Raw) -> None:
        """Play, prove and learn in turns, a session for each game. Raises AssertionError or ZMQError once the daemon is
        gone.
        """
        for turn in count():
            session = f"s{self._round}-{turn // PLIES}"
            if turn % PLIES == 0:
                assert client.ask("open", session=session, keep=True)["stored"]
                self.played[session] = []
            move = a_move(self.played[session])
            assert client.ask("play", session=session, moves=[move])["stored"]
            self.played[session].append(move)
            number = 1_000_000 * self._round + turn
            final = client.ask("analyse", moves=late_game(number), depth=1)
            if final.get("stored"):
                self.proven[number] = final["score"]
            self.games = client.ask("learn", moves=["f5", "d6"])["games"]


def kill(served: FakeServed, client: Raw, witness: Witness, seconds: float, something_first: bool) -> None:
    """Kill a daemon after a time: where there must be something to witness, from then on. Until then its client waits
    for replies as long as it takes.
    """
    if something_first:
        until(lambda: witness.proven, "something is proven")
    time.sleep(seconds)
    served.process.kill()
    client.patience = 500


@pytest.mark.parametrize(
    "kills", [pytest.param(4, id="a few times"), pytest.param(50, id="often", marks=pytest.mark.slow)]
)
def test_what_was_acknowledged_is_there_after_a_kill(
    kills: int, record_property: Callable[[str, object], None]
) -> None:
    record_property("count", kills)
    chance = random.Random(kills)
    plies = proofs = 0
    with FakeServed() as served:
        for round_ in range(kills):
            witness = Witness(round_)
            with served.client("witness") as client:
                client.ask("ping")
                after = chance.uniform(0.02, 1.0)
                killing = threading.Thread(target=kill, args=(served, client, witness, after, not proofs))
                killing.start()
                with pytest.raises((AssertionError, zmq.ZMQError), match="no reply"):
                    witness.work(client)
                killing.join()
            served.kill()
            served.start()
            with served.client("witness") as client:
                for session, played in witness.played.items():
                    assert client.ask("show", session=session)["moves"][: len(played)] == played
                for number, score in witness.proven.items():
                    again = client.ask("analyse", moves=late_game(number), depth=1)
                    assert (again["score"], again["nodes"], again["stored"]) == (score, 0, True)
                assert client.ask("learn", moves=["f5", "d6"])["games"] >= witness.games
            plies += sum(map(len, witness.played.values()))
            proofs += len(witness.proven)
    assert plies > 0
    assert proofs > 0
