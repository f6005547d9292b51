"""Kernels for games of many seats: every published count, and the rules on boards that nobody listed."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engined.families import FLIPPING, MULTIPLAYER, TEAMS, family_of, find_family, kind
from engined.kernels.compilation import build
from engined.kernels.layouts.multiplayer import unsupported
from engined.rules.position import Move, Position, start
from engined.rules.scoring import sides
from engined.variants.catalogue import Catalogue
from engined.variants.model import Board, Colour, Placement, ScoreKind, Scoring, Seat, Variant
from tests.kernels.made_variants import variants
from tests.kernels.seated_play import Play
from tests.patience import LONG
from tests.rules.perft_tables import TABLES, variant_of

COUNTED = {
    name: variant_of(declared)
    for name, (declared, _) in TABLES.items()
    if find_family(variant_of(declared)) in (TEAMS, MULTIPLAYER)
}

ONE_OF_A_KIND = {"rolit-4", "rolit-2", "yonin", "yonin-plain", "yonin-4x4", "yonin-4x4-plain"}
"""The others of the tables have further boards, and seats that share what these have."""

COUNT = """
import sys
from ctypes import addressof
from pathlib import Path
import numpy as np
from engined.families import MULTIPLAYER
from engined.kernels.compilation import build
from engined.rules.position import start
from engined.variants.catalogue import Catalogue
cache = Path(sys.argv[1])
variant = Catalogue().get("yonin-4x4")
warm = build.is_warm(variant, MULTIPLAYER.perft_part, cache)
kernels = build.load(variant, MULTIPLAYER.perft_part, cache)
context, stack = kernels.structure("SearchContext")(), np.zeros(400, np.int64)
discs = kernels.layout.in_memory(start(variant))
stack[:len(discs)] = discs
print(kernels.seated_perft(stack.ctypes.data, 0, 9, addressof(context)), warm)
"""


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.products] * (n not in ONE_OF_A_KIND)) for n in COUNTED]
)
def test_counts(name: str, cache: Path) -> None:
    variant, counts = COUNTED[name], TABLES[name][1]
    play = Play(build.load(variant, MULTIPLAYER.perft_part, cache))
    for depth, leaves in enumerate(counts, 1):
        assert play.perft(start(variant), depth) == leaves, f"{name} at depth {depth}"


def test_all_the_seats_that_there_are_tables_of() -> None:
    assert {"rolit-2", "rolit-4", "yonin", "yonin-plain", "yonin-6x6-plain", "yonin-4x4"} <= set(COUNTED)


@pytest.mark.parametrize(
    "name",
    [
        "rolit-2",
        "rolit-3",
        "rolit-4",
        "yonin",
        pytest.param("yonin-team-plain", marks=pytest.mark.products),
        "yonin-12x10",
    ],
)
def test_games_are_those_of_the_rules(name: str, cache: Path) -> None:
    Play(build.load(Catalogue().get(name), MULTIPLAYER.perft_part, cache)).play_games(seed=1, games=3)


@st.composite
def multiplayer_variants(draw: st.DrawFn) -> Variant:
    """Games of 2 to 4 seats on any board: colours shared or nobody's, regions, teams, all that can be counted."""
    made = draw(variants(most_cells=64))
    cells, size = made.board.cells, made.board.width * made.board.height
    colours = draw(st.integers(2, 4))
    content = draw(st.lists(st.integers(-1, colours - 1), min_size=size, max_size=size))
    begin = tuple(content[square] if square in cells else -1 for square in range(size))
    regions = st.frozensets(st.sampled_from(cells), max_size=len(cells) // 3)
    seats = tuple(
        Seat(f"Seat{index}", draw(st.integers(0, colours - 1)), forbidden=draw(regions), home=draw(regions))
        for index in range(draw(st.integers(3, 4)))
    )
    scoring = Scoring(
        kind=draw(st.sampled_from((ScoreKind.DISCS, ScoreKind.HOME))),
        empties_to_winner=draw(st.booleans()),
        misere=draw(st.booleans()),
    )
    if scoring.kind is ScoreKind.HOME:
        scoring = replace(scoring, empties_to_winner=False)
    board = Board(made.board.width, made.board.height, cells, begin, made.board.rings)
    return Variant(
        "made",
        board,
        colours=tuple(Colour(symbol, symbol) for symbol in "XOYZ"[:colours]),
        seats=seats,
        placement=draw(st.sampled_from((Placement.CAPTURE, Placement.TOUCH))),
        scoring=scoring,
        teams=((0, 2),) if draw(st.booleans()) else (),
    )


@settings(
    max_examples=5,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(variant=multiplayer_variants(), seed=st.integers(0, 2**32))
def test_made_games(variant: Variant, seed: int, cache: Path) -> None:
    Play(build.load(variant, MULTIPLAYER.perft_part, cache)).play_games(seed, games=1)


def test_a_fresh_process_loads_what_another_has_compiled(tmp_path: Path) -> None:
    for warm in ("False", "True"):
        run = subprocess.run(
            [sys.executable, "-c", COUNT, str(tmp_path)], env=os.environ, capture_output=True, text=True, timeout=LONG
        )
        assert run.stdout.split() == ["3757", warm], run.stderr


def test_a_stopped_count_ends_at_once(cache: Path) -> None:
    variant = COUNTED["yonin"]
    play = Play(build.load(variant, MULTIPLAYER.perft_part, cache))
    play.context.stop = 1
    play.perft(start(variant), 40)
    assert play.context.nodes < 100_000


def test_what_runs_how() -> None:
    get = Catalogue().get
    assert (kind(get("rolit-4")), kind(get("yonin-10x10")), kind(get("othello"))) == ("seats-64", "seats-128", "8x8")
    families = [family_of(get(name)) for name in ("othello", "rolit-2", "yonin-team", "yonin", "rolit-3")]
    assert families == [FLIPPING, TEAMS, TEAMS, MULTIPLAYER, MULTIPLAYER]
    together = replace(get("rolit-4"), teams=((0, 1), (2, 3)))
    assert len(sides(together)) == 2
    assert family_of(together) is MULTIPLAYER


def test_games_without_such_kernels() -> None:
    rolit = Catalogue().get("rolit-4")
    five = replace(rolit, seats=(*rolit.seats, Seat("Fifth", 0)))
    assert unsupported(five) == "more than 4 seats"
    assert kind(five) == "rules"
    with pytest.raises(ValueError, match="rolit-4 has no kernel: more than 4 seats"):
        build.load(five, MULTIPLAYER.perft_part)
    short = replace(rolit, seats=tuple(replace(seat, supply=3) for seat in rolit.seats))
    assert unsupported(short) == "a limited supply of discs"


def test_a_move_of_a_third_colour_turns_both_others(cache: Path) -> None:
    variant = Catalogue().get("rolit-3")
    content = [-1] * 64
    content[0], content[1], content[2] = 2, 1, 0
    position = Position(variant, tuple(content), 2, (0, 0, 0))
    play = Play(build.load(variant, MULTIPLAYER.perft_part, cache))
    play.check(position)
    assert position.play(Move(3)).board[:4] == (2, 2, 2, 2)
