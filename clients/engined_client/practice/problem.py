"""A problem: a position with one best move, exact, and how hard that is to find."""

from __future__ import annotations

import hashlib

from msgspec import Struct

from engined_protocol.messages.envelope import STRONGEST_LEVEL


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A problem. Scores are the mover's, in discs or points."""

    variant: str
    digest: str
    """The digest of the variant."""
    start: str | None = None
    """The position that the game began with; None for the variant's own start."""
    moves: tuple[str, ...] = ()
    """The moves of the game, up to the position."""
    best: str
    score: float
    """The exact score of the best move."""
    second: float
    """No other move is worth more than this, exactly."""
    level: int
    """The weakest level of play from which on each finds the move in one search, from 1; one more than the strongest if
    that does not."""
    depth: int
    """The greatest depth of a search that does not find it; 0 where all do."""
    tempting: tuple[str, ...] = ()
    """The moves that such searches think best instead."""
    empties: int
    where: str = ""
    """The game that it is from."""

    @property
    def key(self) -> str:
        """What tells it from others."""
        game = f"{self.digest} {self.start} {' '.join(self.moves)}"
        return hashlib.sha256(game.encode()).hexdigest()[:16]

    @property
    def difficulty(self) -> int:
        """How hard it is: 1 for what everybody sees, one more for each level that fails and each tempting move."""
        return self.level + len(self.tempting)


HARDEST_LEVEL = STRONGEST_LEVEL + 1
"""The level of a problem that no level solves."""
