"""A training of what chains are worth: games against itself, then stage by stage from the end of the game back to its
start, labels and weights.

Near the end labels are exact; before, they are of searches that end in stages already trained (M. Buro, "Improving
heuristic mini-max search by supervised learning", 2002). Everything made is kept in a folder; a training that was
interrupted goes on from there.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engined.backends.memory import NO_LIMIT, Context, TranspositionTable
from engined.families import family_of
from engined.kernels.codes import UNIT
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.chains import ChainLayout
from engined.patterns.chain_weights import ChainWeights, points_of, read
from engined.rules.position import start
from engined.tools.training.workers import shared_out
from engined.variants.model import Variant

Rows = NDArray[np.int64]
"""Positions: their words, and the seat to move last."""

TABLE_MIB = 64
"""The mebibytes of each thread's table."""
GAMES = 64
"""The number of games of one call."""
LABELS = 64
"""Positions of one call."""
HELD_OUT = 10
"""One position in so many tells how much the weights know, and is not fitted."""
SAMPLE = 64
"""Positions of a stage that tell what its labels cost."""


@dataclass(frozen=True)
class ChainPlan:
    """What a training does."""

    positions: int = 8_000
    """The number of positions for each stage."""
    play_depth: int = 1
    """The depth of the searches that choose moves in its games."""
    depth: int = 3
    """The depth of the searches that label."""
    exact: int = 26
    """Most open cells that are labelled exactly."""
    nodes: int = 3_000
    """The nodes that a label may take on average: where it would take more, nothing is solved, and searches are less
    deep.
    """
    ridge: float = 10.0
    seed: int = 1
    threads: int = 1


def untrainable(variant: Variant) -> str | None:
    """Why there are no weights for a chain game; None if there are."""
    return None if points_of(variant) else "its chains may branch"


class ChainTraining:
    """The training of one variant's weights in a folder."""

    def __init__(
        self,
        variant: Variant,
        plan: ChainPlan,
        folder: Path,
        cache: Path | None,
        teacher: ChainWeights | None,
        tell: Callable[[str, float], None],
    ) -> None:
        """``teacher`` plays the games, by the points that are there if None; ``tell`` hears what is done and which
        share of it.
        """
        self.variant, self.plan, self.folder, self._teacher, self._tell = variant, plan, folder, teacher, tell
        self._workers = ChainWorkers(variant, plan.threads, cache)
        self.path = folder / "trained.weights"

    def run(self) -> ChainWeights:
        """Do what is left to do; gives the weights, which are also in the folder."""
        self.folder.mkdir(parents=True, exist_ok=True)
        positions = self._positions()
        weights = read(self.path) if self.path.exists() else self._begun()
        for stage in range(weights.origin["trained"], len(weights.table)):
            begun = time.monotonic()
            self._workers.weigh(weights)
            if stage in positions:
                self._train(stage, positions[stage], weights)
            else:
                weights.table[stage] = weights.table[max(0, stage - 1)]
            weights.origin["trained"] = stage + 1
            weights.origin["seconds"] = round(weights.origin["seconds"] + time.monotonic() - begun)
            weights.write(self.path)
        return weights

    def _begun(self) -> ChainWeights:
        origin = {"variant": self.variant.name, "trained": 0, "seconds": 0, "plan": asdict(self.plan)}
        return ChainWeights(
            points_of(self.variant),
            len(self.variant.board.cells),
            self._workers.nothing(),
            origin | {"efforts": {}, "known": {}},
        )

    def _positions(self) -> dict[int, Rows]:
        """Different positions for each stage, from games against itself."""
        path = self.folder / "positions.npz"
        if path.exists():
            with np.load(path) as kept:
                return {int(name): kept[name] for name in kept.files}
        wanted = self.plan.positions
        if self._teacher is not None:
            self._workers.weigh(self._teacher)
        games = []
        for number, some in enumerate(self._workers.games(wanted, self.plan.play_depth, self.plan.seed)):
            games.append(some)
            self._tell("games", min(1.0, GAMES * (number + 1) / wanted))
        rows = np.unique(np.concatenate(games), axis=0)
        stages, _ = self._workers.summed_up(rows)
        rng = np.random.default_rng(self.plan.seed)
        found = {
            int(stage): rng.permutation(rows[stages == stage])[:wanted] for stage in np.unique(stages[stages >= 0])
        }
        part = self.folder / "positions.part.npz"
        np.savez(part, allow_pickle=False, **{str(stage): some for stage, some in found.items()})
        part.replace(path)
        return found

    def _train(self, stage: int, rows: Rows, weights: ChainWeights) -> None:
        """Fit the weights of one stage, in place, beginning with those of the stage before."""
        effort = self._effort(rows[:SAMPLE])
        labels = self._labels(stage, rows, effort)
        features = self._workers.features(rows).astype(np.float32)
        _, ahead = self._workers.summed_up(rows)
        open_values = (labels - UNIT * ahead).astype(np.float64)
        before = weights.table[max(0, stage - 1)].astype(np.float64)
        held = np.arange(len(rows)) % HELD_OUT == 0
        found = fitted(features[~held], open_values[~held], before, self.plan.ridge)
        weights.table[stage] = np.clip(np.rint(found), -32000, 32000).astype(np.int16)
        known = explained(features[held] @ found, open_values[held])
        weights.origin["efforts"][str(stage)] = effort
        weights.origin["known"][str(stage)] = known
        self._tell(f"stage {stage}: the weights know {known:.0%} of what labels vary by", 1.0)

    def _labels(self, stage: int, rows: Rows, effort: tuple[int, int]) -> NDArray[np.int64]:
        path = self.folder / f"labels-{stage}.npy"
        if path.exists():
            labels: NDArray[np.int64] = np.load(path)
            return labels
        labels = np.empty(len(rows), np.int64)
        for done, (at, some) in enumerate(self._workers.labels(rows, *effort)):
            labels[at : at + len(some)] = some
            self._tell(f"stage {stage}: labels", min(1.0, LABELS * (done + 1) / len(rows)))
        part = self.folder / f"labels-{stage}.part.npy"
        np.save(part, labels)
        part.replace(path)
        return labels

    def _effort(self, sample: Rows) -> tuple[int, int]:
        """Depth, and most open cells that are solved, for labels of a stage: as planned, or less if too costly."""
        plan = self.plan
        efforts = [(depth, exact) for exact in (plan.exact, 0) for depth in range(plan.depth, 1, -1)]
        allowed = plan.nodes * len(sample)
        return next((effort for effort in efforts if self._workers.affords(sample, *effort, allowed)), (1, 0))


def fitted(
    features: NDArray[np.float32], labels: NDArray[np.float64], before: NDArray[np.float64], ridge: float
) -> NDArray[np.float64]:
    """Weights by least squares, drawn to those before as if each of these had been seen so often."""
    squares = (features.T @ features).astype(np.float64) + ridge * np.eye(features.shape[1])
    found: NDArray[np.float64] = before + np.linalg.solve(squares, features.T @ (labels - features @ before))
    return found


def explained(values: NDArray[Any], labels: NDArray[Any]) -> float:
    """The share of the variance of labels that values account for."""
    spread = float(np.var(labels))
    return round(1 - float(np.mean((values - labels) ** 2)) / spread, 3) if spread else 1.0


class ChainWorkers:
    """One variant's training kernels, with a context and a table for each thread."""

    def __init__(self, variant: Variant, threads: int, cache: Path | None) -> None:
        search = family_of(variant).search_part
        sources = ("engined.tools.training.chains.games",)
        part = Part(f"{search.name}-training", sources, search.layout, search.implementations)
        self.kernels = build.load(variant, part, cache)
        layout = self.kernels.layout
        assert isinstance(layout, ChainLayout)
        self._start = np.array(layout.in_memory(start(variant)), np.int64)
        self._block = np.zeros((self.kernels.STAGES, self.kernels.FEATURES), np.int64)
        self._threads = threads
        self._contexts = self._new_contexts()

    def nothing(self) -> NDArray[np.int16]:
        """Weights that know nothing."""
        return np.zeros(self._block.shape, np.int16)

    def weigh(self, weights: ChainWeights) -> None:
        """Search with these weights from now on."""
        self._block[:] = weights.table
        self._contexts = self._new_contexts()

    def _new_contexts(self) -> list[Context]:
        """Contexts whose tables know nothing."""
        size, number = self.kernels.CHAIN_BUCKET_BYTES, range(self._threads)
        return [Context(TranspositionTable(size, TABLE_MIB), self.kernels, weights=self._block) for _ in number]

    def games(self, count: int, depth: int, seed: int) -> Iterator[Rows]:
        """Positions of games against itself, some games at a time.

        Four of five games begin with 2 to 8 random plies, the fifth is random; then five moves in a hundred are random,
        and of the others those within half a point of the best may be played.
        """
        kernels, cells = self.kernels, self.kernels.CELLS
        words = kernels.POSITION_BYTES // 8

        def play(number: int, context: Context) -> Rows:
            rng = random.Random(f"{seed} {number}")
            context.seed(rng.getrandbits(62) | 1)
            found = []
            for _ in range(GAMES):
                # Behind the last position there is room for one more.
                memory = np.zeros((cells + 2, words), np.int64)
                memory[0] = self._start
                opening = rng.randint(2, 8) if rng.random() < 0.8 else cells
                plies = kernels.play_chains(memory.ctypes.data, depth, opening, 50, 50, context.address)
                found.append(np.concatenate([memory[:plies], np.arange(plies)[:, None] & 1], axis=1))
            return np.concatenate(found)

        yield from shared_out(self._contexts, play, range(-(-count // GAMES)))

    def labels(self, rows: Rows, depth: int, exact: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
        """Values in hundredths of a point, some at a time: the place of the first, and they."""

        def work(number: int, context: Context) -> tuple[int, NDArray[np.int64]]:
            chunk = rows[number * LABELS : (number + 1) * LABELS]
            return number * LABELS, self._labelled(chunk, depth, exact, context)

        yield from shared_out(self._contexts, work, range(-(-len(rows) // LABELS)))

    def affords(self, rows: Rows, depth: int, exact: int, nodes: int) -> bool:
        """Whether the labels of these positions take fewer nodes than that."""
        context = self._contexts[0]
        context.limit(context.nodes + nodes)
        self._labelled(rows, depth, exact, context)
        is_enough = not context.stopped
        context.limit(NO_LIMIT)
        context.resume()
        return is_enough

    def _labelled(self, rows: Rows, depth: int, exact: int, context: Context) -> NDArray[np.int64]:
        positions, seats = _parts(rows)
        out = np.empty(len(rows), np.int64)
        self.kernels.label_chains(
            positions.ctypes.data, seats.ctypes.data, len(rows), depth, exact, out.ctypes.data, context.address
        )
        return out

    def summed_up(self, rows: Rows) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The stage of each position, -1 where it is decided; and by how many points its mover is ahead for good."""
        positions, seats = _parts(rows)
        out = np.empty((len(rows), 2), np.int64)
        self.kernels.sum_up(positions.ctypes.data, len(rows), out.ctypes.data, self._contexts[0].address)
        return out[:, 0], np.where(seats == 0, out[:, 1], -out[:, 1])

    def features(self, rows: Rows) -> NDArray[np.int8]:
        """How often each position has each feature."""
        found = np.empty((len(rows), self.kernels.FEATURES), np.int8)
        for at in range(0, len(rows), LABELS):
            positions, seats = _parts(rows[at : at + LABELS])
            out = np.zeros((len(seats), self.kernels.FEATURES), np.int64)
            self.kernels.write_features(
                positions.ctypes.data, seats.ctypes.data, len(seats), out.ctypes.data, self._contexts[0].address
            )
            found[at : at + LABELS] = out
        return found


def _parts(rows: Rows) -> tuple[Rows, Rows]:
    """Positions, and seats, as kernels read them."""
    return np.ascontiguousarray(rows[:, :-1]), np.ascontiguousarray(rows[:, -1])
