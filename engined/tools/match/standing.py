"""Where a match stands: what its games add up to, all from A's side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from statistics import fmean

from .game_log import FinishedGame, Label
from .process import End
from .strength import PAIR_POINTS, Mean, Strength, mean_of, strength

LABELS: tuple[Label, Label] = ("A", "B")


@dataclass(frozen=True, slots=True)
class Thinking:
    """The time that an engine took for its moves, in seconds."""

    mean: float
    most: float
    moves: int
    processor: float | None = None
    """Mean of all its threads' processor time, where it is known."""


@dataclass(frozen=True)
class MatchStanding:
    """The sum of finished games. Errors come from complete pairs only."""

    games: int
    won: int
    drawn: int
    lost: int
    discs: Mean | None
    """The discs by which A wins a game, of those played out; the error is from pairs that both were."""
    strength: Strength | None
    """The strength of A against B; None before a pair is complete."""
    pairs: tuple[int, ...]
    """The numbers of pairs that brought A 0, 1/2, 1, 3/2 and 2 points."""
    thinking: tuple[Thinking | None, Thinking | None]
    forfeits: tuple[dict[str, int], dict[str, int]]
    """Games that A, and B, lost otherwise than by the score, by what happened."""
    repeats: int
    """Games that went as an earlier one did, move by move, with the same engine first: they tell nothing new."""

    @property
    def score(self) -> float:
        """A's points for each game, from 0 to 1. Raises ZeroDivisionError without games."""
        return (self.won + self.drawn / 2) / self.games

    def as_json(self) -> dict[str, object]:
        """All of it, with plain values; infinite Elo is null."""
        thinking = {label: taken and asdict(taken) for label, taken in zip(LABELS, self.thinking, strict=True)}
        return {
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "score": self.score if self.games else None,
            "pairs": list(self.pairs),
            "discs": self.discs and {"mean": self.discs.value, "error": self.discs.error},
            "elo": self.strength and _elo(self.strength),
            "seconds": thinking,
            "forfeits": dict(zip(LABELS, self.forfeits, strict=True)),
            "repeats": self.repeats,
        }


def stand(games: Iterable[FinishedGame]) -> MatchStanding:
    """The sum of the games, in any order."""
    by_number = {game.number: game for game in games}
    pairs = [
        (game, by_number[number + 1])
        for number, game in sorted(by_number.items())
        if number % 2 and number + 1 in by_number
    ]
    points = [one.points + other.points for one, other in pairs]
    results = Counter(game.points for game in by_number.values())
    return MatchStanding(
        games=len(by_number),
        won=results[1.0],
        drawn=results[0.5],
        lost=results[0.0],
        discs=_discs(list(by_number.values()), pairs),
        strength=strength(points) if points else None,
        pairs=tuple(points.count(worth) for worth in PAIR_POINTS),
        thinking=(_thinking(by_number.values(), "A"), _thinking(by_number.values(), "B")),
        forfeits=(_forfeits(by_number.values(), "B"), _forfeits(by_number.values(), "A")),
        repeats=len(by_number) - len({(game.first, game.opening + game.moves) for game in by_number.values()}),
    )


def _discs(games: list[FinishedGame], pairs: list[tuple[FinishedGame, FinishedGame]]) -> Mean | None:
    played_out = [game.discs for game in games if game.discs is not None]
    if not played_out:
        return None
    halves = [(a.discs + b.discs) / 2 for a, b in pairs if a.discs is not None and b.discs is not None]
    paired = mean_of(halves)
    return Mean(fmean(played_out), paired.error if paired else None)


def _thinking(games: Collection[FinishedGame], label: Label) -> Thinking | None:
    times = [seconds for game in games for seconds in game.seconds_of(label)]
    used = [seconds for game in games for seconds in game.processor_of(label)]
    return Thinking(fmean(times), max(times), len(times), fmean(used) if used else None) if times else None


def _forfeits(games: Iterable[FinishedGame], winner: Label) -> dict[str, int]:
    """What the loser did in games that were not played out."""
    return dict(Counter(game.end for game in games if game.winner == winner and game.end != End.SCORE))


def _elo(strength: Strength) -> dict[str, float | None]:
    values = {"value": strength.elo, "low": strength.low, "high": strength.high}
    finite = {name: value if abs(value) != float("inf") else None for name, value in values.items()}
    return finite | {"superiority": strength.superiority}
