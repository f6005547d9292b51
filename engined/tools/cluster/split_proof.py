"""One deep position, proven by many searches: which one the proof needs next, and what follows from its answer.

The root's value is thought to be so much. Two hypotheses then make the proof: that it is worth at least that, and that
it is not worth one more; where one turns out wrong, the value is thought to be what that has shown (as in MTD(f):
A. Plaat and others, "Best-first fixed-depth minimax algorithms", 1996). What decides a hypothesis with the least work
is looked for in the order of proof numbers (L. V. Allis, "Searching for solutions in games and artificial
intelligence", 1994), which here count the expected nodes of searches rather than leaves.

Pure: it knows neither a cluster nor threads. Whoever runs it asks for questions and brings answers, in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, inf

from engined.roots.solve_policy import solving_nodes
from engined.rules.position import Move, Position

from .proof_tree import ProofNode, ProofTree

SPREAD = 2.2
"""Discs: by how much estimates are off, as the scale of a logistic distribution (its standard deviation is 1.8 times
that)."""


@dataclass(frozen=True)
class Expand:
    """What are the moves of a position worth, about?"""

    node: ProofNode


@dataclass(frozen=True)
class Prove:
    """Is a position worth at least so much?"""

    node: ProofNode
    least: int


class SplitProof:
    """The proof of one position between two sides, split where no more than ``frontier`` cells are empty."""

    def __init__(self, root: Position, frontier: int, thought: float) -> None:
        """``thought``: what the root is worth, about."""
        self._tree = ProofTree(root)
        self._tree.root.estimate = thought
        self._frontier = frontier
        self._thought = round(thought)
        self._hypotheses: tuple[_Hypothesis, ...] = ()
        self._under_way: dict[ProofNode, Expand | Prove] = {}
        self._suppose()

    # --- what is known --------------------------------------------------------------------------------

    @property
    def bounds(self) -> tuple[int, int]:
        """The bounds of the root's value."""
        return self._tree.root.lower, self._tree.root.upper

    @property
    def proven(self) -> bool:
        """Whether they have met."""
        return self._tree.root.exact

    def line(self) -> tuple[tuple[Move, ...], ProofNode]:
        """The moves from a proven root that keep its value, and the node of the frontier that they lead to."""
        steps = list(self._tree.line())
        return tuple(move for move, _ in steps), steps[-1][1] if steps else self._tree.root

    def __len__(self) -> int:
        return len(self._tree)

    # --- what to ask ----------------------------------------------------------------------------------

    def next(self) -> Expand | Prove | None:
        """What to search next, under way from now on; None where nothing can be before more is known.

        First what the proof needs if all under way turns out as expected; if it needs nothing more, then what it needs
        if that does not.
        """
        while not self.proven:
            open_ones = [each for each in self._hypotheses if not each.decided]
            if not open_ones:
                return None
            hypothesis = min(open_ones, key=lambda each: (each.contrary, each.work))
            node = hypothesis.most_proving()
            if node.position.placements_left > self._frontier:
                if len(node.position.legal()) == 1:
                    self._grow(node, {})
                    continue
                question: Expand | Prove = Expand(node)
            else:
                question = Prove(node, hypothesis.least(node))
            node.asked = True
            self._under_way[node] = question
            self._changed([node])
            return question
        return None

    def expanded(self, question: Expand, estimates: Mapping[Move, float]) -> None:
        """An answer: what moves are worth to the one who plays them, about."""
        self._end(question)
        self._grow(question.node, estimates)

    def bounded(self, question: Prove, lower: int, upper: int) -> None:
        """An answer: the least and the most that the position can be worth. Raises ValueError where that contradicts
        what was proven before.
        """
        self._end(question)
        self._changed([question.node])
        self._changed(self._tree.narrow(question.node, lower, upper))
        self._suppose()

    def dropped(self, question: Expand | Prove) -> None:
        """It was not answered, and may be asked again."""
        self._end(question)
        self._changed([question.node])

    def superfluous(self) -> list[Expand | Prove]:
        """What is under way and no longer needed, because what it was for has been decided."""
        known: dict[tuple[ProofNode, int], bool] = {}
        leasts = {each.root_least for each in self._hypotheses}
        return [
            question
            for node, question in self._under_way.items()
            if not any(self._matters(node, least, known) for least in leasts)
        ]

    def _matters(self, node: ProofNode, root_least: int, known: dict[tuple[ProofNode, int], bool]) -> bool:
        """Whether a hypothesis about the root still hangs on a node."""
        if (node, root_least) not in known:
            least = _least(node, self._tree.root, root_least)
            is_open = node.lower < least <= node.upper
            known[node, root_least] = is_open and (
                not node.parents or any(self._matters(parent, root_least, known) for parent in node.parents)
            )
        return known[node, root_least]

    def _end(self, question: Expand | Prove) -> None:
        del self._under_way[question.node]
        question.node.asked = False

    def _grow(self, node: ProofNode, estimates: Mapping[Move, float]) -> None:
        self._changed(self._tree.grow(node, estimates))
        self._suppose()

    def _changed(self, nodes: Iterable[ProofNode]) -> None:
        for node in nodes:
            for hypothesis in self._hypotheses:
                hypothesis.update(node)

    def _suppose(self) -> None:
        """Suppose a value that is possible still."""
        lower, upper = self.bounds
        thought = min(max(self._thought, lower), upper)
        wanted = {least for least in (thought, thought + 1) if lower < least <= upper}
        self._thought = thought
        if wanted != {each.root_least for each in self._hypotheses}:
            root = self._tree.root
            self._hypotheses = tuple(
                _Hypothesis(root, least, contrary) for least in sorted(wanted) for contrary in (False, True)
            )


def _least(node: ProofNode, root: ProofNode, root_least: int) -> int:
    """What a node must be worth to its mover at least, for or against the root's being worth so much."""
    return root_least if node.position.seat == root.position.seat else 1 - root_least


class _Hypothesis:
    """That the root is worth at least so much: the work to prove and to disprove that at each node.

    What is under way counts as decided, as it is expected to be, or ``contrary`` to that.
    """

    def __init__(self, root: ProofNode, root_least: int, contrary: bool) -> None:
        self._root = root
        self.root_least = root_least
        self.contrary = contrary
        self._work: dict[ProofNode, tuple[float, float]] = {}
        """The expected work for a node, if it is worth what it must be, and if it is not."""

    @property
    def work(self) -> float:
        """That decides it, one way or the other."""
        return min(self._of(self._root))

    @property
    def decided(self) -> bool:
        """Whether nothing is left to be asked."""
        return self.work == 0

    def least(self, node: ProofNode) -> int:
        """What a node must be worth to its mover."""
        return _least(node, self._root, self.root_least)

    def most_proving(self) -> ProofNode:
        """The node without children whose value decides most with the least work."""
        node = self._root
        while node.children:
            node = min(node.children.values(), key=lambda child: self._of(child)[1])
        return node

    def update(self, node: ProofNode) -> None:
        """Something about a node has changed: so have those above it."""
        before, after = self._work.get(node), self._found(node)
        self._work[node] = after
        if before != after:
            for parent in node.parents:
                self.update(parent)

    def _of(self, node: ProofNode) -> tuple[float, float]:
        if node not in self._work:
            self._work[node] = self._found(node)
        return self._work[node]

    def _found(self, node: ProofNode) -> tuple[float, float]:
        least = self.least(node)
        if node.lower >= least:
            return 0.0, inf
        if node.upper < least:
            return inf, 0.0
        if node.asked:
            return (0.0, inf) if (node.estimate >= least) != self.contrary else (inf, 0.0)
        if not node.children:
            work = solving_nodes(node.position.placements_left, 1)
            chance = _chance(node.estimate - least)
            return work / chance, work / (1 - chance)
        of_children = [self._of(child) for child in node.children.values()]
        return min(no for _, no in of_children), sum(yes for yes, _ in of_children)


def _chance(ahead: float) -> float:
    """How likely a value is to be at least what the estimate is ``ahead`` of."""
    return 1 / (1 + exp(min(max(-(ahead + 0.5) / SPREAD, -30), 30)))
