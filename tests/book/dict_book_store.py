"""A store in memory, and games to put on it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engined.book.node import BookNode
from engined.results import Certainty, MoveLine, Score
from engined.rules.position import Position, start
from engined.rules.symmetry import image, symmetries
from engined.variants.model import Variant


class DictBookStore:
    def __init__(self) -> None:
        self.nodes: dict[int, BookNode] = {}
        self._parents: dict[int, set[int]] = {}

    def get(self, key: int) -> BookNode | None:
        return self.nodes.get(key)

    def put(self, key: int, node: BookNode) -> None:
        self.nodes[key] = node
        for link in node.links:
            self._parents.setdefault(link.key, set()).add(key)

    def drop(self, key: int) -> None:
        self.nodes.pop(key, None)

    def parents(self, key: int) -> Iterable[int]:
        return [parent for parent in self._parents.get(key, ()) if parent in self.nodes]

    def page(self, after: int | None, count: int) -> list[int]:
        keys = sorted(key for key in self.nodes if after is None or key > after)
        return keys if count < 0 else keys[:count]

    def __len__(self) -> int:
        return len(self.nodes)


def random_game(variant: Variant, random: Random, plies: int = 400) -> list[Position]:
    """Positions from the start on, to the end or for so many plies."""
    positions = [start(variant)]
    while not positions[-1].over and len(positions) <= plies:
        positions.append(positions[-1].play(random.choice(positions[-1].legal())))
    return positions


def random_lines(position: Position, random: Random, best: int = 1000, kind: Certainty | None = None) -> list[MoveLine]:
    """What an analysis of some depth might say of the best moves."""
    depth = random.randint(1, 9)
    kind = kind or random.choice([Certainty.ESTIMATE, Certainty.SELECTIVE, Certainty.EXACT])
    lines: list[MoveLine] = []
    scores: dict[tuple[int, ...], float] = {}
    for move in position.legal():
        after = position.play(move)
        equivalent = min(image(after, symmetry) for symmetry in symmetries(position.variant))
        score = scores.setdefault(equivalent, float(random.randint(-5, 5)))
        lines.append(MoveLine(move, Score(score, kind, depth), (move,), 1))
    lines.sort(key=lambda line: -line.score.value)
    return lines[: random.randint(1, best)]
