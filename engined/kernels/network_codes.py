"""Go's small network: its planes, and what stands where in kernels' memory of its weights.

Also a kernel source: plain constants only. What stands where in a file says :mod:`engined.kernels.network_size`.
"""

MOST_CHANNELS = 64
"""The most channels that every layer but the first may have, which takes the planes of a position."""
PLANES = 10
"""One, two, more liberties of the mover's chains, and of the other's; ko; the last move, the one before; the board."""
KO_PLANE = 6
BOARD_PLANE = 9

PRODUCTS = 16
"""The number of products for a tile of two points by two, for each input and output channel: made from four points by
four.
"""
FACTOR_ONE, WEIGHT_ONE = 1 << 8, 1 << 13
"""The parts of 1 that factors of products are rounded to, in 16 bits: sums of values to the first, weights to the
second. There is room for 128 and 4, where the shipped networks have sums up to 119 and weights up to 3.1.
"""
LEAST_SPREAD = 0.1
"""The scale of the logistic distribution of a lead where no point is in doubt."""

CHANNELS_AT = 0
"""The offset of the number of channels: a word."""
BLOCKS_AT = 8
"""The offset of the number of residual blocks behind the first layer, each of two layers: a word."""
LAYERS_AT = 64
"""The offset of the layers: each by product, pair of input channels, output channel and channel of the pair, in 16
bits, then its biases, floats of 32 bits as all that follows. Next is what each block adds to the biases of its second
layer: for each output channel weights of the mean of each channel that the first layer gives, over all points, and of
its maximum. Then come heads: for moves a weight for each channel and a bias, for owners the same, for a pass weights of
mean and maximum of each channel, and a bias, for what is added to the sum of owners the same, for the logarithm of the
spread the same; at last the factor by which the logarithms of strengths count in the policy.
"""
