"""What a move gains where the life of chains, or a territory, hangs on who moves first, as far as that is read out.

Games played out do not see that a territory is lost as soon as the other side plays there, so they prefer a capture of
two stones elsewhere. Here each such part of the board, a contest, is worth what becomes of its chains if the mover
plays there, and what becomes of them if he plays elsewhere and the other side goes on: the difference is the gain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engined.rules.position import Position
from engined.variants.model import EMPTY, ScoreKind

from .life import Fate, Life, Points

LEAST_GAIN = 7
"""Points that a move gains which comes before all moves whose gain was read to be less: where all gain less, games say
more, as what is read may be off by a point or two.
"""
LEAST_DECIDING = 2
"""Points that a move gains which decides a contest."""


class Contest(NamedTuple):
    """A part of a board between chains that live."""

    cells: Points
    chains: tuple[Points, ...]
    """The chains in it whose life hangs on who moves first; where it is a territory that may become a seki, the chain
    beside it that may be left without two eyes.
    """
    colours: frozenset[int]
    """The colours of the living chains around it."""
    around: frozenset[Points]
    """The living chains around it."""

    @property
    def is_territory(self) -> bool:
        """Whether it is a territory that may become a seki."""
        return not any(chain <= self.cells for chain in self.chains)


class Territory(NamedTuple):
    """Points that are one colour's, whoever moves."""

    empty: Points
    around: frozenset[Points]
    """The chains around them."""


class Contests:
    """The parts of a board that hang on who moves first."""

    def __init__(
        self, position: Position, life: Life, contests: Sequence[Contest], territories: Sequence[Territory]
    ) -> None:
        """``territories`` are lost, where territory counts, as soon as the chains around them are in a seki."""
        self._life = life
        self._board = position.board
        self._colour = position.variant.seats[position.seat].colour
        self._contests = contests
        self._territories = () if position.variant.scoring.kind is ScoreKind.AREA else territories
        self._legal = position.placements(position.seat).keys()

    def best(self, cells: Iterable[int]) -> tuple[Points, int]:
        """The cells, of these and those that decide the contests from outside, where a move gains most, and those of
        which that was not found out; and how many points it gains. No cells where that is next to nothing.
        """
        gains = dict.fromkeys(cells, 0)
        unread: set[int] = set()
        for contest in self._contests:
            found = self._gains(contest, gains.keys())
            unread |= contest.cells & self._legal if found is None else set()
            for cell, gain in (found or {}).items():
                unread |= {cell} if gain is None else set()
                gains[cell] = gains.get(cell, 0) + (gain or 0)
        most = max(gains.values(), default=0)
        if most < LEAST_GAIN:
            return frozenset(), most
        return frozenset(unread).union(cell for cell, gain in gains.items() if gain == most), most

    def _gains(self, contest: Contest, cells: Iterable[int]) -> dict[int, int | None] | None:
        """What a move on each cell gains in a contest, None where that is not known; None if nothing is."""
        elsewhere = self._worth(contest, None)
        if elsewhere is None:
            return None

        def gains(cells: Points) -> dict[int, int | None]:
            worths = {cell: self._worth(contest, cell) for cell in sorted(cells & self._legal)}
            return {cell: None if worth is None else worth - elsewhere for cell, worth in worths.items()}

        whole = frozenset[int]().union(*(self._life.read_with(chain) for chain in contest.chains))
        found = gains(whole.intersection(cells))
        if all(gain is not None and gain < LEAST_DECIDING for gain in found.values()):
            found |= gains(whole.difference(cells))
        return found

    def _worth(self, contest: Contest, placed: int | None) -> int | None:
        """How many points of area more than the other side the mover has in a contest, once it has placed a stone
        there, None: elsewhere, and the other side goes on there; None where that is not known.
        """
        fates: dict[Points, Fate] = {}
        for chain in contest.chains:
            fate = self._life.fate_after(chain, placed)
            if fate is None:
                return None
            fates[chain] = fate
        lost = [chain for chain, fate in fates.items() if fate is Fate.CAPTURED]
        living = {self._board[min(chain)] for chain in fates if chain not in lost}
        losers = {self._board[min(chain)] for chain in lost}
        if contest.is_territory and lost:
            return -self._signed(len(contest.cells) + sum(map(len, lost)), *losers)
        if not living and len(losers) > 1:
            return None  # both capture: what comes of the stone that is placed decides
        owners = living or contest.colours
        alone = not living or min(fates.values()) is Fate.TWO_EYES
        if len(owners) == 1 and (alone or (lost and owners == contest.colours and self._live(contest.around, placed))):
            return self._signed(len(contest.cells), *owners)
        taken = frozenset[int]().union(*lost)
        worth = sum(
            self._signed(-1 if cell in taken else 1, self._board[cell])
            for cell in contest.cells
            if self._board[cell] != EMPTY
        )
        if placed is None or placed in contest.cells:
            worth += -1 if placed is None else 1  # the stone of the other side, or of the mover
        return worth - self._spoilt(contest, placed)

    def _live(self, chains: Iterable[Points], placed: int | None) -> bool:
        """Whether chains get two eyes."""
        return all(self._life.fate_after(chain, placed) is Fate.TWO_EYES for chain in chains)

    def _spoilt(self, contest: Contest, placed: int | None) -> int:
        """The points of the mover's other territories, less those of the other side's, that are lost as the chains
        around a contest have no two eyes.
        """
        beside = [territory for territory in self._territories if territory.around & contest.around]
        chains = frozenset[Points]().union(*(territory.around for territory in beside)) & contest.around
        blind = {chain for chain in chains if self._life.fate_after(chain, placed) is Fate.NO_EYES}
        return sum(
            self._signed(len(territory.empty), self._board[min(next(iter(territory.around & blind)))])
            for territory in beside
            if territory.around & blind
        )

    def _signed(self, points: int, colour: int) -> int:
        return points if colour == self._colour else -points
