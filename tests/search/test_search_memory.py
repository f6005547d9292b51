"""The table, a stop and several threads: none of them may change an exact score."""

from __future__ import annotations

from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.kernels.codes import NO_MOVE
from engined.rules.position import Move, Position, parse_position, start
from tests.patience import PATIENCE, until
from tests.search.compiled import late, variant_named
from tests.search.kernel_solver import NO_LIMIT, Solver

FFORUM_40 = "O..OOOOX.OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX...OOOOX....O..X........ X"
FFORUM_41 = ".OOOOO....OOOOX..OOOOOO.XXXXXOO..XXOOX..OOXOXX....OXXO...OOO..O. X"


def problem(text: str) -> Position:
    return parse_position(variant_named("othello"), text)


def beginning() -> Position:
    return start(variant_named("othello"))


def test_what_was_solved_is_known_at_once() -> None:
    solver = Solver("othello")
    position = problem(FFORUM_41)
    score = solver.solve(position)
    before = solver.main.nodes
    assert solver.solve(position) == score
    assert solver.main.nodes == before


def test_probe_tells_bounds_and_moves() -> None:
    solver = Solver("othello")
    position = problem(FFORUM_40)
    assert solver.probe(position) is None
    value = solver.search(position, 6)
    known = solver.probe(position)
    assert known is not None
    assert known[:3] == (-32767, 32767, NO_MOVE)
    assert known[3:5] == (value, value)
    assert known[6:] == (6, 0)
    assert Move(solver.kernels.layout.square_of(known[5])) in position.legal()
    assert solver.solve(position) == 38
    known = solver.probe(position)
    assert known is not None
    assert known[:2] == (38, 38)
    assert known[7] == 255
    best = Move(solver.kernels.layout.square_of(known[2]))
    assert -solver.solve(position.play(best)) == 38


def test_a_deeper_search_stays_known_and_serves_a_shallower_one() -> None:
    solver = Solver("othello")
    value = solver.search(beginning(), 7)
    before = solver.main.nodes
    assert solver.search(beginning(), 3) == value
    assert solver.main.nodes - before <= 1
    known = solver.probe(beginning())
    assert known is not None
    assert (known[3], known[6]) == (value, 7)


def test_one_thread_counts_the_same_nodes_every_time() -> None:
    counts = set()
    for _ in range(2):
        solver = Solver("othello")
        solver.solve(problem(FFORUM_41))
        solver.search(beginning(), 9)
        counts.add(solver.main.nodes)
    assert len(counts) == 1


@pytest.mark.parametrize(("text", "score"), [(FFORUM_40, 38), (FFORUM_41, 0)])
def test_two_threads_find_the_same_score(text: str, score: int) -> None:
    solver = Solver("othello", threads=2)
    assert solver.solve(problem(text)) == score
    assert solver.contexts[1].nodes > 0


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_two_threads_on_a_board_of_two_words(seed: int) -> None:
    position = late("othello-10x10", 15, seed)
    assert Solver("othello-10x10", threads=2).solve(position) == Solver("othello-10x10").solve(position)


def test_the_node_limit_ends_a_search_and_leaves_the_table_sound() -> None:
    solver = Solver("othello")
    position = problem(FFORUM_41)
    for nodes in (1_000, 20_000, 300_000, 2_000_000):
        before = solver.main.nodes
        solver.main.limit(before + nodes)
        solver.solve(position)
        assert solver.main.stopped
        assert solver.main.nodes - before < nodes + 5_000  # polled in every node with more than 5 empty cells
        solver.main.resume()
    solver.main.limit(NO_LIMIT)
    assert solver.solve(position) == 0
    assert not solver.main.stopped


def test_bounds_from_stopped_searches_hold() -> None:
    solver = Solver("othello")
    position = problem(FFORUM_40)
    for _ in range(12):
        solver.main.limit(solver.main.nodes + 700_000)
        solver.solve(position)
        solver.main.resume()
        known = solver.probe(position)
        if known is not None and known[7] == 255:
            assert known[0] <= 38 <= known[1]


def test_the_flag_stops_from_another_thread() -> None:
    solver = Solver("othello")
    searching = Thread(target=solver.search, args=(beginning(), 50))
    searching.start()
    until(lambda: solver.main.nodes > 0, "it searches")
    solver.main.stop()
    searching.join(PATIENCE)
    assert not searching.is_alive()


def test_a_set_flag_ends_a_search_before_it_keeps_anything() -> None:
    solver = Solver("othello")
    solver.main.stop()
    solver.solve(problem(FFORUM_40))
    solver.search(beginning(), 30)
    assert solver.main.nodes < 1_000
    assert solver.probe(problem(FFORUM_40)) is None
    assert solver.probe(beginning()) is None
