"""What clients hold: the sessions of each, and the logs of kept ones that nobody has asked for yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from msgspec import msgpack

from engined.variants.catalogue import Catalogue, UnknownVariant
from engined_protocol.errors import Code, ProtocolError

from ..game import Game
from .reckoning import KeptLog, Restored, long_log
from .session import Begun, Kept, Session, Step, replay

UNWRITTEN = 4
"""Steps that have yet to be written may take one part in so many of the bytes that all sessions may."""
AWAY = 2
"""The logs of kept sessions whose clients are away may take one part in so many of the bytes that all sessions may."""
ENTRY = 300
"""The bytes that such a log takes beyond those of its steps."""
COME_BACK = 5.0
"""Seconds after which room is worth another try; the store tries as often."""

_steps: msgpack.Decoder[tuple[Step, ...]] = msgpack.Decoder(tuple[Step, ...])


@dataclass(slots=True)
class _SessionsOfClient:
    sessions: dict[str, Session] = field(default_factory=dict)
    made_up: int = 0
    """Names that were made up for sessions."""


class Clients:
    """The sessions of all clients, by client and name."""

    def __init__(
        self,
        catalogue: Catalogue,
        kept: Iterable[Kept],
        *,
        most_clients: int,
        most_sessions: int,
        most_bytes: int,
        unwritten: Callable[[], int] = lambda: 0,
    ) -> None:
        """``most_bytes``: of all sessions together. ``unwritten``: bytes of kept ones' steps that wait for the disk."""
        self._size = 0
        """Bytes that sessions take."""
        self._most_bytes = most_bytes
        self._unwritten = unwritten
        self._catalogue = catalogue
        self._most_clients = most_clients
        self._most_sessions = most_sessions
        self._clients: dict[bytes, _SessionsOfClient] = {}
        self._cuts: list[tuple[bytes, str, int]] = []
        """The sessions that :meth:`cuts` names next."""
        self._restored: Restored | None = None
        """The session that was restored last, and not found yet."""
        self._away = 0
        """Bytes that logs of kept sessions take whose clients are away."""
        self._kept: dict[tuple[bytes, str], bytes] = {}
        """These logs, packed: in memory as objects they are ten times as large."""
        self.put_away(kept)

    def __len__(self) -> int:
        return len(self._clients)

    @property
    def size(self) -> int:
        """Bytes that sessions take, and what has yet to be written of them."""
        return self._size + self._away + self._unwritten()

    def count_sessions(self) -> int:
        """Sessions open in memory."""
        return sum(len(client.sessions) for client in self._clients.values())

    def held_by(self, mine: Callable[[bytes], bool]) -> int:
        """Sessions, open and kept ones, of those clients that are ``mine``."""
        opened = sum(len(client.sessions) for name, client in self._clients.items() if mine(name))
        return opened + sum(mine(client) for client, _ in self._kept)

    def admit(self, client: bytes) -> None:
        """Make room for what a client is going to hold. Raises ProtocolError ``busy``."""
        if client not in self._clients:
            if len(self._clients) >= self._most_clients:
                raise ProtocolError(Code.BUSY, f"at most {self._most_clients} clients are served at once")
            self._clients[client] = _SessionsOfClient()

    def sessions(self, client: bytes) -> tuple[Session, ...]:
        """The open sessions of a client."""
        return tuple(self._clients[client].sessions.values()) if client in self._clients else ()

    def away(self, client: bytes) -> Iterator[tuple[str, str]]:
        """The kept sessions of a client that nobody has asked for since it, or the daemon, came back: the name of each,
        and that of its variant.
        """
        for (owner, name), packed in self._kept.items():
            if owner == client:
                begun = [step.variant for step in _steps.decode(packed) if isinstance(step, Begun)]
                yield name, begun[-1] if begun else ""

    def session(self, client: bytes, name: str) -> Session:
        """A session by its name. Raises ProtocolError when this client has none, or it cannot be restored."""
        session = self.find(client, name)
        if session is None:
            raise ProtocolError(Code.UNKNOWN_SESSION, f"no session {name!r} is open", "session")
        return session

    def open_one(self, client: bytes, name: str) -> Session | None:
        """A session that is in memory."""
        return self._clients[client].sessions.get(name) if client in self._clients else None

    def find(self, client: bytes, name: str) -> Session | None:
        """A session, if need be restored from its log. Raises ProtocolError when that is impossible."""
        session = self.open_one(client, name)
        if session is not None:
            return session
        log = self._log_away(client, name)
        if log is None:
            return None
        session = self._restore(name, log)
        self.check_room(session.game)
        self.admit(client)
        self._restored = None
        self._clients[client].sessions[name] = session
        self.count(session)
        self._take_back(client, name)
        if session.cut is not None:
            self._cuts.append((client, name, session.cut))
        return session

    def cuts(self) -> list[tuple[bytes, str, int]]:
        """Client, name and number of sound steps of the sessions that were restored from a log whose further steps
        cannot follow; each is told once.
        """
        cuts, self._cuts = self._cuts, []
        return cuts

    def put_away(self, kept: Iterable[Kept]) -> None:
        """Keep logs for their clients' return, but for sessions that are here already."""
        for client, name, log in kept:
            if self.open_one(client, name) is None and (client, name) not in self._kept:
                self._put_away(client, name, log)

    def _put_away(self, client: bytes, name: str, log: Iterable[Step]) -> None:
        """Keep a log for the client's return."""
        packed = msgpack.encode(tuple(log))
        self._kept[client, name] = packed
        self._away += ENTRY + len(packed)

    def _take_back(self, client: bytes, name: str) -> bool:
        """Keep it no more; whether there was one."""
        packed = self._kept.pop((client, name), None)
        if packed is None:
            return False
        self._away -= ENTRY + len(packed)
        return True

    def _log_away(self, client: bytes, name: str) -> tuple[Step, ...] | None:
        packed = self._kept.get((client, name))
        return None if packed is None else _steps.decode(packed)

    def _restore(self, name: str, log: tuple[Step, ...]) -> Session:
        if self._restored is None or self._restored.log.steps != log:
            return replay(name, log, self._catalogue.get)
        if self._restored.error is not None:
            raise self._restored.error
        assert self._restored.session is not None
        return self._restored.session

    def to_restore(self, client: bytes, name: str) -> KeptLog | None:
        """The log that a session is to be restored from before it is found, if that takes long."""
        log = self._log_away(client, name)
        if log is None or not long_log(log):
            return None
        try:
            begun = [step.variant for step in log if isinstance(step, Begun)]
            return KeptLog(name, log, {name: self._catalogue.get(name) for name in begun})
        except UnknownVariant:
            return None  # it is told so when it is found

    def take(self, restored: Restored) -> None:
        """A session has been restored: it is there for whoever finds it next."""
        self._restored = restored

    def name_for(self, client: bytes, wanted: str | None) -> str:
        """A name for one more session. Raises ProtocolError ``busy`` when there are too many."""
        sessions = {session.name for session in self.sessions(client)}
        if len(sessions) >= self._most_sessions:
            most = self._most_sessions
            raise ProtocolError(Code.BUSY, f"{most} sessions are open: close one first", "session")
        if wanted is not None:
            return wanted
        number = self._clients[client].made_up + 1 if client in self._clients else 1
        while f"s{number}" in sessions or (client, f"s{number}") in self._kept:
            number += 1
        return f"s{number}"

    def add(self, client: bytes, session: Session, *, made_up: bool) -> None:
        """Hold a new session; a kept log of that name is given up. Raises ProtocolError ``busy``."""
        self.admit(client)
        self._clients[client].sessions[session.name] = session
        self._clients[client].made_up += made_up
        self.count(session)
        self._take_back(client, session.name)

    def check_room(self, game: Game, before: Session | None = None) -> None:
        """Raise ProtocolError ``busy`` where there is no memory for a game, in place of that of a session."""
        more = game.size - (0 if before is None else before.game.size)
        if more > 0 and self.size + more > self._most_bytes:
            message = "sessions take all the memory that there is for them: close some, or come back later"
            raise ProtocolError(Code.BUSY, message, "session")

    def check_kept(self) -> None:
        """Raise ProtocolError ``busy`` where kept sessions leave too little room for others."""
        if self._away > self._most_bytes // AWAY:
            message = "kept sessions take all the memory that there is for them: close some"
            raise ProtocolError(Code.BUSY, message, "keep")

    def check_log(self) -> None:
        """Raise ProtocolError ``busy`` where no more steps of kept sessions can be taken."""
        if self._unwritten() > self._most_bytes // UNWRITTEN:
            message = "the store cannot be written, and there is no room for more that waits for it: come back later"
            raise ProtocolError(Code.BUSY, message, "session", retry_after=COME_BACK)

    def count(self, session: Session) -> None:
        """A session is new, or what happened in it is more."""
        size = session.size
        self._size += size - session.counted
        session.counted = size

    def close(self, client: bytes, name: str) -> bool:
        """Forget a session; whether it was a kept one. Raises ProtocolError ``unknown-session``."""
        if self._take_back(client, name):
            return True
        keep = self.session(client, name).keep
        self._size -= self._clients[client].sessions.pop(name).counted
        return keep

    def release(self, client: bytes) -> None:
        """Forget a client, called when it has no jobs: unless it has sessions."""
        if client in self._clients and not self._clients[client].sessions:
            del self._clients[client]

    def leave(self, client: bytes) -> None:
        """A client is gone; of its kept sessions the logs stay."""
        for session in self.sessions(client):
            self._size -= session.counted
            if session.keep:
                self._put_away(client, session.name, session.log)
        self._clients.pop(client, None)
