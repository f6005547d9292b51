"""Whose clock runs in which session, and what happens when a flag falls."""

from __future__ import annotations

from msgspec import structs

from engined_protocol import messages as m

from .events import Address, Effect, Receipt, SaveStep, Send
from .game import Phase
from .replies.positions import position_reply
from .sessions.clients import Clients
from .sessions.session import Resigned, Session

GRACE = 0.05
"""Seconds after a clock has come to 0 when its flag falls: a move that came in before may wait for its turn."""

Place = tuple[bytes, str]
"""A client, and the name of a session of its own."""


class Clocks:
    """The clocks of sessions that have some.

    A turn lasts from when the position was sent until the move came in: clocks stop when a move is served, and the next
    one begins to run with the reply.
    """

    def __init__(self, clients: Clients) -> None:
        self._clients = clients
        self._owners: dict[Place, Address] = {}
        """Where those are told who have sessions with clocks."""
        self._unsent: set[Place] = set()
        """Sessions of which a reply has yet to be sent."""
        self._awaiting: dict[int, set[Place]] = {}
        """The same, by the receipt that they wait for."""
        self._reckoning: set[Place] = set()
        """Sessions for which a move has come in that is still being worked out."""

    def touch(self, sender: Address, name: str | None) -> None:
        """A session may have changed, or been restored: its clocks go on as soon as its client is told."""
        session = None if name is None else self._clients.open_one(sender.client, name)
        if session is not None and session.clock is not None:
            place = sender.client, session.name
            self._reckoning.discard(place)
            self._owners[place] = Address(sender.client, "work")
            self._unsent.add(place)

    def reckon(self, sender: Address, name: str) -> None:
        """A move has come in that takes long to work out: no flag falls meanwhile."""
        if (sender.client, name) in self._owners:
            self._reckoning.add((sender.client, name))

    def sent(self, effects: list[Effect], now: float) -> None:
        """Those effects happen now: the next seats have their positions, or have them once a receipt is there."""
        if not self._unsent:
            return
        receipt = next((effect.number for effect in effects if isinstance(effect, Receipt)), None)
        if receipt is None:
            self._run(self._unsent, now)
        else:
            self._awaiting[receipt] = self._unsent
        self._unsent = set()

    def written(self, receipt: int, now: float) -> None:
        """What waited for a receipt is sent."""
        self._run(self._awaiting.pop(receipt, set()), now)

    def _run(self, places: set[Place], now: float) -> None:
        for place in places:
            session = self._timed(place)
            if session is None or session.clock is None or not session.clock.started or session.clock.seat is not None:
                continue
            if session.game.phase is Phase.PLAY:
                session.clock = session.clock.running(session.game.position.seat, now)

    def _timed(self, place: Place) -> Session | None:
        """A session with clocks; None where it is one no longer."""
        session = self._clients.open_one(*place)
        if session is None or session.clock is None:
            self._owners.pop(place, None)
            self._reckoning.discard(place)
            return None
        return session

    # --- flags

    def next_look(self) -> float | None:
        """When the next flag falls; None where no clock runs."""
        ends = [end + GRACE for place in [*self._owners] if (end := self._end(place)) is not None]
        return min(ends, default=None)

    def _end(self, place: Place) -> float | None:
        session = self._timed(place)
        return None if session is None or session.clock is None or place in self._reckoning else session.clock.end

    def look(self, now: float) -> list[Effect]:
        """Let those flags fall whose time it is."""
        effects = list[Effect]()
        for place in [*self._owners]:
            end = self._end(place)
            if end is not None and now >= end + GRACE:
                effects += self._fall(place)
        return effects

    def check(self, client: bytes, name: str | None, came: float) -> list[Effect]:
        """The same for one session of which something came in at a time."""
        place = client, name or ""
        session = self._timed(place) if place in self._owners else None
        if session is None or session.clock is None or session.clock.end is None or came <= session.clock.end:
            return []
        return self._fall(place)

    def _fall(self, place: Place) -> list[Effect]:
        """The seat whose clock runs has lost; its client is told without having asked."""
        session, owner = self._timed(place), self._owners[place]
        assert session is not None
        assert session.clock is not None
        assert session.clock.seat is not None
        assert session.clock.end is not None
        seat, end = session.game.variant.seats[session.clock.seat], session.clock.end
        step = Resigned(seat.name, "time")
        session.change(step, end)
        effects: list[Effect] = []
        if session.keep:
            effects = [SaveStep(owner.client, session.name, each) for each in (step, session.read_clock(end)) if each]
        self._clients.count(session)
        reply = position_reply("", session.game, session.name)
        return [*effects, Send(owner, self.shown(owner.client, reply, end))]

    # --- what is told of them

    def shown(self, client: bytes, reply: m.Position, now: float) -> m.Position:
        """A position with the clocks of its session, if that has some."""
        session = self._clients.open_one(client, reply.session)
        if session is None or session.clock is None:
            return reply
        control, seats = session.clock.control, session.game.variant.seats
        runs = session.clock.started and session.game.phase is Phase.PLAY
        clock = m.SessionClock(
            left=session.clock.at(now),
            running=seats[session.game.position.seat].name if runs else "",
            main=control.main,
            increment=control.increment,
            byoyomi=control.byoyomi,
        )
        return structs.replace(reply, clock=clock)

    def limited(self, client: bytes, request: m.Analyse, now: float) -> m.Analyse:
        """A request for a move in a session with clocks takes no longer than the mover's, unless it says how long."""
        limits = (request.clock, request.seconds, request.within, request.nodes, request.depth)
        if not request.play or request.session is None or any(limit is not None for limit in limits):
            return request
        session = self._clients.open_one(client, request.session)
        if session is None or session.clock is None or session.game.phase is not Phase.PLAY:
            return request
        return structs.replace(request, clock=session.clock.told(session.game.position.seat, now))

    # --- an end, for now

    def leave(self, client: bytes, now: float) -> list[Effect]:
        """A client is gone: until it comes back, its clocks stand."""
        return self._stop([place for place in self._owners if place[0] == client], now)

    def shut_down(self, now: float) -> list[Effect]:
        """What all clocks show is kept for the next daemon."""
        return self._stop([*self._owners], now)

    def _stop(self, places: list[Place], now: float) -> list[Effect]:
        effects = list[Effect]()
        for place in places:
            session = self._timed(place)
            if session is not None and (step := session.read_clock(now)) is not None and session.keep:
                effects.append(SaveStep(*place, step))
        return effects
