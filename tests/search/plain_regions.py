"""Regions round one chain of Go, by the definition alone: all moves of one side, all answers of the chain's side."""

from __future__ import annotations

from collections.abc import Iterator

from engined.rules.geometry import geometry
from engined.rules.groups import groups
from engined.variants.model import Variant

Points = frozenset[int]
NOBODY: Points = frozenset()


class PlainRegions:
    """The points of a board; regions of up to so many are searched."""

    def __init__(self, variant: Variant, most_searched: int) -> None:
        self._all = frozenset(variant.board.cells)
        self._beside = {cell: frozenset(geometry(variant.board).adjacent[cell]) for cell in self._all}
        self._geometry = geometry(variant.board)
        self._most_searched = most_searched

    def gives(self, points: Points, own: Points, opp: Points, eyes: int, spare: int, answers: int) -> bool:
        """See :func:`engined.search.go.proofs.regions.gives_eyes`."""
        found = 0
        for region in self._parts(points):
            most = self.eyes(region, own & region, opp & region, answers)
            found += max(most, 0)
            spare -= len(region) if most < 0 else 0
        return found >= eyes and spare >= 0

    def eyes(self, region: Points, own: Points, opp: Points, answers: int) -> int:
        """How many eyes the chain has there after so many answers; -1 where not all becomes its side's."""
        return next((eyes for eyes in (2, 1, 0) if self._holds(region, own, opp, eyes, answers)), -1)

    def _holds(self, region: Points, own: Points, opp: Points, eyes: int, answers: int) -> bool:
        if self._now(region, own, opp) >= eyes:
            return True
        if answers == 0 or len(region) > self._most_searched or len(self._border(region) - own - opp) < eyes:
            return False
        return all(
            self._now(region, mine, theirs) >= eyes or self._answered(region, mine, theirs, ko, eyes, answers - 1)
            for mine, theirs, ko in self._after(region, opp, own)
        )

    def _answered(self, region: Points, own: Points, opp: Points, ko: Points, eyes: int, answers: int) -> bool:
        for point in region - own - opp - ko:
            beside_chain = point in self._border(region)
            stones = self._chain(point, own | {point})
            taken = self._taken(region, point, opp, own)
            if beside_chain:
                if self.gives(region - stones, own - stones, opp - taken, eyes, 0, answers):
                    return True
                continue
            legal = taken or self._liberties(region, stones, own | opp | stones)
            if legal and self.gives(region, own | {point}, opp - taken, eyes, 0, answers):
                return True
        return False

    def _after(self, region: Points, opp: Points, own: Points) -> Iterator[tuple[Points, Points, Points]]:
        """The chain's side's stones and the other's after each move of the other, and what ko closes."""
        yield own, opp, NOBODY
        for point in region - own - opp:
            stones = self._chain(point, opp | {point})
            taken = self._taken(region, point, own, opp)
            free = self._liberties(region, stones, own | opp | stones)
            if taken or free:
                lone = len(taken) == 1 and stones == {point} and not free
                yield own - taken, opp | {point}, taken if lone else NOBODY

    def _taken(self, region: Points, point: int, stones: Points, placed_by: Points) -> Points:
        """What a stone takes: chains in the region whose last liberty it is on, but for the one round the regions."""
        full = stones | placed_by | {point}
        chains = self._parts(stones)
        return NOBODY.union(*(c for c in chains if not self._liberties(region, c, full) and self._round(c) & {point}))

    def _now(self, region: Points, own: Points, opp: Points) -> int:
        border = self._border(region)
        inner = region - border
        eyes = 1
        if len(inner) == 1:
            eyes = int(len((self._round(inner) & region) - opp) > 1)
        elif inner:
            two = len(inner) == 2 and len(self._parts(inner)) == 1
            dead_end = any(len(self._beside[cell]) == 1 for cell in inner)
            eyes = 0 if two and not dead_end else -1
        return min(eyes, len(border - own - opp))

    def _border(self, region: Points) -> Points:
        return self._round(self._all - region) & region

    def _round(self, points: Points) -> Points:
        return NOBODY.union(*(self._beside[cell] for cell in points))

    def _liberties(self, region: Points, stones: Points, full: Points) -> Points:
        return (self._round(stones) & region) - full

    def _chain(self, point: int, stones: Points) -> Points:
        return next(chain for chain in self._parts(stones) if point in chain)

    def _parts(self, points: Points) -> list[Points]:
        return groups(self._geometry, points, lambda *_: True)
