"""Walks a game backwards: what is found about a position helps with the one before it, and is kept by the daemon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engined_protocol.messages import Description, Position

from ..client import Client
from ..errors import ServiceError
from ..files.games import FoundGame
from ..files.positions import GivenPosition
from ..notation import PROTOCOL, Notation
from ..options import Moves, as_moves
from ..terminal.command import USUAL, WrongInput, said
from ..why.counting import Kind, explained
from .budget import USUAL_SECONDS, Allotment, Budget
from .draft import Draft
from .ending import ending
from .model import PHASES, Phase, ReviewedMove, Thresholds, usual_thresholds
from .noise import SURE, noise, seen_after
from .orientation import upright
from .search import compare
from .shown import ShownReview
from .worth import Worth, thrown_away, weaker_kind

USUAL_BUDGET = Budget(seconds=USUAL_SECONDS)

Hear = Callable[[ReviewedMove, int], None]
"""Is told each move as it has been reviewed, the last one first, and how many the game has."""


@dataclass(frozen=True, slots=True)
class _Facts:
    """The facts of the variant: what a review is from whose view."""

    kind: Kind
    empties: int
    """The number of empty cells of the variant's own start."""

    def phase(self, empties: int) -> Phase:
        """Thirds of the cells that are filled in a game."""
        filled = max(0, self.empties - empties)
        return PHASES[min(2, 3 * filled // max(1, self.empties))]


def review_game(
    client: Client,
    game: FoundGame,
    variant: str,
    budget: Budget,
    thresholds: Thresholds | None = None,
    hear: Hear = lambda move, total: None,
    *,
    why: bool = False,
    drafts: Path | None = None,
) -> ShownReview:
    """Review a game; with ``why``, bad moves are explained. ``thresholds``: None are those that are usual in the game.

    With a folder for ``drafts`` Ctrl-C ends it early: the review has the moves that are done, says how many are
    ``left``, and the next one of the same game goes on from there.

    Raises WrongInput where it cannot be played by the rules, naming the move at fault.
    """
    notation = PROTOCOL
    try:
        description = client.describe(variant)
        notation = Notation.of(description)
        facts = _Facts(Kind.of(description, sides_of(description)), client.show(variant=variant).empties)
        game, turned = upright(client, game, variant)
        given = game.given
        position = client.open(variant=variant, start=given.start, moves=given.moves)
    except ServiceError as error:
        fault = said(error, notation)
        raise WrongInput(f"{game.where}: {fault}" if game.where else fault) from error
    thresholds = thresholds or usual_thresholds(description.scoring)
    draft = None if drafts is None else Draft(drafts, given.start, position, budget, thresholds, why=why)
    try:
        last = ending(client, position, description)
        moves = _Walk(client, position, facts, budget, thresholds, hear, why, draft).back()
    finally:
        client.close_session(position.session)
    left = len(position.moves) - len(moves)
    if draft is not None and not left:
        draft.discard()
    record = game.record
    names = (record.black, record.white) if record is not None and len(position.seats) == 2 else ()
    return ShownReview(
        where=game.where,
        variant=position.variant,
        start=given.start,
        turned=turned,
        seats=position.seats,
        symbols=tuple(symbol for _, symbol in description.seats),
        sides=facts.kind.sides,
        players=names or ("",) * len(position.seats),
        thresholds=thresholds,
        moves=moves,
        last=position.board,
        prisoners=position.prisoners,
        over=position.over,
        result=position.result,
        scores=position.scores,
        ending=last,
        left=left,
        earlier=position.moves[:left],
    )


def review_moves(
    client: Client,
    moves: Moves,
    variant: str = USUAL,
    *,
    start: str | None = None,
    budget: Budget = USUAL_BUDGET,
    thresholds: Thresholds | None = None,
    why: bool = False,
) -> ShownReview:
    """Review a game that is given by its moves, as :func:`review_game`. They name squares as the client does; a review
    always has those of messages.
    """
    notation = Notation.of(client.describe(variant), client.coordinates)
    try:
        given = tuple(map(notation.read, as_moves(moves)))
    except ValueError as error:
        raise WrongInput(str(error)) from error
    game = FoundGame("", 1, GivenPosition(start, given))
    return review_game(client.with_coordinates("othello"), game, variant, budget, thresholds, why=why)


def sides_of(description: Description) -> tuple[int, ...]:
    """The side of each seat: the first of its team, or itself."""
    names = [name for name, _ in description.seats]
    team_of = {seat: team for team in description.teams for seat in team}
    return tuple(min(names.index(mate) for mate in team_of.get(name, (name,))) for name in names)


class _Walk:
    """A walk from the last position of a session to the first."""

    def __init__(
        self,
        client: Client,
        last: Position,
        facts: _Facts,
        budget: Budget,
        thresholds: Thresholds,
        hear: Hear,
        why: bool,
        draft: Draft | None,
    ) -> None:
        self._client = client
        self._session = last.session
        self._last = last
        self._facts = facts
        self._thresholds = thresholds
        self._hear = hear
        self._why = why
        self._draft = draft
        self._total = len(last.moves)
        self._found = [] if draft is None else draft.moves(self._total)
        self._allotment = budget.begin(self._total - len(self._found))

    def back(self) -> tuple[ReviewedMove, ...]:
        """The moves, in the order of the game; where there is a draft, after Ctrl-C those that are done."""
        if self._found:
            self._client.undo(self._session, len(self._found))
        for move in self._found:
            self._hear(move, self._total)
        try:
            while len(self._found) < self._total:
                self._step()
        except KeyboardInterrupt:
            if self._draft is None:
                raise
        return tuple(reversed(self._found))

    def _step(self) -> None:
        """Review the move before those that are done."""
        self._client.undo(self._session)
        position = self._client.show(session=self._session, theory=True)
        following = self._found[-1] if self._found else None
        move = self._reviewed(position, self._last.moves[len(position.moves)], following, self._allotment.next())
        self._found.append(move)
        if self._draft is not None:
            self._draft.add(move)
        self._hear(move, self._total)

    def _reviewed(
        self, position: Position, move: str, following: ReviewedMove | None, allotment: Allotment
    ) -> ReviewedMove:
        found = compare(self._client, position, move, allotment, self._known(position, move, following))
        if following is not None and found.played.error is not None and following.best.error is not None:
            found = found.beside(seen_after(move, following.best, same_side=position.mover == following.seat))
        phase = self._facts.phase(position.empties)
        off = noise(self._found, found.best, found.played)
        grade = self._thresholds.grade(found.loss) if found.loss >= SURE * off else ""
        return ReviewedMove(
            ply=len(position.moves) + 1,
            seat=position.mover,
            move=move,
            board=position.board,
            colour=position.colour,
            empties=position.empties,
            phase=phase,
            forced=len(position.legal) == 1,
            best=found.best,
            played=found.played,
            loss=found.loss,
            noise=round(off, 2),
            kind=weaker_kind(found.best, found.played),
            grade=grade,
            throws=thrown_away(found.best, found.played) if self._two_sided else "",
            openings=position.openings,
            regions=position.theory.regions if phase == "endgame" and position.theory is not None else (),
            nodes=found.nodes,
            why=explained(self._client, self._facts.kind, position, found.best, found.played)
            if grade and self._why
            else None,
        )

    @property
    def _two_sided(self) -> bool:
        return len(set(self._facts.kind.sides)) == 2

    def _known(self, position: Position, move: str, following: ReviewedMove | None) -> Worth | None:
        """What a move is worth by what is proven of the position after it."""
        if following is None or following.best.kind != "exact" or not self._two_sided:
            return None
        side = dict(zip(position.seats, self._facts.kind.sides, strict=True))
        score = following.best.score
        return Worth(
            move=move,
            score=score if side[position.mover] == side[following.seat] else 0.0 - score,
            kind="exact",
            depth=following.best.depth + 1,
            line=(move, *following.best.line),
        )
