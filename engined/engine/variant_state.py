"""What is kept of one variant between searches: machine code, transposition table, known analyses.

It lives with the variant, not with a client: every task on the variant starts from what is in it.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from engined.families import family_of
from engined.families.base import Backend, PerftCounter
from engined.results import Certainty, MoveLine, Score
from engined.rules.position import PASS, Position
from engined.variants.model import Variant
from engined_protocol import errors

Code = TypeVar("Code")

MOST_KNOWN = 16 << 20
"""Bytes of analyses kept for each variant; the least recently used go first."""


@dataclass(frozen=True, slots=True)
class Known:
    """The end of an earlier analysis of a position. ``best``: for how many moves; None is all."""

    depth: int
    lines: tuple[MoveLine, ...]
    best: int | None
    seconds: float = 0.0
    """The seconds that it took to come so far; 0 where that is not known."""

    @property
    def size(self) -> int:
        """Bytes that it takes, about."""
        return 300 + sum(500 + 64 * len(line.pv) for line in self.lines)

    @property
    def exact(self) -> bool:
        """Whether nothing better can be said of any line."""
        return all(line.settled for line in self.lines)

    @property
    def confidence(self) -> int:
        """The confidence in the least sure line, in per cent."""
        return min((line.score.confidence for line in self.lines), default=0)

    def serves(self, best: int | None) -> bool:
        """Whether it says enough for someone who wants the n best (None: all) moves."""
        return self.best is None or (best is not None and best <= self.best)

    def betters(self, other: Known | None) -> bool:
        """Whether it should replace another."""
        if other is None:
            return True
        mine = (self.exact, self.serves(other.best), self.depth, self.confidence)
        return mine >= (other.exact, other.serves(self.best), other.depth, other.confidence)


def _after_first(line: MoveLine) -> MoveLine:
    """A line without its first move: the same variation seen by the other seat."""
    score = line.score
    depth = score.depth - (line.move != PASS)
    kind = {Certainty.LOWER: Certainty.UPPER, Certainty.UPPER: Certainty.LOWER}.get(score.kind, score.kind)
    return MoveLine(line.pv[1], Score(-score.value, kind, depth, score.confidence), line.pv[1:], 0)


class Compiled(Generic[Code]):
    """Machine code that is there, is being made, or cannot be. Thread-safe.

    States: ``cold``, ``compiling``, ``ready``, ``failed: why``, the last in one line.
    """

    def __init__(self) -> None:
        self.state = "cold"
        self.failed = ""
        """Why there is no code, whole; empty if there is, or may be soon."""
        self.code: Code | None = None
        self.cached: bool | None = None
        """Whether it was compiled before, and will be there in a moment; None until that is known."""
        self.claimed = 0.0
        """The time at which it was, by the monotonic clock, in seconds."""
        self._lock = threading.Lock()
        self._settled = False
        self._may_fare_better = False
        """Whether it failed by what has nothing to do with it."""
        self._waiting: list[Callable[[], None]] = []
        self._watching: list[Callable[[], None]] = []

    @property
    def settled(self) -> bool:
        """Whether the code is ready or has failed."""
        return self._settled

    @property
    def failure(self) -> errors.Code:
        """What kind of failure that is: whether it lies in the variant."""
        return errors.Code.INTERNAL if self._may_fare_better else errors.Code.UNSUPPORTED

    def expect(self, *, cached: bool) -> None:
        """Say whether it was compiled before, to all who watch."""
        with self._lock:
            self.cached = cached
            watching = list(self._watching)
        for call in watching:
            call()

    def watch(self, call: Callable[[], None]) -> None:
        """Call back when more is known of it, also once it is settled: from the compiling thread."""
        with self._lock:
            if not self._settled:
                self._watching.append(call)
                self._waiting.append(call)

    def when_settled(self, call: Callable[[], None]) -> None:
        """Call back once the code is ready or has failed: now if it is, else from the compiling thread."""
        with self._lock:
            if not self._settled:
                self._waiting.append(call)
                return
        call()

    def claim(self) -> bool:
        """Go from cold to compiling, also where it may fare better than before; False if somebody else did."""
        with self._lock:
            if self.state != "cold" and not self._may_fare_better:
                return False
            self._settled = self._may_fare_better = False
            self.cached = None
            self.failed = ""
            self.state = "compiling"
            self.claimed = time.monotonic()
            return True

    def make(self, load: Callable[[], Code]) -> None:
        """Load or compile the code and settle."""
        may_fare_better, failed = False, ""
        try:
            self.code = load()
            state = "ready"
        except Exception as error:  # noqa: BLE001 - whatever numba raises must reach the client
            from engined.kernels.compilation.process import CompilerKilled

            failed = str(error) or type(error).__name__
            state = f"failed: {failed.splitlines()[0]}"[:500]
            may_fare_better = isinstance(error, OSError | CompilerKilled)
        with self._lock:
            self.state, self.failed = state, failed
            self._may_fare_better = may_fare_better
            self._settled = True
            waiting, self._waiting, self._watching = self._waiting, [], []
        for call in waiting:
            call()


class VariantState:
    """One variant's machine code and memory. Thread-safe."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.users = 0
        """Tasks that are at work on it, counted by the :mod:`variant_cache`."""
        self.table_mib = 0
        """The mebibytes of the backend's table."""
        self.counter: Compiled[PerftCounter | None] = Compiled()
        self.backend: Compiled[Backend] = Compiled()
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._known_size = 0
        self._lock = threading.Lock()

    def recall(self, digest: str) -> Known | None:
        """What is known of a position."""
        with self._lock:
            known = self._known.get(digest)
            if known is not None:
                self._known.move_to_end(digest)
            return known

    def learn(self, position: Position, known: Known) -> None:
        """Keep an analysis of a position, and what its best line says of the next two positions.

        Only where two sides move in turn: else what is good for one may be good for the next too.
        """
        self.remember(position.digest, known)
        if not known.lines or not family_of(position.variant).zero_sum:
            return
        line = known.lines[0]
        for _ in range(2):
            if len(line.pv) < 2 or line.score.depth < 2:
                return
            position = position.play(line.move)
            line = _after_first(line)
            self.remember(position.digest, Known(line.score.depth, (line,), 1))

    def remember(self, digest: str, known: Known) -> None:
        """Keep an analysis, unless a better one of the position is there."""
        if not known.lines:
            return
        with self._lock:
            before = self._known.get(digest)
            if known.betters(before):
                self._known_size += known.size - (0 if before is None else before.size)
                self._known[digest] = known
                self._known.move_to_end(digest)
            while self._known_size > MOST_KNOWN:
                self._known_size -= self._known.popitem(last=False)[1].size
