"""Any number of variants come and go, and what they take together stays within bounds."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest

from engined.engine import forest as forest_module
from engined.engine import loading
from engined.engine.forest import Forest
from engined.engine.tree import Tree
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant

MEBIBYTES = 64
LEAST = MEBIBYTES // forest_module.LEAST_SHARE // 2
CATALOGUE = Catalogue()
VARIANTS = [CATALOGUE.get(f"othello-{width}x{height}") for width in range(4, 10) for height in range(4, 10)]


class Code:
    """Stands for a machine."""


@pytest.fixture
def heard() -> list[tuple[Variant, str]]:
    """What the forest says of states."""
    return []


@pytest.fixture
def forest(heard: list[tuple[Variant, str]], monkeypatch: pytest.MonkeyPatch) -> Forest:
    monkeypatch.setattr(loading, "load_machine", lambda *arguments: Code())
    return Forest(None, MEBIBYTES, None, lambda variant, state: heard.append((variant, state)))


def compile_in(forest: Forest, tree: Tree) -> None:
    forest.compile_machine(tree)
    settled = threading.Event()
    tree.machine.when_settled(settled.set)
    assert settled.wait(10)


def use(forest: Forest, variant: Variant) -> Tree:
    """As a task does."""
    tree = forest.lend(variant)
    compile_in(forest, tree)
    forest.take_back(tree)
    return tree


def test_tables_stay_within_the_memory_and_the_newest_has_a_good_share(forest: Forest) -> None:
    for variant in VARIANTS:
        tree = use(forest, variant)
        assert tree in forest.trees()
        assert tree.table_mib >= LEAST
        assert sum(tree.table_mib for tree in forest.trees()) <= MEBIBYTES
    forest.close()


def test_the_one_used_longest_ago_makes_room(forest: Forest, heard: list[tuple[Variant, str]]) -> None:
    first, second = (use(forest, variant) for variant in VARIANTS[:2])
    for variant in VARIANTS[2:]:
        assert use(forest, VARIANTS[0]) is first, "it is always the one used last but one"
        use(forest, variant)
    assert second not in forest.trees()
    assert [state for variant, state in heard if variant is second.variant] == ["compiling", "ready", "cold"]
    assert forest.state(second.variant) == "cold"
    assert use(forest, second.variant) is not second
    forest.close()


def test_what_is_in_use_is_kept(forest: Forest) -> None:
    kept = [forest.lend(variant) for variant in VARIANTS[:8]]
    for tree in kept:
        compile_in(forest, tree)
    for variant in VARIANTS[8:]:
        use(forest, variant)
    assert set(kept) <= set(forest.trees())
    for tree in kept:
        forest.take_back(tree)
    for variant in VARIANTS[8:]:
        use(forest, variant)
    assert not set(kept) & set(forest.trees())
    assert sum(tree.table_mib for tree in forest.trees()) <= MEBIBYTES
    forest.close()


def test_nothing_holds_what_is_forgotten(forest: Forest) -> None:
    code = weakref.ref(use(forest, VARIANTS[0]).machine.code)
    for variant in VARIANTS[1:]:
        use(forest, variant)
    gc.collect()
    assert code() is None
    forest.close()


def test_trees_without_tables_are_not_kept_for_ever_either(forest: Forest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forest_module, "MOST_TREES", 3)
    made = [forest.tree(variant) for variant in VARIANTS]
    assert forest.trees() == tuple(made[-3:])
