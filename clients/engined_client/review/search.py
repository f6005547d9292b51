"""The best move of a session's position, beside another one that is asked about."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import structs

from engined_protocol.messages import Analysis, Position

from ..client import Client
from ..options import AnalyseOptions
from .budget import Allotment
from .turns import turns
from .worth import Worth, worth_of


class Comparison(NamedTuple):
    """The best move and the one asked about, which may be the same, and how many positions were visited for that."""

    best: Worth
    played: Worth
    nodes: int

    @property
    def loss(self) -> float:
        """What the move gives away, never below 0."""
        return round(self.best.score - self.played.score, 2)

    def beside(self, after: Worth) -> Comparison:
        """The same with what another search, of the position after the move, says of that: the move that is not the
        best one is worth the more of the two. So chance, which takes now from the one and now from the other, makes no
        mistake of it.
        """
        if self.best.move == self.played.move or after.score <= self.played.score:
            return self
        played = structs.replace(after, score=min(after.score, self.best.score))
        return self._replace(played=played)


def compare(
    client: Client, position: Position, move: str, allotment: Allotment, known: Worth | None = None
) -> Comparison:
    """Search the position of a session, and the move in it, unless it is the best one or ``known``; what a symmetry of
    the position makes of a move is worth as much.
    """
    session = position.session
    if allotment.proves(position.empties):
        analysis: Analysis = client.solve(session=session).result()
    else:
        analysis = _searched(client, session, allotment.limits())
    best, nodes = worth_of(analysis.moves[0]), analysis.nodes
    if best.move == move:
        return Comparison(best, best, nodes)
    symmetries = turns(client, position)
    if (turn := next((turn for turn in symmetries if turn.move(best.move) == move), None)) is not None:
        return Comparison(known, known, nodes) if known else Comparison(best, turn.worth(best), nodes)
    exact = (worth_of(found) for found in analysis.moves if found.move == move and found.kind == "exact")
    if known is not None or (known := next(exact, None)) is not None:
        played = known
    else:
        one = min([move, *(turn.move(move) for turn in symmetries)])  # the same search whichever of them was played
        other = _searched(client, session, allotment.limits(analysis) | {"only": (one,)})
        played, nodes = worth_of(other.moves[0]), nodes + other.nodes
        if one != move:
            played = next(turn.worth(played) for turn in symmetries if turn.move(one) == move)
    # What was searched later may be better than what was thought best.
    return Comparison(max(best, played, key=lambda worth: worth.score), played, nodes)


def _searched(client: Client, session: str, options: AnalyseOptions) -> Analysis:
    """Search at least one ply deep, however little time there is."""
    options["session"] = session
    found = client.analyse(**options).result()
    if not found.moves or (found.depth == 0 and found.kind == "estimate"):
        options["seconds"], options["nodes"], options["depth"] = None, None, 1
        found = client.analyse(**options).result()
    return found
