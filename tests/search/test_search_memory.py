"""The table, the brake and several threads: none of them may change an exact score."""

from __future__ import annotations

from threading import Thread, Timer

import plain
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_solver import NO_MOVE, Solver, variant

from engined.rules.position import Move, Position, parse_position, start

OTHELLO = variant("othello")
FFORUM_40 = "O..OOOOX.OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX...OOOOX....O..X........ X"
FFORUM_41 = ".OOOOO....OOOOX..OOOOOO.XXXXXOO..XXOOX..OOXOXX....OXXO...OOO..O. X"
FEW = settings(max_examples=12, deadline=None)


def problem(text: str) -> Position:
    return parse_position(OTHELLO, text)


@FEW
@given(seeds=st.lists(st.integers(0, 2**32), min_size=2, max_size=6), empties=st.integers(8, 15))
def test_a_warm_table_tells_the_same_as_a_cold_one(seeds: list[int], empties: int) -> None:
    positions = [plain.wandered(OTHELLO, empties, seed) for seed in seeds]
    warm = Solver(OTHELLO, mebibytes=1)
    for position in positions:
        warm.search(position, 4)
        score = warm.solve(position)
        assert score == Solver(OTHELLO).solve(position)
        assert score == warm.solve(position)
        for move in position.legal():
            assert -warm.solve(position.play(move)) <= score


def test_what_was_solved_is_known_at_once() -> None:
    solver = Solver(OTHELLO)
    position = problem(FFORUM_41)
    score = solver.solve(position)
    before = solver.main.nodes
    assert solver.solve(position) == score
    assert solver.main.nodes == before


def test_probe_tells_bounds_and_moves() -> None:
    solver = Solver(OTHELLO)
    position = problem(FFORUM_40)
    assert solver.probe(position) is None
    value = solver.search(position, 6)
    known = solver.probe(position)
    assert known is not None
    assert known[0] == -known[1] == -32767
    assert known[2] == NO_MOVE
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


def test_a_deeper_search_stays_known() -> None:
    solver = Solver(OTHELLO)
    position = start(OTHELLO)
    value = solver.search(position, 7)
    solver.search(position, 3)
    known = solver.probe(position)
    assert known is not None
    assert (known[3], known[6]) == (value, 7)


def test_one_thread_counts_the_same_nodes_every_time() -> None:
    counts = set()
    for _ in range(2):
        solver = Solver(OTHELLO)
        solver.solve(problem(FFORUM_41))
        solver.search(start(OTHELLO), 9)
        counts.add(solver.main.nodes)
    assert len(counts) == 1


@pytest.mark.parametrize(("text", "score"), [(FFORUM_40, 38), (FFORUM_41, 0)])
def test_two_threads_find_the_same_score(text: str, score: int) -> None:
    solver = Solver(OTHELLO, threads=2)
    assert solver.solve(problem(text)) == score
    assert solver.contexts[1].nodes > 0


@FEW
@given(seed=st.integers(0, 2**32))
def test_two_threads_on_another_board(seed: int) -> None:
    board = variant("othello-10x10")
    position = plain.wandered(board, 15, seed)
    assert Solver(board, threads=2).solve(position) == Solver(board).solve(position)


def test_the_brake_ends_a_search_and_leaves_the_table_sound() -> None:
    solver = Solver(OTHELLO)
    position = problem(FFORUM_41)
    for nodes in (1000, 20_000, 300_000, 2_000_000):
        solver.main.limit(solver.main.nodes + nodes)
        before = solver.main.nodes
        solver.solve(position)
        assert solver.main.stopped
        assert solver.main.nodes - before < nodes + 20_000  # it polls at every inner node
        solver.main.resume()
    solver.main.limit(2**62)
    assert solver.solve(position) == 0
    assert not solver.main.stopped


def test_no_move_of_a_stopped_search_is_taken_for_proven() -> None:
    solver = Solver(OTHELLO)
    position = problem(FFORUM_40)
    for nodes in range(50_000, 5_000_000, 700_000):
        solver.main.limit(solver.main.nodes + nodes)
        solver.solve(position)
        solver.main.resume()
        known = solver.probe(position)
        if known is not None and known[7] == 255:
            assert known[0] <= 38 <= known[1]


def test_the_flag_stops_from_another_thread() -> None:
    solver = Solver(OTHELLO)
    searching = Thread(target=solver.search, args=(start(OTHELLO), 50))
    searching.start()
    Timer(0.05, solver.main.stop).start()
    searching.join(timeout=60)
    assert not searching.is_alive()


def test_a_set_flag_ends_a_search_before_it_begins() -> None:
    solver = Solver(OTHELLO)
    solver.main.stop()
    solver.solve(problem(FFORUM_40))
    solver.search(start(OTHELLO), 30)
    assert solver.main.nodes < 1000
    assert solver.probe(problem(FFORUM_40)) is None
    assert solver.probe(start(OTHELLO)) is None
