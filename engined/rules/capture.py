"""A way to capture: what each of them says about a position.

Turns, passes, set-up, supplies, forbidden cells and choices are the same for all: :mod:`.position` has them.

Another package adds a way by a subclass of :class:`CaptureRule` and an entry point of the group ``engined.captures``,
whose name is then a ``capture.kind``. Digests of variants hold that name alone, so other rules need another name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engined.lazy import lazy_property

from ..variants.model import EMPTY, Placement, Variant
from . import scoring
from .geometry import Geometry, geometry


class State(Protocol):
    """What a way to capture sees of a position (see :class:`engined.rules.position.Position`)."""

    @property
    def variant(self) -> Variant:
        """What is played."""
        ...

    @property
    def board(self) -> tuple[int, ...]:
        """Content of every square of the bounding box: ``EMPTY`` or a colour."""
        ...

    @property
    def seat(self) -> int:
        """The seat to move."""
        ...

    @property
    def placed(self) -> tuple[int, ...]:
        """Discs that each seat has placed since the start of the game."""
        ...

    @property
    def taken(self) -> tuple[int, ...]:
        """Discs that each seat has taken off the board; empty where none can be."""
        ...

    @property
    def before(self) -> tuple[int, ...] | None:
        """The board before the last ply, where the rules look back at it."""
        ...

    @property
    def earlier(self) -> frozenset[bytes]:
        """What the rules remember of all earlier positions (see :meth:`CaptureRule.remembered`)."""
        ...

    @property
    def empties(self) -> int:
        """Number of empty cells."""
        ...

    def placements(self, seat: int) -> Mapping[int, frozenset[int]]:
        """Where a seat could place if it were its turn now, each cell with what is captured from it."""
        ...


class CaptureRule:
    """A way to capture, as one variant plays it; here, nothing is captured.

    It remembers nothing of a game: all that it says follows from the position.
    """

    leaves = False
    """Whether captured discs leave the board, and :attr:`State.taken` counts them; else they turn to the mover's
    colour."""
    settles = False
    """Whether every disc stays where it is and keeps its colour."""
    looks_back = False
    """Whether the rules look at the board before the last ply: whether :attr:`State.before` is kept."""

    def __init__(self, variant: Variant) -> None:
        """Raises ValueError, saying why, for a variant that cannot be played in this way."""
        self.variant = variant
        """The variant that is played; equal variants of other names share this rule."""

    @lazy_property
    def lines(self) -> Geometry:
        """Lines and neighbourhoods of the board."""
        return geometry(self.variant.board)

    # --- moves ------------------------------------------------------------------------------------

    def captures(self, position: State, seat: int, open_cells: Sequence[int]) -> dict[int, frozenset[int]]:
        """What a seat captures from each of the open cells, in their order; cells that these rules close are left out.

        Open are the empty cells that are not forbidden to the seat. It is not asked in the set-up phase.
        """
        return dict.fromkeys(open_cells, frozenset())

    def placements(self, position: State, seat: int, open_cells: Sequence[int]) -> dict[int, frozenset[int]]:
        """Those of the open cells where a seat may place, as the variant's ``placement`` says of what it captures."""
        captured, placement = self.captures(position, seat, open_cells), self.variant.placement
        if placement in (Placement.ANYWHERE, Placement.CHAIN):
            return captured
        capturing = {square: discs for square, discs in captured.items() if discs}
        if capturing or placement is Placement.CAPTURE:
            return capturing
        touching, board = self.lines.touching, position.board
        return {s: discs for s, discs in captured.items() if any(board[near] != EMPTY for near in touching[s])}

    def reason(self, position: State, square: int) -> str:
        """Why this open cell is no placement of the mover's, as it goes on after ``Black may not place on a1:``."""
        if self.variant.placement is Placement.TOUCH and not any(position.placements(position.seat).values()):
            return "it touches no disc"
        return "it captures nothing"

    def apply(self, position: State, square: int, captured: frozenset[int]) -> tuple[int, ...]:
        """The board after the mover has placed on a square and captured these discs: those chosen, if it chooses."""
        board = list(position.board)
        colour = self.variant.seats[position.seat].colour
        board[square] = colour
        for disc in captured:
            board[disc] = EMPTY if self.leaves else colour
        return tuple(board)

    def taker(self, position: State, square: int, captured: frozenset[int]) -> int:
        """The seat whose prisoners they are, where captured discs leave the board."""
        return position.seat

    def remembered(self, position: State) -> frozenset[bytes]:
        """What is remembered of all positions up to this one, once a ply follows; empty where no rule asks for it."""
        return position.earlier

    def check(self, board: tuple[int, ...]) -> None:
        """Raise ValueError, saying why, for a board that no position can have."""

    # --- the end ----------------------------------------------------------------------------------

    def over(self, position: State) -> bool:
        """Whether this position ends the game, although somebody could place."""
        return False

    def placements_left(self, position: State) -> int:
        """How many discs can still be placed, at most. Raises ValueError where that is without limit."""
        return position.empties

    def scores(self, position: State) -> tuple[float, ...]:
        """What each seat would count if the game ended now; komi is not in, misère does not negate."""
        return scoring.scores(self.variant, position.board, position.taken)

    @property
    def widest_margin(self) -> float:
        """No side is ahead of another by more at the end; komi is not in."""
        return float(len(self.variant.board.cells))

    # --- identity ---------------------------------------------------------------------------------

    def past(self, position: State) -> tuple[object, ...]:
        """What of the past can still matter, as values that every process writes alike: it is part of what makes two
        positions one.
        """
        return position.taken, position.before or ()

    def keeps(self, symmetry: Sequence[int]) -> bool:
        """Whether these rules are the same after a symmetry of the board, which takes each square to
        ``symmetry[square]``: not where they tell up from down, for example.
        """
        return True


class NoCapture(CaptureRule):
    """Nothing is captured."""

    settles = True
