"""The tree of a proof: positions from the one to be proven down to a frontier, and the bounds that are known of them.

Values are in discs (or points), from the view of the seat that moves in a position. Positions that come about in
several ways are there once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engined.rules.position import Move, Position
from engined.rules.registry import capture_of


class ProofNode:
    """A position of the tree."""

    __slots__ = ("asked", "children", "estimate", "lower", "parents", "path", "position", "upper")

    def __init__(self, position: Position, path: tuple[Move, ...], widest: int, estimate: float) -> None:
        self.position = position
        self.path = path
        """The moves from the root: one way to get here."""
        self.lower, self.upper = -widest, widest
        self.estimate = estimate
        """The score that it is estimated at."""
        self.children: dict[Move, ProofNode] = {}
        """The nodes below, by move; empty where it was not looked into yet."""
        self.parents: list[ProofNode] = []
        self.asked = False
        """Whether a question about it is under way."""
        if position.over:
            self.lower = self.upper = round(position.value(position.seat))

    @property
    def exact(self) -> bool:
        """Whether its value is known."""
        return self.lower == self.upper


class ProofTree:
    """See the module's docstring."""

    def __init__(self, root: Position) -> None:
        self._widest = round(capture_of(root.variant).widest_margin)
        self.root = ProofNode(root, (), self._widest, 0.0)
        self._nodes = {root.digest: self.root}

    def __len__(self) -> int:
        return len(self._nodes)

    def grow(self, node: ProofNode, estimates: Mapping[Move, float]) -> Iterator[ProofNode]:
        """Look into a node: its moves get nodes, thought to be worth so much to the one who plays them, and the least
        of all where nothing is said. Those whose bounds that changes are given, each after its children.
        """
        least = min(estimates.values(), default=-node.estimate)
        for move in node.position.legal():
            after = node.position.play(move)
            child = self._nodes.get(after.digest)
            if child is None:
                child = ProofNode(after, (*node.path, move), self._widest, -estimates.get(move, least))
                self._nodes[after.digest] = child
            child.parents.append(node)
            node.children[move] = child
        yield node
        yield from self._gathered(node)

    def narrow(self, node: ProofNode, lower: int, upper: int) -> Iterator[ProofNode]:
        """Take in what a search has proven of a node. Those whose bounds that changes are given, each after its
        children.
        """
        before = node.lower, node.upper
        node.lower, node.upper = max(node.lower, lower), min(node.upper, upper)
        if node.lower > node.upper:
            raise ValueError(f"proofs contradict each other: {before} and {(lower, upper)}")
        if (node.lower, node.upper) != before:
            yield node
            for parent in node.parents:
                yield from self._gathered(parent)

    def _gathered(self, node: ProofNode) -> Iterator[ProofNode]:
        lower = max(-child.upper for child in node.children.values())
        upper = max(-child.lower for child in node.children.values())
        return self.narrow(node, lower, upper)

    def line(self) -> Iterator[tuple[Move, ProofNode]]:
        """The moves from a root whose value is known that keep it, as far down as the tree goes."""
        node = self.root
        while node.exact and node.children:
            move, node = next(
                (move, child) for move, child in node.children.items() if child.exact and child.lower == -node.lower
            )
            yield move, node
