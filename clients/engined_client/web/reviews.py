"""Reviews, reasons, hints and judgements, as the client's commands make them, on threads beside the gateway's loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from engined_protocol.messages import Position

from ..client import Client
from ..drawing.wording import Language, Wording
from ..errors import ServiceError
from ..files.games import FoundGame
from ..files.positions import GivenPosition
from ..notation import Notation
from ..practice.exercise import verdict
from ..practice.hints import hint
from ..practice.judge import Judge
from ..review.budget import Budget
from ..review.model import ReviewedMove
from ..review.reviewer import review_game
from ..why.model import Why
from ..why.question import ask_why
from ..why.sentences import LANGUAGES, sentences, written_by_players
from .link import Link
from .messages import (
    AskHint,
    AskWhy,
    Hint,
    JudgedMove,
    JudgeMove,
    MoveReview,
    Reasons,
    Reviewed,
    ReviewGame,
    Search,
    Told,
)
from .records import game_of
from .threads import Threads


class Reviews:
    """Those that are under way; each has a client of its own at the daemon."""

    def __init__(self, link: Link, most: int) -> None:
        """``most``: at once."""
        busy = f"{most} games are being reviewed: wait for one of them"
        self._threads = Threads(link, "review", most, most, busy)

    async def review(self, request: ReviewGame, hear: Callable[[MoveReview], None]) -> Reviewed:
        """A review; ``hear`` is called with each move. Raises ClientError, and WrongInput for a game that is none."""
        loop = asyncio.get_running_loop()
        game = game_of(request.game)

        def work(client: Client) -> Reviewed:
            variant = request.game.variant
            notation = Notation.of(client.describe(variant))
            told: dict[int, Told] = {}

            def heard(move: ReviewedMove, total: int) -> None:
                if move.why is not None:
                    told[move.ply] = _told(written_by_players(move.why, notation))
                news = MoveReview(id=request.id, move=move, total=total, told=told.get(move.ply, {}))
                loop.call_soon_threadsafe(hear, news)

            budget = _budget(request, request.clock)
            review = review_game(client, game, variant, budget, request.thresholds, heard, why=True)
            return Reviewed(id=request.id, review=review, told=told)

        return await self._threads.run(work)

    async def why(self, request: AskWhy) -> Reasons:
        """Return what is to be said of a move. Raises ClientError."""

        def work(client: Client) -> Reasons:
            game = FoundGame("", 1, GivenPosition(request.start, request.moves))
            why = ask_why(client, game, request.variant, request.move, _budget(request), request.plies).why
            told = _told(written_by_players(why, Notation.of(client.describe(request.variant))))
            return Reasons(id=request.id, why=why, told=told)

        return await self._threads.run(work)

    async def hint(self, request: AskHint) -> Hint:
        """A step towards the best move. Raises ClientError."""

        def work(client: Client) -> Hint:
            position = client.open(variant=request.variant, start=request.start, moves=request.moves)
            named = None if request.move is None else _legal(client, position, request.move)
            move = named or Judge(client, _budget(request)).best(position).move
            words = _wordings(client, request.variant)
            told = {language: [hint(client, position, move, request.step, words[language])] for language in words}
            return Hint(id=request.id, move=move, told=told)

        return await self._threads.run(work)

    async def judged(self, request: JudgeMove) -> JudgedMove:
        """What a move gives away. Raises ClientError."""

        def work(client: Client) -> JudgedMove:
            position = client.open(variant=request.variant, start=request.start, moves=request.moves)
            found = Judge(client, _budget(request)).judged(position, _legal(client, position, request.move))
            words = _wordings(client, request.variant)
            told = {language: [verdict(found, words[language])] for language in words}
            return JudgedMove(id=request.id, loss=found.loss, as_good=found.as_good, best=found.best.move, told=told)

        return await self._threads.run(work)


def _legal(client: Client, position: Position, move: str) -> str:
    """A move in the position of a session, as the daemon writes it. Raises ServiceError, for one that is none in
    ``move``.
    """
    try:
        return client.show(session=position.session, moves=(move,)).moves[len(position.moves)]
    except ServiceError as error:
        field = "move" if error.field.startswith("moves") else error.field
        raise ServiceError(error.code, error.message, field) from error


def _budget(request: Search, clock: float | None = None) -> Budget:
    return Budget(
        seconds=request.seconds,
        depth=request.depth,
        nodes=request.nodes,
        clock=clock,
        exact=request.exact,
        threads=request.threads,
    )


def _wordings(client: Client, variant: str) -> dict[Language, Wording]:
    notation = Notation.of(client.describe(variant))
    return {language: Wording(notation, language) for language in LANGUAGES}


def _told(why: Why) -> Told:
    return {language: sentences(why, language) for language in LANGUAGES}
