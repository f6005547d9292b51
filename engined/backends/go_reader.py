"""Go's captures read out by kernels: a region of a position in, whether a chain in it is captured out.

Importing this module imports llvmlite.
"""

from __future__ import annotations

import threading
from math import inf
from typing import NamedTuple

from engined.kernels.compilation import build
from engined.roots.life import Question
from engined.roots.limits import SearchClock
from engined.rules.geometry import geometry
from engined.rules.position import Position

from .memory import Context, TranspositionTable

Key = tuple[bytes, int, int, int, int]
"""A region and the stones beside it, those in it, whose capture is asked for, and who moves first."""


class Answer(NamedTuple):
    """What came of a question, and the positions that it took."""

    captured: bool | None
    nodes: int


class Answers:
    """What came of the latest questions. An answer hangs on the stones in a region and beside it alone, so it is still
    known when something has changed elsewhere. For any number of threads.
    """

    def __init__(self, most: int = 10_000) -> None:
        self._most = most
        self._found: dict[Key, Answer] = {}
        self._lock = threading.Lock()

    def find(self, key: Key, nodes: int) -> Answer | None:
        """What so many positions come to; None where that is not known."""
        with self._lock:
            found = self._found.get(key)
        if found is None or (found.captured is None and found.nodes < nodes):
            return None
        return found if found.nodes <= nodes else Answer(None, nodes)

    def keep(self, key: Key, answer: Answer) -> None:
        """Remember an answer, and forget the oldest where there are too many."""
        with self._lock:
            self._found.pop(key, None)
            self._found[key] = answer
            if len(self._found) > self._most:
                del self._found[next(iter(self._found))]


ALWAYS_READ = 1_000
"""The nodes that any question may take: what is asked last, of seki, needs few."""
NODES_A_SECOND = 100_000
"""The nodes that a second is thought to take before that is known: fewer than it does on most machines."""
ENOUGH_SECONDS = 0.01
"""The seconds after which it is known."""


class GoReader:
    """See :class:`engined.roots.life.Reader`. One caller at a time; :meth:`halt` from any thread."""

    def __init__(
        self,
        kernels: build.Kernels,
        clock: SearchClock | None = None,
        most: int = 500_000,
        answers: Answers | None = None,
        always: int = ALWAYS_READ,
        seconds: float = inf,
    ) -> None:
        """``most`` are the nodes of all questions together, and ``seconds`` by the clock what they may take, but that
        each may take ``always`` nodes. Nodes that ``answers`` of other readers spare it count, too: what is said of a
        position does not hang on what was asked before, unless seconds are limited.
        """
        self._kernels = kernels
        self._clock = SearchClock(lambda: 0.0) if clock is None else clock
        self._working: Context | None = None
        """It is made with the first question: most analyses have none."""
        self._most, self._seconds = most, seconds
        self._took = 0.0
        """Seconds that kernels have read for."""
        self._always = always
        self._answers = Answers() if answers is None else answers
        self._taken: dict[Key, int] = {}
        """The nodes that count for each question: asked once more, it costs only what it takes beyond them."""
        self._halted = False

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return 0 if self._working is None else self._working.nodes

    @property
    def _context(self) -> Context:
        if self._working is None:
            table, pause = TranspositionTable(64, 0), self._clock.pause
            self._working = Context(table, self._kernels, scratch="CAPTURE_BYTES", pause=pause)
            if self._halted:  # meanwhile, and nobody else has told it
                self._working.stop()
        return self._working

    def halt(self) -> None:
        """See :class:`Reader`."""
        self._halted = True
        if self._working is not None:
            self._working.stop()

    def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
        """See :class:`Reader`."""
        board, context = position.board, self._context
        points = sorted(question.points)
        bits = {point: 1 << number for number, point in enumerate(points)}
        defending = board[question.target]
        key = (
            self._lay(position, bits, defending, eyes=question.eyes),
            sum(bits[point] for point in points if board[point] == 1 - defending),
            sum(bits[point] for point in points if board[point] == defending),
            points.index(question.target),
            0 if question.attacker_first else 1,
        )
        before = self._taken.get(key, 0)
        allowed = min(nodes, max(self._always, self._left(before)))
        known = None if self._halted else self._answers.find(key, allowed)
        if known is not None:
            self._taken[key] = max(before, known.nodes)
            return known.captured
        begun, since = context.nodes, self._clock.elapsed()
        context.limit(begun + allowed)
        context.resume()
        if self._halted:
            context.stop()
        captured = (None, False, True)[1 + int(self._kernels.can_capture(*key[1:], context.address))]
        self._took += self._clock.elapsed() - since
        took = min(context.nodes - begun, allowed)
        self._taken[key] = max(before, took)
        if captured is not None or took == allowed:
            self._answers.keep(key, Answer(captured, took))
        return captured

    def _left(self, before: int) -> int:
        """The nodes that are left for a question that has taken some before."""
        left = self._most - sum(self._taken.values()) + before
        if self._seconds == inf:
            return left
        rate = self.nodes / self._took if self._took > ENOUGH_SECONDS else NODES_A_SECOND
        return min(left, int(rate * (self._seconds - self._took)))

    def _lay(self, position: Position, bits: dict[int, int], defending: int, *, eyes: bool) -> bytes:
        """Write a region to memory; gives it."""
        board, adjacent = position.board, geometry(position.variant.board).adjacent
        region = self._kernels.structure("CaptureMemory").from_address(self._context.scratch_address).region
        outside = {point: [near for near in adjacent[point] if near not in bits] for point in bits}

        def beside(colour: int) -> int:
            """The points beside stones of a colour around the region."""
            return sum(
                bits[point] for point, around in outside.items() if any(board[near] == colour for near in around)
            )

        region.points = (1 << len(bits)) - 1
        region.beside_attacker, region.beside_defender = beside(1 - defending), beside(defending)
        region.target, region.eyes = 0, int(eyes)
        for number, point in enumerate(bits):
            region.neighbours[number] = sum(bits.get(near, 0) for near in adjacent[point])
        region.neighbours[len(bits) :] = [0] * (len(region.neighbours) - len(bits))
        return bytes(region)
