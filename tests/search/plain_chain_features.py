"""The features of chain games once more, plainly, by words instead of numbers: what kernels are held to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

Cell = tuple[int, int]
Feature = tuple[object, ...]
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))


class PlainFeatures:
    """Of stones with a seat each, and open cells; ``seat`` is to move."""

    def __init__(self, stones: dict[Cell, int], open_cells: Iterable[Cell], seat: int, odd: int) -> None:
        self._stones, self._open, self._seat = stones, set(open_cells), seat
        self._mine = seat == odd
        self._chain_of: dict[Cell, frozenset[Cell]] = {}
        for stone in stones:
            if stone not in self._chain_of:
                chain = self._reached(stone)
                self._chain_of |= dict.fromkeys(chain, chain)

    def owned(self) -> Counter[Feature]:
        """Where ends count."""
        found: Counter[Feature] = Counter()
        for chain in set(self._chain_of.values()):
            ends = sorted((self._is_theirs(end), self._freedom(end)) for end in self._ends(chain))
            found["chain", *ends] += 1
        for cell in self._open:
            views = sorted(map(self._view, self._beside(cell)))
            found["joint", *views, min(3, self._freedom(cell))] += 1
        return found

    def counted(self) -> Counter[Feature]:
        """Where stones or bends count."""
        found: Counter[Feature] = Counter()
        for chain in set(self._chain_of.values()):
            freedoms = sorted(map(self._freedom, self._ends(chain)))
            found["chain", self._mine, *freedoms, *self._kind(chain)] += 1
        for cell in self._open:
            beside = self._beside(cell)
            kinds = sorted(self._kind(self._chain_of[stone]) for stone in beside)
            straight = len(beside) == 2 and (beside[0][0] == beside[1][0] or beside[0][1] == beside[1][1])
            found["joint", self._mine, *kinds, min(3, self._freedom(cell)), straight] += 1
        return found

    def _reached(self, stone: Cell) -> frozenset[Cell]:
        found, waiting = {stone}, [stone]
        while waiting:
            fresh = [near for near in self._beside(waiting.pop()) if near not in found]
            found.update(fresh)
            waiting += fresh
        return frozenset(found)

    def _beside(self, cell: Cell) -> list[Cell]:
        return [near for near in _around(cell) if near in self._stones]

    def _freedom(self, cell: Cell) -> int:
        return sum(near in self._open for near in _around(cell))

    def _ends(self, chain: frozenset[Cell]) -> list[Cell]:
        return [stone for stone in chain if len(self._beside(stone)) < 2]

    def _is_theirs(self, stone: Cell) -> bool:
        return self._stones[stone] != self._seat

    def _view(self, end: Cell) -> tuple[int, ...]:
        """Of a chain from one of its ends."""
        others = [other for other in self._ends(self._chain_of[end]) if other != end]
        far = [number for other in others for number in (self._is_theirs(other), min(2, self._freedom(other)))]
        return (len(others), self._is_theirs(end), *far)

    def _kind(self, chain: frozenset[Cell]) -> tuple[int, ...]:
        bends = 0
        for stone in chain:
            near = self._beside(stone)
            bends += len(near) == 2 and near[0][0] != near[1][0] and near[0][1] != near[1][1]
        return (1,) if len(chain) == 1 else (0, len(chain) % 2, bends % 2)


def _around(cell: Cell) -> list[Cell]:
    return [(cell[0] + down, cell[1] + right) for down, right in STEPS]
