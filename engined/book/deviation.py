"""Where to go on looking: what a book lacks near the play that it thinks good."""

from __future__ import annotations

import heapq

from msgspec import Struct

from engined.results import Certainty

from .book import Book
from .node import BookNode, options

ROUNDING = 1e-6
"""Sums of errors are compared with this tolerance, in discs."""


class UnsearchedPosition(Struct, frozen=True):
    """A position whose moves out of the book nobody has looked at (deeply enough)."""

    text: str
    moves: tuple[str, ...]
    """The moves out of the book that nobody has looked at: one for each position that they lead to."""
    plies: int
    """The plies from where the survey began."""


class Expansion(Struct, frozen=True):
    """A position that should be in the book: the one after a move."""

    text: str
    move: str
    error: float
    """Discs that all moves from the beginning of the survey to here give away, by the book's values."""
    plies: int


class Survey(Struct, frozen=True):
    """What there is to do: searches first, since they decide which expansions there are. Most urgent first."""

    searches: tuple[UnsearchedPosition, ...]
    expansions: tuple[Expansion, ...]
    seen: int
    """Positions of the book within reach."""


def lacking(book: Book, node: BookNode, depth: int = 0) -> tuple[str, ...]:
    """The moves of a node that an analysis should look at; none when its value is proven or they are known.

    With ``depth``, what comes from less deep an analysis counts as not known.
    """
    if not node.links or (node.value is not None and node.value.kind is Certainty.EXACT):
        return ()
    unexplored = book.unexplored(node)
    outside = {link.move for link in node.links if link.key in unexplored}
    told = [leaf for leaf in node.leaves if leaf.move in outside]
    shallow = [leaf for leaf in told if leaf.kind is not Certainty.EXACT and leaf.depth < min(depth, node.empties)]
    return () if told and not shallow else tuple(unexplored.values())


def survey(book: Book, key: int, error: float, plies: int, depth: int = 0) -> Survey:
    """What is lacking at positions that moves reach from a position by giving away at most ``error`` discs in all.

    Both sides' errors add up. Nothing is looked for more than ``plies`` plies away, nor after a proven position.
    """
    searches: list[UnsearchedPosition] = []
    expansions: list[Expansion] = []
    queue = [(0.0, 0, key)]
    seen: set[int] = set()
    while queue:
        spent, away, here = heapq.heappop(queue)
        node = book.store.get(here)
        if node is None or here in seen:
            continue
        seen.add(here)
        moves = lacking(book, node, depth)
        if moves:
            searches.append(UnsearchedPosition(node.text, moves, away))
        if away >= plies or (node.value is not None and node.value.kind is Certainty.EXACT):
            continue
        judged: set[int] = set()
        for option in options(node, book.value_of):
            best = option.value.score if node.value is None else node.value.score
            total = spent + max(best - option.value.score, 0.0)
            if total > error + ROUNDING or option.link.key in judged:
                judged.add(option.link.key)
                continue
            judged.add(option.link.key)
            if book.store.get(option.link.key) is not None:
                heapq.heappush(queue, (total, away + 1, option.link.key))
            else:
                expansions.append(Expansion(node.text, option.link.move, total, away + 1))
        for link in node.links:
            if link.key not in judged and book.store.get(link.key) is not None and book.value_of(link.key) is None:
                heapq.heappush(queue, (spent, away + 1, link.key))
    return Survey(tuple(searches), tuple(expansions), len(seen))
