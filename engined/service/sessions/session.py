"""A session: a game in progress as the log of what happened to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from msgspec import Struct, structs

from engined.variants.catalogue import UnknownVariant
from engined.variants.model import Variant
from engined_protocol.errors import Code, ProtocolError
from engined_protocol.messages import TimeControl
from engined_protocol.notation import is_pass

from ..game import Game
from .clock import Clock


class Begun(Struct, frozen=True, tag="begun", omit_defaults=True):
    """The session was set to a position; what was before no longer matters."""

    variant: str
    digest: str
    start: str | None
    moves: tuple[str, ...]
    clock: TimeControl | None = None


class MovesPlayed(Struct, frozen=True, tag="played"):
    """Moves were played; implied passes are spelled out."""

    moves: tuple[str, ...]


class Undone(Struct, frozen=True, tag="undone"):
    """What was done last was taken back, so many times."""

    plies: int


class Removed(Struct, frozen=True, tag="removed"):
    """The groups on these cells were taken off as dead."""

    cells: tuple[str, ...]


class Restored(Struct, frozen=True, tag="restored"):
    """The removed groups of these cells were put back; without any cells all of them."""

    cells: tuple[str, ...]


class Agreed(Struct, frozen=True, tag="agreed"):
    """A seat was content with what is removed."""

    seat: str


class Resumed(Struct, frozen=True, tag="resumed"):
    """Play was resumed."""


class Resigned(Struct, frozen=True, tag="resigned"):
    """A seat gave up, or its time ran out."""

    seat: str
    reason: str


class Timed(Struct, frozen=True, tag="timed"):
    """The clocks of the seats showed so many seconds, after the step before or when they were stopped."""

    left: tuple[float, ...]


Change = MovesPlayed | Undone | Removed | Restored | Agreed | Resumed | Resigned
Step = Begun | Change | Timed
Kept = tuple[bytes, str, tuple[Step, ...]]
"""Client, name and log of a session that outlives its client."""


LONGEST_LOG = 10_000
"""Steps; a longer log begins anew with the game as it is."""
STEP, WORD = 160, 56
"""Bytes of a step in memory, and of each move or cell that it names."""


class Session:
    """A named game of one client. Of one that is kept, ``game`` is what replaying ``log`` gives."""

    def __init__(self, name: str, begun: Begun, game: Game, *, keep: bool) -> None:
        self.name = name
        self.begin(begun, game)
        self.keep = keep
        self.counted = 0
        """Bytes as which it counts among all sessions."""
        self.cut: int | None = None
        """The number of steps that could be done of the log that it was restored from, where the others could not."""

    @property
    def size(self) -> int:
        """Bytes that it takes, about."""
        return self.game.size + (self._logged if self.keep else 0)

    @property
    def full(self) -> bool:
        """Whether its log is far too long, and cannot begin anew: stones are taken off and put back again and again."""
        return len(self.log) >= 2 * LONGEST_LOG

    def begin(self, begun: Begun, game: Game) -> None:
        """Set the session to another position."""
        self.game = game
        self.clock = None if begun.clock is None else Clock.begin(begun.clock, len(game.variant.seats))
        self._begin_log(begun)

    def play(self, game: Game, now: float) -> MovesPlayed:
        """Go on to a game that continues this one; what was added comes back."""
        step = MovesPlayed(game.moves[len(self.game.moves) :])
        if self.clock is not None:
            self.clock = self.clock.moved(self.game.position.seat, now)
        self.game = game
        self._note(step)
        return step

    def change(self, step: Change, now: float) -> bool:
        """Do what a step says; whether that changed anything. Raises ProtocolError where it cannot be done."""
        before, self.game = self.game, _changed(self.game, step)
        if self.game is before:
            return False
        if self.clock is not None:
            self.clock = self.clock.stopped(now)
        self._note(step)
        return True

    def read_clock(self, now: float) -> Timed | None:
        """Stop the clocks and note what they show; None where there are none, or they have not begun to run."""
        if self.clock is None or not self.clock.started:
            return None
        self.clock = self.clock.stopped(now)
        step = Timed(self.clock.left)
        self._note(step)
        return step

    def shorten(self) -> Begun | None:
        """Have a log that is too long begin anew: with what; None where it need not, or cannot yet."""
        game = self.game
        if len(self.log) <= LONGEST_LOG or game.removal is not None or game.forfeit is not None:
            return None
        if game.moves and is_pass(game.moves[-1]):
            return None  # as moves alone tell it, passes stop play, and here it was perhaps resumed
        first = self.log[0]
        assert isinstance(first, Begun)
        begun = structs.replace(first, moves=game.moves)
        self._begin_log(begun)
        return begun

    def restore(self, step: Change | Timed) -> None:
        """Do what a log says was done. Raises ProtocolError where it cannot be done."""
        if isinstance(step, Timed):
            if self.clock is None or len(step.left) != len(self.clock.left):
                raise ProtocolError(Code.INVALID, "the session has not these clocks", "session")
            self.clock = self.clock.shown(step.left)
        else:
            self.game = _changed(self.game, step)
        self._note(step)

    def _begin_log(self, begun: Begun) -> None:
        self.log: list[Step] = [begun]
        self._logged = _size(begun)

    def _note(self, step: Change | Timed) -> None:
        if self.keep:
            self.log.append(step)
            self._logged += _size(step)


def _size(step: Step) -> int:
    """Bytes that a step takes in memory, about."""
    match step:
        case Begun() | MovesPlayed():
            return STEP + WORD * len(step.moves)
        case Removed() | Restored():
            return STEP + WORD * len(step.cells)
        case _:
            return STEP


def _changed(game: Game, step: Change) -> Game:
    match step:
        case MovesPlayed():
            return game.play(step.moves)
        case Undone():
            return game.undo(step.plies)
        case Removed():
            return game.remove(step.cells)
        case Restored():
            return game.restore(step.cells)
        case Agreed():
            return game.agree(step.seat)
        case Resumed():
            return game.resume()
        case Resigned():
            return game.resign(step.seat, step.reason)
        case _:
            assert_never(step)


def replay(name: str, log: Iterable[Step], find: Callable[[str], Variant]) -> Session:
    """The kept session that a log tells of, as far as each step can follow those before it; ``find`` finds variants, or
    raises UnknownVariant.

    Raises ProtocolError when its variant is gone or is declared in another way now.
    """
    session: Session | None = None
    for done, step in enumerate(log):
        if isinstance(step, Begun):
            session = Session(name, step, _begin(step, find), keep=True)
        elif session is None:
            raise ProtocolError(Code.UNKNOWN_SESSION, f"the log of session {name!r} has no beginning", "session")
        else:
            try:
                session.restore(step)
            except ProtocolError:
                session.cut = done
                break
    if session is None:
        raise ProtocolError(Code.UNKNOWN_SESSION, f"the log of session {name!r} is empty", "session")
    return session


def _begin(begun: Begun, find: Callable[[str], Variant]) -> Game:
    try:
        variant = find(begun.variant)
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
