"""A root that plays games first, and then solves."""

from __future__ import annotations

import random

import pytest

from engined.results import Certainty, Interrupted
from engined.roots.games_first_root import GamesFirstRoot
from engined.roots.limits import Limits, SearchClock
from engined.roots.solve_policy import Effort, Policy, games_first_policy, games_policy
from engined.rules.position import Move, Position, start
from engined.variants.catalogue import Catalogue
from tests.roots.plain_searcher import PlainSearcher

POSITION = start(Catalogue().get("chain-count-3x3"))


class PlainGames(PlainSearcher):
    """Games at random, told apart by the position that they begin with; and the plain solver."""

    def __init__(self) -> None:
        super().__init__()
        self.games: dict[Position, list[float]] = {}
        self.solved = 0

    def grow(self, position: Position, games: int) -> None:
        dice = random.Random(games)
        for number in range(40):
            after = position.play(position.legal()[number % len(position.legal())])
            end = after
            while not end.over:
                end = end.play(dice.choice(end.legal()))
            self.games.setdefault(after, []).append(end.value(0))

    def grown(self, position: Position) -> tuple[int, tuple[float, ...]]:
        ahead = self.games.get(position, [])
        mean = sum(ahead) / len(ahead) if ahead else 0.0
        return len(ahead), (mean, 0.0)

    def tried(self, position: Position, plies: int) -> tuple[Move, ...]:
        return ()

    def solve(self, position: Position, alpha: int, beta: int, level: int = 5) -> int:
        self.solved += 1
        return super().solve(position, alpha, beta)


def test_estimates_come_from_games_and_then_all_is_exact() -> None:
    told: list[set[Certainty]] = []
    searcher = PlainGames()
    policy = Policy(worth_solving=lambda reached, left: reached > 0)
    position = POSITION.play(Move(4)).play(Move(0))
    root = GamesFirstRoot(
        position, searcher, Limits(), lambda: told.append({line.score.kind for line in root.lines}), policy
    )
    root.run()
    assert told[0] == {Certainty.ESTIMATE}
    assert {line.score.kind for line in root.lines} == {Certainty.EXACT}
    assert {line.move for line in root.lines} == set(position.legal())
    for line in root.lines:
        after = position.play(line.move)
        assert line.score.value == (after.value(position.seat) if after.over else -searcher.solve(after, -9, 9))


def test_what_proves_plays_no_games() -> None:
    searcher = PlainGames()
    position = POSITION.play(Move(4)).play(Move(0))
    limits = Limits(prove=True, best=1)
    root = GamesFirstRoot(position, searcher, limits, lambda: None, games_first_policy(position, limits, CLOCK, EFFORT))
    root.run()
    assert not searcher.games
    assert [line.score.kind for line in root.lines] == [Certainty.EXACT]


def test_an_interrupted_solution_leaves_what_the_games_said() -> None:
    class Interrupting(PlainGames):
        def solve(self, position: Position, alpha: int, beta: int, level: int = 5) -> int:
            raise Interrupted

    searcher = Interrupting()
    root = GamesFirstRoot(POSITION, searcher, Limits(), lambda: None, Policy(lambda reached, left: reached > 0))
    with pytest.raises(Interrupted):
        root.run()
    assert len(root.lines) == 9
    assert {line.score.kind for line in root.lines} == {Certainty.ESTIMATE}


def test_interrupted_games_count() -> None:
    class Interrupting(PlainGames):
        def grow(self, position: Position, games: int) -> None:
            super().grow(position, games)
            raise Interrupted

    root = GamesFirstRoot(POSITION, Interrupting(), Limits(), lambda: None, Policy())
    with pytest.raises(Interrupted):
        root.run()
    assert len(root.lines) == 9


CLOCK = SearchClock(lambda: 1.0)
EFFORT = Effort(nodes_at_20=1e6, growth=2.0, speed=1e6)


@pytest.mark.parametrize(
    ("limits", "left", "solves"),
    [
        (Limits(best=1, seconds=3.0), 20, True),  # a second, and two are left
        (Limits(best=1, seconds=3.0), 22, False),
        (Limits(best=1, seconds=3.0, threads=2), 22, True),
        (Limits(best=1, seconds=3.0, nodes=1000), 20, False),
        (Limits(best=1), 24, True),  # thirty times what was spent
        (Limits(best=1), 26, False),
        (Limits(best=1, depth=12), 20, True),
        (Limits(best=1, depth=11), 20, False),  # a low level is to stay quick, and weak
        (Limits(solve_empties=12), 12, True),
        (Limits(solve_empties=12), 13, False),
    ],
)
def test_solving_begins_when_it_is_worth_its_price(limits: Limits, left: int, solves: bool) -> None:
    policy = games_first_policy(POSITION, limits, CLOCK, EFFORT)
    assert policy.worth_solving(1, left) is solves


@pytest.mark.parametrize(
    ("limits", "empties", "proves"),
    [
        (Limits(), 13, True),  # some 13 seconds, and thirty times what was spent is more
        (Limits(), 14, False),
        (Limits(seconds=4.0), 12, True),
        (Limits(seconds=3.0), 12, False),
        (Limits(depth=4), 12, True),
        (Limits(depth=1), 12, False),
        (Limits(depth=1, solve_empties=12), 12, True),
    ],
)
def test_proofs_among_more_than_two_sides_begin_when_they_are_worth_their_price(
    limits: Limits, empties: int, proves: bool
) -> None:
    assert games_policy(POSITION, limits, CLOCK).worth_solving(1, empties) is proves
