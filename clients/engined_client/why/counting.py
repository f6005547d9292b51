"""Counts what changes along two lines that go on from a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from engined_protocol.messages import Analysis, Description, Position, Region, Theory
from engined_protocol.notation import PASS, square_name

from ..client import Client
from ..options import AnalyseOptions
from ..review.worth import Worth, thrown_away, weaker_kind
from .model import Figure, Measure, Why

PLIES = 8
"""The number of plies of the lines that are compared, if they are so long."""
CONTINUING_NODES = 50_000
"""The nodes of the search for what comes after the end of a principal variation."""
AREA_NODES = 400
"""Games played out to see whose the points are."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What matters of a variant for counting."""

    symbols: Mapping[str, str]
    """The symbol of each seat's discs."""
    colours: tuple[str, ...]
    """The symbols of the colours, in the order in which discs are counted."""
    sides: tuple[int, ...]
    capture: str

    @classmethod
    def of(cls, description: Description, sides: tuple[int, ...]) -> Kind:
        """The kind of a variant, from what is said of it."""
        colours = tuple(symbol for symbol, _ in description.colours)
        return cls(dict(description.seats), colours, sides, description.capture)


def explained(client: Client, kind: Kind, position: Position, best: Worth, played: Worth, plies: int = PLIES) -> Why:
    """Why a move is worth what it is, in the position of a session that was shown with its theory. The lines are
    compared after so many plies, or where the game ends on one of them.
    """
    best, played = (replace(worth, line=_continued(client, position, worth.line, plies)) for worth in (best, played))
    length = min(plies, len(best.line), len(played.line))
    lines = [_shown(client, position, worth.line[:length]) for worth in (played, best)]
    theory = _theory(position)
    odd = sum(region.parity == "odd" for region in theory.regions)
    figures = _figures(kind, position, lines[0], lines[1])
    if kind.capture == "surround":
        figures += _area(client, kind, position, played.line[:length], best.line[:length])
    return Why(
        variant=position.variant,
        seats=position.seats,
        sides=kind.sides,
        seat=position.mover,
        best=best,
        played=played,
        loss=round(best.score - played.score, 2),
        kind=weaker_kind(best, played),
        throws=thrown_away(best, played) if len(set(kind.sides)) == 2 else "",
        plies=length,
        answerer=lines[0][0].mover,
        regions=(odd, len(theory.regions) - odd),
        played_into=_region(theory, played.move),
        best_into=_region(theory, best.move),
        figures=tuple(figures),
    )


def _continued(client: Client, position: Position, line: tuple[str, ...], plies: int) -> tuple[str, ...]:
    """A principal variation that breaks off early, with what is best after it by shallow searches."""
    while len(line) < plies:
        options = AnalyseOptions(session=position.session, moves=line, best=1, book="ignore")
        options["depth"], options["nodes"] = plies - len(line) + 1, CONTINUING_NODES
        found = client.analyse(**options).result()
        if not found.moves:
            break
        line += found.moves[0].pv or (found.best,)
    return line


def _shown(client: Client, position: Position, line: tuple[str, ...]) -> list[Position]:
    """The positions after each ply of a line."""
    return [client.show(session=position.session, moves=line[:plies], theory=True) for plies in range(1, len(line) + 1)]


def _theory(position: Position) -> Theory:
    assert position.theory is not None
    return position.theory


def _region(theory: Theory, move: str) -> Region | None:
    cell = move.partition(":")[0]
    return next((region for region in theory.regions if cell in region.cells), None)


def _figures(kind: Kind, before: Position, played: list[Position], best: list[Position]) -> list[Figure]:
    """What the theory of each position counts, for each seat."""
    found = []
    for measure in _measures(kind):
        for seat in _counting_seats(kind, measure, before.seats):
            found.append(
                Figure(
                    measure=measure,
                    seat=seat,
                    before=_count(kind, measure, seat, before, before),
                    played=tuple(_count(kind, measure, seat, position, before) for position in played),
                    best=tuple(_count(kind, measure, seat, position, before) for position in best),
                )
            )
    return found


def _counting_seats(kind: Kind, measure: Measure, seats: tuple[str, ...]) -> tuple[str, ...]:
    """All seats; where discs are counted, of those that share a colour the first."""
    if measure not in ("stable", "corners", "frontier", "atari", "groups"):
        return seats
    first = {kind.symbols[seat]: seat for seat in reversed(seats)}
    return tuple(seat for seat in seats if first[kind.symbols[seat]] == seat)


def _measures(kind: Kind) -> tuple[Measure, ...]:
    if kind.capture == "surround":
        return ("prisoners", "atari", "groups")
    if kind.capture == "none":
        return ("chains", "mobility")
    return ("mobility", "corners", "stable", "frontier", "passes")


def _count(kind: Kind, measure: Measure, seat: str, position: Position, before: Position) -> float:
    theory, index = _theory(position), position.seats.index(seat)
    symbol = kind.symbols[seat]
    colour = kind.colours.index(symbol)
    match measure:
        case "mobility":
            return theory.mobility[index]
        case "stable":
            return theory.stable_discs[colour]
        case "corners":
            return theory.corners[colour]
        case "frontier":
            return theory.frontier[colour]
        case "passes":
            return _passes(position, before, index)
        case "prisoners":
            return position.prisoners[index]
        case "atari":
            own = _own_groups(theory, position, symbol)
            return sum(len(group) == 1 for group in own)
        case "groups":
            return len(_own_groups(theory, position, symbol))
        case "chains":
            return sum(point.seat == seat for chain in theory.chains for point in chain.points)
        case "area":
            raise ValueError("whose the points are is not theory")


def _passes(position: Position, before: Position, index: int) -> int:
    """How often a seat has passed since a position. Every ply is a seat's turn."""
    first = before.seats.index(before.mover)
    seats = len(before.seats)
    line = position.moves[len(before.moves) :]
    return sum(move == PASS and (first + ply) % seats == index for ply, move in enumerate(line))


def _own_groups(theory: Theory, position: Position, symbol: str) -> list[tuple[str, ...]]:
    """The liberties of each group of a colour."""
    width = len(position.board[0])
    cells = {square_name(square, width): content for square, content in enumerate("".join(position.board))}
    return [group.liberties for group in theory.groups if cells[group.cells[0]] == symbol]


def _area(
    client: Client, kind: Kind, position: Position, played: tuple[str, ...], best: tuple[str, ...]
) -> list[Figure]:
    """Whose points are whose, where games that are played out end: before the lines, and after each."""
    ends = [_owned(client, position, line) for line in ((), played, best)]
    if not all(ends):
        return []
    return [
        Figure(measure="area", seat=seat, before=ends[0][index], played=(ends[1][index],), best=(ends[2][index],))
        for index, seat in enumerate(position.seats)
    ]


def _owned(client: Client, position: Position, line: tuple[str, ...]) -> tuple[float, ...]:
    """Points of each seat; none where no games are played out."""
    job = client.analyse(session=position.session, moves=line, nodes=AREA_NODES, book="ignore", show=True)
    found: Analysis = job.result()
    if found.forecast is None or not found.forecast.ownership or found.position is None:
        return ()
    mover = found.position.seats.index(found.position.mover)
    cells = found.forecast.ownership
    mine = sum((1 + share) / 2 for share in cells)
    points = (mine, len(cells) - mine)
    return tuple(round(points[index != mover], 1) for index in range(len(position.seats)))
