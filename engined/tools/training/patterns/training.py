"""A whole training: games, then stage by stage from the end of the game back to its start, labels and weights.

Each stage is labelled by searches that end in stages already trained, or exactly: M. Buro's way of improving a static
evaluation by search ("Improving heuristic mini-max search by supervised learning", 2002) from nothing. Everything
made is kept in a folder; a training that was interrupted goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engined.backends.probcut_errors import Errors
from engined.backends.two_sided import MIDGAME_LEVEL
from engined.families import family_of
from engined.kernels.codes import UNIT
from engined.kernels.layouts.layout import unsupported
from engined.patterns.shapes import patterns_of
from engined.patterns.weights import Weights, empty, folded, read
from engined.search.probcut_levels import FULL_WIDTH
from engined.tools.training.patterns.fit import Problem, solve
from engined.tools.training.selectivity.search_errors import measure
from engined.tools.training.workers import Boards, Workers
from engined.variants.model import CaptureKind, Variant

LEAST_EMPTIES = 1
HELD_OUT = 20
"""One position in so many tells the error, and is not fitted."""
SAMPLE = 64
"""Positions of a stage that tell what its labels cost."""
GAME_LABELS = 4
"""A game may cost as much as so many labels."""


@dataclass(frozen=True)
class Plan:
    """What a training does."""

    positions: int = 200_000
    """The number of positions for each number of empty cells."""
    width: int = 2
    """Numbers of empty cells that share a stage."""
    play_depth: int = 3
    """The depth of the searches that choose moves in its games."""
    depth: int = 6
    """The depth of the searches that label."""
    exact: int = 12
    """Most empty cells that are labelled exactly."""
    nodes: int = 15_000
    """The nodes that a label may take on average; searches are less deep where it would take more."""
    ridge: float = 100.0
    compared: int = 600
    """Positions that measure the errors of searches, of each number of empty cells looked at."""
    seed: int = 1
    threads: int = 1


def untrainable(variant: Variant) -> str | None:
    """Why this variant's evaluation cannot be trained; None if it can."""
    if variant.capture.kind is CaptureKind.REMOVE:
        return "discs leave the board, so empty cells do not tell how far a game is"
    return unsupported(variant)


MakeWorkers = Callable[[Variant, Path | None, int, Weights | None, int], Workers]
"""A function that makes searchers from a variant, the folder of compiled kernels, threads, weights and the level of
searches short of the end.
"""


class PatternTraining:
    """The training of one variant's weights in a folder."""

    def __init__(
        self,
        variant: Variant,
        plan: Plan,
        folder: Path,
        cache: Path | None,
        teacher: Weights | None,
        tell: Callable[[str, float], None],
        make: MakeWorkers = Workers,
    ) -> None:
        """``teacher`` plays the games, by geometry if None; ``tell`` hears what is done and which share of it;
        ``make`` gives those who play and label.
        """
        self.variant, self.plan, self.folder, self._cache, self._tell = variant, plan, folder, cache, tell
        self._teacher, self._make = teacher, make
        self._patterns = patterns_of(variant)
        self._cells = len(variant.board.cells)
        self.path = folder / "trained.weights"
        self.errors: dict[int, float] = {}

    def run(self) -> Weights:
        """Do what is left to do; gives the weights, which are also in the folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        positions = self._positions()
        weights = self._begun()
        for stage in range(weights.origin["trained"], len(weights.tables)):
            begun = time.monotonic()
            workers = self._workers(weights)
            prior = weights.tables[stage - 1] if stage else weights.tables[0]
            self._train(stage, positions.get(stage), workers, weights, prior)
            weights.origin["trained"] = stage + 1
            weights.origin["seconds"] = round(weights.origin["seconds"] + time.monotonic() - begun)
            weights.write(self.path, self.variant)
        if not weights.errors and family_of(self.variant).selective:
            weights.errors[:] = self._errors(positions, weights).numbers()
            weights.write(self.path, self.variant)
        return weights

    def _workers(self, weights: Weights | None, level: int = MIDGAME_LEVEL) -> Workers:
        return self._make(self.variant, self._cache, self.plan.threads, weights, level)

    def _begun(self) -> Weights:
        if self.path.exists():
            return read(self.path, self.variant)
        begun = empty(self.variant, self.plan.width)
        begun.origin.update({"variant": self.variant.name, "trained": 0, "seconds": 0, "plan": asdict(self.plan)})
        begun.origin.update({"errors": {}, "efforts": {}})
        return begun

    # --- positions --------------------------------------------------------------------------------

    def _positions(self) -> dict[int, Boards]:
        """Different positions for each stage, from games against itself."""
        path = self.folder / "positions.npz"
        if path.exists():
            with np.load(path) as kept:
                return {int(name): kept[name] for name in kept.files}
        games = self.plan.positions
        workers = self._workers(self._teacher)
        found: dict[int, list[Boards]] = {}
        done = 0
        for some in workers.games(games, self._play_depth(workers), self.plan.seed, LEAST_EMPTIES):
            stage_of = workers.empties(some) // self.plan.width
            for stage in np.unique(stage_of):
                found.setdefault(int(stage), []).append(some[stage_of == stage])
            done += 64
            self._tell("games", min(1.0, done / games))
        rng = np.random.default_rng(self.plan.seed)
        positions = {}
        for stage, parts in found.items():
            every = np.unique(np.concatenate(parts), axis=0)
            positions[stage] = rng.permutation(every)[: self.plan.positions * self.plan.width]
        part = self.folder / "positions.part.npz"
        kept = {str(stage): boards for stage, boards in positions.items()}
        np.savez(part, allow_pickle=False, **kept)
        part.replace(path)
        return positions

    def _play_depth(self, workers: Workers) -> int:
        """The plan's depth for games, or the greatest that costs no more nodes than it allows."""
        allowed = GAME_LABELS * self.plan.nodes
        depths = range(self.plan.play_depth, 1, -1)
        return next((depth for depth in depths if workers.game_cost(depth, allowed) is not None), 1)

    def _errors(self, positions: dict[int, Boards], weights: Weights) -> Errors:
        workers = self._workers(weights, FULL_WIDTH)

        def sample(empties: int) -> Boards:
            boards = positions.get(empties // self.plan.width)
            if boards is None:
                return np.empty((0, 2 * workers.words), np.int64)
            of_all: Boards = boards[workers.empties(boards) == empties]
            return of_all[: self.plan.compared]

        return measure(workers, sample, self._cells, self._tell)

    # --- stages -----------------------------------------------------------------------------------

    def _train(
        self, stage: int, positions: Boards | None, workers: Workers, weights: Weights, prior: NDArray[np.int16]
    ) -> None:
        """Fit the weights of one stage, in place."""
        if positions is None:
            weights.tables[stage] = prior
            return
        effort = self._effort(positions[:SAMPLE], workers)
        weights.origin["efforts"][str(stage)] = effort
        labels = self._labels(stage, positions, effort, workers)
        chosen, places = folded(self._patterns)
        unknowns = len(chosen) + self._cells + 1
        empties = workers.empties(positions)
        features = np.concatenate(
            [places[workers.indices(positions)], (len(chosen) + empties)[:, None]], axis=1, dtype=np.int32
        )
        begin = np.concatenate([prior[chosen], np.zeros(self._cells + 1)]).astype(np.float64)
        held = np.arange(len(positions)) % HELD_OUT == 0
        targets = labels.astype(np.float64)
        problem = Problem(features[~held], targets[~held], unknowns)
        solution = solve(problem, begin, self.plan.ridge)
        weights.tables[stage] = np.clip(np.rint(solution[: len(chosen)]), -32000, 32000).astype(np.int16)[places]
        here = np.unique(empties)
        weights.biases[here] = np.rint(solution[len(chosen) + here]).astype(np.int64)
        errors = Problem(features[held], targets[held], unknowns).values(solution) - targets[held]
        weights.origin["errors"][str(stage)] = round(float(np.abs(errors).mean()) / UNIT, 3)
        self._tell(f"stage {stage}: error {np.abs(errors).mean() / UNIT:.2f} discs", 1.0)

    def _labels(self, stage: int, positions: Boards, effort: tuple[int, int], workers: Workers) -> NDArray[np.int64]:
        path = self.folder / f"labels-{stage}.npy"
        if path.exists():
            labels: NDArray[np.int64] = np.load(path)
            return labels
        labels = np.empty(len(positions), np.int64)
        done = 0
        for at, some in workers.labels(positions, *effort):
            labels[at : at + len(some)] = some
            done += len(some)
            self._tell(f"stage {stage}: labels", done / len(positions))
        part = self.folder / f"labels-{stage}.part.npy"
        np.save(part, labels)
        part.replace(path)
        return labels

    def _effort(self, sample: Boards, workers: Workers) -> tuple[int, int]:
        """Depth, and most empty cells that are solved, for labels of a stage: as planned, or less if too costly.

        At least so deep that searches end in stages already trained.
        """
        plan = self.plan
        efforts = [(plan.depth, plan.exact), *((depth, 0) for depth in range(plan.depth, plan.width, -1))]
        allowed = plan.nodes * len(sample)
        affordable = (effort for effort in efforts if workers.labels_cost(sample, *effort, allowed) is not None)
        return next(affordable, (plan.width, 0))
