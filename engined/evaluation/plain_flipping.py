"""Flipping games, valued by the rules alone.

Coarser than :mod:`engined.evaluation.geometry`, and of its features: their weights are its, rounded. For any number of
colours, seats and sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from engined.rules.geometry import geometry
from engined.rules.position import Position
from engined.rules.scoring import side_of_seats, sides
from engined.theory.stable import axes
from engined.variants.model import EMPTY, Board, ScoreKind, Variant


@dataclass(frozen=True, slots=True)
class Weight:
    """What a feature is worth to who has it, in discs: on the full board, and how much more on the empty one."""

    full: float
    more: float

    def at(self, part: float) -> float:
        """Where this part of the board is empty."""
        return self.full + part * self.more


@dataclass(frozen=True, slots=True)
class FeatureWeights:
    """The features: of the turn and of moves, then of discs."""

    mover: Weight
    """The weight of having the move."""
    freedom: Weight
    """All cells where anybody could place, being one's own alone."""
    corner_move: Weight
    """A corner that the mover can take."""
    corner_reply: Weight
    """A corner that somebody else could take."""
    corner: Weight
    """A corner held, with the stable discs beside it."""
    before_corner: Weight
    """A disc on the diagonal before an empty corner."""
    beside_corner: Weight
    """A disc on the edge beside an empty corner."""
    edge: Weight
    frontier: Weight
    """A disc beside an empty cell."""
    disc: Weight


NORMAL = FeatureWeights(
    mover=Weight(-3.1, -2.0),
    freedom=Weight(16.4, 19.4),
    corner_move=Weight(5.8, -2.2),
    corner_reply=Weight(3.4, 0.0),
    corner=Weight(-0.1, 16.2),
    before_corner=Weight(1.7, -7.4),
    beside_corner=Weight(0.2, -5.9),
    edge=Weight(-0.5, 3.2),
    frontier=Weight(-1.0, -1.1),
    disc=Weight(0.5, -1.0),
)
MISERE = FeatureWeights(
    mover=Weight(-1.6, 1.1),
    freedom=Weight(14.2, -4.1),
    corner_move=Weight(0.5, -0.9),
    corner_reply=Weight(0.3, -0.7),
    corner=Weight(-2.3, -2.8),
    before_corner=Weight(0.7, -3.0),
    beside_corner=Weight(0.8, -0.9),
    edge=Weight(-0.1, -1.2),
    frontier=Weight(-0.1, -1.2),
    disc=Weight(-0.3, 0.5),
)


@dataclass(frozen=True, slots=True)
class Regions:
    """Sets of cells of a board, as integers with a bit for each square."""

    corners: int
    edges: int
    around: tuple[int, ...]
    """The up to eight cells around each square."""
    by_corner: tuple[tuple[int, int, int], ...]
    """Each corner, the cells around it that are on no edge, and those that are."""


@lru_cache(maxsize=256)
def regions(board: Board) -> Regions:
    """The regions of a board. Its corners are the cells that nothing can turn."""
    lines = axes(board)
    corners = [cell for cell in board.cells if all(axis.ends for axis in lines[cell])]
    edges = mask(cell for cell in board.cells if any(axis.ends for axis in lines[cell][:2]))  # of a row or a column
    around = tuple(mask(cells) for cells in geometry(board).touching)
    by_corner = tuple((1 << corner, around[corner] & ~edges, around[corner] & edges) for corner in corners)
    return Regions(mask(corners), edges, around, by_corner)


def ordering_scores(variant: Variant) -> tuple[int, ...]:
    """The move-ordering score of each square before anything is known of a position: higher ones are tried first."""
    found = regions(variant.board)
    before = reduce(or_, (inside for _, inside, _ in found.by_corner), 0)
    beside = reduce(or_, (on_edge for _, _, on_edge in found.by_corner), 0)
    ranks = ((found.corners, 2), (found.edges & ~beside, 1), (beside, -1), (before, -2))
    sign = -1 if variant.scoring.misere else 1
    squares = range(variant.board.width * variant.board.height)
    return tuple(sign * next((rank for cells, rank in ranks if cells >> square & 1), 0) for square in squares)


def mask(cells: Iterable[int]) -> int:
    """A set of squares as an integer."""
    return sum(1 << cell for cell in cells)


class FlippingEvaluation:
    """See :class:`engined.evaluation.plain.Evaluation`."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._weights = MISERE if variant.scoring.misere else NORMAL
        self._regions = regions(variant.board)
        self._sides = sides(variant)
        self.side_of = side_of_seats(variant)
        self.ordering_scores = ordering_scores(variant)
        self._colours = tuple({variant.seats[seat].colour for seat in side} for side in self._sides)
        self._most = float(len(variant.board.cells))
        self._scale = 0.5 if variant.scoring.kind is ScoreKind.HOME else 1.0
        """Home regions of a side hold as many more of its discs as half of the difference of discs says."""
        komi = -variant.scoring.komi if variant.scoring.misere else variant.scoring.komi
        self._komi = tuple(komi * (1 in side) for side in self._sides)

    def value(self, position: Position, side: int) -> float:
        """See :class:`engined.evaluation.plain.Evaluation`."""
        strengths = [
            self._scale * (discs + moves) + komi
            for discs, moves, komi in zip(self._discs(position), self._moves(position), self._komi, strict=True)
        ]
        ahead = strengths[side] - max(value for other, value in enumerate(strengths) if other != side)
        return min(max(ahead, -self._most), self._most)

    def _discs(self, position: Position) -> list[float]:
        """What the discs of each side are worth."""
        regions, weights, board = self._regions, self._weights, position.board
        discs, frontier, empties = [0] * len(self._variant.colours), 0, 0
        for cell in self._variant.board.cells:
            content = board[cell]
            if content == EMPTY:
                frontier |= regions.around[cell]
                empties += 1
            else:
                discs[content] |= 1 << cell
        inside = on_edge = 0
        for corner, before, beside in regions.by_corner:
            if not any(colour & corner for colour in discs):
                inside, on_edge = inside | before, on_edge | beside
        part = empties / self._most
        valued = (
            (-1, weights.disc.at(part)),
            (frontier, weights.frontier.at(part)),
            (regions.edges, weights.edge.at(part)),
            (regions.corners, weights.corner.at(part)),
            (inside, weights.before_corner.at(part)),
            (on_edge, weights.beside_corner.at(part)),
        )
        worth = [sum((colour & region).bit_count() * value for region, value in valued) for colour in discs]
        return [sum(worth[colour] for colour in colours) for colours in self._colours]

    def _moves(self, position: Position) -> list[float]:
        """What the turn, and the cells where its seats could place, are worth to each side."""
        weights, corners = self._weights, self._regions.corners
        part = position.empties / self._most
        places = [[position.placements(seat).keys() for seat in side] for side in self._sides]
        freedom = [sum(map(len, cells)) for cells in places]
        all_of_them = weights.freedom.at(part) / (sum(freedom) + 2)
        found = []
        for side, own, cells in zip(self._sides, freedom, places, strict=True):
            moves = position.seat in side
            corner = (weights.corner_move if moves else weights.corner_reply).at(part)
            taken = sum(corners >> cell & 1 for keys in cells for cell in keys)
            found.append(all_of_them * own + corner * taken + moves * weights.mover.at(part))
        return found
