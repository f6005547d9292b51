"""Go: how kernels see its board, and which variants have such kernels.

Points are numbered along rows with a column off the board between them, and a row off it above and below: so every
neighbour of a point on the board is a number in memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engined.lazy import lazy_property
from engined.rules.position import PASS, Move, Position
from engined.rules.registry import capture_of
from engined.variants.model import EMPTY, CaptureKind, Ko, Passing, Placement, ScoreKind, Variant

from .layout import embedding
from .multiplayer import MultiplayerLayout

PASS_POINT = 0
"""Stands for a pass: a point off the board."""
OFF_BOARD = 3
"""The content of a point off the board, in memory; 0 is an empty one, and then come the colours of the seats."""


COUNTED = (ScoreKind.AREA, ScoreKind.TERRITORY, ScoreKind.AREA_AND_PRISONERS)
"""The kinds of scores that these kernels count."""

MOST_SWEPT = 30
"""Points of a board that one side may get all of with good play of the other: 5x5 and 4x7 are such, 5x6 and 6x6 not."""


def unsupported(variant: Variant) -> str | None:
    """Why there are no such kernels for this variant; None if there are."""
    reasons = (
        (variant.capture.kind is not CaptureKind.SURROUND, f"capture {variant.capture.kind}"),
        ([seat.colour for seat in variant.seats] != [0, 1], "seats other than two with a colour each"),
        (variant.placement is not Placement.ANYWHERE, f"placement {variant.placement}"),
        (variant.passing is not Passing.FREE, "forced passes"),
        (variant.scoring.kind not in COUNTED, f"scoring by {variant.scoring.kind}"),
        (variant.scoring.misere, "the lower count wins"),
        (variant.setup.plies > 0, "a set-up phase"),
        (any(seat.forbidden or seat.supply is not None for seat in variant.seats), "limits of a seat"),
    )
    return next((reason for applies, reason in reasons if applies), None)


def unproven(variant: Variant) -> str | None:
    """Why nothing can be proven of a variant; None if it can."""
    if variant.capture.ko is not Ko.SIMPLE:
        return "with superko, what may be played hangs on all boards of the game"
    if variant.capture.suicide:
        return "with suicide there are passes that do not end the game"
    return None


def worth_sweeping(variant: Variant) -> bool:
    """Whether a side may get the whole board, and a search for that knows how it is counted."""
    area = variant.scoring.kind is ScoreKind.AREA
    return area and len(variant.board.cells) <= MOST_SWEPT and unproven(variant) is None


@dataclass(frozen=True)
class GoLayout(MultiplayerLayout):
    """The points of a variant's board."""

    @property
    def essence(self) -> str:
        """See :class:`engined.kernels.layouts.layout.Layout`."""
        return repr((super().essence, "points"))

    @property
    def constants(self) -> dict[str, Any]:
        """The constants of the prelude that only these kernels have."""
        return super().constants | {
            "STRIDE": self.row,
            "POINTS": self.points,
            "ROWS": self.variant.board.height,
            "STONES_COUNT": self.variant.scoring.kind is not ScoreKind.TERRITORY,
            "PRISONERS_COUNT": self.variant.scoring.kind is not ScoreKind.AREA,
            "SYMMETRIES": self.symmetries,
        }

    @property
    def symmetries(self) -> int:
        """How many the solver's table knows: all of a board without holes in one word, else the identity alone."""
        board = self.variant.board
        if self.words > 1 or board.holes:
            return 1
        return 8 if board.width == board.height else 4

    @property
    def row(self) -> int:
        """Points from one to that below it."""
        return self.variant.board.width + 1

    @property
    def points(self) -> int:
        """How many there are in memory: a multiple of 8."""
        last = (self.variant.board.height + 2) * self.row + 1
        return (last + 8) // 8 * 8

    def point_of(self, square: int) -> int:
        """The point of a square of the bounding box."""
        row, column = divmod(square, self.variant.board.width)
        return (row + 1) * self.row + column + 1

    def square_at(self, point: int) -> int:
        """The inverse of :meth:`point_of`."""
        row, column = divmod(point, self.row)
        return (row - 1) * self.variant.board.width + column - 1

    def bit_of_move(self, move: Move) -> int:
        """The point of a move; PASS_POINT for a pass."""
        return PASS_POINT if move == PASS else self.point_of(move.square)

    def move_at(self, bit: int) -> Move:
        """The inverse of :meth:`bit_of_move`."""
        return self._moves[bit]

    @lazy_property
    def _moves(self) -> tuple[Move, ...]:
        """The move of each point."""
        return tuple(PASS if point == PASS_POINT else Move(self.square_at(point)) for point in range(self.points))

    def contents(self, position: Position) -> bytes:
        """What is on each point."""
        found = bytearray([OFF_BOARD]) * self.points
        for square in self.variant.board.cells:
            content = position.board[square]
            found[self.point_of(square)] = 0 if content == EMPTY else 1 + content
        return bytes(found)

    def ko_of(self, position: Position) -> int:
        """The point where only ko forbids the mover to play; 0: none."""
        *_, retaking = capture_of(self.variant).past(position)
        return self.point_of(retaking[0]) if isinstance(retaking, tuple) and retaking else PASS_POINT

    def last_of(self, position: Position) -> int:
        """The point of the last move, as far as it can be told; 0: a pass, or none is known."""
        before = position.before or position.board
        others = self.variant.seats[1 - position.seat].colour
        placed = [s for s in self.variant.board.cells if position.board[s] == others and before[s] == EMPTY]
        return self.point_of(placed[0]) if len(placed) == 1 else PASS_POINT


@lru_cache(maxsize=64)
def go_layout_of(variant: Variant, *, hand_made: bool = True) -> GoLayout:
    """The points of a variant's board. Raises ValueError for one without such kernels."""
    reason = unsupported(variant)
    if reason is not None:
        raise ValueError(f"{variant.name} has no kernel: {reason}")
    return GoLayout(variant, *embedding(variant.board), 0, hand_made)
