"""One analysis of Go by games: a tree is grown on one thread or several, and read.

Importing this module imports llvmlite.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import compress
from typing import Any

import numpy as np

from engined.kernels.compilation import build
from engined.kernels.layouts.go import GoLayout
from engined.results import Forecast, Interrupted
from engined.roots.pause import Pause
from engined.roots.searcher import Ending
from engined.rules.position import PASS, Move, Position
from engined.variants.model import ScoreKind

from .go_trees import Tree
from .memory import Context

MOST_GAMES = 1 << 31
"""The games of a root at which a search ends: kernels count those through a move in 32 bits."""
WORTH_SHOWING = 8
"""Games through a move that is shown as expected."""
MOVE_WORDS = 6
"""The number of words that the kernel ``read_node`` writes of each move."""
Array = Any
"""An array of numpy's, of any kind."""


class GoSearcher:
    """See :class:`engined.roots.searcher.Searcher`."""

    def __init__(
        self,
        kernels: build.Kernels,
        tree: Tree,
        position: Position,
        contexts: tuple[Context, ...],
        question: Question,
        pause: Pause | None = None,
    ) -> None:
        """``question`` is what the contexts are asked; in pauses of ``pause``, they give way."""
        assert isinstance(kernels.layout, GoLayout)
        self._kernels = kernels
        self._layout: GoLayout = kernels.layout
        self._tree = tree
        self._position = position
        self._contexts = contexts
        self._helpers = ThreadPoolExecutor(len(contexts) - 1, "helper") if len(contexts) > 1 else None
        self._allowed = np.zeros(self._layout.points, np.uint8)
        self._question = question
        self._pause = pause or Pause()
        self._halted = False
        self._legal = frozenset(position.legal()) if position.earlier else frozenset[Move]()
        """Where kernels could think a move legal that a superko forbids."""

    def close(self) -> None:
        """End its threads."""
        if self._helpers is not None:
            self._helpers.shutdown()

    @property
    def nodes(self) -> int:
        """See :class:`engined.roots.searcher.Searcher`."""
        return sum(context.nodes for context in self._contexts)

    def halt(self) -> None:
        """See :class:`engined.roots.searcher.Searcher`."""
        self._halted = True
        for context in self._contexts:
            context.stop()

    def allow(self, games: int) -> None:
        """See :class:`engined.roots.searcher.Searcher`."""
        for context in self._contexts:
            context.limit(context.nodes + max(1, games // len(self._contexts)))
            context.resume()
        if self._halted:
            self.halt()

    def grow(self, games: int, only: frozenset[Move] = frozenset()) -> None:
        """See :class:`engined.roots.searcher.Searcher`."""
        contexts = self._contexts if games > 1 else self._contexts[:1]
        left = [max(1, games // len(self._contexts))] * len(contexts)
        while sum(left) > 0:
            played = self._grow(contexts, left, only)
            gave_way = [context.take_way() for context in contexts]
            left = [left[place] - played[place] if gave_way[place] else 0 for place in range(len(contexts))]
            # Whoever searches the same tree has it meanwhile.
            self._pause.wait(lambda: self._halted)
            for context in compress(contexts, gave_way):
                context.resume()
            if self._halted:
                self.halt()
        if any(context.stopped for context in self._contexts) or self._is_full:
            raise Interrupted

    @property
    def _is_full(self) -> bool:
        """Tell whether no more games can be counted."""
        with self._tree.lock:
            return int(self._moves(self._tree.root)[:, 1].sum()) >= MOST_GAMES

    def _grow(self, contexts: tuple[Context, ...], games: list[int], only: frozenset[Move]) -> list[int]:
        """Play so many games, each number on a thread; how many each has played before it ended."""
        tree, grow = self._tree, self._kernels.grow_tree
        with tree.lock:
            tree.make_room()
            self._allow(only)
            helping = [
                self._helpers.submit(grow, tree.address, tree.board, number, context.address)
                for number, context in zip(games[1:], contexts[1:], strict=True)
                if self._helpers is not None
            ]
            played = grow(tree.address, tree.board, games[0], contexts[0].address)
            return [int(played), *(int(other.result()) for other in helping)]

    def _allow(self, only: frozenset[Move]) -> None:
        """Let the root try these moves alone; none: all."""
        only = only or self._legal
        self._question.allow(self._allowed if only else None)
        self._allowed[:] = 0
        for move in only:
            self._allowed[self._layout.bit_of_move(move)] = 1

    def settle(self, owners: Mapping[int, int]) -> None:
        """See :class:`engined.roots.searcher.Searcher`."""
        if not self._tree.take_alone():
            return
        points = np.zeros(self._layout.points, np.uint8)
        colours = [seat.colour for seat in self._position.variant.seats]
        for cell, colour in owners.items():
            points[self._layout.point_of(cell)] = 1 + colours.index(colour)
        self._question.settle(points)
        self._begin_again()

    def play_for_points(self) -> None:
        """See :class:`engined.roots.searcher.Searcher`."""
        if not self._tree.take_alone():
            return
        self._question.play_for_points()
        self._begin_again()

    def _begin_again(self) -> None:
        """Plant the tree for what is asked now."""
        self._tree.plant_again(self._position, self._contexts[0])
        for context in self._contexts:
            self._kernels.forget_ends(context.address, 0)

    def endings(self) -> tuple[Ending, ...]:
        """See :class:`engined.roots.searcher.Searcher`."""
        ends = self._ends(self._kernels.MOVES_AT, self._layout.points)
        with self._tree.lock:
            moves = self._moves(self._tree.root)
        points, games, wins, priors = moves[(-moves[:, 1]).argsort(kind="stable")].T[:4]
        counts, means, spreads = self._moments(ends[points])
        sign, whole = 1 if self._position.seat == 0 else -1, self._kernels.WHOLE
        rates = np.clip(wins / (whole * np.maximum(games, 1)), 0.0, 1.0)
        earlier = np.maximum(games - counts, 0)
        shown = (games == 0) | (counts > 0)  # of others all games are of earlier analyses
        columns = (games, rates, priors / 65535, sign * means, spreads, earlier)
        rows = zip(points[shown].tolist(), *(column[shown].tolist() for column in columns), strict=True)
        return tuple(Ending(self._layout.move_at(point), *row) for point, *row in rows)

    def forecast(self) -> Forecast:
        """See :class:`engined.roots.searcher.Searcher`."""
        games, mean, spread = (found.item() for found in self._moments(self._ends(self._kernels.ENDS_AT, 1)))
        with self._tree.lock:
            moves = self._moves(self._tree.root)
        visits, wins = int(moves[:, 1].sum()), int(moves[:, 2].sum())
        sign = 1 if self._position.seat == 0 else -1
        rate = wins / (self._kernels.WHOLE * visits) if visits else 0.5
        ownership, spreads = self._owned(self._kernels.OWNERS_AT, games)
        return Forecast(visits, rate, sign * mean, spread, ownership=ownership, ownership_spread=spreads)

    def ownership(self, move: Move) -> tuple[float, ...]:
        """See :class:`engined.roots.searcher.Searcher`."""
        point, points = self._layout.bit_of_move(move), self._layout.points
        games = int(self._ends(self._kernels.MOVES_AT, points)[point, 0])
        return self._owned(self._kernels.OWNERS_OF_MOVES_AT + 16 * points * point, games)[0]

    def _owned(self, offset: int, games: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """How often each cell was the mover's at the end of so many games, and the standard deviation of that."""
        counts = sum(context.scratch(offset, 2 * self._layout.points) for context in self._contexts).reshape(-1, 2)
        points = [self._layout.point_of(square) for square in self._position.variant.board.cells]
        first, second = counts[points].T / self._kernels.OWNED
        sign = 1 if self._position.seat == 0 else -1
        mean = sign * (first - second) / max(games, 1)
        spread = np.sqrt(np.maximum((first + second) / max(games, 1) - mean * mean, 0.0))
        return tuple(mean.round(3).tolist()), tuple(spread.round(3).tolist())

    def line(self, move: Move, plies: int) -> tuple[tuple[Move, int], ...]:
        """See :class:`engined.roots.searcher.Searcher`."""
        with self._tree.lock:
            moves = self._moves(self._tree.root)
            ((_, games, _, _, node, _),) = moves[moves[:, 0] == self._layout.bit_of_move(move)].tolist()
            line = [(move, games)]
            stopped = move == PASS and self._position.passes > 0
            while node > self._kernels.UNDER_WAY and len(line) < plies and not stopped:
                moves = self._moves(node)
                point, games, *_, node, _ = moves[moves[:, 1].argmax()].tolist()
                if games < WORTH_SHOWING:
                    break
                following = self._layout.move_at(point)
                stopped = following == line[-1][0] == PASS
                line.append((following, games))
        return tuple(line)

    def _moves(self, node: int) -> Array:
        out = np.zeros((self._layout.points + 1, MOVE_WORDS), np.int64)
        number = self._kernels.read_node(self._tree.address, node, int(out.ctypes.data))
        return out[:number]

    def _ends(self, offset: int, rows: int) -> Array:
        words = self._kernels.END_BYTES // 8
        return sum(context.scratch(offset, words * rows) for context in self._contexts).reshape(rows, words)

    def _moments(self, ends: Array) -> tuple[Array, Array, Array]:
        """The number of games of each row of ends, points as they were judged on average, and the standard deviation
        of those at the end.
        """
        games, total, squares, judged = ends.T
        most = np.maximum(games, 1)
        means = judged / (most * self._kernels.JUDGED_ONE)
        spreads = np.sqrt(np.maximum(squares / most - (total / most) ** 2, 0.0)) / 2
        return games, means, spreads


class Question:
    """What contexts are asked: what a position is worth. It is to stay as long as they work."""

    def __init__(self, kernels: build.Kernels, position: Position, past: Array, contexts: tuple[Context, ...]) -> None:
        """``past`` is a hash table of boards that the game has had (see :func:`engined.backends.go_tables.past_of`)."""
        self._past = past
        self._asked = kernels.structure("TreeQuestion")(
            points_ahead=points_ahead(position),
            past=int(past.ctypes.data),
            past_mask=len(past) - 1,
            answered=position.passes,
        )
        for context in contexts:
            context.ask(ctypes.addressof(self._asked))

    def allow(self, points: Array | None) -> None:
        """Let the root try those moves alone whose byte is not 0; None: all."""
        self._asked.allowed = 0 if points is None else int(points.ctypes.data)

    def settle(self, points: Array) -> None:
        """Let the points whose byte is not 0 be that seat's in the end, 1 or 2."""
        self._settled = points
        self._asked.settled = int(points.ctypes.data)

    def play_for_points(self) -> None:
        """Let the points count for more than who wins."""
        self._asked.decided = 1

    def play_all_out(self) -> None:
        """Let all games be played out: they are to say whose the points are."""
        self._asked.by_games = 1


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
