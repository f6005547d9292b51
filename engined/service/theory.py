"""What theory says, as it is put in an analysis."""

from __future__ import annotations

from engined.rules.position import Position
from engined.theory.regions import CONNECTIVITY, regions
from engined.theory.stable import stable
from engined_protocol import messages as m
from engined_protocol.notation import square_name
from engined_protocol.theory import Parity


def theory_of(position: Position) -> m.Theory:
    """Regions, stable discs and mobility of a position."""
    width = position.variant.board.width
    safe = sorted(stable(position))
    colours = [position.board[square] for square in safe]
    return m.Theory(
        connectivity=CONNECTIVITY,
        parity=_parity(position.empties),
        regions=tuple(
            m.Region(
                cells=tuple(square_name(square, width) for square in region),
                size=len(region),
                parity=_parity(len(region)),
            )
            for region in regions(position)
        ),
        stable=tuple(square_name(square, width) for square in safe),
        stable_discs=tuple(colours.count(colour) for colour in range(len(position.variant.colours))),
        mobility=position.mobility(),
    )


def _parity(count: int) -> Parity:
    return "odd" if count % 2 else "even"
