"""Chain games: stones that stay, and chains of them that never close."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.chains import chain_layout_of, unsupported
from engined.variants.model import Variant

from .base import WeightsKind

if TYPE_CHECKING:
    from engined.backends.chains import ChainBackend
    from engined.backends.multiplayer import MultiplayerCounter
    from engined.patterns.chain_weights import ChainWeights

CHAIN_GAME = (("engined.search.game", "engined.search.chains.game"),)


class Chains:
    """See :class:`engined.families.base.Family`."""

    name = "chains"
    search_part = Part(
        "chains", ("engined.search.chains.midgame", "engined.search.many_seats.mcts"), chain_layout_of, CHAIN_GAME
    )
    perft_part = Part(
        "chain-turns",
        ("engined.search.many_seats.moves", "engined.search.many_seats.perft"),
        chain_layout_of,
        CHAIN_GAME,
    )
    learns = WeightsKind.CHAINS
    zero_sum = True
    selective = False
    evaluates = False

    def refusal(self, variant: Variant) -> str | None:
        """See :class:`Family`."""
        return unsupported(variant)

    def kind(self, variant: Variant) -> str:
        """``chains-64``, ``chains-128`` ..."""
        return f"chains-{64 * chain_layout_of(variant).words}"

    def load(self, variant: Variant, cache: Path | None, table_mib: int, weights: ChainWeights | None) -> ChainBackend:
        """See :class:`Family`."""
        from engined.backends.chains import ChainBackend
        from engined.kernels.compilation import build

        return ChainBackend(build.load(variant, self.search_part, cache), table_mib, weights)

    def load_counter(self, variant: Variant, cache: Path | None) -> MultiplayerCounter:
        """See :class:`Family`."""
        from engined.backends.multiplayer import MultiplayerCounter
        from engined.kernels.compilation import build

        return MultiplayerCounter(build.load(variant, self.perft_part, cache))
