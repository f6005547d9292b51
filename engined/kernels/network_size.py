"""The size of Go's small network, and where its weights stand in a file (see :mod:`engined.search.go.network`)."""

from __future__ import annotations

from dataclasses import dataclass

from .network_codes import MOST_CHANNELS, PLANES

CHANNELS_STEP = 32
"""Channels come in multiples of so many: kernels work out as many at once."""


@dataclass(frozen=True)
class NetworkSize:
    """The size of a network. In a file its layers come first, each by input channel, neighbour and output channel, then
    its biases; then heads for moves, for owners and for a pass, and the factor of the strengths in the policy: see
    :mod:`engined.kernels.network_codes`.
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
    def weights(self) -> int:
        """Return the number of weights."""
        layers = sum(9 * inputs * self.channels + self.channels for inputs in self.inputs)
        return layers + 2 * (self.channels + 1) + (2 * self.channels + 1) + 1


def is_possible(size: NetworkSize) -> bool:
    """Tell whether kernels can work out a network of that size."""
    return 0 < size.channels <= MOST_CHANNELS and size.channels % CHANNELS_STEP == 0 and size.blocks > 0


def size_of(weights: int) -> NetworkSize:
    """Return the size of a network with so many weights: no other has as many. Raises ValueError where none has."""
    for channels in range(CHANNELS_STEP, MOST_CHANNELS + 1, CHANNELS_STEP):
        none, one = (NetworkSize(channels, blocks).weights for blocks in (0, 1))
        blocks, rest = divmod(weights - none, one - none)
        if rest == 0 and blocks > 0:
            return NetworkSize(channels, blocks)
    raise ValueError(f"a network of {weights} weights: this engined knows no such network")
