"""The root of a tree search that plays games out (Go): until a limit says that it is enough.

Pure control, as :mod:`engined.roots.alphabeta.root` is. Moves are ranked by how many games went through them. The depth
of a search is the binary logarithm of the games that its position has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from math import inf, sqrt

from msgspec.structs import replace

from engined.results import Certainty, Forecast, Interrupted, MoveLine, Score
from engined.rules.position import PASS, Move, Position

from .fillings import Fillings
from .life import Life, Reader
from .limits import Limits, SearchClock
from .passing import (
    DOUBTS_OF_PASS,
    DOUBTS_OF_WEAK_PASS,
    FEWEST_OF_PASS,
    HOPES_OF_PASS,
    costs_points,
    is_best_pass,
    is_well_stopped,
    where_to_play,
)
from .proof_root import ProofRoot
from .searcher import Ending, Searcher
from .standing import MOST_OF_POINTS, is_closed, neutral_points, standing

SLICE_SECONDS = 0.1
"""The seconds between two looks at the limits, each of which tells lines."""
FIRST_GAMES = 64
SHARE_OF_PASS, SHARE_OF_BEST_PASS = 64, 8
"""A pass gets at least one of so many games, and more where it may be best: whether the game is over hangs on that."""
GAMES_FOR_PASS = 256
"""The games beyond those of the level that decide on a pass where play is to be weak: whoever plays badly still sees
that a game is over.
"""
PLAUSIBLE = 32
"""Moves that get a game where play is to be weak: those thought to be best before any game."""
SETTLED = 0.6
"""A pass may be best where points are one side's so much oftener than the other's, on average."""
PROOF_SHARE = 0.2
"""The part of the time that a proof may take."""
PROOF_NODES = 10_000
"""The nodes of a proof, at first."""
PLAYED = 0.5
"""The part of the seconds for games, where the life of the stones is read out, too: where that is asked for, after a
pass, and where all else seems to be settled.
"""
AHEAD = 0.5
"""A side that wins a greater part of games than this plays no move that brings an earlier board back."""
DECIDED = 0.03
"""A game is as good as lost where a smaller part of games is won: then moves are looked for that lose it by fewer
points, or that win it by more.
"""
GAMES_FOR_DECISION = 128
"""Games that say so, at least."""
GAMES_FOR_DOUBT, GAMES_FOR_LAST_DOUBT = 32, 96
"""The games through moves that were read to be worth playing, where games had rather played another one; and through a
pass, where it is read that no move is.
"""
GAMES_AFTER_PASS = 16
"""The games after a pass that say what is whose if the other side moves first."""
FAR = 0.2
"""The part of games that such another one has to win beyond what chance may do, if games are to be right."""
FORCED_SECONDS = 0.3
"""The part of an even share of the time that a move takes where there is no other."""


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
        the limits say from how many empty cells on. A ``reader`` says in the end what becomes of the stones. Raises
        ValueError where play has stopped.
        """
        if position.over:
            raise ValueError("play has stopped: resume it first")
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
        self._looked = False
        """Whether it was read out where moves matter."""
        self._worth: frozenset[Move] = frozenset()
        """The moves that are worth playing; empty where they may be all of them."""
        self._plays_for_points = False
        """It is true once who wins was found to be as good as known."""
        self._fillings = Fillings(searcher)
        """The moves that come before a pass, if they cost nothing."""
        self._look = FEWEST_OF_PASS if position.passes else FIRST_GAMES
        """Games of this search before a pass is looked at: a tree that was kept says little of whose the points are."""
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
            if not self._halted:
                self._look_where_it_matters(goes_on=False)
            self._publish()
            if self._limits.weak and not self._limits.only and not self._halted:
                self._look_at_pass_alone()
                self._try_plausible()
            # Whoever asked for it gets what games say, where the time ended before anything was read.
            reads = self._limits.life if self._halted else self._reads
            if self._reader is not None and self.forecast is not None and reads:
                self._read_life(self._reader, self.forecast)
            self._fill_before_pass()

    @property
    def _reads(self) -> bool:
        """Whether to read out what becomes of the stones, in the end."""
        return self._reader is not None and (self._limits.life or bool(self._position.passes))

    def _look_where_it_matters(self, *, goes_on: bool) -> None:
        """Where the board is parted, find out once which moves may change something. Where one move is wanted, these
        and a pass come first, or those alone that are read to gain most; else a pass where there are none.
        """
        forecast, position = self.forecast, self._position
        if self._looked or self._reader is None or forecast is None or not forecast.ownership:
            return
        if is_closed(position, forecast.ownership, MOST_OF_POINTS):
            owned = self._whoever_begins(forecast, goes_on=goes_on)
            life, closed = Life(position, owned, self._reader, thorough=False), is_closed(position, forecast.ownership)
            if not closed and life.hanging - life.kos:
                return  # more is open than points, and much of the board: nothing that is read helps
            found = where_to_play(position, forecast, life)
            quiet = found is not None and found.quiet
            self._looked = quiet or closed
            if found is None or not self._looked or not (self._limits.best == 1 or not found.cells):
                return
            allowed = self._limits.only or frozenset(position.legal())
            best = frozenset(move for move in allowed if move.square in found.best)
            if not best or self._limits.best != 1:
                best = frozenset(move for move in allowed if move == PASS or move.square in found.cells)
            if self._is_contradicted(best, goes_on=goes_on):
                return
            if self._limits.best == 1 and not self._limits.only:
                self._fillings.find(position, found.neutral, life)
            self._worth = best
            if goes_on and quiet and found.cells and self._limits.best == 1:
                self._searcher.settle(found.settled)
                self._endings, self.depth = self._searcher.endings(), 0
            if goes_on:
                self._fillings.try_each()
                self._endings = self._searcher.endings()

    def _whoever_begins(self, forecast: Forecast, *, goes_on: bool) -> tuple[float, ...]:
        """The ownership on average over all games and over those that begin with a pass. In nearly all games the mover
        begins where it gains most, so that its stones there seem to live whoever moves first.
        """
        if self._position.passes or self._limits.only:
            return forecast.ownership
        short = GAMES_AFTER_PASS - self._games_of(PASS)
        if goes_on and short > 0:
            self._searcher.grow(short, frozenset({PASS}))
            self._endings = self._searcher.endings()
        if self._games_of(PASS) < GAMES_AFTER_PASS:
            return forecast.ownership
        passed = self._searcher.ownership(PASS)
        return tuple((one + other) / 2 for one, other in zip(forecast.ownership, passed, strict=True))

    def _is_contradicted(self, read: frozenset[Move], *, goes_on: bool) -> bool:
        """Return True if games say that what was read is wrong: they went most through a move that is none of
        ``read``, the only ones that are thought to change anything, and it wins far oftener than these, or gains more
        points than a pass where that is all that was read.
        """
        most = max(self._endings, key=lambda ending: ending.games)
        if most.move in read or not most.games:
            return False
        if read == {PASS}:
            # At most half as many as went through that move, or the pass would come first for its games.
            self._try_pass(min(GAMES_FOR_LAST_DOUBT, most.games // 2 - self._games_of(PASS)), late=not goes_on)
        elif goes_on:
            self._searcher.grow(GAMES_FOR_DOUBT, read)
        self._endings = self._searcher.endings()
        tried = [ending for ending in self._endings if ending.move in read and ending.games]
        games = sum(ending.games for ending in tried)
        if games < GAMES_FOR_DOUBT:
            return False
        if read == {PASS} and tried[0].played and most.played and costs_points(tried[0], most):
            return True
        best = max(ending.win_rate for ending in tried if 2 * ending.games * len(tried) >= games)
        chance = sqrt(0.25 / most.games + 0.25 / games)
        return most.win_rate - best > FAR + chance

    def _try_pass(self, games: int, *, late: bool) -> None:
        """Play so many games through a pass; where it is ``late``, the games of the search are over. Raises Interrupted
        unless it is late.
        """
        if games <= 0:
            return
        if not late:
            self._searcher.grow(games, frozenset({PASS}))
            return
        self._searcher.allow(games)
        with suppress(Interrupted):
            self._searcher.grow(games, frozenset({PASS}))

    @property
    def _is_early(self) -> bool:
        """Whether at least half of the search is still to come."""
        games, limits = 2 * self._searcher.nodes, self._limits
        seconds = limits.seconds if limits.soft is None else limits.soft
        late = seconds is not None and 2 * self._clock.elapsed() > seconds
        return not late and (limits.nodes is None or games <= limits.nodes)

    @property
    def _worthy(self) -> list[Ending]:
        """The moves that are worth playing, as far as that is known, those with most games first."""
        return [ending for ending in self._endings if not self._worth or ending.move in self._worth]

    def _is_best_pass(self, ending: Ending, forecast: Forecast, doubts: float = DOUBTS_OF_PASS) -> bool:
        return is_best_pass(self._position, ending, self._worthy, forecast, doubts, matters=bool(self._worth))

    def _read_life(self, reader: Reader, forecast: Forecast) -> None:
        """Read out what becomes of the stones; where a pass stops play, and that is well, it comes first. What
        comes before a pass is found, if it was not yet.
        """
        life = Life(self._position, forecast.ownership, reader)
        if self._limits.life:
            self.forecast = replace(forecast, life=life.rows)
        passed = self._ending(PASS)
        most = next((ending for ending in self._endings if ending.move != PASS and ending.games), None)
        proven = self._proof is not None and self._proof.found
        open_still = bool(self._worth) and bool(life.hanging - life.kos)
        if passed is None or most is None or proven or open_still or self._limits.only or self._halted:
            return
        if self._position.passes and is_well_stopped(most, standing(self._position, forecast.ownership, life.read)):
            self.lines = (self._line(passed), *(line for line in self.lines if line.move != PASS))[: self._limits.best]
        if self._limits.best == 1 and self.lines[0].move == PASS and not self._fillings.found:
            self._fillings.find(self._position, neutral_points(self._position, forecast.ownership, life), life)

    def _look_at_pass_alone(self) -> None:
        """Put a pass first where games that count for nothing else say that it is best."""
        passed = next((ending for ending in self._endings if ending.move == PASS), None)
        others = frozenset(ending.move for ending in self._endings if ending.move != PASS)
        open_still = self.forecast is not None and self._is_open(self.forecast)
        if passed is None or not self.lines or self.lines[0].move == PASS or open_still or not self._may_pass:
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

    def _ending(self, move: Move) -> Ending | None:
        """Return how games through a move ended; None where there were none."""
        return next((ending for ending in self._endings if ending.move == move and ending.games), None)

    def _games_of(self, move: Move) -> int:
        """The games of this search through a move."""
        ending = self._ending(move)
        return 0 if ending is None else ending.played

    def _fill_before_pass(self) -> None:
        """Put a point that is nobody's, or what makes it safe, before a pass that is best in the end."""
        if self.lines and self.lines[0].move == PASS and not self._halted:
            with suppress(Interrupted):
                self._fillings.try_late()
            self._endings = self._searcher.endings()
        self._put_filling_first()

    def _put_filling_first(self) -> None:
        """Put what fills a point that is nobody's before a pass that is best, unless games lose points by it."""
        if not self.lines or self.lines[0].move != PASS or self._limits.only:
            return
        if (filled := self._fillings.best) is not None:
            others = (line for line in self.lines if line.move != filled.move)
            self.lines = (self._line(filled), *others)[: self._limits.best]

    def _try_plausible(self) -> None:
        """Play a game through each plausible move that had none: people err with moves that a search leaves out."""
        tried = {line.move for line in self.lines}
        legal = frozenset(self._position.legal()) - {PASS, *tried}
        most = sorted((ending for ending in self._endings if ending.move in legal), key=lambda ending: -ending.prior)
        plausible = [ending.move for ending in most[:PLAUSIBLE]]
        self._searcher.allow(len(plausible) + 1)
        try:
            for move in plausible:
                self._searcher.grow(1, frozenset({move}))
        except Interrupted:
            return
        endings = {ending.move: ending for ending in self._searcher.endings()}
        self.lines = (*self.lines, *(self._line(endings[move]) for move in plausible if endings[move].games))

    def _play_on(self) -> None:
        while not self._is_proven() and not self._enough():
            begun = self._clock.elapsed()
            # Time says when lines are told, but not when a pass is looked at: else no search could be had again.
            games = min(self._games, max(self._look - self._played, 1))
            self._searcher.grow(self._within(games), self._tried())
            self._endings = self._searcher.endings()
            if self._played >= self._look:
                self._look += max(FIRST_GAMES, self._played // 4)
                if not self._limits.only:
                    self._look_at_pass()
                if self._limits.best == 1 and self._is_early:
                    self._play_for_points_if_decided()
                    self._look_where_it_matters(goes_on=True)
            took = self._clock.elapsed() - begun
            self._games = max(FIRST_GAMES, min(4 * self._games, int(games * SLICE_SECONDS / max(took, 1e-6))))
            self._publish()
            self._report()

    def _play_for_points_if_decided(self) -> None:
        """Go on with a tree that tells more of the points, where who wins is as good as known."""
        if self._plays_for_points or self._seen < GAMES_FOR_DECISION:
            return
        if not DECIDED < self._searcher.forecast().win_rate < 1 - DECIDED:
            self._plays_for_points = True
            self._searcher.play_for_points()
            self._endings, self.depth = self._searcher.endings(), 0

    def _tried(self) -> frozenset[Move]:
        """The moves that games may go through; none: all. Where one move is wanted, games go where it matters."""
        tried = self._limits.only or self._without_repeating()
        if self._worth and self._limits.best == 1:
            return self._worth & tried or tried or self._worth
        return tried

    def _without_repeating(self) -> frozenset[Move]:
        """All moves that bring back no board of the game, for a side that is ahead by them; else none."""
        repeating = self._limits.repeating
        tried = [ending for ending in self._endings if ending.games and ending.move not in repeating]
        if not repeating or (tried and max(ending.win_rate for ending in tried) < AHEAD):
            return frozenset()
        return frozenset(self._position.legal()) - repeating

    @property
    def _may_pass(self) -> bool:
        return PASS in (self._without_repeating() or {PASS})

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
        games = self._played
        passed = self._games_of(PASS)
        forecast = self._searcher.forecast()
        hopeful = (self._is_best_pass(ending, forecast, -HOPES_OF_PASS) for ending in self._endings)
        share = SHARE_OF_BEST_PASS if not self._is_open(forecast) and any(hopeful) else SHARE_OF_PASS
        short = games // share - passed
        if short > 0:
            self._searcher.grow(short, frozenset({PASS}))

    def _is_open(self, forecast: Forecast) -> bool:
        """Tell whether most of the board is still nobody's, and nobody has passed: there a pass is not best."""
        owned = forecast.ownership
        return not self._position.passes and sum(map(abs, owned)) < SETTLED * len(owned)

    def _within(self, games: int) -> int:
        """So many games, if none of the limits is below."""
        if self._limits.depth is not None:
            games = min(games, max(1, (1 << self._limits.depth) - self._seen))
        return games

    @property
    def _seen(self) -> int:
        """The games of the position, those of earlier analyses as well."""
        return sum(ending.games for ending in self._endings)

    @property
    def _played(self) -> int:
        """The games of this search."""
        return sum(ending.played for ending in self._endings)

    def _enough(self) -> bool:
        limits = self._limits
        if limits.depth is not None and self.depth >= limits.depth:
            return True
        if self._worth == {PASS} and self._may_pass and any(ending.games for ending in self._worthy):
            raise Interrupted
        part = PLAYED * limits.seconds if self._reads and limits.seconds is not None else inf
        if self.lines and self._clock.elapsed() >= part:
            raise Interrupted
        if limits.soft is not None and self.lines and self._clock.elapsed() >= self._wanted(limits.soft):
            raise Interrupted
        return False

    def _wanted(self, even: float) -> float:
        """The seconds that this move deserves on a clock, of which an ``even`` share is known: all that it may take,
        unless it is forced. That is a tenth of what there is on 9x9, a fortieth on 19x19: so the first moves, which
        decide most, get the most (S. Huang, R. Coulom and S. Lin, "Time management for Monte-Carlo tree search applied
        to the game of Go", 2010).
        """
        assert self._limits.seconds is not None
        return min(FORCED_SECONDS * even if len(self._endings) < 2 else inf, self._limits.seconds)

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
        ranked, worthy = [ending for ending in self._endings if ending.games], self._worthy
        if not self._limits.only:
            ranked.sort(key=lambda ending: self._is_best_pass(ending, forecast), reverse=True)
        ranked.sort(key=lambda ending: ending in worthy, reverse=True)
        if only := self._limits.only or self._without_repeating():
            ranked = [ending for ending in ranked if ending.move in only]
            proven = tuple(line for line in proven if line.move in only)
        others = tuple(self._line(ending) for ending in ranked if ending.move not in {line.move for line in proven})
        self.lines = (*proven, *others)[: self._limits.best]
        self._put_filling_first()

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
