"""What requests need to know of the rules: worked out by the rules alone, on any thread, before their turn.

Moves of a long game, as of a kept session when it is asked for again, and legal moves where there are many, take up to
seconds: nobody else should wait for them.
"""

from __future__ import annotations

from msgspec import Struct

from engined.variants.model import Choice, Variant
from engined_protocol import messages as m
from engined_protocol.errors import ProtocolError

from ..game import Game
from ..replies.positions import position_reply, shown
from .judging import judgement
from .session import Begun, MovesPlayed, Session, Step, replay

Asking = m.PositionRequest | m.Play | m.Open | m.Undo
"""Requests that games are played for, or whose replies list moves."""
LONG = 1000
"""Cells to be looked at: that is about 5 ms."""
MANY = 8
"""A judge, and theory, look at each cell so often."""


class Reckoned(Struct, frozen=True):
    """What was worked out for a request."""

    base: Game
    """The game that it was worked out from."""
    game: Game
    """The game after its moves."""
    reply: m.AnyReply | None
    """The final reply, where the game alone answers the request; else None."""
    error: ProtocolError | None = None
    """The fault of the request, if it has one."""


class KeptLog(Struct, frozen=True):
    """A kept session that is to be restored from its log."""

    name: str
    steps: tuple[Step, ...]
    variants: dict[str, Variant]
    """The variants that the session is played in, by name."""


class Restored(Struct, frozen=True):
    """A session as its log tells of it; None where that makes no sense."""

    log: KeptLog
    session: Session | None
    error: ProtocolError | None = None


def long_log(steps: tuple[Step, ...]) -> bool:
    """Whether others should not wait while a session is restored."""
    return sum(len(step.moves) if isinstance(step, Begun | MovesPlayed) else 1 for step in steps) > MANY


def restore(log: KeptLog) -> Restored:
    """Do that."""
    try:
        return Restored(log, replay(log.name, log.steps, log.variants.__getitem__))
    except ProtocolError as error:
        return Restored(log, None, error)


def takes_long(request: Asking, base: Game) -> bool:
    """Whether others should not wait meanwhile."""
    moves = () if isinstance(request, m.Undo) else request.moves
    looks = len(base.variant.board.cells) * (len(moves) + 1)
    if isinstance(request, m.Judge) or (isinstance(request, m.Show) and request.theory):
        looks *= MANY
    return looks > LONG or base.variant.capture.choice is Choice.SOME


def reckon(request: Asking, base: Game) -> Reckoned:
    """Work it out."""
    try:
        game = _game(request, base)
        return Reckoned(base, game, _reply(request, game))
    except ProtocolError as error:
        return Reckoned(base, base, None, error)


def _game(request: Asking, base: Game) -> Game:
    match request:
        case m.Undo():
            return base.undo(request.plies)
        case m.Play():
            return base.turn_to(request.seat).play(request.moves)
        case _:
            return base.play(request.moves, record=True)


def _reply(request: Asking, game: Game) -> m.AnyReply | None:
    match request:
        case m.Show():
            return shown(request, game)
        case m.Judge():
            return judgement(request, game)
        case m.Open() | m.Play() | m.Undo():
            return position_reply(request.id, game, request.session or "")
        case _:
            return None
