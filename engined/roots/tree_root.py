"""The root of a tree search that plays games out (Go): until a limit says that it is enough.

Pure control, as :mod:`engined.roots.alphabeta.root` is. Moves are ranked by how many games went through them. The depth
of a search is the binary logarithm of the games that its position has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf, sqrt
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from engined.results import Certainty, Forecast, Interrupted, MoveLine, Score
from engined.rules.position import PASS, Move, Position
from engined.variants.model import ScoreKind

from .life import Life, Reader
from .limits import Limits, SearchClock
from .proof_root import ProofRoot
from .standing import LIKELY, Standing, is_closed, is_over, standing

SLICE_SECONDS = 0.1
"""The seconds between two looks at the limits, each of which tells lines."""
FIRST_GAMES = 64
SHARE_OF_PASS, SHARE_OF_BEST_PASS = 64, 8
"""A pass gets at least one of so many games, and more where it may be best: whether the game is over hangs on that."""
WIN_OF_PASS, POINTS_OF_PASS = 0.01, 0.6
"""A pass is best where no move wins so much oftener, or leads so many points more: then all is settled."""
GAMES_FOR_PASS = 256
"""Where play is to be weak, so many more say whether to pass: whoever plays badly still sees that a game is over."""
HOPES_OF_PASS, DOUBTS_OF_PASS, DOUBTS_OF_WEAK_PASS = 1.0, 2.0, 1.0
"""Standard errors of what a pass is worth, for it is tried less: they are added where it may be best, and taken off
before it is thought to be.
"""
FEWEST_OF_PASS = 16
"""Games that it must have had."""
PROOF_SHARE = 0.2
"""The part of the time that a proof may take."""
PROOF_NODES = 10_000
"""The nodes of a proof, at first."""
HOPELESS = 0.1
"""Part won, where what is left to play is in the other's territory alone."""
PLAYED = 0.5
"""The part of the seconds for games, where the life of the stones is read out, too: where that is asked for, after a
pass, and where all else seems to be settled.
"""
MOST_OPEN = 0.05
"""Part of the cells that may be anybody's where nothing is left to play for."""
AHEAD = 0.5
"""Who wins a greater part of games does not let the game go round."""
UNSETTLED = 1.5
"""The factor on the wanted seconds, where the move tried most does not win most."""
CLEAR_SECONDS = 0.3
"""The least part of the wanted seconds, where no other move can catch up."""


class Ending(Struct, frozen=True):
    """How the games through a move ended, from the mover's view."""

    move: Move
    games: int
    win_rate: float
    prior: float
    mean: float
    spread: float


class Searcher(Protocol):
    """What plays games from one position, and remembers them in a tree."""

    @property
    def nodes(self) -> int:
        """Games played so far."""
        ...

    def grow(self, games: int, only: frozenset[Move] = frozenset()) -> None:
        """Play so many games, through some of the moves alone where there are any. Raises Interrupted."""
        ...

    def allow(self, games: int) -> None:
        """Go on where the limit of games was reached, to one so much higher."""
        ...

    def endings(self) -> tuple[Ending, ...]:
        """Of all moves, those with most games first."""
        ...

    def forecast(self) -> Forecast:
        """Of the position."""
        ...

    def ownership(self, move: Move) -> tuple[float, ...]:
        """Of the position after a move: see :class:`Forecast`."""
        ...

    def line(self, move: Move, plies: int) -> tuple[tuple[Move, int], ...]:
        """The moves that games went through most, from this one on, itself included, and how many went through each."""
        ...

    def halt(self) -> None:
        """End what runs now or is called later. From any thread."""
        ...


class TreeRoot:
    """See :class:`engined.roots.root_search.RootSearch`."""

    def __init__(
        self,
        position: Position,
        searcher: Searcher,
        limits: Limits,
        clock: SearchClock,
        report: Callable[[], None],
        proof: ProofRoot | None = None,
        reader: Reader | None = None,
    ) -> None:
        """``report`` is called whenever ``lines`` has become better. A ``proof`` gets a part of the time; nearly all if
        the limits say from how many empty cells on. A ``reader`` says in the end what becomes of the stones.
        """
        self.depth = 0
        self.lines: tuple[MoveLine, ...] = ()
        self.forecast: Forecast | None = None
        self._position = position
        self._searcher = searcher
        self._limits = limits
        self._clock = clock
        self._report = report
        self._proof = proof
        self._reader = reader
        self._proving = PROOF_NODES
        self._proven = 0.0
        """Seconds that the proof has taken."""
        self._games = FIRST_GAMES
        self._look = FEWEST_OF_PASS if position.passes else FIRST_GAMES
        """Games that the position has to have seen before a pass is looked at."""
        self._told = 0.0
        self._halted = False
        self._endings: tuple[Ending, ...] = ()
        self._publish()

    @property
    def nodes(self) -> int:
        """See :class:`RootSearch`."""
        return self._searcher.nodes + (self._proof.nodes if self._proof is not None else 0)

    def halt(self) -> None:
        """See :class:`RootSearch`."""
        self._halted = True
        self._searcher.halt()
        if self._proof is not None:
            self._proof.halt()
        if self._reader is not None:
            self._reader.halt()

    def adopt(self, depth: int, lines: Iterable[MoveLine]) -> None:
        """See :class:`RootSearch`: kept until this search has seen as many games."""
        if depth > self.depth:
            self.depth = depth
            self.lines = tuple(replace(line, nodes=0, known=True) for line in lines)
        if self._proof is not None:
            self._proof.adopt(depth, self.lines)

    def run(self) -> None:
        """Play games, until all is proven. Raises Interrupted, also where the limits say that it is enough."""
        try:
            self._play_on()
        finally:
            self._publish()
            if self._limits.alone and not self._limits.only and not self._halted:
                self._look_at_pass_alone()
            if self._reader is not None and self.forecast is not None and self._reads and not self._halted:
                self._read_life(self._reader, self.forecast)

    @property
    def _reads(self) -> bool:
        """Whether to read out what becomes of the stones: where that is asked for, or may show that all is over."""
        forecast = self.forecast
        if self._reader is None or forecast is None or not forecast.ownership:
            return False
        return self._limits.life or bool(self._position.passes) or is_closed(self._position, forecast.ownership)

    def _read_life(self, reader: Reader, forecast: Forecast) -> None:
        """Read out what becomes of the stones; where a pass stops play, and that is well, it comes first."""
        life = Life(self._position, forecast.ownership, reader)
        if self._limits.life:
            self.forecast = replace(forecast, life=life.rows)
        passed = next((ending for ending in self._endings if ending.move == PASS and ending.games), None)
        most = next((ending for ending in self._endings if ending.move != PASS and ending.games), None)
        proven = self._proof is not None and self._proof.found
        if passed is None or most is None or proven or self._limits.only:
            return
        position, ownership = self._position, forecast.ownership
        stops_well = position.passes and self._is_well_stopped(most, standing(position, ownership, life.read))
        if stops_well or is_over(position, ownership, life):
            self.lines = (self._line(passed), *(line for line in self.lines if line.move != PASS))[: self._limits.best]

    def _look_at_pass_alone(self) -> None:
        """Put a pass first where games that count for nothing else say that it is best."""
        passed = next((ending for ending in self._endings if ending.move == PASS), None)
        others = frozenset(ending.move for ending in self._endings if ending.move != PASS)
        if passed is None or not self.lines or self.lines[0].move == PASS:
            return
        lines = self.lines
        self._searcher.allow(2 * GAMES_FOR_PASS)
        try:
            for only in (frozenset({PASS}), others or frozenset({PASS})):
                self._searcher.grow(GAMES_FOR_PASS // 2, only)
        except Interrupted:
            return
        self._endings = self._searcher.endings()
        best = next(ending for ending in self._endings if ending.move == PASS)
        forecast = self._searcher.forecast()
        if self._is_best_pass(best, forecast, DOUBTS_OF_WEAK_PASS):
            self.forecast = forecast
            self.lines = (self._line(best), *(line for line in lines if line.move != PASS))[: self._limits.best]

    def _play_on(self) -> None:
        while not self._is_proven() and not self._enough():
            begun = self._clock.elapsed()
            # Time says when lines are told, but not when a pass is looked at: else no search could be had again.
            games = min(self._games, max(self._look - self._seen, 1))
            self._searcher.grow(self._within(games), self._limits.only or self._without_repeating())
            self._endings = self._searcher.endings()
            if self._seen >= self._look:
                self._look += max(FIRST_GAMES, self._seen // 4)
                if not self._limits.only:
                    self._look_at_pass()
            took = self._clock.elapsed() - begun
            self._games = max(FIRST_GAMES, min(4 * self._games, int(games * SLICE_SECONDS / max(took, 1e-6))))
            self._publish()
            self._report()

    def _without_repeating(self) -> frozenset[Move]:
        """All moves that bring back no board of the game, for a side that is ahead by them; else none."""
        repeating = self._limits.repeating
        tried = [ending for ending in self._endings if ending.games and ending.move not in repeating]
        if not repeating or (tried and max(ending.win_rate for ending in tried) < AHEAD):
            return frozenset()
        return frozenset(self._position.legal()) - repeating

    def _is_proven(self) -> bool:
        """Whether a proof leaves nothing to be found: go on with it for a while, if it is its turn."""
        proof = self._proof
        if proof is None or not self._seen:
            return False
        begun = self._clock.elapsed()
        if self._limits.solve_empties is None and self._proven > PROOF_SHARE * begun:
            return False
        known = len(proof.found)
        proof.advance(self._proving)
        took = self._clock.elapsed() - begun
        self._proven += took
        self._proving = max(PROOF_NODES, min(4 * self._proving, int(self._proving * SLICE_SECONDS / max(took, 1e-6))))
        if len(proof.found) > known:
            self._publish()
            self._report()
        return proof.done

    def _look_at_pass(self) -> None:
        """Play some games after a pass, where it has had fewer than its share."""
        games = self._seen
        passed = next((ending.games for ending in self._endings if ending.move == PASS), 0)
        forecast = self._searcher.forecast()
        may_be_best = any(self._is_best_pass(ending, forecast, -HOPES_OF_PASS) for ending in self._endings)
        share = SHARE_OF_BEST_PASS if may_be_best else SHARE_OF_PASS
        short = games // share - passed
        if short > 0:
            self._searcher.grow(short, frozenset({PASS}))

    def _within(self, games: int) -> int:
        """So many games, if none of the limits is below."""
        if self._limits.depth is not None:
            games = min(games, max(1, (1 << self._limits.depth) - self._seen))
        return games

    @property
    def _seen(self) -> int:
        return sum(ending.games for ending in self._endings)

    def _enough(self) -> bool:
        limits = self._limits
        if limits.depth is not None and self.depth >= limits.depth:
            return True
        part = PLAYED * limits.seconds if self._reads and limits.seconds is not None else inf
        if self.lines and self._clock.elapsed() >= part:
            raise Interrupted
        if limits.soft is not None and self.lines:
            assert limits.seconds is not None
            if self._clock.elapsed() >= self._wanted(limits.soft, limits.seconds):
                raise Interrupted
        return False

    def _wanted(self, soft: float, hard: float) -> float:
        """The seconds that this move deserves on a clock."""
        endings = [ending for ending in self._endings if ending.games]
        if len(endings) < 2:
            return min(CLEAR_SECONDS * soft, hard)
        elapsed = self._clock.elapsed()
        first, second = endings[:2]
        left = self._searcher.nodes / max(elapsed, 1e-6) * (soft - elapsed)
        if elapsed >= CLEAR_SECONDS * soft and first.games - second.games > left:
            return elapsed
        tried = [ending for ending in endings if 4 * ending.games >= first.games]
        best = max(tried, key=lambda ending: ending.win_rate)
        return min(soft if best is first else UNSETTLED * soft, hard)

    def _publish(self) -> None:
        self._endings = self._searcher.endings()
        proven = () if self._proof is None else self._proof.found
        seen = self._seen
        depth = max(seen.bit_length() - 1, 0)
        if seen == 0:
            return
        self.forecast = forecast = self._searcher.forecast()  # what was adopted has none
        if depth < self.depth and not proven:
            return
        self.depth = max(depth, self.depth)
        ranked = [ending for ending in self._endings if ending.games]
        if not self._limits.only:
            ranked.sort(key=lambda ending: self._is_best_pass(ending, forecast), reverse=True)
        if only := self._limits.only or self._without_repeating():
            ranked = [ending for ending in ranked if ending.move in only]
            proven = tuple(line for line in proven if line.move in only)
        others = tuple(self._line(ending) for ending in ranked if ending.move not in {line.move for line in proven})
        self.lines = (*proven, *others)[: self._limits.best]

    def _is_best_pass(self, ending: Ending, forecast: Forecast, doubts: float = DOUBTS_OF_PASS) -> bool:
        """Whether this is a pass, and no move that was tried is worth more, so many standard errors allowed for."""
        if ending.move != PASS or not ending.games:
            return False
        others = [other for other in self._endings if other.move != PASS and other.games]
        if not others:
            return True
        most = others[0]
        if self._stops_well(ending, most, forecast):
            return True
        if doubts > 0 and ending.games < FEWEST_OF_PASS:
            return False
        root = sqrt(ending.games)
        won = ending.win_rate
        win_rate = won - doubts * sqrt(won * (1 - won)) / root
        mean = ending.mean - doubts * ending.spread / root
        return win_rate >= most.win_rate - WIN_OF_PASS and mean >= most.mean - POINTS_OF_PASS

    def _stops_well(self, passed: Ending, most: Ending, forecast: Forecast) -> bool:
        """Whether a pass leaves nothing in doubt, and wins, or costs nothing beside the move that was tried most.

        After a pass it stops play. It may also come first, as a move inside a territory gains nothing: not where games
        after it were won less often, nor, by area, where a move is seen to gain points and the game is not lost.
        """
        passes, area = self._position.passes, self._position.variant.scoring.kind is ScoreKind.AREA
        open_cells = sum(abs(own) < LIKELY for own in forecast.ownership)
        if not forecast.ownership or not (passes or open_cells <= MOST_OPEN * len(forecast.ownership)):
            return False
        stands = standing(self._position, forecast.ownership)
        if not passes and (stands.neutral or self._loses(passed, most)):
            return False
        if not passes and area and most.win_rate >= HOPELESS and self._gains(most, stands):
            return False
        return self._is_well_stopped(most, stands)

    @staticmethod
    def _is_well_stopped(most: Ending, stands: Standing) -> bool:
        in_vain = not stands.neutral and most.win_rate < HOPELESS
        return stands.settled and (stands.ahead > 0 or not TreeRoot._gains(most, stands) or in_vain)

    @staticmethod
    def _loses(passed: Ending, most: Ending) -> bool:
        """Whether a pass, tried often enough, wins less often than a move, beyond what chance may do."""
        hopes = HOPES_OF_PASS * sqrt(passed.win_rate * (1 - passed.win_rate) / passed.games)
        return passed.games >= FEWEST_OF_PASS and passed.win_rate + hopes < most.win_rate - WIN_OF_PASS

    @staticmethod
    def _gains(most: Ending, stands: Standing) -> bool:
        """Whether a move leads by more points than the board does as it is, beyond what chance may do."""
        return most.mean - DOUBTS_OF_PASS * most.spread / sqrt(most.games) > stands.ahead + POINTS_OF_PASS

    def _line(self, ending: Ending) -> MoveLine:
        line = self._searcher.line(ending.move, len(self._position.board))
        forecast = Forecast(
            ending.games,
            ending.win_rate,
            ending.mean,
            ending.spread,
            ending.prior,
            ownership=self._searcher.ownership(ending.move) if self._limits.ownership else (),
            line_visits=tuple(games for _, games in line),
        )
        pv = tuple(move for move, _ in line)
        score = Score(round(ending.mean, 2), Certainty.ESTIMATE, max(ending.games.bit_length() - 1, 0))
        return MoveLine(ending.move, score, pv, ending.games, forecast=forecast)
