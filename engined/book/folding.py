"""Which positions are one: those that a symmetry of the variant takes to each other.

Each such class goes by the position with the least board (its canonical position) and by a key made of that and of
the variant's digest. Transpositions need nothing more: a position is the same however it came about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from operator import itemgetter

from engined.rules.position import Position, format_position
from engined.rules.registry import capture_of
from engined.rules.symmetry import Symmetry, symmetries
from engined.variants.model import Board, Passing, ScoreKind, Variant
from engined_protocol.notation import is_pass, parse_square, square_name

KEY_BITS = 63
"""The bits of a key, so that it fits a signed integer. Among a million positions of a book, two share one with a
probability of about 5e-8.
"""


def unbookable(variant: Variant) -> str:
    """Why a variant can have no book; empty when it can.

    A book values positions for two sides, knows them by their text alone and needs games that never go round.
    """
    if len(variant.seats) != 2 or variant.teams:
        return "a book compares two sides, each against the other"
    capture = capture_of(variant)
    if capture.leaves:
        return "discs leave the board, so games could go round in circles"
    if variant.passing is Passing.FREE or variant.scoring.kind is ScoreKind.TERRITORY or capture.looks_back:
        return "its positions are more than discs and mover"
    return ""


@dataclass(frozen=True, slots=True)
class Folded:
    """A position as the book knows it."""

    position: Position
    """The position itself, in its canonical image."""
    turn: int
    """Index of the symmetry, among those of the variant, that takes the given position to the canonical one."""
    text: str
    """The canonical position as :func:`~engined.rules.position.format_position` writes it."""
    key: int

    @property
    def symmetry(self) -> Symmetry:
        """The symmetry itself."""
        return symmetries(self.position.variant)[self.turn]


def fold(position: Position) -> Folded:
    """The canonical position of a position, and the way there."""
    images = [take(position.board) for take in _takers(position.variant)]
    turn = min(range(len(images)), key=images.__getitem__)
    canonical = position if images[turn] == position.board else replace(position, board=images[turn])
    text = format_position(canonical)
    return Folded(canonical, turn, text, key_of(position.variant, text))


def key_of(variant: Variant, text: str) -> int:
    """The key of a canonical position, from its text."""
    digest = blake2b(f"{variant.digest} {text}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> (64 - KEY_BITS)


@lru_cache(maxsize=64)
def _takers(variant: Variant) -> tuple[Callable[[tuple[int, ...]], tuple[int, ...]], ...]:
    """The functions that make a board's image, one for each symmetry: in C, for boards of more than one cell."""
    return tuple(itemgetter(*inverse(symmetry)) for symmetry in symmetries(variant))


def inverse(symmetry: Symmetry) -> Symmetry:
    """The symmetry that takes everything back."""
    return tuple(sorted(range(len(symmetry)), key=symmetry.__getitem__))


def compose(first: Symmetry, then: Symmetry) -> Symmetry:
    """One symmetry after another."""
    return tuple(then[square] for square in first)


def image_of_move(text: str, symmetry: Symmetry, board: Board) -> str:
    """A move's text after a symmetry: its cell and the discs that it chooses go where the symmetry takes them."""
    if is_pass(text):
        return text
    cell, colon, chosen = text.partition(":")
    if not colon:
        return _image(cell, symmetry, board)
    squares = sorted(symmetry[parse_square(name, board.width, board.height)] for name in chosen.split("+"))
    return _image(cell, symmetry, board) + ":" + "+".join(square_name(square, board.width) for square in squares)


def _image(cell: str, symmetry: Symmetry, board: Board) -> str:
    return square_name(symmetry[parse_square(cell, board.width, board.height)], board.width)
