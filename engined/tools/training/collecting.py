"""Collecting: games against itself whose positions are labelled go into a file, block by block.

Nothing here is imported before it is needed, as what commands say of themselves wants the numbers below alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engined.tools.training.position_file import Labelling, PositionFile
    from engined.tools.training.workers import Workers

DEPTH = 10
"""Plies of the searches that label, unless told otherwise."""
EXACT = 18
"""Most empty cells of positions that are solved instead."""
LEAST = 6
"""Fewest empty cells of positions: later ones are solved faster than they are evaluated."""


def added(file: PositionFile, workers: Workers, labelling: Labelling, enough: int | None) -> Iterator[int]:
    """Add games to a file until it has enough positions; gives after each block how many positions it has."""
    from engined.tools.training.position_file import rows_of

    if enough is not None and file.rows >= enough:
        return
    plan = (labelling.depth, labelling.exact, file.seed, labelling.least)
    for number, found in workers.labelled_games(count(file.next_number), *plan):
        file.add(number, rows_of(found))
        yield file.rows
        if enough is not None and file.rows >= enough:
            return
