"""What GoGui's analyze commands draw in Go, beside what they draw in all games: whose is what, and how moves fare."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import Code, ProtocolError
from ..messages import Analyse, Forecast
from ..notation import PASS
from ..text.conversation import Requester, Steps
from .game import GtpGame
from .play import Command
from .score import Score
from .settings import Settings

TERRITORY = 0.5
"""The least ownership that makes a cell a side's territory, from 0 to 1."""
SHOWN = 0.01
"""The least part of all games that must go through a move for it to be shown."""

ANALYSES = """\
bwboard/Territory/engined-territory
dboard/Influence/engined-influence
pspairs/Win rates in per cent/engined-winrates
pspairs/Priors in per cent/engined-priors
plist/Dead stones/final_status_list dead
plist/Living stones/final_status_list alive"""


class GoAnalyses:
    """The commands."""

    def __init__(self, requester: Requester, game: GtpGame, settings: Settings, score: Score) -> None:
        self._requester = requester
        self._game = game
        self._settings = settings
        self._score = score

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        return {
            "engined-territory": self._board(lambda own: "B" if own > TERRITORY else "W" if own < -TERRITORY else "."),
            "engined-influence": self._board(lambda own: f"{own:.2f}"),
            "engined-winrates": self._pairs(lambda games: games.win_rate),
            "engined-priors": self._pairs(lambda games: games.prior),
        }

    def _board(self, cell: Callable[[float], str]) -> Command:
        """Rows from the top, of how often each cell is Black's at the end: 1 is always, -1 never."""

        def command(arguments: list[str]) -> Steps[str]:
            owned, position = (yield from self._score.ownership()), (yield from self._game.position())
            width = len(position.board[0])
            rows = [owned[first : first + width] for first in range(0, len(owned), width)]
            return "\n".join(" ".join(map(cell, row)) for row in rows)

        return command

    def _pairs(self, share: Callable[[Forecast], float]) -> Command:
        """Moves with a part of all, in per cent: ``D4 12 E5 8``."""

        def command(arguments: list[str]) -> Steps[str]:
            position = yield from self._game.position()
            request = Analyse(
                id=self._requester.number(),
                session=self._game.session,
                seconds=self._settings.seconds,
                **self._settings.limits(),
            )
            analysis = yield from self._requester.watch(lambda info: None, request)
            played = [(move.move, move.forecast) for move in analysis.moves if move.forecast is not None]
            if not played and not position.over:
                raise ProtocolError(Code.UNSUPPORTED, "in this game no games are played out")
            least = SHOWN * sum(games.visits for _, games in played)
            return " ".join(
                f"{self._game.write(position, move)} {100 * share(games):.0f}"
                for move, games in played
                if move != PASS and games.visits >= least
            )

        return command
