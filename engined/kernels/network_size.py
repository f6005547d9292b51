"""The size of Go's small network, and where its weights stand in a file (see :mod:`engined.search.go.network`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from .network_codes import MOST_CHANNELS, PLANES

SPREAD_BEFORE_POOLING = 1.83
"""The spread of a lead, as in :mod:`engined.search.go.network`, by networks that did not say it themselves."""
CHANNELS_STEP = 32
"""Channels come in multiples of so many: kernels work out as many at once."""


@dataclass(frozen=True)
class NetworkSize:
    """The size of a network. In a file its layers come first, each by input channel, neighbour and output channel, then
    its biases; then for each block what its second layer has of the means and maxima of all points, by output channel;
    then heads for moves, for owners, for a pass, for the lead and for its spread, and the factor of the strengths in
    the policy: see :mod:`engined.kernels.network_codes`.
    """

    channels: int = 32
    """The channels of every layer but the first, which takes the planes of a position."""
    blocks: int = 4
    """The residual blocks behind the first layer, each of two layers."""

    @property
    def inputs(self) -> tuple[int, ...]:
        """Return the input channels of each layer."""
        return (PLANES, *(2 * self.blocks * (self.channels,)))

    @property
    def in_layers(self) -> int:
        """Return the number of weights of all layers, which come first."""
        return sum(9 * inputs * self.channels + self.channels for inputs in self.inputs)

    @property
    def in_pooling(self) -> int:
        """Return the number of weights of means and maxima, which come next."""
        return self.blocks * self.channels * 2 * self.channels

    @property
    def weights(self) -> int:
        """Return the number of weights."""
        return self.in_layers + self.in_pooling + 2 * (self.channels + 1) + 3 * (2 * self.channels + 1) + 1

    @property
    def before_pooling(self) -> int:
        """Return the number of weights of a network of before 2026-12, which pools for a pass alone."""
        return self.weights - self.in_pooling - 2 * (2 * self.channels + 1)


def is_possible(size: NetworkSize) -> bool:
    """Tell whether kernels can work out a network of that size."""
    return 0 < size.channels <= MOST_CHANNELS and size.channels % CHANNELS_STEP == 0 and size.blocks > 0


def size_of(weights: int) -> NetworkSize:
    """Return the size of a network with so many weights: no other has as many. Raises ValueError where none has."""
    return _size_of(weights, lambda size: size.weights)


def _size_of(weights: int, weights_of: Callable[[NetworkSize], int]) -> NetworkSize:
    for channels in range(CHANNELS_STEP, MOST_CHANNELS + 1, CHANNELS_STEP):
        none, one = (weights_of(NetworkSize(channels, blocks)) for blocks in (0, 1))
        blocks, rest = divmod(weights - none, one - none)
        if rest == 0 and blocks > 0:
            return NetworkSize(channels, blocks)
    raise ValueError(f"a network of {weights} weights: this engined knows no such network")


def with_pooling(network: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a network that says what one of before 2026-12 did, which pools for a pass alone; any other as it is."""
    try:
        size = _size_of(len(network), lambda size: size.before_pooling)
    except ValueError:
        return network
    lead_and_spread = np.zeros(2 * (2 * size.channels + 1), np.float32)
    lead_and_spread[-1] = log(SPREAD_BEFORE_POOLING)
    layers, heads, kept = np.split(network, [size.in_layers, -1])
    return np.concatenate([layers, np.zeros(size.in_pooling, np.float32), heads, lead_and_spread, kept])
