"""The engine, asked one thing after another: what it says comes back when it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue

from engined.engine.engine import Engine
from engined.engine.tasks import EngineFailure, EvaluationResult, PerftCount, PerftResult, PerftTask, SearchTask, Task
from engined.families import Unsupported, family_of
from engined.results import Reason, Result, Score, Snapshot
from engined.roots.limits import Limits
from engined.rules.moves import Move
from engined.rules.position import Position, move_text
from engined.rules.repetition import boards_of
from engined.service.jobs.replies import scored_moves
from engined.service.replies.views import outlook_of_all
from engined.variants.model import Variant

from .findings import Exact, Leaves, Level
from .tally import side_of

TABLE_MIB = 256
"""The first variant that an engine is asked about gets half of it. Node counts depend on that."""
FIRST_GAMES = 4096
"""The games of a Monte Carlo tree search at the first level; each further level has twice as many."""
PROVEN_EMPTIES = 5
"""Among more than two sides, positions with so few empty cells are solved at every level."""

Outcome = Result | PerftResult | EvaluationResult


class Oracle:
    """An engine of its own. Every question runs on one thread unless it says otherwise, so answers can be repeated."""

    def __init__(self, cache: Path, weights: Path, table_mib: int = TABLE_MIB) -> None:
        """The folders of compiled kernels and of trained weights; the memory of all tables."""
        self._engine = Engine(table_mib=table_mib, cache=cache, weights=weights)

    def prepare(self, variant: Variant) -> None:
        """Compile a variant in the background."""
        self._engine.prepare(variant)

    def close(self) -> None:
        """Compile nothing more."""
        self._engine.close()

    def perft(self, position: Position, seconds: float) -> Iterator[Leaves]:
        """Leaves at ever greater depths for so long, from the moment at which the machine code is there.

        Ends before that where every game is over. Raises Unsupported.
        """
        counts: SimpleQueue[PerftCount | Outcome | EngineFailure] = SimpleQueue()

        def on_info(info: Snapshot | PerftCount) -> None:
            assert isinstance(info, PerftCount)
            counts.put(info)

        # After so many plies any game is over.
        most = 4 * len(position.variant.board.cells)
        running = self._engine.start(PerftTask(position=position, depth=most), on_info, counts.put)
        left: float | None = None
        before = 0
        try:
            while left is None or left > 0:
                try:
                    count = counts.get(timeout=left)
                except Empty:
                    return
                if not isinstance(count, PerftCount):
                    _done(count)
                    return
                if count.leaves == before and count.depth > position.empties:
                    return
                yield Leaves(count.depth, count.leaves, count.seconds)
                left = (seconds if left is None else left) - count.seconds
                before = count.leaves
        finally:
            running.stop()

    def choose(self, game: Sequence[Position], level: Level) -> Move:
        """The move that it plays in the last of a game's positions at a level; the only one without a search. Raises
        Unsupported.
        """
        position, boards = game[-1], boards_of(game)
        legal = position.legal()
        if len(legal) == 1:
            return legal[0]
        if level.unit == "plies":
            task = SearchTask(
                position=position,
                limits=Limits(depth=level.effort, best=1, solve_empties=2 * level.effort, boards=boards),
            )
        else:
            # The tree tells what it found after every so many games: one more ends it after the last of them.
            task = SearchTask(
                position=position,
                limits=Limits(nodes=level.effort + 1, best=1, solve_empties=PROVEN_EMPTIES, boards=boards),
            )
        result = self._ask(task)
        assert isinstance(result, Result)
        return result.lines[0].move

    def solve(self, position: Position, seconds: float, threads: int = 1) -> Exact | None:
        """The exact value of a position that is not over; None if that takes longer. Raises Unsupported."""
        result = self._ask(
            SearchTask(position=position, limits=Limits(best=1, prove=True, seconds=seconds, threads=threads))
        )
        assert isinstance(result, Result)
        line = result.lines[0] if result.lines else None
        if line is None or not line.settled or result.reason is not Reason.DONE:
            return None
        outlook = outlook_of_all(scored_moves(position, result.lines))
        return Exact(
            empties=position.empties,
            margin=line.score.value,
            mover=side_of(position),
            counts=outlook.counts if outlook else (),
            counts_most=outlook.counts_most if outlook else (),
            line=tuple(move_text(position, move) for move in line.pv),
            nodes=result.nodes,
            seconds=result.seconds,
        )

    def compare(self, position: Position, floor: int, seconds: float, threads: int = 1) -> Score | None:
        """A bound of what a position that is not over is worth to its mover: above ``floor`` or not; None if that takes
        longer. Of two sides alone. Raises Unsupported.
        """
        limits = Limits(best=1, prove=True, window=(floor, floor + 1), seconds=seconds, threads=threads)
        result = self._ask(SearchTask(position=position, limits=limits))
        assert isinstance(result, Result)
        return result.lines[0].score if result.reason is Reason.DONE else None

    def _ask(self, task: Task) -> Outcome:
        outcomes: SimpleQueue[Outcome | EngineFailure] = SimpleQueue()
        running = self._engine.start(task, lambda info: None, outcomes.put)
        try:
            return _done(outcomes.get())
        finally:
            running.stop()


def levels_of(variant: Variant) -> Callable[[int], Level]:
    """The n-th level from 1: one ply more than the one before, or twice the games among more than two sides."""
    if not family_of(variant).zero_sum:
        return lambda number: Level(FIRST_GAMES << (number - 1), "games")
    return lambda number: Level(number, "plies")


def _done(outcome: Outcome | EngineFailure) -> Outcome:
    if isinstance(outcome, EngineFailure):
        raise Unsupported(outcome.message)
    return outcome
