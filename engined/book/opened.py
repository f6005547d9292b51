"""The book at one position: its moves with what they are worth, and which of them to play."""

from __future__ import annotations

from msgspec import Struct

from engined.rules.position import Position
from engined.rules.symmetry import Symmetry, symmetries

from .book import Book
from .folding import compose, fold, image_of_move, inverse
from .node import SOURCES, Option, Value, options

LONGEST_LINE = 24
"""Moves of a line that are shown."""


class BookMove(Struct, frozen=True):
    """A move at the position that was asked about."""

    move: str
    value: Value
    """From the view of the side that makes the move."""
    linked: bool
    """Whether its position is in the book; else the value is from an analysis of the position before it."""
    games: int
    line: tuple[str, ...]
    """The move, and what the book expects after it, to where its value comes from."""


class Opened(Struct, frozen=True):
    """What the book says of a position."""

    games: int
    value: Value | None
    """From the mover's view; its move is one of the position asked about."""
    moves: tuple[BookMove, ...]
    """Best first, draws counted as nothing."""

    def best_first(self, draw: float) -> list[BookMove]:
        """The moves by what they are worth if a proven draw is worth so many discs to the mover."""
        return sorted(self.moves, key=lambda move: _goodness(move, draw), reverse=True)

    def choice(self, draw: float, only: frozenset[str] = frozenset()) -> BookMove | None:
        """The move to play without thinking: one that leads through the book, if none is thought to be better."""
        for move in self.best_first(draw):
            if not only or move.move in only:
                return move if move.linked else None
        return None


def open_at(book: Book, position: Position) -> Opened | None:
    """What the book says of a position; None when it is not in the book."""
    folded = fold(position)
    node = book.shelf.get(folded.key)
    if node is None:
        return None
    board = book.variant.board
    back = inverse(folded.symmetry)
    moves = []
    for option in options(node, book.value_of):
        after = book.shelf.get(option.link.key)
        games = 0 if after is None else after.games
        line = tuple(_line(book, option, folded.symmetry))
        move = image_of_move(option.link.move, back, board)
        moves.append(BookMove(move, option.value, option.linked, games, line))
    opened = Opened(node.games, node.value, tuple(moves))
    return Opened(node.games, node.value, tuple(opened.best_first(0.0)))


def _goodness(move: BookMove, draw: float) -> tuple[float, bool, int, int, int]:
    value = move.value
    return value.worth(draw), move.linked, SOURCES.index(value.kind), value.depth, move.games


def _line(book: Book, option: Option, symmetry: Symmetry) -> list[str]:
    """A move and the best moves of the book after it, as they are where ``symmetry`` leads to the book's position."""
    board, turns = book.variant.board, symmetries(book.variant)
    line = [image_of_move(option.link.move, inverse(symmetry), board)]
    link = option.link
    while len(line) < LONGEST_LINE and (node := book.shelf.get(link.key)) is not None:
        best = "" if node.value is None else node.value.move
        following = next((other for other in node.links if other.move == best), None)
        if following is None:
            break
        symmetry = compose(symmetry, turns[link.turn])
        line.append(image_of_move(best, inverse(symmetry), board))
        link = following
    return line
