"""How a client's user names squares: in requests before they are sent, in replies once they are read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from engined_protocol import messages as m
from engined_protocol.messages.envelope import LONGEST_MOVE
from engined_protocol.messages.squares import Names, renamed

from .errors import InvalidRequest, ServiceError
from .notation import PROTOCOL, Convention, Named, Notation
from .replies import Analysed, Analysis, Description, Position

Q = TypeVar("Q", bound=m.AnyRequest)
R = TypeVar("R", bound=m.AnyReply)
S = TypeVar("S", bound=Struct)

USUAL = "othello"
"""The variant of a position where neither variant nor session is named."""


class Coordinates:
    """The names of squares in the requests and replies of one client, for each variant that it speaks of.

    With the convention ``othello`` they are those of messages; else ``describe`` is asked once for each variant, and
    ``show`` for a session that an earlier client of the name has left.
    """

    def __init__(
        self,
        convention: Convention,
        describe: Callable[[str], Awaitable[m.Description]],
        show: Callable[[str], Awaitable[m.Position]],
    ) -> None:
        self.convention = convention
        self._describe = describe
        self._show = show
        self._variants: dict[str, Notation] = {}
        self._sessions: dict[str, Notation] = {}

    async def of(self, request: m.AnyRequest) -> Notation:
        """How squares are named in a request, and in the replies to it. Raises ServiceError for a variant or session
        that is none.
        """
        if self.convention == "othello":
            return PROTOCOL
        if isinstance(request, m.Declare):
            self._variants.clear()  # a name may mean another board now
        variant, session = getattr(request, "variant", None), getattr(request, "session", None)
        if variant is not None:
            return await self._of_variant(variant)
        if session is not None:
            return await self._of_session(session, request)
        return await self._of_variant(USUAL) if isinstance(request, m.PositionRequest) else PROTOCOL

    async def read(self, reply: R, notation: Notation) -> R:
        """A reply as its user reads it; ``notation`` as for the request."""
        if self.convention != "othello":
            if isinstance(reply, Description):
                notation = Notation.of(reply, self.convention)
            elif isinstance(reply, Position):
                notation = await self._of_position(reply)
        return written(reply, notation)

    async def _of_session(self, session: str, request: m.AnyRequest) -> Notation:
        if session not in self._sessions:
            try:
                await self._of_position(await self._show(session))
            except ServiceError:
                if isinstance(request, m.Open):
                    return await self._of_variant(USUAL)
                raise
        return self._sessions[session]

    async def _of_position(self, position: m.Position) -> Notation:
        """That of a position, which is kept for the session that it is of."""
        of_variant = await self._of_variant(position.variant)
        # What the variant's name stands for may have been declared anew since: the board is as it is.
        notation = Notation(of_variant.go, len(position.board[0]), len(position.board))
        if position.session:
            self._sessions[position.session] = notation
        return notation

    async def _of_variant(self, variant: str) -> Notation:
        if variant not in self._variants:
            self._variants[variant] = Notation.of(await self._describe(variant), self.convention)
        return self._variants[variant]


def asked(request: Q, notation: Notation) -> Q:
    """A request as it is sent. Raises InvalidRequest for what names no square; one of many positions is left to the
    daemon to refuse.
    """
    if isinstance(request, m.AnalyseMany):
        positions = tuple(_one_of_many(position, notation) for position in request.positions)
        return cast(Q, replace(_read(replace(request, positions=()), notation), positions=positions))
    return _read(request, notation)


def _one_of_many(position: m.ManyPosition, notation: Notation) -> m.ManyPosition:
    try:
        return _read(position, notation)
    except InvalidRequest as error:
        return m.ManyPosition(moves=(f"({error})"[:LONGEST_MOVE],))


def _read(message: S, notation: Notation) -> S:
    moves = getattr(message, "moves", ())
    if not notation.go:
        return replace(message, moves=tuple(map(str, moves))) if Named in map(type, moves) else message
    try:
        return renamed(message, Names(notation.read))
    except ValueError as error:
        raise InvalidRequest(str(error)) from None


def written(reply: R, notation: Notation) -> R:
    """A reply as its user reads it, who is told so: positions in it have ``coordinates``."""
    if not notation.go:
        return reply
    return _saying_so(renamed(reply, Names(notation.write, notation.retold)))


def _saying_so(reply: R) -> R:
    if isinstance(reply, Position):
        return replace(reply, coordinates="go")
    if isinstance(reply, Analysis) and reply.position is not None:
        return replace(reply, position=_saying_so(reply.position))
    if isinstance(reply, Analysed) and reply.analysis is not None:
        return replace(reply, analysis=_saying_so(reply.analysis))
    return reply
