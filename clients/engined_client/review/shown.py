"""A review as people look at it: ``repr`` in a terminal, ``_repr_html_`` in a notebook, ``to_dicts`` as a table.

What ``to_dicts`` gives, ``pandas.DataFrame`` takes as it is.
"""

from __future__ import annotations

from typing import Any

from ..drawing.graph import Curve, Graph, Mark
from ..drawing.notebook import board_svg, fills_of, paragraphs_html, table_html
from ..drawing.text import number_text, square_of
from .annotated import remark_text
from .model import SIGNS, Grade, Review, ReviewedMove
from .table import HEADS, head_line, opening_lines, review_lines, row_of, total_lines

LINE = "#2a7f55"
GRADE_COLOURS: dict[Grade, str] = {"inaccuracy": "#c79a1e", "mistake": "#d9702a", "blunder": "#cc3b30"}


class ShownReview(Review, frozen=True, kw_only=True):
    """See :class:`engined_client.review.model.Review`."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each move."""
        names = ("ply", "seat", "move", "loss", "grade", "kind", "phase", "forced", "empties", "nodes")
        return [
            {name: getattr(move, name) for name in names}
            | {"best": move.best.move, "best_score": move.best.score, "played_score": move.played.score}
            | {"best_line": " ".join(move.best.line)}
            for move in self.moves
        ]

    def __repr__(self) -> str:
        return "\n".join([*review_lines(self), *total_lines(self)])

    def _repr_html_(self) -> str:
        """The graph of the score, the board where most was lost, and all moves."""
        parts = [paragraphs_html([head_line(self), *opening_lines(self)])]
        if self.moves:
            parts.append(self._graph().svg())
            worst = max(self.moves, key=lambda move: move.loss)
            if worst.loss:
                said = f"{worst.ply}. {worst.move}: {remark_text(worst)}"
                parts.append(paragraphs_html([said]) + self._board(worst))
            parts.append(table_html(HEADS, map(row_of, self.moves)))
        return "".join([*parts, paragraphs_html(line for line in total_lines(self) if line)])

    def _board(self, move: ReviewedMove) -> str:
        """The position of a move, with its score and that of the best one."""
        scores = {square_of(worth.move): number_text(worth.score, worth.kind) for worth in (move.played, move.best)}
        return board_svg(self.before(move), scores, square_of(move.best.move))

    def _graph(self) -> Graph:
        plies = self.moves[-1].ply
        if not self.two_sided:
            fills = fills_of(self.before(self.moves[-1]))
            curves = [
                Curve([(move.ply, move.played.counts[at]) for move in self.moves if move.played.counts], fills[symbol])
                for at, symbol in enumerate(self.symbols)
            ]
            return Graph(f"what each seat counts in the end: {', '.join(self.seats)}", plies, curves, signed=False)
        points = [(move.ply, self.first_view(move.seat, move.played.score)) for move in self.moves]
        marks = [
            Mark(ply, score, GRADE_COLOURS[move.grade], f"{ply}. {move.move}{SIGNS[move.grade]} -{move.loss:g}")
            for move, (ply, score) in zip(self.moves, points, strict=True)
            if move.grade
        ]
        return Graph(f"by how much {self.seats[0]} is ahead", plies, [Curve(points, LINE)], marks)
