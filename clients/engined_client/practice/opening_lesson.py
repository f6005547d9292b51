"""An opening practised against the book: the user's moves are held against it, and it answers with moves of its own."""

from __future__ import annotations

from typing import NamedTuple

from engined_protocol.messages import BookPosition, Position, ScoredMove

from ..client import Client
from ..drawing.text import opening_line, score_text, turn_line
from ..drawing.wording import Wording
from ..errors import ServiceError
from ..terminal.asking import typed
from ..terminal.output import terminal
from .exercise import legal_move
from .hints import STEPS, hint


class Tried(NamedTuple):
    """What the book says of a move."""

    move: str
    played: ScoredMove | None
    """The move in the book; None: it is not there."""
    loss: float
    """The discs that the move gives away by the book."""
    right: bool
    """Whether the move gives away no more than the lesson allows."""

    def told(self, words: Wording) -> str:
        """The book's verdict on the move, in words."""
        name = words.move(self.move)
        if self.played is None:
            return words("{move} is not in the book", move=name)
        if not self.right:
            return words("{move} gives away {loss} by the book", move=name, loss=f"{self.loss:.1f}")
        return words("{move}: {score} in the book", move=name, score=score_text(self.played))


def tried(found: BookPosition, move: str, error: float) -> Tried:
    """A legal move held against the book, by which it may give away so much."""
    played = next((other for other in found.moves if other.move == move), None)
    loss = 0.0 if played is None else found.moves[0].score - played.score
    return Tried(move, played, loss, played is not None and loss <= error)


def goes_on(client: Client, position: Position) -> bool:
    """Whether the book has a move in the position of a session."""
    return not position.over and any(move.kind == "book" for move in client.book_show(session=position.session).moves)


def book_move(client: Client, position: Position) -> tuple[Position, str]:
    """Have the book move in a session, by its variety: the position then, and the move."""
    final = client.analyse(session=position.session, book="play", play=True, nodes=1).result()
    return client.show(session=position.session), final.best


class OpeningLesson:
    """One way through the book, in a session."""

    def __init__(self, client: Client, position: Position, seat: str, error: float, words: Wording) -> None:
        """``seat`` is the user's; ``error`` is what a move may give away, by the book."""
        self._client = client
        self._position = position
        self._seat = seat
        self._error = error
        self._words = words
        self._screen = terminal(words)
        self._step = 0
        self.asked = self.right = 0

    def give(self) -> None:
        """Play until the book ends, or the user leaves."""
        words = self._words
        while True:
            if not goes_on(self._client, self._position):
                self._draw()
                self._screen.sentences([words("the book ends here")])
                return
            if self._position.mover != self._seat:
                self._answer()
                continue
            self._draw()
            if not self._ask(self._client.book_show(session=self._position.session)):
                return

    def _draw(self) -> None:
        print()
        self._screen.board(self._position)
        words = self._words
        self._screen.sentences([turn_line(self._position, words), *opening_line(self._position.openings, words)])

    def _answer(self) -> None:
        """Have the book's side move, by its variety."""
        words = self._words
        self._position, move = book_move(self._client, self._position)
        print(words("the book plays {move}", move=words.move(move)))

    def _ask(self, found: BookPosition) -> bool:
        """Ask for a move until one is played; False where the user leaves."""
        words, first = self._words, True
        self._step = 0
        while True:
            line = typed(words.told(self._position.mover))
            if line is None:
                return False
            try:
                if line.lower() == "hint":
                    self._step, first = min(self._step + 1, STEPS), False
                    best = found.moves[0].move
                    self._screen.sentences([hint(self._client, self._position, best, self._step, words)])
                elif line and self._try(legal_move(self._client, self._position, line, words), found):
                    self.asked, self.right = self.asked + 1, self.right + first
                    return True
                else:
                    first = first and not line
            except ServiceError as error:
                print(f"? {words.notation.retold(error.message)}")
            except ValueError as error:
                print(f"? {error}")

    def _try(self, move: str, found: BookPosition) -> bool:
        """Play a move, if the book thinks well enough of it."""
        verdict = tried(found, move, self._error)
        self._screen.sentences([verdict.told(self._words)])
        if not verdict.right:
            return False
        self._position = self._client.play(self._position.session, move)
        return True
