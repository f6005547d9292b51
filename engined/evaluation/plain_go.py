"""Go, valued by the rules alone: whose stones are nearer to each point."""

from __future__ import annotations

from collections.abc import Sequence

from engined.rules.geometry import geometry
from engined.rules.groups import bordering, groups
from engined.rules.position import Position
from engined.rules.scoring import side_of_seats, sides
from engined.variants.model import EMPTY, Board, Variant

REACH = 5
"""Points from a stone, along the lines, beyond which nothing is its own."""
OPEN = 1.05
"""The worth of an own point without a stone: a little more than one with, so that nobody fills his own."""
BY_LINE = (-2, -1, 1, 2)
"""The move-ordering score of points on the first line from the edge, the second, and so on."""
BEYOND = 1
"""The move-ordering score of points on lines further in than those of ``BY_LINE``."""
NOBODY = -2


class GoEvaluation:
    """See :class:`engined.evaluation.plain.Evaluation`."""

    def __init__(self, variant: Variant) -> None:
        self._lines = geometry(variant.board)
        self._cells = variant.board.cells
        self._sides = sides(variant)
        self._colours = [{variant.seats[seat].colour for seat in side} for side in self._sides]
        self._komi = [variant.scoring.komi * (1 in side) for side in self._sides]
        self.side_of = side_of_seats(variant)
        self.ordering_scores = tuple(
            (*BY_LINE, BEYOND)[min(line, len(BY_LINE))] for line in _lines_from_edge(variant.board)
        )

    def value(self, position: Position, side: int) -> float:
        """See :class:`engined.evaluation.plain.Evaluation`."""
        owners = self._owners(position)
        points = list(self._komi)
        for cell in self._cells:
            for number, colours in enumerate(self._colours):
                if owners[cell] in colours:
                    points[number] += 1.0 if owners[cell] == position.board[cell] else OPEN
        return points[side] - max(value for other, value in enumerate(points) if other != side)

    def _owners(self, position: Position) -> Sequence[int]:
        """The colour, for each square, whose stones are nearest, of those that are not taken at the next ply."""
        board, adjacent = position.board, self._lines.adjacent
        owners = [EMPTY] * len(board)
        frontier = self._standing(position)
        for _ in range(REACH + 1):
            for cell, colour in frontier.items():
                owners[cell] = colour
            reached: dict[int, int] = {}
            for cell, colour in frontier.items():
                for near in adjacent[cell] if colour != NOBODY else ():
                    if owners[near] == EMPTY:
                        reached[near] = colour if reached.get(near, colour) == colour else NOBODY
            frontier = reached
        return owners

    def _standing(self, position: Position) -> dict[int, int]:
        """The stones that the next ply does not take, with their colours."""
        board = position.board
        mover = position.variant.seats[position.seat].colour
        stones = [cell for cell in self._cells if board[cell] != EMPTY]
        standing: dict[int, int] = {}
        for group in groups(self._lines, stones, lambda cell, near: board[cell] == board[near]):
            colour = board[next(iter(group))]
            if colour == mover or len(bordering(self._lines, board, group, EMPTY)) > 1:
                standing |= dict.fromkeys(group, colour)
        return standing


def _lines_from_edge(board: Board) -> list[int]:
    """The number of lines, for each square, between it and the edge of the bounding box."""
    return [
        min(column, row, board.width - 1 - column, board.height - 1 - row)
        for row in range(board.height)
        for column in range(board.width)
    ]
