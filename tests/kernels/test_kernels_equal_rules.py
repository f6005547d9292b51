"""Kernels and rules agree on random games and random positions, on listed boards and on made ones."""

import random
from collections.abc import Iterator
from ctypes import addressof
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engined.families import FLIPPING
from engined.kernels import cpu
from engined.kernels.compilation import build
from engined.kernels.compilation.build import Kernels
from engined.kernels.layouts.layout import layout_of
from engined.roots.alphabeta.root_moves import raw_value
from engined.rules.perft import perft
from engined.rules.position import PASS, Move, Position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY, Variant
from tests.kernels.made_variants import variants

SHIPPED = [name for name in Catalogue().names() if FLIPPING.refusal(Catalogue().get(name)) is None]
PLAIN = [name for name in SHIPPED if layout_of(Catalogue().get(name)).plain_8x8]
"""Variants whose kernels are made by hand, and generated too when that is asked for."""
GENERATED = [(name, False) for name in SHIPPED]
BY_HAND = [(name, True) for name in PLAIN]
ONE_OF_A_KIND = [
    ("othello", True),
    ("othello", False),
    ("anti-othello", True),  # fewer discs win
    ("octagon-52", False),  # holes
    ("nip", False),  # a closed line
    ("reversi-original", False),  # a set-up phase
    ("reversi-1890", False),  # limited supplies
    ("hasami-indirect", False),  # what turns brackets in its turn
    ("hasami-indirect-1", False),  # and what turns then does not
    ("grand-othello", False),  # two words
]

WIDE = ("avx2", "avx512f", "avx512cd", "avx512vl")
PATHS = {"portable": (), "avx2": WIDE[:1], "avx512": WIDE, "avx512vbmi2": (*WIDE, "avx512bw", "avx512vbmi2")}
"""Features of other CPUs: none of them has BMI2."""
ONE_A_PATH = {("portable", True), ("portable", False), ("avx2", True), ("avx512vbmi2", True)}
FEW = 10
"""Leaves at depth 2: those at depth 4 are some hundreds."""


def check(kernels: Kernels, position: Position) -> None:
    """Legal moves, what every move turns and leaves behind, leaves at depth 2 and the score are those of the rules.

    Leaves at depth 4, too, where there are few; and the list of the moves.
    """
    layout = kernels.layout
    own, opp = layout.boards(position)
    assert layout.content(own, opp, position.seat) == position.board
    placements = [move for move in position.legal() if move != PASS]
    legal = kernels.legal_squares(own, opp)
    assert layout.squares(legal) == tuple(move.square for move in placements), position
    assert position.over == (not layout.join(legal) and not layout.join(kernels.legal_squares(opp, own)))
    # The rules count komi in and the kernels do not.
    assert kernels.score(own, opp) == raw_value(position, position.seat)
    after, context, leaves = np.zeros(2 * layout.words, np.int64), kernels.structure("SearchContext")(), 0
    slot = np.zeros(kernels.SLOT_BYTES // 8, np.int64)
    listed = dict(listed_moves(kernels, slot, kernels.list_legal(own, opp, slot.ctypes.data)))
    assert sorted(listed) == sorted(layout.bit_of(move.square) for move in placements), position
    for move in placements:
        bit = layout.bit_of(move.square)
        following = position.play(move)
        turned = [s for s, content in enumerate(position.board) if EMPTY != content != following.board[s]]
        assert list(layout.squares(kernels.flipped_squares(own, opp, bit))) == turned, (position, move)
        kernels.play(own, opp, bit, after.ctypes.data)
        boards = after[: layout.words].tolist(), after[layout.words :].tolist()
        wanted = layout.boards(following)
        assert boards == tuple([side] if isinstance(side, int) else list(side) for side in wanted)
        replies = [reply.square for reply in following.legal() if reply != PASS]
        corners = [square for square in replies if layout.mask([square]) & layout.corners]
        ordering_score = -kernels.REPLY_COSTS * len(replies) - kernels.CORNER_REPLY_COSTS * len(corners)
        ordering_score += kernels.ISOLATED_GAINS if layout.mask([move.square]) & layout.corners else 0
        assert listed[bit] == (ordering_score, turned, replies), (position, move)
        leaves += len(following.legal()) or 1
    if placements:
        assert kernels.perft(own, opp, 2, addressof(context)) == leaves, position
        if leaves <= FEW:
            assert kernels.perft(own, opp, 4, addressof(context)) == perft(position, 4), position


def listed_moves(kernels: Kernels, slot: Any, size: int) -> Iterator[tuple[int, tuple[int, list[int], list[int]]]]:
    """Take all moves of a list, which come in order: kernel squares, ordering scores, and what they turn and allow."""
    layout, before = kernels.layout, 2**62
    starts = [kernels.RECORDS["MoveList"].field(name).offset for name in ("flips", "replies")]
    for _ in range(size):
        move = kernels.take(slot.ctypes.data, size)
        assert move < before
        place, before = move >> kernels.KEY_BITS & kernels.NUMBER, move
        boards = (slot[start // 8 + place * layout.words :] for start in starts)
        words = (tuple(int(word) for word in board[: layout.words]) for board in boards)
        turned, replies = (list(layout.squares(board if layout.words > 1 else board[0])) for board in words)
        yield move & kernels.NUMBER, (move >> kernels.ORDERING_SCORE, turned, replies)


def play_games(kernels: Kernels, variant: Variant, seed: int, games: int) -> None:
    """Check every position of some random games."""
    dice = random.Random(seed)
    for _ in range(games):
        position = start(variant)
        check(kernels, position)
        while moves := position.legal():
            position = position.play(dice.choice(moves))
            check(kernels, position)


@pytest.mark.parametrize(
    ("name", "hand_made"),
    [pytest.param(*case, marks=() if case in ONE_OF_A_KIND else pytest.mark.products) for case in GENERATED + BY_HAND],
)
def test_shipped_variants(name: str, hand_made: bool, cache: Path) -> None:
    variant = Catalogue().get(name)
    play_games(build.load(variant, FLIPPING.perft_part, cache, hand_made=hand_made), variant, seed=1, games=2)


@pytest.mark.parametrize(
    "name",
    [
        "othello-4x4",
        pytest.param("othello-11x11", marks=pytest.mark.products),
        "othello-12x12",
        pytest.param("othello-16x16", marks=pytest.mark.products),
        pytest.param("reversi-1890-6x6", marks=pytest.mark.products),
    ],
)
def test_other_sizes(name: str, cache: Path) -> None:
    variant = Catalogue().get(name)
    play_games(build.load(variant, FLIPPING.perft_part, cache), variant, seed=2, games=2)


MADE = settings(deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))


@settings(MADE, max_examples=4)
@given(variant=variants(most_cells=64), seed=st.integers(0, 2**32))
def test_made_variants(variant: Variant, seed: int, cache: Path) -> None:
    play_games(build.load(variant, FLIPPING.perft_part, cache), variant, seed, games=1)


@pytest.mark.products
@settings(MADE, max_examples=8)
@given(variant=variants(), seed=st.integers(0, 2**32))
def test_made_variants_of_any_size(variant: Variant, seed: int, cache: Path) -> None:
    play_games(build.load(variant, FLIPPING.perft_part, cache), variant, seed, games=1)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
@pytest.mark.parametrize(
    ("name", "hand_made"),
    [
        ("othello", True),
        ("othello-10x10", False),
        ("nip", False),
        pytest.param("othello", False, marks=pytest.mark.products),
        pytest.param("reversi-1890", False, marks=pytest.mark.products),
    ],
)
def test_random_positions(name: str, hand_made: bool, data: st.DataObject, cache: Path) -> None:
    variant = Catalogue().get(name)
    kernels = build.load(variant, FLIPPING.perft_part, cache, hand_made=hand_made)
    size = variant.board.width * variant.board.height
    content = data.draw(st.lists(st.sampled_from((EMPTY, 0, 1)), min_size=size, max_size=size))
    board = tuple(EMPTY if s in variant.board.holes else content[s] for s in range(size))
    placed = tuple(data.draw(st.integers(2, seat.supply or 32)) for seat in variant.seats)
    if sum(content != EMPTY for content in board) >= variant.setup.plies:
        check(kernels, Position(variant, board, data.draw(st.integers(0, 1)), placed))


@pytest.mark.parametrize(
    ("name", "hand_made"),
    [
        ("othello", True),
        ("othello", False),
        ("othello-10x10", False),
        ("othello-12x12", False),
        pytest.param("othello-16x16", False, marks=pytest.mark.products),
        ("nip", False),
    ],
)
def test_last_square(name: str, hand_made: bool, cache: Path) -> None:
    check_last_square(build.load(Catalogue().get(name), FLIPPING.perft_part, cache, hand_made=hand_made))


@pytest.mark.parametrize(
    ("path", "hand_made"),
    [
        pytest.param(path, hand_made, marks=[pytest.mark.products] * ((path, hand_made) not in ONE_A_PATH))
        for path in PATHS
        for hand_made in (True, False)
    ],
)
def test_code_for_other_cpus(path: str, hand_made: bool, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variant, here = Catalogue().get("othello"), build.folder_of(Catalogue().get("othello"), FLIPPING.perft_part, cache)
    if not cpu.target().features >= set(PATHS[path]):
        pytest.skip("this CPU has less")
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", ",".join(f"+{feature}" for feature in PATHS[path]))
    assert build.folder_of(variant, FLIPPING.perft_part, cache) != here
    kernels = build.load(variant, FLIPPING.perft_part, cache, hand_made=hand_made)
    play_games(kernels, variant, seed=4, games=4)
    check_last_square(kernels)


@pytest.mark.parametrize(
    ("cpu_name", "group", "variant_name"),
    [
        ("generic", 4, "othello"),
        ("znver5", 8, "othello-10x10"),
        pytest.param("generic", 4, "othello-10x10", marks=pytest.mark.products),
        pytest.param("znver5", 8, "othello", marks=pytest.mark.products),
    ],
)
def test_moves_are_listed_in_groups(
    cpu_name: str, group: int, variant_name: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    features = cpu.target().features
    if not cpu.target().counts_zeros:
        pytest.skip("this CPU lists no more than four moves at a time")
    monkeypatch.setenv("NUMBA_CPU_NAME", cpu_name)
    # What else the name of a CPU implies, another may lack.
    monkeypatch.setenv("NUMBA_CPU_FEATURES", ",".join([*(f"+{name}" for name in features - {"sse4a"}), "-sse4a"]))
    assert cpu.Cpu(cpu_name, features).list_group == group
    variant = Catalogue().get(variant_name)
    play_games(build.load(variant, FLIPPING.perft_part, cache), variant, seed=5, games=4)


def check_last_square(kernels: Kernels) -> None:
    """The number of discs that a placement on the only empty cell turns is that of the rules."""
    variant, layout, dice = kernels.variant, kernels.layout, random.Random(3)
    for _ in range(200):
        empty, share = dice.choice(variant.board.cells), dice.random() ** 2
        board = tuple(
            EMPTY if s == empty or s in variant.board.holes else int(dice.random() > share)
            for s in range(variant.board.width * variant.board.height)
        )
        position = Position(variant, board, 0, (2, 2))
        after = position.play(Move(empty)).board if Move(empty) in position.legal() else board
        turned = sum(EMPTY != content != after[s] for s, content in enumerate(board))
        own, _ = layout.boards(position)
        assert kernels.last_square(own, layout.bit_of(empty)) == turned
