"""Evaluation in plain Python, over the rules: for the time until a variant has machine code."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from engined.rules.position import Position
from engined.variants.model import Variant

from .plain_chains import ChainEvaluation
from .plain_flipping import FlippingEvaluation
from .plain_go import GoEvaluation


class Evaluation(Protocol):
    """Values the positions of a variant."""

    @property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat, as :func:`engined.rules.scoring.sides` counts them."""
        ...

    @property
    def ordering_scores(self) -> tuple[int, ...]:
        """The move-ordering score of each square before anything is known of a position: the highest come first."""
        ...

    def value(self, position: Position, side: int) -> float:
        """What a side seems to be ahead of the best other one by, in discs or points. The game is not over."""
        ...


@lru_cache(maxsize=256)
def evaluation_of(variant: Variant) -> Evaluation:
    """The evaluation for a kind of game."""
    if variant.chain is not None:
        return ChainEvaluation(variant)
    if variant.capture.surrounds:
        return GoEvaluation(variant)
    return FlippingEvaluation(variant)
