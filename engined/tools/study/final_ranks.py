"""Tables 3 and 4: which rank the seats of Yonin reach when the last moves of random games are read to the end."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from engined.kernels.layouts.multiplayer import counts_in

from . import paper
from .finding import Finding, Measured, ReportTable, Row, measured
from .game_words import RANKED_GAME_WORDS
from .players import SEAT_GAMES, GamesOrder
from .session import Run, variant_named

SEATS = 4
MOVERS = ("1st", "2nd", "3rd", "4th")
GAMES = 20000
BATCH = 50
"""Some hundredths of a second where 11 moves are read."""

Printed = Mapping[int, tuple[str, ...]]


@dataclass(frozen=True)
class RanksTable:
    """One table: a variant, and what the paper has of it."""

    variant: str
    title: str
    printed: Printed


@dataclass(frozen=True)
class FinalRanks:
    """See the module's docstring. With ``opposite`` only those games count for a seat that the opposite seat wins."""

    title: str
    parts: tuple[RanksTable, ...]
    opposite: bool
    notes: tuple[str, ...]
    rows: tuple[int, ...] = tuple(paper.TABLE_3)

    def games(self, session: Run) -> int:
        """How many games there will be in all."""
        return (session.games or GAMES) * len(session.rows) * len(self.parts)

    def run(self, session: Run, finding: Finding) -> Iterator[None]:
        """Play, and write what is found; a step for each row."""
        finding.tables = [ReportTable(part.title, "N", MOVERS, [], "mean rank") for part in self.parts]
        games = session.games or GAMES
        for read in session.rows:
            for part, table in zip(self.parts, finding.tables, strict=True):
                order = GamesOrder(SEAT_GAMES, "ranked_games", RANKED_GAME_WORDS, (read,), batch=BATCH)
                ranks = ranks_of(session.play(variant_named(part.variant), order, games).rows[:, 0])
                table.rows.append(Row(str(read), games, self._figures(ranks, part.printed.get(read)), read))
                yield

    def _figures(self, ranks: Any, printed: tuple[str, ...] | None) -> tuple[Measured, ...]:
        figures = []
        for seat in range(SEATS):
            counted = ranks[:, seat]
            if self.opposite:
                counted = counted[ranks[:, (seat + 2) % SEATS] == 1]
            size = len(counted)
            mean, spread = (float(counted.mean()), float(counted.std())) if size else (math.nan, math.nan)
            # Of the paper's games as many count as of ours.
            theirs = max(1, round(paper.TABLE_3_GAMES * size / len(ranks)))
            text = printed[seat] if printed else None
            figures.append(measured(mean, spread / math.sqrt(max(size, 1)), size, text, theirs))
        return tuple(figures)


def _by_follower(printed: Printed) -> Printed:
    """Figures that are printed under the seat that is first, by the seat whose ranks they are: the opposite one."""
    return {read: figures[2:] + figures[:2] for read, figures in printed.items()}


def ranks_of(tallies: Any) -> Any:
    """The rank of each seat, from 1, in every game: of words in which kernels pack what all seats count."""
    counts = np.stack(counts_in(tallies, SEATS), axis=1)
    return 1 + (counts[:, None, :] > counts[:, :, None]).sum(axis=2)


NOTE = (
    "Random play, mirrored start; from N empty cells on every seat plays for its own final rank, by max^n: the first "
    "of the best moves from a1 to h8. Equal seats share the better rank."
)
UNRESTRICTED_NOTE = (
    "The paper's figures without the restriction fit only if its columns are the seats that are first, not the "
    "opposite seats whose ranks they are: so they are read here."
)

TABLE_3 = FinalRanks(
    "Yonin, table 3: order of play and mean rank",
    (RanksTable("yonin", "Mean rank of each mover", paper.TABLE_3),),
    opposite=False,
    notes=(NOTE,),
)
TABLE_4 = FinalRanks(
    "Yonin, table 4: mean rank where the opposite seat is first",
    (
        RanksTable("yonin", "Yonin", paper.TABLE_4),
        RanksTable("yonin-unrestricted", "Every seat may place everywhere", _by_follower(paper.TABLE_4_UNRESTRICTED)),
    ),
    opposite=True,
    notes=(NOTE, UNRESTRICTED_NOTE),
)
