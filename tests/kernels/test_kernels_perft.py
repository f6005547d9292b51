"""Kernels reproduce every published count of the variants that have kernels."""

import threading
from ctypes import addressof
from pathlib import Path

import pytest

from engined.families import FLIPPING, kind
from engined.kernels.compilation import build
from engined.kernels.layouts.layout import layout_of
from engined.rules.position import start
from tests.patience import PATIENCE
from tests.rules.perft_tables import TABLES, variant_of

QUICK = 30_000_000
"""Leaves that a kernel counts in a fraction of a second."""

COMPILED = {name: variant_of(declared) for name, (declared, _) in TABLES.items()}
COMPILED = {name: variant for name, variant in COMPILED.items() if FLIPPING.refusal(variant) is None}
SLOW = {"parallel-4x4", "othello-4x6", "original-6x6", "parallel-10x10", "octagon-52-original"}
"""Counted in the slow run only: each is compiled on its own, and has a near relation here."""


PRODUCTS = {"othello-6x8", "othello-9x10", "othello-12x12", "annexation-48", "annexation-80", "annexation-48-cross"}
PRODUCTS |= {"annexation-80-cross", "plus-45", "nip-original", "eight-stars-original", "original-4x4", "parallel"}
"""Further boards of kinds that others here are of."""

PLAIN = [name for name, variant in COMPILED.items() if layout_of(variant).plain_8x8]
"""Of these, generated kernels are tested too: by themselves they are made by hand."""


def marks_of(name: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] * (name in SLOW) + [pytest.mark.products] * (name in PRODUCTS)


@pytest.mark.parametrize(
    ("name", "hand_made"),
    [pytest.param(name, True, marks=marks_of(name)) for name in COMPILED]
    + [pytest.param(name, False, marks=marks_of(name)) for name in PLAIN],
)
def test_counts(name: str, hand_made: bool, cache: Path) -> None:
    variant, counts = COMPILED[name], TABLES[name][1]
    kernels = build.load(variant, FLIPPING.perft_part, cache, hand_made=hand_made)
    context = kernels.structure("SearchContext")()
    boards = kernels.layout.boards(start(variant))
    for depth, leaves in enumerate(counts, 1):
        if leaves <= QUICK:
            assert kernels.perft(*boards, depth, addressof(context)) == leaves, f"{name} at depth {depth}"


@pytest.mark.slow
@pytest.mark.parametrize("hand_made", [True, False])
def test_212_million_leaves(hand_made: bool, cache: Path) -> None:
    kernels = build.load(COMPILED["othello"], FLIPPING.perft_part, cache, hand_made=hand_made)
    context = kernels.structure("SearchContext")()
    boards = kernels.layout.boards(start(COMPILED["othello"]))
    assert kernels.perft(*boards, 11, addressof(context)) == 212_258_800


def test_a_stopped_count_ends_at_once(cache: Path) -> None:
    kernels = build.load(COMPILED["othello"], FLIPPING.perft_part, cache)
    context = kernels.structure("SearchContext")()
    context.stop = 1
    boards = kernels.layout.boards(start(COMPILED["othello"]))
    kernels.perft(*boards, 40, addressof(context))
    assert context.nodes < 100_000


def test_another_thread_stops_a_count_that_would_take_years(cache: Path) -> None:
    kernels = build.load(COMPILED["othello-10x10"], FLIPPING.perft_part, cache)
    context = kernels.structure("SearchContext")()
    boards = kernels.layout.boards(start(COMPILED["othello-10x10"]))
    counting = threading.Thread(target=kernels.perft, args=(*boards, 60, addressof(context)), daemon=True)
    counting.start()
    while not context.nodes:
        pass
    context.stop = 1
    counting.join(PATIENCE)
    assert not counting.is_alive()


def test_leaves_show_while_they_are_counted(cache: Path) -> None:
    kernels = build.load(COMPILED["othello"], FLIPPING.perft_part, cache)
    context = kernels.structure("SearchContext")()
    boards = kernels.layout.boards(start(COMPILED["othello"]))
    assert kernels.perft(*boards, 8, addressof(context)) == context.nodes == 390_216


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("othello", "8x8"),
        ("octagon-52", "generic-64"),
        ("othello-10x10", "generic-128"),
        ("othello-11x11", "generic-128"),
        ("othello-16x16", "wide-256"),
        ("reversi-1890", "generic-128"),
        ("one", "choosing-64"),
        ("go-3x3", "points-9"),
        ("rolit-4", "seats-64"),
    ],
)
def test_kind(name: str, wanted: str) -> None:
    assert kind(variant_of(TABLES[name][0] if name in TABLES else name)) == wanted
