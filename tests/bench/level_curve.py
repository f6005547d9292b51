"""Elo by the doublings of nodes: a curve through the games of level matches, also those of earlier lists of levels.

    python -m tests.bench.level_matches othello-10x10 1-15 --out FILE
    python -m tests.bench.level_curve FILE...

The curve has so many Elo a doubling in each half of one, and is the likeliest that changes little from one half to the
next: a step is known by the games on either side of it too. Prints the steps of the levels as they are now.
"""

from __future__ import annotations

import json
import math
from argparse import ArgumentParser
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engined.service.jobs.levels import DOUBLINGS

HALVES = np.arange(0, 15.1, 0.5)
"""The ends of the halves, in doublings of the nodes of level 1."""
SMOOTH = 0.0015
"""The weight of a squared difference between neighbouring halves, against the logarithm of the likelihood."""
ELO = math.log(10) / 400
"""The logarithm of the odds for each Elo."""

Numbers = NDArray[np.float64]


def within(begin: Numbers, end: Numbers) -> Numbers:
    """How much of each half lies between two numbers of doublings: a row for each pair."""
    covered = np.minimum(end[:, None], HALVES[1:]) - np.maximum(begin[:, None], HALVES[:-1])
    clipped: Numbers = np.clip(covered, 0, None)
    return clipped


def curve(games: Numbers) -> tuple[Numbers, Numbers]:
    """Elo a doubling in each half, and their covariance. ``games``: rows of the weaker's doublings, the stronger's, and
    the points of the stronger, 0 to 1.
    """
    parts = within(games[:, 0], games[:, 1])
    differences = np.diff(np.eye(len(HALVES) - 1), axis=0)
    roughness = SMOOTH * differences.T @ differences
    elo = np.full(len(HALVES) - 1, 100.0)
    for _ in range(50):  # Newton's method; the likelihood is concave
        expected = 1 / (1 + np.exp(-ELO * (parts @ elo)))
        slope = ELO * parts.T @ (games[:, 2] - expected) - roughness @ elo
        bend = ELO**2 * (parts * (expected * (1 - expected))[:, None]).T @ parts + roughness
        elo = elo + np.linalg.solve(bend, slope)
    return elo, np.linalg.inv(bend)


def main() -> None:
    """Print a line for each level above the first."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("files", nargs="+", type=Path)
    lines = [line for path in parser.parse_args().files for line in path.read_text().splitlines()]
    games = np.array([json.loads(line) for line in lines], np.float64)
    elo, covariance = curve(games)
    steps = np.array(list(pairwise(DOUBLINGS)), np.float64)
    parts = within(steps[:, 0], steps[:, 1])
    errors = np.sqrt(np.diag(parts @ covariance @ parts.T))
    print(f"{len(games)} games")
    for level, (step, error) in enumerate(zip(parts @ elo, errors, strict=True), 2):
        print(f"{level}: {step:+.0f} Elo, +-{error:.0f}")


if __name__ == "__main__":
    main()
