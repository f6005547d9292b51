"""Searches whose numbers of nodes are known: ``signatures.toml``."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

from engined.engine.tasks import SearchTask
from engined.results import Result
from engined.roots.limits import Limits
from engined.rules.position import Position, start
from engined.variants.catalogue import Catalogue

FILE = Path(__file__).with_name("signatures.toml")
SIGNATURES: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["search"]
CATALOGUE = Catalogue()


def name_of(entry: dict[str, Any]) -> str:
    """What a test of it is called."""
    return f"{entry['variant']}-{entry['task']}"


def position_of(entry: dict[str, Any]) -> Position:
    """The start after so many plies of a game at random, the same on every machine."""
    draw = random.Random(1)
    position = start(CATALOGUE.get(entry["variant"]))
    for _ in range(entry["plies"]):
        legal = position.legal()
        position = position.play(legal[int(draw.random() * len(legal))])
    return position


def task_of(entry: dict[str, Any]) -> SearchTask:
    """The search, for an engine that knows nothing, on one thread."""
    match entry["task"].split():
        case ["depth", plies]:
            limits = Limits(depth=int(plies), solve_empties=0)
        case ["games", games]:
            limits = Limits(nodes=int(games), solve_empties=0)
        case ["solve"]:
            limits = Limits(best=1, prove=True)
        case task:
            raise AssertionError(task)
    return SearchTask(position=position_of(entry), limits=limits)


def nodes_of(entry: dict[str, Any], result: Result) -> int:
    """What the entry counts."""
    return result.lines[0].nodes if entry["task"].startswith("games") else result.nodes
