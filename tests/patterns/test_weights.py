"""Files of weights, and what kernels make of them."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engined.backends.memory import Context, TranspositionTable
from engined.families import FLIPPING
from engined.kernels import cpu
from engined.kernels.compilation import build
from engined.patterns.shapes import index_of, patterns_of
from engined.patterns.weight_files import SHIPPED, WeightsError
from engined.patterns.weights import Weights, empty, find, folded, read
from engined.rules.position import Position, start
from engined.rules.symmetry import image, symmetries
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant

OTHELLO = Catalogue().get("othello")
SMALL = Catalogue().get("othello-6x4")


def random_weights(variant: Variant, seed: int, width: int = 4) -> Weights:
    """Weights that symmetries leave as they are."""
    made = empty(variant, width)
    rng = np.random.default_rng(seed)
    chosen, places = folded(patterns_of(variant))
    made.tables[:] = rng.integers(-200, 200, (len(made.tables), len(chosen)))[:, places]
    made.biases[:] = rng.integers(-100, 100, len(made.biases))
    made.origin["seed"] = seed
    made.errors[:] = [float(number) for number in range(8)]
    return made


def played(variant: Variant, plies: int, seed: int) -> Position:
    rng = random.Random(seed)
    position = start(variant)
    for _ in range(plies):
        if not position.over:
            position = position.play(rng.choice(position.legal()))
    return position


def by_hand(weights: Weights, position: Position) -> int:
    """The static value in plain Python, where the mover has a move."""
    variant = position.variant
    patterns = patterns_of(variant)
    colour = variant.seats[position.seat].colour
    own = frozenset(s for s in variant.board.cells if position.board[s] == colour)
    opp = frozenset(s for s in variant.board.cells if position.board[s] == 1 - colour)
    table = weights.tables[weights.stages[position.empties]]
    value = int(weights.biases[position.empties])
    for pattern in patterns.placed:
        value += int(table[patterns.starts[pattern.shape] + index_of(pattern.squares, own, opp)])
    limit = 100 * len(variant.board.cells)
    return min(max(value, -limit), limit)


class Evaluator:
    """Compiled searches with weights; to depth 0 the static value."""

    def __init__(self, weights: Weights, variant: Variant, cache: Path | None = None) -> None:
        self.kernels = build.load(variant, FLIPPING.search_part, cache, trained=True)
        self.context = Context(TranspositionTable(self.kernels.BUCKET_BYTES, 0), self.kernels, weights=weights.block())

    def __call__(self, position: Position, depth: int = 0) -> int:
        boards = self.kernels.layout.boards(position)
        return int(self.kernels.search(*boards, depth, -30000, 30000, self.context.address))


@pytest.mark.parametrize("name", ["othello", "othello-10x10", "octagon-52"])
def test_kernels_add_up_what_the_patterns_say(name: str) -> None:
    variant = Catalogue().get(name)
    weights = random_weights(variant, 5)
    value = Evaluator(weights, variant)

    @settings(deadline=None, max_examples=60)
    @given(st.integers(0, len(variant.board.cells) - 6), st.integers(0, 2**32))
    def check(plies: int, seed: int) -> None:
        position = played(variant, plies, seed)
        if not position.over and position.legal()[0].square >= 0:
            assert value(position) == by_hand(weights, position)
            assert value(position, 1) == max(-value(position.play(move)) for move in position.legal())
            turn = symmetries(variant)[seed % len(symmetries(variant))]
            turned = Position(variant, image(position, turn), position.seat, position.placed, position.passes)
            assert value(turned) == value(position)

    check()


@pytest.mark.parametrize("name", ["generic", "emeraldrapids"])
def test_weights_are_loaded_one_by_one_or_gathered(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    features = cpu.target().features
    if not cpu.Cpu(name, features).gathers and name != "generic":
        pytest.skip("this CPU has nothing that gathers")
    monkeypatch.setenv("NUMBA_CPU_NAME", name)
    monkeypatch.setenv("NUMBA_CPU_FEATURES", ",".join(f"+{feature}" for feature in features))
    weights = random_weights(SMALL, 6)
    value = Evaluator(weights, SMALL, tmp_path)
    for seed in range(100):
        position = played(SMALL, seed % 15, seed)
        if not position.over and position.legal()[0].square >= 0:
            assert value(position) == by_hand(weights, position)
            assert value(position, 1) == max(-value(position.play(move)) for move in position.legal())


def test_the_end_and_passes_need_no_weights() -> None:
    weights = random_weights(SMALL, 3)
    value = Evaluator(weights, SMALL)
    rng = random.Random(8)
    passes = ends = 0
    while passes < 5 or ends < 5:
        position = start(SMALL)
        while not position.over:
            move = position.legal()[0]
            if move.square < 0:
                passes += 1
                assert value(position) == -by_hand(weights, position.play(move))
            position = position.play(rng.choice(position.legal()))
        if position.empties:
            ends += 1
        assert value(position) == 100 * position.value(position.seat)


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    weights = random_weights(SMALL, 1)
    weights.write(tmp_path / "some.weights", SMALL)
    assert find(SMALL, tmp_path / "none") is None
    assert find(SMALL, tmp_path) == tmp_path / "some.weights"
    assert find(Catalogue().get("othello-4x6"), tmp_path) is None
    again = read(tmp_path / "some.weights", SMALL)
    assert (again.tables == weights.tables).all()
    assert (again.biases == weights.biases).all()
    assert (again.stages, again.origin, again.errors) == (weights.stages, weights.origin, weights.errors)


def test_weights_serve_only_their_own_board(tmp_path: Path) -> None:
    random_weights(SMALL, 1).write(tmp_path / "some.weights", SMALL)
    with pytest.raises(WeightsError, match="another board"):
        read(tmp_path / "some.weights", OTHELLO)


def test_a_variant_without_weights_of_its_own_has_those_of_its_kin(tmp_path: Path) -> None:
    catalogue = Catalogue()
    reversi, handicap, misere = (catalogue.get(name) for name in ("reversi-6x4", "reversi-1890", "anti-othello-6x4"))
    random_weights(SMALL, 1).write(tmp_path / "a.weights", SMALL)
    assert find(reversi, tmp_path) == tmp_path / "a.weights"
    assert (read(tmp_path / "a.weights", reversi).tables == random_weights(SMALL, 1).tables).all()
    random_weights(reversi, 2).write(tmp_path / "b.weights", SMALL)
    assert find(reversi, tmp_path) == tmp_path / "b.weights"
    assert find(SMALL, tmp_path) == tmp_path / "a.weights"
    assert find(misere, tmp_path) is None, "another aim"
    assert find(handicap, tmp_path) == SHIPPED / "othello.weights", "the same board, with a limit of discs"
    assert find(catalogue.get("hasami-one"), tmp_path) is None, "something else turns"


def test_a_damaged_file_stops_only_the_variant_that_it_is_named_after(tmp_path: Path) -> None:
    random_weights(SMALL, 1).write(tmp_path / "some.weights", SMALL)
    (tmp_path / "octagon-52.weights").write_text("not weights")
    assert find(SMALL, tmp_path) == tmp_path / "some.weights"
    with pytest.raises(WeightsError, match=r"octagon-52\.weights"):
        find(Catalogue().get("octagon-52"), tmp_path)


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_damaged_files_are_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("weights") / "some.weights"
    random_weights(SMALL, 1, width=24).write(path, SMALL)
    content = path.read_bytes()
    cut = data.draw(st.integers(0, len(content) - 1))
    path.write_bytes(content[:cut] + (b"\xc1" + content[cut + 1 :] if data.draw(st.booleans()) else b""))
    fault = None
    try:
        read(path, SMALL)
    except WeightsError as error:
        fault = str(error)
    assert fault is None or str(path) in fault
