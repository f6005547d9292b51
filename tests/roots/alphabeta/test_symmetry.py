"""Moves that are the same by symmetry: searched once, said of each."""

from engined.results import Certainty
from engined.roots.alphabeta.root import AlphaBetaRoot
from engined.roots.limits import Limits
from engined.roots.solve_policy import Policy
from engined.rules.position import Move, Position, parse_move, start
from engined.variants.catalogue import Catalogue
from tests.roots.plain_searcher import PlainSearcher
from tests.texts import texts_of

CATALOGUE = Catalogue()


def analysed(
    position: Position, *, depth: int, best: int | None = None, only: frozenset[Move] = frozenset()
) -> AlphaBetaRoot:
    limits = Limits(best=best, depth=depth, only=only)
    policy = Policy(worth_solving=lambda d, e: False)
    root = AlphaBetaRoot(position, PlainSearcher(), limits, lambda: None, policy)
    root.run()
    return root


def test_the_four_first_moves_are_worth_the_same_and_cost_one_search() -> None:
    root = analysed(start(CATALOGUE.get("othello")), depth=3)
    assert sorted(texts_of(root.position, [line.move for line in root.lines])) == ["c4", "d3", "e6", "f5"]
    assert len({line.score for line in root.lines}) == 1
    assert sorted(line.nodes > 0 for line in root.lines) == [False, False, False, True]


def test_lines_of_symmetric_moves_are_legal_and_as_long() -> None:
    position = start(CATALOGUE.get("othello-4x4"))
    root = AlphaBetaRoot(position, PlainSearcher(), Limits(), lambda: None)
    root.run()
    for line in root.lines:
        assert line.score.kind is Certainty.EXACT
        end = position
        for move in line.pv:
            end = end.play(move)
        assert end.over
        assert end.value(0) == line.score.value == -10


def test_a_number_of_best_moves_counts_symmetric_ones() -> None:
    position = start(CATALOGUE.get("othello"))
    assert len(analysed(position, depth=2, best=3).lines) == 3


def test_an_adopted_line_of_a_symmetric_move_is_turned_round() -> None:
    position = start(CATALOGUE.get("othello-4x4"))
    first = AlphaBetaRoot(position, PlainSearcher(), Limits(), lambda: None)
    first.run()
    symmetric = first.lines[-1]
    searcher = PlainSearcher()
    second = AlphaBetaRoot(position, searcher, Limits(best=1), lambda: None)
    second.adopt(12, [symmetric])
    second.run()
    assert searcher.nodes == 0
    end = position
    for move in second.lines[0].pv:
        end = end.play(move)
    assert end.over
    assert end.value(0) == -10


def test_a_move_asked_for_alone_has_its_own_line() -> None:
    position = start(CATALOGUE.get("othello"))
    only = frozenset({parse_move(position, "e6")})
    (line,) = analysed(position, depth=2, only=only).lines
    assert (line.move, line.pv[0]) == (*only, *only)
