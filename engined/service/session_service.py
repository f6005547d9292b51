"""Requests about games: which one a request goes on from, and sessions that are opened, changed, kept and closed."""

from __future__ import annotations

from typing import assert_never

from msgspec import structs

from engined.rules.outcome import Ending, forfeited
from engined.variants.model import Variant
from engined_protocol import messages as m
from engined_protocol.errors import Code, ProtocolError

from .admission import Admission
from .events import Effect, ForgetSession, Received, SaveStep, Served
from .game import Game, Phase
from .jobs import replies
from .jobs.job import Job
from .jobs.pondering import SessionKey
from .replies.positions import position_reply
from .sessions.clients import Clients
from .sessions.reckoning import Asking, Reckoned, reckon
from .sessions.session import Agreed, Begun, Change, Removed, Resigned, Restored, Resumed, Session, Step, Undone
from .variant_service import VariantService

Changing = m.Remove | m.Restore | m.Agree | m.Resume | m.Resign
"""Requests that change a session, but neither play nor take back."""


class SessionService:
    """The sessions of all clients, as requests see them. Raises ProtocolError for what cannot be done."""

    def __init__(self, clients: Clients, variants: VariantService, admission: Admission, *, stores: bool) -> None:
        """``stores``: whether sessions can be kept."""
        self._clients = clients
        self._variants = variants
        self._admission = admission
        self._stores = stores

    def base(self, client: bytes, request: Asking) -> Game:
        """The game that a request goes on from."""
        if isinstance(request, m.Play | m.Undo):
            return self._clients.session(client, request.session).game
        if request.session is None or isinstance(request, m.Open):
            present = self._present(client, request.session)
            if request.variant is None and present is not None:
                return Game.begin(present.game.variant, request.start)
            return Game.begin(self._variants.find(request.variant or "othello"), request.start)
        if request.variant is not None or request.start is not None:
            wrong = "variant" if request.variant is not None else "start"
            raise ProtocolError(Code.INVALID, "a session has its own variant and start", wrong)
        return self._clients.session(client, request.session).game

    def reckon(self, event: Received) -> Reckoned:
        """What a request needs to know of the rules: as it was worked out before, if that still holds."""
        assert isinstance(event.request, Asking)
        base, known = self.base(event.sender.client, event.request), event.reckoned
        if not isinstance(known, Reckoned) or known.base != base:
            known = reckon(event.request, base)
        if known.error is not None:
            raise known.error
        return known

    def open(self, client: bytes, request: m.Open, event: Received) -> tuple[m.Position, list[Effect]]:
        """Begin a session, or set one to another position."""
        if request.keep and not self._stores:
            raise ProtocolError(Code.UNSUPPORTED, "this daemon has no store to keep sessions in", "keep")
        reckoned = self.reckon(event)
        game, reply = reckoned.game, reckoned.reply
        assert isinstance(reply, m.Position)
        present, variant = self._present(client, request.session), game.variant
        if present is None:
            self._admission.check_session(client)
        if request.clock is not None:
            _check_clock(variant)
        begun = Begun(variant.name, variant.digest, request.start, request.moves, request.clock)
        name = present.name if present is not None else self._clients.name_for(client, request.session)
        self._clients.check_room(game, present)
        if request.keep or (present is not None and present.keep):
            self._clients.check_log()
        if request.keep and (present is None or not present.keep):
            self._clients.check_kept()
        if present is None:
            present = Session(name, begun, game, keep=request.keep)
            self._clients.add(client, present, made_up=request.session is None)
        else:
            present.begin(begun, game)
            present.keep = present.keep or request.keep
            self._clients.count(present)
        effects = self._keep(client, present, begun, event.now)
        if request.moves or request.start is not None:
            effects += self._variants.prepare(variant)
        return structs.replace(reply, session=name), effects

    def close(self, client: bytes, request: m.Close) -> tuple[m.Closed, list[Effect]]:
        """Forget a session."""
        kept = self._clients.close(client, request.session)
        self._admission.release(client)
        effects: list[Effect] = [ForgetSession(client, request.session)] if kept else []
        return m.Closed(id=request.id, session=request.session), effects

    def list_all(self, client: bytes, request: m.ListSessions) -> m.Sessions:
        """The sessions of a client, in short."""
        opened = [
            m.SessionSummary(session=session.name, variant=session.game.variant.name, plies=len(session.game.moves))
            for session in self._clients.sessions(client)
        ]
        away = [m.SessionSummary(session=name, variant=variant) for name, variant in self._clients.away(client)]
        return m.Sessions(id=request.id, sessions=(*opened, *away))

    def play(self, client: bytes, request: m.Play, event: Received) -> Served:
        """Play moves, all or none."""
        reckoned = self.reckon(event)
        session = self._clients.session(client, request.session)
        self._check(session, reckoned.game)
        effects = self._play(client, session, reckoned.game, event.came)
        return reckoned.reply, [*effects, *self._variants.prepare(reckoned.game.variant)]

    def undo(self, client: bytes, request: m.Undo, event: Received) -> Served:
        """Take back what was done last."""
        session = self._clients.session(client, request.session)
        if session.clock is not None and session.game.flagged:
            raise ProtocolError(Code.CANNOT_UNDO, f"{session.game.result}: no time is given back")
        reckoned = self.reckon(event)
        effects = self._do(client, session, Undone(request.plies), event.came)
        return reckoned.reply, effects

    def change(self, client: bytes, request: Changing, event: Received) -> tuple[m.Position, list[Effect]]:
        """Do what else can be done in a game."""
        session = self._clients.session(client, request.session)
        on_time = isinstance(request, m.Resign) and request.reason == "time"
        if on_time and session.clock is not None and session.game.outcome is None:
            raise ProtocolError(
                Code.INVALID, "the daemon keeps the clocks of this session, and none has run out", "reason"
            )
        effects = self._do(client, session, _step(request, session.game), event.came)
        return position_reply(request.id, session.game, session.name), effects

    def play_best(
        self, job: Job, name: str, reply: m.Analysis, now: float
    ) -> tuple[m.Analysis | m.Error, list[Effect]]:
        """The final of a job, its best move played in the session of that name, if it stands as when it was asked."""
        session = self._clients.open_one(job.client, name)
        if session is None or session.game is not job.origin:
            return reply, []
        try:
            game = job.game.play((reply.best,))
            self._check(session, game)
        except ProtocolError as error:
            message = f"the engine's move cannot be played: {error.message}"
            code = Code.BUSY if error.code is Code.BUSY else Code.INTERNAL
            return m.Error(id=reply.id, code=str(code), message=message, retry_after=error.retry_after), []
        return replies.played(reply), self._play(job.client, session, game, now)

    def standing(self, place: SessionKey) -> str | None:
        """The digest of a session's position; None where play is over, or there is no session."""
        session = self._clients.open_one(*place)
        return None if session is None or session.game.over else session.game.position.digest

    def _present(self, client: bytes, name: str | None) -> Session | None:
        """The session that ``open`` is to set, unless there is none or its log makes no sense any more."""
        try:
            return self._clients.find(client, name) if name is not None else None
        except ProtocolError:
            return None

    def _play(self, client: bytes, session: Session, game: Game, now: float) -> list[Effect]:
        effects = self._keep(client, session, session.play(game, now), now)
        self._clients.count(session)
        return effects

    def _check(self, session: Session, game: Game) -> None:
        """Raise ProtocolError ``busy`` where there is no room for a session's next game."""
        self._clients.check_room(game, session)
        if session.keep:
            self._clients.check_log()

    def _do(self, client: bytes, session: Session, step: Change, now: float) -> list[Effect]:
        if session.keep:
            self._clients.check_log()
        if session.full and isinstance(step, Removed | Restored | Undone):
            message = "this game has been changed too often since play stopped: agree, or play on"
            raise ProtocolError(Code.BUSY, message, "session")
        if not session.change(step, now):
            return []
        effects = self._keep(client, session, step, now)
        self._clients.count(session)
        return effects

    def _keep(self, client: bytes, session: Session, step: Step, now: float) -> list[Effect]:
        if not session.keep:
            return []
        steps = [step, session.read_clock(now)]
        if (begun := session.shorten()) is not None:
            steps += [begun, session.read_clock(now)]
        return [SaveStep(client, session.name, each) for each in steps if each is not None]


def _check_clock(variant: Variant) -> None:
    """Raise ProtocolError where nobody would have won when a flag falls."""
    try:
        forfeited(variant, 0, Ending.TIME)
    except ValueError:
        raise ProtocolError(Code.UNSUPPORTED, "only a game between two sides has clocks", "clock") from None


def _step(request: Changing, game: Game) -> Change:
    """What a request does to a game."""
    match request:
        case m.Remove():
            return Removed(request.cells)
        case m.Restore():
            return Restored(request.cells)
        case m.Agree():
            return Agreed(request.seat)
        case m.Resume():
            return Resumed()
        case m.Resign():
            if request.seat is not None:
                return Resigned(request.seat, request.reason)
            if game.phase is Phase.REMOVAL:
                raise ProtocolError(Code.INVALID, "nobody is to move: say which seat resigns", "seat")
            return Resigned(game.variant.seats[game.position.seat].name, request.reason)
        case _:
            assert_never(request)
