"""Cell networks as numpy has them: what symmetries do to them, how they are rounded, written and read."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from engined.patterns.cell_network import CellNetwork, Trained, folded
from engined.patterns.cell_pieces import cell_pieces_of
from engined.patterns.network_layout import HIDDEN, MOST, NUMBERS, vector_starts
from engined.patterns.weight_files import WeightsError
from engined.patterns.weights import empty, read
from engined.rules.symmetry import symmetries
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from tests.patterns.random_networks import random_network

SMALL = Catalogue().get("othello-6x4")


def drawn(variant: Variant, rng: random.Random) -> tuple[frozenset[int], frozenset[int]]:
    """Discs anywhere."""
    contents = [(cell, rng.randrange(3)) for cell in variant.board.cells]
    own, opp = (frozenset(cell for cell, content in contents if content == side) for side in (1, 2))
    return own, opp


def same(one: CellNetwork, other: CellNetwork) -> bool:
    return all(np.array_equal(found, vars(other.heads)[name]) for name, found in vars(one.heads).items()) and all(
        np.array_equal(found, vars(other)[name]) for name, found in vars(one).items() if name != "heads"
    )


@pytest.mark.parametrize("name", ["othello", "othello-6x6", "othello-9x9", "othello-10x10", "nip", "annexation-48"])
def test_a_position_and_its_images_are_worth_the_same(name: str) -> None:
    variant = Catalogue().get(name)
    pieces, network, rng = cell_pieces_of(variant), random_network(variant, 1), random.Random(name)
    values = set()
    for _ in range(3):
        own, opp = drawn(variant, rng)
        value = network.value(pieces, own, opp)
        values.add(value)
        for turn in symmetries(variant):
            images = (frozenset(turn[cell] for cell in discs) for discs in (own, opp))
            assert network.value(pieces, *images) == value
    assert len(values) == 3


def test_a_small_network_worked_out_by_hand() -> None:
    """On 4x4, only the rows and columns that are empty tell of their cells, and the fourth class has one weight."""
    variant = Catalogue().get("othello-4x4")
    pieces = cell_pieces_of(variant)
    edges = {shape for shape, size in enumerate(pieces.patterns.sizes) if size == 4}
    vectors = [
        np.zeros((3**size, len(of), NUMBERS)) for size, of in zip(pieces.patterns.sizes, pieces.served, strict=True)
    ]
    for shape in edges:
        vectors[shape][sum(3**place for place in range(4)), :, 0] = 50 / 127
    inner = next(number for number, cells in enumerate(pieces.classes) if 5 in cells)
    inputs = NUMBERS * len(pieces.classes)
    hidden, outputs, direct = np.zeros((1, HIDDEN, inputs)), np.zeros((1, HIDDEN)), np.zeros((1, inputs))
    hidden[0, 3, NUMBERS * inner] = 0.25
    outputs[0, 3] = 100
    direct[0, NUMBERS * inner] = 10
    stages = (0,) * 17
    trained = Trained(
        [vectors], hidden, np.full((1, HIDDEN), 0.125), outputs, direct, np.array([7.0]), stages, stages, stages
    )
    network = trained.quantised(pieces)
    # Three lines through each inner cell, row, column and long diagonal, are empty: 3 * 50 is more than 127.
    # Four such cells are 4.0; the hidden unit is 0.25 * 4 + 0.125, cut off at 1; 7 + 100 * 1 + 10 * 4.
    assert network.value(pieces, frozenset(), frozenset()) == 147
    # A disc on b1 closes the column of b2 and b3, which then are 100 / 127.
    parts = 2 + 2 * 100 / 127
    assert network.value(pieces, frozenset({1}), frozenset()) == round(7 + 100 * 1 + 10 * parts)
    # Discs on a1 and d1 leave of the inner cells the rows and columns. Hidden units are cut to whole 127ths.
    parts = 4 * 100 / 127
    found = network.value(pieces, frozenset({0}), frozenset({3}))
    assert found == round(7 + 100 * math.floor(127 * (0.25 * parts + 0.125)) / 127 + 10 * parts)


def test_floats_are_rounded_to_the_nearest_and_cut_off() -> None:
    pieces = cell_pieces_of(SMALL)
    rng = np.random.default_rng(5)
    chosen, places = folded(pieces)
    rows = rng.normal(0, 0.4, (len(chosen), NUMBERS))[places]
    starts = [start // NUMBERS for start in vector_starts(pieces)]
    tables = [
        rows[start : start + 3**size * len(of)].reshape(3**size, len(of), NUMBERS)
        for start, size, of in zip(starts, pieces.patterns.sizes, pieces.served, strict=False)
    ]
    inputs = NUMBERS * len(pieces.classes)
    trained = Trained(
        *([tables], rng.normal(0, 1, (1, HIDDEN, inputs)), rng.normal(0, 1, (1, HIDDEN))),
        *(rng.normal(0, 9000, (1, HIDDEN)), rng.normal(0, 100, (1, inputs)), np.array([-3.14])),
        *[(0,) * 25] * 3,
    )
    network = trained.quantised(pieces)
    found = network.vectors.reshape(-1, NUMBERS)
    for start, table in zip(starts, tables, strict=False):
        wanted = np.clip(table.reshape(-1, NUMBERS) * 127, -MOST, MOST)
        assert np.abs(found[start : start + len(wanted)] - wanted).max() <= 0.5
    heads = network.heads
    assert np.abs(heads.hidden - np.clip(trained.hidden * 512, -32767, 32767)).max() <= 0.5
    assert np.abs(heads.hidden_biases - trained.hidden_biases * 512 * 127).max() <= 0.5
    assert np.abs(heads.outputs - np.clip(trained.outputs * 256 / 127, -32767, 32767)).max() <= 0.5
    assert np.abs(heads.direct - trained.direct * 256 / 127).max() <= 0.5
    assert list(heads.biases) == [-804]


def test_a_file_gives_back_the_network_that_was_written(tmp_path: Path) -> None:
    network = random_network(SMALL, 3)
    replace(empty(SMALL, 4), network=network).write(tmp_path / "with.weights", SMALL)
    again = read(tmp_path / "with.weights", SMALL)
    assert again.network is not None
    assert same(again.network, network)
    assert np.array_equal(again.network.block(), network.block())
    empty(SMALL, 4).write(tmp_path / "without.weights", SMALL)
    assert read(tmp_path / "without.weights", SMALL).network is None


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (("network",), 7),
        (("network", "vectors"), b"not compressed"),
        (("network", "margins"), [-1] * 25),
        (("network", "margins"), [2**64 - 1] * 25),
        (("network", "vector_stages"), [0] * 24),
        (("network", "head_stages"), [3] * 25),
        (("network", "head_stages"), []),
        (("network", "heads", "hidden"), b"1234"),
        (("network", "heads", "biases"), b""),
        (("network", "heads"), None),
    ],
    ids=lambda value: ".".join(value) if isinstance(value, tuple) else None,
)
def test_damaged_networks_are_refused(place: tuple[str, ...], wrong: object, tmp_path: Path) -> None:
    path = tmp_path / "some.weights"
    replace(empty(SMALL, 4), network=random_network(SMALL, 3)).write(path, SMALL)
    content = msgspec.msgpack.decode(path.read_bytes())
    part = content
    for name in place[:-1]:
        part = part[name]
    part[place[-1]] = wrong
    path.write_bytes(msgspec.msgpack.encode(content))
    with pytest.raises(WeightsError, match=r"some\.weights"):
        read(path, SMALL)


def test_vectors_too_large_to_be_added_are_refused(tmp_path: Path) -> None:
    network = random_network(SMALL, 3)
    network.vectors[0, :] = MOST + 1
    replace(empty(SMALL, 4), network=network).write(tmp_path / "some.weights", SMALL)
    with pytest.raises(WeightsError, match="more than 63"):
        read(tmp_path / "some.weights", SMALL)
