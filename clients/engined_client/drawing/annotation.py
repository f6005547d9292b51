"""Analyses in the tree of a game: comments, marks, labels and variations, as programs for SGF show them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engined_protocol.gtp.coordinates import Coordinates, Dialect
from engined_protocol.messages import Analysis, Position, ScoredMove
from engined_protocol.notation import PASS
from engined_protocol.records.record import BLACK
from engined_protocol.records.sgf import moves_of, points_of
from engined_protocol.records.sgf_points import Points
from engined_protocol.records.sgf_tree import Node, escaped
from engined_protocol.records.sgf_variant import GO

from .text import count_text, depth_text, score_text, square_of

LINES = 3
"""The number of best moves that get a variation, and a line in the comment."""
LABELS = 12
"""The number of best moves that get a label."""
OURS = "engined, "
"""How our part of a comment begins."""
REMARK = "review, "
"""How what we say of a move begins."""

_MARKS = ("CR", "MA", "SL", "SQ", "TR")
"""The markup of which a point has one at most."""
_SCORE = re.compile(r"(?:[<>]=)?[+-]?\d+(?:\.\d)?")


@dataclass(frozen=True, slots=True)
class Analysed:
    """A position of a game, what was found about it, and its mover's colour as records write it."""

    position: Position
    analysis: Analysis
    colour: str


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said of a move that was played, in one line, and the property that says so to programs."""

    text: str
    name: Literal["DO", "BM"]
    """The SGF property for a doubtful move, or for a bad one."""
    value: str = ""


def annotate(
    root: Node,
    moves: Sequence[str],
    analysed: Mapping[int, Analysed],
    remarks: Mapping[int, Remark | None] | None = None,
) -> None:
    """Write analyses into a game. ``moves``: all that its main line plays, passes included; ``analysed``: by how many
    of them have been played; ``remarks``: by the number of the move, from 1, None where nothing is to be said.

    Comments, scores and marks of an earlier analysis are replaced, all else is kept, the main line is what it was.
    """
    points = points_of(root)
    tongue = Coordinates(Dialect.GO if (root.line("GM").strip() or GO) == GO else Dialect.OTHELLO)
    said = -1
    for ply, node in list(_nodes_of_plies(root, moves, points)):
        for move in range(said + 1, ply + 1):
            if remarks and move in remarks:
                _remark(node, remarks[move])
        said = ply
        if found := analysed.get(ply):
            _Annotator(node, points, tongue, found).write()


def _remark(node: Node, remark: Remark | None) -> None:
    """Write a remark on a move in place of an earlier one."""
    before = _paragraphs(node)
    kept = [part for part in before if not part.startswith(REMARK)]
    if kept != before:
        node.properties.pop("DO", None)
        node.properties.pop("BM", None)
        node.put("C", "\n\n".join(kept))
    if remark is None:
        return
    node.put("C", "\n\n".join([*kept, REMARK + remark.text]))
    if not {"DO", "BM"} & node.properties.keys():
        node.put(remark.name, remark.value)


def _paragraphs(node: Node) -> list[str]:
    return [part for part in node.text("C").split("\n\n") if part]


def _nodes_of_plies(root: Node, moves: Sequence[str], points: Points) -> Iterator[tuple[int, Node]]:
    """The node after which so many plies have been played, for each number of them that has one.

    A game's file may leave out passes, which its moves have: what is found then counts for who moves after them.
    """
    ply = 0
    last = root
    for node in root.main_line():
        for move in moves_of(node, points):
            while ply < len(moves) and moves[ply] == PASS != move.move:
                ply += 1
            yield ply, last
            ply += 1
        if node.properties:
            last = node
    yield ply, last


class _Annotator:
    """Writes what was found about a position into its node."""

    def __init__(self, node: Node, points: Points, tongue: Coordinates, found: Analysed) -> None:
        self._node = node
        self._points = points
        self._tongue = tongue
        self._found = found

    def write(self) -> None:
        """Comment, value, marks and variations."""
        if not self._found.analysis.moves:
            return
        self._comment()
        self._value()
        self._mark()
        for move in self._found.analysis.moves[:LINES]:
            self._vary(move)

    def _comment(self) -> None:
        position, analysis = self._found.position, self._found.analysis
        lines = [f"{OURS}{position.mover} to move: {depth_text(analysis)}, {count_text(analysis.nodes)} nodes"]
        if (forecast := analysis.forecast) is not None:
            lines.append(f"wins {forecast.win_rate:.1%}, {forecast.mean:+.1f} points, spread {forecast.spread:.1f}")
        lines += [self._said(move) for move in analysis.moves[:LINES]]
        before = [part for part in _paragraphs(self._node) if not part.startswith(OURS)]
        self._node.put("C", "\n\n".join([*before, "\n".join(lines)]))

    def _said(self, move: ScoredMove) -> str:
        pv = " ".join(map(self._name, move.pv or (move.move,)))
        wins = "" if move.forecast is None else f", wins {move.forecast.win_rate:.1%}"
        return f"{self._name(move.move)} {score_text(move)} ({move.kind}{wins}): {pv}"

    def _value(self) -> None:
        """V is Black's."""
        score = self._found.analysis.score
        if score is not None:
            self._node.put("V", f"{score if self._found.colour == BLACK else -score:g}")

    def _mark(self) -> None:
        """A triangle on the best move, scores on the best ones."""
        moves = [move for move in self._found.analysis.moves[:LABELS] if move.move != PASS]
        scores = {self._point(move): score_text(move) for move in reversed(moves)}
        labels = dict(label.split(":", 1) for label in self._node.properties.get("LB", []) if ":" in label)
        before = {point for point, text in labels.items() if _SCORE.fullmatch(text)}
        kept = {point: text for point, text in labels.items() if point not in before}
        labels = {point: escaped(text) for point, text in scores.items()} | kept
        self._put("LB", [f"{point}:{text}" for point, text in labels.items()])
        triangles = [point for point in self._node.properties.get("TR", []) if point not in before]
        self._put("TR", triangles)
        marked = {point for name in _MARKS for point in self._node.properties.get(name, [])}
        if moves and (best := self._point(moves[0])) not in marked:
            self._put("TR", [*triangles, best])

    def _put(self, name: str, values: list[str]) -> None:
        """Raw values, or no such property."""
        if values:
            self._node.properties[name] = values
        else:
            self._node.properties.pop(name, None)

    def _vary(self, move: ScoredMove) -> None:
        """The principal variation of a move, along what the tree has already. The last position of the game gets an
        empty node first: what might have followed is not the main line.
        """
        node = self._node
        if not node.children:
            node.add()
        for ply, played in enumerate(move.pv or (move.move,)):
            name = "B" if (self._found.colour == BLACK) == (ply % 2 == 0) else "W"
            value = self._points.value(played)
            following = next((child for child in node.children if self._plays(child, name, played)), None)
            if following is None:
                following = node.add()
                following.put(name, value)
                if ply == 0:
                    following.put("C", OURS + self._said(move))
            node = following

    def _plays(self, child: Node, name: str, move: str) -> bool:
        values = child.properties.get(name, [])
        return len(values) == 1 and self._points.move(values[0], child, name) == move

    def _point(self, move: ScoredMove) -> str:
        return self._points.value(square_of(move.move))

    def _name(self, move: str) -> str:
        """A move as players of the game write it."""
        name = self._tongue.write(move, self._points.width, self._points.height)
        return name if self._tongue.dialect is Dialect.GO else name.lower()
