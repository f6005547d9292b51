"""Two seats, and the mover chooses what turns, or discs leave the board: Hasami-go."""

from __future__ import annotations

from engined.kernels.layout import layout_of, unsupported
from engined.variants.model import Variant

from .flipping import chooses


class FlipChoice:
    """See :class:`engined.families.base.Family`."""

    name = "flipping with a choice"
    search_part = "general"
    perft_part = "choices"
    training_part = "general-training"
    zero_sum = True
    selective = False
    solver = False

    def refusal(self, variant: Variant) -> str | None:
        """See :class:`Family`."""
        return unsupported(variant) or (None if chooses(variant) else "one move on each square")

    def kind(self, variant: Variant) -> str:
        """``choosing-64``, ``choosing-128`` ..."""
        return f"choosing-{64 * layout_of(variant).words}"
