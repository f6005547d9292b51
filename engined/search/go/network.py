"""A small network that knows whose each point will be, and which moves deep searches choose: kernel source (see
kernels/prelude.pyi).

Residual blocks of convolutions (K. He et al., "Deep residual learning for image recognition", 2016) see chains by their
liberties, ko, and the last two moves. Of all points together each block sees the mean and the maximum of each channel
(D. Wu, "Accelerating self-play learning in Go", 2019). Who is ahead is the sum of all points' owners, and how sure that
is hangs on how sure these are; both are corrected by what is known of all points together. What it says of moves
corrects the strengths of features.

In memory points lie as on the board, each with all its channels. Layers are worked out in tiles of two points by two:
see :mod:`engined.kernels.weights.convolution`.
"""

from math import exp, log, sqrt

from engined.kernels.go_codes import NETWORK_AT
from engined.kernels.network_codes import (
    BLOCKS_AT,
    BOARD_PLANE,
    CHANNELS_AT,
    KO_PLANE,
    LAYERS_AT,
    LEAST_SPREAD,
    MOST_CHANNELS,
    PLANES,
    PRODUCTS,
)
from engined.kernels.prelude import (
    CELLS,
    POINTS,
    ROWS,
    STRIDE,
    TOGETHER,
    Array,
    Record,
    add_floats,
    begin_products,
    end_products,
    f32,
    i64,
    inline,
    kernel,
    load,
    load_float,
    multiply_tiles,
    raise_to,
    room_for,
    shift_right,
    store_float,
    u16,
    u32,
    weighted_sum,
)
from engined.search.go.board import (
    GoBoard,
    colour_at,
    head_at,
    liberties_of,
)

TILES_ACROSS = STRIDE // 2
TILES_DOWN = (ROWS + 1) // 2
ROWS_OF_TILES = min(TILES_DOWN, max(1, 50 // TILES_ACROSS))
"""Worked out together: their products stay in the CPU's second cache."""
TILES = (ROWS_OF_TILES * TILES_ACROSS + TOGETHER - 1) // TOGETHER * TOGETHER
MARGIN = MOST_CHANNELS * (STRIDE + 8)
"""Numbers read beyond the last point: whatever is there counts for points off the board alone."""


class NetworkMemory(Record):
    """The memory that it works in: zeros before its first use. Of a point or a tile all channels lie together."""

    one_side: Array[f32] = room_for(MOST_CHANNELS * POINTS + MARGIN, aligned=64)
    """The input of a block, and its output."""
    other_side: Array[f32] = room_for(MOST_CHANNELS * POINTS + MARGIN)
    """The output of the first layer of a block."""
    products_in: Array[u16] = room_for(PRODUCTS * MOST_CHANNELS * TILES)
    """The factors of the products of tiles, one product after the other: signed, in parts of FACTOR_ONE."""
    products_out: Array[u32] = room_for(PRODUCTS * MOST_CHANNELS * TILES)
    """The sums of the products of these factors and the weights of a layer, signed."""
    pooled: Array[f32] = room_for(2 * MOST_CHANNELS)
    """The mean of each channel over all points, and behind these the maximum of each."""
    biases: Array[f32] = room_for(MOST_CHANNELS)
    """The biases of the second layer of a block, with what comes of all points together."""
    planes: Array[f32] = room_for(PLANES * POINTS + MARGIN)
    """The planes of a position, the input of the network."""
    owners: Array[f32] = room_for(POINTS)
    """The expected owner of each point: 1.0 for the first seat, -1.0 for the second."""
    logits: Array[f32] = room_for(POINTS)
    """The policy: the logarithm of how good a move on each point is, of a pass at 0."""
    lead: f32
    """The points by which the first seat is expected to be ahead."""
    doubt: f32
    """The standard error of that."""
    belief: f32
    """The factor by which the logarithms of strengths count in the policy."""


MOST_CORRECTED = 1 << 20


@inline
def write_planes(board: GoBoard, planes: Array[f32]) -> None:
    """Write what the network sees of a position."""
    mover = board.mover
    for row in range(1, ROWS + 1):
        for column in range(1, STRIDE):
            point = row * STRIDE + column
            at = PLANES * point
            for plane in range(BOARD_PLANE):
                planes[at + plane] = 0.0
            planes[at + BOARD_PLANE] = 1.0
            there = colour_at(board, point)
            if there == 1 or there == 2:
                liberties = min(liberties_of(board, head_at(board, point)), 3)
                planes[at + (0 if there == mover else 3) + liberties - 1] = 1.0
    mark_point(planes, KO_PLANE, board.ko)
    mark_point(planes, KO_PLANE + 1, board.last)
    mark_point(planes, KO_PLANE + 2, board.before_last)


@inline
def mark_point(planes: Array[f32], plane: int, point: int) -> None:
    """Mark a point on a plane; 0 is none."""
    if point != 0:
        planes[PLANES * point + plane] = 1.0


@inline
def biases_at(inputs: int, channels: int) -> int:
    """The offset of a layer's biases from its weights."""
    return 2 * PRODUCTS * inputs * channels


@inline
def layer_bytes(inputs: int, channels: int) -> int:
    """The bytes that a layer's weights and biases take."""
    return biases_at(inputs, channels) + 4 * channels


@inline
def pool(memory: NetworkMemory, values: Array[f32], channels: int) -> None:
    """Work out the mean and the maximum of each channel over all points. No value is less than 0."""
    pooled = memory.pooled
    for place in range(2 * channels):
        pooled[place] = 0.0
    most = pooled.address + 4 * channels
    for row in range(1, ROWS + 1):
        for column in range(1, STRIDE):
            point = values.address + 4 * channels * (row * STRIDE + column)
            add_floats(pooled.address, point, channels)
            raise_to(most, point, channels)
    for channel in range(channels):
        pooled[channel] /= float(CELLS)


@inline
def add_pooled(memory: NetworkMemory, biases: int, weights: int, channels: int) -> None:
    """Work out the biases of a second layer, from its own and from what is pooled."""
    for channel in range(channels):
        of_all = weighted_sum(memory.pooled.address, weights + 8 * channels * channel, 2 * channels)
        store_float(memory.biases.address + 4 * channel, load_float(biases + 4 * channel) + of_all)


@inline
def run_layer(
    memory: NetworkMemory,
    source: Array[f32],
    weights: int,
    biases: int,
    added: int,
    target: Array[f32],
    inputs: int,
    channels: int,
) -> None:
    """Work out a layer, whose biases are at an address, with what is added to it at one that is not 0."""
    point = 4 * channels
    apart = point * TILES
    factors = 2 * channels
    factors_apart = factors * TILES
    for first_row in range(0, TILES_DOWN, ROWS_OF_TILES):
        end_row = min(first_row + ROWS_OF_TILES, TILES_DOWN)
        at = memory.products_in.address
        for row in range(first_row, end_row):
            for column in range(TILES_ACROSS):
                corner = 2 * row * STRIDE + 2 * column
                begin_products(source.address + 4 * inputs * corner, at, factors_apart, inputs)
                at += factors
        for product in range(PRODUCTS):
            for tile in range(0, (end_row - first_row) * TILES_ACROSS, TOGETHER):
                begun = memory.products_in.address + product * factors_apart + factors * tile
                kernel = weights + factors * inputs * product
                to = memory.products_out.address + product * apart + point * tile
                multiply_tiles(begun, kernel, to, inputs, channels)
        made = memory.products_out.address
        for row in range(first_row, end_row):
            for column in range(TILES_ACROSS):
                place = point * ((2 * row + 1) * STRIDE + 2 * column + 1)
                end_products(made, apart, biases, added + place if added != 0 else 0, target.address + place, channels)
                made += point
    # Where tiles go beyond the board, nothing is again.
    if STRIDE % 2 == 0:
        for row in range(2, ROWS + 3):
            clear_point(target, row * STRIDE, channels)
    if ROWS % 2 == 1:
        for column in range(1, STRIDE):
            clear_point(target, (ROWS + 1) * STRIDE + column, channels)


@inline
def clear_point(values: Array[f32], point: int, channels: int) -> None:
    """Let nothing be at a point."""
    for channel in range(channels):
        values[channels * point + channel] = 0.0


@inline
def head_of(point: int, weights: int, channels: int) -> float:
    """Return the sum of the channels at a point's address, each times its weight, and of the last weight."""
    return weighted_sum(point, weights, channels) + load_float(weights + 4 * channels)


@kernel("int64(GoBoard, NetworkMemory, int64)")
def run_network(board: GoBoard, memory: NetworkMemory, points_ahead: int) -> int:
    """How likely the first seat wins a position, of 65536; what is thought of moves and of the
    points is in memory.

    ``points_ahead`` is twice what is added to the first seat's area.
    """
    network = load(board.tables + NETWORK_AT)
    channels = load(network + CHANNELS_AT)
    one = memory.one_side
    other = memory.other_side
    write_planes(board, memory.planes)
    blocks = load(network + BLOCKS_AT)
    layer = network + LAYERS_AT
    run_layer(memory, memory.planes, layer, layer + biases_at(PLANES, channels), 0, one, PLANES, channels)
    layer += layer_bytes(PLANES, channels)
    to_biases = biases_at(channels, channels)
    of_pooled = layer + 2 * blocks * layer_bytes(channels, channels)
    for _ in range(blocks):
        run_layer(memory, one, layer, layer + to_biases, 0, other, channels, channels)
        layer += layer_bytes(channels, channels)
        pool(memory, other, channels)
        add_pooled(memory, layer + to_biases, of_pooled, channels)
        run_layer(memory, other, layer, memory.biases.address, one.address, one, channels, channels)
        layer += layer_bytes(channels, channels)
        of_pooled += 8 * channels * channels
    of_moves = of_pooled
    of_owners = of_moves + 4 * (channels + 1)
    of_pass = of_owners + 4 * (channels + 1)
    of_lead = of_pass + 4 * (2 * channels + 1)
    of_spread = of_lead + 4 * (2 * channels + 1)
    lead = 0.0
    doubt = 0.0
    for row in range(1, ROWS + 1):
        for column in range(1, STRIDE):
            point = row * STRIDE + column
            at = one.address + 4 * channels * point
            memory.logits[point] = head_of(at, of_moves, channels)
            owner = 1.0 - 2.0 / (1.0 + exp(2.0 * head_of(at, of_owners, channels)))
            memory.owners[point] = owner if board.mover == 1 else -owner
            lead += owner
            doubt += 1.0 - owner * owner
    pool(memory, one, channels)
    pooled = memory.pooled.address
    memory.logits[0] = head_of(pooled, of_pass, 2 * channels)
    lead += head_of(pooled, of_lead, 2 * channels)
    spread = exp(head_of(pooled, of_spread, 2 * channels))
    memory.belief = load_float(of_spread + 4 * (2 * channels + 1))
    first = (lead if board.mover == 1 else -lead) + float(points_ahead) / 2.0
    off = spread * sqrt(doubt) + LEAST_SPREAD
    memory.lead = first
    memory.doubt = off
    return int(65536.0 / (1.0 + exp(-first / off)))


@inline
def correct_strengths(board: GoBoard, keys: Array[i64], number: int, memory: NetworkMemory) -> None:
    """Correct how strong moves are by what the network has said of them."""
    belief = memory.belief
    best = -1000.0
    for index in range(number):
        point = keys[index] & 65535
        memory.logits[point] += belief * log(float(shift_right(keys[index], 16)))
        best = max(best, memory.logits[point])
    for index in range(number):
        point = keys[index] & 65535
        strength = int(float(MOST_CORRECTED) * exp(memory.logits[point] - best))
        keys[index] = max(strength, 1) << 16 | point
