"""Chain games, valued by the rules alone: what the chains count so far."""

from __future__ import annotations

from engined.rules.position import Position
from engined.rules.scoring import side_of_seats
from engined.variants.model import Variant


class ChainEvaluation:
    """See :class:`engined.evaluation.plain.Evaluation`."""

    def __init__(self, variant: Variant) -> None:
        self.side_of = side_of_seats(variant)
        self.ordering_scores = (0,) * (variant.board.width * variant.board.height)

    def value(self, position: Position, side: int) -> float:
        """See :class:`engined.evaluation.plain.Evaluation`."""
        return position.value(self.side_of.index(side))
