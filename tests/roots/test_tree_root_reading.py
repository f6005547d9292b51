"""The root of a search that plays games out, and reads what becomes of chains: over a searcher that plays none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from msgspec import structs

from engined.results import Forecast, Interrupted
from engined.roots.life import Life, Question
from engined.roots.limits import Limits, SearchClock
from engined.roots.passing import where_to_play
from engined.roots.searcher import Ending
from engined.roots.standing import Matters
from engined.roots.tree_root import TreeRoot
from engined.rules.position import PASS, Move, Position, parse_position
from engined.variants.catalogue import Catalogue
from tests.roots.made_searchers import Answering, Chosen, Endings, Standing


@pytest.mark.parametrize(
    ("share", "reader", "best"),
    [
        (0.5, None, Move(4)),  # games say too little
        (0.5, Answering(False), PASS),
        (0.2, Answering(None), Move(4)),  # nobody knows
    ],
)
def test_what_was_read_out_says_whether_a_pass_stops_play_well(
    share: float, reader: Answering | None, best: Move
) -> None:
    position = replace(parse_position(Catalogue().get("go-3x3-area-komi-0"), ".X. XXX OO. X"), passes=1)
    searcher = Standing(share, Ending(Move(4), 90, 0.5, 0.5, 3.0, 1.0), Ending(PASS, 1, 0.1, 0.5, 2.0, 1.0))
    for wanted in (False, True):
        root = TreeRoot(position, searcher, Limits(life=wanted), SearchClock(lambda: 0.0), lambda: None, reader=reader)
        with pytest.raises(Interrupted):
            root.run()
        assert root.lines[0].move == best
        assert root.forecast is not None
        assert bool(root.forecast.life) is (wanted and reader is not None)


class Late(Answering):
    """Has no time for any question."""

    def __init__(self) -> None:
        super().__init__(None)

    def halt(self) -> None:
        """Nothing is going on."""


class Slow(Standing):
    """Its games took all the time that there was."""

    def halt(self) -> None:
        """Nothing is going on."""


def test_stones_are_judged_by_games_where_the_time_ends_before_any_is_read() -> None:
    position = parse_position(Catalogue().get("go-3x3-area-komi-0"), ".X. XXX OO. X")
    searcher = Slow(0.9, Ending(Move(4), 90, 0.5, 0.5, 3.0, 1.0), Ending(PASS, 1, 0.1, 0.5, 2.0, 1.0))
    for wanted, rows in ((True, (".a.", "aaa", "aa.")), (False, ())):
        limits = Limits(life=wanted, seconds=1.0)
        root = TreeRoot(position, searcher, limits, SearchClock(lambda: 1.0), lambda: None, reader=Late())
        root.halt()
        with pytest.raises(Interrupted):
            root.run()
        assert root.forecast is not None
        assert root.forecast.life == rows


class Doubtful(Chosen):
    """White's stones in the right half are nobody's by games; all else is its side's. The move in Black's territory
    wins so many games, more than others, and gets all that may go through it.
    """

    def __init__(self, rate: float = 0.55) -> None:
        super().__init__(1000, {Move(0): rate, Move(4): 0.5, PASS: 0.36})
        self.asked: list[frozenset[Move]] = []
        self.settled: Mapping[int, int] = {}

    def settle(self, owners: Mapping[int, int]) -> None:
        self.settled = owners

    def allow(self, games: int) -> None:
        self._most += games

    def grow(self, games: int, only: frozenset[Move] = frozenset()) -> None:
        self.asked.append(only)
        super().grow(games, only)

    def forecast(self) -> Forecast:
        return Forecast(100, 0.5, 0.0, 1.0, ownership=(1.0, 1.0, 1.0, -0.2, -0.2) * 5)


class Second(Answering):
    """Answers that a chain is captured by whoever moves first; of its own side's first move it knows more. What
    lives has two eyes.
    """

    def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
        return not question.eyes and (self._answer if not question.attacker_first else True)


@pytest.mark.parametrize("wanted", [1, None])
@pytest.mark.parametrize(
    "saved",
    [
        False,  # White's stones are dead whoever moves
        True,  # they live if White moves
    ],
)
def test_nobody_plays_where_that_changes_nothing(saved: bool, wanted: int | None) -> None:
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), "..XO. ..XO. ..XOO ..XOO ..XOO X")
    searcher, limits = Doubtful(), Limits(best=wanted, nodes=1000)
    root = TreeRoot(position, searcher, limits, SearchClock(lambda: 0.01), lambda: None, reader=Second(not saved))
    with pytest.raises(Interrupted):
        root.run()
    if not saved:
        assert root.lines[0].move == PASS
    elif wanted == 1:
        assert (root.lines[0].move, searcher.asked[-1]) == (Move(4), frozenset({PASS, Move(4), Move(9)}))
        assert searcher.settled == {}, "a chain hangs on who moves: games are to say what comes of it"
    else:  # where all moves are wanted, each is tried as ever
        assert (root.lines[0].move, searcher.asked[-1]) == (Move(0), frozenset())


@pytest.mark.parametrize(
    ("rate", "best", "asked"),
    [
        (0.95, Move(0), frozenset()),
        (0.55, Move(4), frozenset({PASS, Move(4), Move(9)})),  # no more than chance does
    ],
)
def test_a_move_that_wins_far_oftener_than_all_that_are_read_to_matter_is_not_left_out(
    rate: float, best: Move, asked: frozenset[Move]
) -> None:
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), "..XO. ..XO. ..XOO ..XOO ..XOO X")
    searcher = Doubtful(rate)
    limits = Limits(best=1, nodes=1000)
    root = TreeRoot(position, searcher, limits, SearchClock(lambda: 0.01), lambda: None, reader=Second(False))
    with pytest.raises(Interrupted):
        root.run()
    assert (root.lines[0].move, searcher.asked[-1]) == (best, asked)


class Winning(Doubtful):
    """A move gains ten points, which a pass leaves to the other side; it is not seen in the ownership."""

    def __init__(self, most: int) -> None:
        super().__init__(0.4)
        self._most = most

    def endings(self) -> tuple[Ending, ...]:
        return tuple(structs.replace(one, mean=-10.0 if one.move == PASS else 0.0) for one in super().endings())


@pytest.mark.parametrize("games", [70, 90, 1000])
def test_a_pass_that_is_all_that_was_read_is_left_where_its_games_lose_points(games: int) -> None:
    """Nor does it get so many of them that it comes first for that."""
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), "..XO. ..XO. ..XOO ..XOO ..XOO X")
    searcher, limits = Winning(games), Limits(best=1, nodes=games)
    root = TreeRoot(position, searcher, limits, SearchClock(lambda: 0.01), lambda: None, reader=Second(True))
    with pytest.raises(Interrupted):
        root.run()
    assert root.lines[0].move == Move(0)
    played = {ending.move: ending.games for ending in searcher.endings()}
    assert 32 <= played[PASS] <= played[Move(0)] / 2


class Saved(Doubtful):
    """White moves, and nearly all games save its stones in the right half; after a pass, they are so much White's."""

    def __init__(self, after_pass: float) -> None:
        super().__init__()
        self._after_pass = after_pass

    def forecast(self) -> Forecast:
        return Forecast(100, 0.5, 0.0, 1.0, ownership=(-1.0, -1.0, -1.0, 0.95, 0.95) * 5)

    def ownership(self, move: Move) -> tuple[float, ...]:
        assert move == PASS
        return (-1.0, -1.0, -1.0, self._after_pass, self._after_pass) * 5


@pytest.mark.parametrize(
    ("after_pass", "matter"),
    [
        (0.9, {PASS}),
        (-0.9, {PASS, Move(4), Move(9)}),  # they are lost if Black moves first
    ],
)
def test_stones_that_games_save_do_not_live_unless_they_do_so_after_a_pass(
    after_pass: float, matter: set[Move]
) -> None:
    position = parse_position(Catalogue().get("go-5x5-area-komi-6"), "..XO. ..XO. ..XOO ..XOO ..XOO O")
    searcher, limits = Saved(after_pass), Limits(best=1, nodes=1000)
    root = TreeRoot(position, searcher, limits, SearchClock(lambda: 0.01), lambda: None, reader=Answering(None))
    with pytest.raises(Interrupted):
        root.run()
    assert searcher.asked[-1] == matter


class Between(Chosen):
    """White has the right, and what is between it and Black's stones is nobody's."""

    def __init__(self) -> None:
        super().__init__(1000, {Move(3): 0.5, PASS: 0.1})

    def settle(self, owners: Mapping[int, int]) -> None:
        """It makes no difference here."""

    def forecast(self) -> Forecast:
        return Forecast(100, 0.5, 0.0, 1.0, ownership=(1.0, 1.0, 1.0, 0.0, -1.0) * 5)


@pytest.mark.parametrize(
    ("hangs", "board", "reads_on"),
    [
        (True, "..X.O ..X.O ..X.O ..X.O ..X.O X", False),
        (False, "..X.O ..X.O ..X.O ..X.O ..X.O X", True),  # points alone are left
        (True, "..X.O ..XOO ..XOO ..XOO ..XOO X", True),  # the rest of the board is parted
    ],
)
def test_nothing_more_is_read_where_chains_hang_on_an_open_board(
    hangs: bool, board: str, reads_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[Position] = []

    def spied(position: Position, forecast: Forecast, life: Life) -> Matters | None:
        called.append(position)
        return where_to_play(position, forecast, life)

    monkeypatch.setattr("engined.roots.tree_root.where_to_play", spied)
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), board)
    reader = Second(False) if hangs else Answering(False)
    limits = Limits(best=1, nodes=1000)
    root = TreeRoot(position, Between(), limits, SearchClock(lambda: 0.01), lambda: None, reader=reader)
    with pytest.raises(Interrupted):
        root.run()
    assert bool(called) is reads_on


@pytest.mark.parametrize(
    ("only", "asked"),
    [
        ({Move(0), Move(4), Move(9)}, {Move(4), Move(9)}),
        ({Move(0), Move(4), PASS}, {Move(4), PASS}),
        ({Move(0), Move(1)}, {Move(0), Move(1)}),  # none of them changes anything
    ],
)
def test_of_moves_that_alone_are_allowed_those_are_tried_that_change_something(
    only: set[Move], asked: set[Move]
) -> None:
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), "..XO. ..XO. ..XOO ..XOO ..XOO X")
    searcher, limits = Doubtful(), Limits(best=1, nodes=1000, only=frozenset(only))
    root = TreeRoot(position, searcher, limits, SearchClock(lambda: 0.01), lambda: None, reader=Second(False))
    with pytest.raises(Interrupted):
        root.run()
    assert searcher.asked[-1] == asked
    assert root.lines[0].move in only


class Halves(Endings):
    """Each half of the board is one side's, and what is between them is nobody's."""

    def forecast(self) -> Forecast:
        return Forecast(100, 0.9, 0.0, 1.0, ownership=(1.0, 1.0, 0.0, -1.0, -1.0) * 5)


@pytest.mark.parametrize("passes", [0, 1])
@pytest.mark.parametrize(
    ("lost", "best"),
    [
        ({}, Move(2)),
        ({2: 8.0}, Move(7)),
        ({2: 8.0, 7: 8.0}, Move(12)),
        ({2: 8.0, 7: 8.0, 12: 8.0}, PASS),
    ],
)
def test_points_that_are_nobodys_come_before_a_pass_unless_they_cost_something(
    passes: int, lost: Mapping[int, float], best: Move
) -> None:
    """That the other side has passed makes no difference: all of them are filled before a count."""
    board = parse_position(Catalogue().get("go-5x5-komi-0"), "XX.OO XX.OO XX.OO XX.OO XX.OO X")
    points = [Ending(Move(cell), 30, 0.9, 1.0, -lost.get(cell, 0.0), 1.0) for cell in (2, 7, 12, 17, 22)]
    searcher = Halves(Ending(PASS, 90, 0.9, 0.0, 0.0, 1.0), *points)
    position = replace(board, passes=passes)
    clock = SearchClock(lambda: 0.0)
    root = TreeRoot(position, searcher, Limits(best=1), clock, lambda: None, reader=Answering(False))
    with pytest.raises(Interrupted):
        root.run()
    assert root.lines[0].move == best
