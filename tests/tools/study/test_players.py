"""Games by kernels against the same games over the rules, and against what is known."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from engined.backends.memory import Context, TranspositionTable
from engined.backends.multiplayer import Stack
from engined.kernels.compilation import build
from engined.kernels.layouts.multiplayer import MultiplayerLayout, multiplayer_layout_of
from engined.results import Interrupted
from engined.rules.position import Position, start
from engined.rules.scoring import ranks
from engined.tools.study.final_ranks import ranks_of
from engined.tools.study.game_words import RANDOM_GAME_WORDS, RANKED_GAME_WORDS, TEAM_GAME_WORDS
from engined.tools.study.players import SEAT_GAMES, TEAM_GAMES, GamesOrder, StudyPlayer, play
from engined.tools.study.session import variant_named
from tests.tools.study.plain_games import best_value, random_game, ranked, squares_of

BLACK = 0b0101
UNIT = 100
SEED = 20060315


def random_order(name: str) -> GamesOrder:
    counters = len(variant_named(name).board.cells) + 1
    return GamesOrder(SEAT_GAMES, "random_games", RANDOM_GAME_WORDS, counters=counters, batch=7)


def ranked_order(read: int, batch: int = 3) -> GamesOrder:
    return GamesOrder(SEAT_GAMES, "ranked_games", RANKED_GAME_WORDS, (read,), batch=batch)


def team_order(depth: int, read: int, batch: int = 1) -> GamesOrder:
    return GamesOrder(TEAM_GAMES, "team_games", TEAM_GAME_WORDS, (depth, read), batch=batch, question=BLACK)


LARGER = [pytest.param(name, marks=pytest.mark.products) for name in ("yonin-6x6", "yonin-unrestricted")]


@pytest.mark.parametrize("name", ["othello-4x4", "yonin-4x4", *LARGER])
def test_random_games(name: str) -> None:
    played = play(variant_named(name), random_order(name), SEED, 20)
    choices = [random_game(variant_named(name), SEED, game)[1] for game in range(20)]
    assert played.rows.tolist() == [[len(turns), sum(turns), sum(n * n for n in turns)] for turns in choices]
    seen = [number for turns in choices for number in turns]
    assert played.counters.tolist() == [seen.count(number) for number in range(len(played.counters))]


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("yonin-4x4", 12),
        ("yonin-4x4", 7),
        pytest.param("yonin-plain-4x4", 12, marks=pytest.mark.products),
        pytest.param("yonin-6x6", 6, marks=pytest.mark.products),
        pytest.param("yonin-unrestricted", 4, marks=pytest.mark.products),
    ],
)
def test_the_last_moves_are_read(name: str, read: int) -> None:
    variant = variant_named(name)
    games = 1 if read == 12 else 12
    rows = play(variant, ranked_order(read), SEED, games).rows
    found = [multiplayer_layout_of(variant).tally(int(word)) for word in rows[:, 0]]
    assert found == [ranked(random_game(variant, SEED, game, read)[0], {}) for game in range(games)]
    assert ranks_of(rows[:, 0]).tolist() == [list(ranks(variant, tuple(map(float, counts)))) for counts in found]


@pytest.mark.parametrize("order", [random_order("yonin-4x4"), ranked_order(8), team_order(3, 5)])
def test_a_game_does_not_hang_on_who_plays_it(order: GamesOrder) -> None:
    """Nor on what was played before: tables are filled in another order here."""
    variant = variant_named("yonin-4x4" if order.part is SEAT_GAMES else "yonin-team-4x4")
    once = play(variant, order, SEED, 12)
    heard: list[int] = []
    shared = play(variant, replace(order, batch=5), SEED, 12, threads=3, watch=heard.append)
    assert shared.rows.tolist() == once.rows.tolist()
    assert shared.counters.tolist() == once.counters.tolist()
    assert sorted(heard) == [2, 5, 5]
    player = StudyPlayer(variant, build.load(variant, order.part), order)
    assert [player.play(SEED, game, 1).rows.tolist()[0] for game in (11, 3)] == once.rows[[11, 3]].tolist()
    assert play(variant, order, SEED + 1, 12).rows.tolist() != once.rows.tolist()


def test_all_threads_end_with_the_first() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(variant_named("yonin-team-4x4"), team_order(6, 8), SEED, 1000, threads=2, watch=interrupt)


@pytest.mark.parametrize("order", [random_order("yonin-4x4"), ranked_order(8), team_order(3, 5)])
def test_a_halted_player_plays_no_more(order: GamesOrder) -> None:
    variant = variant_named("yonin-4x4" if order.part is SEAT_GAMES else "yonin-team-4x4")
    player = StudyPlayer(variant, build.load(variant, order.part), order)
    player.halt()
    with pytest.raises(Interrupted):
        player.play(SEED, 0, 1)


@pytest.mark.parametrize(
    ("name", "cells"),
    [("yonin-team-4x4", 4), pytest.param("yonin-team-plain-4x4", -5, marks=pytest.mark.products)],
)
def test_perfect_play_of_teams(name: str, cells: int) -> None:
    """What the first team is ahead by, in cells of its own quarters, is known from two other programs."""
    variant = variant_named(name)
    for tally, _ in play(variant, team_order(2, 12), SEED, 3).rows.tolist():
        counts = multiplayer_layout_of(variant).tally(tally)
        assert counts[0] + counts[2] - counts[1] - counts[3] == cells


class Ahead:
    """The look-ahead of teams, asked directly."""

    def __init__(self, name: str) -> None:
        variant = variant_named(name)
        self._kernels = build.load(variant, TEAM_GAMES)
        assert isinstance(self._kernels.layout, MultiplayerLayout)
        self._stack = Stack(self._kernels)
        self._context = Context(TranspositionTable(self._kernels.SEATED_BUCKET_BYTES, 1), self._kernels)
        self._context.ask(BLACK)

    def value(self, position: Position, depth: int, game: int = 5) -> int:
        address, seat = self._stack.put(position)
        window = -UNIT * 1000, UNIT * 1000
        numbers = (depth, *window, position.empties, game, self._context.address)
        return int(self._kernels.look_ahead(address, seat, *numbers))


@cache
def ahead(name: str) -> Ahead:
    return Ahead(name)


def some_positions(name: str, most: int, count: int) -> list[Position]:
    draw = random.Random(name)
    positions = [random_game(variant_named(name), SEED, game, draw.randint(2, most))[0] for game in range(2 * count)]
    return [position for position in positions if not position.over][:count]


@pytest.mark.parametrize(
    ("name", "depth"), [("yonin-team-4x4", 5), pytest.param("yonin-team-6x6", 3, marks=pytest.mark.products)]
)
def test_looking_ahead(name: str, depth: int) -> None:
    found = ahead(name)
    for position in some_positions(name, 20, 10):
        for plies in range(1, depth + 1):
            assert found.value(position, plies) == best_value(position, plies, lambda leaf: found.value(leaf, 0))


def worth_to_team(position: Position) -> int:
    """What a position is worth to the mover's team, without luck, by the weights that the kernel's text states."""
    board, variant = position.board, position.variant
    side, last = variant.board.width, variant.board.width - 1
    mine = variant.seats[position.seat].colour

    def sign(square: int) -> int:
        return 0 if board[square] < 0 else 1 if board[square] == mine else -1

    def ahead_on(squares: set[int]) -> int:
        return sum(map(sign, squares))

    corners = {0, last, side * last, side * side - 1}
    edges = {s for s in range(side * side) if s % side in (0, last) or s // side in (0, last)} - corners
    beside = {
        s
        for corner in corners
        if board[corner] < 0
        for s in range(side * side)
        if max(abs(s % side - corner % side), abs(s // side - corner // side)) == 1
    }
    stable = {s for s in corners if board[s] >= 0}
    for _ in range(3):
        stable |= {
            s
            for s in edges
            if board[s] >= 0
            and any(
                near in stable and board[near] == board[s]
                for near, step in ((s - 1, 1), (s + 1, 1), (s - side, side), (s + side, side))
                if (step == 1) == (s // side in (0, last)) and 0 <= near < side * side
            )
        }
    # Of the one who comes next, as if it were to move already.
    moves, replies = squares_of(position.legal()), squares_of(passed(position).legal())
    value = 20 * (len(moves) - len(replies)) + 100 * ahead_on(stable)
    return value + 60 * ahead_on(corners) + 10 * ahead_on(edges) - 30 * ahead_on(beside)


def passed(position: Position) -> Position:
    seats = len(position.variant.seats)
    return replace(position, seat=(position.seat + 1) % seats)


def test_what_a_position_is_worth_to_a_team() -> None:
    found, games = ahead("yonin-team-4x4"), 3000
    for position in some_positions("yonin-team-4x4", 8, 12):
        values = np.array([found.value(position, 0, game) for game in range(games)]) - worth_to_team(position)
        assert values.min() >= -75
        assert values.max() <= 75
        assert values.max() - values.min() > 140
        assert abs(values.mean()) < 4 * values.std() / games**0.5


def test_luck_is_the_same_in_the_same_game() -> None:
    found = ahead("yonin-team-4x4")
    position = start(variant_named("yonin-team-4x4"))
    assert [found.value(position, 0, game) for game in (1, 2, 1)][::2] == [found.value(position, 0, 1)] * 2
