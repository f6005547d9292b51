"""The exact value of ever larger boards, for variants that are declared for many sizes."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence

from engined.rules.position import start
from engined.variants.catalogue import Catalogue, UnknownVariant

from .findings import Boards, SolvedBoard
from .oracle import Oracle


class SolvingBoards:
    """The starts of a variant's sized names, smallest first, until one takes too long."""

    def __init__(self, catalogue: Catalogue, name: str, oracle: Oracle, threads: int) -> None:
        self._catalogue, self._oracle, self._threads = catalogue, oracle, threads
        self._names = names_by_size(catalogue, name)
        self._solved: list[SolvedBoard] = []
        self._failed: str | None = None

    def run(self, seconds: float) -> Generator[float, None, None]:
        """Solve for so long, compiling included; gives the share of the time that has passed. Raises Unsupported."""
        begun = time.monotonic()
        for name in self._names:
            passed = time.monotonic() - begun
            if passed >= seconds:
                self._failed = name
                return
            yield passed / seconds
            variant = self._catalogue.get(name)
            position = start(variant)
            if position.over:
                continue
            exact = self._oracle.solve(position, seconds - passed, self._threads)
            if exact is None:
                self._failed = name
                return
            board = variant.board
            self._solved.append(SolvedBoard(name, board.width, board.height, len(board.cells), exact))

    def finding(self) -> Boards | None:
        """What is known so far; None before the first board was tried."""
        return Boards(tuple(self._solved), self._failed) if self._solved or self._failed else None


def names_by_size(catalogue: Catalogue, name: str) -> Sequence[str]:
    """Sized names of a variant by the number of their cells; of two that are mirror images, the upright one.

    Sides are even or odd as those of the variant itself: it may have a centre that needs that.
    """
    own = catalogue.get(name).board
    sides = catalogue.sizes(name)
    found = []
    for width in (side for side in sides if side % 2 == own.width % 2):
        for height in (side for side in sides if side % 2 == own.height % 2 and side >= width):
            try:
                board = catalogue.get(f"{name}-{width}x{height}").board
            except UnknownVariant:
                continue  # what the declaration names is not on a board so small
            found.append((len(board.cells), height, f"{name}-{width}x{height}"))
    return [sized for _, _, sized in sorted(found)]
