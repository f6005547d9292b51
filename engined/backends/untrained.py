"""How far searches by geometry are off in a variant without weights: measured before its first search.

The errors of all boards grow alike with the depths of the two searches, but from very different beginnings: those of
misère are half, those of indirect captures four times as large as the ones of 8x7 Othello. So the growth is known, and
the beginning is measured: a second or two of work, kept beside the compiled kernels.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import fmean, pstdev

from engined.kernels.codes import UNIT
from engined.kernels.compilation import build
from engined.results import Interrupted
from engined.rules.position import PASS, Position, start

from .memory import Context, TranspositionTable
from .probcut_errors import BY_GEOMETRY, Errors, Growth

MIDGAME = Growth(0.0, 0.46, -0.343, -0.726)
END = Growth(0.0, 0.166, -0.157, -0.696)
"""Least squares through the logarithms of the deviations of seven boards, a constant for each: Othello on 6x6, 8x6, 8x7
and 10x10, Nip's, misère, indirect captures. The residuals of the logarithms are 0.13 and 0.11, the constants to the end
between 6.1 and 8.3."""
CAUTION = 1.25
"""Deviations to the end are taken to be so many times as large: errors by geometry have longer tails than those by
trained weights. Without it, of 60 scores of 8x6 with 15 to 17 empty cells 35 and 43 were exact at the first two levels,
where 40 and 50 are stated."""

SHARES = (0.3, 0.45, 0.6, 0.75)
"""The shares of the board that are empty where searches short of the end are compared."""
PAIRS = ((3, 1), (4, 2), (5, 3), (6, 2), (6, 4))
"""The depths, in plies, of the deep and of the shallow search of each pair that is compared."""
LARGE, DEEPEST = 256, 4
"""Deeper searches are not compared on boards of more cells: with a hundred moves in a position, six plies of 48 take a
minute, and whoever opens such a board waits for it.
"""
END_EMPTIES = (12, 13, 14, 15)
END_DEPTHS = (2, 4)
"""Depths that are compared with exact scores; one more from an odd number of empty cells."""
PLIES = 4096
"""The plies of all games together, about."""
FEWEST_GAMES, MOST_GAMES = 24, 96
NODES = 100_000_000
"""The nodes that all of this may take: many times what it takes."""
TABLE_MIB = 1
UNDECIDED = 2000
"""Hundredths of a disc that a position may be worth to either side: decided ones are pruned anyway."""
ENOUGH = 12
"""Differences that a deviation is taken of."""

_METHOD = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]
"""The digest of the method: a measurement by another one is made again."""

Differences = dict[tuple[int, int, int], list[float]]
"""The differences of scores by the empty cells and the two depths, deep and shallow."""


def errors_of(kernels: build.Kernels, cache: Path | None) -> Errors:
    """Those of a variant's searches by geometry, kept from then on. The same on every machine."""
    path = build.folder_of(kernels.variant, kernels.part, cache) / f"errors-{kernels.variant.digest}-{_METHOD}.json"
    try:
        return Errors.of(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        errors = measured(kernels)
    path.parent.mkdir(parents=True, exist_ok=True)  # sources that are interpreted have compiled nothing into it
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps(errors.numbers()), "utf-8")
    part.replace(path)
    return errors


def measured(kernels: build.Kernels) -> Errors:
    """The same, measured; on boards that are solved from the start at once, those of 8x8 Othello."""
    if start(kernels.variant).empties <= max(END_EMPTIES):
        return BY_GEOMETRY
    midgame: Differences = defaultdict(list)
    end: Differences = defaultdict(list)
    comparing = _Comparing(kernels)
    cells = len(kernels.variant.board.cells)
    middle = {round(share * cells) for share in SHARES}
    try:
        for game in _random_games(start(kernels.variant)):
            for empties, position in game.items():
                if empties in middle:
                    comparing.midgame(position, midgame)
                if empties in END_EMPTIES:
                    comparing.end(position, end)
    except Interrupted:
        pass  # what was compared until then must do
    to_the_end = _begun(END, end, cells)
    cautious = to_the_end and replace(to_the_end, constant=round(to_the_end.constant + math.log(CAUTION), 4))
    return Errors(_begun(MIDGAME, midgame, cells) or BY_GEOMETRY.midgame, cautious or BY_GEOMETRY.end)


def _random_games(begin: Position) -> Iterator[dict[int, Position]]:
    """The positions of each, by empty cells, where there is something to choose.

    Searches are off by about as much in these as in good games, which would take longer to play.
    """
    for seed in range(min(max(PLIES // len(begin.variant.board.cells), FEWEST_GAMES), MOST_GAMES)):
        chooser, position = random.Random(seed), begin
        game = {}
        while not position.over:
            legal = position.legal()
            if legal != (PASS,):
                game[position.empties] = position
            position = position.play(chooser.choice(legal))
        yield game


class _Comparing:
    """Searches that prune nothing, and find nothing of what another position's have left."""

    def __init__(self, kernels: build.Kernels) -> None:
        self._kernels = kernels
        self._cells = len(kernels.variant.board.cells)
        self._nodes = NODES

    def midgame(self, position: Position, found: Differences) -> None:
        """Add what deep and shallow searches differ by. Raises Interrupted."""
        pairs = [pair for pair in PAIRS if self._cells <= LARGE or max(pair) <= DEEPEST]
        depths = {depth for pair in pairs for depth in pair if depth < position.empties}
        values = self._values(position, depths, exact=False)
        for deep, shallow in pairs:
            if deep in values:
                found[position.empties, deep, shallow].append(values[deep] - values[shallow])

    def end(self, position: Position, found: Differences) -> None:
        """Add what exact scores and searches differ by. Raises Interrupted."""
        values = self._values(position, {2, *(depth + position.empties % 2 for depth in END_DEPTHS)}, exact=True)
        for depth in END_DEPTHS if values else ():
            shallow = depth + position.empties % 2
            difference = values[position.empties] - values[shallow]
            found[position.empties, position.empties, shallow].append(difference)

    def _values(self, position: Position, depths: set[int], *, exact: bool) -> dict[int, int]:
        """The values of a position by depth, in hundredths of a disc, shallow ones first; none if it is decided."""
        kernels, limit = self._kernels, UNIT * self._cells
        context = Context(TranspositionTable(kernels.BUCKET_BYTES, TABLE_MIB), kernels)
        context.limit(self._nodes)
        boards = kernels.layout.boards(position)
        values: dict[int, int] = {}
        for depth in sorted(depths):
            values[depth] = int(kernels.search(*boards, depth, -limit, limit, context.address))
        undecided = abs(values[2]) <= UNDECIDED
        if exact and undecided:
            values[position.empties] = UNIT * int(kernels.solve(*boards, -self._cells, self._cells, context.address))
        if context.stopped:
            raise Interrupted
        self._nodes -= context.nodes
        return values if undecided else {}


def _begun(growth: Growth, found: Differences, cells: int) -> Growth | None:
    """The growth from where the measured deviations say that it begins; None from too few."""
    rests = [
        math.log(max(pstdev(differences), 1.0) / growth.deviation(deep, shallow, empties / cells))
        for (empties, deep, shallow), differences in found.items()
        if len(differences) >= ENOUGH
    ]
    return replace(growth, constant=round(fmean(rests), 4)) if rests else None
