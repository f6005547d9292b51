"""Any number of variants come and go, and what they take together stays within bounds."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest

from engined.engine import loading, variant_cache
from engined.engine.variant_cache import VariantCache
from engined.engine.variant_state import VariantState
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from tests.patience import PATIENCE

MEBIBYTES = 64
LEAST = MEBIBYTES // variant_cache.LEAST_SHARE // 2
CATALOGUE = Catalogue()
VARIANTS = [CATALOGUE.get(f"othello-{width}x{height}") for width in range(4, 10) for height in range(4, 10)]


class Code:
    """Stands for a backend."""


@pytest.fixture
def heard() -> list[tuple[Variant, str]]:
    """What the cache says of compile states."""
    return []


@pytest.fixture
def variants(heard: list[tuple[Variant, str]], monkeypatch: pytest.MonkeyPatch) -> VariantCache:
    monkeypatch.setattr(loading, "load_backend", lambda *arguments: Code())
    return VariantCache(None, MEBIBYTES, None, lambda variant, state: heard.append((variant, state)))


def compile_in(variants: VariantCache, state: VariantState) -> None:
    variants.compile_backend(state)
    settled = threading.Event()
    state.backend.when_settled(settled.set)
    assert settled.wait(PATIENCE)


def use(variants: VariantCache, variant: Variant) -> VariantState:
    """As a task does."""
    state = variants.acquire(variant)
    compile_in(variants, state)
    variants.release(state)
    return state


def test_tables_stay_within_the_memory_and_the_newest_has_a_good_share(variants: VariantCache) -> None:
    for variant in VARIANTS:
        state = use(variants, variant)
        assert state in variants.states()
        assert state.table_mib >= LEAST
        assert sum(state.table_mib for state in variants.states()) <= MEBIBYTES
    variants.close()


def test_a_variant_does_not_wait_for_another_that_is_compiled(
    variants: VariantCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, released = VARIANTS[0], threading.Event()
    monkeypatch.setattr(
        loading, "load_backend", lambda variant, *_: Code() if variant != held else released.wait(PATIENCE)
    )
    slow = variants.get(held)
    variants.compile_backend(slow)
    compile_in(variants, variants.get(VARIANTS[1]))
    assert (variants.compile_state(VARIANTS[1]), variants.compile_state(held)) == ("ready", "compiling")
    released.set()
    variants.close()


def test_the_one_used_longest_ago_makes_room(variants: VariantCache, heard: list[tuple[Variant, str]]) -> None:
    first, second = (use(variants, variant) for variant in VARIANTS[:2])
    for variant in VARIANTS[2:]:
        assert use(variants, VARIANTS[0]) is first, "it is always the one used last but one"
        use(variants, variant)
    assert second not in variants.states()
    assert [state for variant, state in heard if variant is second.variant] == ["compiling", "ready", "cold"]
    assert variants.compile_state(second.variant) == "cold"
    assert use(variants, second.variant) is not second
    variants.close()


def test_what_is_in_use_is_kept(variants: VariantCache) -> None:
    kept = [variants.acquire(variant) for variant in VARIANTS[:8]]
    for state in kept:
        compile_in(variants, state)
    for variant in VARIANTS[8:]:
        use(variants, variant)
    assert set(kept) <= set(variants.states())
    for state in kept:
        variants.release(state)
    for variant in VARIANTS[8:]:
        use(variants, variant)
    assert not set(kept) & set(variants.states())
    assert sum(state.table_mib for state in variants.states()) <= MEBIBYTES
    variants.close()


def test_nothing_holds_what_is_forgotten(variants: VariantCache) -> None:
    code = weakref.ref(use(variants, VARIANTS[0]).backend.code)
    for variant in VARIANTS[1:]:
        use(variants, variant)
    gc.collect()
    assert code() is None
    variants.close()


def test_states_without_tables_are_not_kept_for_ever_either(
    variants: VariantCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(variant_cache, "MOST_STATES", 3)
    made = [variants.get(variant) for variant in VARIANTS]
    assert variants.states() == tuple(made[-3:])


def test_what_is_tried_again_has_the_table_that_it_had(variants: VariantCache, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> Code:
        raise OSError("no files left")

    monkeypatch.setattr(loading, "load_backend", fail)
    for _ in range(10):
        state = use(variants, VARIANTS[0])
        assert state.backend.failed == "no files left"
    monkeypatch.setattr(loading, "load_backend", lambda *arguments: Code())
    use(variants, VARIANTS[0])
    assert (state.backend.state, state.table_mib) == ("ready", MEBIBYTES // 2)
    assert use(variants, VARIANTS[1]).table_mib == MEBIBYTES // 4
    variants.close()
