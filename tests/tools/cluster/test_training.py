from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engined.config import default_cache
from engined.tools.cluster.crew import Crew, Ended, NoCluster
from engined.tools.cluster.question import Declared
from engined.tools.cluster.training import GAMES_AHEAD, LABELS, SharedWorkers
from engined.tools.training.workers import Workers
from engined.variants.catalogue import Catalogue

VARIANT = Catalogue().get("othello-4x4")
DECLARED = Declared(VARIANT.name, VARIANT.digest)


class OwnHands(Crew):
    """Does the tasks itself, the last one first, and fails at one if it is told to."""

    def __init__(self, fails: int | None = None) -> None:
        super().__init__(None, 1)
        self.asked: list[str] = []
        self._fails = fails
        self._tasks: list[tuple[str, Callable[..., Any], tuple[object, ...]]] = []

    def __len__(self) -> int:
        return len(self._tasks)

    @property
    def threads(self) -> int:
        return 2

    def hold(self, key: str, value: object) -> object:
        return value

    def ask(self, key: str, work: Callable[..., Any], *arguments: object) -> None:
        self.asked.append(key)
        self._tasks.append((key, work, arguments))

    def ended(self) -> list[Ended]:
        key, work, arguments = self._tasks.pop()
        if len(self._tasks) == self._fails:
            return [Ended(key, None, "it died")]
        return [Ended(key, work(*arguments), "")]


def shared(crew: Crew, folder: Path) -> SharedWorkers:
    return SharedWorkers(crew, DECLARED, folder, VARIANT, default_cache(), 1)


def test_labels_are_those_of_one_machine_and_a_broken_stage_goes_on(tmp_path: Path) -> None:
    alone = Workers(VARIANT, default_cache(), 1)
    positions = np.concatenate(list(alone.games(320, 2, 1, 1)))
    assert len(positions) > 3 * LABELS
    wanted = alone.all_labels(positions, 12, 12)
    broken = OwnHands(fails=0)
    with pytest.raises(NoCluster, match="a task of the training failed: it died"):
        shared(broken, tmp_path).all_labels(positions, 12, 12)
    again = OwnHands()
    assert (shared(again, tmp_path).all_labels(positions, 12, 12) == wanted).all()
    assert again.asked == broken.asked[:1]
    assert list(tmp_path.iterdir()) == []


def test_games_hang_on_their_numbers_alone(tmp_path: Path) -> None:
    found = [
        sorted(tuple(row) for some in shared(OwnHands(), tmp_path).games(192, 2, seed, 1) for row in some.tolist())
        for seed in (1, 1, 2)
    ]
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_labelled_games_come_as_long_as_they_are_wanted(tmp_path: Path) -> None:
    crew = OwnHands()
    games = shared(crew, tmp_path).labelled_games(itertools.count(7), 1, 6, 3, 1)
    found = dict(itertools.islice(games, 12))
    assert len(found) == 12
    assert min(found) >= 7
    assert len(crew.asked) < 12 + 2 * GAMES_AHEAD + 2, "few are asked for before they are wanted"
    ((_, alone),) = Workers(VARIANT, default_cache(), 1).labelled_games([10], 1, 6, 3, 1)
    (again,) = (rows for number, rows in shared(OwnHands(), tmp_path).labelled_games([10], 1, 6, 3, 1))
    assert (again[0] == alone[0]).all(), "games of a number begin alike"


def test_a_collection_ends_with_the_fault_of_a_task(tmp_path: Path) -> None:
    games = shared(OwnHands(fails=0), tmp_path).labelled_games([1, 2, 3], 1, 6, 3, 1)
    with pytest.raises(NoCluster, match="a task of the collection failed: it died"):
        list(games)
