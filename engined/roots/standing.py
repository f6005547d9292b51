"""A game of Go as it would be counted if play stopped: by what becomes of its chains, where that was read out, and by
whose everything is at the end of games played out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import NamedTuple

from engined.rules.geometry import geometry
from engined.rules.groups import groups
from engined.rules.position import Position
from engined.rules.removal import Removal
from engined.variants.model import EMPTY

from .contests import Contest, Contests, Territory
from .life import Life, Status

SURE = 0.7
"""A chain or a region is settled that is one side's so much oftener than the other's, on average over its cells."""
LIKELY = 0.3
"""A region is settled, where the fate of the chains around it was read out, that is one side's so much oftener than the
other's, on average over its cells."""
HELD = 0.4
"""Each cell of a region where no move is worth playing is one side's so much oftener than the other's, at least."""
NEAR = 2
"""Points that are nobody's are at most so many steps from the living stones of both sides: further on is territory."""
ROOM = 3
"""An empty point with so many neighbours, if it and they are nobody's, is room where somebody may make a territory."""
SMALL = 3
"""Points of such a region where nobody lives, whatever games say."""
MOST_OPEN, MOST_OF_POINTS = 0.1, 0.3
"""Part of the cells of a board that need not be in regions of one colour where the rest is divided; and where nothing
hangs, so that points alone are left.
"""


class Standing(NamedTuple):
    """What stopping comes to."""

    ahead: float
    """Points by which the mover is ahead, without the stones that are dead."""
    settled: bool
    """True if no chain and no point that counts is in doubt, and nobody's points have no room for a territory."""
    neutral: bool
    """Whether there are empty points that are nobody's."""


class _Board:
    """A board, and how much of it is whose by games."""

    def __init__(self, position: Position, ownership: Sequence[float]) -> None:
        variant = position.variant
        self.board, self.cells, self.lines = position.board, variant.board.cells, geometry(variant.board)
        self._own = dict(zip(self.cells, ownership, strict=True))
        self._mine = variant.seats[position.seat].colour
        stones = [cell for cell in self.cells if self.board[cell] != EMPTY]
        self.chains = groups(self.lines, stones, lambda one, other: self.board[one] == self.board[other])

    def average(self, cells: frozenset[int], colour: int) -> float:
        """How much cells are a colour's, from -1 to 1."""
        mean = sum(self._own[cell] for cell in cells) / len(cells)
        return mean if colour == self._mine else -mean

    def is_filled(self, cells: frozenset[int]) -> bool:
        """Whether there is no room to live for those who have none of these cells, or more stones there than points."""
        stones = sum(self.board[cell] != EMPTY for cell in cells)
        return len(cells) <= SMALL or 2 * stones > len(cells)

    def holds(self, cells: frozenset[int], colour: int) -> bool:
        """Whether some cells are surely a colour's, each of them in most games."""
        least = min(self.average(frozenset({cell}), colour) for cell in cells)
        return self.average(cells, colour) >= SURE and least >= HELD

    def between(self, chains: Iterable[frozenset[int]], region: frozenset[int]) -> frozenset[int]:
        """The cells of a region that are near chains of both colours beside it."""
        sides: list[frozenset[int]] = []
        for colour in (0, 1):
            near = frozenset().union(*(chain for chain in chains if self.board[min(chain)] == colour))
            for _ in range(NEAR):
                near |= region.intersection(cell for known in near for cell in self.lines.adjacent[known])
            sides.append(near & region)
        return sides[0] & sides[1]

    def alive(self, chain: frozenset[int]) -> float:
        """How much a chain is its own colour's."""
        return self.average(chain, self.board[min(chain)])


def standing(
    position: Position, ownership: Sequence[float], fates: Mapping[frozenset[int], Status] | None = None
) -> Standing:
    """How a game stands, by the ownership of a :class:`engined.results.Forecast` and what becomes of each chain."""
    board = _Board(position, ownership)
    settled, dead = True, []
    for chain in board.chains:
        alive = board.alive(chain)
        fate = Status.UNSETTLED if fates is None else fates[chain]
        settled = settled and (fate is not Status.UNSETTLED or (fates is None and abs(alive) >= SURE))
        if fate is Status.DEAD or (fate is Status.UNSETTLED and alive < 0):
            dead.append(min(chain))
    removal = Removal(position).remove(dead)
    owners, counted = removal.owners, removal.counted
    for region in groups(board.lines, [cell for cell in board.cells if owners[cell] != EMPTY], lambda *_: True):
        settled = settled and board.average(region, owners[min(region)]) >= (SURE if fates is None else LIKELY)
    neutral = {cell for cell in board.cells if owners[cell] == EMPTY and counted.board[cell] == EMPTY}
    adjacent = board.lines.adjacent
    room = any(len(adjacent[cell]) >= ROOM and neutral.issuperset(adjacent[cell]) for cell in neutral)
    return Standing(counted.value(position.seat), settled and not room, bool(neutral))


def is_closed(position: Position, ownership: Sequence[float], most_open: float = MOST_OPEN) -> bool:
    """Whether chains that live in nearly all games part the board into regions of one colour each, but for a small part
    of it: then all that may be left is whether other chains live, and those points.
    """
    board, points = _Board(position, ownership), 0
    living = frozenset().union(*(chain for chain in board.chains if board.alive(chain) >= SURE))
    for region in groups(board.lines, [cell for cell in board.cells if cell not in living], lambda *_: True):
        colours = {board.board[near] for cell in region for near in board.lines.adjacent[cell] if near in living}
        points += 0 if len(colours) == 1 else len(region)
    return points <= most_open * len(board.cells)


class Matters(NamedTuple):
    """The parts of a board that are still open, and those that are not."""

    cells: frozenset[int]
    """The empty cells on which a move may change what is counted."""
    settled: Mapping[int, int]
    """The colour that each cell is in the end whose owner no move changes, if threats are answered."""
    neutral: frozenset[int]
    """The cells among them that are nobody's, between chains that live."""
    quiet: bool
    """True if no chain hangs on who moves first, but by a ko: points alone are left."""
    best: frozenset[int] = frozenset()
    """The cells, a few more than ``cells`` perhaps, that come first: where a move gains most, as far as that was read;
    none where it was not.
    """


def where_it_matters(position: Position, ownership: Sequence[float], life: Life) -> Matters | None:
    """Where a move may change what is counted; None where that is not known, or hangs on ko threats, which may be
    anywhere.

    The chains that live, whoever moves, are walls. Between them, it matters where what becomes of a chain hangs on who
    moves first, where that decides whether a small territory becomes a seki, and on points that are nobody's; of a seki
    only where such a chain is beside it. Elsewhere it does not if there is no room, if all is one side's in most games,
    if the other side is read to live nowhere in it, or if most are stones that were read out to be dead, which games
    may save. Of the moves that decide what hangs, those come first that gain most, and with them what was not read,
    and points that are nobody's where there are as many of them.
    """
    board = _Board(position, ownership)
    regions = _regions(board, life)
    if None in {region.kind for region in regions}:
        return None

    def those(kind: _Kind) -> list[_Region]:
        return [region for region in regions if region.kind is kind]

    hanging, spoilt, by_ko, between = (those(kind) for kind in (_Kind.HANGING, _Kind.SPOILT, _Kind.KO, _Kind.BETWEEN))
    may_place = position.placements(position.seat).keys()
    beside_hanging = frozenset[frozenset[int]]().union(*(region.around for region in hanging + by_ko))
    in_seki = [
        region.empty
        if region.around & beside_hanging
        else frozenset(cell for cell in region.empty & may_place if life.stays(cell))
        for region in those(_Kind.SEKI)
    ]
    deciding = (points for region in spoilt for points in region.deciding.values())
    if by_ko and not hanging and not spoilt and not between:
        return None  # threats decide that are elsewhere
    cells = frozenset[int]().union(*(region.empty for region in hanging + by_ko + between), *in_seki, *deciding)
    parted = frozenset[int]().union(*(region.cells for region in regions))
    settled = {cell: board.board[cell] for cell in board.cells if cell not in parted}
    for region in those(_Kind.CLOSED):
        settled |= dict.fromkeys(region.cells, *region.colours)
    exposed = frozenset[int]().union(*(life.exposed(cell) for cell in cells & may_place))
    settled = {cell: colour for cell, colour in settled.items() if cell not in exposed}
    best = frozenset[int]()
    if not by_ko:
        territories = [Territory(region.empty, region.around) for region in those(_Kind.CLOSED)]
        contests = Contests(position, life, [_contest(region, life) for region in hanging + spoilt], territories)
        best, gain = contests.best(cells & may_place)
        if best:
            best |= frozenset[int]().union(*in_seki, *(part.empty for part in between if 2 * len(part.empty) >= gain))
    return Matters(cells, settled, _neutral(board, between), not hanging and not spoilt, best)


def is_kept(position: Position, ownership: Sequence[float], life: Life) -> bool:
    """Return True if all that is the other side's is read to stay so if the mover goes on: its chains live, none of
    them in a seki, and each stone placed in a territory of theirs is captured.
    """
    other = 1 - position.variant.seats[position.seat].colour
    regions = _regions(_Board(position, ownership), life)
    theirs = [region for region in regions if other in region.colours]
    return all(
        region.kind is _Kind.CLOSED
        and all(life.statuses[chain] is Status.ALIVE for chain in region.around)
        and life.takes_all(region.cells, other)
        for region in theirs
    )


def neutral_points(position: Position, ownership: Sequence[float], life: Life) -> frozenset[int]:
    """The points that are nobody's, between chains that live, whatever else may matter."""
    board = _Board(position, ownership)
    return _neutral(board, (region for region in _regions(board, life) if region.kind is _Kind.BETWEEN))


def _neutral(board: _Board, between: Iterable[_Region]) -> frozenset[int]:
    return frozenset[int]().union(*(region.empty & board.between(region.around, region.cells) for region in between))


def _contest(region: _Region, life: Life) -> Contest:
    """Return what hangs on who moves first in a region."""
    chains = [chain for chain in life.hanging if chain <= region.cells]
    return Contest(region.cells, tuple(chains or list(region.deciding)[:1]), region.colours, region.around)


class _Kind(Enum):
    """The kinds of regions between chains that live."""

    HANGING = auto()
    """The life of a chain in it hangs on who moves first."""
    KO = auto()
    """The life of each such chain in it hangs on a ko."""
    SPOILT = auto()
    """It is a territory or a seki by who moves first."""
    SEKI = auto()
    """Chains of both colours are around it, one of them in a seki."""
    BETWEEN = auto()
    """Chains of both colours are around it."""
    CLOSED = auto()
    """It is surely one colour's."""


class _Region(NamedTuple):
    """A region between chains that live."""

    kind: _Kind | None
    """The kind; None where that is not known, or where some chains in it hang on a ko and others do not."""
    cells: frozenset[int]
    """The cells that it consists of."""
    empty: frozenset[int]
    """The cells among them that are empty."""
    around: frozenset[frozenset[int]]
    """The living chains beside it."""
    colours: frozenset[int]
    """The colours of these."""
    deciding: Mapping[frozenset[int], frozenset[int]]
    """The points that decide a region that is SPOILT, by the chain beside it that gets two eyes or not; else none."""


def _regions(board: _Board, life: Life) -> list[_Region]:
    """The regions that the chains that live, whoever moves, part a board into: all cells but those of these chains."""
    hanging, kos = life.hanging, life.kos
    walls = {
        cell: chain
        for chain in board.chains
        for cell in chain
        if chain not in hanging and life.statuses[chain] is not Status.DEAD
    }

    def region_of(cells: frozenset[int]) -> _Region:
        empty = frozenset(cell for cell in cells if board.board[cell] == EMPTY)
        around = frozenset(walls[near] for cell in cells for near in board.lines.adjacent[cell] if near in walls)
        colours = frozenset(board.board[min(chain)] for chain in around)
        inside = {chain for chain in hanging if chain <= cells}
        # Asked once: the answer may be another when the time or the nodes for reading are over.
        asked = around if len(colours) == 1 and not inside else ()
        deciding = {chain: points for chain in asked if (points := life.deciding(cells, chain))}
        kind: _Kind | None
        if inside:
            by_ko = kos & inside
            kind = _Kind.HANGING if not by_ko else _Kind.KO if by_ko == inside else None
        elif len(colours) > 1:
            kind = _Kind.SEKI if any(life.statuses[chain] is Status.SEKI for chain in around) else _Kind.BETWEEN
        elif deciding:
            kind = _Kind.SPOILT
        else:
            kept = colours and (board.is_filled(cells) or board.holds(cells, *colours) or life.keeps_out(cells, around))
            kind = _Kind.CLOSED if kept else None
        return _Region(kind, cells, empty, around, colours, deciding)

    parts = groups(board.lines, [cell for cell in board.cells if cell not in walls], lambda *_: True)
    return [region_of(cells) for cells in parts]
