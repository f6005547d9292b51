"""The removal phase: play has stopped, and the players agree on which groups are dead.

Where discs are surrounded and regions counted, passes of all seats do not end the game yet. Any player takes dead
groups off the board, puts them back, and says when he is content; when all are, what is left is counted. Or play is
resumed, as if no group had been touched.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engined.lazy import lazy_property
from engined_protocol.notation import square_name

from ..variants.model import EMPTY, Passing, ScoreKind, Variant
from . import scoring
from .geometry import geometry
from .groups import groups
from .position import Position


class RemovalError(ValueError):
    """What cannot be done in the removal phase; the message says why."""


def has_removal(variant: Variant) -> bool:
    """Whether games of this variant have a removal phase."""
    return (
        variant.capture.surrounds
        and variant.passing is Passing.FREE
        and variant.scoring.kind in (ScoreKind.AREA, ScoreKind.TERRITORY, ScoreKind.AREA_AND_PRISONERS)
        and len(variant.seats) == 2
    )


@dataclass(frozen=True)
class Removal:
    """Where play stopped, the stones that have been taken off since, and who agrees to that. Immutable."""

    stopped: Position
    """The position after the passes, with all stones."""
    changes: tuple[frozenset[int], ...] = ()
    """The stones that were off the board after each removal or return of groups, the latest last."""
    agreed: frozenset[int] = frozenset()
    """Seats that have said so since the latest change."""

    @property
    def removed(self) -> frozenset[int]:
        """Squares of the stones that are off the board now."""
        return self.changes[-1] if self.changes else frozenset()

    @property
    def settled(self) -> bool:
        """Whether all seats agree: the game has ended."""
        return len(self.agreed) == len(self.stopped.variant.seats)

    @lazy_property
    def counted(self) -> Position:
        """The position as it counts now: without the removed stones, which are prisoners of the other seat."""
        position = self.stopped
        board = tuple(EMPTY if square in self.removed else content for square, content in enumerate(position.board))
        taken = list(position.taken)
        for stone in self.removed:
            for seat, sitting in enumerate(position.variant.seats):
                taken[seat] += sitting.colour != position.board[stone]
        return replace(position, board=board, taken=tuple(taken))

    @property
    def owners(self) -> tuple[int, ...]:
        """The marks of the regions: see :func:`scoring.territory`."""
        return scoring.territory(self.stopped.variant, self.counted.board)

    def remove(self, squares: Iterable[int]) -> Removal:
        """The whole groups of stones on these squares are taken off. Raises :class:`RemovalError`."""
        board, off = self.stopped.board, set(self.removed)
        for square in squares:
            name = square_name(square, self.stopped.variant.board.width)
            if square in self.removed:
                raise RemovalError(f"the stone on {name} is removed already")
            if board[square] == EMPTY:
                raise RemovalError(f"there is no stone on {name}")
            if square not in off:
                off |= self._group(square)
        return self._change(frozenset(off))

    def restore(self, squares: Iterable[int] | None = None) -> Removal:
        """The whole groups on these squares, or all that were removed, are put back. Raises :class:`RemovalError`."""
        if not self.removed:
            raise RemovalError("no stone has been removed")
        back: set[int] = set()
        for square in self.removed if squares is None else squares:
            if square not in self.removed:
                name = square_name(square, self.stopped.variant.board.width)
                raise RemovalError(f"no stone was removed from {name}")
            if square not in back:
                back |= self._group(square)
        return self._change(self.removed - back)

    def undo(self) -> Removal:
        """The latest agreement of all, or else the latest change, is taken back; nobody agrees then.

        Raises :class:`RemovalError` when there is none.
        """
        if self.settled:
            return replace(self, agreed=frozenset())
        if not self.changes:
            raise RemovalError("nothing has been removed or put back")
        return replace(self, changes=self.changes[:-1], agreed=frozenset())

    def agree(self, seat: int) -> Removal:
        """This seat is content with what is removed."""
        return replace(self, agreed=self.agreed | {seat})

    def resume(self) -> Position:
        """The position to play on from: all stones are back, and the seat moves that passed first."""
        return replace(self.stopped, passes=0)

    def _change(self, off: frozenset[int]) -> Removal:
        return replace(self, changes=(*self.changes, off), agreed=frozenset())

    def _group(self, square: int) -> frozenset[int]:
        """The group of a stone, removed or not."""
        variant, board = self.stopped.variant, self.stopped.board
        stones = [cell for cell in variant.board.cells if board[cell] == board[square]]
        return next(group for group in groups(geometry(variant.board), stones, lambda *_: True) if square in group)
