"""GTP's commands about time: its own, KGS's and KataGo's."""

from __future__ import annotations

import re

from ..errors import Code, ProtocolError
from ..text.conversation import Steps, quoted
from .clock import Byoyomi
from .game import GtpGame, read_colour
from .play import Command, words
from .settings import read_seconds, read_whole

KINDS = ("none", "absolute", "byoyomi", "canadian", "fischer", "fischer-capped")
"""The kinds of time control that ``kata-time_settings`` takes."""


class Time:
    """The commands."""

    def __init__(self, game: GtpGame) -> None:
        self._game = game

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        return {
            "time_settings": self._settings,
            "time_left": self._left,
            "kgs-time_settings": self._named_settings,
            "kata-time_settings": self._named_settings,
            "kata-list_time_settings": self._kinds,
        }

    def _settings(self, arguments: list[str]) -> Steps[str]:
        main, period, stones = words(arguments, 3)
        self._game.clocks.set(read_seconds(main), read_seconds(period), read_whole(stones, 0, 1000))
        yield from self._game.prepare()
        return ""

    def _named_settings(self, arguments: list[str]) -> Steps[str]:
        """``none``, ``absolute MAIN``, ``fischer MAIN INCREMENT``, ``fischer-capped MAIN INCREMENT MOST LONGEST`` (a
        negative number is no limit), ``canadian MAIN PERIOD STONES``, ``byoyomi MAIN PERIOD PERIODS``: of several
        periods one is reckoned with, so that none is lost.
        """
        clocks = self._game.clocks
        match [word.lower() for word in arguments]:
            case ["none"]:
                clocks.set(0, 0, 0)
            case ["absolute", main]:
                clocks.set(read_seconds(main), 0, 0)
            case ["fischer", main, increment]:
                clocks.set(read_seconds(main), read_seconds(increment), 0, Byoyomi.INCREMENT)
            case ["fischer-capped", main, increment, most, longest]:
                limit = _read_limit(most)
                if limit is not None and limit < read_seconds(main):
                    above = f"the main time {quoted(main)} is above its limit {quoted(most)}"
                    raise ProtocolError(Code.INVALID, above)
                clocks.set_capped(read_seconds(main), read_seconds(increment), limit, _read_limit(longest))
            case ["canadian", main, period, stones]:
                clocks.set(read_seconds(main), read_seconds(period), read_whole(stones, 1, 1000))
            case ["byoyomi", main, period, periods]:
                read_whole(periods, 1, 1000)
                clocks.set(read_seconds(main), read_seconds(period), 1)
            case other:
                given = quoted(" ".join(other))
                kinds = f"{', '.join(KINDS[:-1])} or {KINDS[-1]}, with its times, is expected"
                raise ProtocolError(Code.MALFORMED, f"{kinds}, not {given}")
        yield from self._game.prepare()
        return ""

    def _kinds(self, arguments: list[str]) -> Steps[str]:
        words(arguments, 0)
        yield from ()
        return " ".join(KINDS)

    def _left(self, arguments: list[str]) -> Steps[str]:
        colour, seconds, stones = words(arguments, 3)
        self._game.clocks.tell(read_colour(colour), read_seconds(seconds), read_whole(stones, 0, 1000))
        yield from ()
        return ""


def _read_limit(text: str) -> float | None:
    """Seconds; None for a negative number, which is no limit. Raises ProtocolError."""
    return None if re.fullmatch(r"-\d{1,16}(?:\.\d{0,9})?", text, re.ASCII) else read_seconds(text)
