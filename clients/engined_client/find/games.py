"""Games as they are searched: where they stand, who played, what came of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from engined_protocol.records.record import BLACK, WHITE
from engined_protocol.records.result import Result

from .query import Wanted


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was found."""

    where: str
    """The place of the game, such as ``games.ggf, game 3``."""
    black: str
    white: str
    result: Result
    """The result that its file gives; where that says nothing, the one by the rules if the game was played to its end.
    """
    ply: int | None
    """Placements before the position that was asked for."""
    following: str
    """The move that was played there, as seen in that position; empty at the end of the game."""


@dataclass(slots=True)
class Tally:
    """How games ended, from Black's view."""

    games: int = 0
    black: int = 0
    """The number of games that Black won."""
    draws: int = 0
    white: int = 0
    counted: int = 0
    """Games of which it is known by how much they were won."""
    discs: float = 0.0
    """Black's margins of these together."""

    @property
    def known(self) -> int:
        """Games whose result is known."""
        return self.black + self.draws + self.white

    @property
    def mean(self) -> float | None:
        """Black's margin on average."""
        return self.discs / self.counted if self.counted else None

    def add(self, result: Result) -> None:
        """Count a game."""
        self.games += 1
        if not result.decided:
            return
        self.black += result.winner == BLACK
        self.white += result.winner == WHITE
        self.draws += not result.winner
        if result.margin is not None:
            self.counted += 1
            self.discs += result.margin


@dataclass(slots=True)
class Findings:
    """What was found in all files."""

    read: int = 0
    """Games, those at fault included."""
    faults: int = 0
    """Games that could not be played by the rules."""
    unfinished: int = 0
    """Games that break off before their end by the rules."""
    differing: int = 0
    """Games that end otherwise by the rules than their files say."""
    total: Tally = field(default_factory=Tally)
    following: dict[str, Tally] = field(default_factory=dict)
    """The results by the move that was played in the position that was asked for."""
    position: Wanted | None = None
    """The position that was asked for, in the variant of a game that has it; of 8x8 Othello if one is."""
    games: list[Game] = field(default_factory=list)
    """The first of them, as many as were asked for."""

    def settled(self, said: Result, by_rules: Result) -> Result:
        """The result that counts of those of a file and of the rules: the file's, if it says one."""
        self.differing += said.differs_from(by_rules)
        return said.or_else(by_rules)

    def count(self, result: Result, following: str) -> None:
        """A game that was found, by its result and by what was played in the position that was asked for."""
        self.total.add(result)
        if following:
            self.following.setdefault(following, Tally()).add(result)
