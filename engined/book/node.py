"""What the book keeps of a position, and what that makes the position worth.

A node has a link for every legal move. A move whose position is in the book counts as what that position is worth to
the other side, negated; of the others, what an analysis said of the best one counts (the best deviation: M. Buro,
"Toward opening book learning", 1997). So a value is a minimax over the book with analyses at its rim.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from msgspec import Struct

from engined.results import Certainty

SOURCES = (Certainty.ESTIMATE, Certainty.SELECTIVE, Certainty.EXACT)
"""The kinds of score that a value may come from, weakest first."""
DRAWN = math.inf
"""The contempt of the side that draws suit, as against its opponent."""


class Link(Struct, frozen=True, array_like=True):
    """A legal move, where it leads, and the symmetry (by index) from there to the canonical position."""

    move: str
    key: int
    turn: int


class Leaf(Struct, frozen=True, array_like=True):
    """What an analysis said of a move, in discs from the mover's view."""

    move: str
    score: float
    kind: Certainty
    depth: int
    confidence: int = 100

    @property
    def rank(self) -> tuple[int, int, int]:
        """How far it can be trusted."""
        return SOURCES.index(self.kind), self.depth, self.confidence


class Value(Struct, frozen=True, array_like=True):
    """What a position is worth to its mover, in discs, and the analysis that this comes from.

    ``kind`` is ``exact`` only if nothing left open could change the score.
    """

    score: float
    """The score, where a draw counts 0."""
    favoured: float
    """The score where a proven draw counts for the mover as more than any win; ``inf`` if the mover can force a draw.
    """
    hampered: float
    """The score where a proven draw counts for the mover as less than any loss; ``-inf`` if the other side can force
    one.
    """
    kind: Certainty
    depth: int
    """Plies searched where the score comes from."""
    confidence: int
    plies: int
    """The plies from here to the analysed position that the score comes from; 0 if this position was analysed."""
    move: str = ""
    """The best move; empty when the game is over."""

    @property
    def horizon(self) -> int:
        """Plies from here to where the search ended that the score comes from."""
        return self.plies + self.depth

    def worth(self, draw: float) -> float:
        """The score if a proven draw is worth ``draw`` discs to the mover.

        Minimax is made of maxima and minima alone, so as a function of what a draw is worth it is the middle one of
        that worth and of its values at both ends.
        """
        return sorted((self.hampered, draw, self.favoured))[1]


MOST_GAMES = 1 << 53
"""The most games that are counted: what messages carry, and every client reads without loss."""


class BookNode(Struct, frozen=True, array_like=True):
    """A position of the book; moves are those of its canonical position."""

    text: str
    """The canonical position, as text."""
    links: tuple[Link, ...]
    """Every legal move; none when the game is over."""
    leaves: tuple[Leaf, ...] = ()
    """The leaves from one analysis, best first. Moves that it leaves out and that lead out of the book are no better.
    """
    games: int = 0
    """Games that came through here."""
    value: Value | None = None
    """The value by analyses; None if the moves that lead out of the book were not analysed, or the game went no
    further.
    """

    @property
    def empties(self) -> int:
        """Empty cells."""
        return self.text.partition(" ")[0].count(".")

    @property
    def order(self) -> tuple[int, bool]:
        """Sorts the positions of one variant so that each comes after all that can follow it."""
        return self.empties, bool(self.links) and self.links[0].move == "--"


class Option(Struct, frozen=True):
    """A move with what it is worth to the mover; ``linked``: by the book position that it leads to."""

    link: Link
    value: Value
    linked: bool


def options(node: BookNode, value_of: Callable[[int], Value | None]) -> Iterator[Option]:
    """The moves of a node that have a value: from the book where it can be, else from the node's analysis.

    ``value_of`` gives the value of the position of a key, None also when that is not in the book.
    """
    leaves = {link.key: leaf for leaf in node.leaves for link in node.links if link.move == leaf.move}
    for link in node.links:
        after = value_of(link.key)
        if after is not None:
            yield Option(link, _negated(after), linked=True)
        elif link.key in leaves:
            yield Option(link, _of_leaf(leaves[link.key]), linked=False)


def value(node: BookNode, value_of: Callable[[int], Value | None]) -> Value | None:
    """What a node whose game is not over is worth, from its links and leaves."""
    known = list(options(node, value_of))
    missing = {link.key for link in node.links} - {option.link.key for option in known}
    if not known or (missing and not node.leaves):
        return None
    values = [option.value for option in known]
    choice = max(known, key=_goodness)
    best = choice.value
    unproven = [v for v in values if v.kind is not Certainty.EXACT]
    if missing:
        floor = _of_leaf(node.leaves[-1])
        unproven += [floor] if floor.kind is not Certainty.EXACT or floor.score > best.score else []
    source = min(unproven, key=_rank) if unproven and best.kind is Certainty.EXACT else best
    return Value(
        best.score,
        max(v.favoured for v in values),
        max(v.hampered for v in values),
        Certainty.ESTIMATE if unproven and source.kind is Certainty.EXACT else source.kind,
        source.depth,
        source.confidence,
        source.plies,
        choice.link.move,
    )


def final_value(score: float) -> Value:
    """The value of a finished game."""
    return _of_leaf(Leaf("", score, Certainty.EXACT, 0))


def better(new: tuple[Leaf, ...], old: tuple[Leaf, ...]) -> bool:
    """Whether an analysis should replace another: it is deeper, or as deep and says more."""
    if not new or not old:
        return bool(new)
    return (min(leaf.rank for leaf in new), len(new)) > (min(leaf.rank for leaf in old), len(old))


def _goodness(option: Option) -> tuple[float, int, int, bool]:
    """Sorts moves: the score first, then how far it can be trusted."""
    return option.value.score, *_rank(option.value), option.linked


def _rank(value: Value) -> tuple[int, int]:
    return SOURCES.index(value.kind), value.depth


def _of_leaf(leaf: Leaf) -> Value:
    draw = leaf.kind is Certainty.EXACT and leaf.score == 0
    favoured, hampered = (DRAWN, -DRAWN) if draw else (leaf.score, leaf.score)
    return Value(leaf.score, favoured, hampered, leaf.kind, leaf.depth, leaf.confidence, 0)


def _negated(after: Value) -> Value:
    """The value of a position seen by the side that moved there."""
    return Value(
        0.0 - after.score,
        0.0 - after.hampered,
        0.0 - after.favoured,
        after.kind,
        after.depth,
        after.confidence,
        after.plies + 1,
    )
