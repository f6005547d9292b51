"""What may become of all seats at the end of a game, whichever way ties are broken (see
:mod:`engined.search.many_seats.maxn`).
"""

from __future__ import annotations

from dataclasses import dataclass

from engined.rules.scoring import sides, standings, value
from engined.variants.model import Variant


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of what seats count and of the margins of sides; each of them includes both its ends."""

    least: tuple[float, ...]
    """The least that each seat counts."""
    most: tuple[float, ...]
    lowest: tuple[float, ...]
    """The least lead of each side over the best other one."""
    highest: tuple[float, ...]

    @classmethod
    def of_outcome(cls, variant: Variant, counts: tuple[float, ...]) -> Bounds:
        """The bounds of a game that ends with these counts."""
        margins = tuple(value(variant, counts, side[0]) for side in sides(variant))
        return cls(counts, counts, margins, margins)

    @property
    def meet(self) -> bool:
        """Whether there is only one outcome."""
        return self.least == self.most

    def ranks(self, variant: Variant) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The best rank of each seat and its worst, counted as by :func:`engined.rules.scoring.ranks`."""
        together = sides(variant)
        ends = (standings(variant, self.least), standings(variant, self.most))
        # In misère the most discs are the least standing.
        low, high = (tuple(map(choose, *ends)) for choose in (min, max))
        best, worst = [], []
        for seat in range(len(variant.seats)):
            mine = next(index for index, side in enumerate(together) if seat in side)
            others = [other for other in range(len(together)) if other != mine]
            ahead = sum(len(together[other]) for other in others if low[other] > high[mine])
            maybe = sum(len(together[other]) for other in others if high[other] > low[mine])
            behind = min(len(together[other]) for other in others) if self.highest[mine] < 0 else 0
            best.append(1 + max(ahead, behind))
            worst.append(1 if self.lowest[mine] >= 0 else 1 + maybe)
        return tuple(best), tuple(worst)
