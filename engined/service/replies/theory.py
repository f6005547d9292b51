"""What theory says, as it is put in an analysis."""

from __future__ import annotations

from collections.abc import Iterable

from engined.rules.position import Position
from engined.rules.registry import capture_of
from engined.theory.chains import ExplainedChain, dead_cells, explained_chains
from engined.theory.frontier import frontier
from engined.theory.regions import CONNECTIVITY, regions
from engined.theory.stable import corners, stable
from engined.theory.stone_groups import stone_groups
from engined.variants.model import EMPTY
from engined_protocol import messages as m
from engined_protocol.messages.theory import Parity
from engined_protocol.notation import square_name


def theory_of(position: Position) -> m.Theory:
    """Regions, stable discs, mobility and the like of a position; in a chain game, its chains and its dead cells, in Go
    its groups.
    """
    width = position.variant.board.width
    settled = capture_of(position.variant).settles
    safe, outer = frozenset[int]() if settled else stable(position), frontier(position)
    held = frozenset(square for square in corners(position) if position.board[square] != EMPTY)
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
        stable=tuple(square_name(square, width) for square in sorted(safe)),
        stable_discs=() if settled else _by_colour(position, safe),
        mobility=position.mobility(),
        frontier=_by_colour(position, outer),
        corners=_by_colour(position, held),
        groups=tuple(
            m.StoneGroup(cells=_names(position, group.cells), liberties=_names(position, group.liberties))
            for group in stone_groups(position)
        ),
        chains=tuple(_chain(position, chain) for chain in explained_chains(position)),
        dead=tuple(
            m.DeadCell(cell=square_name(square, width), broken=tuple(rule.value for rule in broken))
            for square, broken in dead_cells(position).items()
        ),
    )


def _chain(position: Position, chain: ExplainedChain) -> m.Chain:
    seats = position.variant.seats
    return m.Chain(
        cells=_names(position, chain.cells),
        ends=_names(position, chain.ends),
        bends=_names(position, chain.bends),
        grows=chain.grows,
        points=tuple(m.ChainPoint(seat=seats[seat].name, why=why) for seat, why in chain.points),
    )


def _names(position: Position, squares: Iterable[int]) -> tuple[str, ...]:
    width = position.variant.board.width
    return tuple(square_name(square, width) for square in squares)


def _by_colour(position: Position, squares: Iterable[int]) -> tuple[int, ...]:
    """How many discs of each colour stand on these squares."""
    colours = [position.board[square] for square in squares]
    return tuple(colours.count(colour) for colour in range(len(position.variant.colours)))


def _parity(count: int) -> Parity:
    return "odd" if count % 2 else "even"
