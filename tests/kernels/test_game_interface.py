"""The game as kernels see it: who is bound to the interface has all of it, and another game can use the searches."""

from __future__ import annotations

import ast
import random
from functools import cache
from pathlib import Path

import pytest

import engined.search
from engined.backends.multiplayer import MultiplayerBackend, MultiplayerCounter, TeamBackend
from engined.families import FAMILIES
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part, sources
from engined.roots.bounds import Bounds
from engined.rules.perft import perft
from engined.rules.position import Position, start
from engined.tools.study.players import SEAT_GAMES, TEAM_GAMES
from engined.variants.model import Board, Capture, CaptureKind, Colour, Placement, ScoreKind, Scoring, Seat, Variant
from tests.kernels.toy_layout import COUNTING, SEATS, SIDES
from tests.search.plain_multiplayer import bounds, margin

GAME = "engined.search.game"
PARTS = [
    *dict.fromkeys(part for family in FAMILIES for part in (family.search_part, family.perft_part)),
    *(SEAT_GAMES, TEAM_GAMES, COUNTING, SIDES, SEATS),
]
BOUND = [part for part in PARTS if GAME in dict(part.implementations)]


def meant(statements: list[ast.stmt]) -> dict[str, str]:
    """What a module's names are: functions with their types, records, constants."""
    found = {}
    for node in statements:
        if isinstance(node, ast.FunctionDef):
            assert node.returns is not None
            found[node.name] = f"({ast.unparse(node.args)}) -> {ast.unparse(node.returns)}"
        elif isinstance(node, ast.ClassDef):
            found[node.name] = "record"
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                found[ast.unparse(target)] = "constant"
    return found


@pytest.mark.parametrize("part", BOUND, ids=lambda part: part.name)
def test_who_is_bound_has_all_of_the_interface(part: Part) -> None:
    stub = Path(engined.search.__file__).with_name("game.pyi").read_text(encoding="utf-8")
    modules = {source.name: source for source in sources(part)}
    bound = modules[dict(part.implementations)[GAME]]
    names = meant(ast.parse(bound.text).body)
    for statement in bound.imports:
        if (text := modules.get(bound.imported(statement))) is not None:
            there = meant(ast.parse(text.text).body)
            names |= {alias.name: there[alias.name] for alias in statement.names}
    asked = meant(ast.parse(stub).body)
    assert len(asked) > 15
    assert {name: names.get(name) for name in asked} == asked


def test_searches_know_no_game_but_by_the_interface() -> None:
    """None of the sources that a toy's kernels are made from is about flipping."""
    for part in (COUNTING, SIDES, SEATS):
        names = {source.name for source in sources(part)}
        assert not {name for name in names if "flipping" in name or "colour_boards" in name or "geometry" in name}


# --- another game ---------------------------------------------------------------------------------


@cache
def toy(seats: int, cells: int) -> Variant:
    """Homes overlap, so that seats are in each other's way."""
    board = Board(cells, 1, tuple(range(cells)), (-1,) * cells)
    share = cells // seats + 1
    homes = [frozenset(range(seat * (cells - share) // (seats - 1), cells)) for seat in range(seats)]
    homes = [frozenset(sorted(home)[:share]) for home in homes]
    return Variant(
        "toy",
        board,
        colours=tuple(Colour(symbol, symbol) for symbol in "XOYZ"[:seats]),
        seats=tuple(Seat(f"Seat{index}", index, home=homes[index]) for index in range(seats)),
        placement=Placement.ANYWHERE,
        capture=Capture(CaptureKind.NONE),
        scoring=Scoring(kind=ScoreKind.HOME, empties_to_winner=False),
    )


def positions(variant: Variant, left: int, number: int) -> list[Position]:
    dice, found = random.Random(1), []
    for _ in range(number):
        position = start(variant)
        while position.placements_left > left:
            position = position.play(dice.choice(position.legal()))
        found.append(position)
    return found


def test_leaves_of_another_game(cache: Path) -> None:
    position = start(toy(3, 7))
    with MultiplayerCounter(build.load(position.variant, COUNTING, cache)).counting() as counter:
        assert [counter.perft(position, depth) for depth in (3, 9)] == [210, 5040]
        assert counter.perft(position, 3) == perft(position, 3)


def test_two_sides_of_another_game(cache: Path) -> None:
    variant = toy(2, 10)
    searcher = TeamBackend(build.load(variant, SIDES, cache), 1).searcher(None)
    for position in positions(variant, 7, 10):
        after = [position.play(move).value(position.seat) for move in position.legal()]
        assert searcher.search(position, 1, -1000, 1000) == 100 * max(after)
        assert searcher.solve(position, -10, 10) == margin(position, frozenset([position.seat]), position.seat)
        line, place = searcher.variation(position, 3), position
        assert line
        for move in line:
            place = place.play(move)


def test_many_sides_of_another_game(cache: Path) -> None:
    variant = toy(3, 9)
    backend = MultiplayerBackend(build.load(variant, SEATS, cache), 1)
    for position in positions(variant, 6, 5):
        with backend.searcher(position, None) as searcher:
            searcher.grow(position, 500)
            visits, counts = searcher.grown(position)
            assert visits == 500
            assert min(counts) >= 0
            assert searcher.tried(position, 1)[0] in position.legal()
            found = searcher.maxn(position)
            assert found == Bounds(*bounds(position))
            for side in range(3):
                allies = frozenset([position.seat])
                assert searcher.margin(position, allies, side) == margin(position, allies, side)
            place = position
            for move in searcher.maxn_line(position):
                place = place.play(move)
            assert place.over
