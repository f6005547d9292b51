"""What comes before a pass."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engined.backends.go_reader import GoReader
from engined.families.go import CAPTURE_PART
from engined.kernels.compilation import build
from engined.results import Forecast, Interrupted
from engined.roots.fillings import fillings
from engined.roots.life import Life
from engined.roots.limits import Limits, SearchClock
from engined.roots.searcher import Ending
from engined.roots.tree_root import TreeRoot
from engined.rules.position import PASS, Move, parse_position
from engined.variants.catalogue import Catalogue
from tests.roots.made_searchers import Endings

KO = ".O.O. OOOOO OOXOO XX.XX .XX.X"
"""Both sides live, and the stone in the middle is captured by a ko, or connected below."""
CONNECTS = 17
OWNED = (-1.0,) * 12 + (0.9,) + (-1.0,) * 2 + (1.0,) * 10
"""What games say, in which the first side connects."""


class Connected(Endings):
    """Games say that the stone in the middle is its side's."""

    def forecast(self) -> Forecast:
        return Forecast(100, 0.9, 0.0, 1.0, ownership=OWNED)


@pytest.fixture(scope="module")
def reader() -> GoReader:
    return GoReader(build.load(Catalogue().get("go-5x5"), CAPTURE_PART, None))


def test_a_stone_that_hangs_by_a_ko_is_connected_before_a_pass(reader: GoReader) -> None:
    """Who could capture it passes at once: its points are nobody's."""
    variant = Catalogue().get("go-5x5-area-komi-0")
    mine, others = (parse_position(variant, f"{KO} {mover}") for mover in "XO")
    owned = tuple(-part for part in OWNED)
    assert list(fillings(mine, frozenset(), Life(mine, OWNED, reader))) == [CONNECTS]
    assert list(fillings(others, frozenset(), Life(others, owned, reader))) == []


@pytest.mark.parametrize(("lost", "best"), [(0.0, Move(CONNECTS)), (8.0, PASS)])
def test_it_is_so_where_games_alone_put_the_pass_first(reader: GoReader, lost: float, best: Move) -> None:
    position = replace(parse_position(Catalogue().get("go-5x5-area-komi-0"), f"{KO} X"), passes=1)
    searcher = Connected(Ending(PASS, 90, 0.9, 0.0, 0.0, 1.0), Ending(Move(CONNECTS), 30, 0.9, 1.0, -lost, 1.0))
    root = TreeRoot(position, searcher, Limits(best=1), SearchClock(lambda: 0.0), lambda: None, reader=reader)
    with pytest.raises(Interrupted):
        root.run()
    assert root.lines[0].move == best
