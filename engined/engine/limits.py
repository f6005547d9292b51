"""What the search of a position is wished to find, and when it is enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engined.rules.position import Move


def deep_enough(depth: int, empties: int) -> bool:
    """Whether to turn to exact scores when an iteration of this depth is done: half of the way."""
    return 2 * depth >= empties


def near_the_end(depth: int, empties: int) -> bool:
    """Whether one more ply is the last."""
    return depth + 1 >= empties


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the deepening has come, for whoever decides whether to go on."""

    depth: int
    choices: int
    """Moves that differ; by symmetry some do not."""
    best: str
    value: float
    """Of the best move, in discs."""
    effort: float
    """Part of all nodes that was spent on the best move, 0 to 1."""


def never_enough(progress: Progress) -> bool:
    """Deepen as long as there is something to find."""
    return False


@dataclass(frozen=True, slots=True)
class Limits:
    """What an analysis is asked for."""

    best: int | None = None
    """How many of the best moves need right scores; None is all."""
    depth: int | None = None
    only: frozenset[Move] = frozenset()
    contempt: float = 0.0
    """Worth of a proven draw to the mover, in discs, when moves are compared."""
    window: tuple[int, int] | None = None
    """When solving, in discs: scores at or below the first, or at or above the second, are only bounds."""
    worth_solving: Callable[[int, int], bool] = deep_enough
    """(depth reached, empties) -> whether to go for exact scores now, whatever ``enough`` says."""
    worth_closing: Callable[[int, int], bool] = near_the_end
    """(depth reached, empties) -> whether to search to the end now all the same, selectively as long as time is short.
    Not asked where ``depth`` does not reach the end; must be true when one more ply is the last."""
    enough: Callable[[Progress], bool] = never_enough
    """Whether to end as at a limit, asked before each iteration, and each step to the end, once something is known."""
    proofs: bool = True
    """Whether to prove every move of the lines that are exact."""

    @property
    def reorders(self) -> bool:
        """Whether the contempt may change which of two exact scores is the better one: they differ by whole discs."""
        return abs(self.contempt) >= 1
