"""What a search is to find and what it may take: one object, from the request to the root."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from engined.rules.moves import Move

from .pause import Pause


class Limits(Struct, frozen=True, kw_only=True):
    """What is asked of a search. By default it scores all moves, for ever or until they are exact."""

    best: int | None = None
    """The number of best moves that need right scores; None is all."""
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    soft: float | None = None
    """The seconds that this move should take on average, on a clock, ``seconds`` being those that it must not exceed.
    Then those count from the start of the task: a clock goes on while kernels are compiled.
    """
    compiling: float = 0.0
    """The seconds after its compilation began in which a move may still wait for machine code, on a clock, even beyond
    ``seconds``; with the search that follows it may take a fifth more.
    """
    threads: int = 1
    only: frozenset[Move] = frozenset()
    """Root moves that may be considered; empty: all."""
    repeating: frozenset[Move] = frozenset()
    """Root moves that bring back a board that the game has had: whoever is ahead does not play them (Go)."""
    boards: frozenset[bytes] = frozenset()
    """Boards that superko forbids, by :func:`engined.rules.repetition.boards_of`: below the root none comes back."""
    life: bool = False
    """Whether to say what becomes of the stones on the board (Go), in up to half of ``seconds``."""
    ownership: bool = False
    """Whether to say whose everything is after each move, too (Go)."""
    solve_empties: int | None = None
    """Exact scores from so many empty cells on, and only there; None: where they are worth their price."""
    contempt: float = 0.0
    """Worth of a proven draw in discs, from the first seat's view, when moves are compared."""
    ties: Literal["all", "first", "random"] = "all"
    """Among more than two sides, which of equally good moves seats play."""
    seed: int = 0
    """The seed of ``random`` ties."""
    alone: bool = False
    """Whether what was found out before, or is found now, is left alone: for play that is to be weak, and for those who
    want an answer that hangs on nothing before it."""
    weak: bool = False
    """It is true where play is to be weak. In Go every plausible move then gets a game, and more games say whether to
    pass, all of them beyond ``nodes``."""
    prove: bool = False
    """Whether only the exact score counts, or where it stands against the window: the shortest way there."""
    window: tuple[int, int] | None = None
    """The window of a proof, in discs: scores at or below the first number, or at or above the second, are only bounds.
    """

    @property
    def on_clock(self) -> bool:
        """Whether the seconds count from the start of the task, and need not be used up."""
        return self.soft is not None


@dataclass(frozen=True, slots=True)
class SearchClock:
    """The time that a search has taken. It reads no clock itself: it is told how."""

    elapsed: Callable[[], float]
    """Seconds since the search began."""
    before: float = 0.0
    """Seconds that an earlier search took to come as far as this one starts; 0 where that is not known."""
    pause: Pause = field(default_factory=Pause)
    """The place where the search waits while others have their turn; seconds go on being counted meanwhile."""
