"""The book of one variant: how it learns from games, from analyses and from other books."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Protocol

from msgspec.structs import replace

from engined.results import Certainty, MoveLine
from engined.rules.position import Position, move_text, parse_position
from engined.rules.symmetry import symmetries
from engined.variants.model import Variant
from engined_protocol.notation import is_pass

from .folding import Folded, compose, fold, image_of_move, key_of
from .node import MOST_GAMES, SOURCES, BookNode, Leaf, Link, Value, better, final_value, value


class BookStore(Protocol):
    """Where the nodes of one variant's book are kept."""

    def get(self, key: int) -> BookNode | None:
        """The node of that key."""
        ...

    def put(self, key: int, node: BookNode) -> None:
        """Keep a node, in place of an older one."""
        ...

    def drop(self, key: int) -> None:
        """Forget a node."""
        ...

    def parents(self, key: int) -> Iterable[int]:
        """Keys of the nodes that have a link to that key, whether or not there is a node for it."""
        ...

    def page(self, after: int | None, count: int) -> list[int]:
        """So many keys of nodes after that one, or from the first on, ascending; a negative count is no limit."""
        ...

    def __len__(self) -> int:
        """How many nodes there are."""
        ...


class BadEntry(ValueError):
    """A position of another book that makes no sense here, and why."""


class Book:
    """The book of a variant, on a store. Its values are right after every call."""

    def __init__(self, variant: Variant, store: BookStore) -> None:
        self.variant = variant
        self.store = store

    def value_of(self, key: int) -> Value | None:
        """What the position of a key is worth to its mover; None also when it is not in the book."""
        node = self.store.get(key)
        return None if node is None else node.value

    # --- learning -------------------------------------------------------------------------------------

    def add_game(self, positions: Sequence[Position], counted: int = 0) -> int:
        """Put the positions of a game in; how many are new. The first ``counted`` have this game already."""
        new: list[int] = []
        for index, position in enumerate(positions):
            folded = fold(position)
            node = self.store.get(folded.key)
            if node is None:
                node = _new_node(folded)
                new.append(folded.key)
            if index >= counted or folded.key in new:
                self.store.put(folded.key, _counted(node, node.games + (index >= counted)))
        self._update(new)
        return len(new)

    def place(self, position: Position) -> bool:
        """Put a position in; whether it is new."""
        return self.add_game((position,), counted=1) == 1

    def learn(self, position: Position, lines: Sequence[MoveLine], *, proven: bool, add: bool = False) -> bool:
        """Take in an analysis of a position, best line first; whether it told anything new.

        The lines speak of positions of the book that they lead through as well; of exact lines this is believed only
        if ``proven`` says that they are proven to the end. A position that is not in the book is put in with ``add``.
        """
        usable = list(takewhile(lambda line: line.score.kind in SOURCES, lines))
        if not usable:
            return False
        if add:
            self.place(position)
        folded = fold(position)
        node = self.store.get(folded.key)
        if node is None:
            return False
        leaves = tuple(
            _leaf(line, image_of_move(move_text(position, line.move), folded.symmetry, self.variant.board))
            for line in usable
        )
        changed = {folded.key} if self._offer(folded.key, node, leaves) else set()
        for line in usable:
            if proven or line.score.kind is not Certainty.EXACT:
                changed |= self._follow(folded, line)
        self._update(changed)
        return bool(changed)

    def merge(self, text: str, games: int, leaves: Sequence[Leaf]) -> bool:
        """Take in a position of another book; whether it is new here. The more games and the better analysis stay.

        Raises BadEntry, and changes nothing, when that is no position of this variant or a move is not legal there.
        """
        try:
            position = parse_position(self.variant, text)
        except ValueError as error:
            raise BadEntry(str(error)) from None
        folded = fold(position)
        board = self.variant.board
        try:
            turned = tuple(replace(leaf, move=image_of_move(leaf.move, folded.symmetry, board)) for leaf in leaves)
        except ValueError as error:
            raise BadEntry(str(error)) from None
        node = self.store.get(folded.key)
        new = node is None
        if node is None:
            node = _new_node(folded)
        legal = {link.move for link in node.links}
        for given, leaf in zip(leaves, turned, strict=True):
            if leaf.move not in legal:
                raise BadEntry(f"{given.move} is not legal there")
        if new or games > node.games:
            node = _counted(node, max(games, node.games))
            self.store.put(folded.key, node)
        if self._offer(folded.key, node, turned) or new:
            self._update([folded.key])
        return new

    def refresh(self, key: int) -> bool:
        """Make a node anew from its text: links and value. False if it is none of this variant, and is dropped."""
        node = self.store.get(key)
        if node is None:
            return True
        try:
            folded = fold(parse_position(self.variant, node.text))
        except ValueError:
            folded = None
        if folded is None or folded.text != node.text or key_of(self.variant, node.text) != key:
            self.store.drop(key)
            return False
        links = _links(folded.position)
        legal = {link.move for link in links}
        leaves = tuple(leaf for leaf in node.leaves if leaf.move in legal)
        renewed = replace(node, links=links, leaves=leaves)
        renewed = replace(renewed, value=self._value(renewed))
        if renewed != node:
            self.store.put(key, renewed)
        return True

    def in_order(self) -> list[int]:
        """All keys, each after those of all positions that can follow."""
        nodes = ((key, self.store.get(key)) for key in self.store.page(None, -1))
        return [key for _, key in sorted((node.order, key) for key, node in nodes if node is not None)]

    # --- values ---------------------------------------------------------------------------------------

    def unexplored(self, node: BookNode) -> dict[int, str]:
        """The moves of a node that lead out of the book, one for each position that they lead to."""
        return {link.key: link.move for link in reversed(node.links) if self.store.get(link.key) is None}

    def _value(self, node: BookNode) -> Value | None:
        if node.links:
            return value(node, self.value_of)
        position = parse_position(self.variant, node.text)
        return final_value(position.value(position.seat))

    def _update(self, keys: Iterable[int]) -> None:
        """Value nodes again, and whatever that changes, those late in the game first."""
        queue: list[tuple[tuple[int, bool], int]] = []
        waiting: set[int] = set()

        def ask(key: int) -> None:
            node = self.store.get(key)
            if node is not None and key not in waiting:
                waiting.add(key)
                heapq.heappush(queue, (node.order, key))

        for key in keys:
            ask(key)
        while queue:
            _, key = heapq.heappop(queue)
            waiting.remove(key)
            node = self.store.get(key)
            assert node is not None
            worth = self._value(node)
            if worth != node.value:
                self.store.put(key, replace(node, value=worth))
                for parent in self.store.parents(key):
                    ask(parent)

    def _offer(self, key: int, node: BookNode, leaves: tuple[Leaf, ...]) -> bool:
        """Give a node the leaves of an analysis, if they say more than those that it has."""
        outside = set(self.unexplored(node).values())
        unstored = {link.move for link in node.links if self.store.get(link.key) is None}
        tells = any(leaf.move in unstored for leaf in leaves)
        told = any(leaf.move in unstored for leaf in node.leaves)
        if node.leaves and outside and not (tells and (not told or better(leaves, node.leaves))):
            return False
        if not outside and not better(leaves, node.leaves):
            return False
        self.store.put(key, replace(node, leaves=leaves))
        return True

    def _follow(self, folded: Folded, line: MoveLine) -> set[int]:
        """Keys of nodes that learnt from a line where it leaves the book."""
        node, symmetry, key = self.store.get(folded.key), folded.symmetry, folded.key
        score, depth = line.score.value, line.score.depth
        board, turns = self.variant.board, symmetries(self.variant)
        for index, text in enumerate(move_text(folded.position, move) for move in line.pv):
            move = image_of_move(text, symmetry, board)
            link = next((link for link in node.links if link.move == move), None) if node is not None else None
            if node is None or link is None or depth < 1:
                return set()
            child = self.store.get(link.key)
            if child is None:
                if index == 0:
                    return set()
                leaf = Leaf(move, score, line.score.kind, depth, line.score.confidence)
                return {key} if self._offer(key, node, (leaf,)) else set()
            node, symmetry, key = child, compose(symmetry, turns[link.turn]), link.key
            score, depth = 0.0 - score, depth - (not is_pass(text))
        return set()


def _counted(node: BookNode, games: int) -> BookNode:
    """The node with that many games, as far as they are counted."""
    return replace(node, games=min(games, MOST_GAMES))


def _new_node(folded: Folded) -> BookNode:
    return BookNode(folded.text, _links(folded.position))


def _links(position: Position) -> tuple[Link, ...]:
    return tuple(_link(position, move_text(position, move), position.play(move)) for move in position.legal())


def _link(position: Position, move: str, after: Position) -> Link:
    folded = fold(after)
    return Link(move, folded.key, folded.turn)


def _leaf(line: MoveLine, move: str) -> Leaf:
    return Leaf(move, line.score.value, line.score.kind, line.score.depth, line.score.confidence)
