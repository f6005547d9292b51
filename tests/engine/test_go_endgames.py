"""The last moves of a game of Go, in the order that a player counts by hand.

A corridor of n points that one side's stones wall in and the other's may enter is worth ``n - 2 + 2 ** (1 - n)`` points
(E. Berlekamp and D. Wolfe, "Mathematical Go", 1994); a sum of such is rounded up by whoever moves first.
"""

from __future__ import annotations

from contextlib import suppress

import pytest

from engined.engine.loading import load_backend
from engined.engine.tasks import SearchTask
from engined.results import Interrupted
from engined.roots.limits import Limits, SearchClock
from engined.rules.position import move_text, parse_position
from engined.variants.catalogue import Catalogue
from tests.engine.asking import Ask

TERRITORY, AREA = "", "-area"
THREE = "XXXXXXXO.  X.....OOO  XXXXXXXO.  X....OOO.  XXXXXOOOO  X..OOOOOO  XXXXO.O.O  .XXOOOO.O  X.XO.OO.O"
"""Corridors of five, four and two points: 3 1/16, 2 1/8 and 1/2. If White enters the third, six points are Black's in
the end, and else five.
"""
CORRIDOR = "XXXXXO.  XX...OO  XXXXXO.  XXXX.OO  XXXXXO.  .XXXXOO  X.XXXO."
"""A corridor of three points, and e4, a point of nobody's. By area, Black's order does not matter. The first row is on
top.
"""
KO = ".XXOO..  XX.XOOO  .XXOO..  XXXX.OO  XXXXXO.  .XXXXOO  X.XXXO."
"""At c2 White takes a stone, or Black connects it; e4 is nobody's."""
NEUTRAL = "XXXXXO.  X.XXXOO  XXXXXO.  XXXX.OO  XXXXXO.  .XXXXOO  X.XXXO."
"""Nothing but e4 is left."""
CUT = "XXO.OO  .XOOO.  XXO.OO  .XOO.O  XXXOO.  .X.XXX"
"""Once f5 is filled, White may capture at c6. So Black plays there first."""


@pytest.mark.parametrize("colours", ["XO", "OX"])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("board", "mover", "scorings", "best"),
    [
        (THREE, "O", (TERRITORY, AREA), {"f2", "e4"}),
        (CORRIDOR, "X", (TERRITORY,), {"e2"}),
        (CORRIDOR, "O", (TERRITORY, AREA), {"e2"}),
        (KO, "O", (TERRITORY, AREA), {"c2"}),
        (NEUTRAL, "X", (TERRITORY, AREA), {"e4"}),
        (NEUTRAL, "O", (TERRITORY, AREA), {"e4"}),
        (CUT, "X", (TERRITORY, AREA), {"c6"}),
        (CUT, "O", (TERRITORY, AREA), {"f5"}),
    ],
)
def test_the_last_moves_are_played_in_their_order(
    board: str, mover: str, scorings: tuple[str, ...], best: set[str], turned: bool, colours: str, ask: Ask
) -> None:
    """In both colours, as it is and upside down."""
    rows = [*board.split()]
    size = len(rows)
    text = " ".join(reversed(rows) if turned else rows) + f" {mover}"
    wanted = {f"{move[0]}{size + 1 - int(move[1:])}" for move in best} if turned else best
    for scoring in scorings:
        variant = Catalogue().get(f"go-{size}x{size}{scoring}-komi-0")
        position = parse_position(variant, text.translate(str.maketrans("XO", colours)))
        found = ask(SearchTask(position=position, limits=Limits(nodes=2_000, best=1, alone=True))).result
        assert move_text(position, found.lines[0].move) in wanted


def test_a_search_that_is_halted_has_what_comes_before_a_pass() -> None:
    """As at the end of the time for a move."""
    variant = Catalogue().get("go-6x6-komi-0")
    position = parse_position(variant, " ".join(CUT.split()) + " X")

    def report() -> None:
        if root.nodes >= 1_000:
            root.halt()

    backend = load_backend(variant, None, 16)
    with backend.root(position, Limits(best=1, alone=True), SearchClock(lambda: 0.0), report) as root:
        with suppress(Interrupted):
            root.run()
        assert root.nodes < 2_000
        assert move_text(position, root.lines[0].move) == "c6"
