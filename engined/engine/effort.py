"""How dear an exact solution is, and when to turn from deepening to solving."""

from __future__ import annotations

from collections.abc import Callable

NODES_AT_20 = 2.0e7
GROWTH = 1.9
"""An exact score of one move at 20 empties costs about this many nodes, and this much more for each further
empty cell: guesses from before the solver was measured, never fitted. Least squares through the logarithms of what
FFO 40 to 45 take now (one thread) give 5.7e6 and 2.3."""
SPEED = 2.5e7
"""Nodes a second and thread, before anything was measured: deliberately low."""
PATIENCE = 30
"""Without a limit of time, an exact score may cost so many times what was spent before."""
AT_ONCE = 2.0e6
"""Nodes that are always worth spending on an exact score."""


def solving_nodes(empties: int, lines: int) -> float:
    """Expected nodes to solve a position, for exact scores of this many of its moves."""
    return NODES_AT_20 * float(GROWTH ** (empties - 20)) * (1 + 0.5 * (lines - 1))


def solving_policy(
    *,
    empties_wanted: int | None,
    depth: int | None,
    lines: int,
    threads: int,
    spent: Callable[[], int],
    remaining: Callable[[], float | None],
) -> Callable[[int, int], bool]:
    """A rule (depth reached, empties) -> whether to solve now.

    ``spent`` gives the nodes that the analysis has used, ``remaining`` the seconds left (None: no limit).
    """

    def worth(reached: int, empties: int) -> bool:
        if reached >= empties:
            return True
        if empties_wanted is not None:
            return empties <= empties_wanted and 2 * reached >= empties
        nodes = solving_nodes(empties, lines)
        if nodes <= AT_ONCE:
            return True
        left = remaining()
        if left is not None:
            return nodes / (SPEED * threads) <= left and 2 * reached >= empties
        if depth is not None and reached >= depth:
            return empties <= depth + 8
        return nodes <= PATIENCE * spent()

    return worth
