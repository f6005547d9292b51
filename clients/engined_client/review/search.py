"""The best move of a session's position, beside another one that is asked about."""

from __future__ import annotations

from typing import NamedTuple

from engined_protocol.messages import Analysis, Position

from ..client import Client
from ..options import AnalyseOptions
from .budget import Allotment
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


def compare(
    client: Client, position: Position, move: str, allotment: Allotment, known: Worth | None = None
) -> Comparison:
    """Search the position of a session, and the move in it, unless it is the best one or ``known``."""
    session = position.session
    if allotment.proves(position.empties):
        analysis: Analysis = client.solve(session=session).result()
    else:
        analysis = _searched(client, session, allotment.limits())
    best, nodes = worth_of(analysis.moves[0]), analysis.nodes
    played = best if best.move == move else known
    played = played or next(
        (worth_of(found) for found in analysis.moves if found.move == move and found.kind == "exact"), None
    )
    if played is None:
        other = _searched(client, session, allotment.limits(analysis) | {"only": (move,)})
        played, nodes = worth_of(other.moves[0]), nodes + other.nodes
    # What was searched later may be better than what was thought best.
    return Comparison(max(best, played, key=lambda worth: worth.score), played, nodes)


def _searched(client: Client, session: str, options: AnalyseOptions) -> Analysis:
    """At least one ply deep, however little time there is."""
    options["session"] = session
    found = client.analyse(**options).result()
    if not found.moves or (found.depth == 0 and found.kind == "estimate"):
        options["seconds"], options["nodes"], options["depth"] = None, None, 1
        found = client.analyse(**options).result()
    return found
