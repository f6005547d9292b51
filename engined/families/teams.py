"""Two sides of one seat or more that move in turn, each seat with a colour: Yonin in teams, Rolit for two."""

from __future__ import annotations

from engined.kernels.multiplayer_layout import multiplayer_layout_of, takes_turns, unsupported
from engined.variants.model import Variant


class Teams:
    """See :class:`engined.families.base.Family`."""

    name = "teams"
    search_part = "sides"
    perft_part = "turns"
    training_part = None
    zero_sum = True
    selective = False
    solver = True

    def refusal(self, variant: Variant) -> str | None:
        """See :class:`Family`."""
        return unsupported(variant) or (None if takes_turns(variant) else "more than two sides, or not in turn")

    def kind(self, variant: Variant) -> str:
        """``seats-64``, ``seats-128`` ..."""
        return seats_kind(variant)


def seats_kind(variant: Variant) -> str:
    """How kernels for many seats run a variant."""
    return f"seats-{64 * multiplayer_layout_of(variant).words}"
