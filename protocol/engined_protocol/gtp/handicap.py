"""GTP's commands for handicap stones of Go: Black's, before the first move, which is White's then."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import Code, ProtocolError
from ..handicap import MOST, handicap_points, most_stones
from ..messages import Position
from ..notation import PASS, square_name
from ..text.conversation import Steps
from .game import GtpGame
from .play import Command, words
from .settings import read_whole

BLACK, WHITE = 0, 1


class Handicap:
    """The commands."""

    def __init__(self, game: GtpGame) -> None:
        self._game = game

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        return {
            "fixed_handicap": self._fixed,
            "place_free_handicap": self._place_free,
            "set_free_handicap": self._set_free,
        }

    def _fixed(self, arguments: list[str]) -> Steps[str]:
        stones = read_whole(words(arguments, 1)[0], 2, MOST)
        position = yield from self._empty_board()
        try:
            points = handicap_points(len(position.board[0]), len(position.board), stones)
        except ValueError as error:
            raise ProtocolError(Code.UNSUPPORTED, str(error)) from error
        return (yield from self._place(self._vertices(position, points)))

    def _place_free(self, arguments: list[str]) -> Steps[str]:
        """The fixed points too; fewer stones, as the protocol allows, where there are not so many points."""
        position = yield from self._empty_board()
        width, height = len(position.board[0]), len(position.board)
        stones = min(read_whole(words(arguments, 1)[0], 2, position.empties - 1), most_stones(width, height))
        if not stones:
            raise ProtocolError(Code.UNSUPPORTED, "this board has no points for handicap stones")
        return (yield from self._place(self._vertices(position, handicap_points(width, height, stones))))

    def _set_free(self, arguments: list[str]) -> Steps[str]:
        position = yield from self._empty_board()
        if not 2 <= len(arguments) < position.empties:
            raise ProtocolError(Code.MALFORMED, f"2 to {position.empties - 1} vertices are expected")
        points = [self._game.read(position, vertex) for vertex in arguments]
        if PASS in points or len(set(points)) < len(points):
            raise ProtocolError(Code.MALFORMED, "stones are put on different points")
        yield from self._place(arguments)
        return ""

    def _empty_board(self) -> Steps[Position]:
        if not (yield from self._game.surrounds()):
            raise ProtocolError(Code.UNSUPPORTED, "this game has no handicap stones")
        position = yield from self._game.position()
        if position.moves or position.discs != (0,) * len(position.discs):
            raise ProtocolError(Code.UNSUPPORTED, "board not empty")
        return position

    def _vertices(self, position: Position, squares: Iterable[int]) -> list[str]:
        width = len(position.board[0])
        return [self._game.write(position, square_name(square, width)) for square in squares]

    def _place(self, vertices: list[str]) -> Steps[str]:
        yield from self._game.set_up([(BLACK, vertex) for vertex in vertices], mover=WHITE)
        return " ".join(vertices)
