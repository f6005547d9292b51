"""An analysis or a solve at work: from a task to the root search, and what there is to say at any moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, cast

from engined.families import family_of, find_family
from engined.results import Info, Interrupted, Reason, Result
from engined.rules.position import TooManyMoves

from .limits import Limits, near_the_end
from .plain import PlainRoot, unsearched
from .root import Root
from .solve_policy import Budget, closing_policy, deepening_policy, proving_policy, solving_policy
from .task_runner import TaskRunner
from .tasks import AnalyseTask, EngineFailure, SolveTask
from .time_manager import FORCED_DEPTH, TimeManager
from .variant_state import Known, VariantState
from .views import ViewsRoot

if TYPE_CHECKING:
    from .searcher import Machine
    from .seated import SeatedMachine, ViewsMachine


PATIENCE = 2.0
"""On a clock, a move may take so many times what it should while its machine code is compiled. In eight games of 6x6
Othello against depth 8, moves by the rules alone, of 1500 positions each, lost 18 discs a game if the code came after
ten of them, 13 if after five; moves without a search 34 and 30."""


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

    def __init__(self, tree: VariantState, task: AnalyseTask | SolveTask) -> None:
        self.tree = tree
        self.task = task
        self.began = time.monotonic()
        self.nodes: Callable[[], int] = lambda: 0
        self.root: Root | ViewsRoot | None = None
        self._plain: PlainRoot | None = None
        """What stands in for the search until there is machine code, where a clock runs."""
        self._solved = False
        """Whether that left nothing to be found."""
        self._known: Known | None = None
        """Where the search starts from."""
        self._late = 0.0
        """Seconds of the task that passed before the search, where a clock ran meanwhile."""

    def work(self, running: TaskRunner[Info]) -> None:
        """Wait for the machine code, then search until done or interrupted."""
        compiled, task = self.tree.machine, self.task
        compiled.watch(running.wake)
        if self._on_clock:
            running.arm(lambda: None, task.seconds)
        if not compiled.settled:
            self._wait(running)
        if self._solved:
            return
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
            elif self._plain is not None and (proven := self._plain.proven):
                root.adopt(0, proven)
            self.root = root
            running.tell(self.info)
            running.arm(searcher.halt, None if task.seconds is None else task.seconds - self._late)
            try:
                root.run()
            finally:
                nodes = searcher.nodes
                self.nodes = lambda: nodes
                self._remember(root)

    def _wait(self, running: TaskRunner[Info]) -> None:
        """Wait for the machine code; on a clock, search meanwhile. Raises Interrupted."""
        compiled = self.tree.machine
        running.tell(self.waiting)
        if self._on_clock and find_family(self.tree.variant) is not None:
            self._stand_in(running)
            return
        running.wait_for(lambda: compiled.settled or compiled.cached is not None)
        running.tell(self.waiting)
        running.wait_for(lambda: compiled.settled)

    def _stand_in(self, running: TaskRunner[Info]) -> None:
        """Search by the rules alone until there is machine code, or the move must be made: then raises Interrupted.

        After the time that a move should take there is little to gain, and the compiler is left the processor. The wait
        goes on for some time, and for code that is only to be loaded as long as it may: a second with machine code is
        worth many without. A forced move waits for nothing.
        """
        task = self.task
        assert isinstance(task, AnalyseTask)
        soft, hard, code = task.soft, task.seconds, self.tree.machine
        assert soft is not None
        assert hard is not None

        def check() -> None:
            running.check()
            if code.settled or self.seconds() >= soft:
                raise Interrupted

        forced = TimeManager(hard, hard)
        limits = Limits(
            best=task.best,
            only=frozenset(task.only),
            contempt=task.position.draw_worth(task.contempt),
            enough=lambda progress: forced.enough(progress, self.seconds()),
        )
        self._plain = plain = PlainRoot(task.position, limits, lambda: running.tell(self.waiting), check)
        try:
            plain.run()
            self._solved = True
        except Interrupted:
            if plain.forced and not code.settled:
                raise
            running.wait_for(lambda: code.settled or code.cached is not None)
            if not code.cached:
                running.arm(lambda: None, min(hard, PATIENCE * soft) - self.seconds())
            running.wait_for(lambda: code.settled)

    @contextmanager
    def _rooted(
        self, machine: Machine | SeatedMachine, report: Callable[[], None]
    ) -> Iterator[tuple[Halting, Root | ViewsRoot]]:
        """A searcher, and the root search that it serves."""
        position, nodes = self.task.position, self.task.nodes
        if not family_of(position.variant).zero_sum:
            rule = self.task.rule if isinstance(self.task, AnalyseTask) else 0
            with cast("ViewsMachine", machine).views(position, nodes, rule) as views:
                yield views, ViewsRoot(position, views, self._limits(), report)
        else:
            with machine.searcher(self.task.threads, nodes) as searcher:
                yield searcher, Root(position, searcher, self._limits(), report)

    @property
    def _on_clock(self) -> bool:
        """Whether the seconds of the task count from its start, and need not be used up."""
        return isinstance(self.task, AnalyseTask) and self.task.soft is not None

    def waiting(self) -> Info:
        """What is going on before the search."""
        doing = {None: "preparing", True: "loading", False: "compiling"}[self.tree.machine.cached]
        state, plain = f"{doing} {self.tree.variant.name}", self._plain
        if plain is None:
            return Info(0, (), 0, 0.0, state)
        return Info(
            plain.depth, plain.lines, plain.nodes, self.seconds(), f"{state}: depth {plain.depth} by the rules alone"
        )

    def info(self) -> Info:
        """A snapshot."""
        found = self._found()
        assert found is not None
        return Info(found.depth, found.lines, self._all_nodes(), self.seconds(), known_depth=self._known_depth)

    def _found(self) -> Root | ViewsRoot | PlainRoot | None:
        """Who knows most: what stood in for the search does until that is as deep."""
        root, plain = self.root, self._plain
        if plain is None or (root is not None and root.lines and root.depth >= plain.depth):
            return root
        return plain

    def _all_nodes(self) -> int:
        return self.nodes() + (0 if self._plain is None else self._plain.nodes)

    def seconds(self) -> float:
        """Since the search began."""
        return time.monotonic() - self.began

    def final(self, reason: Reason | None, raised: Exception | None) -> Result | EngineFailure:
        """The end."""
        if isinstance(raised, TooManyMoves):
            return EngineFailure("unsupported", str(raised))
        if raised is not None:
            return EngineFailure("internal", f"{type(raised).__name__}: {raised}")
        if self.root is None and reason is None and not self._solved:
            return EngineFailure("unsupported", self.tree.machine.failed)
        found = self._found()
        depth, lines = (0, ()) if found is None else (found.depth, found.lines)
        if not lines and isinstance(self.task, AnalyseTask) and reason is Reason.LIMIT:
            lines = unsearched(self.task.position)
        by_rules = found is not None and found is self._plain
        nodes, seconds = self._all_nodes(), self.seconds()
        return Result(reason or Reason.DONE, depth, lines, nodes, seconds, by_rules, self._known_depth)

    @property
    def _known_depth(self) -> int:
        return 0 if self._known is None else self._known.depth

    def _limits(self) -> Limits:
        task = self.task
        if isinstance(task, SolveTask):
            return _solving_limits(task)
        if not family_of(task.position.variant).zero_sum:
            limits = Limits(
                best=task.best, depth=task.depth, only=frozenset(task.only), worth_solving=self._proving(task)
            )
            return self._on_time(limits, task) if self._on_clock else limits
        limits = Limits(
            best=task.best,
            depth=task.depth,
            only=frozenset(task.only),
            contempt=task.position.draw_worth(task.contempt),
            worth_solving=deepening_policy(task.solve_empties),
        )
        if family_of(task.position.variant).solver:
            limits = replace(limits, worth_solving=self._solving(task), worth_closing=self._closing(task))
        return self._on_time(limits, task) if self._on_clock else limits

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

    def _on_time(self, limits: Limits, task: AnalyseTask) -> Limits:
        """The same limits, on a clock: no longer than needed, and hardly anything for a move without an alternative."""
        assert task.soft is not None
        assert task.seconds is not None
        # What a search for more moves took says little about this one.
        comparable = self._known is not None and self._known.best == task.best
        spent = self._known.seconds if self._known and comparable else 0.0
        time_manager = TimeManager(task.soft, task.seconds - self._late, spent)
        most = len(task.position.board)
        if len(task.position.legal()) == 1:
            most = 2 * FORCED_DEPTH if family_of(task.position.variant).zero_sum else 0
        return replace(
            limits,
            worth_solving=lambda reached, empties: empties <= most and limits.worth_solving(reached, empties),
            enough=lambda progress: time_manager.enough(progress, self.seconds() - self._late),
            proofs=False,
        )

    def _recall(self) -> Known | None:
        """What is known of the position already and serves this task."""
        task = self.task
        known = self.tree.recall(task.position.digest)
        if known is None or (isinstance(task, AnalyseTask) and (task.only or task.rule)):
            return None
        return known if known.serves(1 if isinstance(task, SolveTask) else task.best) else None

    def _remember(self, root: Root | ViewsRoot) -> None:
        task = self.task
        seconds = self.seconds() + (0.0 if self._known is None else self._known.seconds)
        if isinstance(task, SolveTask):
            if task.goal == "score":
                self.tree.learn(task.position, Known(root.depth, root.lines, 1, seconds))
        elif not task.only and not task.contempt and not task.rule:
            self.tree.learn(task.position, Known(root.depth, root.lines, task.best, seconds))


def _solving_limits(task: SolveTask) -> Limits:
    """One best move, by a short search for the order of moves and then to the end."""
    window: tuple[int, int] | None = None
    if task.goal == "wld":
        window = (-1, 1)
    elif task.goal == "window":
        cells = len(task.position.variant.board.cells)
        window = (-cells if task.lower is None else task.lower, cells if task.upper is None else task.upper)
    return Limits(best=1, window=window, worth_solving=lambda depth, empties: 3 * depth >= empties)
