"""Least squares for the weights of one stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engined.tools.training.patterns.rows import Floats, Rows

STEPS = 60
"""Most steps of the conjugate gradients."""
ENOUGH = 1e-4
"""The residual of the normal equations, as a share of what it was at first, at which they end."""


@dataclass(frozen=True)
class Problem:
    """Positions of one stage."""

    features: Rows
    """A row for each position: which unknowns add up to its value."""
    targets: Floats
    """The worth of each position, in hundredths of a disc, the mover's view."""
    unknowns: int

    def values(self, solution: Floats) -> Floats:
        """What a solution says of every position."""
        from engined.tools.training.patterns.rows import (
            add_up,  # compiled when it is imported: who only collects need not wait
        )

        values = np.empty(len(self.features))
        add_up(self.features, solution, values)
        return values

    def gathered(self, errors: Floats) -> Floats:
        """The sum of the positions' errors for every unknown that they hold."""
        from engined.tools.training.patterns.rows import gather

        sums = np.zeros(self.unknowns)
        gather(self.features, errors, sums)
        return sums


def solve(problem: Problem, prior: Floats, ridge: float) -> Floats:
    """The unknowns that fit best, with ``ridge`` times the squared distance from the prior as a price.

    Conjugate gradients on the normal equations, preconditioned by their diagonal (Y. Saad, "Iterative Methods for
    Sparse Linear Systems", 2003). What no position holds keeps its prior.
    """
    counts = np.bincount(problem.features.reshape(-1), minlength=problem.unknowns)
    scale = 1.0 / (counts + ridge)
    change = np.zeros(problem.unknowns)
    residual = problem.gathered(problem.targets - problem.values(prior))
    direction = scale * residual
    size = first = float(residual @ direction)
    for _ in range(STEPS):
        if size <= ENOUGH**2 * first:
            break
        image = problem.gathered(problem.values(direction)) + ridge * direction
        step = size / float(direction @ image)
        change += step * direction
        residual -= step * image
        scaled = scale * residual
        size, before = float(residual @ scaled), size
        direction = scaled + size / before * direction
    solution: Floats = prior + change
    return solution
