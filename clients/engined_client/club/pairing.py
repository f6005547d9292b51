"""Who meets whom: round robin by the circle method, and Swiss by a minimum-weight matching.

Swiss rounds are fair in this order: nobody meets again (or has a second bye) while that can be avoided, equal points
meet equal points, colours are balanced, neighbours in the standings meet. Networkx finds the pairing of a round that is
best in all of these together (Edmonds' blossom algorithm, "Paths, trees, and flowers", 1965).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import combinations
from math import ceil, log2
from typing import Literal

Format = Literal["round-robin", "swiss"]
Pair = tuple[str, str]
"""Two players; where colours are not shared fairly, the first one has the first seat once more."""


class PairingError(ValueError):
    """There is no next round, or there cannot be one; the message says why."""


def demand_package(format: Format) -> None:
    """Raises PairingError where the package that draws Swiss rounds is not installed."""
    if format == "swiss" and find_spec("networkx") is None:
        raise PairingError("Swiss rounds need a package that is not installed: pip install networkx")


@dataclass(frozen=True)
class Round:
    """The meetings of a round, and who has none."""

    pairs: tuple[Pair, ...]
    bye: str | None = None


@dataclass(frozen=True)
class Candidate:
    """A player, as far as pairing looks at one."""

    name: str
    points: float = 0.0
    met: Mapping[str, int] = field(default_factory=dict)
    """The number of games against each of the others."""
    byes: int = 0
    balance: int = 0
    """Games in the first seat less those in the second."""
    last: int = 0
    """The balance of its last meeting."""


def round_count(format: Format, players: int, rounds: int | None = None) -> int:
    """How many rounds there are for so many players, at least two. ``rounds``: of a round robin how often everybody
    meets everybody, once if nothing is said; of Swiss their number, if nothing is said one more than it takes to find
    the single player that wins all.
    """
    most = players - 1 + players % 2
    if format == "round-robin":
        return (rounds or 1) * most
    return rounds or min(ceil(log2(players)) + 1, most)


def round_robin(names: Sequence[str], number: int) -> Round:
    """A round (from 1) in which everybody meets everybody once in as many rounds as there are others, and then again
    with colours swapped. With an odd number of players each has a bye in turn.
    """
    seats: list[str | None] = [*names, *([None] if len(names) % 2 else [])]
    wheel = len(seats) - 1
    cycle, turn = divmod(number - 1, wheel)
    # On the wheel those meet whose numbers add up to the same; the last player meets whoever is left.
    meetings = [((turn + step) % wheel, (turn - step) % wheel) for step in range(1, len(seats) // 2)]
    meetings = [(one, other) if step % 2 else (other, one) for step, (one, other) in enumerate(meetings)]
    meetings.insert(0, (turn, wheel) if turn % 2 else (wheel, turn))
    pairs, bye = [], None
    for one, other in meetings:
        first, second = (seats[one], seats[other]) if cycle % 2 == 0 else (seats[other], seats[one])
        if first is None or second is None:
            bye = first or second
        else:
            pairs.append((first, second))
    return Round(tuple(pairs), bye)


def swiss(standing: Sequence[Candidate], number: int, *, uneven: bool) -> Round:
    """The next round (from 1) of players in the order of their standing. ``uneven``: a meeting gives one player the
    first seat once more than the other.
    """
    import networkx  # here, because it takes longer to import than all other commands need to start

    graph = networkx.Graph()
    costs = {pair: _cost(standing, pair, uneven) for pair in combinations(range(len(standing) + len(standing) % 2), 2)}
    most = [max(column) for column in zip(*costs.values(), strict=True)]
    for pair, cost in costs.items():
        weight = 0
        for part, largest in zip(cost, most, strict=True):
            # No sum of less important parts over a whole round outweighs one unit of this one.
            weight = weight * (largest * len(standing) + 1) + part
        graph.add_edge(*pair, weight=weight)
    pairs, bye = [], None
    for one, other in sorted(tuple(sorted(pair)) for pair in networkx.min_weight_matching(graph)):
        if other == len(standing):
            bye = standing[one].name
        else:
            pairs.append(_seated(standing[one], standing[other], one + number))
    return Round(tuple(pairs), bye)


def _cost(standing: Sequence[Candidate], pair: tuple[int, int], uneven: bool) -> tuple[int, int, int, int]:
    """What is unfair about a meeting, the worst first; the place after the last player is the bye."""
    one = standing[pair[0]]
    rank = (pair[0] - pair[1]) ** 2
    if pair[1] == len(standing):
        lowest = min(candidate.points for candidate in standing)
        return one.byes, _squared(one.points - lowest), one.balance**2 if uneven else 0, rank
    other = standing[pair[1]]
    low, high = sorted((one.balance, other.balance))
    colours = (low + 1) ** 2 + (high - 1) ** 2 if uneven else 0
    return one.met.get(other.name, 0), _squared(one.points - other.points), colours, rank


def _squared(points: float) -> int:
    """The square of a difference, in half points."""
    return round(2 * points) ** 2


def _seated(one: Candidate, other: Candidate, turn: int) -> Pair:
    """The two in their order: first who had the first seat less often, then who had not got it last, then by turns."""
    if (one.balance, one.last) == (other.balance, other.last):
        return (one.name, other.name) if turn % 2 else (other.name, one.name)
    first_is_one = (one.balance, one.last) < (other.balance, other.last)
    return (one.name, other.name) if first_is_one else (other.name, one.name)
