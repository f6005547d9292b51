"""Sums over rows of indices: what fits weights spends its time on."""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.int32]


@numba.njit("void(int32[:, ::1], float64[::1], float64[::1])", nogil=True)  # type: ignore[untyped-decorator]
def add_up(features: Rows, solution: Floats, values: Floats) -> None:
    """Write for each row the sum of the unknowns that it names."""
    for row in range(len(features)):
        total = 0.0
        for unknown in features[row]:
            total += solution[unknown]
        values[row] = total


@numba.njit("void(int32[:, ::1], float64[::1], float64[::1])", nogil=True)  # type: ignore[untyped-decorator]
def gather(features: Rows, errors: Floats, sums: Floats) -> None:
    """Add each row's error to the sums of the unknowns that it names."""
    for row in range(len(features)):
        for unknown in features[row]:
            sums[unknown] += errors[row]
