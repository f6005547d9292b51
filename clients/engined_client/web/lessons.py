"""Problems and openings for pages, by the functions of ``engined practise``."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from engined_protocol.messages import Position

from ..client import Client
from ..drawing.wording import Language, Wording
from ..find.openings import opening_called
from ..notation import Notation
from ..practice.deck import Deck
from ..practice.opening_lesson import book_move, goes_on, tried
from ..terminal.command import WrongInput
from ..why.sentences import LANGUAGES
from .link import Link
from .messages.lessons import AnswerProblem, LessonRequest, NextProblem, OpeningStep, OpeningStood, ProblemGiven
from .threads import Threads

MOST_WAITING = 64
"""The most lessons that wait or are being given."""


class Lessons:
    """The problems of whoever runs the server. ``keeps``: whether answers count in them, as in the terminal."""

    def __init__(self, link: Link, *, keeps: bool) -> None:
        busy = f"{MOST_WAITING} lessons are being given: wait for one of them"
        self._threads = Threads(link, "lesson", 1, MOST_WAITING, busy)
        self._keeps = keeps

    async def answer(self, request: LessonRequest) -> ProblemGiven | OpeningStood:
        """The answer to a request. Raises ClientError, and WrongInput for what is none."""
        match request:
            case NextProblem():
                return await self._threads.run(lambda client: _given(_deck(client, request.variant), request, ()))
            case AnswerProblem():
                return await self._threads.run(lambda client: self._answered(client, request))
            case OpeningStep():
                return await self._threads.run(lambda client: _stepped(client, request))

    def _answered(self, client: Client, request: AnswerProblem) -> ProblemGiven:
        deck = _deck(client, request.variant)
        card = next((card for card in deck.cards if card.problem.key == request.key), None)
        if card is None:
            raise WrongInput("there is no such problem any more")
        if self._keeps:
            deck.put(card.answered(date.today(), right=request.right))
            deck.save()
        return _given(deck, request, () if self._keeps else (request.key,))


def _deck(client: Client, variant: str) -> Deck:
    description = client.describe(variant)
    return Deck.of(description.name, description.digest)


def _given(deck: Deck, request: NextProblem | AnswerProblem, left: Collection[str]) -> ProblemGiven:
    """The first problem that is due and not left alone."""
    due = deck.due(date.today())
    wanted = [card.problem for card in due if card.problem.key not in {*request.leave, *left}]
    following = deck.next_due()
    return ProblemGiven(
        id=request.id,
        problem=wanted[0] if wanted else None,
        key=wanted[0].key if wanted else "",
        count=len(deck),
        due=len(due),
        known=sum(card.known for card in deck.cards),
        next_day=following.isoformat() if following is not None and not due else "",
    )


def _stepped(client: Client, request: OpeningStep) -> OpeningStood:
    notation = Notation.of(client.describe(request.variant))
    words = {language: Wording(notation, language) for language in LANGUAGES}
    told: dict[Language, list[str]] = {language: [] for language in LANGUAGES}
    moves = request.moves
    if request.name:
        named = opening_called(client, request.variant, request.name.strip())
        if named is None:
            raise WrongInput(f"no opening is called {request.name!r}")
        moves = named
    position: Position = client.open(variant=request.variant, moves=moves)
    seat = request.seat or position.mover
    if request.move is not None:
        found = client.book_show(session=position.session)
        move = client.show(session=position.session, moves=(request.move,)).moves[len(position.moves)]
        verdict = tried(found, move, request.error)
        for language in LANGUAGES:
            told[language].append(verdict.told(words[language]))
        if not verdict.right:
            return OpeningStood(id=request.id, moves=position.moves, seat=seat, right=False, told=told)
        position = client.play(position.session, move)
    while (goes := goes_on(client, position)) and position.mover != seat:
        position, answer = book_move(client, position)
        for language in LANGUAGES:
            told[language].append(words[language]("the book plays {move}", move=words[language].move(answer)))
    if not goes:
        for language in LANGUAGES:
            told[language].append(words[language]("the book ends here"))
    return OpeningStood(id=request.id, moves=position.moves, seat=seat, ended=not goes, told=told)
