"""What theory says, as it is put in an analysis."""

from __future__ import annotations

from engined.rules.position import Position
from engined.theory.chains import ExplainedChain, dead_cells, explained_chains
from engined.theory.regions import CONNECTIVITY, regions
from engined.theory.stable import stable
from engined_protocol import messages as m
from engined_protocol.notation import square_name
from engined_protocol.theory import Parity


def theory_of(position: Position) -> m.Theory:
    """Regions, stable discs and mobility of a position; in a chain game, its chains and its dead cells."""
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
        chains=tuple(_chain(position, chain) for chain in explained_chains(position)),
        dead=tuple(
            m.DeadCell(cell=square_name(square, width), broken=tuple(rule.value for rule in broken))
            for square, broken in dead_cells(position).items()
        ),
    )


def _chain(position: Position, chain: ExplainedChain) -> m.Chain:
    width, seats = position.variant.board.width, position.variant.seats

    def names(squares: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(square_name(square, width) for square in squares)

    return m.Chain(
        cells=names(chain.cells),
        ends=names(chain.ends),
        bends=names(chain.bends),
        grows=chain.grows,
        points=tuple(m.ChainPoint(seat=seats[seat].name, why=why) for seat, why in chain.points),
    )


def _parity(count: int) -> Parity:
    return "odd" if count % 2 else "even"
