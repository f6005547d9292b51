"""The engine: analyses, solves and counts positions of any variant on its own threads.

Values in, callbacks out: a task names a position and limits; the engine calls back with snapshots and, once,
with the end. Machine code, tables and what is known of each position are shared by all tasks and kept
between them, so whoever asks next starts from there.

Threading: every public method may be called from any thread and returns at once. Callbacks come from engine
threads, one at a time for each task. numba is imported on a thread of the engine, never on a caller's.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from engined.kernels import layout
from engined.results import Info, Reason, Result
from engined.rules.perft import perft as slow_perft
from engined.running import Running
from engined.search.effort import solving_policy
from engined.search.root import Root, Wish
from engined.tasks import (
    AnalyseTask,
    EngineFailure,
    PerftCount,
    PerftResult,
    PerftTask,
    SolveTask,
    Task,
)
from engined.tree import Forest, Known, Tree
from engined.variants.model import Variant

__all__ = [
    "AnalyseTask",
    "Engine",
    "EngineFailure",
    "PerftCount",
    "PerftResult",
    "PerftTask",
    "SolveTask",
    "Stoppable",
    "Task",
]

OnInfo = Callable[[Info | PerftCount], None]
OnFinal = Callable[[Result | PerftResult | EngineFailure], None]


class Stoppable(Protocol):
    """A task under way."""

    def stop(self, reason: Reason = Reason.STOPPED) -> None:
        """End early, with the final still to come. Harmless when repeated or late. From any thread."""
        ...

    def join(self, timeout: float | None = None) -> bool:
        """Wait until the final has been sent; whether it has."""
        ...


class Engine:
    """See the module's docstring."""

    def __init__(
        self,
        *,
        table_mib: int = 256,
        cache: Path | None = None,
        on_state: Callable[[Variant, str], None] = lambda variant, state: None,
    ) -> None:
        """``table_mib``: memory of each variant's transposition table. ``cache``: folder of compiled kernels.

        ``on_state`` is told of ``compiling``, ``ready`` and ``failed: why``.
        """
        self._forest = Forest(cache, table_mib, on_state)

    def prepare(self, variant: Variant) -> None:
        """Compile a variant in the background, if that has not been done."""
        self._forest.compile_machine(self._forest.tree(variant))

    def state(self, variant: Variant) -> str:
        """``cold``, ``compiling``, ``ready`` or ``failed: why``."""
        return self._forest.tree(variant).machine.state

    def kind(self, variant: Variant) -> str:
        """How it runs here: ``8x8``, ``generic-64``, ``generic-128``, ``wide-320`` ..., or ``rules``."""
        return layout.kind(variant)

    def states(self) -> tuple[tuple[str, str], ...]:
        """(name, state) of every variant that was asked for."""
        return tuple((tree.variant.name, tree.machine.state) for tree in self._forest.trees())

    def start(self, task: Task, on_info: OnInfo, on_final: OnFinal) -> Stoppable:
        """Begin a task. ``on_final`` is called exactly once, whatever happens."""
        tree = self._forest.tree(task.position.variant)
        if isinstance(task, PerftTask):
            self._forest.compile_counter(tree)
            return _start_count(tree, task, on_info, on_final)
        self._forest.compile_machine(tree)
        return _start_analysis(tree, task, on_info, on_final)

    def close(self) -> None:
        """Take no more variants to compile. Tasks under way go on until they end or are stopped."""
        self._forest.close()


class _Analysis:
    """An analysis or a solve: the work, and what it has to say at any moment."""

    def __init__(self, tree: Tree, task: AnalyseTask | SolveTask) -> None:
        self.tree = tree
        self.task = task
        self.began = time.monotonic()
        self.nodes: Callable[[], int] = lambda: 0
        self.root: Root | None = None

    def work(self, running: Running[Info]) -> None:
        """Wait for the machine code, then search until done or interrupted."""
        running.tell(self.waiting)
        compiled = self.tree.machine
        compiled.when_settled(running.wake)
        running.wait_for(lambda: compiled.settled)
        machine = compiled.code
        if machine is None:
            return
        task, self.began = self.task, time.monotonic()
        with machine.searcher(task.threads, task.nodes) as searcher:
            self.nodes = lambda: searcher.nodes
            root = Root(task.position, searcher, self._wish(), lambda: running.tell(self.info))
            self._adopt(root)
            self.root = root
            running.tell(self.info)
            running.arm(searcher.halt, task.seconds)
            try:
                root.run()
            finally:
                nodes = searcher.nodes
                self.nodes = lambda: nodes
                self._remember(root)

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
        if raised is not None:
            return EngineFailure("internal", f"{type(raised).__name__}: {raised}")
        if self.root is None:
            if reason is not None:
                return Result(reason, 0, (), 0, self.seconds())
            return EngineFailure("unsupported", self.tree.machine.state.removeprefix("failed: "))
        root = self.root
        return Result(reason or Reason.DONE, root.depth, root.lines, self.nodes(), self.seconds())

    def _wish(self) -> Wish:
        task = self.task
        if isinstance(task, SolveTask):
            return _solving_wish(task)
        contempt = task.contempt if task.position.seat == 0 else -task.contempt
        policy = solving_policy(
            empties_wanted=task.solve_empties,
            depth=task.depth,
            lines=len(task.position.legal()) if task.best is None else task.best,
            threads=task.threads,
            spent=lambda: self.nodes(),
            remaining=lambda: None if task.seconds is None else task.seconds - self.seconds(),
        )
        return Wish(
            best=task.best,
            depth=task.depth,
            only=frozenset(task.only),
            contempt=contempt,
            worth_solving=policy,
        )

    def _adopt(self, root: Root) -> None:
        known = self.tree.recall(self.task.position.digest)
        if known is None or (isinstance(self.task, AnalyseTask) and self.task.only):
            return
        if known.serves(1 if isinstance(self.task, SolveTask) else self.task.best):
            root.adopt(known.depth, known.lines)

    def _remember(self, root: Root) -> None:
        task = self.task
        if isinstance(task, SolveTask):
            if task.goal == "score":
                self.tree.learn(task.position, Known(root.depth, root.lines, 1))
        elif not task.only and not task.contempt:
            self.tree.learn(task.position, Known(root.depth, root.lines, task.best))


def _solving_wish(task: SolveTask) -> Wish:
    """One best move, by a short search for the order of moves and then to the end."""
    window: tuple[int, int] | None = None
    if task.goal == "wld":
        window = (-1, 1)
    elif task.goal == "window":
        cells = len(task.position.variant.board.cells)
        window = (-cells if task.lower is None else task.lower, cells if task.upper is None else task.upper)
    return Wish(best=1, window=window, worth_solving=lambda depth, empties: 3 * depth >= empties)


def _start_analysis(
    tree: Tree, task: AnalyseTask | SolveTask, on_info: OnInfo, on_final: OnFinal
) -> Stoppable:
    analysis = _Analysis(tree, task)
    running = Running[Info](
        analysis.work,
        on_info,
        lambda reason, raised: on_final(analysis.final(reason, raised)),
        task.interval,
    )
    running.start()
    return running


class _Count:
    """A perft: by machine code where the variant has it, by the rules where not."""

    def __init__(self, tree: Tree, task: PerftTask, on_count: OnInfo) -> None:
        self.tree = tree
        self.task = task
        self.on_count = on_count
        self.leaves: tuple[int, ...] = ()
        self.began = time.monotonic()

    def work(self, running: Running[PerftCount]) -> None:
        """Count depth after depth."""
        compiled, position = self.tree.counter, self.task.position
        compiled.when_settled(running.wake)
        running.wait_for(lambda: compiled.settled)
        self.began = time.monotonic()
        if compiled.code is None:
            self._count(lambda depth: slow_perft(position, depth, running.check))
            return
        with compiled.code.counting() as counting:
            running.arm(counting.halt, None)
            self._count(lambda depth: counting.perft(position, depth))

    def _count(self, perft: Callable[[int], int]) -> None:
        for depth in range(1, self.task.depth + 1):
            began = time.monotonic()
            leaves = perft(depth)
            self.leaves += (leaves,)
            self.on_count(PerftCount(depth, leaves, time.monotonic() - began))

    def final(self, reason: Reason | None, raised: Exception | None) -> PerftResult | EngineFailure:
        """The end."""
        if raised is not None:
            return EngineFailure("internal", f"{type(raised).__name__}: {raised}")
        return PerftResult(reason or Reason.DONE, self.leaves, time.monotonic() - self.began)


def _start_count(tree: Tree, task: PerftTask, on_info: OnInfo, on_final: OnFinal) -> Stoppable:
    count = _Count(tree, task, on_info)
    running = Running[PerftCount](
        count.work, on_info, lambda reason, raised: on_final(count.final(reason, raised)), 0.0
    )
    running.start()
    return running
