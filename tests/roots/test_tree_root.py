"""The root of a search that plays games out, over a searcher that plays none."""

from __future__ import annotations

import pytest

from engined.results import Forecast, Interrupted
from engined.roots.limits import Clock, Limits
from engined.roots.tree_root import Ending, TreeRoot
from engined.rules.position import PASS, Move, start
from engined.variants.catalogue import Catalogue


class Counter:
    """Counts the games that it is asked for, all through one move, and stops in the middle of them."""

    def __init__(self, most: int) -> None:
        self.nodes = 0
        self._most = most

    def grow(self, games: int, only: frozenset[Move] = frozenset()) -> None:
        self.nodes = min(self.nodes + games, self._most)
        if self.nodes == self._most:
            raise Interrupted

    def endings(self) -> tuple[Ending, ...]:
        return (Ending(Move(4), self.nodes, 0.5, 1.0, 0.0, 1.0), Ending(PASS, 0, 0.0, 0.0, 0.0, 0.0))

    def forecast(self) -> Forecast:
        return Forecast(self.nodes, 0.5, 0.0, 1.0)

    def line(self, move: Move, plies: int) -> tuple[Move, ...]:
        return (move,)

    def halt(self) -> None:
        raise AssertionError


@pytest.mark.parametrize("games", [1, 16, 100])
def test_games_before_an_interruption_count(games: int) -> None:
    position = start(Catalogue().get("go-3x3"))
    root = TreeRoot(position, Counter(games), Limits(nodes=games), Clock(lambda: 0.01), lambda: None)
    with pytest.raises(Interrupted):
        root.run()
    assert [(line.move, line.nodes) for line in root.lines] == [(Move(4), games)]
    assert root.forecast == Forecast(games, 0.5, 0.0, 1.0)
