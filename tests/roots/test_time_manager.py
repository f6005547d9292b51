"""When a search on a clock stops deepening."""

from __future__ import annotations

import math

import pytest

from engined.roots.limits import Limits, SearchClock
from engined.roots.solve_policy import (
    CLOSING_COST,
    CLOSING_PLIES,
    SPEED,
    SolveBudget,
    closing_policy,
    deepener_policy,
    solver_policy,
    solving_policy,
    solving_seconds,
)
from engined.roots.time_manager import FORCED_DEPTH, FORCED_SECONDS, DeepeningProgress, TimeManager
from engined.rules.moves import Move
from engined.rules.position import start
from engined.variants.catalogue import Catalogue


def run(time_manager: TimeManager, *moods: tuple[Move, float, float], growth: float = 2.0, choices: int = 8) -> float:
    """Seconds when the time manager has enough: iterations grow; of the last mood (best, value, effort) there is no
    end.
    """
    elapsed, cost = 0.0, 0.001
    for depth in range(1, 60):
        best, value, effort = moods[min(depth, len(moods)) - 1]
        elapsed += cost
        if time_manager.enough(DeepeningProgress(depth, choices, best, value, effort), elapsed):
            return elapsed
        cost *= growth
    raise AssertionError("never enough")


CALM = (Move(37), 0.0, 0.5)


@pytest.mark.parametrize("growth", [1.4, 1.8, 2.5])
def test_a_calm_search_ends_where_it_should(growth: float) -> None:
    assert 3.0 < run(TimeManager(10.0, 40.0), CALM, growth=growth) < 12.0


def test_no_iteration_begins_that_is_unlikely_to_end() -> None:
    """The last one took half of the time: the next would take all, and more than what is allowed."""
    time_manager = TimeManager(10.0, 11.0)
    for depth, end in enumerate((0.5, 1.0, 2.0, 4.0), 1):
        assert not time_manager.enough(DeepeningProgress(depth, 8, Move(37), 0.0, 0.5), end)
    assert time_manager.enough(DeepeningProgress(5, 8, Move(37), 0.0, 0.5), 8.0)


def test_trouble_takes_more_and_a_clear_move_less() -> None:
    calm = run(TimeManager(10.0, 40.0), CALM, growth=1.3)
    unsteady = run(TimeManager(10.0, 40.0), *((Move(n % 2), 0.0, 0.5) for n in range(59)), growth=1.3)
    falling = run(TimeManager(10.0, 40.0), *((Move(37), -3.0 * n, 0.5) for n in range(59)), growth=1.3)
    clear = run(TimeManager(10.0, 40.0), (Move(37), 0.0, 0.97), growth=1.3)
    assert clear < 0.8 * calm < calm < 1.3 * calm < min(unsteady, falling)


def test_values_that_swing_with_the_depth_are_no_trouble() -> None:
    swinging = run(TimeManager(10.0, 40.0), *((Move(37), 4.0 * (n % 2), 0.5) for n in range(59)), growth=1.3)
    assert swinging == run(TimeManager(10.0, 40.0), CALM, growth=1.3)


def test_a_forced_move_takes_next_to_nothing() -> None:
    assert run(TimeManager(10.0, 40.0), CALM, choices=1) < 2 * FORCED_SECONDS
    for time_manager in (TimeManager(10.0, 40.0), TimeManager(10.0, 10.0)):
        assert not time_manager.enough(DeepeningProgress(FORCED_DEPTH - 1, 1, Move(37), 0.0, 1.0), 0.0)
        assert time_manager.enough(DeepeningProgress(FORCED_DEPTH, 1, Move(37), 0.0, 1.0), 0.0)
        assert time_manager.enough(DeepeningProgress(1, 1, Move(37), 0.0, 1.0), FORCED_SECONDS)


def test_time_that_cannot_be_saved_is_used() -> None:
    time_manager = TimeManager(10.0, 10.0)
    assert not any(
        time_manager.enough(DeepeningProgress(depth, 8, Move(37), 0.0, 0.99), depth * 0.9) for depth in range(1, 12)
    )


def test_what_was_thought_before_counts() -> None:
    """Far deeper than the wanted time would bring: play at once. Little deeper: go on."""
    assert TimeManager(1.0, 4.0, spent=30.0).enough(DeepeningProgress(20, 8, Move(37), 0.0, 0.5), 0.0)
    assert not TimeManager(1.0, 4.0, spent=0.5).enough(DeepeningProgress(12, 8, Move(37), 0.0, 0.5), 0.0)
    assert not TimeManager(1.0, 4.0).enough(DeepeningProgress(12, 8, Move(37), 0.0, 0.5), 0.0)


# --- solving --------------------------------------------------------------------------------------


def worth(
    empties: int,
    seconds: float | None,
    *,
    nodes: int = 0,
    elapsed: float = 0.0,
    threads: int = 1,
    depth: int | None = None,
    reached: int = 0,
) -> bool:
    """Whether to solve, at half of the depth if no other is ``reached``."""
    policy = solving_policy(
        empties_wanted=None,
        depth=depth,
        lines=1,
        budget=SolveBudget(lambda: nodes, lambda: elapsed, threads, seconds),
    )
    return policy(reached or (empties + 1) // 2, empties)


def test_a_solution_is_tried_when_it_should_end_in_time() -> None:
    empties = 26
    needed = solving_seconds(empties, 1)
    assert worth(empties, 1.1 * needed)
    assert not worth(empties, 0.9 * needed)
    assert worth(empties, 0.6 * needed, threads=2)
    assert not worth(empties, 1.1 * needed, elapsed=0.2 * needed)


def test_a_slow_machine_knows_that_it_is() -> None:
    empties = 26
    needed = solving_seconds(empties, 1)
    slow = int(SPEED / 20)
    assert not worth(empties, 3 * needed, nodes=slow, elapsed=1.0)
    assert worth(empties, 12 * needed + 1, nodes=slow, elapsed=1.0)


@pytest.mark.parametrize("seconds", [None, 300.0])
def test_a_limit_of_depth_is_one_for_solutions_too(seconds: float | None) -> None:
    """Also where a deeper search was there before, and time or what was spent would allow more."""
    plenty = 10**10
    assert not worth(31, seconds, depth=8, reached=19, nodes=plenty)
    assert not worth(17, seconds, depth=8, reached=8, nodes=plenty)
    assert worth(16, seconds, depth=8, reached=8)
    assert worth(28, seconds, depth=20, reached=20)


def test_a_limit_of_depth_gives_no_more_time() -> None:
    assert not worth(28, 0.001, depth=20, reached=20)


def test_a_limit_of_nodes_is_one_for_solutions_too() -> None:
    for nodes in (None, 10**9, 10**5):
        policy = solving_policy(empties_wanted=None, depth=None, lines=1, budget=SolveBudget(int, float, nodes=nodes))
        assert policy(10, 19) == (nodes != 10**5)


NODES, ELAPSED = 500_000, 0.1


def test_what_limits_leave_is_counted_at_the_speed_of_the_search() -> None:
    """It has come a quarter of the way in 0.1 of 0.4 seconds, with 500,000 of 2,000,000 nodes."""
    for limits in ({"seconds": 4 * ELAPSED}, {"nodes": 4 * NODES}):
        budget = SolveBudget(lambda: NODES, lambda: ELAPSED, 1, **limits)
        assert budget.affords(2.9 * NODES)
        assert not budget.affords(3.1 * NODES)
        assert not budget.affords(math.inf)
    assert SolveBudget(lambda: NODES, lambda: ELAPSED).affords(math.inf)


@pytest.mark.parametrize("weak", [False, True])
def test_play_that_is_to_be_weak_searches_ply_by_ply(*, weak: bool) -> None:
    position, limits = start(Catalogue().get("othello-6x6")), Limits(nodes=1000, alone=True, weak=weak)
    clock = SearchClock(lambda: ELAPSED)
    for policy in (solver_policy(position, limits, clock, int), deepener_policy(position, limits, clock, int)):
        assert policy.affords(100) is not weak


def closing(reached: int, empties: int, *, seconds: float | None = None, nodes: int | None = None) -> bool:
    """Whether to search to the end, when so much has been spent."""
    return closing_policy(SolveBudget(lambda: NODES, lambda: ELAPSED, 1, seconds, nodes))(reached, empties)


def test_with_time_the_end_is_searched_as_soon_as_it_is_near() -> None:
    first = 30 - CLOSING_PLIES
    assert [reached for reached in range(31) if closing(reached, 30)] == list(range(first, 31))
    assert not closing(5, 12), "but not before half of the way"
    assert closing(6, 12)


def test_without_it_only_the_last_ply_leads_there() -> None:
    first = 30 - CLOSING_PLIES
    seconds = ELAPSED + CLOSING_COST * NODES / SPEED
    nodes = (CLOSING_COST + 1) * NODES
    assert closing(first, 30, seconds=1.1 * seconds, nodes=nodes)
    assert [reached for reached in range(31) if closing(reached, 30, seconds=0.9 * seconds)] == [29, 30]
    assert [reached for reached in range(31) if closing(reached, 30, nodes=nodes - 1)] == [29, 30]
