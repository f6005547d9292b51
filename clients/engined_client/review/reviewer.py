"""Walks a game backwards: what is found about a position helps with the one before it, and is kept by the daemon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engined_protocol.messages import Analysis, Description, Position, ScoredMove

from ..client import Client
from ..command import WrongInput, said
from ..errors import ServiceError
from ..game_files import FoundGame
from ..options import AnalyseOptions
from .budget import Allotment, Budget
from .model import PHASES, Phase, Review, ReviewedMove, Thresholds, Worth
from .orientation import upright

Advance = Callable[[int, int], None]
"""Is told how many positions are done, of how many."""


@dataclass(frozen=True, slots=True)
class _Facts:
    """Of the variant: what a review is from whose view."""

    sides: tuple[int, ...]
    empties: int
    """Of its own start."""

    def phase(self, empties: int) -> Phase:
        """Thirds of the cells that are filled in a game."""
        filled = max(0, self.empties - empties)
        return PHASES[min(2, 3 * filled // max(1, self.empties))]


def review_game(
    client: Client,
    game: FoundGame,
    variant: str,
    budget: Budget,
    thresholds: Thresholds,
    advance: Advance = lambda done, total: None,
) -> Review:
    """Review a game. Raises WrongInput where it cannot be played by the rules, naming the move at fault."""
    try:
        description = client.describe(variant)
        facts = _Facts(sides_of(description), client.show(variant=variant).empties)
        game, turned = upright(client, game, variant)
        given = game.given
        position = client.open(variant=variant, start=given.start, moves=given.moves)
    except ServiceError as error:
        raise WrongInput(f"{game.where}: {said(error)}" if game.where else said(error)) from error
    try:
        moves = _Walk(client, position, facts, budget, thresholds, advance).back()
    finally:
        client.close_session(position.session)
    record = game.record
    names = (record.black, record.white) if record is not None and len(position.seats) == 2 else ()
    return Review(
        where=game.where,
        variant=position.variant,
        start=given.start,
        turned=turned,
        seats=position.seats,
        symbols=tuple(symbol for _, symbol in description.seats),
        sides=facts.sides,
        players=names or ("",) * len(position.seats),
        thresholds=thresholds,
        moves=moves,
        last=position.board,
        over=position.over,
        result=position.result,
        scores=position.scores,
    )


def sides_of(description: Description) -> tuple[int, ...]:
    """Of each seat the side: the first of its team, or itself."""
    names = [name for name, _ in description.seats]
    team_of = {seat: team for team in description.teams for seat in team}
    return tuple(min(names.index(mate) for mate in team_of.get(name, (name,))) for name in names)


class _Walk:
    """From the last position of a session to the first."""

    def __init__(
        self,
        client: Client,
        last: Position,
        facts: _Facts,
        budget: Budget,
        thresholds: Thresholds,
        advance: Advance,
    ) -> None:
        self._client = client
        self._session = last.session
        self._last = last
        self._facts = facts
        self._thresholds = thresholds
        self._advance = advance
        self._total = len(last.moves)
        self._allotment = budget.begin(self._total)

    def back(self) -> tuple[ReviewedMove, ...]:
        """The moves, in the order of the game."""
        found: list[ReviewedMove] = []
        following: ReviewedMove | None = None
        for ply in range(self._total, 0, -1):
            self._client.undo(self._session)
            position = self._client.show(session=self._session, theory=True)
            following = self._reviewed(position, self._last.moves[ply - 1], following, self._allotment.next())
            found.append(following)
            self._advance(len(found), self._total)
        return tuple(reversed(found))

    def _reviewed(
        self, position: Position, move: str, following: ReviewedMove | None, allotment: Allotment
    ) -> ReviewedMove:
        analysis = self._best(position, allotment)
        best = _worth(analysis.moves[0])
        nodes = analysis.nodes
        played = self._known(position, move, analysis, following)
        if played is None:
            other = self._searched(allotment.limits(analysis) | {"only": (move,)})
            played, nodes = _worth(other.moves[0]), nodes + other.nodes
        if played.score > best.score:  # what was searched less, or later, is better than was thought
            best = played
        loss = round(best.score - played.score, 2)
        phase = self._facts.phase(position.empties)
        exact = best.kind == played.kind == "exact"
        return ReviewedMove(
            ply=len(position.moves) + 1,
            seat=position.mover,
            move=move,
            board=position.board,
            colour=position.colour,
            empties=position.empties,
            phase=phase,
            forced=len(position.legal) == 1,
            best=best,
            played=played,
            loss=loss,
            grade=self._thresholds.grade(loss),
            throws=_thrown(best.score, played.score) if exact and self._two_sided else "",
            openings=position.openings,
            regions=position.theory.regions if phase == "endgame" and position.theory is not None else (),
            nodes=nodes,
        )

    @property
    def _two_sided(self) -> bool:
        return len(set(self._facts.sides)) == 2

    def _best(self, position: Position, allotment: Allotment) -> Analysis:
        if allotment.proves(position.empties):
            return self._client.solve(session=self._session).result()
        return self._searched(allotment.limits())

    def _searched(self, options: AnalyseOptions) -> Analysis:
        """At least one ply deep, however little time there is."""
        options["session"] = self._session
        found = self._client.analyse(**options).result()
        if not found.moves:
            options["seconds"], options["nodes"], options["depth"] = None, None, 1
            found = self._client.analyse(**options).result()
        return found

    def _known(self, position: Position, move: str, analysis: Analysis, following: ReviewedMove | None) -> Worth | None:
        """What a move is worth without a search of its own."""
        scored = next((found for found in analysis.moves if found.move == move), None)
        if scored is not None and (scored is analysis.moves[0] or scored.kind == "exact"):
            return _worth(scored)
        if following is None or following.best.kind != "exact" or not self._two_sided:
            return None
        side = dict(zip(position.seats, self._facts.sides, strict=True))
        score = following.best.score
        return Worth(
            move=move,
            score=score if side[position.mover] == side[following.seat] else 0.0 - score,
            kind="exact",
            depth=following.best.depth + 1,
            line=(move, *following.best.line),
        )


def _worth(move: ScoredMove) -> Worth:
    return Worth(
        move=move.move,
        score=move.score,
        kind=move.kind,
        depth=move.depth,
        line=move.pv or (move.move,),
        win_rate=None if move.forecast is None else move.forecast.win_rate,
        counts=() if move.outlook is None else move.outlook.counts,
    )


def _thrown(before: float, after: float) -> str:
    """What a move throws away that makes one exact score another."""
    if before > 0 >= after:
        return "a win"
    return "a draw" if before == 0 > after else ""
