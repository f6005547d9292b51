"""Two seats, and all that is bracketed turns: Othello, Reversi and their kin."""

from __future__ import annotations

from engined.kernels.layout import layout_of, unsupported
from engined.variants.model import CaptureKind, Choice, Variant


class Flipping:
    """See :class:`engined.families.base.Family`."""

    name = "flipping"
    search_part = "search"
    perft_part = "moves"
    training_part = "training"
    zero_sum = True
    selective = True
    solver = True

    def refusal(self, variant: Variant) -> str | None:
        """See :class:`Family`."""
        if reason := unsupported(variant):
            return reason
        return "several moves on one square, or discs that leave" if chooses(variant) else None

    def kind(self, variant: Variant) -> str:
        """``8x8``, where kernels are made by hand; ``generic-64``, ``generic-128``, ``wide-192`` ..."""
        layout = layout_of(variant)
        if layout.plain_8x8:
            return "8x8"
        return f"{'generic' if layout.words <= 2 else 'wide'}-{64 * layout.words}"


def chooses(variant: Variant) -> bool:
    """Whether one square may have several moves, or discs leave the board."""
    return variant.capture.choice is not Choice.ALL or variant.capture.kind is CaptureKind.REMOVE
