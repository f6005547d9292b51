"""The experiments that there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from .final_ranks import TABLE_3, TABLE_4
from .finding import Finding
from .freedom import Freedom
from .session import Run
from .teams import Teams


class Experiment(Protocol):
    """What each of them is."""

    @property
    def title(self) -> str:
        """What it is about."""
        ...

    @property
    def rows(self) -> tuple[int, ...]:
        """The settings of the paper, where they are numbers; none where others are of no use."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """How it is done."""
        ...

    def games(self, session: Run) -> int:
        """How many games there will be in all."""
        ...

    def run(self, session: Run, finding: Finding) -> Iterator[None]:
        """Play, and write what is found, step by step. Raises Interrupted."""
        ...


EXPERIMENTS: dict[str, Experiment] = {
    "yonin-table1": Teams(),
    "yonin-table2": Freedom(),
    "yonin-table3": TABLE_3,
    "yonin-table4": TABLE_4,
}
