"""The game that a GTP controller talks about: a session of the service, seen through GTP's rules.

Black is colour 0, White colour 1. Positions are remembered as they come back from the service, so questions
about the board cost nothing and change nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ..errors import Code, ProtocolError
from ..messages import (
    DescribeVariant,
    Description,
    ListVariants,
    Open,
    Play,
    Position,
    Resume,
    Show,
    Undo,
    Variants,
    VariantSummary,
)
from ..notation import PASS, parse_square
from ..text.conversation import Requester, Steps, plain, quoted
from ..variant_name import VariantName
from .clock import GameClocks
from .coordinates import Coordinates, Dialect

_NAMED = re.compile(r"\b[a-z]\d{1,2}\b", re.ASCII)
_NOTED = 0
"""The plies of a pass that was not needed: the colour that makes it is not to move."""
_COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}


class GtpGame:
    """One game, its clocks, and the names of its squares."""

    def __init__(
        self, requester: Requester, coordinates: Coordinates, clocks: GameClocks, variant: str, session: str
    ) -> None:
        self.session = session
        self.coordinates = coordinates
        self.clocks = clocks
        self._requester = requester
        self.name = VariantName.of(variant)
        """The variant that is played, by the parts of its name."""
        self.start: str | None = None
        """The position that the game began with; None for the variant's own."""
        self.first = 0
        """The colour that moved first there."""
        self._position: Position | None = None
        self._described: dict[str, Description] = {}
        self._turns: list[int] = []
        """The plies of each ``play`` and ``genmove``: _NOTED for a pass that was not needed, 2 with one implied."""

    # --- which game -------------------------------------------------------------------------------

    def titles(self) -> Steps[tuple[str, ...]]:
        """The games that can be chosen, each beginning with a capital, as GoGui wants them."""
        listed = yield from self._requester.ask(ListVariants(id=self._requester.number()), Variants)
        return tuple(dict.fromkeys(_title(variant) for variant in listed.variants))

    def title(self) -> Steps[str]:
        """The title of the current game, the same on all sizes of board."""
        family = yield from self._base()
        return _title(family)

    def choose(self, name: str) -> Steps[None]:
        """Change to a game, by title, or by any name of a variant. Raises ProtocolError if there is none."""
        listed = yield from self._requester.ask(ListVariants(id=self._requester.number()), Variants)
        wanted = name.casefold()
        for variant in listed.variants:
            known = (_title(variant), variant.title, variant.name, *variant.aliases)
            if wanted in {text.casefold() for text in known}:
                name = variant.name
                break
        try:
            yield from self._open(name)
        except ProtocolError as error:
            if error.code not in (Code.UNKNOWN_VARIANT, Code.INVALID):
                raise
            raise ProtocolError(Code.UNSUPPORTED, f"no such game: {quoted(name)}; see list_games all") from error
        self.name = VariantName.of(name if self._position is None else self._position.variant)

    def resize(self, width: int, height: int) -> Steps[None]:
        """Change the size of the board. Raises ProtocolError ``unacceptable size``, changing nothing."""
        try:
            yield from self._open((yield from self.sized(width, height)))
        except ProtocolError as error:
            if error.code == Code.UNKNOWN_VARIANT:
                raise ProtocolError(Code.UNSUPPORTED, "unacceptable size") from error
            raise

    def sized(self, width: int, height: int) -> Steps[str]:
        """The name of the current game on a board of this size, where there is one."""
        base = yield from self._base()
        size = "" if (width, height) == (base.width, base.height) else f"{width}x{height}"
        return str(replace(self.name, size=size))

    def vary(self, name: VariantName) -> Steps[None]:
        """Play the same game on as another variant. Raises ProtocolError, changing nothing, where that cannot be."""
        yield from self.describe(str(name))
        if self._position is not None:
            yield from self._reopen(str(name), self.start, self._position.moves)
        self.name = name

    def clear(self) -> Steps[None]:
        """Start anew, with full clocks."""
        yield from self._open(str(self.name))
        self.clocks.restart()

    def load(self, variant: str, start: str | None, moves: tuple[str, ...]) -> Steps[None]:
        """Take over a recorded game, each ply of which can be undone. Raises ProtocolError, changing nothing, which
        names squares as the client does in that game.
        """
        try:
            yield from self._reopen(variant, start, moves)
        except ProtocolError as error:
            if error.code == Code.UNKNOWN_VARIANT:
                raise
            recorded, at_hand = (yield from self.describe(variant)), self.coordinates.of_game
            self.coordinates.of_game = _dialect(recorded)
            told = self._told(_size(recorded), error, error.message)
            self.coordinates.of_game = at_hand
            raise told from error
        self._turns[:] = [1] * len((yield from self.position()).moves)

    def description(self) -> Steps[Description]:
        """The current variant."""
        return (yield from self.describe(str(self.name)))

    def surrounds(self) -> Steps[bool]:
        """Whether this is Go, or like it: chains without liberties leave the board."""
        return (yield from self.description()).capture == "surround"

    def prepare(self) -> Steps[None]:
        """Have the search of the current variant compiled before a clock runs."""
        request = DescribeVariant(id=self._requester.number(), variant=str(self.name), prepare=True)
        yield from self._requester.ask(request, Description)

    def _base(self) -> Steps[Description]:
        try:
            return (yield from self.describe(self.name.family))
        except ProtocolError as error:
            if error.code != Code.UNKNOWN_VARIANT or self.name.family == str(self.name):
                raise
            self.name = VariantName(str(self.name))
            return (yield from self.describe(self.name.family))

    def describe(self, name: str) -> Steps[Description]:
        """A variant. Raises ProtocolError ``unknown-variant``, its message saying why there is none."""
        if name not in self._described:
            request = DescribeVariant(id=self._requester.number(), variant=name)
            self._described[name] = yield from self._requester.ask(request, Description)
        return self._described[name]

    def _open(self, variant: str, start: str | None = None) -> Steps[None]:
        """Begin a game."""
        yield from self._reopen(variant, start, ())
        self._turns.clear()

    def _reopen(self, variant: str, start: str | None, moves: tuple[str, ...]) -> Steps[None]:
        request = Open(id=self._requester.number(), session=self.session, variant=variant, start=start, moves=moves)
        position = yield from self._requester.ask(request, Position)
        self._position, self.start, self.name = position, start, VariantName.of(variant)
        if position.mover and len(position.seats) == 2:
            self.first = (position.seats.index(position.mover) + len(position.moves)) % 2
        self.coordinates.of_game = _dialect((yield from self.description()))

    # --- the position -----------------------------------------------------------------------------

    def position(self) -> Steps[Position]:
        """The current position."""
        if self._position is None:
            yield from self._open(str(self.name))
        if self._position is None:
            raise ProtocolError(Code.INTERNAL, "the session did not open")
        return self._position

    def resumed(self) -> Steps[Position]:
        """The current position; where play had stopped in Go, it goes on."""
        position = yield from self.position()
        if position.phase == "removal":
            position = yield from self._requester.ask(
                Resume(id=self._requester.number(), session=self.session), Position
            )
            self._position = position
        return position

    def mover(self, position: Position) -> int:
        """The colour to move, or whose turn it would be; with more than two seats, GoGui wants colours by turns."""
        if len(position.seats) != 2:
            return len(position.moves) % 2
        if not position.mover:
            return (self.first + len(position.moves)) % 2
        return position.seats.index(position.mover)

    def colour(self, word: str) -> Steps[int]:
        """The colour that a word means: Black or White, or a seat by its name; of more than two the one to move.

        Raises ProtocolError for other words, and ``illegal-move`` for a seat whose turn it is not.
        """
        position = yield from self.position()
        names = [seat.casefold() for seat in position.seats]
        if word.lower() in _COLOURS or word.casefold() not in names:
            return read_colour(word)
        if len(names) == 2:
            return names.index(word.casefold())
        if not position.over and word.casefold() != position.mover.casefold():
            raise ProtocolError(Code.ILLEGAL_MOVE, f"{position.mover} is to move")
        return self.mover(position)

    def passes_before(self, position: Position, colour: int) -> tuple[str, ...]:
        """What must be passed before a colour moves. Raises ProtocolError if the other one may not pass."""
        if position.over or colour == self.mover(position):
            return ()
        if PASS in position.legal and len(position.seats) == 2:
            return (PASS,)
        raise ProtocolError(Code.ILLEGAL_MOVE, f"{position.mover} is to move")

    def seat_of(self, position: Position, colour: int) -> str | None:
        """The seat of a colour that is not to move, for :attr:`Analyse.seat`; None where it is. Raises ProtocolError if
        the other one may not pass.
        """
        return position.seats[colour] if self.passes_before(position, colour) else None

    def after(self, moves: tuple[str, ...]) -> Steps[Position]:
        """The position after further moves, which are not played."""
        if not moves:
            return (yield from self.position())
        request = Show(id=self._requester.number(), session=self.session, moves=moves)
        return (yield from self._requester.ask(request, Position))

    def read(self, position: Position, vertex: str) -> str:
        """The move that a vertex means here. Raises ProtocolError."""
        try:
            return self.coordinates.read(vertex, *_size(position))
        except ValueError as error:
            raise ProtocolError(Code.MALFORMED, f"{quoted(vertex)} is {error}") from error

    def write(self, position: Position, move: str) -> str:
        """The client's name of a move."""
        return self.coordinates.write(move, *_size(position))

    def count(self) -> Steps[str]:
        """The discs of each colour on the board, in chain games the points of each seat: ``Black 2, White 2``."""
        position = yield from self.position()
        description = yield from self.description()
        if description.scoring == "chains":
            seats = zip(position.seats, position.scores, strict=True)
            return plain(", ".join(f"{seat} {score:g}" for seat, score in seats))
        cells = "".join(position.board)
        counts = (f"{name.capitalize()} {cells.count(symbol)}" for symbol, name in description.colours)
        return plain(", ".join(counts))

    # --- moves ------------------------------------------------------------------------------------

    def play(self, colour: int, vertex: str) -> Steps[None]:
        """Play for a colour; a pass of the other colour is implied when it has no move, or may pass at any time.

        Raises ProtocolError ``illegal-move`` otherwise.
        """
        position = yield from self.position()
        move = self.read(position, vertex)
        if move == PASS:
            yield from self._pass(position, colour)
            return
        position = yield from self.resumed()
        yield from self._move((*self.passes_before(position, colour), move))

    def _pass(self, position: Position, colour: int) -> Steps[None]:
        """Pass where that is legal. A pass that changes nothing is taken: controllers spell out passes that
        were implied, and pass once more when the game is over. In Go it counts when the other colour passes next: then
        both have passed.
        """
        if position.over or colour != self.mover(position):
            self._turns.append(_NOTED)
            return
        both = self._turns[-1:] == [_NOTED] and (yield from self.surrounds())
        yield from self._move((PASS,))
        if both and not (yield from self.position()).over:
            yield from self._move((PASS,))
            self._turns[-2:] = [2]

    def _move(self, moves: tuple[str, ...]) -> Steps[None]:
        """Play. Errors name squares as the client does."""
        request = Play(id=self._requester.number(), session=self.session, moves=moves)
        try:
            self._position = yield from self._requester.ask(request, Position)
        except ProtocolError as error:
            position = yield from self.position()
            raise self._told(_size(position), error, error.message.removeprefix(f"{moves[-1]}: ")) from error
        self._turns.append(len(moves))

    def _told(self, size: tuple[int, int], error: ProtocolError, reason: str) -> ProtocolError:
        """An error whose reason names squares of a board of this size as the client does."""

        def named(match: re.Match[str]) -> str:
            try:
                return self.coordinates.write(match[0], *size)
            except ValueError:
                return match[0]  # off the board: some other word

        reason = _NAMED.sub(named, reason)
        return ProtocolError(error.code, reason, error.field)

    def undo(self, turns: int) -> Steps[None]:
        """Take back what the last ``play`` and ``genmove`` did. Raises ProtocolError ``cannot-undo``."""
        if turns > len(self._turns):
            raise ProtocolError(Code.CANNOT_UNDO, "")
        plies = sum(self._turns[len(self._turns) - turns :])
        if plies:
            request = Undo(id=self._requester.number(), session=self.session, plies=plies)
            self._position = yield from self._requester.ask(request, Position)
        del self._turns[len(self._turns) - turns :]

    def play_all(self, moves: list[tuple[int, str]]) -> Steps[None]:
        """Play a sequence, all or nothing."""
        played = len(self._turns)
        for colour, vertex in moves:
            try:
                yield from self.play(colour, vertex)
            except ProtocolError:
                yield from self.undo(len(self._turns) - played)
                raise

    # --- set-up -----------------------------------------------------------------------------------

    def set_up(self, discs: list[tuple[int, str]], mover: int | None = None) -> Steps[None]:
        """Put discs on the board before the first move, or say who moves there. Raises ProtocolError."""
        position = yield from self.position()
        if self._turns:
            raise ProtocolError(Code.UNSUPPORTED, "cannot set up in the middle of a game")
        description = yield from self.description()
        symbols = list(dict.fromkeys(symbol for _, symbol in description.seats))
        cells = [list(row) for row in position.board]
        for colour, vertex in discs:
            square = self._square(position, vertex)
            row, column = divmod(square, len(cells[0]))
            if cells[row][column] == " ":
                raise ProtocolError(Code.MALFORMED, f"{quoted(vertex)} is a hole in the board")
            cells[row][column] = symbols[colour]
        symbol = symbols[self.mover(position) if mover is None else mover]
        start = "".join("".join(row).replace(" ", "") for row in cells)
        try:
            yield from self._open(str(self.name), f"{start} {symbol}")
        except ProtocolError as error:
            raise self._told(_size(position), error, error.message) from error

    def _square(self, position: Position, vertex: str) -> int:
        try:
            return parse_square(self.read(position, vertex), *_size(position))
        except ValueError as error:
            raise ProtocolError(Code.MALFORMED, f"{quoted(vertex)} is not a square") from error


def read_colour(text: str) -> int:
    """The colour that a word means: b, black, w, white, any case. Raises ProtocolError."""
    try:
        return _COLOURS[text.lower()]
    except KeyError:
        raise ProtocolError(Code.MALFORMED, f"{quoted(text)} is not a colour") from None


def _title(variant: Description | VariantSummary) -> str:
    title = plain(variant.title or variant.name)
    return title[:1].upper() + title[1:]


def _size(board: Position | Description) -> tuple[int, int]:
    if isinstance(board, Description):
        return board.width, board.height
    return len(board.board[0]), len(board.board)


def _dialect(description: Description) -> Dialect | None:
    """How all clients name squares in this game; None where they do not agree."""
    return Dialect.GO if description.capture == "surround" else None
