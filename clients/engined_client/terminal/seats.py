"""Seats and colours as people write them: ``black``, ``b``, ``黒``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..drawing.japanese import SEATS
from .command import WrongInput


def seat_of(text: str, seats: Iterable[str]) -> str | None:
    """The seat that is meant: by its name, its first letter where no other seat has that, or its name in Japanese;
    None where no seat is.
    """
    names, given = tuple(seats), text.strip().casefold()
    letters = [name[:1].casefold() for name in names]
    for name, letter in zip(names, letters, strict=True):
        if given in (name.casefold(), SEATS.get(name)) or (given == letter and letters.count(letter) == 1):
            return name
    return None


def wanted_seat(text: str, seats: Sequence[str]) -> str:
    """The seat that ``--seat`` means. Raises WrongInput."""
    seat = seat_of(text, seats)
    if seat is None:
        raise WrongInput(f"--seat: no seat {text!r}; there are {', '.join(seats)}")
    return seat


def colour(text: str) -> str:
    """Read a colour, as the ``type`` of an option: ``black`` or ``white``, however written; anything else as it is."""
    return (seat_of(text, ("Black", "White")) or text).lower()


def call(text: str) -> str:
    """Read a call, as the ``type`` of an argument: ``up``, ``down`` or a colour, in Japanese too."""
    return {"上": "up", "下": "down"}.get(text) or colour(text)
