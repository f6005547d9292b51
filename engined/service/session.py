"""A session: a game in progress as the log of what happened to it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from engined.variants.catalogue import Catalogue, UnknownVariant
from engined_protocol.errors import Code, ProtocolError

from .game import Game


class Begun(Struct, frozen=True, tag="begun"):
    """The session was set to a position; what was before no longer matters."""

    variant: str
    digest: str
    start: str | None
    moves: tuple[str, ...]


class Played(Struct, frozen=True, tag="played"):
    """Moves were played; implied passes are spelled out."""

    moves: tuple[str, ...]


class Undone(Struct, frozen=True, tag="undone"):
    """Plies were taken back."""

    plies: int


Step = Begun | Played | Undone


class Session:
    """A named game of one client. ``game`` is what replaying ``log`` gives."""

    def __init__(self, name: str, begun: Begun, game: Game, *, keep: bool) -> None:
        self.name = name
        self.game = game
        self.log: list[Step] = [begun]
        self.keep = keep

    def begin(self, begun: Begun, game: Game) -> None:
        """Set the session to another position."""
        self.game = game
        self.log = [begun]

    def play(self, game: Game) -> Played:
        """Go on to a game that continues this one; what was added comes back."""
        step = Played(game.moves[len(self.game.moves) :])
        self.game = game
        self.log.append(step)
        return step

    def undo(self, plies: int) -> Undone:
        """Take plies back. Raises ProtocolError ``cannot-undo`` when there are fewer."""
        self.game = self.game.undo(plies)
        step = Undone(plies)
        self.log.append(step)
        return step


def replay(name: str, log: Iterable[Step], catalogue: Catalogue) -> Session:
    """The kept session that a log tells of.

    Raises ProtocolError when its variant is gone or is declared in another way now.
    """
    session: Session | None = None
    for step in log:
        if isinstance(step, Begun):
            session = Session(name, step, _begin(step, catalogue), keep=True)
        elif session is None:
            raise ProtocolError(Code.UNKNOWN_SESSION, f"the log of session {name!r} has no beginning", "session")
        elif isinstance(step, Played):
            session.play(session.game.play(step.moves))
        else:
            session.undo(step.plies)
    if session is None:
        raise ProtocolError(Code.UNKNOWN_SESSION, f"the log of session {name!r} is empty", "session")
    return session


def _begin(begun: Begun, catalogue: Catalogue) -> Game:
    try:
        variant = catalogue.get(begun.variant)
    except UnknownVariant:
        raise ProtocolError(
            Code.UNKNOWN_VARIANT, f"the session is of {begun.variant!r}, which is not declared now", "session"
        ) from None
    if variant.digest != begun.digest:
        raise ProtocolError(
            Code.UNKNOWN_VARIANT,
            f"{begun.variant!r} is declared in another way than when the session began",
            "session",
        )
    return Game.begin(variant, begun.start).play(begun.moves, record=True)
