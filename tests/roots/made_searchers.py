"""Searchers of Go that play no games, and a reader: what is told of games is given."""

from __future__ import annotations

from collections.abc import Mapping

from engined.results import Forecast, Interrupted
from engined.roots.life import Question
from engined.roots.searcher import Ending
from engined.rules.position import PASS, Move, Position


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

    def line(self, move: Move, plies: int) -> tuple[tuple[Move, int], ...]:
        return ((move, self.nodes),)

    def ownership(self, move: Move) -> tuple[float, ...]:
        return self.forecast().ownership or (0.5,) * 9

    def halt(self) -> None:
        raise AssertionError

    def allow(self, games: int) -> None:
        raise AssertionError

    def settle(self, owners: Mapping[int, int]) -> None:
        raise AssertionError

    def play_for_points(self) -> None:
        raise AssertionError


class Endings(Counter):
    """All games have been played: these were their ends."""

    def __init__(self, *endings: Ending) -> None:
        super().__init__(0)
        self._endings = endings

    def endings(self) -> tuple[Ending, ...]:
        return self._endings


class Chosen(Counter):
    """Games go through the moves that they may go through: the first of them wins oftener."""

    def __init__(self, most: int, rates: dict[Move, float]) -> None:
        super().__init__(most)
        self._rates, self._games = rates, dict.fromkeys(rates, 0)

    def grow(self, games: int, only: frozenset[Move] = frozenset()) -> None:
        move = next(move for move in self._rates if not only or move in only)
        self._games[move] += games
        super().grow(games, only)

    def endings(self) -> tuple[Ending, ...]:
        found = [Ending(move, games, self._rates[move], 0.5, 0.0, 1.0) for move, games in self._games.items()]
        return tuple(sorted(found, key=lambda one: -one.games))


class Standing(Endings):
    """All games have been played: the first rows are the mover's so much oftener, the last the other's."""

    def __init__(self, share: float, *endings: Ending) -> None:
        super().__init__(*endings)
        self._share = share

    def forecast(self) -> Forecast:
        return Forecast(100, 0.5, 0.0, 1.0, ownership=(self._share,) * 6 + (-self._share,) * 3)


class AllMine(Endings):
    """All games have been played, and everything is the mover's."""

    def forecast(self) -> Forecast:
        return Forecast(100, 0.5, 0.0, 1.0, ownership=(0.9,) * 9)


class Answering:
    """Answers all questions alike."""

    def __init__(self, answer: bool | None) -> None:
        self._answer = answer

    def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
        return self._answer

    def halt(self) -> None:
        raise AssertionError
