"""Searches of few games among which moves are halved, against what they should do."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import numpy as np
import pytest

from engined.backends.go_board import lay
from engined.backends.go_searcher import MOVE_WORDS
from engined.backends.go_tables import by_hand
from engined.patterns.strengths import Strengths
from engined.rules.position import start
from engined.tools.training.go.players import Player, Players, played_out
from engined.variants.catalogue import Catalogue

POINT, GAMES, WINS, PRIOR, NODE, REWARDS = range(MOVE_WORDS)
SURE_GAMES, WORTH, PRIOR_GAMES = 50.0, 40.0, 2.0
"""What the kernels have, too."""
TIMES = 4_000


class Search:
    """The memory of one search on 5x5, without a network."""

    def __init__(self, seed: int) -> None:
        variant = played_out(Catalogue().get("go-5x5"))
        players = Players(variant, Strengths(25, by_hand().tables), None, 1, 1)
        self.player, self.kernels, self.layout = Player(players), players.kernels, players.layout
        self.player.context.seed(seed)
        lay(self.kernels, start(variant), self.player._board, int(players.tables.ctypes.data))
        self.arena = int(self.player._arena.ctypes.data)
        self.memory = int(self.player._halving.ctypes.data)

    def plant(self) -> None:
        """Begin anew, with other chance."""
        address = self.player.context.address
        capacity = int(self.player._arena[self.kernels.CAPACITY // 8])
        self.kernels.plant_tree(self.arena, capacity, self.player._board, address)

    def run(self, games: int, candidates: int) -> int:
        """Search; the point of the best move."""
        address = self.player.context.address
        index = self.kernels.search_by_halving(self.arena, self.player._board, games, candidates, self.memory, address)
        return int(self.moves()[index, POINT])

    def moves(self) -> Any:
        """The moves of the root."""
        out = np.zeros((self.layout.points + 1, MOVE_WORDS), np.int64)
        root = int(self.player._arena[self.kernels.ROOT // 8])
        return out[: self.kernels.read_node(self.arena, root, int(out.ctypes.data))]

    def policy(self) -> Any:
        """The policy that is to be learned, by point."""
        out = np.zeros(self.layout.points, np.float32)
        self.kernels.write_policy(self.arena, self.memory, int(out.ctypes.data))
        return out


def policy_by_hand(moves: Any) -> Any:
    """The probability of each move, as I. Danihelka et al. have it, but for the constants (2022)."""
    games, prior = moves[:, GAMES], moves[:, PRIOR] + 0.1
    worth = moves[:, REWARDS] / 65536
    tried = games > 0
    mean = (((prior + 0.9) * worth / np.maximum(games, 1))[tried]).sum() / (prior + 0.9)[tried].sum()
    completed = (worth + PRIOR_GAMES * mean) / (games + PRIOR_GAMES)
    logits = np.log(prior / 65536) + WORTH * (1 + games.max() / SURE_GAMES) * completed
    chances = np.exp(logits - logits.max())
    return chances / chances.sum()


def test_games_go_to_few_moves_and_most_to_the_better_half() -> None:
    search = Search(1)
    search.plant()
    best = search.run(64, 8)
    moves = search.moves()
    games = sorted(moves[:, GAMES].tolist(), reverse=True)
    assert games[:9] == [2 + 5 + 10] * 2 + [2 + 5] * 2 + [2] * 4 + [0]
    assert best in moves[moves[:, GAMES] == games[0], POINT]
    assert not search.player._question._asked.allowed, "the root may try all moves again"


def test_moves_are_drawn_by_what_is_thought_of_them() -> None:
    search = Search(1)
    search.plant()
    drawn = Counter(search.run(1, 1) for _ in range(TIMES))
    moves = search.moves()
    assert not moves[:, GAMES].any(), "a single move needs no game"
    chances = moves[:, PRIOR] / moves[:, PRIOR].sum()
    for point, chance in zip(moves[:, POINT].tolist(), chances.tolist(), strict=True):
        assert abs(drawn[point] - TIMES * chance) < 5 * sqrt(TIMES * chance) + 5


def test_what_is_to_be_learned_is_what_was_thought_and_what_games_were_worth() -> None:
    for seed in range(1, 20):
        search = Search(seed)
        search.plant()
        search.run(24, 6)
        moves = search.moves()
        assert search.policy()[moves[:, POINT]] == pytest.approx(policy_by_hand(moves), rel=1e-3, abs=1e-6)
