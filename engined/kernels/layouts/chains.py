"""Chain games: how kernels see their boards, and which variants have such kernels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engined.rules.position import Position
from engined.rules.registry import capture_of
from engined.variants.model import Chain, Passing, Variant

from .layout import embedding
from .multiplayer import MultiplayerLayout


def unsupported(variant: Variant) -> str | None:
    """Why there are no such kernels for this variant; None if there are."""
    reasons = (
        (variant.chain is None, f"placement {variant.placement}"),
        ([seat.colour for seat in variant.seats] != [0, 1], "seats other than two with a colour each"),
        (len(variant.colours) != 2, "neutral colours"),
        (variant.passing is not Passing.FORCED, "free passes"),
        (variant.scoring.misere, "the lower count wins"),
        (variant.setup.plies > 0, "a set-up phase"),
        (any(seat.forbidden or seat.supply is not None for seat in variant.seats), "limits of a seat"),
    )
    return next((reason for applies, reason in reasons if applies), None)


@dataclass(frozen=True)
class ChainLayout(MultiplayerLayout):
    """The board of a chain game: stones of each colour, and where one may place."""

    @property
    def chain(self) -> Chain:
        """What chains are, and count."""
        assert self.variant.chain is not None
        return self.variant.chain

    @property
    def essence(self) -> str:
        """See :class:`engined.kernels.layouts.layout.Layout`."""
        return repr((super().essence, self.chain.multi, sorted(self.chain.points), self.chain.odd))

    @property
    def constants(self) -> dict[str, Any]:
        """The constants of the prelude that only these kernels have."""
        chain = self.chain
        return super().constants | {
            "BRANCHING": chain.multi,
            "ENDS_COUNT": "ends" in chain.points,
            "LENGTHS_COUNT": "count" in chain.points,
            "BENDS_COUNT": "bends" in chain.points,
            "ODD_SEAT": chain.odd,
            "MIRRORS": sum(1 << way for way in range(3) if self._is_mirror(way)),
            "MOST_POINTS": round(capture_of(self.variant).widest_margin),
        }

    def _is_mirror(self, way: int) -> bool:
        """Whether the board is its own image (see :meth:`Layout.mirrored`)."""
        return all(self.mirrored(square, way) is not None for square in self.variant.board.cells)

    def in_memory(self, position: Position) -> list[int]:
        """See :class:`MultiplayerLayout`: the stones of each colour, then the cells where one may place."""
        open_cells = self.split(self.mask(() if position.over else position.placements(position.seat)))
        return super().in_memory(position) + ([open_cells] if isinstance(open_cells, int) else list(open_cells))


@lru_cache(maxsize=64)
def chain_layout_of(variant: Variant, *, hand_made: bool = True) -> ChainLayout:
    """The embedding of a chain game's board. Raises ValueError for a variant that is none."""
    reason = unsupported(variant)
    if reason is not None:
        raise ValueError(f"{variant.name} has no kernel: {reason}")
    # Rows of eight bits: mirrors are instructions of the CPU then.
    small = variant.board.width <= 8 and variant.board.height <= 8
    return ChainLayout(variant, *((8, 1) if small else embedding(variant.board)), 0, hand_made)
