"""What experiments find, against figures that other programs found; and whether their errors are what they say."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pytest

from engined.tools.study import paper
from engined.tools.study.final_ranks import Printed
from engined.tools.study.finding import Finding, Measured, ReportTable, measured
from engined.tools.study.freedom import TITLES, _figures
from engined.tools.study.game_words import RANDOM_GAME_WORDS
from engined.tools.study.listing import lines_of
from engined.tools.study.players import SEAT_GAMES, GamesOrder, play
from engined.tools.study.session import Run, variant_named
from engined.tools.study.yonin import EXPERIMENTS

SIGMAS = 4.5
"""So far from what is expected, in standard errors, is a fault: of a hundred figures none should be by chance."""
REPLICA_GAMES = 1000

RANDOM_PLAY = {
    "Reversi 8x8": (8.472, 15.68, 3.960, 60.41),
    "Reversi 6x6": (5.196, 6.157, 2.481, 32.50),
    "Yonin 8x8": (6.170, 10.27, 3.205, 61.62),
    "Yonin 6x6": (3.869, 4.350, 2.086, 33.52),
}
"""From a program of its own, over as many games as the paper has."""
RANKS = {
    5: (2.364, 2.380, 2.469, 2.230),
    6: (2.393, 2.544, 2.085, 2.278),
    7: (2.579, 2.068, 2.123, 2.345),
    8: (2.030, 2.216, 2.207, 2.394),
    9: (2.099, 2.196, 2.360, 1.850),
    10: (2.157, 2.294, 1.744, 1.991),
}
"""From the same, 1000 games a row: so are the two below."""
RANKS_BEHIND = {5: (2.464, 2.540, 2.507, 2.399), 8: (2.042, 2.221, 2.198, 2.373), 10: (2.055, 2.315, 1.592, 1.928)}
RANKS_BEHIND_UNRESTRICTED = {5: (2.496, 2.301, 2.754, 2.202), 8: (1.718, 1.827, 2.023, 2.385)}


def found(name: str, games: int, rows: tuple[int, ...] | None = None) -> Finding:
    """What one experiment finds on two threads."""
    experiment = EXPERIMENTS[name]
    finding = Finding("0", name, experiment.title, paper.TITLE, 7, 0.0, [], list(experiment.notes), {})
    heard: list[int] = []
    session = Run(7, rows or experiment.rows, games, 2, None, heard.append)
    for _ in experiment.run(session, finding):
        pass
    assert sum(heard) == experiment.games(session)
    return finding


def distances(table: ReportTable, expected: Mapping[int, tuple[float, ...]]) -> list[float]:
    """How far rows are from those of a replica, in standard errors of the difference."""
    return [
        (figure.ours - value) / (figure.error * math.hypot(1, math.sqrt(row.games / REPLICA_GAMES)))
        for row in table.rows
        for figure, value in zip(row.figures, expected[row.number or 0], strict=True)
    ]


def test_freedom() -> None:
    finding = found("yonin-table2", 20000)
    table = finding.tables[0]
    assert [row.name for row in table.rows] == list(TITLES.values())
    for row in table.rows:
        for figure, value in zip(row.figures, RANDOM_PLAY[row.name], strict=True):
            # Theirs are as sure as ours, at best, and cut after the last digit.
            assert abs(figure.ours - value) < SIGMAS * figure.error * math.sqrt(2) + 0.005
        seen = finding.histograms[row.name]
        mean = sum(moves * times for moves, times in seen.items()) / sum(seen.values())
        assert mean == pytest.approx(row.figures[0].ours)
        assert sum(seen.values()) / row.games == pytest.approx(row.figures[3].ours)


def test_ranks() -> None:
    off = distances(found("yonin-table3", 4000, tuple(RANKS)).tables[0], RANKS)
    assert max(map(abs, off)) < SIGMAS
    assert math.sqrt(sum(value**2 for value in off) / len(off)) < 1.5


def test_ranks_behind_the_opposite_seat() -> None:
    yonin, _ = found("yonin-table4", 4000, tuple(RANKS_BEHIND)).tables
    off = distances(yonin, RANKS_BEHIND)
    _, unrestricted = found("yonin-table4", 4000, tuple(RANKS_BEHIND_UNRESTRICTED)).tables
    off += distances(unrestricted, RANKS_BEHIND_UNRESTRICTED)
    assert max(map(abs, off)) < SIGMAS
    assert math.sqrt(sum(value**2 for value in off) / len(off)) < 1.5


def test_the_papers_unrestricted_columns_are_the_seats_that_are_first() -> None:
    """As read here they lie far closer to what is found than as they are printed."""
    _, table = found("yonin-table4", 1000).tables

    def apart(printed: Printed) -> float:
        pairs = [zip(row.figures, printed[row.number or 0], strict=True) for row in table.rows]
        return math.sqrt(np.mean([(figure.ours - float(text)) ** 2 for row in pairs for figure, text in row]))

    as_read = {row: figures[2:] + figures[:2] for row, figures in paper.TABLE_4_UNRESTRICTED.items()}
    assert 2 * apart(as_read) < apart(paper.TABLE_4_UNRESTRICTED)
    assert [figure.paper for figure in table.rows[0].figures] == [2.469, 2.424, 2.502, 2.282]


def test_errors_of_freedom() -> None:
    """Figures of many samples lie as far from each other as their errors say."""
    order = GamesOrder(SEAT_GAMES, "random_games", RANDOM_GAME_WORDS, counters=37, batch=1000)
    rows = play(variant_named("yonin-6x6"), order, 3, 40000).rows
    samples = [_figures("yonin-6x6", part) for part in np.split(rows, 200)]
    for at in range(4):
        spread = np.std([sample[at].ours for sample in samples])
        assert spread == pytest.approx(np.mean([sample[at].error for sample in samples]), rel=0.2)


def test_teams() -> None:
    finding = found("yonin-table1", 20, (2, 4))
    for row in finding.tables[0].rows:
        black, draw, white, discs, deviation = (figure.ours for figure in row.figures)
        assert black + draw + white == pytest.approx(1)
        assert abs(discs) <= 36
        assert 0 < deviation <= 36
        assert all(figure.paper is None for figure in row.figures)
    assert "nothing in the paper" in "\n".join(lines_of(finding))


def test_printed_figures_have_the_error_of_their_games_and_digits() -> None:
    figure = measured(2.0, 0.1, 400, "2.5", 100)
    assert figure.paper == 2.5
    assert figure.paper_error == pytest.approx(math.hypot(0.2, 0.1 / math.sqrt(3)))
    assert figure.off == pytest.approx(-0.5 / math.hypot(0.1, 0.2, 0.1 / math.sqrt(3)))
    assert measured(2.0, 0.1, 400, None, 100) == Measured(2.0, 0.1)


def test_tables_of_the_paper_have_equal_columns() -> None:
    for table, columns in ((paper.TABLE_1, 5), (paper.TABLE_3, 4), (paper.TABLE_4, 4), (paper.TABLE_4_UNRESTRICTED, 4)):
        assert {len(row) for row in table.values()} == {columns}
    for black, draw, white, *_ in paper.TABLE_1.values():
        assert float(black) + float(draw) + float(white) == pytest.approx(1, abs=0.0025)


def test_nobody_first_opposite_is_no_figure() -> None:
    """Of one game only some seats have an opposite one that is first."""
    finding = found("yonin-table4", 1, (5,))
    text = "\n".join(lines_of(finding))
    assert any(math.isnan(figure.ours) for table in finding.tables for row in table.rows for figure in row.figures)
    assert "nan" not in text
