"""Table 2: how many moves there are to choose from, and how long games are, by random play."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import paper
from .finding import Finding, Measured, ReportTable, Row, measured
from .game_words import RANDOM_GAME_WORDS
from .players import SEAT_GAMES, GamesOrder
from .session import Run, variant_named

TITLES = {
    "othello": "Reversi 8x8",
    "yonin": "Yonin 8x8",
    "othello-6x6": "Reversi 6x6",
    "yonin-6x6": "Yonin 6x6",
}
BATCH = 1000
"""The milliseconds of a batch of games."""
RATIO = 0.75
"""The paper's claim: Yonin leaves less than this share of the moves of Reversi."""


@dataclass(frozen=True)
class Freedom:
    """See the module's docstring."""

    title: str = "Yonin, table 2: freedom and length"
    rows: tuple[int, ...] = ()
    notes: tuple[str, ...] = (
        "Random play, mirrored start. Every turn counts, a forced pass as 0 moves, but not the passes at the end.",
        "The paper's text has Yonin played by max^n of depth 5; its table prints the numbers of games of random play.",
    )

    def games(self, session: Run) -> int:
        """How many games there will be in all."""
        return sum(session.games or games for games in paper.TABLE_2_GAMES.values())

    def run(self, session: Run, finding: Finding) -> Iterator[None]:
        """Play, and write what is found; a step for each game of the table."""
        columns = ("moves", "variance", "deviation", "turns")
        table = ReportTable("Legal moves at a turn; turns of a game", "game", columns, [])
        finding.tables = [table]
        for name, title in TITLES.items():
            games = session.games or paper.TABLE_2_GAMES[name]
            variant = variant_named(name)
            counters = len(variant.board.cells) + 1
            order = GamesOrder(SEAT_GAMES, "random_games", RANDOM_GAME_WORDS, counters=counters, batch=BATCH)
            played = session.play(variant, order, games)
            table.rows.append(Row(title, games, _figures(name, played.rows)))
            seen = {moves: int(times) for moves, times in enumerate(played.counters) if times}
            finding.histograms[title] = seen
            yield
        finding.notes += [_ratio(table.rows[at : at + 2], size) for at, size in ((0, "8x8"), (2, "6x6"))]


def _figures(name: str, rows: Any) -> tuple[Measured, ...]:
    """Mean, variance and deviation of the moves at a turn, and the mean of turns, with errors by whole games: turns of
    one game are not independent.
    """
    games = len(rows)
    turns, total, squares = rows.T.astype(float)
    mean = total.sum() / turns.sum()
    variance = squares.sum() / turns.sum() - mean**2

    def error(residuals: Any) -> float:
        return float(math.sqrt(np.sum(residuals**2)) / turns.sum())

    of_mean = error(total - mean * turns)
    of_variance = error(squares - 2 * mean * total + mean**2 * turns - variance * turns)
    deviation = math.sqrt(variance)
    figures = (
        (mean, of_mean),
        (variance, of_variance),
        (deviation, of_variance / (2 * deviation)),
        (turns.mean(), turns.std() / math.sqrt(games)),
    )
    printed = zip(figures, paper.TABLE_2[name], strict=True)
    return tuple(measured(float(a), float(b), games, text, paper.TABLE_2_GAMES[name]) for (a, b), text in printed)


def _ratio(rows: list[Row], size: str) -> str:
    """How much of the freedom of Reversi there is in Yonin."""
    reversi, yonin = (row.figures[0] for row in rows)
    ratio = yonin.ours / reversi.ours
    error = ratio * math.hypot(yonin.error / yonin.ours, reversi.error / reversi.ours)
    side = "below" if ratio + 2 * error < RATIO else "above" if ratio - 2 * error > RATIO else "not to be told from"
    return f"{size}: Yonin leaves {ratio:.4f} ± {error:.4f} of the moves of Reversi, {side} the paper's 3/4."
