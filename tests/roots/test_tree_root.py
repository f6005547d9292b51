"""The root of a search that plays games out, over a searcher that plays none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engined.backends.go_reader import GoReader
from engined.families.go import CAPTURE_PART
from engined.kernels.compilation import build
from engined.results import Forecast, Interrupted
from engined.roots.life import Life, Question
from engined.roots.limits import Limits, SearchClock
from engined.roots.passing import costs_points, is_best_pass, where_to_play
from engined.roots.searcher import Ending
from engined.roots.tree_root import TreeRoot
from engined.rules.position import PASS, Move, Position, parse_position, start
from engined.variants.catalogue import Catalogue
from tests.roots.made_searchers import AllMine, Answering, Chosen, Counter, Endings, Standing


class Settled(Counter):
    """A game that is over: nothing is gained by any move, which takes games to be seen."""

    def __init__(self, most: int, passing: float) -> None:
        super().__init__(most)
        self._passes, self._passing, self.allowed = 0, passing, 0

    def grow(self, games: int, only: frozenset[Move] = frozenset()) -> None:
        if only == {PASS}:
            self._passes += games
        super().grow(games, only)

    def endings(self) -> tuple[Ending, ...]:
        others = self.nodes - self._passes
        passing = Ending(PASS, self._passes, 1.0, 0.0, self._passing, 1.0)
        return tuple(sorted((Ending(Move(4), others, 1.0, 1.0, 0.0, 1.0), passing), key=lambda one: -one.games))

    def allow(self, games: int) -> None:
        self.allowed += games
        self._most += games

    def halt(self) -> None:
        pass


@pytest.mark.parametrize(("passing", "best"), [(0.0, PASS), (-1.0, Move(4))])
def test_weak_play_passes_where_the_game_is_over(passing: float, best: Move) -> None:
    position, searcher = start(Catalogue().get("go-3x3")), Settled(16, passing)
    root = TreeRoot(position, searcher, Limits(nodes=16, weak=True), SearchClock(lambda: 0.01), lambda: None)
    with pytest.raises(Interrupted):
        root.run()
    assert root.lines[0].move == best
    assert next(line.nodes for line in root.lines if line.move == Move(4)) == 16, "games beyond the limit count nowhere"


class Plausible(Counter):
    """All games go through one move, but those that are to go through others; no point is anybody's yet."""

    def __init__(self) -> None:
        super().__init__(16)
        self.tried: dict[Move, int] = {}

    def grow(self, games: int, only: frozenset[Move] = frozenset()) -> None:
        for move in only:
            self.tried[move] = self.tried.get(move, 0) + games
        super().grow(games, only)

    def endings(self) -> tuple[Ending, ...]:
        most = Ending(Move(0), self.nodes - sum(self.tried.values()), 0.5, 0.5, 0.0, 1.0)
        others = (*(Move(square) for square in range(1, 9)), PASS)
        return most, *(Ending(move, self.tried.get(move, 0), 0.5, 0.1, 0.0, 1.0) for move in others)

    def forecast(self) -> Forecast:
        return Forecast(self.nodes, 0.5, 0.0, 1.0, ownership=(0.2,) * 9)

    def line(self, move: Move, plies: int) -> tuple[tuple[Move, int], ...]:
        return ((move, self.tried.get(move, self.nodes)),)

    def allow(self, games: int) -> None:
        self._most += games


def test_every_plausible_move_gets_a_game_in_weak_play_and_no_pass_while_the_board_is_open() -> None:
    position, searcher = start(Catalogue().get("go-3x3")).play(Move(4)), Plausible()
    root = TreeRoot(position, searcher, Limits(nodes=16, weak=True), SearchClock(lambda: 0.01), lambda: None)
    with pytest.raises(Interrupted):
        root.run()
    legal = [Move(1), Move(2), Move(3), Move(5), Move(6), Move(7), Move(8)]
    assert searcher.tried == dict.fromkeys(legal, 1), "one game each, and none where there is a stone"
    assert [line.move for line in root.lines] == [Move(0), *legal]


@pytest.mark.parametrize(
    ("passing", "best"),
    [
        (Ending(PASS, 12, 1.0, 0.0, 40.0, 0.0), Move(4)),  # few games, all of them won
        (Ending(PASS, 190, 0.74, 0.0, 19.0, 35.0), Move(4)),  # in the middle of a game, by luck
        (Ending(PASS, 190, 1.0, 0.0, 19.0, 1.5), PASS),
        (Ending(PASS, 190, 1.0, 0.0, 14.0, 1.5), Move(4)),
    ],
)
def test_a_pass_is_best_where_that_is_no_luck(passing: Ending, best: Move) -> None:
    open_game = passing.spread > 2 or not passing.spread
    move = Ending(Move(4), 1400, 0.7, 0.5, 16.0, 35.0) if open_game else Ending(Move(4), 1400, 1.0, 0.5, 19.0, 1.5)
    root = TreeRoot(
        start(Catalogue().get("go-3x3")), Endings(move, passing), Limits(), SearchClock(lambda: 0.0), lambda: None
    )
    assert root.lines[0].move == best


@pytest.mark.parametrize("stopped", [True, False])
def test_a_pass_is_looked_at_beyond_no_limit_but_that_of_weak_play(stopped: bool) -> None:
    position, searcher = start(Catalogue().get("go-3x3")), Settled(16, 0.0)
    root = TreeRoot(position, searcher, Limits(nodes=16, weak=stopped), SearchClock(lambda: 0.01), lambda: None)
    if stopped:
        root.halt()
    with pytest.raises(Interrupted):
        root.run()
    assert searcher.allowed == 0
    assert [line.move for line in root.lines] == [Move(4)]


class Timed(Counter):
    """Each time that games are asked for takes a hundredth of a second, however many they are; each look at the clock
    takes time as well, so that no two see the same.
    """

    def __init__(self, *, forced: bool) -> None:
        super().__init__(1 << 30)
        self.seconds, self._forced = 0.0, forced

    def grow(self, games: int, only: frozenset[Move] = frozenset()) -> None:
        self.seconds += 0.01
        self.nodes += 100

    def endings(self) -> tuple[Ending, ...]:
        return super().endings()[:1] if self._forced else super().endings()

    def look(self) -> float:
        self.seconds += 1e-6
        assert self.seconds < 3.0, "the search does not end"
        return self.seconds


@pytest.mark.parametrize(("soft", "forced", "seconds"), [(1.0, False, 2.0), (2.0, False, 2.0), (1.0, True, 0.3)])
def test_a_move_on_a_clock_takes_what_it_may_unless_it_is_forced(soft: float, forced: bool, seconds: float) -> None:
    """Also where one move alone was tried, as where what comes before a pass is tried first, in a tree that is new."""
    position, searcher = start(Catalogue().get("go-3x3")), Timed(forced=forced)
    root = TreeRoot(
        position, searcher, Limits(seconds=2.0, soft=soft, best=1), SearchClock(searcher.look), lambda: None
    )
    with pytest.raises(Interrupted):
        root.run()
    assert seconds <= searcher.seconds < seconds + 0.1


class Kept(Counter):
    """A tree in which earlier analyses played many games. It says through which moves games were to go."""

    EARLIER = 50_000

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.passes = 0

    def grow(self, games: int, only: frozenset[Move] = frozenset()) -> None:
        self.passes += games if only == {PASS} else 0
        super().grow(games, only)

    def endings(self) -> tuple[Ending, ...]:
        games = self.nodes - self.passes
        if not games:
            return ()
        return (
            Ending(Move(4), self.EARLIER + games, 0.9, 1.0, 0.0, 1.0, self.EARLIER),
            Ending(PASS, 700 + self.passes, 0.1, 0.0, 0.0, 1.0, 700),
        )

    def allow(self, games: int) -> None:
        pass


def test_a_kept_tree_does_not_ask_for_more_passes_than_this_search_has_games_for() -> None:
    """Whose the points are is told by the games of this search: they are not to be those after a pass."""
    position, searcher = start(Catalogue().get("go-3x3")), Kept(2_000)
    root = TreeRoot(position, searcher, Limits(nodes=2_000, best=1), SearchClock(lambda: 0.01), lambda: None)
    with pytest.raises(Interrupted):
        root.run()
    assert 0 < searcher.passes < searcher.nodes // 32
    assert root.lines[0].move == Move(4)


class Hopeful(Settled):
    """A pass may be as good as any move, by its games; each point is one side's so much oftener than the other's."""

    def __init__(self, share: float) -> None:
        super().__init__(4_000, -0.5)
        self._share = share

    def forecast(self) -> Forecast:
        return Forecast(self.nodes, 0.5, 0.0, 1.0, ownership=(self._share,) * 9)

    @property
    def part_of_passes(self) -> float:
        return self._passes / self.nodes


@pytest.mark.parametrize(("share", "least", "most"), [(0.9, 0.1, 0.2), (0.3, 0.01, 0.03)])
def test_a_pass_gets_many_games_only_where_most_points_are_somebodys(share: float, least: float, most: float) -> None:
    position, searcher = start(Catalogue().get("go-3x3")), Hopeful(share)
    root = TreeRoot(position, searcher, Limits(nodes=4_000), SearchClock(lambda: 0.01), lambda: None)
    with pytest.raises(Interrupted):
        root.run()
    assert least < searcher.part_of_passes < most


class Lopsided(Counter):
    """So large a part of games is won."""

    def __init__(self, rate: float) -> None:
        super().__init__(1_000)
        self._rate, self.for_points_from = rate, list[int]()

    def endings(self) -> tuple[Ending, ...]:
        return (Ending(Move(4), self.nodes, self._rate, 1.0, 0.0, 1.0),)

    def forecast(self) -> Forecast:
        return Forecast(self.nodes, self._rate, 0.0, 1.0)

    def play_for_points(self) -> None:
        self.for_points_from.append(self.nodes)


@pytest.mark.parametrize(
    ("rate", "wanted", "decided"),
    [(0.01, 1, True), (0.99, 1, True), (0.1, 1, False), (0.9, 1, False), (0.01, None, False), (0.01, 2, False)],
)
def test_points_are_played_for_where_one_move_of_a_decided_game_is_wanted(
    rate: float, wanted: int | None, *, decided: bool
) -> None:
    position, searcher = start(Catalogue().get("go-3x3")), Lopsided(rate)
    root = TreeRoot(position, searcher, Limits(nodes=1_000, best=wanted), SearchClock(lambda: 0.01), lambda: None)
    with pytest.raises(Interrupted):
        root.run()
    assert len(searcher.for_points_from) == decided, "once"
    assert all(128 <= games <= 500 for games in searcher.for_points_from), "when there are some games, early enough"


class Wall(Answering):
    """The wall in the middle lives; whether what is placed beside it is captured, is given."""

    def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
        return question.target % 5 != 2 and super().captured(position, question, nodes)


@pytest.mark.parametrize(
    ("rate", "taken", "known"),
    [
        (0.3, None, False),  # nobody knows
        (0.3, False, False),
        (0.3, True, True),  # it is read to be in vain
        (0.08, None, True),  # it is by games
    ],
)
def test_who_is_behind_and_wins_games_takes_the_board_for_settled_where_that_is_read(
    rate: float, taken: bool | None, known: bool
) -> None:
    """A wall of Black's, and all of the board by games; White is to move."""
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), "..X.. ..X.. ..X.. ..X.. ..X.. O")
    forecast = Forecast(100, rate, -20.0, 1.0, ownership=(-0.9,) * 25)
    found = where_to_play(position, forecast, Life(position, forecast.ownership, Wall(taken)))
    assert (found is not None) is known
    assert found is None or not found.cells


@pytest.mark.parametrize(("earlier", "best"), [(0, PASS), (185, Move(4))])
def test_what_a_pass_comes_to_is_as_sure_as_this_search_has_games_through_it(earlier: int, best: Move) -> None:
    move = Ending(Move(4), 1400, 1.0, 0.5, 19.0, 1.5)
    passing = Ending(PASS, 190, 1.0, 0.0, 19.0, 1.5, earlier)
    root = TreeRoot(
        start(Catalogue().get("go-3x3")), Endings(move, passing), Limits(), SearchClock(lambda: 0.0), lambda: None
    )
    assert root.lines[0].move == best


@pytest.mark.parametrize("win_rate", [0.0, 0.5])
def test_who_has_lost_still_plays_where_stones_hang_on_who_moves_first(win_rate: float) -> None:
    """Black lives in the corner if it moves; it is behind by one point or by sixteen."""
    position = parse_position(Catalogue().get("go-4x4-area-komi-1"), "O.O. OOOO X.XX .X.X X")
    ownership = (-1.0,) * 8 + (0.0,) * 8
    kernels = build.load(Catalogue().get("go-5x5"), CAPTURE_PART, None)
    life = Life(position, ownership, GoReader(kernels))
    found = where_to_play(position, Forecast(100, win_rate, -9.0, 1.0, ownership=ownership), life)
    assert found is not None
    assert found.best == {9}


@pytest.mark.parametrize(("mean", "best"), [(-30.0, False), (-6.0, True)])
def test_a_pass_that_costs_points_is_not_best_in_a_lost_game(mean: float, best: bool) -> None:
    """All is settled by games, as nearly all of them begin with the move that settles it."""
    position = parse_position(Catalogue().get("go-5x5-area-komi-0"), ".XO.. " * 5 + "X")
    forecast = Forecast(153, 0.0, -5.0, 1.0, ownership=(1.0, 1.0, -1.0, -1.0, -1.0) * 5)
    move, passing = Ending(Move(3), 137, 0.0, 0.2, -5.0, 2.4), Ending(PASS, 16, 0.0, 0.0, mean, 4.0)
    assert is_best_pass(position, passing, (move, passing), forecast) is best


@pytest.mark.parametrize("games", [1, 16, 100])
def test_games_before_an_interruption_count(games: int) -> None:
    position = start(Catalogue().get("go-3x3"))
    root = TreeRoot(position, Counter(games), Limits(nodes=games), SearchClock(lambda: 0.01), lambda: None)
    with pytest.raises(Interrupted):
        root.run()
    assert [(line.move, line.nodes) for line in root.lines] == [(Move(4), games)]
    assert root.forecast == Forecast(games, 0.5, 0.0, 1.0)


@pytest.mark.parametrize(
    ("games", "mean", "spread", "costs"),
    [
        (81, -23.2, 10.0, True),
        (81, -15.2, 4.0, False),  # games lose a point where none is lost
        (16, -20.0, 10.0, False),  # by chance
    ],
)
def test_a_move_that_games_lose_much_by_does_not_come_before_a_pass(
    games: int, mean: float, spread: float, costs: bool
) -> None:
    passed = Ending(PASS, 1744, 0.0, 0.0, -14.1, 4.0)
    assert costs_points(Ending(Move(5), games, 0.0, 0.3, mean, spread), passed) is costs


def test_no_game_goes_on_where_play_has_stopped() -> None:
    position = start(Catalogue().get("go-3x3")).play(PASS).play(PASS)
    with pytest.raises(ValueError, match="stopped"):
        TreeRoot(position, Counter(1), Limits(nodes=1), SearchClock(lambda: 0.01), lambda: None)


def test_games_tell_whose_points_will_be_where_more_was_known_of_the_moves() -> None:
    position = start(Catalogue().get("go-3x3"))
    more, fewer = (
        TreeRoot(position, Counter(games), Limits(nodes=games), SearchClock(lambda: 0.01), lambda: None)
        for games in (100, 16)
    )
    with pytest.raises(Interrupted):
        more.run()
    fewer.adopt(more.depth, more.lines)
    with pytest.raises(Interrupted):
        fewer.run()
    assert (fewer.depth, [line.known for line in fewer.lines]) == (more.depth, [True])
    assert fewer.forecast == Forecast(16, 0.5, 0.0, 1.0)


@pytest.mark.parametrize(("rate", "best"), [(0.6, Move(5)), (0.4, Move(4))])
def test_who_is_ahead_brings_back_no_board_of_the_game(rate: float, best: Move) -> None:
    searcher = Chosen(1000, {Move(4): 0.9, Move(5): rate, PASS: 0.0})
    limits = Limits(nodes=1000, repeating=frozenset({Move(4)}))
    root = TreeRoot(start(Catalogue().get("go-3x3")), searcher, limits, SearchClock(lambda: 0.01), lambda: None)
    with pytest.raises(Interrupted):
        root.run()
    assert root.lines[0].move == best


@pytest.mark.parametrize(
    ("played", "share", "komi", "gain", "rate", "best"),
    [
        ("", 0.9, 0, 3.0, 0.5, Move(4)),  # it would stop nothing
        ("--", 0.9, 0, 3.0, 0.5, PASS),  # it wins: six to two
        ("--", 0.5, 0, 3.0, 0.5, Move(4)),  # not for sure
        ("--", 0.9, 5, 3.0, 0.5, Move(4)),  # it loses by one, and a move wins
        ("--", 0.9, 5, -2.0, 0.5, PASS),  # nothing wins
        ("--", 0.9, 5, 3.0, 0.05, Move(4)),  # a neutral point is left
    ],
)
def test_a_pass_that_wins_or_costs_nothing_stops_play(
    played: str, share: float, komi: int, gain: float, rate: float, best: Move
) -> None:
    position = parse_position(Catalogue().get(f"go-3x3-area-komi-{komi}"), ".X. XXX OO. X")
    endings = (Ending(Move(4), 90, rate, 0.5, gain, 1.0), Ending(PASS, 1, 0.1, 0.5, gain - 1.0, 1.0))
    position = replace(position, passes=1) if played else position
    root = TreeRoot(position, Standing(share, *endings), Limits(), SearchClock(lambda: 0.0), lambda: None)
    assert root.lines[0].move == best


@pytest.mark.parametrize(("scoring", "rate", "best"), [("", 0.79, Move(4)), ("", 0.95, PASS), ("-area", 0.79, Move(4))])
def test_nobody_passes_first_where_that_loses_more_games(scoring: str, rate: float, best: Move) -> None:
    """Everything is somebody's in most games, and the mover is ahead: but a move makes that surer."""
    position = parse_position(Catalogue().get(f"go-3x3{scoring}-komi-0"), ".X. XXX ... X")
    endings = (Ending(Move(4), 90, 0.95, 0.5, 9.0, 1.0), Ending(PASS, 50, rate, 0.5, 7.0, 4.0))
    root = TreeRoot(position, AllMine(*endings), Limits(), SearchClock(lambda: 0.0), lambda: None)
    assert root.lines[0].move == best


@pytest.mark.parametrize(("gain", "spread", "best"), [(2.0, 20.0, PASS), (2.0, 2.0, Move(4))])
def test_a_gain_that_may_be_chance_keeps_nobody_from_passing(gain: float, spread: float, best: Move) -> None:
    """Black loses by three if he passes; games through a move end two points better on average."""
    position = replace(parse_position(Catalogue().get("go-3x3-area-komi-7"), ".X. XXX OO. X"), passes=1)
    endings = (Ending(Move(4), 90, 0.3, 0.5, gain - 3.0, spread), Ending(PASS, 1, 0.1, 0.5, -3.0, 1.0))
    root = TreeRoot(position, Standing(0.9, *endings), Limits(), SearchClock(lambda: 0.0), lambda: None)
    assert root.lines[0].move == best


@pytest.mark.parametrize("passes", [0, 1])
@pytest.mark.parametrize(("rate", "best"), [(0.05, PASS), (0.2, Move(7))])
def test_a_lost_game_is_not_played_on_in_the_others_territory(rate: float, best: Move, passes: int) -> None:
    position = replace(parse_position(Catalogue().get("go-3x3-area-komi-9"), ".X. XXX ... X"), passes=passes)
    endings = (Ending(Move(7), 90, rate, 0.5, 3.0, 1.0), Ending(PASS, 1, 0.1, 0.5, 2.0, 1.0))
    root = TreeRoot(position, AllMine(*endings), Limits(), SearchClock(lambda: 0.0), lambda: None)
    assert root.lines[0].move == best


@pytest.mark.parametrize(
    ("scoring", "board", "best"),
    [
        ("", ".X. XXX ... X", PASS),
        ("-area", ".X. XXX ... X", PASS),  # it costs nothing, and helps nothing
        ("", ".X. XXX OO. X", Move(8)),  # a neutral point is left
        ("-area", ".X. XXX OO. X", Move(8)),
    ],
)
def test_nobody_plays_in_a_territory_where_that_helps_nothing(scoring: str, board: str, best: Move) -> None:
    position = parse_position(Catalogue().get(f"go-3x3{scoring}-komi-0"), board)
    move = best if best != PASS else Move(7)
    endings = (Ending(move, 90, 1.0, 0.5, 5.0, 1.0), Ending(PASS, 1, 0.1, 0.5, 2.0, 1.0))
    searcher = AllMine(*endings) if "O" not in board else Standing(0.9, *endings)
    root = TreeRoot(position, searcher, Limits(), SearchClock(lambda: 0.0), lambda: None)
    assert root.lines[0].move == best


@pytest.mark.parametrize("wanted", [False, True])
def test_whose_everything_is_after_each_move_is_told_where_it_is_asked_for(wanted: bool) -> None:
    position, searcher = start(Catalogue().get("go-3x3")), Counter(16)
    root = TreeRoot(position, searcher, Limits(nodes=16, ownership=wanted), SearchClock(lambda: 0.01), lambda: None)
    with pytest.raises(Interrupted):
        root.run()
    forecast = root.lines[0].forecast
    assert forecast is not None
    assert (forecast.ownership, forecast.line_visits) == ((0.5,) * 9 if wanted else (), (16,))
