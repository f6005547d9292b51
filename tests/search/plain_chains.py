"""Chain games solved as plainly as can be: nothing here is shared with the kernels or the rules."""

from __future__ import annotations

from collections.abc import Iterable

Cell = tuple[int, int]
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))


class PlainChains:
    """A chain game on some cells, (row, column) each; ``odd`` is the seat that odd numbers are points for."""

    def __init__(self, cells: Iterable[Cell], points: Iterable[str], *, multi: bool = False, odd: int = 0) -> None:
        self._cells = sorted(cells)
        self._points, self._multi, self._odd = frozenset(points), multi, odd
        self._near = {
            (row, column): [
                (row + down, column + right) for down, right in STEPS if (row + down, column + right) in cells
            ]
            for row, column in self._cells
        }
        self._known: dict[tuple[object, ...], tuple[int, int]] = {}

    def value(self, stones: dict[Cell, int], seat: int) -> int:
        """By how much the seat to move will be ahead. ``stones`` have a seat each."""
        low, high, guess = -3 * len(self._cells), 3 * len(self._cells), 0
        while low < high:
            floor = min(max(guess, low + 1), high) - 1
            guess = self._search(stones, seat, floor)
            low, high = (guess, high) if guess > floor else (low, guess)
        return low

    def legal(self, stones: dict[Cell, int]) -> list[Cell]:
        """Where a stone may be placed."""
        return [cell for cell in self._cells if cell not in stones and self._may(stones, cell)]

    def score(self, stones: dict[Cell, int]) -> int:
        """By how much the first seat is ahead if the game ends."""
        ahead = 0
        for chain in self._chains(stones):
            if len(chain) > 1:
                degrees = {cell: [near for near in self._near[cell] if near in stones] for cell in chain}
                ends = {stones[cell] for cell, near in degrees.items() if len(near) == 1}
                bends = sum(
                    len(near) == 2 and near[0][0] != near[1][0] and near[0][1] != near[1][1]
                    for near in degrees.values()
                )
                if "ends" in self._points and len(ends) == 1:
                    ahead += 1 - 2 * ends.pop()
                for rule, number in (("count", len(chain)), ("bends", bends)):
                    if rule in self._points:
                        ahead += 1 if (number % 2 == 1) == (self._odd == 0) else -1
        return ahead

    def _may(self, stones: dict[Cell, int], cell: Cell) -> bool:
        near = [other for other in self._near[cell] if other in stones]
        if not self._multi:
            crowded = len(near) > 2 or any(sum(far in stones for far in self._near[other]) > 1 for other in near)
            if crowded:
                return False
        # In one chain there is a way from one neighbour to another already, and the stone would close it.
        return all(other not in self._reached(stones, start) for start in near for other in near if other != start)

    def _reached(self, stones: dict[Cell, int], start: Cell) -> set[Cell]:
        found, waiting = {start}, [start]
        while waiting:
            fresh = [near for near in self._near[waiting.pop()] if near in stones and near not in found]
            found.update(fresh)
            waiting += fresh
        return found

    def _chains(self, stones: dict[Cell, int]) -> list[set[Cell]]:
        found: list[set[Cell]] = []
        for cell in stones:
            if not any(cell in chain for chain in found):
                found.append(self._reached(stones, cell))
        return found

    def _search(self, stones: dict[Cell, int], seat: int, floor: int) -> int:
        """Whether the value is above the floor: a bound of it that says so."""
        key = (frozenset(stones.items() if "ends" in self._points else stones), seat)
        low, high = self._known.get(key, (-99, 99))
        if low > floor:
            return low
        if high <= floor:
            return high
        legal = self.legal(stones)
        if not legal:
            return self.score(stones) if seat == 0 else -self.score(stones)
        best = -99
        for cell in legal:
            best = max(best, -self._search({**stones, cell: seat}, 1 - seat, -floor - 1))
            if best > floor:
                break
        self._known[key] = (max(low, best), high) if best > floor else (low, min(high, best))
        return best
