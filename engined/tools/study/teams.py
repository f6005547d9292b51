"""Table 1: two teams on 6x6, one program playing both, and how far it looks ahead."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from engined.kernels.layouts.multiplayer import counts_in

from . import paper
from .finding import Finding, Measured, ReportTable, Row, measured
from .game_words import TEAM_GAME_WORDS
from .players import TEAM_GAMES, GamesOrder
from .session import Run, variant_named

VARIANT = "yonin-team-6x6"
GAMES = 200
READ = 12
"""Empty cells from which everything is read to the end."""
BLACK = 0b0101
"""The seats of the first team, as exact searches are asked."""


@dataclass(frozen=True)
class Teams:
    """See the module's docstring."""

    title: str = "Yonin, table 1: teams on 6x6, by depth of search"
    rows: tuple[int, ...] = tuple(paper.TABLE_1)
    notes: tuple[str, ...] = (
        "Shares of games that Black and White win, by the cells of their own quarters; by how many discs Black leads.",
        "Evaluation by freedom, cells, and safe discs at edges, with a random term as wide as 1.5 of these; "
        f"all is read from {READ} empty cells on.",
        "The paper gives neither its weights nor where it reads to the end: compare the trend, not the level.",
    )

    def games(self, session: Run) -> int:
        """How many games there will be in all."""
        return (session.games or GAMES) * len(session.rows)

    def run(self, session: Run, finding: Finding) -> Iterator[None]:
        """Play, and write what is found; a step for each depth."""
        columns = ("Black", "draw", "White", "discs", "deviation")
        table = ReportTable("Who wins, and by how many discs Black is ahead", "depth", columns, [])
        finding.tables = [table]
        games = session.games or GAMES
        for depth in session.rows:
            order = GamesOrder(TEAM_GAMES, "team_games", TEAM_GAME_WORDS, (depth, READ), question=BLACK)
            rows = session.play(variant_named(VARIANT), order, games).rows
            table.rows.append(Row(str(depth), games, _figures(rows, paper.TABLE_1.get(depth)), depth))
            yield
        if len(table.rows) > 1:
            finding.notes.append(_trend(table.rows))


def _figures(rows: Any, printed: tuple[str, ...] | None) -> tuple[Measured, ...]:
    games = len(rows)
    counts = counts_in(rows[:, 0], 4)
    margins = counts[0] + counts[2] - counts[1] - counts[3]
    shares = [float(np.mean(np.sign(margins) == sign)) for sign in (1, 0, -1)]
    figures = [(share, _error_of_share(share, games)) for share in shares]
    discs = rows[:, 1]
    mean, deviation = float(discs.mean()), float(discs.std())
    fourth = float(((discs - mean) ** 4).mean())
    # The error of the deviation for any distribution, by its fourth moment.
    of_deviation = math.sqrt(max(fourth - deviation**4, 0.0) / games) / (2 * deviation) if deviation else 0.0
    figures += [(mean, deviation / math.sqrt(games)), (deviation, of_deviation)]
    texts = printed or (None,) * len(figures)
    return tuple(
        measured(*figure, games, text, paper.TABLE_1_GAMES) for figure, text in zip(figures, texts, strict=True)
    )


def _error_of_share(share: float, games: int) -> float:
    """The standard error of a share, as if half a game more had gone each way: never nothing."""
    likely = (share * games + 0.5) / (games + 1)
    return math.sqrt(likely * (1 - likely) / games)


def _trend(rows: list[Row]) -> str:
    """The discs that Black is ahead by more for each ply of depth: least squares."""
    depths = [float(row.number or 0) for row in rows]
    middle = sum(depths) / len(depths)
    weights = [(depth - middle) / sum((other - middle) ** 2 for other in depths) for depth in depths]
    discs = [row.figures[3] for row in rows]
    slope = sum(weight * figure.ours for weight, figure in zip(weights, discs, strict=True))
    error = math.sqrt(sum((weight * figure.error) ** 2 for weight, figure in zip(weights, discs, strict=True)))
    said = f"For each ply of depth Black gains {slope:+.2f} ± {error:.2f} discs"
    printed = [figure.paper for figure in discs]
    if None in printed:
        return f"{said}."
    theirs = sum(weight * (value or 0.0) for weight, value in zip(weights, printed, strict=True))
    return f"{said}; by the paper's figures {theirs:+.2f}."
