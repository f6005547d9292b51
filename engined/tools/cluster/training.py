"""``engined cluster train`` and ``collect``: the games and the labels of a training, some hundreds a task.

What each task of a training gives is a file of its folder until the stage is done, so one that was broken off goes on
in the middle of a stage. Labelled games go to the file that ``collect`` writes as they come.
"""

from __future__ import annotations

import os
import shutil
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engined.backends.two_sided import MIDGAME_LEVEL
from engined.config import default_training, read_config
from engined.patterns.weights import Weights
from engined.tools.collect import collect
from engined.tools.train import train
from engined.tools.training.patterns.training import MakeWorkers
from engined.tools.training.workers import GAMES, Boards, Workers
from engined.variants.model import Variant

from .answering import AHEAD
from .crew import Crew, NoCluster
from .posing import declared
from .question import Declared, key_of

GAMES_AHEAD = 4
"""Tasks of labelled games under way for each thread of the cluster."""
LABELS = 1024
"""Positions of a task."""
Numbers = NDArray[np.int64]

_made: dict[str, Workers] = {}
"""The searchers of a worker, by the weights that were used last."""


def play_games(team: Team, weights: Weights | None, depth: int, seed: int, least: int) -> Boards:
    """The task: positions of some games."""
    return np.concatenate(list(team.workers(weights).games(GAMES, depth, seed, least)))


def play_labelled_games(
    team: Team, weights: Weights | None, number: int, depth: int, exact: int, seed: int, least: int
) -> Boards:
    """The task: the labelled positions of some games."""
    ((_, found),) = team.workers(weights).labelled_games([number], depth, exact, seed, least)
    return found


def label_positions(team: Team, weights: Weights | None, positions: Boards, depth: int, exact: int) -> Numbers:
    """The task: what positions are worth."""
    return team.workers(weights).all_labels(positions, depth, exact)


@dataclass(frozen=True)
class Team:
    """Who works on a task."""

    declared: Declared
    level: int
    """The level of searches short of the end."""
    key: str
    """The digest of these, and of weights."""

    def workers(self, weights: Weights | None) -> Workers:
        """The workers of this process."""
        if self.key not in _made:
            _made.clear()
            _made[self.key] = Workers(self.declared.variant(), read_config({}).cache, 1, weights, self.level)
        return _made[self.key]


class SharedWorkers(Workers):
    """Workers who have others play and label; the rest they do themselves."""

    def __init__(
        self,
        crew: Crew,
        declared: Declared,
        folder: Path,
        variant: Variant,
        cache: Path | None,
        threads: int,
        weights: Weights | None = None,
        level: int = MIDGAME_LEVEL,
    ) -> None:
        super().__init__(variant, cache, 1, weights, level)
        self._crew, self._folder = crew, folder
        of_weights = "" if weights is None else weights.block().tobytes().hex()
        self._key = key_of(declared.digest, of_weights, level)
        self._team = Team(declared, level, self._key)
        self._weights = crew.hold(f"weights-{self._key}", weights)

    def games(self, count: int, depth: int, seed: int, least: int) -> Iterator[Boards]:
        """See :class:`Workers`."""
        numbers = range(-(-count // GAMES))
        tasks = [(play_games, (depth, seed << 32 | number, least)) for number in numbers]
        for _, boards in self._done(key_of(self._key, count, depth, seed, least), tasks):
            yield boards

    def labelled_games(
        self, numbers: Iterable[int], depth: int, exact: int, seed: int, least: int
    ) -> Iterator[tuple[int, Boards]]:
        """See :class:`Workers`."""
        rest = iter(numbers)

        def ask(count: int) -> None:
            for number in islice(rest, count):
                plan = (number, depth, exact, seed, least)
                self._crew.ask(f"{self._key}-{seed}-{number}", play_labelled_games, self._team, self._weights, *plan)

        ask(GAMES_AHEAD * self._crew.threads)
        while len(self._crew):
            for ended in self._crew.ended():
                if ended.fault:
                    raise NoCluster(f"a task of the collection failed: {ended.fault}")
                ask(1)
                yield int(ended.key.rpartition("-")[2]), ended.result

    def labels(self, positions: Boards, depth: int, exact: int) -> Iterator[tuple[int, Numbers]]:
        """See :class:`Workers`."""
        parts = [positions[at : at + LABELS] for at in range(0, len(positions), LABELS)]
        key = key_of(self._key, positions.tobytes().hex(), depth, exact)
        for number, values in self._done(key, [(label_positions, (part, depth, exact)) for part in parts]):
            yield number * LABELS, values

    def _done(
        self, key: str, tasks: list[tuple[Callable[..., Any], tuple[Any, ...]]]
    ) -> Iterator[tuple[int, NDArray[np.int64]]]:
        """What tasks give, by their numbers; of each it is on disk until all are done."""
        folder = self._folder / key
        folder.mkdir(parents=True, exist_ok=True)
        for number, (work, arguments) in enumerate(tasks):
            if (path := folder / f"{number}.npy").exists():
                yield number, np.load(path)
                continue
            self._crew.ask(f"{key}-{number}", work, self._team, self._weights, *arguments)
            if len(self._crew) >= AHEAD:
                yield from self._ended(folder)
        while len(self._crew):
            yield from self._ended(folder)
        shutil.rmtree(folder)

    def _ended(self, folder: Path) -> Iterator[tuple[int, NDArray[np.int64]]]:
        for ended in self._crew.ended():
            if ended.fault:
                raise NoCluster(f"a task of the training failed: {ended.fault}")
            number = int(ended.key.rpartition("-")[2])
            part = folder / f"{number}.part"
            with part.open("wb") as file:
                np.save(file, ended.result)
                file.flush()
                os.fsync(file.fileno())
            part.replace(folder / f"{number}.npy")
            yield number, ended.result


def train_by_cluster(arguments: Namespace) -> int:
    """Train, or go on training; the exit code. Raises NoCluster, and WrongInput for what is no variant."""
    what = declared(arguments.variant)
    folder = (arguments.folder or default_training() / what.name) / "tasks"
    with Crew(arguments.scheduler, arguments.workers) as crew:
        return train(arguments, _shared(crew, what, folder))


def collect_by_cluster(arguments: Namespace) -> int:
    """Collect labelled positions until there are enough; the exit code. Raises as :func:`train_by_cluster` does."""
    what = declared(arguments.variant)
    with Crew(arguments.scheduler, arguments.workers) as crew:
        return collect(arguments, _shared(crew, what, default_training() / what.name / "tasks"))


def _shared(crew: Crew, what: Declared, folder: Path) -> MakeWorkers:
    """What makes workers who have the crew play and label."""

    def make(variant: Variant, cache: Path | None, threads: int, weights: Weights | None, level: int) -> SharedWorkers:
        return SharedWorkers(crew, what, folder, variant, cache, threads, weights, level)

    return make
