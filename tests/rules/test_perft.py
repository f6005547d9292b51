"""The rules reproduce every published count that plain Python reaches."""

import pytest

from engined.rules.perft import perft
from engined.rules.position import PASS, Position, parse_position, start
from tests.rules.perft_tables import TABLES, go, variant_of

QUICK = 12_000
"""Leaves that a test may count without being slow."""
PATIENT = 1_500_000


@pytest.mark.parametrize("name", TABLES)
def test_counts_of_the_first_plies(name: str) -> None:
    declared, counts = TABLES[name]
    position = start(variant_of(declared))
    for depth, leaves in enumerate(counts, 1):
        if leaves <= QUICK:
            assert perft(position, depth) == leaves, f"{name} at depth {depth}"


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_counts_further_on(name: str) -> None:
    declared, counts = TABLES[name]
    position = start(variant_of(declared))
    for depth, leaves in enumerate(counts, 1):
        if QUICK < leaves <= PATIENT:
            assert perft(position, depth) == leaves, f"{name} at depth {depth}"


def test_no_plies_are_one_leaf() -> None:
    assert perft(start(variant_of("othello")), 0) == 1


def _stones_only(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(_stones_only(position.play(move), depth - 1) for move in position.legal() if move != PASS)


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (2, (4, 12, 24, 16, 32, 32, 32, 96)),
        (3, (9, 72, 504, 2976)),
        (5, (25, 600)),
        (9, (81, 6480)),
    ],
)
def test_go_without_passes(size: int, counts: tuple[int, ...]) -> None:
    position = start(variant_of(go(size)))
    for depth, leaves in enumerate(counts, 1):
        assert _stones_only(position, depth) == leaves


def test_go_without_passes_where_a_ko_is_taken() -> None:
    position = parse_position(variant_of(go(5)), ".XO.. X.XO. .XO.. ..... ..... O")
    assert [_stones_only(position, depth) for depth in (1, 2, 3)] == [17, 289, 4355]
