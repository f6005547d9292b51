"""What a GTP controller can set about the search, by ``kata-set-param`` or GoGui's parameter dialog.

Names that KataGo has are KataGo's; ``none`` takes a limit away.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

from ..errors import Code, ProtocolError
from ..messages.envelope import STRONGEST_LEVEL
from ..text.conversation import quoted
from .clock import Byoyomi, GameClocks
from .coordinates import Coordinates, Dialect

SECONDS = 3.0
"""The seconds for a move when there is no clock."""
RESIGN_BELOW = 0.05


class SearchLimits(TypedDict):
    """The fields of an analysis request that limit its search whether there is a clock or not; None is no limit."""

    nodes: int | None
    depth: int | None
    threads: int | None
    solve_empties: int | None


@dataclass
class Settings:
    """The limits of each search; None is no limit."""

    seconds: float | None = SECONDS
    """The seconds for a generated move when there is no clock."""
    nodes: int | None = None
    depth: int | None = None
    threads: int | None = None
    solve_empties: int | None = None
    ponder: bool = False
    """Think in the opponent's time."""
    resign: float | None = RESIGN_BELOW
    """Where games are played out: ``genmove`` resigns when the engine wins less than this part of them."""

    friendly: bool = True
    """Whether a pass may leave dead stones of the opponent's on the board, which both are to take off then (Go)."""
    seki_counts: bool | None = None
    """It says whether points that groups in seki surround count where a game has ended (Go); None leaves that to the
    scoring.
    """
    level: int | None = None
    """The level of play, 1 the weakest; None plays as strongly as it can."""

    def counts_in_seki(self, scoring: str) -> bool:
        """Return whether such points count. Unless that was set they do in area, and not in territory, as Japanese and
        Korean rules count it.
        """
        return scoring == "area" if self.seki_counts is None else self.seki_counts

    def limits(self) -> SearchLimits:
        """The limits that hold with a clock too."""
        return {
            "nodes": self.nodes,
            "depth": self.depth,
            "threads": self.threads,
            "solve_empties": self.solve_empties,
        }


@dataclass(frozen=True, slots=True)
class _Parameter:
    kind: str
    """GoGui's type of a field in its dialog."""
    get: Callable[[], object]
    set: Callable[[str], None]


class Parameters:
    """Settings by name."""

    def __init__(self, settings: Settings, clocks: GameClocks, coordinates: Coordinates) -> None:
        self._settings = settings
        self._clocks = clocks
        self._coordinates = coordinates
        byoyomi, dialects = "/".join(Byoyomi), "/".join(["auto", *Dialect])
        self._table = {
            "maxTime": _Parameter("string", lambda: settings.seconds, self._set_seconds),
            "maxVisits": self._whole("nodes", 2**53),
            "maxDepth": self._whole("depth", 1000),
            "numSearchThreads": self._whole("threads", 256),
            "solveEmpties": self._whole("solve_empties", 1000),
            "ponderingEnabled": _Parameter("list/false/true", lambda: str(settings.ponder).lower(), self._set_ponder),
            "level": self._whole("level", STRONGEST_LEVEL),
            "resignThreshold": _Parameter("string", lambda: settings.resign, self._set_resign),
            "friendlyPassOk": _Parameter("list/true/false", lambda: str(settings.friendly).lower(), self._set_friendly),
            "byoyomi": _Parameter(f"list/{byoyomi}", lambda: clocks.byoyomi, self._set_byoyomi),
            "coordinates": _Parameter(f"list/{dialects}", lambda: coordinates.dialect or "auto", self._set_coordinates),
        }

    def names(self) -> str:
        """All names, one a line."""
        return "\n".join(self._table)

    def get(self, name: str) -> str:
        """A value as text. Raises ProtocolError for an unknown name."""
        value = self._parameter(name).get()
        return "none" if value is None else str(value)

    def set(self, name: str, value: str) -> None:
        """Change a value. Raises ProtocolError, changing nothing."""
        self._parameter(name).set(value)

    def form(self) -> str:
        """All parameters as GoGui's parameter dialog reads them: ``[type] name value``."""
        return "\n".join(f"[{entry.kind}] {name} {self.get(name)}" for name, entry in self._table.items())

    def _parameter(self, name: str) -> _Parameter:
        try:
            return self._table[name]
        except KeyError:
            raise ProtocolError(
                Code.INVALID, f"no parameter {quoted(name)}; there are {', '.join(self._table)}"
            ) from None

    def _whole(self, field: str, most: int) -> _Parameter:
        def change(text: str) -> None:
            setattr(self._settings, field, None if text == "none" else read_whole(text, 1, most))

        return _Parameter("string", lambda: getattr(self._settings, field), change)

    def _set_seconds(self, text: str) -> None:
        seconds = None if text == "none" else read_seconds(text)
        if seconds == 0:
            raise ProtocolError(Code.MALFORMED, "a time above 0 is expected")
        self._settings.seconds = seconds

    def _set_resign(self, text: str) -> None:
        if text != "none" and not (re.fullmatch(r"\d?(?:\.\d{1,9})?", text, re.ASCII) and text and float(text) <= 1):
            raise ProtocolError(Code.MALFORMED, f"a part from 0 to 1, or none, is expected, not {quoted(text)}")
        self._settings.resign = None if text == "none" else float(text)

    def _set_ponder(self, text: str) -> None:
        self._settings.ponder = _one_of(text.lower(), ["false", "true"]) == "true"

    def _set_friendly(self, text: str) -> None:
        self._settings.friendly = _one_of(text.lower(), ["true", "false"]) == "true"

    def _set_byoyomi(self, text: str) -> None:
        self._clocks.byoyomi = Byoyomi(_one_of(text, list(Byoyomi)))

    def _set_coordinates(self, text: str) -> None:
        choice = _one_of(text, ["auto", *Dialect])
        self._coordinates.force(None if choice == "auto" else Dialect(choice))


def read_whole(text: str, low: int, high: int) -> int:
    """A whole number. Raises ProtocolError naming the range."""
    if not re.fullmatch(r"-?\d{1,16}", text, re.ASCII) or not low <= int(text) <= high:
        wanted = f"a whole number from {low} to {high} is expected"
        raise ProtocolError(Code.MALFORMED, f"{wanted}, not {quoted(text)}")
    return int(text)


def read_seconds(text: str) -> float:
    """A time in seconds, from 0 to 10 million. Raises ProtocolError."""
    if not re.fullmatch(r"\d{1,16}(?:\.\d{0,9})?", text, re.ASCII) or float(text) > 1e7:
        raise ProtocolError(Code.MALFORMED, f"a time in seconds is expected, not {quoted(text)}")
    return float(text)


def _one_of(text: str, choices: list[str]) -> str:
    if text not in choices:
        raise ProtocolError(Code.INVALID, f"one of {', '.join(choices)} is expected, not {quoted(text)}")
    return text
