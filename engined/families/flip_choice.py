"""Two seats, and the mover chooses what turns, or discs leave the board: Hasami-go."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.layout import layout_of, unsupported
from engined.variants.model import Variant

from .base import WeightsKind
from .flipping import chooses

if TYPE_CHECKING:
    from engined.backends.multi_move import MultiMoveBackend
    from engined.backends.two_sided import TwoSidedCounter
    from engined.patterns.weights import Weights


class FlipChoice:
    """See :class:`engined.families.base.Family`."""

    name = "flipping with a choice"
    search_part = Part("general", ("engined.search.flip_choice.search",), layout_of)
    perft_part = Part("choices", ("engined.kernels.moves", "engined.search.flip_choice.perft"), layout_of)
    learns = WeightsKind.VALUES
    zero_sum = True
    selective = False
    evaluates = True

    def refusal(self, variant: Variant) -> str | None:
        """See :class:`Family`."""
        return unsupported(variant) or (None if chooses(variant) else "one move on each square")

    def kind(self, variant: Variant) -> str:
        """``choosing-64``, ``choosing-128`` ..."""
        return f"choosing-{64 * layout_of(variant).words}"

    def load(self, variant: Variant, cache: Path | None, table_mib: int, weights: Weights | None) -> MultiMoveBackend:
        """See :class:`Family`."""
        from engined.backends.multi_move import MultiMoveBackend
        from engined.kernels.compilation import build

        kernels = build.load(variant, self.search_part, cache, trained=weights is not None)
        return MultiMoveBackend(kernels, table_mib, weights)

    def load_counter(self, variant: Variant, cache: Path | None) -> TwoSidedCounter:
        """See :class:`Family`."""
        from engined.backends.two_sided import TwoSidedCounter
        from engined.kernels.compilation import build

        return TwoSidedCounter(build.load(variant, self.perft_part, cache))
