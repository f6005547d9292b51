"""A training of Go's small network: games against itself by the strengths of moves that are known, then teaching.

Each network plays the games that the next one is taught by, together with all before. Everything made is kept in a
folder; a training that was interrupted goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from math import cos, pi
from pathlib import Path
from typing import Any

import numpy as np

from engined.kernels.network_codes import LEAST_SPREAD, PLANES
from engined.kernels.network_size import NetworkSize, with_pooling
from engined.patterns.strengths import Strengths, Table, read
from engined.tools.training.go.network import (
    BEGUN_SPREAD,
    CONSTANT_SPREADS,
    Adam,
    Batch,
    Board,
    Floats,
    Losses,
    Run,
    Weights,
    enlarged,
    initial_weights,
    logistic_loss,
    standardized,
    thresholds_around,
    with_constant_heads,
    with_room,
    zero_weights,
)
from engined.tools.training.go.players import Players, played_out
from engined.tools.training.go.samples import OWNED, Samples, gathered
from engined.tools.training.go.samples import read as read_samples
from engined.variants.model import Variant

HELD_OUT = 20
"""One file of games in so many tells how far off a network is, and does not teach it."""
SURE = 0.5
"""A point that was one side's so much oftener than the other's, in games played out from where a game ended, was its
own: what else comes of it is chance.
"""
TOGETHER = 128
"""Positions that one step is made by."""
MOST_CELLS = 5_200
"""The cells of positions that a thread works out at once."""
KEPT_AFTER = 50
"""Steps; so many are lost where all is lost that is not kept."""
RATE, RATE_ON = 0.002, 0.0007
"""The learning rate of the first steps, where a network begins from nothing and where it goes on; it falls to 0 at the
last.
"""


@dataclass(frozen=True)
class NetworkPlan:
    """What a training does for each network."""

    positions: int = 80_000
    nodes: int = 1_000
    """Games played out for a move that it learns from, where no network plays yet."""
    games: int = 100
    """Games for a move that it learns from where one does: its word is surer than games that are played out. What is
    learned are the shares of moves in them.
    """
    passes: int = 10
    """The passes over the positions, where a network begins from nothing; each is turned or mirrored in another way
    every time.
    """
    passes_on: int = 4
    """The passes of a network that goes on from one before."""
    size: NetworkSize = field(default_factory=NetworkSize)
    """It is at least as large as a network that it goes on from."""
    seed: int = 1
    threads: int = 1


class NetworkTraining:
    """The training of one network in a folder."""

    def __init__(
        self,
        variant: Variant,
        plan: NetworkPlan,
        folder: Path,
        cache: Path | None,
        teacher: Strengths,
        tell: Callable[[str, float], None],
        earlier: tuple[Path, ...] = (),
    ) -> None:
        """``teacher`` plays the games, with its network if it has one, which then goes on from there, whatever board it
        was of; ``earlier`` are the folders of other networks whose games it is taught by as well; ``tell`` hears what
        is done and which share of it.
        """
        self.variant = played_out(variant)
        self.plan, self.folder, self._cache, self._teacher, self._tell = plan, folder, cache, teacher, tell
        self._earlier = earlier
        self.path = folder / "trained.weights"

    def run(self) -> Strengths:
        """Do what is left to do; gives the teacher's strengths with a network, which are also in the folder."""
        if self.path.exists():
            return read(self.path)
        self.folder.mkdir(parents=True, exist_ok=True)
        begun = time.monotonic()
        self._play()
        taught, held = self._samples()
        begin = self._teacher.network
        weights = Teaching(self.variant, self.plan, self.folder / "teaching.npz", self._tell, begin).run(taught)
        weights = with_room(weights, np.max([run.most_in_blocks for run, _ in runs(self.variant, weights, held)], 0))
        weights, spread = with_surest_heads(self.variant, weights, held)
        moves, owners, wins = losses_of(self.variant, weights, held, self.plan.threads).means
        seconds = round(time.monotonic() - begun)
        network = {
            "positions": len(taught) + len(held),
            "loss of moves": round(moves, 4),
            "loss of owners": round(owners, 4),
            "loss of wins": round(wins, 4),
            "constant spread": spread,
            "plan": asdict(self.plan),
            "seconds": seconds,
        }
        origin = self._teacher.origin | {"network": network}
        origin["seconds"] = int(origin.get("seconds", 0)) + seconds
        found = replace(self._teacher, network=weights.flat, origin=origin)
        found.write(self.path)
        return read(self.path)

    def _play(self) -> None:
        """Have games until there are as many positions as the plan wants."""
        kept = {int(path.stem): len(read_samples(path)) for path in games_in(self.folder)}
        positions = sum(kept.values())
        if positions >= self.plan.positions:
            return
        seed = self.plan.seed + len(self._earlier)
        players = Players(self.variant, self._teacher, self._cache, self.plan.threads, seed)
        quick = self._teacher.network_of(len(self.variant.board.cells)) is not None
        nodes = self.plan.games if quick else self.plan.nodes
        todo = (number for number in range(self.plan.positions) if number not in kept)
        for number, samples in players.games(todo, lambda player, chance: player.samples(nodes, quick, chance)):
            samples.write(self.folder / f"{number}.npz")
            positions += len(samples)
            self._tell("games", min(1.0, positions / self.plan.positions))
            if positions >= self.plan.positions:
                return

    def _samples(self) -> tuple[Samples, Samples]:
        """Those that teach, and those that tell what was learned."""
        paths = [path for folder in (*self._earlier, self.folder) for path in games_in(folder)]
        held = paths[::HELD_OUT]
        taught = [path for index, path in enumerate(paths) if index % HELD_OUT] or held
        return gathered(map(read_samples, taught)), gathered(map(read_samples, held))


def games_in(folder: Path) -> list[Path]:
    """The files of games in a folder, by number."""
    return sorted((path for path in folder.glob("*.npz") if path.stem.isdecimal()), key=lambda path: int(path.stem))


class Teaching:
    """The teaching of one network, which is kept in a file every few steps and goes on from there."""

    def __init__(
        self,
        variant: Variant,
        plan: NetworkPlan,
        path: Path,
        tell: Callable[[str, float], None],
        begin: Table | None = None,
    ) -> None:
        """``begin`` are the weights of a network that goes on; None: it begins from nothing."""
        self._variant, self._plan, self._path, self._tell, self._begin = variant, plan, path, tell, begin

    def run(self, samples: Samples) -> Weights:
        """Do the steps that are left; gives the weights."""
        weights, adam = self._begun()
        images = images_of(self._variant)
        each = max(1, len(samples) // TOGETHER)
        passes, rate = (self._plan.passes, RATE) if self._begin is None else (self._plan.passes_on, RATE_ON)
        steps = passes * each
        moves = owners = 0.0
        with Learners(self._variant, self._plan.threads) as learners:
            for step in range(adam.steps, steps):
                order = np.random.default_rng((self._plan.seed, step // each)).permutation(len(samples))
                chosen = order[step % each * TOGETHER :][:TOGETHER]
                ways = np.random.default_rng((self._plan.seed, step, 1)).integers(0, len(images), len(chosen))
                gradient = zero_weights(weights.size)
                losses = learners.learn(weights, samples, chosen, images[ways], gradient)
                gradient.flat /= len(chosen)
                adam.step(weights.flat, gradient.flat, rate * (1.0 + cos(pi * step / steps)) / 2.0)
                share = 0.02 if moves else 1.0
                moves, owners = moves + share * (losses.means[0] - moves), owners + share * (losses.means[1] - owners)
                if (step + 1) % KEPT_AFTER == 0 or step + 1 == steps:
                    self._keep(weights, adam)
                said = f"teaching a network: off by {moves:.2f} in moves, {owners:.2f} in owners,"
                self._tell(said, (step + 1) / steps)
        return weights

    def _begun(self) -> tuple[Weights, Adam]:
        weights = self._first()
        if self._path.exists():
            with np.load(self._path) as kept:
                # One that was begun before networks pooled is taught anew, by the same games.
                if len(kept["weights"]) == len(weights.flat):
                    return Weights(kept["weights"]), Adam(kept["mean"], kept["square"], int(kept["steps"]))
        return weights, Adam(np.zeros_like(weights.flat), np.zeros_like(weights.flat), 0)

    def _first(self) -> Weights:
        """The weights before the first step."""
        size, seed = self._plan.size, self._plan.seed
        if self._begin is None:
            return initial_weights(seed, size)
        begun = Weights(with_pooling(self._begin).copy())
        return begun if begun.size == size else enlarged(begun, size, seed)

    def _keep(self, weights: Weights, adam: Adam) -> None:
        part = self._path.with_suffix(".part")
        with part.open("wb") as file:
            kept = {"weights": weights.flat, "mean": adam.mean, "square": adam.square, "steps": np.array(adam.steps)}
            np.savez(file, allow_pickle=False, **kept)
        part.replace(self._path)


class Learners:
    """Threads that work positions out, some positions each; what they find does not hang on how many they are."""

    def __init__(self, variant: Variant, threads: int) -> None:
        self._variant, self._board = variant, board_of(variant)
        self._stack = ExitStack()
        self._pool = self._stack.enter_context(
            ThreadPoolExecutor(threads if _products_on_one_thread(self._stack) else 1)
        )

    def __enter__(self) -> Learners:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def learn(self, weights: Weights, samples: Samples, chosen: Any, ways: Any, gradient: Weights | None) -> Losses:
        """How far off a network is on some of the samples, of each the cells in an order of its own; see
        :meth:`Run.learn`.
        """

        # A position whose moves are taught counts for those that only teach whose points become.
        moves_weight = len(chosen) / max(1, int(samples.policy[chosen].any(1).sum()))

        def part(first: int) -> tuple[Losses, Weights | None]:
            here = slice(first, first + few)
            batch = batch_of(samples, chosen[here], ways[here])
            found = None if gradient is None else zero_weights(weights.size)
            run = Run(self._board, weights, batch.planes)
            return run.learn(batch, found, moves_weight=moves_weight), found

        losses, few = Losses(), max(1, MOST_CELLS // self._board.cells)
        for lost, found in self._pool.map(part, range(0, len(chosen), few)):
            losses += lost
            if gradient is not None and found is not None:
                gradient.flat += found.flat
        return losses


def _products_on_one_thread(stack: ExitStack) -> bool:
    """Have numpy multiply matrices on the thread that asks it to, until the stack closes; whether that can be had.

    Otherwise it uses all cores, and where other programs work these wait for one another much longer than they work.
    """
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        return False
    stack.enter_context(threadpool_limits(1, "blas"))
    return True


def losses_of(variant: Variant, weights: Weights, samples: Samples, threads: int = 1) -> Losses:
    """How far off a network is on positions."""
    every = np.arange(len(samples))
    with Learners(variant, threads) as learners:
        return learners.learn(weights, samples, every, images_of(variant)[np.zeros(len(every), np.int64)], None)


def runs(variant: Variant, weights: Weights, samples: Samples) -> Iterator[tuple[Run, Batch]]:
    """Yield what a network says of samples as they are, some at a time, and what they teach."""
    board, identity = board_of(variant), images_of(variant)[:1]
    for first in range(0, len(samples), TOGETHER):
        chosen = np.arange(first, min(first + TOGETHER, len(samples)))
        batch = batch_of(samples, chosen, np.repeat(identity, len(chosen), 0))
        yield Run(board, weights, batch.planes), batch


def with_surest_heads(variant: Variant, weights: Weights, held: Samples) -> tuple[Weights, float | None]:
    """Return the network with the heads that say best who wins positions that it was not taught by: its own (and None),
    or constant ones with the best of :data:`CONSTANT_SPREADS` (and which).

    Where games are few, heads learn by heart who won them, although moves and owners are still learned well.
    """
    parts = [
        np.stack([run.lead, run.scale, run.owners.sum(1), np.sqrt(run.doubt), batch.owners.sum(1)])
        for run, batch in runs(variant, weights, held)
    ]
    lead, scale, points, doubt, true = np.concatenate(parts, axis=1)
    # The same thresholds for all, or each would be asked what it knows best.
    thresholds = thresholds_around(points, BEGUN_SPREAD * doubt)

    def loss(lead: Floats, scale: Floats) -> float:
        return float(logistic_loss(*standardized(lead, scale, true, thresholds)).mean())

    constant = {spread: loss(points, spread * doubt + LEAST_SPREAD) for spread in CONSTANT_SPREADS}
    best = min(CONSTANT_SPREADS, key=constant.__getitem__)
    if loss(lead, scale) <= constant[best]:
        return weights, None
    return with_constant_heads(weights, best), best


def board_of(variant: Variant) -> Board:
    """How positions of a variant lie side by side."""
    return Board(variant.board.height, variant.board.width)


def batch_of(samples: Samples, chosen: Any, ways: Any) -> Batch:
    """What some of the samples teach; of each the cells in an order of its own."""
    cells = samples.owners.shape[1]
    moves = np.concatenate([ways, np.full((len(ways), 1), cells)], axis=1)
    planes = np.unpackbits(samples.planes[chosen], axis=1, count=cells * PLANES).reshape(-1, cells, PLANES)
    policy = np.take_along_axis(samples.policy[chosen], moves, 1).astype(np.float32)
    owners = np.take_along_axis(samples.owners[chosen], ways, 1).astype(np.float32) / (SURE * OWNED)
    return Batch(
        np.take_along_axis(planes, ways[:, :, None], 1).astype(np.float32),
        np.take_along_axis(samples.strengths[chosen], moves, 1).astype(np.float32),
        policy,
        np.clip(owners, -1.0, 1.0),
    )


def images_of(variant: Variant) -> Any:
    """The cell, for each symmetry of the board, that comes to the place of each."""
    height, width = variant.board.height, variant.board.width
    cells = np.arange(height * width).reshape(height, width)
    images = [cells, cells[::-1], cells[:, ::-1], cells[::-1, ::-1]]
    if height == width:
        images += [image.T for image in images]
    return np.stack([image.ravel() for image in images])
