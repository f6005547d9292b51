"""Kernels of games whose positions lie in memory, held to the rules."""

from __future__ import annotations

import random
from ctypes import addressof
from dataclasses import replace

import numpy as np

from engined.kernels.compilation import build
from engined.kernels.layouts.multiplayer import MultiplayerLayout
from engined.rules.position import Position, start


class Play:
    """The kernels of a variant, with memory."""

    def __init__(self, kernels: build.Kernels) -> None:
        assert isinstance(kernels.layout, MultiplayerLayout)
        self.kernels = kernels
        self.layout: MultiplayerLayout = kernels.layout
        self.context = kernels.structure("SearchContext")()
        self.words = kernels.POSITION_BYTES // 8
        self.stack = np.zeros((len(self.layout.variant.board.cells) + 2) * self.words, np.int64)
        self.address = int(self.stack.ctypes.data)

    def put(self, position: Position) -> int:
        self.stack[: self.words] = self.layout.in_memory(position)
        return self.address

    def perft(self, position: Position, depth: int) -> int:
        address = self.put(position)
        return int(self.kernels.seated_perft(address, position.seat, depth, addressof(self.context)))

    def check(self, position: Position) -> None:
        """Moves of every seat, what they lead to, and what is counted are those of the rules."""
        address, variant = self.put(position), position.variant
        for seat in range(len(variant.seats)):
            turn = replace(position, seat=seat)
            placements = [] if turn.over else [move for move in turn.legal() if move.square >= 0]
            found = self.layout.squares(self.kernels.seat_moves(address, seat))
            assert found == tuple(move.square for move in placements)
            for move in placements:
                self.kernels.seat_plays(address, seat, self.layout.bit_of(move.square))
                after = self.stack[self.words : 2 * self.words].tolist()
                assert after == self.layout.in_memory(turn.play(move))
            assert self.kernels.final_margin(address, seat) == position.value(seat)
        assert self.layout.tally(self.kernels.final_tally(address)) == position.scores()

    def play_games(self, seed: int, games: int) -> None:
        dice = random.Random(seed)
        for _ in range(games):
            position = start(self.layout.variant)
            while not position.over:
                self.check(position)
                position = position.play(dice.choice(position.legal()))
            self.check(position)
