"""A tournament of people: rounds, results, who plays next."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from engined_protocol.messages import TimeControl

from .pairing import Candidate, Format, PairingError, Round, demand_package, round_count, round_robin, swiss
from .score import Score
from .standings import BOARD, Row, opponent, standings


@dataclass(frozen=True, slots=True)
class Table:
    """A game of a round; ``a`` has Black."""

    a: str
    b: str
    score: Score | None = None
    """The score of the game; None if it was not played yet."""

    @property
    def forfeit(self) -> str:
        """Nothing: why a game was not played out is not written."""
        return ""

    def points(self, name: str) -> float:
        """The points that one of the two gets: 1, 1/2 or 0."""
        assert self.score is not None
        return self.score.points[name != self.a]

    def discs(self, name: str) -> float:
        """The discs of one of the two, of 64."""
        assert self.score is not None
        return self.score.discs[name != self.a]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as it was paired."""

    tables: tuple[Table, ...]
    byes: tuple[str, ...] = ()
    page: str = ""
    """A secret from which the addresses of its games on the page are made; empty: they have none."""

    @property
    def open(self) -> int:
        """Games without a result."""
        return sum(table.score is None for table in self.tables)


@dataclass(frozen=True, slots=True)
class Club:
    """A tournament as its file says it."""

    players: tuple[str, ...]
    """All of them, in the order of their strength, or that of a lot."""
    name: str = ""
    format: Format = "swiss"
    rounds: int | None = None
    """The number of rounds that is asked for (see :func:`round_count`); None: what is usual."""
    cells: int = BOARD
    """The number of cells of the board."""
    variant: str = ""
    """The name of what is played; empty: Othello on a square of so many cells."""
    clock: TimeControl | None = None
    """The clocks of its games on the page."""
    organiser: str = ""
    """A secret: whoever has it draws rounds and puts results in on the page; empty: nobody."""
    withdrawn: frozenset[str] = field(default_factory=frozenset)
    """The players who are paired no more."""
    drawn: tuple[Drawn, ...] = ()

    @property
    def total(self) -> int:
        """Rounds in all."""
        return round_count(self.format, len(self.players), self.rounds)

    @property
    def played(self) -> tuple[Table, ...]:
        """All games with a result."""
        return tuple(table for one in self.drawn for table in one.tables if table.score is not None)

    @property
    def byes(self) -> Counter[str]:
        """Each player's number of rounds without an opponent."""
        return Counter(name for one in self.drawn for name in one.byes)


def standing(club: Club) -> tuple[Row, ...]:
    """The players, best first. In Swiss a bye is a win, once the other games of its round have been played; in a round
    robin everybody has one in turn, and it counts nothing.
    """
    byes = Counter(name for one in club.drawn if not one.open for name in one.byes)
    return standings(club.players, club.played, byes if club.format == "swiss" else {})


def next_round(club: Club) -> Drawn:
    """The next round. Raises PairingError as :func:`demand_next` does."""
    demand_next(club)
    number = len(club.drawn) + 1
    if club.format == "round-robin":
        return _without(round_robin(club.players, number), club.withdrawn)
    rows = [row for row in standing(club) if row.name not in club.withdrawn]
    return _without(swiss([_candidate(club, row) for row in rows], number, uneven=True), frozenset())


def demand_next(club: Club) -> None:
    """Raises PairingError when all rounds have been drawn, when results are missing that the next one hangs on, or when
    there are too few players.
    """
    if len(club.drawn) >= club.total:
        raise PairingError(f"all {club.total} rounds are drawn; `rounds` in the file says how many there are")
    playing = [name for name in club.players if name not in club.withdrawn]
    if len(playing) < 2:
        raise PairingError("fewer than two players are left")
    if club.format == "round-robin":
        return
    if missing := sum(one.open for one in club.drawn):
        games = "a game has" if missing == 1 else f"{missing} games have"
        raise PairingError(f"{games} no result yet, and a Swiss round is drawn by results")
    demand_package(club.format)


def _candidate(club: Club, row: Row) -> Candidate:
    own = [table for table in club.played if row.name in (table.a, table.b)]
    seats = [1 if table.a == row.name else -1 for table in own]
    met = Counter(opponent(table, row.name) for table in own)
    return Candidate(row.name, row.points, met, club.byes[row.name], sum(seats), seats[-1] if seats else 0)


def _without(pairing: Round, withdrawn: frozenset[str]) -> Drawn:
    """A round; who was to meet somebody that is gone has a bye."""
    byes = [] if pairing.bye is None or pairing.bye in withdrawn else [pairing.bye]
    tables = []
    for one, other in pairing.pairs:
        here = [name for name in (one, other) if name not in withdrawn]
        if len(here) == 2:
            tables.append(Table(one, other))
        else:
            byes += here
    return Drawn(tuple(tables), tuple(byes))
