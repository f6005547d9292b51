"""Games that the laboratory plays to see how balanced a variant is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from engined.rules.moves import Move
from engined.rules.position import Position, start
from engined.tools.lab.balance import SelfPlay
from engined.tools.lab.findings import Level
from engined.tools.lab.oracle import Oracle
from engined.variants.catalogue import Catalogue

SUPERKO = "go-2x2-area-situational-superko"


class Choosing:
    """Plays the first legal move, and keeps the games that it is shown."""

    def __init__(self) -> None:
        self.games: list[Sequence[Position]] = []

    def choose(self, game: Sequence[Position], level: Level) -> Move:
        self.games.append(tuple(game))
        return game[-1].legal()[0]


def test_who_chooses_a_move_knows_the_game_from_its_start() -> None:
    """Under superko the boards of the opening are forbidden, too."""
    variant, oracle = Catalogue().get(SUPERKO), Choosing()
    playing = SelfPlay(variant, cast(Oracle, oracle), 1, "none").run(60)
    while not any(len(game) > 6 for game in oracle.games):
        next(playing)
    for game in oracle.games:
        assert game[0] == start(variant)
        assert all(after in [before.play(move) for move in before.legal()] for before, after in pairwise(game))
