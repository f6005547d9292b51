"""Two sides of one seat or more that move in turn, each seat with a colour: Yonin in teams, Rolit for two."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.multiplayer import multiplayer_layout_of, unsupported
from engined.rules.scoring import sides
from engined.variants.model import Variant

from .base import WeightsKind

if TYPE_CHECKING:
    from engined.backends.multiplayer import MultiplayerCounter, TeamBackend
    from engined.patterns.weights import Weights

FLIPPING_SEATS = (("engined.search.game", "engined.search.many_seats.flipping_game"),)
"""The game, for the sources that search and count among seats."""
TURNS = Part(
    "turns",
    ("engined.search.many_seats.moves", "engined.search.many_seats.perft"),
    multiplayer_layout_of,
    FLIPPING_SEATS,
)
"""The kernels that count, for any number of seats."""


class Teams:
    """See :class:`engined.families.base.Family`."""

    name = "teams"
    search_part = Part("sides", ("engined.search.many_seats.paranoid",), multiplayer_layout_of, FLIPPING_SEATS)
    perft_part = TURNS
    learns = WeightsKind.NOTHING
    zero_sum = True
    selective = False
    evaluates = False

    def refusal(self, variant: Variant) -> str | None:
        """See :class:`Family`."""
        return unsupported(variant) or (None if two_sides_alternate(variant) else "more than two sides, or not in turn")

    def kind(self, variant: Variant) -> str:
        """``seats-64``, ``seats-128`` ..."""
        return seats_kind(variant)

    def load(self, variant: Variant, cache: Path | None, table_mib: int, weights: Weights | None) -> TeamBackend:
        """See :class:`Family`."""
        from engined.backends.multiplayer import TeamBackend
        from engined.kernels.compilation import build

        return TeamBackend(build.load(variant, self.search_part, cache), table_mib)

    def load_counter(self, variant: Variant, cache: Path | None) -> MultiplayerCounter:
        """See :class:`Family`."""
        return load_turns(variant, cache)


def two_sides_alternate(variant: Variant) -> bool:
    """Whether there are two sides that move in turn."""
    together = sides(variant)
    number = len(variant.seats)
    alternate = all((seat in together[0]) != ((seat + 1) % number in together[0]) for seat in range(number))
    return len(together) == 2 and alternate


def seats_kind(variant: Variant) -> str:
    """How kernels for many seats run a variant."""
    return f"seats-{64 * multiplayer_layout_of(variant).words}"


def load_turns(variant: Variant, cache: Path | None) -> MultiplayerCounter:
    """The kernels that count, for any number of seats."""
    from engined.backends.multiplayer import MultiplayerCounter
    from engined.kernels.compilation import build

    return MultiplayerCounter(build.load(variant, TURNS, cache))
