"""Two seats, and all that is bracketed turns: Othello, Reversi and their kin."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.layout import layout_of, unsupported
from engined.variants.model import CaptureKind, Choice, Variant

from .base import WeightsKind

if TYPE_CHECKING:
    from engined.backends.two_sided import TwoSidedBackend, TwoSidedCounter
    from engined.patterns.weights import Weights


class Flipping:
    """See :class:`engined.families.base.Family`."""

    name = "flipping"
    search_part = Part(
        "search", ("engined.search.two_sided.alphabeta", "engined.search.two_sided.variation"), layout_of
    )
    perft_part = Part(
        "moves",
        ("engined.kernels.moves", "engined.search.two_sided.listing", "engined.search.two_sided.perft"),
        layout_of,
    )
    learns = WeightsKind.VALUES
    zero_sum = True
    selective = True
    evaluates = True

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

    def load(self, variant: Variant, cache: Path | None, table_mib: int, weights: Weights | None) -> TwoSidedBackend:
        """See :class:`Family`. Without weights, the errors of searches are measured first, if that was not done."""
        from engined.backends.probcut_errors import BY_GEOMETRY
        from engined.backends.two_sided import TwoSidedBackend
        from engined.backends.untrained import errors_of
        from engined.kernels.compilation import build

        kernels = build.load(variant, self.search_part, cache, trained=weights is not None)
        errors = BY_GEOMETRY if weights is not None else errors_of(kernels, cache)
        return TwoSidedBackend(kernels, table_mib, weights, errors)

    def load_counter(self, variant: Variant, cache: Path | None) -> TwoSidedCounter:
        """See :class:`Family`."""
        from engined.backends.two_sided import TwoSidedCounter
        from engined.kernels.compilation import build

        return TwoSidedCounter(build.load(variant, self.perft_part, cache))


def chooses(variant: Variant) -> bool:
    """Whether one square may have several moves, or discs leave the board."""
    return variant.capture.choice is not Choice.ALL or variant.capture.kind is CaptureKind.REMOVE
