"""Kernels of games of many seats at work: positions in, values out, on one thread.

Importing this module imports llvmlite.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property

import numpy as np

from engined.kernels.codes import ALLY_BITS, ANY_RULE, IN_BOARD_ORDER, NO_MOVE, PASSED, UNIT
from engined.kernels.compilation import build
from engined.kernels.layouts.multiplayer import MultiplayerLayout, counts_in
from engined.results import Interrupted
from engined.roots.alphabeta.root import AlphaBetaRoot
from engined.roots.bounds import Bounds
from engined.roots.confidence import UNMEASURED
from engined.roots.limits import Limits, SearchClock
from engined.roots.monte_carlo_root import MonteCarloRoot
from engined.roots.pause import Pause
from engined.roots.solve_policy import games_policy, solver_policy
from engined.rules.position import Move, Position
from engined.rules.scoring import sides
from engined.search.probcut_levels import FULL_WIDTH

from .memory import Context, TranspositionTable, aligned

SEED = 88172645463325252
"""The seed of random numbers: any number but 0 does."""


class Stack:
    """Memory for a position and all that may follow it."""

    def __init__(self, kernels: build.Kernels) -> None:
        assert isinstance(kernels.layout, MultiplayerLayout)
        self._layout = kernels.layout
        self._words = np.zeros((kernels.MOST_PLACEMENTS + 2) * kernels.POSITION_BYTES // 8, np.int64)

    def put(self, position: Position) -> tuple[int, int]:
        """Write a position at the bottom; its address and its seat."""
        words = self._layout.in_memory(position)
        self._words[: len(words)] = words
        return int(self._words.ctypes.data), position.seat


class MultiplayerKernels:
    """What works on positions of many seats, with one context. One caller at a time; :meth:`halt` from any thread."""

    def __init__(self, kernels: build.Kernels, context: Context) -> None:
        assert isinstance(kernels.layout, MultiplayerLayout)
        self._kernels = kernels
        self._context = context
        self._layout: MultiplayerLayout = kernels.layout
        self._stack = Stack(kernels)

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""
        return self._context.nodes

    def halt(self) -> None:
        """End the kernel that runs now or is called later. From any thread."""
        self._context.stop()

    def _checked(self, value: int) -> int:
        """What a kernel gave. Raises Interrupted if it was told to stop."""
        if self._context.stopped:
            raise Interrupted
        return int(value)

    @cached_property
    def _following(self) -> tuple[int, ...]:
        """The seat after each."""
        return tuple(map(self._kernels.next_seat, range(self._kernels.SEATS)))

    def _line(self, kernel: str, position: Position, plies: int, context: Context) -> tuple[Move, ...]:
        """The steps of a line that a kernel knows: at most so many placements, and passes (see
        :mod:`engined.search.many_seats.lines`).
        """
        known_move, line = getattr(self._kernels, kernel), list[Move]()
        address, seat = self._stack.put(position)
        while plies > 0 and (square := known_move(address, seat, context.address)) != NO_MOVE:
            line.append(self._layout.move_at(square))
            if square != PASSED:
                address += self._kernels.POSITION_BYTES
                plies -= 1
            seat = self._following[seat]
        return tuple(line)


class MultiplayerPerft(MultiplayerKernels):
    """One perft."""

    def perft(self, position: Position, depth: int) -> int:
        """Leaves ``depth`` plies below the position. Raises Interrupted."""
        address, seat = self._stack.put(position)
        return self._checked(self._kernels.seated_perft(address, seat, depth, self._context.address))


class MultiplayerCounter:
    """A variant's perft kernels."""

    def __init__(self, kernels: build.Kernels) -> None:
        self._kernels = kernels

    @contextmanager
    def counting(self, pause: Pause | None = None) -> Iterator[MultiplayerPerft]:
        """See :class:`engined.families.base.PerftCounter`."""
        yield MultiplayerPerft(self._kernels, Context(TranspositionTable(64, 0), self._kernels, pause=pause))


class SidesSearcher(MultiplayerKernels):
    """Exact and other searches where some seats, the allies, are against all others."""

    def ask(self, allies: frozenset[int], side: int) -> None:
        """Change the question to how far a side is ahead at the end, where the allies want it to be."""
        self._context.ask(sum(1 << seat for seat in allies) | side << ALLY_BITS)

    def solve(self, position: Position, alpha: int, beta: int, level: int = FULL_WIDTH) -> int:
        """See :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`; every level is exact. The view is
        that of the seat to move.
        """
        address, seat = self._stack.put(position)
        guess = round(position.value(seat))
        return self._checked(self._kernels.solve_sides(address, seat, guess, alpha, beta, self._context.address))


class TeamSearcher(SidesSearcher):
    """Two sides whose seats move in turn: see :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`."""

    selective = False
    """The search prunes nothing that could change its value."""
    confidence = UNMEASURED

    def __init__(self, kernels: build.Kernels, context: Context) -> None:
        super().__init__(kernels, context)
        side_of = self._layout.side_of
        self.ask(frozenset(seat for seat, side in enumerate(side_of) if side == 0), 0)

    def search(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        """See :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`."""
        if depth >= position.placements_left:
            return UNIT * self.solve(position, alpha // UNIT, -(-beta // UNIT))
        address, seat = self._stack.put(position)
        return self._checked(self._kernels.search_sides(address, seat, depth, alpha, beta, self._context.address))

    def variation(self, position: Position, plies: int) -> tuple[Move, ...]:
        """See :class:`engined.roots.alphabeta.searcher.AlphaBetaSearcher`."""
        return self._line("known_move", position, plies, self._context)


class GrowingTree(MultiplayerKernels):
    """A tree of games, in a table of its own."""

    def __init__(self, kernels: build.Kernels, context: Context) -> None:
        super().__init__(kernels, context)
        self._context.seed(SEED)
        self._path, self._path_address = aligned(kernels.PATH_BYTES)

    def grow(self, position: Position, games: int) -> None:
        """Let the tree of a position grow by so many games. Raises Interrupted."""
        address, seat = self._stack.put(position)
        self._checked(self._kernels.grow(address, seat, games, self._path_address, self._context.address))

    def grown(self, position: Position) -> tuple[int, tuple[float, ...]]:
        """How often the tree has come to a position, and what each seat counted at the end then, on average."""
        out = np.zeros(len(position.variant.seats), np.int64)
        address, seat = self._stack.put(position)
        visits = self._kernels.look_up(address, seat, self._context.address, int(out.ctypes.data))
        return int(visits), tuple(float(total) / max(int(visits), 1) for total in out)

    def tried(self, position: Position, plies: int) -> tuple[Move, ...]:
        """The line that the tree has tried most from a position."""
        return self._line("tried_move", position, plies, self._context)


class Trees:
    """The memory of trees of games, kept for the next analysis."""

    def __init__(self, kernels: build.Kernels, mebibytes: int) -> None:
        self._kernels = kernels
        self._mebibytes = mebibytes
        self._kept: list[TranspositionTable] = []
        """The tables that no analysis is using, the one used last at the end."""
        self._lock = threading.Lock()

    @contextmanager
    def of(
        self, position: Position, games: int | None, pause: Pause | None = None, *, alone: bool = False
    ) -> Iterator[GrowingTree]:
        """A tree for one analysis of a position, with this limit of games: the one that grew last if it knows it, or
        one for it ``alone``.

        In pauses it waits.
        """
        if alone:
            yield self._growing(self._new(), games, pause)
            return
        with self._lock:
            table = self._kept.pop() if self._kept else self._new()
        tree = self._growing(table, games, pause)
        if tree.grown(position)[0] == 0:
            table = self._new()
            tree = self._growing(table, games, pause)
        try:
            yield tree
        finally:
            with self._lock:
                self._kept = [*self._kept, table][-1:]

    def _new(self) -> TranspositionTable:
        return TranspositionTable(self._kernels.NODE_BUCKET_BYTES, self._mebibytes)

    def _growing(self, table: TranspositionTable, games: int | None, pause: Pause | None) -> GrowingTree:
        context = Context(table, self._kernels, pause=pause)
        if games is not None:
            context.limit(games)
        return GrowingTree(self._kernels, context)


class MultiplayerSearcher(SidesSearcher):
    """What :class:`engined.roots.monte_carlo_root.MonteCarloRoot` asks of positions."""

    def __init__(self, kernels: build.Kernels, context: Context, tree: GrowingTree, rule: int) -> None:
        """``rule``: the one for ties, see :data:`engined.kernels.codes.ANY_RULE`."""
        super().__init__(kernels, context)
        self._tree = tree
        self.grow, self.grown, self.tried = tree.grow, tree.grown, tree.tried
        self._room, self._room_address = aligned(kernels.ROOM_BYTES)
        self._maxn_question = kernels.MAXN_QUESTION | rule << kernels.RULE_SHIFT

    @property
    def nodes(self) -> int:
        """Nodes visited, games played at random."""
        return self._context.nodes + self._tree.nodes

    def halt(self) -> None:
        """End the kernel that runs now or is called later. From any thread."""
        super().halt()
        self._tree.halt()

    def maxn(self, position: Position) -> Bounds:
        """What all seats count at the end by max^n. Raises Interrupted."""
        self._context.ask(self._maxn_question)
        address, seat = self._stack.put(position)
        found = self._checked(self._kernels.solve_maxn(address, seat, self._room_address, self._context.address))
        if found != self._kernels.OPEN:
            return Bounds.of_outcome(position.variant, tuple(map(float, self._layout.tally(found))))
        known = self._kernels.structure("OutcomeBounds").from_address(self._room_address)
        number, zero = len(sides(position.variant)), self._kernels.MARGIN_ZERO
        least, most = (tuple(map(float, self._layout.tally(word))) for word in (known.least, known.most))
        lowest, highest = (
            tuple(float(margin - zero) for margin in counts_in(word, number)) for word in (known.lowest, known.highest)
        )
        return Bounds(least, most, lowest, highest)

    def maxn_line(self, position: Position) -> tuple[Move, ...]:
        """The moves that max^n expects from a position to the end. Raises Interrupted."""
        line: list[Move] = []
        while not position.over:
            self.maxn(position)
            known = self._line("known_move", position, self._kernels.MOST_PLACEMENTS, self._context)
            # Near the end nothing is kept, and the move is found again.
            for move in known or (self._named(position),):
                line.append(move)
                position = position.play(move)
        return tuple(line)

    def turn(self, position: Position, move: Move) -> int:
        """A number by which equal moves are told apart: the rule for ties names the move where it is lowest. Without
        such a rule it is the place in board order.
        """
        self._context.ask(self._maxn_question)
        address, seat = self._stack.put(position)
        square = self._layout.bit_of_move(move)
        if square == PASSED:
            return 0
        return int(self._kernels.turn_of_move(address, seat, square, self._context.address))

    def _named(self, position: Position) -> Move:
        """The move that is played by the rule: of those with the highest lowest margin that with the highest."""
        side = self._layout.side_of[position.seat]

        def worth(move: Move) -> tuple[float, float, int]:
            bounds = self.maxn(position.play(move))
            return bounds.lowest[side], bounds.highest[side], -self.turn(position, move)

        return max(position.legal(), key=worth)

    def margin(self, position: Position, allies: frozenset[int], side: int) -> int:
        """What a side is ahead by at the end: the allies play for it, and all others against. Raises Interrupted."""
        self.ask(allies, side)
        most = self._kernels.CELLS
        found = self.solve(position, -most, most)
        return found if position.seat in allies else -found


class TeamBackend:
    """A variant's search kernels of two sides whose seats move in turn, and its transposition table."""

    def __init__(self, kernels: build.Kernels, table_mib: int) -> None:
        self._kernels = kernels
        self._table = TranspositionTable(kernels.SEATED_BUCKET_BYTES, table_mib)

    @contextmanager
    def root(
        self, position: Position, limits: Limits, clock: SearchClock, report: Callable[[], None]
    ) -> Iterator[AlphaBetaRoot]:
        """See :class:`engined.families.base.Backend`. It takes one thread, whatever is allowed."""
        searcher = self.searcher(limits.nodes, clock.pause, alone=limits.alone)
        policy = solver_policy(position, limits, clock, lambda: searcher.nodes)
        yield AlphaBetaRoot(position, searcher, limits, report, policy)

    def searcher(self, nodes: int | None, pause: Pause | None = None, *, alone: bool = False) -> TeamSearcher:
        """A searcher for one analysis, with this limit of nodes; in pauses it waits. ``alone``: nothing that was found
        before helps it.
        """
        return TeamSearcher(self._kernels, _context(self._table.unless(alone), self._kernels, nodes, pause))


class MultiplayerBackend:
    """A variant's search kernels of more than two sides, its transposition table and its trees of games."""

    def __init__(self, kernels: build.Kernels, table_mib: int) -> None:
        self._kernels = kernels
        half = (table_mib + 1) // 2
        self._table = TranspositionTable(kernels.SEATED_BUCKET_BYTES, half)
        self._trees = Trees(kernels, half)

    @contextmanager
    def root(
        self, position: Position, limits: Limits, clock: SearchClock, report: Callable[[], None]
    ) -> Iterator[MonteCarloRoot]:
        """See :class:`engined.families.base.Backend`. It takes one thread, whatever is allowed."""
        rule = {"all": ANY_RULE, "first": IN_BOARD_ORDER, "random": IN_BOARD_ORDER + 1 + limits.seed}[limits.ties]
        with self.searcher(position, limits.nodes, rule, clock.pause, alone=limits.alone) as searcher:
            yield MonteCarloRoot(position, searcher, limits, report, games_policy(position, limits, clock))

    @contextmanager
    def searcher(
        self,
        position: Position,
        nodes: int | None,
        rule: int = ANY_RULE,
        pause: Pause | None = None,
        *,
        alone: bool = False,
    ) -> Iterator[MultiplayerSearcher]:
        """A searcher for one analysis of a position, with this limit of nodes and of games, by a rule for ties
        (see :data:`engined.kernels.codes.ANY_RULE`); in pauses it waits. ``alone``: nothing that was found before
        helps it.
        """
        context = _context(self._table.unless(alone), self._kernels, nodes, pause)
        with self._trees.of(position, nodes, pause, alone=alone) as tree:
            yield MultiplayerSearcher(self._kernels, context, tree, rule)


def _context(table: TranspositionTable, kernels: build.Kernels, nodes: int | None, pause: Pause | None) -> Context:
    """A context of a new analysis, with this limit of nodes; in pauses it waits."""
    context = Context(table, kernels, generation=table.next_generation(), pause=pause)
    if nodes is not None:
        context.limit(nodes)
    return context
