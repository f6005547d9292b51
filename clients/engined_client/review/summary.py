"""Many reviews counted together, by player and phase."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from ..drawing.table import aligned
from ..drawing.wording import PLAIN, Wording
from .model import GRADES, PHASES, Review


class Tally(Struct):
    """The tally of a player in a phase, or of all."""

    choices: int = 0
    """Moves where there were others."""
    best: int = 0
    """The number of these moves that gave nothing away."""
    loss: float = 0.0
    """Discs given away, in hundredths of one exactly: the same in whatever order moves are counted."""
    grades: dict[str, int] = {}
    """The number of moves of each grade, mildest first."""

    def add(self, loss: float, grade: str) -> None:
        """Count a move."""
        self.choices += 1
        self.best += not loss
        self.loss = round(self.loss + loss, 2)
        if grade:
            counts = {**self.grades, grade: self.grades.get(grade, 0) + 1}
            self.grades = {one: counts[one] for one in GRADES if one in counts}


class PlayerSummary(Struct):
    """What a player did in all games, by phase."""

    player: str
    games: int
    phases: dict[str, Tally]

    @property
    def loss(self) -> float:
        """A game, on average."""
        return sum(tally.loss for tally in self.phases.values()) / self.games


def summarised(reviews: Iterable[Review]) -> list[PlayerSummary]:
    """One for each player: by games, then by loss."""
    phases: dict[str, dict[str, Tally]] = defaultdict(lambda: {phase: Tally() for phase in PHASES})
    games: dict[str, int] = defaultdict(int)
    for review in reviews:
        for player in {review.player(seat) for seat in review.seats}:
            games[player] += 1
        for move in review.moves:
            if not move.forced:
                phases[review.player(move.seat)][move.phase].add(move.loss, move.grade)
    players = [PlayerSummary(player, count, phases[player]) for player, count in games.items()]
    return sorted(players, key=lambda player: (-player.games, player.loss, player.player))


def summary_lines(players: list[PlayerSummary], words: Wording = PLAIN, most: int = 30) -> list[str]:
    """A table of the first players: discs given away a game, by phase, how often the best move was found, and bad moves
    a game.
    """
    heads = map(words, ("player", "games", "loss", *PHASES, "best"))
    rows = [(*heads, *(words("{grade}/game", grade=words(grade)) for grade in GRADES))]
    for player in players[:most]:
        tallies = player.phases.values()
        choices = sum(tally.choices for tally in tallies)
        best = sum(tally.best for tally in tallies)
        graded = (sum(tally.grades.get(grade, 0) for tally in tallies) / player.games for grade in GRADES)
        rows.append(
            (
                words.told(player.player),
                str(player.games),
                f"{player.loss:.1f}",
                *(f"{player.phases[phase].loss / player.games:.1f}" for phase in PHASES),
                f"{best / choices:.0%}" if choices else "",
                *(f"{number:.2f}" for number in graded),
            )
        )
    lines = aligned(rows, range(1, len(rows[0])))
    left = len(players) - most
    if left > 0:
        lines.append(words("and {players} more (--json has all)", players=words.counted(left, "player")))
    return lines
