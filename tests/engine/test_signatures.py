"""Signatures: how many nodes fixed searches visit, one or more for each family, in ``signatures.toml``.

A change of search edits that file, and so says which families it changes; any other change leaves it as it is. Every
search begins with an engine that knows nothing, on one thread.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from engined.engine.tasks import SearchTask
from engined.families import FAMILIES, family_of
from engined.roots.limits import Limits
from engined.rules.position import Position, start
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Ask

FILE = Path(__file__).with_name("signatures.toml")
SIGNATURES: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["search"]
CATALOGUE = Catalogue()


def position_of(entry: dict[str, Any]) -> Position:
    """The start after so many plies of a game at random, the same on every machine."""
    draw = random.Random(1)
    position = start(CATALOGUE.get(entry["variant"]))
    for _ in range(entry["plies"]):
        legal = position.legal()
        position = position.play(legal[int(draw.random() * len(legal))])
    return position


@pytest.mark.parametrize("entry", SIGNATURES, ids=lambda entry: f"{entry['variant']}-{entry['task']}")
def test_a_search_visits_the_nodes_that_it_always_did(entry: dict[str, Any], ask: Ask) -> None:
    position = position_of(entry)
    match entry["task"].split():
        case ["depth", plies]:
            found = ask(SearchTask(position=position, limits=Limits(depth=int(plies), solve_empties=0))).result.nodes
        case ["games", games]:
            found = (
                ask(SearchTask(position=position, limits=Limits(nodes=int(games), solve_empties=0)))
                .result.lines[0]
                .nodes
            )
        case ["solve"]:
            found = ask(SearchTask(position=position, limits=Limits(best=1, prove=True))).result.nodes
        case task:
            raise AssertionError(task)
    assert found == entry["nodes"]


def test_every_family_has_a_signature() -> None:
    assert {family_of(CATALOGUE.get(entry["variant"])) for entry in SIGNATURES} == set(FAMILIES)
