"""How the scores of moves change while an analysis goes deeper."""

from __future__ import annotations

from typing import NamedTuple

from engined_protocol.messages import Analysis, Info, ScoredMove


class Change(NamedTuple):
    """What a move was worth at the depth before."""

    score: float
    kind: str
    depth: int


class Changes:
    """Remembers of each move what it was worth before its latest depth."""

    def __init__(self) -> None:
        self._now: dict[str, Change] = {}
        self._before: dict[str, Change] = {}

    def note(self, analysis: Info | Analysis) -> None:
        """Take in a snapshot."""
        for move in analysis.moves:
            now = Change(move.score, move.source or move.kind, move.depth)
            known = self._now.get(move.move)
            if known is not None and known[1:] != now[1:]:
                self._before[move.move] = known
            self._now[move.move] = now

    def before(self, move: ScoredMove) -> Change | None:
        """What a move was worth; None where it has had one depth."""
        return self._before.get(move.move)
