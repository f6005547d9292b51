"""A reader of captures that gives up."""

from __future__ import annotations

from dataclasses import dataclass

from engined.backends.go_reader import GoReader
from engined.roots.life import Question
from engined.rules.position import Position


@dataclass
class Tired:
    """A reader that has so many answers left, as if its time were over after them. See
    :class:`engined.roots.life.Reader`.
    """

    reader: GoReader
    left: int
    most: int = 1_000_000
    """The nodes of each answer."""

    def captured(self, position: Position, question: Question, nodes: int) -> bool | None:
        """Nothing, once no answers are left."""
        self.left -= 1
        return self.reader.captured(position, question, min(nodes, self.most)) if self.left >= 0 else None

    def halt(self) -> None:
        """Leave no answers."""
        self.left = 0
