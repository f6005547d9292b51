"""Games that are more than two seats with a colour each: how kernels see them, and which of them can have kernels.

Here a position is a block of memory and the seat to move. In flipping games the block is a board for each colour; what
a mover brackets does not depend on whose discs the others are, so moves and flips are those of two-sided kernels: the
mover's colour against all others together. Other games have a layout of their own that says what the block is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from engined.rules.position import PASS, Move, Position
from engined.rules.scoring import sides
from engined.variants.model import CaptureKind, Choice, Passing, Placement, ScoreKind, Variant

from ..codes import COUNT_BITS, MOST_SEATS, PASSED, SEAT_BITS
from .layout import Layout, embedding


def unsupported(variant: Variant) -> str | None:
    """Why there are no such kernels for this variant; None if there are."""
    capture = variant.capture
    reasons = (
        (len(variant.seats) > MOST_SEATS, f"more than {MOST_SEATS} seats"),
        (variant.placement not in (Placement.CAPTURE, Placement.TOUCH), f"placement {variant.placement}"),
        (capture.kind is not CaptureKind.FLIP, f"capture {capture.kind}"),
        (capture.choice is not Choice.ALL, "a choice of the discs that turn"),
        (capture.indirect != 0, "indirect captures"),
        (variant.passing is not Passing.FORCED, "free passes"),
        (variant.scoring.kind not in (ScoreKind.DISCS, ScoreKind.HOME), f"scoring by {variant.scoring.kind}"),
        (variant.scoring.komi != 0 and len(sides(variant)) > 2, "komi among more than two sides"),
        (len(sides(variant)) < 2, "nobody to play against"),
        (any(seat.supply is not None for seat in variant.seats), "a limited supply of discs"),
        (any(len(ring) > 63 for ring in variant.board.rings), "a ring of more than 63 cells"),
    )
    return next((reason for applies, reason in reasons if applies), None)


def counts_in(tally: Any, seats: int) -> tuple[Any, ...]:
    """What each of so many seats counts: numbers from a tally, an int, and arrays from an array of them."""
    return tuple(tally >> COUNT_BITS * seat & (1 << COUNT_BITS) - 1 for seat in range(seats))


@dataclass(frozen=True)
class MultiplayerLayout(Layout):
    """The embedding of a variant's board, and its seats.

    A family whose positions are not boards by colour overrides :meth:`in_memory`; one where not every move is a cell,
    :meth:`bit_of_move` and :meth:`move_at`; ``essence``, with all else that its kernels depend on; and ``tells``, where
    names of its own depend on how a variant is scored.
    """

    @property
    def essence(self) -> str:
        """See :class:`Layout`."""
        variant = self.variant
        seats = [(seat.colour, sorted(seat.forbidden), sorted(seat.home)) for seat in variant.seats]
        rules = (str(variant.placement), str(variant.scoring.kind), sides(variant), len(variant.colours))
        return repr((super().essence, seats, rules))

    @property
    def constants(self) -> dict[str, Any]:
        """The constants of the prelude that only these kernels have."""
        variant = self.variant
        return {
            "SEATS": len(variant.seats),
            "COLOURS": len(variant.colours),
            "SIDES": len(sides(variant)),
            "COLOURS_OF_SEATS": _packed([seat.colour for seat in variant.seats]),
            "SIDES_OF_SEATS": _packed(_side_of(variant)),
            "TOUCH": variant.placement is Placement.TOUCH,
            "FORBIDDING": any(seat.forbidden for seat in variant.seats),
            "HOMES": variant.scoring.kind is ScoreKind.HOME,
            "NEUTRAL": {seat.colour for seat in variant.seats} != set(range(len(variant.colours))),
        }

    @property
    def tables(self) -> dict[str, list[int]]:
        """Sets of squares by seat, under their names in the prelude."""
        seats = self.variant.seats
        return {
            "open_to": [self.cells & ~self.mask(seat.forbidden) for seat in seats],
            "home_of": [self.mask(seat.home) for seat in seats],
        }

    def in_memory(self, position: Position) -> list[int]:
        """The words of a position in the stack: here the discs of each colour.

        Raises ValueError when the position's set-up phase disagrees with its number of discs.
        """
        self.check_setup(position)
        content = position.board
        found: list[int] = []
        for colour in range(len(self.variant.colours)):
            words = self.split(self.mask(square for square in self.variant.board.cells if content[square] == colour))
            found += [words] if isinstance(words, int) else list(words)
        return found

    def bit_of_move(self, move: Move) -> int:
        """The kernel square of a move; PASSED for a pass."""
        return PASSED if move.square < 0 else self.bit_of(move.square)

    def move_at(self, bit: int) -> Move:
        """The inverse of :meth:`bit_of_move`."""
        return PASS if bit == PASSED else Move(self.square_of(bit))

    def tally(self, word: int) -> tuple[int, ...]:
        """What each seat counts, from the word that kernels pack it in."""
        return counts_in(word, len(self.variant.seats))

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat, as :func:`engined.rules.scoring.sides` counts them."""
        return tuple(_side_of(self.variant))


@lru_cache(maxsize=64)
def multiplayer_layout_of(variant: Variant, *, hand_made: bool = True) -> MultiplayerLayout:
    """The embedding of a variant with seats. Raises ValueError for one without such kernels."""
    reason = unsupported(variant)
    if reason is not None:
        raise ValueError(f"{variant.name} has no kernel: {reason}")
    return MultiplayerLayout(variant, *embedding(variant.board), 0, hand_made)


def _side_of(variant: Variant) -> list[int]:
    together = sides(variant)
    return [next(index for index, side in enumerate(together) if seat in side) for seat in range(len(variant.seats))]


def _packed(values: list[int]) -> int:
    return sum(value << SEAT_BITS * index for index, value in enumerate(values))
