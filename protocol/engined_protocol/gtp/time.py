"""GTP's commands about time: its own, KGS's and KataGo's."""

from __future__ import annotations

from ..errors import Code, ProtocolError
from ..text.conversation import Steps, quoted
from .clock import Byoyomi
from .game import GtpGame, read_colour
from .play import Command, words
from .settings import read_seconds, read_whole


class Time:
    """The commands."""

    def __init__(self, game: GtpGame) -> None:
        self._game = game

    def commands(self) -> dict[str, Command]:
        """By name."""
        return {
            "time_settings": self._settings,
            "time_left": self._left,
            "kgs-time_settings": self._named_settings,
            "kata-time_settings": self._named_settings,
        }

    def _settings(self, arguments: list[str]) -> Steps[str]:
        main, period, stones = words(arguments, 3)
        self._game.clocks.set(read_seconds(main), read_seconds(period), read_whole(stones, 0, 1000))
        yield from self._game.prepare()
        return ""

    def _named_settings(self, arguments: list[str]) -> Steps[str]:
        """``none``, ``absolute MAIN``, ``fischer MAIN INCREMENT``, ``canadian MAIN PERIOD STONES``, ``byoyomi MAIN
        PERIOD PERIODS``: of several periods one is reckoned with, so that none is lost.
        """
        clocks = self._game.clocks
        match [word.lower() for word in arguments]:
            case ["none"]:
                clocks.set(0, 0, 0)
            case ["absolute", main]:
                clocks.set(read_seconds(main), 0, 0)
            case ["fischer", main, increment]:
                clocks.set(read_seconds(main), read_seconds(increment), 0, Byoyomi.INCREMENT)
            case ["canadian", main, period, stones]:
                clocks.set(read_seconds(main), read_seconds(period), read_whole(stones, 1, 1000))
            case ["byoyomi", main, period, periods]:
                read_whole(periods, 1, 1000)
                clocks.set(read_seconds(main), read_seconds(period), 1)
            case other:
                given = quoted(" ".join(other))
                kinds = "none, absolute, fischer, canadian or byoyomi, with its times, is expected"
                raise ProtocolError(Code.MALFORMED, f"{kinds}, not {given}")
        yield from self._game.prepare()
        return ""

    def _left(self, arguments: list[str]) -> Steps[str]:
        colour, seconds, stones = words(arguments, 3)
        self._game.clocks.tell(read_colour(colour), read_seconds(seconds), read_whole(stones, 0, 1000))
        yield from ()
        return ""
