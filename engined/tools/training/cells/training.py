"""A training by collected positions: pattern sums, if wanted a cell network for what these leave, calibration.

Everything made is kept in a folder; a training that was interrupted goes on from there. The positions are those that
``engined collect`` makes: where there are too few, the training collects the rest itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engined.backends.two_sided import MIDGAME_LEVEL
from engined.families import family_of
from engined.kernels.codes import UNIT
from engined.kernels.layouts.layout import layout_of
from engined.patterns.cell_network import CellNetwork
from engined.patterns.cell_network import folded as folded_vectors
from engined.patterns.cell_pieces import cell_pieces_of
from engined.patterns.shapes import patterns_of
from engined.patterns.weights import Weights, empty, folded, read
from engined.search.probcut_levels import FULL_WIDTH
from engined.tools.training.cells.calibration import calibrated
from engined.tools.training.cells.fit import Task, drawn, fitted, joined, known
from engined.tools.training.cells.parameters import Parameters, Places, places_of
from engined.tools.training.collecting import DEPTH, EXACT, LEAST, added
from engined.tools.training.examples import Examples, Numbers, examples_in
from engined.tools.training.patterns.fit import Problem, solve
from engined.tools.training.patterns.training import MakeWorkers
from engined.tools.training.position_file import Labelling, PositionFile, digest_of, files_of, read_positions
from engined.tools.training.selectivity.search_errors import measure
from engined.tools.training.workers import Boards, Workers
from engined.variants.model import Variant

WIDTH = 2
"""Numbers of empty cells that share a stage of pattern sums."""
VECTOR_STAGES = (21 / 64, 37 / 64)
"""Shares of the board that are empty at most in the first stage of vectors, and in the second."""
HEADS = 16
"""Stages of heads, for as many equal parts of the board."""
CALIBRATED = 400_000
"""Positions that a calibration looks at, those first that nothing was fitted to."""
MARGIN = 400
"""Hundredths of a disc: of a network before its calibration."""


@dataclass(frozen=True)
class CellPlan:
    """What a training does."""

    positions: int = 3_000_000
    """The number of positions that have to be collected."""
    network: bool = True
    """Whether a network is taught for what the pattern sums leave: it takes a search half as long again and more, which
    fewer than some million positions do not pay for.
    """
    passes: int = 6
    """The most passes over the positions: how often a network sees each of them."""
    rate: float = 1.5e-3
    """The highest learning rate of Adam."""
    ridge: float = 100.0
    """The ridge penalty: a pattern that is seen in so many positions gets a weight half way from its prior to what
    fits.
    """
    compared: int = 600
    """Positions that measure the errors of searches, of each number of empty cells looked at."""
    seed: int = 1
    threads: int = 1


class CellTraining:
    """The training of one variant's weights, network included, in a folder."""

    def __init__(
        self,
        variant: Variant,
        plan: CellPlan,
        folder: Path,
        cache: Path | None,
        teacher: Weights | None,
        tell: Callable[[str, float], None],
        positions: Path,
        make: MakeWorkers = Workers,
    ) -> None:
        """``teacher`` labels what is missing in the folder of positions, and is where the fit begins; ``tell`` hears
        what is done and which share of it; ``make`` gives those who collect.
        """
        self.variant, self.plan, self.folder, self._cache, self._tell = variant, plan, folder, cache, tell
        self._teacher, self._positions, self._make = teacher, positions, make
        self._cells = len(variant.board.cells)
        self.path = folder / "trained.weights"

    def run(self) -> Weights:
        """Do what is left to do; gives the weights, which are also in the folder. Raises OSError and
        :class:`engined.tools.training.position_file.PositionFileError`.
        """
        if self.path.exists():
            return read(self.path, self.variant)
        self.folder.mkdir(parents=True, exist_ok=True)
        begun = time.monotonic()
        self._collect()
        examples = examples_in(self._positions, self.variant, digest_of(self._teacher))
        sums = self._sums(examples)
        network, errors = self._network(examples, sums) if self.plan.network else (None, self._left(examples, sums))
        weights = calibrated(replace(sums, network=network), self._calibrating(examples), self._workers, self._tell)
        if family_of(self.variant).selective:
            weights.errors[:] = self._errors(examples, weights)
        weights.origin.update(
            variant=self.variant.name,
            positions=len(examples),
            plan=asdict(self.plan),
            errors={str(empties): round(error, 3) for empties, error in errors.items()},
            seconds=round(time.monotonic() - begun),
        )
        weights.write(self.path, self.variant)
        return weights

    def _workers(self, weights: Weights | None, level: int = MIDGAME_LEVEL) -> Workers:
        return Workers(self.variant, self._cache, self.plan.threads, weights, level)

    # --- positions --------------------------------------------------------------------------------

    def _collect(self) -> None:
        """Have as many positions as the plan wants, labelled by the teacher where they are missing."""
        there = sum(len(read_positions(path, self.variant).rows) for path in files_of(self._positions))
        missing = self.plan.positions - there
        if missing <= 0:
            return
        workers = self._make(self.variant, self._cache, self.plan.threads, self._teacher, MIDGAME_LEVEL)
        labelling = Labelling(digest_of(self._teacher), DEPTH, EXACT, LEAST)
        file = PositionFile.opened(self._positions, self.variant, workers.words, labelling)
        begun = file.rows
        try:
            for rows in added(file, workers, labelling, begun + missing):
                self._tell("positions", (there + rows - begun) / self.plan.positions)
        finally:
            file.close()

    def _calibrating(self, examples: Examples) -> Examples:
        """Positions for the calibration, those first that are kept from fitting."""
        order = np.argsort(~examples.is_held, kind="stable")
        return examples.only(order[:CALIBRATED])

    def _errors(self, examples: Examples, weights: Weights) -> list[float]:
        def sample(empties: int) -> Boards:
            rows = np.flatnonzero(examples.is_held & (examples.empties == empties))
            return examples.boards[rows[: self.plan.compared]]

        return measure(self._workers(weights, FULL_WIDTH), sample, self._cells, self._tell).numbers()

    # --- pattern sums -----------------------------------------------------------------------------

    def _sums(self, examples: Examples) -> Weights:
        """Pattern sums fitted to all positions, beginning from the teacher's."""
        begun = empty(self.variant, WIDTH) if self._teacher is None else self._teacher
        path = self.folder / "sums.weights"
        if path.exists():
            return read(path, self.variant)
        tables, biases = begun.tables.copy(), begun.biases.copy()
        workers = self._workers(None)
        chosen, places = folded(patterns_of(self.variant))
        stage_of = np.array(begun.stages)[examples.empties]
        for stage in range(len(tables)):
            self._tell("pattern sums", stage / len(tables))
            rows = np.flatnonzero((stage_of == stage) & ~examples.is_held)
            if len(rows) == 0:
                continue
            empties = examples.empties[rows]
            indices = places[workers.indices(examples.boards[rows])]
            features = np.concatenate([indices, (len(chosen) + empties)[:, None]], axis=1, dtype=np.int32)
            begin = np.concatenate([tables[stage][chosen], biases]).astype(np.float64)
            problem = Problem(features, UNIT * examples.targets[rows].astype(np.float64), len(begin))
            solution = solve(problem, begin, self.plan.ridge)
            tables[stage] = np.clip(np.rint(solution[: len(chosen)]), -32000, 32000).astype(np.int16)[places]
            here = np.unique(empties)
            biases[here] = np.rint(solution[len(chosen) + here]).astype(np.int64)
        sums = Weights(begun.game, begun.kin, biases, begun.stages, tables)
        sums.write(path, self.variant)
        return sums

    def _left(self, examples: Examples, sums: Weights) -> dict[int, float]:
        """The mean error of the sums on what was held out, in discs, by number of empty cells."""
        held = examples.only(np.flatnonzero(examples.is_held))
        errors = np.abs(self._workers(sums).all_labels(held.boards, 0, 0) / UNIT - held.targets)
        return {int(empties): float(errors[held.empties == empties].mean()) for empties in np.unique(held.empties)}

    # --- the network ------------------------------------------------------------------------------

    def _network(self, examples: Examples, sums: Weights) -> tuple[CellNetwork, dict[int, float]]:
        """The network for what the sums leave, and the mean error on what was held out by number of empty cells."""
        left = examples.targets - (self._workers(sums).all_labels(examples.boards, 0, 0) / UNIT).astype(np.float32)
        pieces = cell_pieces_of(self.variant)
        places = places_of(pieces, layout_of(self.variant))
        vector_stages, head_stages = self._stages()
        count = vector_stages[-1] + 1
        parts: list[Parameters] = []
        errors: dict[int, float] = {}

        def learned(stage: int) -> tuple[Parameters, dict[int, float]]:
            return self._stage(stage, examples, left, places, vector_stages, head_stages)

        with ThreadPoolExecutor(min(self.plan.threads, count)) as pool:
            for part, found in pool.map(learned, range(count)):
                parts.append(part)
                errors |= found
        return joined(parts, pieces, vector_stages, head_stages, (MARGIN,) * (self._cells + 1)), errors

    def _stages(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The stage of vectors and that of the head for each number of empty cells; a head serves one of the former."""
        bounds = [int(share * self._cells) for share in VECTOR_STAGES]
        vectors = tuple(int(np.searchsorted(bounds, empties)) for empties in range(self._cells + 1))
        width = max(1, self._cells // HEADS)
        pairs = [(stage, empties // width) for empties, stage in enumerate(vectors)]
        numbers = {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}
        return vectors, tuple(numbers[pair] for pair in pairs)

    def _stage(
        self,
        stage: int,
        examples: Examples,
        left: Numbers,
        places: Places,
        vector_stages: tuple[int, ...],
        head_stages: tuple[int, ...],
    ) -> tuple[Parameters, dict[int, float]]:
        """What is learned of one stage of vectors, and its errors."""
        heads = sorted({head for head, of in zip(head_stages, vector_stages, strict=True) if of == stage})
        rows = np.flatnonzero(np.array(vector_stages)[examples.empties] == stage)

        def task(chosen: NDArray[np.int64]) -> Task:
            of = np.array(head_stages)[examples.empties[chosen]] - heads[0]
            return Task(examples.boards[chosen], of.astype(np.int32), left[chosen], examples.importance[chosen])

        begin = self._begin(stage, heads, head_stages)
        held = rows[examples.is_held[rows]]
        path = self.folder / f"vectors-{stage}.npz"
        if path.exists():
            with np.load(path) as kept:
                found = Parameters(**kept)
        else:
            taught = task(rows[~examples.is_held[rows]])
            passes, rate, seed = self.plan.passes, self.plan.rate, self.plan.seed + stage
            found = begin
            if len(taught.boards):
                found = fitted(
                    *(taught, task(held), places, begin, passes, rate, seed),
                    lambda share: self._tell(f"network, stage {stage}", share),
                )
            _write(path, found._asdict())
        errors = np.abs(task(held).values(places, found) - left[held])
        here = examples.empties[held]
        return found, {int(empties): float(errors[here == empties].mean()) for empties in np.unique(here)}

    def _begin(self, stage: int, heads: list[int], head_stages: tuple[int, ...]) -> Parameters:
        """Where the fit of a stage of vectors begins."""
        pieces = cell_pieces_of(self.variant)
        network = None if self._teacher is None else self._teacher.network
        if network is None:
            vectors = len(folded_vectors(pieces)[0])
            return drawn(len(pieces.classes), vectors, len(heads), self.plan.seed + stage)
        first = [head_stages.index(head) for head in heads]
        of_teacher = [network.head_stages[empties] for empties in first]
        return known(network, pieces, network.vector_stages[first[-1]], of_teacher)


def _write(path: Path, arrays: dict[str, Any]) -> None:
    part = path.with_suffix(".part.npz")
    np.savez(part, **arrays)
    part.replace(path)
