"""An analysis or a solve at work: from a task to the root search, and what there is to say at any moment."""

from __future__ import annotations

import time

from msgspec.structs import replace

from engined.families import find_family
from engined.results import Interrupted, Reason, Result, Snapshot, Unproven
from engined.roots.limits import Limits, SearchClock
from engined.roots.pause import Pause
from engined.roots.plain_root import PlainRoot, unsearched
from engined.roots.root_search import RootSearch
from engined.roots.solve_policy import Policy
from engined.roots.time_manager import TimeManager
from engined.rules.position import TooManyMoves
from engined_protocol.errors import Code

from .task_runner import TaskRunner
from .tasks import EngineFailure, SearchTask
from .variant_state import Known, VariantState

AFTER_COMPILING = 1.2
"""The time that a move may take with the search that follows, in multiples of the seconds that it may wait for machine
code.
"""
PATIENCE = 2.0
"""The time that a move may take on a clock while its machine code is compiled, in multiples of what it should. In eight
games of 6x6 Othello against depth 8, moves by the rules alone, of 1500 positions each, lost 18 discs a game if the code
came after ten of them, 13 if after five; moves without a search 34 and 30.
"""


class Analysis:
    """An analysis or a solve: the work, and what it has to say at any moment."""

    def __init__(self, state: VariantState, task: SearchTask) -> None:
        self.state = state
        self.task = task
        self.began = time.monotonic()
        self.root: RootSearch | None = None
        self._plain: PlainRoot | None = None
        """The search by the rules that runs until there is machine code, where a clock runs."""
        self._kept_waiting = False
        """Whether a move is late before it is known what for: a compiler, or only what was compiled before."""
        self._solved = False
        """Whether that left nothing to be found."""
        self._known: Known | None = None
        """Where the search starts from."""
        self._late = 0.0
        """Seconds of the task that passed before the search, where a clock ran meanwhile."""

    def work(self, running: TaskRunner[Snapshot]) -> None:
        """Wait for the machine code, then search until done or interrupted."""
        compiled, task = self.state.backend, self.task
        compiled.watch(running.wake)
        if self.task.limits.on_clock:
            running.arm(lambda: None, task.limits.seconds)
        if not compiled.settled:
            self._wait(running)
        if self._solved:
            return
        backend = compiled.code
        if backend is None:
            return
        if self.task.limits.on_clock:
            self._late = self.seconds()
        else:
            self.began = time.monotonic()
        self._known = self._recall()
        limits = self._limits()
        with backend.root(task.position, limits, self._clock(running.pause), lambda: running.tell(self.info)) as root:
            if self._known is not None:
                root.adopt(self._known.depth, self._known.lines)
            elif self._plain is not None and (proven := self._plain.proven):
                root.adopt(0, proven)
            self.root = root
            running.tell(self.info)
            running.arm(root.halt, limits.seconds)
            try:
                root.run()
            finally:
                self._remember(root)

    def _wait(self, running: TaskRunner[Snapshot]) -> None:
        """Wait for the machine code; on a clock, search meanwhile. Raises Interrupted."""
        compiled = self.state.backend
        running.tell(self.waiting)
        if self.task.limits.on_clock and find_family(self.state.variant) is not None:
            self._search_by_rules(running)
            return
        running.wait_for(lambda: compiled.settled or compiled.cached is not None)
        running.tell(self.waiting)
        running.wait_for(lambda: compiled.settled)

    def _search_by_rules(self, running: TaskRunner[Snapshot]) -> None:
        """Search by the rules alone until there is machine code, or the move must be made: then raises Interrupted.

        After the time that a move should take there is little to gain, and the compiler is left the processor. The wait
        goes on for some time, the longer the less of its own the compiler has had, and for code that is only to be
        loaded as long as it may: a second with machine code is worth many without. A forced move waits for nothing.
        """
        position, limits, code = self.task.position, self.task.limits, self.state.backend
        soft, hard = limits.soft, limits.seconds
        assert soft is not None
        assert hard is not None

        def check() -> None:
            running.check()
            if code.settled or self.seconds() >= min(soft, hard):
                raise Interrupted

        def until() -> float:
            compiling_since = code.claimed or time.monotonic()
            return max(min(hard, PATIENCE * soft), compiling_since + limits.compiling - self.began)

        running.arm(lambda: None, max(until(), hard) - self.seconds())
        forced = TimeManager(hard, hard)
        policy = Policy(enough=lambda progress: forced.enough(progress, self.seconds()))
        self._plain = plain = PlainRoot(position, limits, lambda: running.tell(self.waiting), check, policy)
        try:
            plain.run()
            self._solved = True
        except Interrupted:
            if plain.forced and not code.settled:
                raise
            if code.cached is None:
                self._kept_waiting = True
                running.tell(self.waiting)
            running.wait_for(lambda: code.settled or code.cached is not None)
            running.tell(self.waiting)
            running.arm(lambda: None, (hard if code.cached else until()) - self.seconds())
            running.wait_for(lambda: code.settled)

    def waiting(self) -> Snapshot:
        """What is going on before the search."""
        unknown = "waiting for" if self._kept_waiting else "preparing"
        doing = {None: unknown, True: "loading", False: "compiling"}[self.state.backend.cached]
        waits, plain = f"{doing} {self.state.variant.name}", self._plain
        if plain is None:
            return Snapshot(0, (), 0, 0.0, waits)
        return Snapshot(
            plain.depth, plain.lines, plain.nodes, self.seconds(), f"{waits}: depth {plain.depth} by the rules alone"
        )

    def info(self) -> Snapshot:
        """A snapshot."""
        found = self._found()
        assert found is not None
        return Snapshot(
            found.depth,
            found.lines,
            self._all_nodes(),
            self.seconds(),
            known_depth=self._known_depth,
            forecast=found.forecast,
        )

    def _found(self) -> RootSearch | PlainRoot | None:
        """Who knows most: what stood in for the search does until that is as deep."""
        root, plain = self.root, self._plain
        if plain is None or (root is not None and root.lines and root.depth >= plain.depth):
            return root
        return plain

    def _all_nodes(self) -> int:
        return sum(root.nodes for root in (self.root, self._plain) if root is not None)

    def seconds(self) -> float:
        """Since the search began."""
        return time.monotonic() - self.began

    def final(self, reason: Reason | None, raised: Exception | None) -> Result | EngineFailure:
        """The end."""
        if isinstance(raised, TooManyMoves | Unproven):
            return EngineFailure(Code.UNSUPPORTED, str(raised))
        if raised is not None:
            return EngineFailure(Code.INTERNAL, f"{type(raised).__name__}: {raised}")
        if self.root is None and reason is None and not self._solved:
            return EngineFailure(self.state.backend.failure, self.state.backend.failed)
        found = self._found()
        depth, lines = (0, ()) if found is None else (found.depth, found.lines)
        if not lines and not self.task.limits.prove and reason is Reason.LIMIT:
            lines = unsearched(self.task.position)
        by_rules = found is not None and found is self._plain
        nodes, seconds = self._all_nodes(), self.seconds()
        forecast = None if found is None else found.forecast
        return Result(reason or Reason.DONE, depth, lines, nodes, seconds, by_rules, self._known_depth, forecast)

    @property
    def _known_depth(self) -> int:
        return 0 if self._known is None else self._known.depth

    def _clock(self, pause: Pause) -> SearchClock:
        """What the search is told of time."""
        known = self._known
        # What a search for more moves took says little about this one.
        comparable = known is not None and known.best == self.task.limits.best
        return SearchClock(lambda: self.seconds() - self._late, known.seconds if known and comparable else 0.0, pause)

    def _limits(self) -> Limits:
        """The limits of the task, less what has passed of them."""
        limits = self.task.limits
        if limits.seconds is None:
            return limits
        in_all = max(limits.seconds, min(self._late + (limits.soft or 0.0), AFTER_COMPILING * limits.compiling))
        return replace(limits, seconds=in_all - self._late)

    def _recall(self) -> Known | None:
        """What is known of the position already and serves this task."""
        limits = self.task.limits
        if self.task.known is not None:
            self.state.remember(self.task.position.digest, self.task.known)
        known = self.state.recall(self.task.position.digest)
        if known is None or limits.only or limits.repeating or limits.alone or limits.ties != "all":
            return None
        return known if known.serves(limits.best) else None

    def _remember(self, root: RootSearch) -> None:
        limits = self.task.limits
        apart = limits.only or limits.repeating or limits.alone or limits.contempt or limits.window is not None
        if apart or limits.ties != "all":
            return  # that is no answer to what others ask
        seconds = self.seconds() + (0.0 if self._known is None else self._known.seconds)
        self.state.learn(self.task.position, Known(root.depth, root.lines, limits.best, seconds))
