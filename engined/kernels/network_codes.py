"""Go's small network: its size, and what stands where in its weights.

Also a kernel source: plain constants only.
"""

CHANNELS = 32
"""The number of channels of every layer but the first, which takes the planes of a position."""
BLOCKS = 4
"""The number of residual blocks behind the first layer; each has two layers."""
PLANES = 10
"""One, two, more liberties of the mover's chains, and of the other's; ko; the last move, the one before; the board."""
KO_PLANE = 6
BOARD_PLANE = 9

# Weights in files, floats of 32 bits: each layer's by input channel and neighbour, then its biases; then heads.
FIRST_LAYER = 4 * CHANNELS * (9 * PLANES + 1)
LAYER = 4 * CHANNELS * (9 * CHANNELS + 1)
MOVE_HEAD = FIRST_LAYER + 2 * BLOCKS * LAYER
OWNER_HEAD = MOVE_HEAD + 4 * (CHANNELS + 1)
PASS_HEAD = OWNER_HEAD + 4 * (CHANNELS + 1)
"""The offset of the head for a pass: weights of the mean of each channel, and of its maximum, and a bias."""
STRENGTHS_KEPT = PASS_HEAD + 4 * (2 * CHANNELS + 1)
"""The offset of the factor, a float32, by which the logarithms of the strengths count in the policy."""
WEIGHTS = STRENGTHS_KEPT + 4

PRODUCTS = 16
"""The number of products for a tile of two points by two, for each input and output channel: made from four points by
four.
"""
# In kernels: each layer's by product and input channel, then its biases; then heads.
FIRST_TILED_LAYER = 4 * CHANNELS * (PRODUCTS * PLANES + 1)
TILED_LAYER = 4 * CHANNELS * (PRODUCTS * CHANNELS + 1)
HEADS = FIRST_TILED_LAYER + 2 * BLOCKS * TILED_LAYER - MOVE_HEAD
"""The bytes that heads lie farther back in kernels' memory than in files, as tiled layers take more room."""
