"""The book at one position: its moves with what they are worth, and which of them to play."""

from __future__ import annotations

import math

from msgspec import Struct
from msgspec.structs import replace

from engined.results import Certainty
from engined.rules.position import Position
from engined.rules.symmetry import Symmetry, symmetries

from .book import Book
from .folding import compose, fold, image_of_move, inverse
from .node import SOURCES, Option, Value, options

WORST = 2.0
"""No move of the book is played that gives away more than so many times what its variety is."""
LONGEST_LINE = 24
"""Moves of a line that are shown."""


class BookMove(Struct, frozen=True):
    """A move at the position that was asked about."""

    move: str
    value: Value
    """The value from the view of the side that makes the move."""
    linked: bool
    """Whether its position is in the book; else the value is from an analysis of the position before it."""
    games: int
    line: tuple[str, ...]
    """The move, and what the book expects after it, to where its value comes from."""


class PlayedMove(Struct, frozen=True):
    """A move to a position of the book that nobody has analysed."""

    move: str
    games: int


class Opened(Struct, frozen=True):
    """What the book says of a position."""

    games: int
    value: Value | None
    """The value from the mover's view; its move is one of the position asked about."""
    moves: tuple[BookMove, ...]
    """The moves of the book that have a value, best first; a draw counts 0 in that order."""
    unvalued: tuple[PlayedMove, ...] = ()
    """The others that lead to positions of the book: most games first."""

    def games_of(self, move: str) -> int:
        """How many games went through the position after a move."""
        games = {valued.move: valued.games for valued in self.moves}
        games |= {played.move: played.games for played in self.unvalued}
        return games.get(move, 0)

    def best_first(self, draw: float) -> list[BookMove]:
        """The moves by what they are worth if a proven draw is worth so many discs to the mover."""
        return sorted(self.moves, key=lambda move: _goodness(move, draw), reverse=True)

    def choice(
        self, draw: float, only: frozenset[str] = frozenset(), variety: float = 0.0, lot: float = 0.0
    ) -> BookMove | None:
        """The move to play without thinking: one that leads through the book, if none is thought to be better.

        With ``variety`` others are played, too, by a ``lot`` from 0 to 1: one that gives away so many discs e times as
        seldom as the best, and none that gives away more than :data:`WORST` times as many. What is proven is not given
        away.
        """
        moves = [move for move in self.best_first(draw) if not only or move.move in only]
        if not moves or not moves[0].linked:
            return None
        first, *others = moves
        best, spread = first.value.worth(draw), 0.0 if first.value.kind is Certainty.EXACT else variety
        weighed = [(first, 1.0)]
        for move in others:
            loss = best - move.value.worth(draw)
            if move.linked and loss <= WORST * spread:
                weighed.append((move, math.exp(-loss / spread) if spread else 1.0))
        left = lot * sum(weight for _, weight in weighed)
        for move, weight in weighed:
            left -= weight
            if left < 0:
                return move
        return first


def open_at(book: Book, position: Position) -> Opened | None:
    """What the book says of a position; None when it is not in the book."""
    folded = fold(position)
    node = book.store.get(folded.key)
    if node is None:
        return None
    back = inverse(folded.symmetry)
    valued = {option.link.move: option for option in options(node, book.value_of)}
    moves: list[BookMove] = []
    unvalued: list[PlayedMove] = []
    for link in node.links:
        after, option = book.store.get(link.key), valued.get(link.move)
        games = 0 if after is None else after.games
        move = image_of_move(link.move, back, book.variant.board)
        if option is not None:
            line = tuple(_line(book, option, folded.symmetry))
            moves.append(BookMove(move, option.value, option.linked, games, line))
        elif after is not None:
            unvalued.append(PlayedMove(move, games))
    unvalued.sort(key=lambda played: (-played.games, played.move))
    opened = Opened(node.games, node.value, tuple(moves), tuple(unvalued))
    return replace(opened, moves=tuple(opened.best_first(0.0)))


def _goodness(move: BookMove, draw: float) -> tuple[float, bool, int, int, int]:
    value = move.value
    return value.worth(draw), move.linked, SOURCES.index(value.kind), value.depth, move.games


def _line(book: Book, option: Option, symmetry: Symmetry) -> list[str]:
    """A move and the best moves of the book after it, as they are where ``symmetry`` leads to the book's position."""
    board, turns = book.variant.board, symmetries(book.variant)
    line = [image_of_move(option.link.move, inverse(symmetry), board)]
    link = option.link
    while len(line) < LONGEST_LINE and (node := book.store.get(link.key)) is not None:
        best = "" if node.value is None else node.value.move
        following = next((other for other in node.links if other.move == best), None)
        if following is None:
            break
        symmetry = compose(symmetry, turns[link.turn])
        line.append(image_of_move(best, inverse(symmetry), board))
        link = following
    return line
