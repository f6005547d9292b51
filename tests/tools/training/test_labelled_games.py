"""Games whose positions are labelled as they come, against the rules and a search of all games."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from engined.kernels.layouts.layout import layout_of
from engined.rules.position import Position, start
from engined.tools.training.position_file import Rows, rows_of
from engined.tools.training.workers import Workers
from engined.variants.catalogue import Catalogue


@cache
def worth(position: Position) -> int:
    """The score in discs, the mover's view, by trying everything."""
    if position.over:
        return int(position.value(position.seat))
    scores = []
    for move in position.legal():
        after = position.play(move)
        scores.append(worth(after) if after.seat == position.seat else -worth(after))
    return max(scores)


@cache
def by_boards(name: str) -> dict[tuple[int, ...], Position]:
    """All positions of a small game with a legal placement, as kernels have them."""
    layout = layout_of(Catalogue().get(name))
    found: dict[tuple[int, ...], Position] = {}
    level = {start(layout.variant)}
    while level:
        for position in level:
            if not position.over and position.legal()[0].square >= 0:
                own, opp = layout.boards(position)
                assert isinstance(own, int)
                assert isinstance(opp, int)
                found[own, opp] = position
        level = {position.play(move) for position in level if not position.over for move in position.legal()}
    return found


@cache
def workers_of(name: str) -> Workers:
    return Workers(Catalogue().get(name), None, 2)


def collected(name: str, depth: int, exact: int, least: int) -> Rows:
    games = workers_of(name).labelled_games(range(6), depth, exact, 3, least)
    return np.concatenate([rows_of(found) for _, found in sorted(games, key=lambda part: part[0])])


@pytest.mark.parametrize("name", ["othello-4x4", pytest.param("hasami-one-4x4", marks=pytest.mark.slow)])
def test_positions_are_reached_and_their_labels_are_right(name: str) -> None:
    positions = by_boards(name)
    rows = collected(name, 2, 16, 1)
    assert 0 < rows["aside"].mean() < 0.5
    for row in rows:
        position = positions[tuple(row["boards"].tolist())]
        assert row["value"] == 100 * worth(position)
        assert row["depth"] == position.empties
    assert 0 < rows["cost"].max() < 10_000


def test_what_is_played_without_errors_ends_as_it_was_valued() -> None:
    rows = collected("othello-4x4", 2, 16, 1)
    assert (rows["outcome"] == rows["value"]).all()


def test_outcomes_are_those_of_the_line_that_was_played() -> None:
    """Labels of one ply err; an outcome is the label at the end of the path, exact with three empty cells or fewer."""
    rows = collected("othello-4x4", 1, 3, 1)
    path = rows[rows["aside"] == 0]
    assert (path["outcome"] != path["value"]).any()
    assert (rows["outcome"] == rows["value"])[rows["aside"] == 1].all()
    positions = by_boards("othello-4x4")
    late = path[[positions[tuple(row["boards"].tolist())].empties <= 3 for row in path]]
    exact = [100 * worth(positions[tuple(row["boards"].tolist())]) for row in late]
    # What is solved is played on without an error: only where the game then left the path may the outcome differ.
    assert np.mean(late["outcome"] == exact) > 0.9


def test_no_position_has_fewer_empty_cells_than_asked() -> None:
    positions = by_boards("othello-4x4")
    rows = collected("othello-4x4", 1, 3, 4)
    assert min(positions[tuple(row["boards"].tolist())].empties for row in rows) == 4
