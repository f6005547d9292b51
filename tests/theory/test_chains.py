"""Chains with what they count and why, and dead cells with the rules: held to a plain reading of the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from engined.rules.position import Position, start
from engined.theory.chains import dead_cells, explained_chains
from tests.rules.perft_tables import variant_of

SETTINGS = ("ends", "count", "bends")
Cell = tuple[int, int]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Some plies into a game at random, on a board with or without holes, by any of the rules."""
    width, height = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    cells = [draw(st.sampled_from("......#")) for _ in range(width * height)]
    rows = ["".join(cells[begin : begin + width]) for begin in range(0, width * height, width)]
    rows[0] = ".." + rows[0][2:]
    drawing = "\n".join(rows)
    points = draw(st.lists(st.sampled_from(SETTINGS), min_size=1, unique=True))
    multi, odd = draw(st.booleans()), draw(st.sampled_from(("Black", "White")))
    position = start(
        variant_of(
            'name = "tested"\nplacement = "chain"\n[capture]\nkind = "none"\n[scoring]\nkind = "chains"\n'
            f'[chain]\npoints = {points}\nmulti = {str(multi).lower()}\nodd = "{odd}"\n'
            f"[board]\ndrawing = '''\n{drawing}\n'''\n"
        )
    )
    dice = random.Random(draw(st.integers(0, 999)))
    for _ in range(draw(st.integers(0, width * height))):
        if position.over:
            break
        position = position.play(dice.choice(position.legal()))
    return position


class Grid:
    """Stones by column and row, each with the number of the seat whose colour it shows."""

    def __init__(self, position: Position) -> None:
        self.width = position.variant.board.width
        self.playable = {self.place(square) for square in position.variant.board.cells}
        owners = {seat.colour: number for number, seat in enumerate(position.variant.seats)}
        self.stones: Mapping[Cell, int] = {
            self.place(square): owners[position.board[square]]
            for square in position.variant.board.cells
            if position.board[square] in owners
        }

    def place(self, square: int) -> Cell:
        return square % self.width, square // self.width

    def near(self, cell: Cell) -> list[Cell]:
        """The stones beside a cell."""
        x, y = cell
        return [other for other in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if other in self.stones]

    def reached(self, cell: Cell, without: frozenset[Cell] = frozenset()) -> dict[Cell, int]:
        """The stones that hang together with one, and in how many steps."""
        steps, found = {cell: 0}, [cell]
        for stone in found:
            for other in self.near(stone):
                if other not in steps and other not in without:
                    steps[other] = steps[stone] + 1
                    found.append(other)
        return steps

    def broken(self, cell: Cell, multi: bool) -> set[str]:
        """The rules that a stone there would break."""
        x, y = cell
        near, rules = self.near(cell), set()
        if not multi and (len(near) > 2 or any(len(self.near(stone)) > 1 for stone in near)):
            rules.add("neighbours")
        for left, top in ((x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)):
            square = {(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)}
            if square - {cell} <= self.stones.keys():
                rules.add("block")
        for one, other in combinations(near, 2):
            # From one to the other past the rest: two steps are a block's.
            if self.reached(one, frozenset(near) - {one, other}).get(other, 2) > 2:
                rules.add("loop")
        return rules


@given(positions())
def test_dead_cells_and_the_rules_are_those_of_a_plain_reading(position: Position) -> None:
    grid, chain = Grid(position), position.variant.chain
    assert chain is not None
    empty = grid.playable - grid.stones.keys()
    expected = {cell: rules for cell in empty if (rules := grid.broken(cell, chain.multi))}
    found = {grid.place(square): {rule.value for rule in rules} for square, rules in dead_cells(position).items()}
    assert found == expected
    assert {grid.place(move.square) for move in position.legal() if not position.over} == empty - expected.keys()


@given(positions())
def test_chains_and_points_are_those_of_a_plain_reading(position: Position) -> None:
    grid, declared = Grid(position), position.variant.chain
    assert declared is not None
    expected = {}
    for stone in grid.stones:
        chain = frozenset(grid.reached(stone))
        if len(chain) == 1:
            continue
        near = {cell: grid.near(cell) for cell in chain}
        ends = {cell for cell in chain if len(near[cell]) == 1}
        bends = {
            cell
            for cell in chain
            if len(near[cell]) == 2 and len({x for x, _ in near[cell]}) == len({y for _, y in near[cell]}) == 2
        }
        owners = {grid.stones[end] for end in ends}
        points = set()
        if "ends" in declared.points and len(owners) == 1:
            points.add((owners.pop(), "ends"))
        if "count" in declared.points:
            points.add((declared.odd if len(chain) % 2 else 1 - declared.odd, "count"))
        if "bends" in declared.points:
            points.add((declared.odd if len(bends) % 2 else 1 - declared.odd, "bends"))
        grows = any(
            not grid.broken(cell, declared.multi)
            for cell in grid.playable - grid.stones.keys()
            if chain.intersection(grid.near(cell))
        )
        expected[chain] = (ends, bends, points, grows)
    found = {
        frozenset(map(grid.place, chain.cells)): (
            set(map(grid.place, chain.ends)),
            set(map(grid.place, chain.bends)),
            set(chain.points),
            chain.grows,
        )
        for chain in explained_chains(position)
    }
    assert found == expected
    totals = [sum(seat == winner for *_, points, _ in expected.values() for seat, _ in points) for winner in (0, 1)]
    assert list(position.scores()) == totals
