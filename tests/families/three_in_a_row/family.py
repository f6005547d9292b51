"""Three in a row as families: one that plays by alpha-beta and one that plays by Monte Carlo tree search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engined.families.base import WeightsKind
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.layout import embedding
from engined.kernels.layouts.multiplayer import MultiplayerLayout
from engined.variants.model import Variant

if TYPE_CHECKING:
    from engined.backends.multiplayer import MultiplayerBackend, MultiplayerCounter, TeamBackend
    from engined.patterns.weights import Weights

GAME = (("engined.search.game", "tests.families.three_in_a_row.kernels"),)


def layout_of(variant: Variant, *, hand_made: bool = True) -> MultiplayerLayout:
    """A board for each colour."""
    return MultiplayerLayout(variant, *embedding(variant.board), 0, hand_made)


class ByAlphaBeta:
    """See :class:`engined.families.base.Family`."""

    name = "three in a row"
    capture = "three-in-a-row"
    search_part = Part("row", ("engined.search.many_seats.paranoid",), layout_of, GAME)
    perft_part = Part("row-perft", ("engined.search.many_seats.perft",), layout_of, GAME)
    learns = WeightsKind.NOTHING
    zero_sum = True
    selective = False
    evaluates = False

    def refusal(self, variant: Variant) -> str | None:
        """See :class:`Family`."""
        if variant.capture.kind != self.capture:
            return f"capture {variant.capture.kind}"
        return "other than two seats" if len(variant.seats) != 2 else None

    def kind(self, variant: Variant) -> str:
        """See :class:`Family`."""
        return self.name.replace(" ", "-")

    def load(
        self, variant: Variant, cache: Path | None, table_mib: int, weights: Weights | None
    ) -> TeamBackend | MultiplayerBackend:
        """See :class:`Family`."""
        from engined.backends.multiplayer import TeamBackend
        from engined.kernels.compilation import build

        return TeamBackend(build.load(variant, self.search_part, cache), table_mib)

    def load_counter(self, variant: Variant, cache: Path | None) -> MultiplayerCounter:
        """See :class:`Family`."""
        from engined.backends.multiplayer import MultiplayerCounter
        from engined.kernels.compilation import build

        return MultiplayerCounter(build.load(variant, self.perft_part, cache))


class ByMonteCarlo(ByAlphaBeta):
    """See :class:`engined.families.base.Family`."""

    name = "three in a row by games"
    capture = "three-in-a-row-by-games"
    search_part = Part(
        "row-games",
        ("engined.search.many_seats.paranoid", "engined.search.many_seats.maxn", "engined.search.many_seats.mcts"),
        layout_of,
        GAME,
    )

    def load(
        self, variant: Variant, cache: Path | None, table_mib: int, weights: Weights | None
    ) -> TeamBackend | MultiplayerBackend:
        """See :class:`Family`."""
        from engined.backends.multiplayer import MultiplayerBackend
        from engined.kernels.compilation import build

        return MultiplayerBackend(build.load(variant, self.search_part, cache), table_mib)


ALPHA_BETA, MONTE_CARLO = ByAlphaBeta(), ByMonteCarlo()
