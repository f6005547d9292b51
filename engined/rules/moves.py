"""Moves, and moves as text."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from engined.variants.model import Variant
from engined_protocol.notation import PASS as PASS_TEXT
from engined_protocol.notation import is_pass, parse_square, square_name


class Move(NamedTuple):
    """A placement on ``square``, or a pass. ``chosen`` holds the discs that turn where the variant lets the
    mover choose them, and is empty everywhere else.
    """

    square: int
    chosen: frozenset[int] = frozenset()


PASS = Move(-1)


class HasChoices(Protocol):
    """What text needs of a position."""

    @property
    def variant(self) -> Variant:
        """What is played."""
        ...

    def choices(self, square: int) -> tuple[Move, ...]:
        """The legal moves that place on a square."""
        ...


class IllegalMove(ValueError):
    """A move that the rules forbid in this position; the message says which rule."""


class TooManyMoves(ValueError):
    """A position with so many subsets of discs to choose from that nobody could list its moves."""


def move_text(position: HasChoices, move: Move) -> str:
    """The move as in :mod:`engined_protocol.notation`: ``f5``, ``--``, ``f5:e5+d5`` (chosen discs in board
    order).
    """
    if move == PASS:
        return PASS_TEXT
    width = position.variant.board.width
    cell = square_name(move.square, width)
    if not move.chosen:
        return cell
    return cell + ":" + "+".join(square_name(square, width) for square in sorted(move.chosen))


def parse_move(position: HasChoices, text: str) -> Move:
    """The move that a text means in this position; whether it is legal is for ``play`` to say.

    A cell without chosen discs is enough where only one choice is legal there. Raises ValueError when the
    text is no move of this board, :class:`IllegalMove` when it leaves a choice open.
    """
    if is_pass(text):
        return PASS
    board = position.variant.board
    cell, colon, rest = text.partition(":")
    square = parse_square(cell, board.width, board.height)
    if colon:
        chosen = [parse_square(name, board.width, board.height) for name in rest.split("+")]
        if len(set(chosen)) < len(chosen):
            raise ValueError(f"a disc is chosen twice: {text[:40]!r}")
        return Move(square, frozenset(chosen))
    choices = position.choices(square)
    if len(choices) <= 1:
        return choices[0] if choices else Move(square)
    if Move(square) in choices:
        return Move(square)
    raise IllegalMove(
        f"{cell.strip()} leaves open which discs turn: write, for example, {move_text(position, choices[0])}"
    )
