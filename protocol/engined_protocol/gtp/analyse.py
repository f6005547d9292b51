"""Live analysis over GTP: ``lz-analyze``, ``kata-analyze``, ``analyze``, and generated moves with it.

The answer begins at once and grows by a line for each interval. Any input line, also an empty one, ends an
analysis; a move being generated is not ended by input. Where games are played out (Go), visits, win rates and the rest
are those of the games; elsewhere win rates are made from discs and are rough. All is seen from the mover.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ..errors import Code, ProtocolError
from ..messages import Analyse, Analysis, Forecast, Info, Position, ScoredMove
from ..text.conversation import Requester, Steps
from .game import GtpGame, read_colour
from .play import Command, PlayCommands
from .settings import Settings, read_whole

DISCS_PER_E = 4.0
"""Discs of lead that multiply the odds of winning by e: a guess for middle games, no more."""
FEWEST_VISITS = 10
"""Sabaki writes nothing on a move with fewer."""
_SWITCHES = {
    "rootinfo": "root",
    "ownership": "ownership",
    "ownershipstdev": "spreads",
    "movesownership": "of_moves",
    "pvvisits": "visits",
}
"""The further switches of an analysis, each ``true`` or ``false``, and the option that each of them is."""
CONFIDENT = 1.96
"""The number of standard errors below its win rate that a move wins with 97.5 % confidence (``lcb``)."""


class Style(NamedTuple):
    """How a win rate is written, and whether the lead in discs is, too."""

    rate: Callable[[float], str]
    lead: bool


class Stage(Protocol):
    """What a live answer needs of the dialogue."""

    stopped: bool

    def open_answer(self, *, until_input: bool) -> None:
        """Begin the answer now; with ``until_input`` any further line stops the command."""

    def write(self, text: str) -> None:
        """Text for the client, newline included."""

    def rest(self) -> Steps[None]:
        """Wait for the next line."""

    def line_waits(self) -> bool:
        """Whether a line is waiting already."""


@dataclass
class Options:
    """The arguments of an analysis."""

    colour: int
    interval: float | None = None
    most: int | None = None
    allowed: set[str] | None = None
    avoided: set[str] = field(default_factory=set)
    root: bool = False
    ownership: bool = False
    spreads: bool = False
    """Whether the standard deviation of the ownership is asked for."""
    of_moves: bool = False
    """Ownership after each move."""
    visits: bool = False
    """Whether the visits of each move of a variation are asked for."""

    @property
    def restricts(self) -> bool:
        """Whether some moves alone are to be looked at."""
        return self.allowed is not None or bool(self.avoided)

    def allows(self, move: str) -> bool:
        """Tell whether a move is to be looked at."""
        return move not in self.avoided and (self.allowed is None or move in self.allowed)


class LiveAnalysis:
    """The commands of live analysis."""

    def __init__(
        self, stage: Stage, requester: Requester, game: GtpGame, settings: Settings, play: PlayCommands
    ) -> None:
        self._stage = stage
        self._requester = requester
        self._game = game
        self._settings = settings
        self._play = play

    def commands(self) -> dict[str, Command]:
        """The commands by name, the most telling first: Sabaki takes the first of them that it knows.

        Sabaki, since 0.60, reads the rates of all but ``kata-`` commands as Leela's, with a point or without.
        """
        kata, leela, sabaki = Style(_floats, True), Style(_whole, False), Style(_whole, True)
        return {
            "analyze": self._analyse(sabaki),
            "kata-analyze": self._analyse(kata),
            "lz-analyze": self._analyse(leela),
            "genmove_analyze": self._generate(sabaki),
            "kata-genmove_analyze": self._generate(kata),
            "lz-genmove_analyze": self._generate(leela),
        }

    def _analyse(self, style: Style) -> Command:
        def command(arguments: list[str]) -> Steps[str]:
            position = yield from self._game.position()
            options = self._read(position, arguments)
            if options.colour != self._game.mover(position):
                position = yield from self._game.resumed()
            only = yield from self._only(position, options)
            self._stage.open_answer(until_input=True)
            if position.phase != "ended" and not self._stage.line_waits():
                lines = AnalysisLines(self._stage.write, self._game, position, options, style)
                request = Analyse(
                    id=self._requester.number(),
                    session=self._game.session,
                    seat=self._game.seat_of(position, options.colour),
                    best=options.most,
                    only=only,
                    interval=options.interval or 1.0,
                    ownership=options.of_moves,
                    threads=self._settings.threads,
                )
                analysis = yield from self._requester.watch(
                    lines.show if options.interval else lambda info: None, request
                )
                lines.show(analysis)
            while not self._stage.stopped and not self._stage.line_waits():
                yield from self._stage.rest()
            return ""

        return command

    def _generate(self, style: Style) -> Command:
        def command(arguments: list[str]) -> Steps[str]:
            position = yield from self._game.position()
            options = self._read(position, arguments)
            only: tuple[str, ...] = ()
            if position.phase == "play":
                only = yield from self._only(position, options)
            self._stage.open_answer(until_input=False)
            lines = AnalysisLines(self._stage.write, self._game, position, options, style)
            best = yield from self._play.generate(
                options.colour,
                lines.show if options.interval else lambda info: None,
                only=only,
                ownership=options.of_moves,
            )
            self._stage.write(f"play {best}\n")
            return ""

        return command

    def _read(self, position: Position, arguments: list[str]) -> Options:
        """``[colour] [centiseconds] [keyword value ...]``. Raises ProtocolError at the first bad word."""
        options = Options(self._game.mover(position))
        left = list(reversed(arguments))
        if left and left[-1].lower() in {"b", "w", "black", "white"}:
            options.colour = read_colour(left.pop())
        if left and left[-1].isdigit():
            options.interval = _interval(left.pop())
        while left:
            keyword = left.pop().lower()
            if keyword in {"avoid", "allow"}:
                self._restrict(position, options, keyword, left)
                continue
            value = left.pop() if left else ""
            if keyword == "interval":
                options.interval = _interval(value)
            elif keyword == "maxmoves":
                options.most = read_whole(value, 1, 1000)
            elif keyword == "minmoves":
                read_whole(value, 0, 1000)
            elif keyword in _SWITCHES:
                setattr(options, _SWITCHES[keyword], value.lower() == "true")
            elif value.lower() not in {"true", "false"}:
                raise ProtocolError(Code.MALFORMED, f"unknown argument {keyword[:20]}")
        return options

    def _restrict(self, position: Position, options: Options, keyword: str, left: list[str]) -> None:
        """``avoid|allow COLOUR VERTEX,VERTEX.. DEPTH``: heeded for the moves of this position."""
        if len(left) < 3:
            raise ProtocolError(Code.MALFORMED, f"{keyword} needs a colour, vertices and a depth")
        colour = read_colour(left.pop())
        moves = {self._game.read(position, vertex) for vertex in left.pop().split(",") if vertex}
        read_whole(left.pop(), 1, 10**6)
        if colour != options.colour:
            return
        if keyword == "avoid":
            options.avoided |= moves
        else:
            options.allowed = (options.allowed or set()) | moves

    def _only(self, position: Position, options: Options) -> Steps[tuple[str, ...]]:
        """The moves to look at; empty for all. Raises ProtocolError if none is left."""
        if not options.restricts:
            self._game.passes_before(position, options.colour)
            return ()
        return (yield from self._play.restricted(position, options.colour, options.allows))


class AnalysisLines:
    """Writes one ``info move ... info move ...`` line for each snapshot of an analysis."""

    def __init__(
        self,
        write: Callable[[str], None],
        game: GtpGame,
        position: Position,
        options: Options,
        style: Style,
    ) -> None:
        self._write = write
        self._game = game
        self._position = position
        self._options = options
        self._style = style

    def show(self, work: Info | Analysis) -> None:
        """A line, if anything is known.

        Without games all moves get the same visits: a move answered from the table would show none, and Sabaki and
        Lizzie fade or hide what was visited little, be it the best.
        """
        moves = work.moves[: self._options.most]
        if not moves:
            return
        visits = max(work.nodes // len(work.moves), FEWEST_VISITS)
        parts = [
            self._info(order, move, move.forecast or self._guessed(move, visits, 1 / len(moves)))
            for order, move in enumerate(moves)
        ]
        if self._options.root and self._style.lead:
            whole = work.forecast or self._guessed(moves[0], visits * len(work.moves), 1.0)
            # Moves that are known from earlier analyses may have more games than this one has seen.
            games = max(whole.visits, sum(move.forecast.visits for move in work.moves if move.forecast))
            root = f"rootInfo visits {games} winrate {self._style.rate(whole.win_rate)}"
            parts.append(f"{root} scoreLead {whole.mean:.2f}{self._spread(whole)}")
        if self._options.ownership and work.forecast is not None:
            parts.append(f"ownership {self._numbers(work.forecast.ownership)}")
        if self._options.spreads and work.forecast is not None:
            parts.append(f"ownershipStdev {self._numbers(work.forecast.ownership_spread)}")
        self._write(" ".join(parts) + "\n")

    def _info(self, order: int, move: ScoredMove, games: Forecast) -> str:
        """One move. ``pv`` is never empty, and comes last unless more is asked for: Sabaki drops the move otherwise."""
        rate = games.win_rate
        error = math.sqrt(rate * (1 - rate) / games.visits) if move.forecast and games.visits else 0.0
        pv = " ".join(self._game.write(self._position, name) for name in move.pv or (move.move,))
        name = self._game.write(self._position, move.move)
        more = ""
        if self._options.visits and games.line_visits:
            more += f" pvVisits {' '.join(map(str, games.line_visits))}"
        if self._options.of_moves and games.ownership:
            more += f" movesOwnership {self._numbers(games.ownership)}"
        return (
            f"info move {name} visits {games.visits} winrate {self._style.rate(rate)}{self._lead(games)} "
            f"prior {self._style.rate(games.prior)} lcb {self._style.rate(max(rate - CONFIDENT * error, 0.0))} "
            f"order {order} pv {pv}{more}"
        )

    def _lead(self, games: Forecast) -> str:
        if not self._style.lead:
            return ""
        return f" scoreMean {games.mean:.2f}{self._spread(games)} scoreLead {games.mean:.2f}"

    @staticmethod
    def _spread(games: Forecast) -> str:
        return f" scoreStdev {games.spread:.2f}" if games.spread else ""

    def _guessed(self, move: ScoredMove, visits: int, prior: float) -> Forecast:
        """What stands in for games where none are played out."""
        return Forecast(visits=visits, win_rate=self._rate(move), mean=move.score, spread=0.0, prior=prior)

    def _numbers(self, of_cells: tuple[float, ...]) -> str:
        """A number for each square, row by row from the top; 0 for a hole."""
        numbers = iter(of_cells)
        squares = "".join(self._position.board)
        return " ".join(f"{next(numbers, 0.0) if symbol != ' ' else 0.0:.3f}" for symbol in squares)

    def _rate(self, move: ScoredMove) -> float:
        holder = self._position.draw_right
        return win_rate(move, float(holder == self._position.mover) if holder else 0.5)


def win_rate(move: ScoredMove, draw: float = 0.5) -> float:
    """Chance of the mover to win, from 0 to 1: certain where it is proven, else a guess from the discs. ``draw`` is
    what a proven draw counts.
    """
    kind = move.source or move.kind
    if kind == "exact" and move.score == 0:
        return draw
    if (kind in {"exact", "lower"} and move.score > 0) or (kind in {"exact", "upper"} and move.score < 0):
        return 1.0 if move.score > 0 else 0.0
    return 1 / (1 + math.exp(-max(-200.0, min(200.0, move.score / DISCS_PER_E))))


def _floats(rate: float) -> str:
    """A rate as KataGo writes it; always with a point, or an old Sabaki reads it as Leela's."""
    return f"{rate:.6f}"


def _whole(rate: float) -> str:
    """A rate as Leela Zero writes it: of 10000."""
    return str(round(rate * 10000))


def _interval(text: str) -> float:
    return max(read_whole(text, 0, 360_000), 1) / 100
