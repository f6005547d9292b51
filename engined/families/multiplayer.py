"""More than two sides, each for itself: Yonin, Rolit for three and four."""

from __future__ import annotations

from engined.kernels.multiplayer_layout import takes_turns, unsupported
from engined.variants.model import Variant

from .teams import seats_kind


class Multiplayer:
    """See :class:`engined.families.base.Family`."""

    name = "many seats"
    search_part = "seats"
    perft_part = "turns"
    training_part = None
    zero_sum = False
    selective = False
    solver = True

    def refusal(self, variant: Variant) -> str | None:
        """See :class:`Family`."""
        return unsupported(variant) or ("two sides that move in turn" if takes_turns(variant) else None)

    def kind(self, variant: Variant) -> str:
        """``seats-64``, ``seats-128`` ..."""
        return seats_kind(variant)
