"""What a chain game looks like: its chains with what they count and why, and the cells that are dead, by which rule."""

from __future__ import annotations

from dataclasses import dataclass

from engined.rules.chains import Broken, Chains, Why
from engined.rules.position import Position
from engined.rules.registry import capture_of


@dataclass(frozen=True, slots=True)
class ExplainedChain:
    """A chain of at least two stones; all cells in board order."""

    cells: tuple[int, ...]
    ends: tuple[int, ...]
    bends: tuple[int, ...]
    grows: bool
    """Whether a stone may still join it."""
    points: tuple[tuple[int, Why], ...]
    """The seat that each is for, and why (see :meth:`engined.rules.chains.Chains.points`)."""


def explained_chains(position: Position) -> tuple[ExplainedChain, ...]:
    """The chains of a position, in board order; none in games that are no chain games."""
    rule, board = capture_of(position.variant), position.board
    if not isinstance(rule, Chains):
        return ()
    open_cells = () if position.over else position.placements(position.seat)
    touched = {near for square in open_cells for near in rule.lines.adjacent[square]}
    return tuple(
        ExplainedChain(
            chain,
            rule.ends(board, chain),
            rule.bends(board, chain),
            not touched.isdisjoint(chain),
            tuple(rule.points(board, chain)),
        )
        for chain in rule.chains(board)
        if len(chain) > 1
    )


def dead_cells(position: Position) -> dict[int, tuple[Broken, ...]]:
    """Cells that nobody may ever place on, in board order, with the rules that this would break."""
    rule = capture_of(position.variant)
    return rule.broken(position) if isinstance(rule, Chains) else {}
