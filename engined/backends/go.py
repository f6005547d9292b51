"""Go's kernels at work: trees of games that are kept between analyses, on one thread or several.

Importing this module imports llvmlite.
"""

from __future__ import annotations

import mmap
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from math import sqrt
from typing import Any

import numpy as np

from engined.kernels.compilation import build
from engined.kernels.context import QUESTION
from engined.kernels.layouts.go import GoLayout, unproven
from engined.kernels.network_codes import WEIGHTS
from engined.patterns.strengths import Strengths
from engined.results import Forecast, Interrupted, Unproven
from engined.roots.limits import Clock, Limits
from engined.roots.pause import Pause
from engined.roots.proof_root import ProofRoot
from engined.roots.tree_root import Ending, TreeRoot
from engined.rules.position import Move, Position
from engined.variants.model import ScoreKind

from .go_board import lay
from .go_prover import GoProver, worth_proving
from .go_reader import GoReader
from .go_tables import tables
from .memory import Context, Table, aligned

PLIES_BACK = 4
"""A tree serves positions so many plies below its root."""
FILL = 0.9
"""Part of an arena that may be used when games begin: then the tree is cut back."""
KEPT_PART = 0.4
"""Part of an arena that a tree takes at most when it has been cut back."""
SEED = 88172645463325252
MOST_READ, MOST_READ_AFTER_PASS = 500_000, 100_000
"""Positions searched to say what becomes of the stones: some seconds, where nobody says how long."""
WORTH_SHOWING = 8
"""Games through a move that is shown as expected."""
MOVE_WORDS = 6
"""That the kernel ``read_node`` writes of each move."""


Array = Any
"""A numpy array."""


class Tree:
    """A tree of games, in one of two arenas: whatever stays of it is copied to the other."""

    def __init__(self, kernels: build.Kernels, tables_address: int, mebibytes: int) -> None:
        self._kernels = kernels
        size = max(mebibytes << 19, 1 << 20)
        self._capacity = size // kernels.RECORD
        self._arenas = [mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) for _ in range(2)]
        self._addresses = [int(np.frombuffer(arena, np.uint8).ctypes.data) for arena in self._arenas]
        self._board, self.board = aligned(kernels.BOARD_SIZE)
        self._tables = tables_address
        self.users = 0
        self.lock = threading.Lock()
        """Held by who grows it or reads it."""
        self.position = ""
        """The digest of its root; empty before there is one."""

    @property
    def address(self) -> int:
        """Of the arena that it is in."""
        return self._addresses[0]

    @property
    def root(self) -> int:
        """The number of its root's node."""
        return self._word(self._kernels.ROOT)

    def _word(self, offset: int) -> int:
        return int(np.frombuffer(self._arenas[0], np.int64, 1, offset)[0])

    def plant(self, position: Position, context: Context) -> None:
        """Begin it anew with a position."""
        lay(self._kernels, position, self.board, self._tables)
        self._kernels.plant_tree(self.address, self._capacity, self.board, context.address)
        self.position = position.digest

    def move_to(self, position: Position, context: Context) -> bool:
        """Make a position its root, if it is in it; what is not below that is forgotten."""
        if position.digest == self.position:
            return True
        if self.users or not self.position:
            return False
        lay(self._kernels, position, self.board, self._tables)
        key = self._kernels.key_of_board(self.board, context.address)
        node = self._kernels.find_below(self.address, self.root, key, PLIES_BACK)
        if not node:
            return False
        self._copy(node, 0)
        self.position = position.digest
        return True

    def make_room(self) -> None:
        """Forget what few games went through, if there is little room left."""
        kernels = self._kernels
        if self._word(kernels.USED) < FILL * self._capacity:
            return
        least = 8
        self._copy(self.root, least)
        while self._word(kernels.USED) > KEPT_PART * self._capacity:
            least *= 2
            self._copy(self.root, least)

    def _copy(self, node: int, least: int) -> None:
        self._kernels.copy_tree(self._addresses[1], self._addresses[0], node, least)
        self._arenas.reverse()
        self._addresses.reverse()


class GoSearcher:
    """See :class:`engined.roots.tree_root.Searcher`."""

    def __init__(
        self, kernels: build.Kernels, tree: Tree, position: Position, contexts: tuple[Context, ...], question: Array
    ) -> None:
        """``question`` is what the contexts are asked (see :func:`ask`)."""
        assert isinstance(kernels.layout, GoLayout)
        self._kernels = kernels
        self._layout: GoLayout = kernels.layout
        self._tree = tree
        self._position = position
        self._contexts = contexts
        self._helpers = ThreadPoolExecutor(len(contexts) - 1, "helper") if len(contexts) > 1 else None
        self._allowed = np.zeros(self._layout.points, np.uint8)
        self._question = question
        self._halted = False
        self._legal = frozenset(position.legal()) if position.earlier else frozenset[Move]()
        """Where kernels could think a move legal that a superko forbids."""
        for context in contexts:
            kernels.forget_ends(context.address, 0)

    def close(self) -> None:
        """End its threads."""
        if self._helpers is not None:
            self._helpers.shutdown()

    @property
    def nodes(self) -> int:
        """See :class:`Searcher`."""
        return sum(context.nodes for context in self._contexts)

    def halt(self) -> None:
        """See :class:`Searcher`."""
        self._halted = True
        for context in self._contexts:
            context.stop()

    def allow(self, games: int) -> None:
        """See :class:`Searcher`."""
        for context in self._contexts:
            context.limit(context.nodes + max(1, games // len(self._contexts)))
            context.resume()
        if self._halted:
            self.halt()

    def grow(self, games: int, only: frozenset[Move] = frozenset()) -> None:
        """See :class:`Searcher`."""
        tree, (main, *others) = self._tree, self._contexts
        with tree.lock:
            tree.make_room()
            self._allow(only)
            each = max(1, games // len(self._contexts))
            grow = self._kernels.grow_tree
            helping = [
                self._helpers.submit(grow, tree.address, tree.board, each, other.address)
                for other in others
                if self._helpers is not None and games > 1
            ]
            grow(tree.address, tree.board, each, main.address)
            wait(helping)
        if any(context.stopped for context in self._contexts):
            raise Interrupted

    def _allow(self, only: frozenset[Move]) -> None:
        """Let the root try these moves alone; none: all."""
        only = only or self._legal
        self._question[1] = int(self._allowed.ctypes.data) if only else 0
        self._allowed[:] = 0
        for move in only:
            self._allowed[self._layout.bit_of_move(move)] = 1

    def endings(self) -> tuple[Ending, ...]:
        """See :class:`Searcher`."""
        ends = self._ends(self._kernels.MOVES_AT, self._layout.points)
        with self._tree.lock:
            moves = self._moves(self._tree.root)
        sign, whole = 1 if self._position.seat == 0 else -1, self._kernels.WHOLE
        found = []
        for point, games, wins, prior, *_ in moves.tolist():
            count, mean, spread = self._moments(ends[point])
            if games and not count:
                continue  # all its games are of earlier analyses
            rate = min(max(wins / (whole * games), 0.0), 1.0) if games else 0.0
            move = self._layout.move_at(point)
            found.append(Ending(move, games, rate, prior / 65535, sign * mean, spread))
        return tuple(sorted(found, key=lambda ending: -ending.games))

    def forecast(self) -> Forecast:
        """See :class:`Searcher`."""
        games, mean, spread = self._moments(self._ends(self._kernels.ENDS_AT, 1)[0])
        with self._tree.lock:
            moves = self._moves(self._tree.root)
        visits, wins = int(moves[:, 1].sum()), int(moves[:, 2].sum())
        sign = 1 if self._position.seat == 0 else -1
        rate = wins / (self._kernels.WHOLE * visits) if visits else 0.5
        ownership, spreads = self._owned(self._kernels.OWNERS_AT, games)
        return Forecast(visits, rate, sign * mean, spread, ownership=ownership, ownership_spread=spreads)

    def ownership(self, move: Move) -> tuple[float, ...]:
        """See :class:`Searcher`."""
        point, points = self._layout.bit_of_move(move), self._layout.points
        games, *_ = self._moments(self._ends(self._kernels.MOVES_AT, points)[point])
        return self._owned(self._kernels.OWNERS_OF_MOVES_AT + 8 * points * point, games)[0]

    def _owned(self, offset: int, games: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """How often each cell was the mover's at the end of so many games, and the standard deviation of that."""
        counts = sum(context.scratch(offset, self._layout.points) for context in self._contexts)
        counts = counts[[self._layout.point_of(square) for square in self._position.variant.board.cells]]
        first, second = counts & self._kernels.OF_SECOND - 1, counts >> 32
        sign = 1 if self._position.seat == 0 else -1
        mean = sign * (first - second) / max(games, 1)
        spread = np.sqrt(np.maximum((first + second) / max(games, 1) - mean * mean, 0.0))
        return tuple(mean.round(3).tolist()), tuple(spread.round(3).tolist())

    def line(self, move: Move, plies: int) -> tuple[tuple[Move, int], ...]:
        """See :class:`Searcher`."""
        with self._tree.lock:
            moves = self._moves(self._tree.root)
            ((_, games, _, _, node, _),) = moves[moves[:, 0] == self._layout.bit_of_move(move)].tolist()
            line = [(move, games)]
            while node > self._kernels.UNDER_WAY and len(line) < plies:
                moves = self._moves(node)
                point, games, *_, node, _ = moves[moves[:, 1].argmax()].tolist()
                if games < WORTH_SHOWING:
                    break
                line.append((self._layout.move_at(point), games))
        return tuple(line)

    def _moves(self, node: int) -> Array:
        out = np.zeros((self._layout.points + 1, MOVE_WORDS), np.int64)
        number = self._kernels.read_node(self._tree.address, node, int(out.ctypes.data))
        return out[:number]

    def _ends(self, offset: int, rows: int) -> Array:
        words = self._kernels.END_BYTES // 8
        return sum(context.scratch(offset, words * rows) for context in self._contexts).reshape(rows, words)

    def _moments(self, end: Array) -> tuple[int, float, float]:
        """Number of games, points as they were judged on average, and the standard deviation of those at the end."""
        games, total, squares, judged = (int(word) for word in end)
        if not games:
            return 0, 0.0, 0.0
        mean = total / games
        return games, judged / games / self._kernels.JUDGED_ONE, sqrt(max(squares / games - mean * mean, 0.0)) / 2


def ask(position: Position, contexts: tuple[Context, ...]) -> Array:
    """Ask contexts what a position is worth; gives the question, which is to stay as long as they work."""
    question = np.array([points_ahead(position), 0], np.int64)
    for context in contexts:
        context.write(QUESTION, int(question.ctypes.data))
    return question


def points_ahead(position: Position) -> int:
    """Twice what is to be added to the first seat's area when a game has been played out.

    Minus komi, and where prisoners count those that there are, less the stones on the board (see ``prisoners_ahead`` of
    the kernels).
    """
    scoring = position.variant.scoring
    ahead = -round(2 * scoring.komi)
    if scoring.kind is not ScoreKind.AREA:
        first, second = position.discs()[:2]
        ahead += 2 * (position.taken[0] - position.taken[1] - first + second)
    return ahead


class GoBackend:
    """A variant's search kernels and its trees."""

    def __init__(
        self,
        kernels: build.Kernels,
        reading: build.Kernels,
        sweeping: build.Kernels | None,
        table_mib: int,
        strengths: Strengths | None = None,
    ) -> None:
        """``reading`` are kernels that read out captures, ``sweeping`` those that search for the whole board. Without
        strengths moves are weighed as they were before anything was learned.
        """
        assert isinstance(kernels.layout, GoLayout)
        self._kernels = kernels
        self._reading = reading
        self._sweeping = sweeping
        self._mebibytes = table_mib
        network = None if strengths is None else strengths.network_of(len(kernels.layout.variant.board.cells))
        if network is not None and network.nbytes != WEIGHTS:
            raise ValueError(f"a network of {network.size} weights: this engined knows no such network")
        self._tables = tables(kernels.layout.points, strengths, network)
        self._table = Table(64, 0)
        self._proven = Table(kernels.GO_BUCKET_BYTES, table_mib)
        """What the solver has found."""
        self._trees: list[Tree] = []
        """The latest last; those that nobody uses may be given to other positions."""
        self._lock = threading.Lock()

    @contextmanager
    def root(
        self, position: Position, limits: Limits, clock: Clock, report: Callable[[], None]
    ) -> Iterator[TreeRoot | ProofRoot]:
        """See :class:`engined.families.base.Backend`."""
        reason = unproven(position.variant)
        if limits.prove and reason is not None:
            raise Unproven(f"scores of {position.variant.name} cannot be proven: {reason}")
        with self.prover(limits.threads, limits.nodes if limits.prove else None, clock.pause) as prover:
            if limits.prove:
                yield ProofRoot(position, prover, limits, report)
                return
            worth = reason is None and worth_proving(position, limits, prover)
            proof = ProofRoot(position, prover, limits, lambda: None) if worth else None
            reader = None
            if limits.life or position.passes:
                reader = GoReader(self._reading, clock.pause, MOST_READ if limits.life else MOST_READ_AFTER_PASS)
            with self._searcher(position, limits, clock.pause) as searcher:
                yield TreeRoot(position, searcher, limits, clock, report, proof, reader)

    @contextmanager
    def _searcher(self, position: Position, limits: Limits, pause: Pause) -> Iterator[GoSearcher]:
        contexts = tuple(self._context(thread, limits, pause) for thread in range(limits.threads))
        question = ask(position, contexts)
        tree = self._tree_of(position, contexts[0], known=not limits.alone)
        searcher = GoSearcher(self._kernels, tree, position, contexts, question)
        try:
            yield searcher
        finally:
            searcher.close()
            with self._lock:
                tree.users -= 1

    @contextmanager
    def prover(self, threads: int, nodes: int | None, pause: Pause | None = None) -> Iterator[GoProver]:
        """The solver for one analysis, with this limit of nodes for all threads together; in pauses it waits."""
        generation = self._proven.next_generation()
        contexts = tuple(
            Context(
                self._proven,
                self._kernels,
                generation=generation,
                thread=thread,
                scratch="SOLVER_BYTES",
                pause=pause,
            )
            for thread in range(threads)
        )
        sweeper = None
        if self._sweeping is not None:
            context = Context(self._proven, self._sweeping, generation=generation, scratch="PROOF_BYTES", pause=pause)
            sweeper = (self._sweeping, context)
        for context in contexts if nodes is not None else ():
            context.limit(max(1, (nodes or 0) // threads))
        if threads == 1:
            yield GoProver(self._kernels, contexts, None, sweeper)
            return
        with ThreadPoolExecutor(threads - 1, thread_name_prefix="helper") as helpers:
            yield GoProver(self._kernels, contexts, helpers, sweeper)

    def _context(self, thread: int, limits: Limits, pause: Pause) -> Context:
        context = Context(self._table, self._kernels, thread=thread, pause=pause)
        context.seed(SEED + 7919 * thread)
        if limits.nodes is not None:
            context.limit(max(1, limits.nodes // limits.threads))
        return context

    def _tree_of(self, position: Position, context: Context, *, known: bool) -> Tree:
        """The tree that a position is the root of, or in; one that nobody uses, or a new one, where there is none, or
        where it must not be ``known``.
        """
        with self._lock:
            trees = reversed(self._trees) if known else ()
            tree = next((tree for tree in trees if tree.move_to(position, context)), None)
            if tree is None:
                idle = [tree for tree in self._trees if not tree.users]
                tree = idle[0] if idle else Tree(self._kernels, int(self._tables.ctypes.data), self._mebibytes)
                tree.plant(position, context)
            self._trees = [*(other for other in self._trees if other is not tree and other.users), tree]
            tree.users += 1
        return tree
