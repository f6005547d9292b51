"""Training by collected positions, on a board small enough to do it in seconds."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engined.kernels.codes import UNIT
from engined.kernels.layouts.layout import layout_of
from engined.patterns.cell_network import folded
from engined.patterns.cell_pieces import cell_pieces_of
from engined.patterns.weights import Weights, empty, read
from engined.tools.training.cells import calibration
from engined.tools.training.cells.calibration import calibrated
from engined.tools.training.cells.fit import Task, drawn, fitted, joined, known
from engined.tools.training.cells.parameters import places_of
from engined.tools.training.cells.training import CellPlan, CellTraining
from engined.tools.training.examples import HELD_OUT, OLDER, Examples, examples_in
from engined.tools.training.position_file import Labelling, PositionFile, Rows, row_type
from engined.tools.training.workers import Workers
from engined.variants.catalogue import Catalogue

SMALL = Catalogue().get("othello-4x4")
CELLS = 16
PLAN = CellPlan(positions=1_500, passes=5, rate=5e-3, threads=1, compared=40)


def silent(what: str, share: float) -> None:
    """Nobody listens."""


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of positions that a training has collected, and what came of it.

    The games are the same in every run: a file of positions draws its seed, and here the draw is fixed.
    """
    folder = tmp_path_factory.mktemp("training")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "randbits", lambda bits: 1)
        CellTraining(SMALL, PLAN, folder / "work", None, None, silent, folder / "positions").run()
    return folder


def some_rows(size: int, seed: int) -> Rows:
    rng = np.random.default_rng(seed)
    rows = np.zeros(size, row_type(1))
    own = rng.integers(0, 1 << CELLS, size)
    rows["boards"] = np.stack([own, rng.integers(0, 1 << CELLS, size) & ~own], axis=1)
    for name in ("value", "outcome"):
        rows[name] = UNIT * rng.integers(-8, 9, size)
    return rows


def test_examples_say_what_is_certain_and_what_is_not(tmp_path: Path) -> None:
    rows = some_rows(4, 1)
    rows["boards"] = [(0b11, 0b1100), (0b11, 0b1100), (0xFFF, 0x3000), (0b11, 0b1100)]
    rows["value"], rows["outcome"] = (100, 100, 300, -200), (500, 500, 900, 700)
    rows["depth"], rows["aside"] = (6, 6, 2, 12), (0, 1, 0, 1)
    for weights, number in (("known", 1), ("older", HELD_OUT)):
        file = PositionFile.opened(tmp_path, SMALL, 1, Labelling(weights, 6, 4, 1))
        file.add(number, rows)
        file.close()
    found = examples_in(tmp_path, SMALL, "known")
    assert len(found) == 8
    kinds = zip(found.is_held.tolist(), np.round(found.targets, 2).tolist(), strict=True)
    by_kind = {(held, round(target, 2)): at for at, (held, target) in enumerate(kinds)}
    # Twelve empty cells, so eight of sixteen more than are solved: 0.85 - 0.03 * 64 / 2 is less than the least share.
    assert {target for _, target in by_kind} == {2.6, 3.0, -2.0}
    at = by_kind[False, 3.0]
    assert (found.empties[at], found.truths[at], found.is_plain[at]) == (2, 3.0, True)
    at = by_kind[False, -2.0]
    assert (found.empties[at], found.truths[at], found.is_plain[at]) == (12, -2.0, True), "exact, so an aside will do"
    assert sorted(found.is_plain[np.isclose(found.targets, 2.6)]) == [False, False, True, True]
    new, old = (found.importance[by_kind[held, 3.0]] for held in (False, True))
    assert np.isclose(old, OLDER * new)
    with pytest.raises(FileNotFoundError, match="no collected positions"):
        examples_in(tmp_path / "none", SMALL, "known")


def test_a_fit_finds_what_a_network_says() -> None:
    """Targets are those of a network that is drawn; one that begins elsewhere comes to say them of new positions."""
    pieces, layout = cell_pieces_of(SMALL), layout_of(SMALL)
    places, vectors = places_of(pieces, layout), len(folded(pieces)[0])
    boards, heads = some_rows(6_000, 2)["boards"].copy(), np.zeros(6_000, np.int32)
    nothing, ones = np.zeros(6_000, np.float32), np.ones(6_000, np.float32)
    wanted = drawn(len(pieces.classes), vectors, 1, 3)
    wanted.direct[:] = np.random.default_rng(4).normal(0, 1, wanted.direct.shape)
    targets = Task(boards, heads, nothing, ones).values(places, wanted)
    taught = Task(boards[:5_000], heads[:5_000], targets[:5_000], ones[:5_000])
    begin = drawn(len(pieces.classes), vectors, 1, 5)
    said: list[float] = []
    held = Task(boards[5_000:], heads[5_000:], targets[5_000:], ones[5_000:])
    found = fitted(taught, held, places, begin, 60, 0.01, 6, said.append)
    assert said == sorted(said)
    before, after = (np.std(held.values(places, one) - held.targets) for one in (begin, found))
    assert after < 0.4 * np.std(held.targets)
    assert after < 0.4 * before


def test_what_is_learned_by_heart_is_not_kept() -> None:
    """Targets at random teach nothing about others: the more passes, the worse."""
    pieces = cell_pieces_of(SMALL)
    places, rng = places_of(pieces, layout_of(SMALL)), np.random.default_rng(8)
    boards, heads = some_rows(600, 9)["boards"].copy(), np.zeros(600, np.int32)
    targets, ones = rng.normal(0, 5, 600).astype(np.float32), np.ones(600, np.float32)
    taught, held = (Task(boards[of], heads[of], targets[of], ones[of]) for of in (slice(400), slice(400, 600)))
    begin = drawn(len(pieces.classes), len(folded(pieces)[0]), 1, 10)
    stops = fitted(taught, held, places, begin, 40, 0.02, 11, lambda share: None)
    goes_on = fitted(
        taught, Task(*(column[:0] for column in vars(held).values())), places, begin, 40, 0.02, 11, lambda share: None
    )
    assert taught.error(places, goes_on) < 0.5 * taught.error(places, stops)
    assert held.error(places, stops) < 0.9 * held.error(places, goes_on)


def test_what_was_learned_is_what_its_integers_say() -> None:
    pieces, layout = cell_pieces_of(SMALL), layout_of(SMALL)
    parts = [drawn(len(pieces.classes), len(folded(pieces)[0]), heads, heads) for heads in (2, 1)]
    stages = ((0,) * 9 + (1,) * 8, (0,) * 4 + (1,) * 5 + (2,) * 8)
    network = joined(parts, pieces, *stages, (400,) * 17)
    boards = some_rows(40, 7)["boards"]
    numbers = (np.zeros(1, np.float32), np.ones(1, np.float32))
    for row in boards:
        own, opp = (
            frozenset(square for square in range(CELLS) if word >> layout.bit_of(square) & 1) for word in row.tolist()
        )
        empties = CELLS - len(own | opp)
        stage = stages[0][empties]
        head = np.array([stages[1][empties] - 2 * stage], np.int32)
        task = Task(np.ascontiguousarray(row[None]), head, *numbers)
        value = float(task.values(places_of(pieces, layout), parts[stage])[0])
        assert abs(network.value(pieces, own, opp) / UNIT - value) < 0.15
        again = known(network, pieces, stage, [stages[1][empties]])
        value = float(Task(task.boards, np.zeros(1, np.int32), *numbers).values(places_of(pieces, layout), again)[0])
        assert abs(network.value(pieces, own, opp) / UNIT - value) < 0.03, "to begin with what is there changes nothing"


def bent(weights: Weights, scale: float, offset: float) -> Weights:
    """An evaluation that is too small by a factor, and off with an odd number of empty cells."""
    tables = np.rint(weights.tables / scale).astype(np.int16)
    biases = np.rint(weights.biases / scale).astype(np.int64)
    biases[1::2] += round(UNIT * offset)
    return replace(weights, tables=tables, biases=biases)


def test_a_calibration_takes_back_what_an_evaluation_is_off_by(
    collected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "ENOUGH", 60)

    def make(weights: Weights) -> Workers:
        return Workers(SMALL, None, 1, weights)

    weights = replace(read(collected / "work" / "trained.weights", SMALL), network=None)
    examples = examples_in(collected / "positions", SMALL, "")
    known_well = calibrated(weights, examples, make, silent)
    found = calibrated(bent(weights, 1.5, 3.0), examples, make, silent)

    def slope_and_offset(of: Weights, parity: int) -> tuple[float, float]:
        rows = np.flatnonzero((examples.empties % 2 == parity) & (examples.empties >= 6))
        values = make(of).all_labels(examples.boards[rows], 0, 0) / UNIT
        scale, offset = np.polyfit(make(known_well).all_labels(examples.boards[rows], 0, 0) / UNIT, values, 1)
        return float(scale), float(offset)

    for parity in (0, 1):
        assert 0.8 < slope_and_offset(found, parity)[0] < 1.25
    before, after = (abs(slope_and_offset(one, 1)[1]) for one in (bent(weights, 1.5, 3.0), found))
    assert before > 2
    assert after < before / 2


def test_outcomes_are_redressed_by_what_an_inexact_move_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines in which each move loses two discs to the exact score, which the solver knows."""
    monkeypatch.setattr(calibration, "ENOUGH", 20)
    workers = Workers(SMALL, None, 1)
    boards = np.unique(np.concatenate(list(workers.games(256, 2, 5, 4))), axis=0)
    empties = workers.empties(boards)
    chosen = (empties >= 5) & (empties <= 9)
    boards, empties = boards[chosen], empties[chosen]
    exact = (workers.all_labels(boards, 12, 12) / UNIT).astype(np.float32)
    beyond = np.maximum(empties - 6, 0)
    lost = np.where(beyond % 2 == 1, 2.0, 0.0).astype(np.float32)
    everything, ones = np.ones(len(boards), np.bool_), np.ones(len(boards), np.float32)
    told = Examples(boards, empties, exact, exact - lost, everything, beyond, ones, ~everything)
    assert np.allclose(calibration.redressed(told, workers).truths, exact, atol=1e-4)


def test_a_training_ends_with_a_network_that_knows_more_than_its_sums(collected: Path) -> None:
    weights = read(collected / "work" / "trained.weights", SMALL)
    assert weights.network is not None
    assert len(weights.errors) == 8
    assert weights.origin["positions"] >= PLAN.positions
    examples = examples_in(collected / "positions", SMALL, "")
    rows = examples.only(examples.is_plain & (examples.empties >= 6))
    errors = []
    for one in (empty(SMALL, 2), replace(weights, network=None), weights):
        values = Workers(SMALL, None, 1, one).all_labels(rows.boards, 0, 0) / UNIT
        errors.append(float(np.abs(values - rows.truths).mean()))
    assert errors[1] < 0.9 * errors[0]
    assert errors[2] < 0.95 * errors[1]


def test_an_interrupted_training_goes_on(collected: Path, tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop_at_the_second_stage(what: str, share: float) -> None:
        if what == "network, stage 1":
            raise Enough

    plan = replace(PLAN, threads=1)
    positions = collected / "positions"
    with pytest.raises(Enough):
        CellTraining(SMALL, plan, tmp_path / "broken", None, None, stop_at_the_second_stage, positions).run()
    heard: list[str] = []
    broken = CellTraining(
        SMALL, plan, tmp_path / "broken", None, None, lambda what, _: heard.append(what), positions
    ).run()
    assert not {"positions", "pattern sums", "network, stage 0"} & set(heard)
    whole = CellTraining(SMALL, plan, tmp_path / "whole", None, None, silent, positions).run()
    assert broken.network is not None
    assert whole.network is not None
    assert (broken.network.vectors == whole.network.vectors).all()
    assert (broken.biases == whole.biases).all()


def test_a_network_that_is_there_is_where_the_next_begins(collected: Path, tmp_path: Path) -> None:
    teacher = read(collected / "work" / "trained.weights", SMALL)
    plan = replace(PLAN, positions=10, passes=1, rate=1e-9)
    found = CellTraining(SMALL, plan, tmp_path, None, teacher, silent, collected / "positions").run()
    assert teacher.network is not None
    assert found.network is not None
    assert np.abs(found.network.vectors.astype(int) - teacher.network.vectors).max() <= 1


def test_the_examples_of_no_network_are_refused_by_name(tmp_path: Path) -> None:
    file = PositionFile.opened(tmp_path, Catalogue().get("othello-6x6"), 1, Labelling("w", 6, 4, 1))
    file.close()
    with pytest.raises(ValueError, match="positions of othello-6x6, not of othello-4x4"):
        examples_in(tmp_path, SMALL, "")


def test_only_keeps_rows_together() -> None:
    columns: dict[str, Any] = {name: np.arange(6) for name in Examples.__dataclass_fields__}
    some = Examples(**columns).only(np.array([4, 2]))
    assert all(column.tolist() == [4, 2] for column in vars(some).values())


def test_a_training_without_a_network_fits_sums_alone(collected: Path, tmp_path: Path) -> None:
    """They are those that a network is taught beside, and are calibrated and measured by themselves."""
    plan = replace(PLAN, network=False)
    found = CellTraining(SMALL, plan, tmp_path, None, None, silent, collected / "positions").run()
    assert found.network is None
    beside = read(collected / "work" / "sums.weights", SMALL)
    assert np.array_equal(read(tmp_path / "sums.weights", SMALL).tables, beside.tables)
    assert len(found.errors) == 8
    errors = found.origin["errors"]
    assert errors
    assert all(0 < error < 16 for error in errors.values())
