"""Games as they are searched: where they stand, who played, what came of them."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was found."""

    where: str
    """``games.ggf, game 3``"""
    black: str
    white: str
    margin: float | None
    """By how much Black has won: by the rules when it was played to its end, else as its file says, if it does."""
    ply: int | None
    """Placements before the position that was asked for."""
    following: str
    """What was played there, as seen in that position; empty at the end of the game."""


@dataclass(slots=True)
class Tally:
    """How games ended, from Black's view."""

    games: int = 0
    black: int = 0
    """Won by Black."""
    draws: int = 0
    white: int = 0
    discs: float = 0.0
    """Black's margins together."""

    @property
    def known(self) -> int:
        """Games whose result is known."""
        return self.black + self.draws + self.white

    def add(self, margin: float | None) -> None:
        """Count a game."""
        self.games += 1
        if margin is not None:
            self.black += margin > 0
            self.draws += margin == 0
            self.white += margin < 0
            self.discs += margin


@dataclass(slots=True)
class Findings:
    """What was found in all files."""

    read: int = 0
    """Games, those at fault included."""
    faults: int = 0
    """Games that could not be played by the rules."""
    unfinished: int = 0
    """Games that break off before their end by the rules."""
    total: Tally = field(default_factory=Tally)
    following: dict[str, Tally] = field(default_factory=dict)
    """By what was played in the position that was asked for."""
    games: list[Game] = field(default_factory=list)
    """The first of them, as many as were asked for."""

    def count(self, margin: float | None, following: str) -> None:
        """A game that was found, by its result and by what was played in the position that was asked for."""
        self.total.add(margin)
        if following:
            self.following.setdefault(following, Tally()).add(margin)
