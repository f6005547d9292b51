from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engined.config import default_cache
from engined.tools.cluster.crew import Crew, Ended, NoCluster
from engined.tools.cluster.question import Declared
from engined.tools.cluster.training import LABELS, SharedWorkers
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
