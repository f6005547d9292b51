"""GTP's commands about the end of a game: its score, and which stones are dead.

In Go the engine says which stones are dead, and which alive in seki, by what can be captured, and else by whose they
are at the end of games that it plays out from there. While there is something left to play for, its score is an
estimate by these games.
"""

from __future__ import annotations

import re

from ..dead_stones import SEKI, chains, dead_groups, groups_in, is_divided, liberties, points_in_seki
from ..errors import Code, ProtocolError
from ..messages import Analyse, Analysis, Position, Show
from ..notation import parse_square
from ..text.conversation import Requester, Steps
from .game import GtpGame
from .play import Command, PlayCommands, words
from .settings import Settings

COUNTING_GAMES = 1_500
"""The games that are played out to see whose everything is, however strongly the engine is set to play. Games tell no
more than this, and what can be captured needs the time.
"""
COUNTING_SECONDS = 20.0
"""The most seconds that a count takes, half for the games and the rest for captures, so that a client hears of it on a
machine that is very busy. One to three seconds are enough otherwise, and the count does not depend on them.
"""

_WINNER = re.compile(r"(?P<who>.+) wins?(?: by (?P<margin>\d+(?:\.\d+)?))?.*", re.DOTALL)
_STATUS = ("alive", "dead", "seki")


class Score:
    """The commands."""

    def __init__(self, requester: Requester, game: GtpGame, settings: Settings, play: PlayCommands) -> None:
        self._requester = requester
        self._game = game
        self._settings = settings
        self._play = play
        self._known: tuple[str, Analysis] | None = None
        """The latest position that was looked at, by digest: its score and its dead stones are asked for in turn."""

    def commands(self) -> dict[str, Command]:
        """The commands by name."""
        return {
            "final_score": self._final_score,
            "final_status_list": self._final_status_list,
            "kgs-genmove_cleanup": self._genmove_cleanup,
        }

    # --- the score --------------------------------------------------------------------------------

    def _final_score(self, arguments: list[str]) -> Steps[str]:
        """``B+3``, ``W+2`` or ``0``, by the variant's own rule of who wins; of two teams, the first seat's is B.

        ``No result`` of a game that ended without one.
        """
        position = yield from self._game.position()
        if position.ending == "no-result":
            return position.result
        if (yield from self._game.surrounds()):
            ahead = yield from (self._counted(position) if position.over else self._counted_or_estimated(position))
            return f"{'B' if ahead > 0 else 'W'}+{abs(ahead):g}" if ahead else "0"
        if not position.over:
            raise ProtocolError(Code.UNSUPPORTED, "cannot score: the game is not over")
        if position.ranks:
            raise ProtocolError(Code.UNSUPPORTED, f"cannot score: {position.result}; Black and White are not all")
        match = _WINNER.fullmatch(position.result)
        if match is None:
            return "0"
        first = position.seats[0] in match["who"].split(" and ")
        margin = match["margin"] or f"{abs(position.scores[0] - position.scores[1]):g}"
        return f"{'B' if first else 'W'}+{margin}"

    def _counted(self, position: Position) -> Steps[float]:
        """What Black is ahead by without the dead stones."""
        description = yield from self._game.description()
        cells, dead = list("".join(position.board)), (yield from self._dead(position))
        prisoners = list(position.prisoners)
        for group in dead:
            for name in group:
                square = parse_square(name, len(position.board[0]), len(position.board))
                prisoners[cells[square] == description.seats[0][1]] += 1
                cells[square] = "."
        start = "".join(cells).replace(" ", "") + description.seats[0][1]
        request = Show(id=self._requester.number(), variant=description.name, start=start)
        counts = (yield from self._requester.ask(request, Position)).scores
        ahead = counts[0] - counts[1] - position.komi
        if not self._settings.counts_in_seki(description.scoring):
            seki = yield from self._in_seki(position)
            points = points_in_seki(position.board, dead, seki)
            mine, theirs = (points.get(seat[1], 0) for seat in description.seats)
            ahead -= mine - theirs
        return ahead if description.scoring == "area" else ahead + prisoners[0] - prisoners[1]

    def _counted_or_estimated(self, position: Position) -> Steps[float]:
        """What Black is ahead by where nobody has passed: games are often kept without their passes. Where there is
        something left to play for, by how much he will be, in whole points but for komi.
        """
        analysis, komi, mover = (yield from self._played_out(position)), position.komi, self._game.mover(position)
        if analysis.score is None:
            raise ProtocolError(Code.UNSUPPORTED, "cannot score: nothing was found out about this position")
        if analysis.forecast is not None and analysis.forecast.ownership:
            description = yield from self._game.description()
            own, other = (description.seats[seat][1] for seat in (mover, 1 - mover))
            dead = dead_groups(position.board, analysis.forecast, own)
            if is_divided(position.board, dead, analysis.forecast, (own, other)):
                return (yield from self._counted(position))
        ahead = analysis.score if analysis.forecast is None else analysis.forecast.mean
        return round((-ahead if mover else ahead) + komi) - komi

    # --- dead stones ------------------------------------------------------------------------------

    def _final_status_list(self, arguments: list[str]) -> Steps[str]:
        """A chain a line; GTP has no word for what is unsettled, which goes by games played out."""
        status = words(arguments, 1)[0].lower()
        if status not in _STATUS:
            raise ProtocolError(Code.MALFORMED, f"one of {', '.join(_STATUS)} is expected")
        if not (yield from self._game.surrounds()):
            raise ProtocolError(Code.UNSUPPORTED, "in this game no stones are dead")
        position = yield from self._game.position()
        dead = yield from self._dead(position)
        seki = yield from self._in_seki(position)
        others = [chain for chain in chains(position.board) if chain not in dead and chain not in seki]
        listed = {"dead": dead, "alive": others, "seki": seki}
        return "\n".join(" ".join(self._game.write(position, name) for name in chain) for chain in listed[status])

    def ownership(self) -> Steps[list[float]]:
        """How often each square is Black's at the end, from -1 to 1; 0 for a hole. Raises ProtocolError."""
        position = yield from self._game.position()
        forecast = (yield from self._played_out(position)).forecast
        if forecast is None or not forecast.ownership:
            raise ProtocolError(Code.UNSUPPORTED, "nothing is known of whose this will be")
        sign, cells = -1 if self._game.mover(position) else 1, iter(forecast.ownership)
        return [sign * next(cells) + 0.0 if symbol != " " else 0.0 for symbol in "".join(position.board)]

    def _dead(self, position: Position) -> Steps[tuple[tuple[str, ...], ...]]:
        forecast = (yield from self._played_out(position)).forecast
        if forecast is None or not forecast.ownership:
            return ()
        description = yield from self._game.description()
        return dead_groups(position.board, forecast, description.seats[self._game.mover(position)][1])

    def _in_seki(self, position: Position) -> Steps[tuple[tuple[str, ...], ...]]:
        forecast = (yield from self._played_out(position)).forecast
        return () if forecast is None else groups_in(position.board, forecast.life, SEKI)

    def _played_out(self, position: Position) -> Steps[Analysis]:
        """An analysis of the position; where play has stopped, as if it went on."""
        if self._known is not None and self._known[0] == position.digest:
            return self._known[1]
        request = Analyse(
            id=self._requester.number(),
            session=self._game.session,
            best=1,
            seconds=COUNTING_SECONDS,
            nodes=COUNTING_GAMES,
            threads=self._settings.threads,
            life=True,
        )
        analysis = yield from self._requester.watch(lambda info: None, request)
        if analysis.reason != "stopped":
            self._known = position.digest, analysis
        return analysis

    # --- clean-up ---------------------------------------------------------------------------------

    def _genmove_cleanup(self, arguments: list[str]) -> Steps[str]:
        """A move as in ``genmove``; while the other has dead stones on the board, one that takes their liberties."""
        colour = yield from self._game.colour(words(arguments, 1)[0])
        position = yield from self._game.resumed()
        if colour != self._game.mover(position):
            yield from self._game.play(1 - colour, "pass")
            position = yield from self._game.resumed()
        dead = yield from self._dead(position)
        description = yield from self._game.description()
        theirs = description.seats[1 - colour][1]
        wanted = set(liberties(position.board, dead, theirs))
        only = tuple(move for move in position.legal if move in wanted)
        return (yield from self._play.generate(colour, lambda info: None, only=only))
