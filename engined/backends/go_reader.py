"""Go's captures read out by kernels: a region of a position in, whether a chain in it is captured out.

Importing this module imports llvmlite.
"""

from __future__ import annotations

from engined.kernels.compilation import build
from engined.roots.life import Question
from engined.roots.pause import Pause
from engined.rules.geometry import geometry
from engined.rules.position import Position

from .memory import Context, TranspositionTable


class GoReader:
    """See :class:`engined.roots.life.Reader`. One caller at a time; :meth:`halt` from any thread."""

    def __init__(self, kernels: build.Kernels, pause: Pause | None = None, most: int = 500_000) -> None:
        """``most`` are the nodes of all questions together."""
        self._kernels = kernels
        self._context = Context(TranspositionTable(64, 0), kernels, scratch="CAPTURE_BYTES", pause=pause)
        self._most = most
        self._halted = False

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return self._context.nodes

    def halt(self) -> None:
        """See :class:`Reader`."""
        self._halted = True
        self._context.stop()

    def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
        """See :class:`Reader`."""
        board, context = position.board, self._context
        points = sorted(question.points)
        bits = {point: 1 << number for number, point in enumerate(points)}
        defending = board[question.target]
        self._lay(position, bits, defending)
        context.limit(min(context.nodes + nodes, self._most))
        context.resume()
        if self._halted:
            context.stop()
        said = self._kernels.can_capture(
            sum(bits[point] for point in points if board[point] == 1 - defending),
            sum(bits[point] for point in points if board[point] == defending),
            points.index(question.target),
            0 if question.attacker_first else 1,
            context.address,
        )
        return (None, False, True)[1 + int(said)]

    def _lay(self, position: Position, bits: dict[int, int], defending: int) -> None:
        """Write a region to memory."""
        board, kernels, adjacent = position.board, self._kernels, geometry(position.variant.board).adjacent
        region = self._context.scratch(kernels.REGION_AT, kernels.READ_REGION_BYTES // 8)
        region[kernels.POINTS_OF // 8] = (1 << len(bits)) - 1
        outside = {point: [near for near in adjacent[point] if near not in bits] for point in bits}
        for colour, place in ((1 - defending, kernels.BESIDE_ATTACKER), (defending, kernels.BESIDE_DEFENDER)):
            beside = (bits[point] for point, around in outside.items() if any(board[near] == colour for near in around))
            region[place // 8] = sum(beside)
        for number, point in enumerate(bits):
            region[kernels.NEIGHBOURS_AT // 8 + number] = sum(bits.get(near, 0) for near in adjacent[point])
