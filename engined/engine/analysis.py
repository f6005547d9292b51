"""An analysis or a solve at work: from a task to the root search, and what there is to say at any moment."""

from __future__ import annotations

import time
from collections.abc import Callable

from engined.results import Info, Reason, Result

from .effort import solving_policy
from .root import Root, Wish
from .running import Running
from .tasks import AnalyseTask, EngineFailure, SolveTask
from .tree import Known, Tree


class Analysis:
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
