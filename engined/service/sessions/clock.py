"""The clocks of a session's seats, as values: what each has left, and whose runs since when."""

from __future__ import annotations

from msgspec import Struct, structs

from engined_protocol import messages as m


class Clock(Struct, frozen=True):
    """What seats have left, in seconds. ``now`` is what the service's clock shows, in seconds.

    Before the first move, and between a move and when the next seat is told of it, nobody's clock runs.
    """

    control: m.TimeControl
    left: tuple[float, ...]
    """The time that each seat has, or had when the one that runs began to."""
    seat: int | None = None
    """The seat whose clock runs."""
    since: float = 0.0
    started: bool = False
    """Whether a move has been played."""

    @classmethod
    def begin(cls, control: m.TimeControl, seats: int) -> Clock:
        """Full clocks."""
        return cls(control, (max(control.main, control.byoyomi),) * seats)

    def at(self, now: float) -> tuple[float, ...]:
        """What each seat has left; 0 where the flag has fallen."""
        return tuple(
            max(0.0, left - (now - self.since)) if seat == self.seat else left for seat, left in enumerate(self.left)
        )

    @property
    def end(self) -> float | None:
        """When the flag falls of the clock that runs; None where none does."""
        return None if self.seat is None else self.since + self.left[self.seat]

    def stopped(self, now: float) -> Clock:
        """Nobody's runs any more."""
        return structs.replace(self, left=self.at(now), seat=None)

    def moved(self, seat: int, now: float) -> Clock:
        """A seat has moved: it gets what a move brings."""
        control, left = self.control, [*self.at(now)]
        left[seat] = max(left[seat] + control.increment, control.byoyomi)
        return structs.replace(self, left=tuple(left), seat=None, started=True)

    def running(self, seat: int, now: float) -> Clock:
        """That of a seat runs from now on."""
        return structs.replace(self, seat=seat, since=now)

    def shown(self, left: tuple[float, ...]) -> Clock:
        """The clocks stand, and show this."""
        return structs.replace(self, left=left, seat=None, started=True)

    def told(self, seat: int, now: float) -> m.Clock:
        """The clock of a seat as a search is told of it."""
        left, period = self.at(now)[seat], self.control.byoyomi
        if period:
            # What is gone of this turn is not refilled.
            return m.Clock(remaining=left, byoyomi=min(period, left), refills=True)
        return m.Clock(remaining=left, increment=self.control.increment)
