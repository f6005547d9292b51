"""Go's network in kernels against numpy, layer by layer."""

from __future__ import annotations

import numpy as np
import pytest

from engined.kernels import cpu
from tests.kernels.go_network_views import Array, Weights, played, said_by_kernels


def expected(planes: Array, weights: Weights, ahead: float) -> tuple[Array, float, float]:
    """What is thought of each move and of a pass, and how likely the mover wins who is so many points ahead already."""

    def pooled(values: Array) -> Array:
        return np.concatenate([values[1:-1, 1:-1].mean((0, 1)), values[1:-1, 1:-1].max((0, 1))])

    def layer(values: Array, number: int, added: Array | float = 0.0) -> Array:
        kernel, bias = weights.layers[number]
        height, width = values.shape[0] - 2, values.shape[1] - 2
        found = np.zeros((height + 2, width + 2, weights.channels))
        inside = sum(
            values[row : row + height, column : column + width] @ kernel[:, row, column]
            for row in range(3)
            for column in range(3)
        )
        found[1:-1, 1:-1] = inside + bias
        found[1:-1, 1:-1] += added[1:-1, 1:-1] if isinstance(added, np.ndarray) else added
        return np.maximum(found, 0.0)

    values = layer(planes, 0)
    for block in range(weights.blocks):
        middle = layer(values, 1 + 2 * block)
        values = layer(middle, 2 + 2 * block, values + weights.pooling[block] @ pooled(middle))
    inside = values[1:-1, 1:-1]
    owners = np.tanh(inside @ weights.owners[:-1] + weights.owners[-1])
    passing, more, spread = (
        float(pooled(values) @ head[:-1] + head[-1]) for head in (weights.passing, weights.lead, weights.spread)
    )
    lead = (owners.sum() + more + ahead) / (np.exp(spread) * np.sqrt((1 - owners**2).sum()) + 0.1)
    moves = inside @ weights.moves[:-1] + weights.moves[-1]
    return moves.ravel(), passing, float(1 / (1 + np.exp(-lead)))


ROUNDED, EXACT = 0.06, 1e-3
"""How far off logits may be because what is multiplied is rounded, and where that loses nothing."""


@pytest.mark.parametrize("size", [(32, 1), (64, 2), (64, 6)])
def test_networks_are_of_the_size_that_their_weights_say(size: tuple[int, int]) -> None:
    see_alike("go-11x3", 12, Weights(3, *size))


AVX2 = ("avx", "avx2", "fma")
PATHS = {"portable": (), "avx2": AVX2, "avx512": (*AVX2, "avx512f", "avx512cd", "avx512vl")}
"""Features of other CPUs."""


@pytest.mark.parametrize(
    ("variant", "plies"),
    [
        ("go-9x9", 0),
        ("go-9x9", 41),
        ("go-9x9", 70),
        pytest.param("go-7x4", 19, marks=pytest.mark.products),
        ("go-11x3", 12),
        pytest.param("go-13x13", 60, marks=pytest.mark.products),
    ],
)
def test_kernels_see_what_numpy_sees(variant: str, plies: int) -> None:
    see_alike(variant, plies, Weights(plies))


@pytest.mark.parametrize(("variant", "channels"), [("go-9x9", 32), ("go-11x3", 64)])
def test_what_rounding_leaves_is_exact(variant: str, channels: int) -> None:
    """After three layers of quarters values are in parts of 64."""
    for plies in (0, 30):
        see_alike(variant, plies, Weights(plies, channels, 1, parts=4), EXACT)


def see_alike(variant: str, plies: int, weights: Weights, off: float = ROUNDED) -> None:
    """Assert that kernels and numpy say nearly the same of a position."""
    said = said_by_kernels(played(variant, plies, plies), weights.flat, -7)
    moves, passing, wins = expected(said.planes, weights, -7.0)
    assert np.allclose(said.moves, [*moves, passing], rtol=EXACT, atol=off)
    assert np.isclose(said.wins, wins, atol=max(off / 20, EXACT))


ONE_EACH = {("portable", "go-9x9"), ("avx2", "go-10x6"), ("avx512", "go-13x7")}


@pytest.mark.parametrize(
    ("path", "variant"),
    [
        pytest.param(path, variant, marks=[pytest.mark.products] * ((path, variant) not in ONE_EACH))
        for path in PATHS
        for variant in ("go-9x9", "go-10x6", "go-13x7")
    ],
)
def test_vectors_of_other_cpus(path: str, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not cpu.target().features >= set(PATHS[path]):
        pytest.skip("this CPU has less")
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", ",".join(f"+{feature}" for feature in PATHS[path]))
    for size in ((32, 4), (64, 1)):
        see_alike(variant, 25, Weights(25, *size))
