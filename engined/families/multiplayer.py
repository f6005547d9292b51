"""More than two sides, each for itself: Yonin, Rolit for three and four."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.multiplayer import multiplayer_layout_of, unsupported
from engined.variants.model import Variant

from .base import WeightsKind
from .teams import FLIPPING_SEATS, TURNS, load_turns, seats_kind, two_sides_alternate

if TYPE_CHECKING:
    from engined.backends.multiplayer import MultiplayerBackend, MultiplayerCounter
    from engined.patterns.weights import Weights


class Multiplayer:
    """See :class:`engined.families.base.Family`."""

    name = "many seats"
    search_part = Part(
        "seats",
        ("engined.search.many_seats.paranoid", "engined.search.many_seats.maxn", "engined.search.many_seats.mcts"),
        multiplayer_layout_of,
        FLIPPING_SEATS,
    )
    perft_part = TURNS
    learns = WeightsKind.NOTHING
    zero_sum = False
    selective = False
    evaluates = False

    def refusal(self, variant: Variant) -> str | None:
        """See :class:`Family`."""
        return unsupported(variant) or ("two sides that move in turn" if two_sides_alternate(variant) else None)

    def kind(self, variant: Variant) -> str:
        """``seats-64``, ``seats-128`` ..."""
        return seats_kind(variant)

    def load(self, variant: Variant, cache: Path | None, table_mib: int, weights: Weights | None) -> MultiplayerBackend:
        """See :class:`Family`."""
        from engined.backends.multiplayer import MultiplayerBackend
        from engined.kernels.compilation import build

        return MultiplayerBackend(build.load(variant, self.search_part, cache), table_mib)

    def load_counter(self, variant: Variant, cache: Path | None) -> MultiplayerCounter:
        """See :class:`Family`."""
        return load_turns(variant, cache)
