"""An analysis or a solve at work: from a task to the root search, and what there is to say at any moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, cast

from engined.kernels.layout import is_general
from engined.kernels.seating import is_many_sided
from engined.results import Info, Kind, Line, Reason, Result, Score
from engined.rules.position import Position, TooManyMoves, move_text

from .effort import Budget, closing_policy, deepening_policy, proving_policy, solving_policy
from .pace import FORCED_DEPTH, Pace
from .root import Root
from .running import Running
from .tasks import AnalyseTask, EngineFailure, SolveTask
from .tree import Known, Tree
from .views import ViewsRoot
from .wish import Wish, near_the_end

if TYPE_CHECKING:
    from .searcher import Machine
    from .seated import SeatedMachine, ViewsMachine


class Halting(Protocol):
    """Kernels at work."""

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        ...

    def halt(self) -> None:
        """End every kernel that runs now or is called later. From any thread."""
        ...


class Analysis:
    """An analysis or a solve: the work, and what it has to say at any moment."""

    def __init__(self, tree: Tree, task: AnalyseTask | SolveTask) -> None:
        self.tree = tree
        self.task = task
        self.began = time.monotonic()
        self.nodes: Callable[[], int] = lambda: 0
        self.root: Root | ViewsRoot | None = None
        self._known: Known | None = None
        """Where the search starts from."""
        self._late = 0.0
        """Seconds of the task that passed before the search, where a clock ran meanwhile."""

    def work(self, running: Running[Info]) -> None:
        """Wait for the machine code, then search until done or interrupted."""
        compiled, task = self.tree.machine, self.task
        if not compiled.settled:
            running.tell(self.waiting)
        compiled.when_settled(running.wake)
        if self._on_clock:
            running.arm(lambda: None, task.seconds)
        running.wait_for(lambda: compiled.settled)
        machine = compiled.code
        if machine is None:
            return
        if self._on_clock:
            self._late = self.seconds()
        else:
            self.began = time.monotonic()
        self._known = self._recall()
        with self._rooted(machine, lambda: running.tell(self.info)) as (searcher, root):
            self.nodes = lambda: searcher.nodes
            if self._known is not None:
                root.adopt(self._known.depth, self._known.lines)
            self.root = root
            running.tell(self.info)
            running.arm(searcher.halt, None if task.seconds is None else task.seconds - self._late)
            try:
                root.run()
            finally:
                nodes = searcher.nodes
                self.nodes = lambda: nodes
                self._remember(root)

    @contextmanager
    def _rooted(
        self, machine: Machine | SeatedMachine, report: Callable[[], None]
    ) -> Iterator[tuple[Halting, Root | ViewsRoot]]:
        """A searcher, and the root search that it serves."""
        position, nodes = self.task.position, self.task.nodes
        if is_many_sided(position.variant):
            with cast("ViewsMachine", machine).views(position, nodes) as views:
                yield views, ViewsRoot(position, views, self._wish(), report)
        else:
            with machine.searcher(self.task.threads, nodes) as searcher:
                yield searcher, Root(position, searcher, self._wish(), report)

    @property
    def _on_clock(self) -> bool:
        """Whether the seconds of the task count from its start, and need not be used up."""
        return isinstance(self.task, AnalyseTask) and self.task.soft is not None

    def waiting(self) -> Info:
        """What is going on before the search."""
        return Info(0, (), 0, 0.0, f"compiling {self.tree.variant.name}")

    def info(self) -> Info:
        """A snapshot."""
        assert self.root is not None
        return Info(self.root.depth, self.root.lines, self.nodes(), self.seconds())

    def seconds(self) -> float:
        """Since the search began."""
        return time.monotonic() - self.began

    def final(self, reason: Reason | None, raised: Exception | None) -> Result | EngineFailure:
        """The end."""
        if isinstance(raised, TooManyMoves):
            return EngineFailure("unsupported", str(raised))
        if raised is not None:
            return EngineFailure("internal", f"{type(raised).__name__}: {raised}")
        if self.root is None and reason is None:
            return EngineFailure("unsupported", self.tree.machine.failed)
        depth, lines = (0, ()) if self.root is None else (self.root.depth, self.root.lines)
        if not lines and isinstance(self.task, AnalyseTask) and reason is Reason.LIMIT:
            lines = unsearched(self.task.position)
        return Result(reason or Reason.DONE, depth, lines, self.nodes(), self.seconds())

    def _wish(self) -> Wish:
        task = self.task
        if isinstance(task, SolveTask):
            return _solving_wish(task)
        if is_many_sided(task.position.variant):
            wish = Wish(best=task.best, depth=task.depth, only=frozenset(task.only), worth_solving=self._proving(task))
            return self._on_time(wish, task) if self._on_clock else wish
        contempt = task.contempt if task.position.seat == 0 else -task.contempt
        wish = Wish(
            best=task.best,
            depth=task.depth,
            only=frozenset(task.only),
            contempt=contempt,
            worth_solving=deepening_policy(task.solve_empties),
        )
        if not is_general(task.position.variant):
            wish = replace(wish, worth_solving=self._solving(task), worth_closing=self._closing(task))
        return self._on_time(wish, task) if self._on_clock else wish

    def _solving(self, task: AnalyseTask) -> Callable[[int, int], bool]:
        return solving_policy(
            empties_wanted=task.solve_empties,
            depth=task.depth,
            lines=len(task.position.legal()) if task.best is None else task.best,
            budget=self._budget(task, task.seconds),
        )

    def _closing(self, task: AnalyseTask) -> Callable[[int, int], bool]:
        if task.solve_empties is not None:
            return near_the_end
        return closing_policy(self._budget(task, task.soft or task.seconds))

    def _budget(self, task: AnalyseTask, seconds: float | None) -> Budget:
        return Budget(
            spent=lambda: self.nodes(),
            elapsed=lambda: self.seconds() - self._late,
            threads=task.threads,
            seconds=None if seconds is None else seconds - self._late,
            nodes=task.nodes,
        )

    def _proving(self, task: AnalyseTask) -> Callable[[int, int], bool]:
        return proving_policy(
            empties_wanted=task.solve_empties,
            spent=lambda: self.seconds() - self._late,
            seconds=None if task.seconds is None else task.seconds - self._late,
        )

    def _on_time(self, wish: Wish, task: AnalyseTask) -> Wish:
        """The same wish, on a clock: no longer than needed, and hardly anything for a move without an alternative."""
        assert task.soft is not None
        assert task.seconds is not None
        # What a search for more moves took says little about this one.
        comparable = self._known is not None and self._known.best == task.best
        spent = self._known.seconds if self._known and comparable else 0.0
        pace = Pace(task.soft, task.seconds - self._late, spent)
        most = len(task.position.board)
        if len(task.position.legal()) == 1:
            most = 0 if is_many_sided(task.position.variant) else 2 * FORCED_DEPTH
        return replace(
            wish,
            worth_solving=lambda reached, empties: empties <= most and wish.worth_solving(reached, empties),
            enough=lambda progress: pace.enough(progress, self.seconds() - self._late),
            proofs=False,
        )

    def _recall(self) -> Known | None:
        """What is known of the position already and serves this task."""
        task = self.task
        known = self.tree.recall(task.position.digest)
        if known is None or (isinstance(task, AnalyseTask) and task.only):
            return None
        return known if known.serves(1 if isinstance(task, SolveTask) else task.best) else None

    def _remember(self, root: Root | ViewsRoot) -> None:
        task = self.task
        seconds = self.seconds() + (0.0 if self._known is None else self._known.seconds)
        if isinstance(task, SolveTask):
            if task.goal == "score":
                self.tree.learn(task.position, Known(root.depth, root.lines, 1, seconds))
        elif not task.only and not task.contempt:
            self.tree.learn(task.position, Known(root.depth, root.lines, task.best, seconds))


def unsearched(position: Position) -> tuple[Line, ...]:
    """A move without a search, because at a limit any is better than none: the first that is legal."""
    try:
        text = move_text(position, position.legal()[0])
    except TooManyMoves:
        return ()
    return (Line(text, Score(position.value(position.seat), Kind.ESTIMATE, 0), (text,), 0),)


def _solving_wish(task: SolveTask) -> Wish:
    """One best move, by a short search for the order of moves and then to the end."""
    window: tuple[int, int] | None = None
    if task.goal == "wld":
        window = (-1, 1)
    elif task.goal == "window":
        cells = len(task.position.variant.board.cells)
        window = (-cells if task.lower is None else task.lower, cells if task.upper is None else task.upper)
    return Wish(best=1, window=window, worth_solving=lambda depth, empties: 3 * depth >= empties)
