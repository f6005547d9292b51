"""A game in progress in a script's own process: the rules are asked, and no daemon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, Self, cast

from engined_protocol import messages as m
from engined_protocol.errors import ProtocolError

from .coordinates import written
from .errors import ClientError, InvalidRequest, ServiceError
from .notation import PROTOCOL, Convention, Named, Notation
from .options import Moves, Where, as_moves
from .replies import Description, Position

RULES = "engined.service.local"
"""The engine's module that this one asks."""


class _Game(Protocol):
    def play(self, moves: tuple[str, ...], *, record: bool = False) -> Self: ...
    def undo(self, plies: int) -> Self: ...


class _Rules(Protocol):
    def describe(self, variant: str) -> m.Description: ...
    def declare(self, text: str) -> m.Description: ...
    def begin(self, variant: str, start: str | None) -> _Game: ...
    def show(self, game: _Game) -> m.Position: ...


class NoRules(ClientError):
    """Boards are played by the engine's own rules, and the engine is not installed here."""


def _rules() -> _Rules:
    if find_spec("engined") is None:
        raise NoRules(
            "boards are played by the engine's rules, and engined is not installed here: `pip install engined`"
        )
    return cast(_Rules, import_module(RULES))


@contextmanager
def _told(notation: Notation = PROTOCOL) -> Iterator[None]:
    """Raise what the rules refuse as if a daemon had."""
    try:
        yield
    except ProtocolError as error:
        raise ServiceError(error.code, notation.retold(error.message), error.field) from None


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _own(reply: m.Position) -> Position:
    return Position(**{field: getattr(reply, field) for field in reply.__struct_fields__})


class Board:
    """A position, and the game that led to it. It never changes: :meth:`play` and :meth:`undo` give other boards.

    Two boards are equal, and have the same hash, if the same can be played from them in the same variant, however they
    came about. Squares are named as in :class:`engined_client.Client` (``coordinates``). A board may be given to a
    client: ``client.analyse(position=board, depth=10)``. Wherever the daemon would refuse, :class:`ServiceError` is
    raised with the same words; :class:`NoRules` where only the client is installed, without the engine.
    """

    __slots__ = ("__dict__", "_game", "_notation")

    def __init__(
        self,
        variant: str = "othello",
        start: str | None = None,
        moves: Moves = (),
        *,
        coordinates: Convention = "auto",
    ) -> None:
        """``start`` is a position as text (default: the variant's own); ``moves`` were played from there: a transcript,
        or one by one. As in a record, forced passes may be left out.
        """
        with _told():
            self._notation = Notation.of(_rules().describe(variant), coordinates)
            self._game = _rules().begin(variant, start)
        self._game = self._after(moves, record=True)

    @classmethod
    def of(cls, position: Position) -> Self:
        """The board of a daemon's reply, with the game that led to it; the variant is to be known here, too."""
        where = position.where()
        coordinates: Convention = "go" if position.coordinates == "go" else "auto"
        return cls(position.variant, where.get("start"), where.get("moves", ()), coordinates=coordinates)

    @classmethod
    def read(cls, source: str | bytes | Path, variant: str | None = None) -> list[Self]:
        """The games of a record of any kind: SGF, GGF, PGN, WTHOR, transcripts, boards, OBF; a file's path, or its
        content. Raises ClientError for what cannot be read or played.
        """
        from .files.fitting import check_board
        from .files.games import Reading, games_in, read_games
        from .terminal.command import WrongInput

        found = read_games(source) if isinstance(source, Path) else games_in(_bytes(source), "", Reading())
        boards = []
        try:
            for game in found:
                if isinstance(game, WrongInput):
                    raise game
                given = game.given
                moves = tuple(map(Named, given.moves))
                name = variant or given.variant or "othello"
                with _told():
                    check_board(game, _rules().describe(name))
                boards.append(cls(name, given.start, moves))
        except WrongInput as error:
            raise InvalidRequest(str(error)) from None
        return boards

    # --- what there is

    @cached_property
    def position(self) -> Position:
        """The position as a daemon's reply has it: rows, mover, legal moves, scores, result, names of the opening."""
        reply = _rules().show(self._game)
        return written(_own(reply), self._notation)

    @property
    def variant(self) -> str:
        """What is played."""
        return self.position.variant

    @property
    def legal(self) -> tuple[str, ...]:
        """Legal moves; a pass alone where it is forced; none when the game is over."""
        return self.position.legal

    @property
    def moves(self) -> tuple[str, ...]:
        """Played so far, passes included."""
        return self.position.moves

    @property
    def transcript(self) -> str:
        """The same as text: ``f5d6c3``; in Go ``E5 C3 pass``."""
        return self._notation.write_moves(map(self._notation.read, self.moves))

    @property
    def text(self) -> str:
        """The cells row by row and the mover's symbol, as ``start`` takes them."""
        return self.position.text

    @property
    def mover(self) -> str:
        """Name of the seat to move; empty when the game is over."""
        return self.position.mover

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self.position.over

    @property
    def result(self) -> str:
        """``Black wins by 4``; empty while the game goes on."""
        return self.position.result

    @property
    def scores(self) -> tuple[float, ...]:
        """What each seat would count if the game ended here."""
        return self.position.scores

    def where(self) -> Where:
        """The fields of a request that name this position."""
        return self.position.where()

    def record(
        self, kind: str = "sgf", *, black: str = "", white: str = "", comments: Mapping[int, str] | None = None
    ) -> str:
        """The game of two seats as text of a kind: ``sgf``, ``ggf``, ``pgn``, ``txt`` (a transcript) or ``obf`` (the
        last position). ``comments``, in SGF, are texts by the number of plies played when they are read: 0 stands at
        the start, 3 at the third move. Raises InvalidRequest for a kind that is none, or has no way to write this.
        """
        from engined_protocol.records.record import Record, RecordError

        from .files.games import FoundGame
        from .files.positions import GivenPosition
        from .files.record_texts import WRITERS, commented_sgf
        from .files.replay import Replay

        if kind not in WRITERS or len(self.position.seats) != 2:
            raise InvalidRequest(f"a record of two seats is one of {', '.join(WRITERS)}, not {kind!r}", "kind")
        first = self.undo(len(self.moves)) if self.moves else self
        symbols = tuple(colour for _, colour in _rules().describe(self.variant).seats)
        known = Record(0, 0, black=black, white=white)
        game = FoundGame("", 1, GivenPosition(), known)
        begun, last = (board.position.plain(board.position) for board in (first, self))
        replay = Replay(game, begun, last, symbols, not self.position.start, self._notation)
        if comments and kind != "sgf":
            raise InvalidRequest("of these kinds only sgf has comments on moves", "comments")
        if wrong := [ply for ply in comments or () if not 0 <= ply <= len(self.moves)]:
            raise InvalidRequest(f"the game has {len(self.moves)} plies, and no {wrong[0]}", "comments")
        try:
            return commented_sgf(replay, comments) if comments else WRITERS[kind](replay)
        except RecordError as error:
            raise InvalidRequest(str(error), "kind") from None

    # --- what can be done

    def play(self, *moves: str) -> Self:
        """The board after more moves, one by one or as transcripts; passes are moves. Raises ServiceError."""
        return self._with(self._after([move for text in moves for move in as_moves(text)]))

    def undo(self, plies: int = 1) -> Self:
        """The board so many plies ago; passes count. Raises ServiceError."""
        with _told():
            return self._with(self._game.undo(plies))

    def copy(self) -> Self:
        """This board: as it never changes, it is its own copy."""
        return self

    __copy__ = copy

    def _after(self, moves: Moves, *, record: bool = False) -> _Game:
        try:
            read = tuple(map(self._notation.read, as_moves(moves)))
        except ValueError as error:
            raise error if isinstance(error, ClientError) else InvalidRequest(str(error), "moves") from None
        with _told(self._notation):
            return self._game.play(read, record=record)

    def _with(self, game: _Game) -> Self:
        other = type(self).__new__(type(self))
        other._game, other._notation = game, self._notation
        return other

    def __eq__(self, other: object) -> bool:
        return self.position.digest == other.position.digest if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.position.digest)

    def __repr__(self) -> str:
        return repr(self.position)

    def _repr_html_(self) -> str:
        return self.position._repr_html_()


def declare(text: str) -> Description:
    """Make a variant known to boards, by the name in its declaration (TOML). Raises ServiceError."""
    with _told():
        reply = _rules().declare(text)
    return Description(**{field: getattr(reply, field) for field in reply.__struct_fields__})
