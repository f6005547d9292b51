"""A tree of games of Go as it grows."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engined.backends import go_searcher
from engined.backends.go_searcher import MOVE_WORDS, GoSearcher, Question
from engined.backends.go_tables import past_of, tables
from engined.backends.go_trees import Tree
from engined.backends.memory import Context, TranspositionTable
from engined.families.go import Go
from engined.kernels.compilation import build
from engined.kernels.layouts.go import go_layout_of
from engined.results import Interrupted
from engined.rules.position import PASS, Move, Position, parse_position, start
from engined.rules.repetition import boards_of
from engined.tools.training.go.network import Board, Run
from engined.tools.training.go.network import Weights as NetworkWeights
from engined.variants.catalogue import Catalogue
from engined_protocol.notation import parse_square
from tests.kernels.go_network_views import Weights, planes_of, played

SENDING_TWO = ".....  .....  XXOO.  XXOO.  .O.O. O"
"""White may put a second stone beside that in the corner, a5; Black takes both by c5, White the stone that took them by
b5: then the board is as it was.
"""
SUPERKO = "go-5x5-area-positional-superko-komi-0"
"""The same game, but for its rule of ko."""
GAMES = 20_000


def cell(name: str) -> Move:
    return Move(parse_square(name, 5, 5))


@pytest.mark.parametrize("played", [[], ["a5"]])
def test_who_brings_back_a_board_below_the_root_loses(played: list[str]) -> None:
    """Of the line itself, or under superko of the game before it. Games end so from the third on, when a move gets its
    node.
    """
    variant = Catalogue().get("go-5x5-area-komi-0")
    game, superko = ([parse_position(Catalogue().get(name), SENDING_TWO)] for name in (variant.name, SUPERKO))
    for name in played:
        for line in (game, superko):
            line.append(line[-1].play(cell(name)))
    kernels = build.load(variant, Go.search_part, None)
    block = tables(go_layout_of(variant).points)
    context = Context(TranspositionTable(64, 0), kernels)
    context.seed(1)
    question = Question(kernels, game[-1], past_of(go_layout_of(variant), block, boards_of(superko)), (context,))
    tree = Tree(kernels, int(block.ctypes.data), 64)
    tree.plant(game[-1], context)
    GoSearcher(kernels, tree, game[-1], (context,), question).grow(GAMES)

    def returning(node: int, before: tuple[Position, ...]) -> Iterator[tuple[int, int]]:
        """The games and wins of moves that bring back a board, where they have a node."""
        out = np.zeros((go_layout_of(variant).points + 1, MOVE_WORDS), np.int64)
        number = kernels.read_node(tree.address, node, int(out.ctypes.data))
        for point, games, wins, _, child, _ in out[:number].tolist():
            if child > kernels.UNDER_WAY:
                move = go_layout_of(variant).move_at(point)
                after = before[-1].play(move)
                if point and len(before) > len(game) and any(after.board == one.board for one in before):
                    yield games, wins
                else:
                    yield from returning(child, (*before, after))

    found = list(returning(tree.root, tuple(game)))
    assert found
    assert all(wins <= kernels.EXPANDED_AT * kernels.WHOLE for _, wins in found)
    assert max(games for games, _ in found) > kernels.EXPANDED_AT


class Grown:
    """A tree of a position, or of the start of a game, on one thread."""

    def __init__(self, name: str, network: Any = None, position: Position | None = None) -> None:
        variant = Catalogue().get(name)
        self.position, self.layout = position or start(variant), go_layout_of(variant)
        self.kernels = build.load(variant, Go.search_part, None)
        self._tables = tables(self.layout.points, None, network)
        self.context = Context(TranspositionTable(64, 0), self.kernels)
        self.context.seed(1)
        past = past_of(self.layout, self._tables, frozenset())
        self.tree = Tree(self.kernels, int(self._tables.ctypes.data), 64)
        self.question = Question(self.kernels, self.position, past, (self.context,))
        self.searcher = GoSearcher(self.kernels, self.tree, self.position, (self.context,), self.question)
        self.tree.plant(self.position, self.context)
        self.tree.users = 1

    def rewards(self) -> float:
        """The mean reward of games, of 1."""
        out = np.zeros((self.layout.points + 1, MOVE_WORDS), np.int64)
        rows = out[: self.kernels.read_node(self.tree.address, self.tree.root, int(out.ctypes.data))]
        return float(rows[:, 5].sum() / (self.kernels.WHOLE * rows[:, 1].sum()))

    def may_be_kept(self) -> bool:
        """Whether somebody else may go on with the tree."""
        return self.tree.move_to(self.position, self.context)


def test_points_that_are_settled_count_for_their_side_however_games_end() -> None:
    grown = Grown("go-5x5-area-komi-0")
    searcher = grown.searcher
    searcher.grow(100)
    searcher.settle(dict.fromkeys(range(20), 1))
    searcher.grow(100)
    forecast = searcher.forecast()
    assert (forecast.visits, forecast.win_rate) == (100, 0.0), "games before that are forgotten"
    assert forecast.ownership[:20] == (-1.0,) * 20
    assert -25 <= forecast.mean <= -15
    assert not grown.may_be_kept()


def test_ownership_is_right_after_more_games_than_32_bits_count() -> None:
    grown = Grown("go-5x5-area-komi-0")
    grown.searcher.grow(100)
    before = grown.searcher.forecast().ownership
    kernels, points = grown.kernels, grown.layout.points
    grown.context.scratch(kernels.OWNERS_AT, 2 * points)[:] <<= 27
    grown.context.scratch(kernels.ENDS_AT, 1)[:] <<= 27
    assert grown.searcher.forecast().ownership == before
    assert any(before)


def test_a_search_ends_where_no_more_games_can_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(go_searcher, "MOST_GAMES", 60)
    grown = Grown("go-5x5-area-komi-0")
    grown.searcher.grow(50)
    with pytest.raises(Interrupted):
        grown.searcher.grow(50)


def test_nobody_joins_a_tree_that_is_asked_something_of_its_own() -> None:
    grown = Grown("go-5x5-area-komi-0")
    assert grown.tree.join(grown.position, grown.context)
    assert not grown.tree.take_alone(), "it has two users"
    grown.tree.users -= 1
    assert grown.tree.take_alone()
    assert not grown.tree.join(grown.position, grown.context)
    assert grown.tree.users == 1


def test_nodes_do_not_overlap_once_an_arena_is_full() -> None:
    """What did not fit is not given back: between the two, another thread may have taken less room behind it."""
    grown = Grown("go-5x5-area-komi-0")
    word = np.frombuffer(grown.tree._arenas[0], np.int64, 1, grown.kernels.USED)
    word[0] = grown.tree._capacity - 3
    grown.searcher._kernels.grow_tree(grown.tree.address, grown.tree.board, 50, grown.context.address)
    assert word[0] > grown.tree._capacity
    grown.tree.make_room()
    assert np.frombuffer(grown.tree._arenas[0], np.int64, 1, grown.kernels.USED)[0] < grown.tree._capacity


@pytest.mark.parametrize("games", [1, 2, 30])
def test_as_many_games_are_played_as_the_limit_allows(games: int) -> None:
    grown = Grown("go-5x5-area-komi-0")
    grown.context.limit(games)
    with pytest.raises(Interrupted):
        grown.searcher.grow(100)
    assert (grown.searcher.nodes, grown.searcher.forecast().visits) == (games, games)


def test_what_a_pass_leaves_to_the_other_side_counts_though_it_stops_play() -> None:
    """Whoever plays on b5 first decides whether Black lives, and wins: White has passed, and Black loses by a pass."""
    name = "go-5x5-area-komi--15"
    board = parse_position(Catalogue().get(name), "...XO XXXXO OOOOO .O.OO OO.OO X")
    grown = Grown(name, position=replace(board, passes=1))
    grown.searcher.grow(400, frozenset({PASS}))
    (passed,) = (ending for ending in grown.searcher.endings() if ending.games)
    assert passed.move == PASS
    assert passed.win_rate < 0.1
    assert [move for move, _ in grown.searcher.line(PASS, 10)] == [PASS]


@pytest.mark.parametrize("komi", [90, -90])
def test_points_count_for_more_than_who_wins_where_that_is_decided(komi: int) -> None:
    """Rewards are for wins and, where a tree begins, for points around what is expected: half of what there is."""
    grown, won = Grown(f"go-5x5-area-komi-{komi}"), 0.0 if komi > 0 else 1.0
    searcher = grown.searcher
    searcher.grow(200)
    assert abs(grown.rewards() - won) < 0.2
    searcher.play_for_points()
    searcher.grow(200)
    assert searcher.forecast().visits == 200, "games before that are forgotten"
    assert searcher.forecast().win_rate == won
    assert 0.25 < grown.rewards() < 0.75
    assert not grown.may_be_kept()


def test_priors_of_the_root_are_weighed_by_the_lead_after_each_move() -> None:
    """As numpy works the network out, for each position after a move; the moves that were tried keep what they have."""
    variant = Catalogue().get("go-11x11-area-komi-7")
    position = played(variant.name, 20, 4)
    kernels, layout = build.load(variant, Go.search_part, None), go_layout_of(variant)
    weights = Weights(5, blocks=1, parts=4).flat  # what is rounded loses nothing
    block = tables(layout.points, None, weights)
    context = Context(TranspositionTable(64, 0), kernels)
    context.seed(1)
    question = Question(kernels, position, past_of(layout, block, frozenset()), (context,))
    tree = Tree(kernels, int(block.ctypes.data), 64)
    tree.plant(position, context)
    kernels.plant_tree(tree.address, 100_000, tree.board, context.address)
    kernels.grow_tree(tree.address, tree.board, 50, context.address)

    def moves() -> dict[int, list[int]]:
        out = np.zeros((layout.points + 1, MOVE_WORDS), np.int64)
        number = kernels.read_node(tree.address, tree.root, int(out.ctypes.data))
        return {row[0]: row[1:] for row in out[:number].tolist()}

    def lead_after(point: int) -> float:
        after = position.play(layout.move_at(point))
        planes = planes_of(after, layout)[1:-1, 1:-1].reshape(1, 121, -1)
        planes[0, layout.square_at(layout.last_of(position)), 8] = 1  # the move before the last
        return -float(Run(Board(11, 11), NetworkWeights(weights), planes).lead[0])

    before = moves()
    asked = [point for point in list(before)[: kernels.LOOKED_AT] if point]
    assert kernels.look_ahead(tree.address, tree.board, context.address) == len(asked)
    after = moves()
    leads = {point: lead_after(point) for point in asked}
    leads |= dict.fromkeys(before.keys() - leads, float(np.mean(list(leads.values()))))
    wanted = {point: before[point][2] * np.exp(leads[point]) for point in before}
    assert max(leads.values()) - min(leads.values()) > 2.0, "there is something to tell apart"
    for point, (games, wins, prior, child, rewards) in after.items():
        assert prior / 65535 == pytest.approx(wanted[point] / sum(wanted.values()), abs=2e-3)
        assert [games, wins, child, rewards] == [*before[point][:2], *before[point][3:]]
    assert sum(games for games, *_ in after.values()) == 50
    priors = [prior for _, _, prior, *_ in after.values()]
    assert priors == sorted(priors, reverse=True)
    question.settle(np.zeros(layout.points, np.uint8))
    assert kernels.look_ahead(tree.address, tree.board, context.address) == 0, "points alone are left"
    question = Question(kernels, position, past_of(layout, block, frozenset()), (context,))
    fuller = played(variant.name, 40, 4)
    tree.plant(fuller, context)
    assert kernels.look_ahead(tree.address, tree.board, context.address) == 0, "a quarter of the board is full"


def test_no_priors_of_the_root_are_weighed_on_a_small_board() -> None:
    """There games tell moves apart as well as what the network says of each."""
    grown = Grown("go-9x9-area-komi-7", Weights(5).flat)
    assert grown.kernels.look_ahead(grown.tree.address, grown.tree.board, grown.context.address) == 0


def test_a_game_ends_at_a_new_node_as_a_network_judges_it() -> None:
    """As numpy works the network out for the position after the first game's only move."""
    weights = Weights(6, blocks=1, parts=4).flat  # what is rounded loses nothing
    grown = Grown("go-7x7-area-komi-7", weights)
    grown.searcher.grow(1)
    ((move, games),) = [(ending.move, ending.games) for ending in grown.searcher.endings() if ending.games]
    planes = planes_of(grown.position.play(move), grown.layout)[1:-1, 1:-1].reshape(1, 49, -1)
    run = Run(Board(7, 7), NetworkWeights(weights), planes)
    owners, lead, scale = -run.owners[0], -float(run.lead[0]) - 7, float(run.scale[0])
    forecast = grown.searcher.forecast()
    assert (games, forecast.visits) == (1, 1)
    assert np.allclose(forecast.ownership, owners, atol=0.005)
    assert forecast.mean == pytest.approx(lead, abs=1 / 32)
    assert forecast.win_rate == pytest.approx(1 / (1 + np.exp(-lead / scale)), abs=1e-3)
    assert forecast.spread == pytest.approx(scale * np.pi / np.sqrt(3), abs=0.5)


def test_games_are_played_out_besides_only_after_the_first_ones() -> None:
    """RAVE counts the games that were played out."""
    grown = Grown("go-7x7-area-komi-7", Weights(6).flat)

    def counted() -> bool:
        node = grown.tree.address + grown.kernels.SLOT * grown.tree.root
        words = np.ctypeslib.as_array(
            ctypes.cast(node, ctypes.POINTER(ctypes.c_uint32)), (grown.kernels.SLOT // 4 * 50,)
        )
        return bool(words.reshape(50, -1)[1:, 1].any())

    grown.searcher.grow(grown.kernels.JUDGED_FIRST)
    assert not counted()
    grown.searcher.grow(100)
    assert counted()


def test_every_move_that_was_tried_has_a_node_where_a_network_is_asked() -> None:
    grown = Grown("go-7x7-area-komi-7", Weights(6).flat)
    grown.searcher.grow(200)
    out = np.zeros((grown.layout.points + 1, MOVE_WORDS), np.int64)
    number = grown.kernels.read_node(grown.tree.address, grown.tree.root, int(out.ctypes.data))
    tried = [row for row in out[:number].tolist() if row[1]]
    assert len(tried) > 3
    assert sum(games for _, games, *_ in tried) == 200
    assert all(child > grown.kernels.UNDER_WAY for _, _, _, _, child, _ in tried)
    sure = [abs(own) for own in grown.searcher.forecast().ownership]
    assert 0.0 < max(sure) < 1.0


def test_all_games_are_played_out_where_they_are_to_say_whose_the_points_are() -> None:
    """So each point is wholly one side's in each of 50 games, or nobody's."""
    judged, played_out = (Grown("go-7x7-area-komi-7", Weights(6).flat) for _ in range(2))
    played_out.question.play_all_out()
    for grown, is_whole in ((judged, False), (played_out, True)):
        grown.searcher.grow(50)
        of_games = np.array(grown.searcher.forecast().ownership) * 50
        assert bool(np.allclose(of_games, np.rint(of_games), atol=1e-6)) == is_whole
