"""Signatures: how many nodes fixed searches visit, one or more for each family, in ``signatures.toml``.

A change of search edits that file, and so says which families it changes; any other change leaves it as it is.
"""

from __future__ import annotations

from typing import Any

import pytest

from engined.families import FAMILIES, family_of
from tests.engine.asking import Ask
from tests.engine.signed_searches import CATALOGUE, SIGNATURES, name_of, nodes_of, task_of

PRODUCTS = {"othello-7x7"}
"""Boards that take the same kernels as others here."""


@pytest.mark.parametrize(
    "entry",
    [pytest.param(entry, marks=[pytest.mark.products] * (entry["variant"] in PRODUCTS)) for entry in SIGNATURES],
    ids=name_of,
)
def test_a_search_visits_the_nodes_that_it_always_did(entry: dict[str, Any], ask: Ask) -> None:
    assert nodes_of(entry, ask(task_of(entry)).result) == entry["nodes"]


def test_every_family_has_a_signature() -> None:
    assert {family_of(CATALOGUE.get(entry["variant"])) for entry in SIGNATURES} == set(FAMILIES)
