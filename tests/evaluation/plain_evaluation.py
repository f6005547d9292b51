"""The evaluation by geometry once more, in plain Python from the rules: what the compiled one is held to."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import engined.evaluation
from engined.rules.position import PASS, Position
from engined.variants.model import EMPTY

AXES = ((0, 1), (1, 0), (-1, 1), (1, 1))
"""Rows, columns, rising and falling diagonals: a step along each, down and to the right."""
Side = set[int]
Weights = dict[str, tuple[int, int]]


def weights_of(misere: bool) -> Weights:
    """The weights in the compiled evaluation's text: each on a full board, and what an empty one adds."""
    text = (Path(engined.evaluation.__file__).parent / "geometry.py").read_text(encoding="utf-8")
    found: Weights = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp):
            assert isinstance(node.targets[0], ast.Name)
            full, empty = ast.literal_eval(node.value.body if misere else node.value.orelse)
            found[node.targets[0].id] = (full, empty)
    return found


class PlainEvaluation:
    """What there is to know of one position, with squares as numbers in the bounding box."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.variant = position.variant
        self.cells = set(self.variant.board.cells)
        mine = self.variant.seats[position.seat].colour
        self.own = {cell for cell in self.cells if position.board[cell] == mine}
        self.open = {cell for cell in self.cells if position.board[cell] == EMPTY}
        self.opp = self.cells - self.own - self.open

    def step(self, cell: int, rows: int, columns: int) -> int | None:
        """The neighbour of a cell in one direction; None where there is none."""
        width = self.variant.board.width
        row, column = cell // width + rows, cell % width + columns
        found = row * width + column
        return found if 0 <= column < width and row >= 0 and found in self.cells else None

    def beside(self, cell: int, axis: int) -> Side:
        """The one or two neighbours of a cell along an axis."""
        rows, columns = AXES[axis]
        both = (self.step(cell, rows, columns), self.step(cell, -rows, -columns))
        return {found for found in both if found is not None}

    def around(self, cells: Iterable[int]) -> Side:
        """The neighbours of some cells."""
        return {found for cell in cells for axis in range(4) for found in self.beside(cell, axis)}

    def at_border(self, cell: int, axis: int) -> bool:
        """Whether a cell lacks a neighbour along an axis."""
        return len(self.beside(cell, axis)) < 2

    @cached_property
    def corners(self) -> Side:
        """Cells at the border of every line that they are on."""
        return {cell for cell in self.cells if all(self.at_border(cell, axis) for axis in range(4))}

    @cached_property
    def edges(self) -> Side:
        """Cells at the border of their row or of their column."""
        return {cell for cell in self.cells if self.at_border(cell, 0) or self.at_border(cell, 1)}

    def moves(self, seat: int) -> Side:
        """Where a seat could place."""
        turned = replace(self.position, seat=seat, passes=0)
        return {move.square for move in turned.legal() if move != PASS}

    def stable(self, side: Side) -> Side:
        """Discs of a side at corners, and in straight rows along an edge from there, at most three steps away."""
        found = side & self.corners
        for _ in range(3):
            found = found | {
                cell
                for axis in (0, 1)
                for cell in side
                if all(self.at_border(cell, other) for other in range(4) if other != axis)
                if self.beside(cell, axis) & found
            }
        return found

    def odd_regions(self, mine: Side, theirs: Side) -> int:
        """Quadrants with an odd number of empty cells that the mover can enter, less those that the other can.

        None count before 28 64ths of the board are left.
        """
        board, balance = self.variant.board, 0
        if len(self.open) * 64 // len(self.cells) > 28:
            return 0
        for lower in (False, True):
            for right in (False, True):
                region = {
                    cell
                    for cell in self.open
                    if (2 * (cell // board.width) >= board.height) == lower
                    if (2 * (cell % board.width) >= board.width) == right
                }
                if len(region) % 2:
                    balance += bool(region & mine) - bool(region & theirs)
        return balance

    def features(self) -> dict[str, int]:
        """The value of every feature, by the name of its weight; freedom in hundredths of the weight's unit."""
        mine, theirs = self.moves(self.position.seat), self.moves(1 - self.position.seat)
        near_corners = self.around(self.open & self.corners)

        def more(cells: Side) -> int:
            return len(self.own & cells) - len(self.opp & cells)

        return {
            "MOVER": 1,
            "FREEDOM": int(1000.0 * (len(mine) - len(theirs)) / (len(mine) + len(theirs) + 2)),
            "CORNER_MOVES": len(mine & self.corners),
            "CORNER_REPLIES": len(theirs & self.corners),
            "CORNERS_HELD": more(self.corners),
            "BEFORE_CORNERS": more(near_corners - self.edges),
            "BESIDE_CORNERS": more(near_corners & self.edges),
            "EDGES": more(self.edges),
            "FRONTIER": more(self.around(self.open)),
            "SECOND_RING": more(self.around(self.edges) - self.edges),
            "DISCS": more(self.cells),
            "LAST_MOVE": len(self.open) % 2,
            "ODD_REGIONS": self.odd_regions(mine, theirs),
            "STABLE_EDGES": len(self.stable(self.own)) - len(self.stable(self.opp)),
        }

    def value(self) -> int:
        """The evaluation of a game that is not over, in hundredths of a disc, the mover's view."""
        weights, features = weights_of(self.variant.scoring.misere), self.features()
        assert weights.keys() == features.keys()
        part = len(self.open) * 64 // len(self.cells)
        total = 0
        for name, feature in features.items():
            full, empty = weights[name]
            share = (full * 64 + empty * part) * feature
            total += share // 100 if name == "FREEDOM" else share
        return min(max(total // 64, -100 * len(self.cells)), 100 * len(self.cells))
