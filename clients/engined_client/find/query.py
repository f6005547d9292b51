"""What is looked for: players, and a position in any of its images."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engined_protocol.messages import Position
from engined_protocol.notation import PASS, parse_square, square_name

from ..symmetry import Image, images


class Wanted:
    """A position that is looked for, as it is or as any of its images."""

    def __init__(self, position: Position, symbols: tuple[str, ...], *, symmetric: bool) -> None:
        self.position = position
        self.symbols = symbols
        """The symbols of the seats' discs."""
        self.images: list[Image] = []
        """Each of them once."""
        self._same: list[Image] = []
        """The symmetries that leave the position as it is."""
        for image in images(position.board, symmetric=symmetric):
            if image.cells == "".join(position.board):
                self._same.append(image)
            if image.cells not in {known.cells for known in self.images}:
                self.images.append(image)
        self._width, self._height = len(position.board[0]), len(position.board)

    def image_of(self, board: tuple[str, ...], mover: str) -> int | None:
        """Which of the images a position is."""
        if mover != self.position.mover:
            return None
        cells = "".join(board)
        return next((number for number, image in enumerate(self.images) if image.cells == cells), None)

    def back(self, move: str, image: int) -> str:
        """A move in one of the images as it is in the position asked for; of moves that are the same there, the first
        in board order.
        """
        if not move or move == PASS:
            return move
        cell, colon, chosen = move.partition(":")
        names = [cell, *(name for name in chosen.split("+") if name)]
        squares = [self.images[image].origins[parse_square(name, self._width, self._height)] for name in names]
        forms = [[same.origins[square] for square in squares] for same in self._same]
        square, *discs = min([form[0], *sorted(form[1:])] for form in forms)
        return self._name(square) + colon + "+".join(self._name(disc) for disc in discs)

    def _name(self, square: int) -> str:
        return square_name(square, self._width)


@dataclass(frozen=True, slots=True)
class Query:
    """Games that fit all of it."""

    player: str = ""
    """Part of the name of either player, in any case."""
    black: str = ""
    white: str = ""
    position: Callable[[str], Wanted | None] | None = None
    """The position that is looked for, if one is, in the variant of a game; None where it is none there."""

    def fits(self, black: str, white: str) -> bool:
        """Whether these are the players."""
        return (
            _within(self.black, black)
            and _within(self.white, white)
            and (_within(self.player, black) or _within(self.player, white))
        )

    @property
    def anybody(self) -> bool:
        """Whether it does not matter who played."""
        return not (self.player or self.black or self.white)


def _within(part: str, name: str) -> bool:
    return part.casefold() in name.casefold()
