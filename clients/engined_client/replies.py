"""Replies as people look at them: ``repr`` in a terminal, ``_repr_html_`` in a notebook, ``to_dicts`` as a table.

They are the protocol's messages otherwise. What ``to_dicts`` gives, ``pandas.DataFrame`` takes as it is.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, Literal, TypeVar, get_args

from msgspec import Struct
from msgspec.msgpack import Decoder
from msgspec.structs import asdict

from engined_protocol import messages as m
from engined_protocol.dead_stones import all_stones, dead_groups
from engined_protocol.messages.squares import Names, renamed
from engined_protocol.words import counted

from .drawing.notebook import analysis_html, position_html
from .drawing.text import analysis_lines, board_lines, move_table, summary_line, turn_line
from .drawing.variants import description_lines, table_of_variants
from .drawing.wording import Wording
from .errors import InvalidRequest
from .notation import Named, Notation
from .options import Where

S = TypeVar("S", bound=Struct)


class Position(m.Position, frozen=True, kw_only=True, tag="position"):
    """See :class:`engined_protocol.messages.Position`."""

    coordinates: Literal["othello", "go"] = "othello"
    """How squares are named in this reply, as the client was told to."""

    @property
    def notation(self) -> Notation:
        """The same, with what reads and writes them."""
        return Notation(self.coordinates == "go", len(self.board[0]), len(self.board))

    def __repr__(self) -> str:
        plain, words = self.plain(self), Wording(self.notation)
        return "\n".join([*board_lines(plain, words=words), "", turn_line(plain, words)])

    def _repr_html_(self) -> str:
        return position_html(self.plain(self), self.notation)

    @property
    def text(self) -> str:
        """The cells row by row and the mover's symbol, as ``start`` takes them."""
        return f"{''.join(self.board).replace(' ', '')} {self.colour}".rstrip()

    def where(self) -> Where:
        """The fields of a request that name this position, with the game that led to it."""
        moves = tuple(Named(self.notation.read(move)) for move in self.moves)
        return Where(variant=self.variant, start=self.start or None, moves=moves)

    def plain(self, reply: S) -> S:
        """This position, or an analysis of it, with the squares of messages, as drawings take them."""
        return renamed(reply, Names(self.notation.read)) if self.coordinates == "go" else reply


class Info(m.Info, frozen=True, kw_only=True, tag="info"):
    """See :class:`engined_protocol.messages.Info`."""

    def to_dicts(self, view: str | None = None) -> list[dict[str, Any]]:
        """The rows, as those of :class:`Analysis`."""
        return _rows(self, view)

    def __repr__(self) -> str:
        return "\n".join([*move_table(self.moves), "", summary_line(self)])

    def _repr_html_(self) -> str:
        return analysis_html(self, None)


class Analysis(m.Analysis, frozen=True, kw_only=True, tag="analysis"):
    """See :class:`engined_protocol.messages.Analysis`; drawn with its board where that was asked for (``show``)."""

    position: Position | None = None

    def to_dicts(self, view: str | None = None) -> list[dict[str, Any]]:
        """A row for each move, best first. Scores are from the view of the seat to move, or of the one that ``view``
        names, of two. In Go rows have ``visits``, ``win_rate``, ``lead``, ``spread`` and ``prior``, too; among more
        than two sides ``counts`` and ``ranks`` of each seat, ``paranoid`` and ``alliance`` where they are known.
        """
        return _rows(self, view)

    @property
    def dead_stones(self) -> tuple[str, ...]:
        """The dead stones of Go, as :meth:`Client.remove` takes them. Raises InvalidRequest unless the analysis was
        asked for with ``life`` and ``show``, and had the time to read which are: one by ``nodes`` always has.
        """
        position = self.position
        if position is None or self.forecast is None or not self.forecast.life:
            raise InvalidRequest(
                "dead stones are known to analyses of Go with life=True, show=True and enough time", "life"
            )
        board = all_stones(position.board, position.removed)
        groups = dead_groups(board, self.forecast, position.colour)
        return tuple(position.notation.write(stone) for group in groups for stone in group)

    def score_for(self, seat: str) -> float | None:
        """The score from the view of one of two seats, ``Black`` or ``White``; None where nothing is known."""
        return None if self.score is None else _sign(self, seat) * self.score + 0.0

    def __repr__(self) -> str:
        if self.position is not None:
            plain = self.position.plain(self)
            assert plain.position is not None
            return "\n".join(analysis_lines(plain.position, plain, words=Wording(self.position.notation)))
        return "\n".join([*move_table(self.moves), "", summary_line(self)])

    def _repr_html_(self) -> str:
        if self.position is None:
            return analysis_html(self, None)
        plain = self.position.plain(self)
        return analysis_html(plain, plain.position, self.position.notation)


class Analysed(m.Analysed, frozen=True, kw_only=True, tag="analysed"):
    """See :class:`engined_protocol.messages.Analysed`."""

    analysis: Analysis | None = None


class BookPosition(m.BookPosition, frozen=True, kw_only=True, tag="book-position"):
    """See :class:`engined_protocol.messages.BookPosition`."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each move that the book has a score of, best first, from the view of the seat to move."""
        return [_row(move, 1) for move in self.moves]

    def __repr__(self) -> str:
        size = f"a book of {counted(self.positions, 'position')}"
        if not self.found:
            return f"not in the book ({size})"
        unvalued = [f"{move.move}: in {counted(move.games, 'game')}, no score" for move in self.unvalued]
        return "\n".join([*move_table(self.moves), *unvalued, "", f"in {counted(self.games, 'game')}; {size}"])


class PerftDone(m.PerftDone, frozen=True, kw_only=True, tag="perft-done"):
    """See :class:`engined_protocol.messages.PerftDone`."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each depth."""
        return [{"depth": depth, "leaves": leaves} for depth, leaves in enumerate(self.leaves, start=1)]

    def __repr__(self) -> str:
        rows = "\n".join(f"{row['depth']:>5}  {row['leaves']}" for row in self.to_dicts())
        return f"depth  leaves\n{rows}\n\n{self.seconds:.2f} s; {self.reason}"


class Variants(m.Variants, frozen=True, kw_only=True, tag="variant-list"):
    """See :class:`engined_protocol.messages.Variants`."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each variant that has a name of its own."""
        return [asdict(variant) for variant in self.variants]

    def __repr__(self) -> str:
        return "\n".join([*table_of_variants(self.variants), *self.patterns])


class Description(m.Description, frozen=True, kw_only=True, tag="description"):
    """See :class:`engined_protocol.messages.Description`."""

    def __repr__(self) -> str:
        return "\n".join(description_lines(self))


_OPPOSITE = {"lower": "upper", "upper": "lower"}
"""The kind of a bound as seen from the other side."""


def _sign(reply: m.Info | m.Analysis, view: str | None) -> int:
    """1 where scores are wanted from the mover's view, -1 from the other's. Raises InvalidRequest for another."""
    position = reply.position if isinstance(reply, m.Analysis) else None
    seats = ("Black", "White") if position is None else position.seats
    if view is None or (reply.mover and view.lower() == reply.mover.lower()):
        return 1
    if len(seats) != 2 or any(move.outlook for move in reply.moves):
        raise InvalidRequest("only between two seats is what is good for one bad for the other", "view")
    if reply.mover not in seats or view.lower() not in map(str.lower, seats):
        raise InvalidRequest(f"no seat {view!r} is known here: the mover is {reply.mover!r}", "view")
    return -1


def _rows(reply: m.Info | m.Analysis, view: str | None) -> list[dict[str, Any]]:
    sign = _sign(reply, view)
    return [_row(move, sign) for move in reply.moves]


def _row(move: m.ScoredMove, sign: int) -> dict[str, Any]:
    row: dict[str, Any] = {name: getattr(move, name) for name in ("move", "score", "kind", "depth")}
    if sign < 0:
        row["score"], row["kind"] = -move.score + 0.0, _OPPOSITE.get(move.kind, move.kind)
    row |= {name: getattr(move, name) for name in ("confidence", "nodes", "games")} | {"pv": " ".join(move.pv)}
    if (games := move.forecast) is not None:
        won, lead = (games.win_rate, games.mean) if sign > 0 else (1 - games.win_rate, -games.mean + 0.0)
        row |= {"visits": games.visits, "win_rate": won, "lead": lead, "spread": games.spread, "prior": games.prior}
    if (outlook := move.outlook) is not None:
        row |= {name: getattr(outlook, name) for name in ("counts", "ranks", "paranoid", "alliance")}
    return row


_OWN = {
    kind.__base__: kind for kind in (Position, Info, Analysis, Analysed, BookPosition, PerftDone, Variants, Description)
}
DECODER: Decoder[m.AnyReply] = Decoder(reduce(or_, (_OWN.get(kind, kind) for kind in get_args(m.AnyReply))))
"""Reads any reply, those of above as they are here."""
