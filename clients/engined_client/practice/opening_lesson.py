"""An opening practised against the book: the user's moves are held against it, and it answers with moves of its own."""

from __future__ import annotations

from engined_protocol.messages import BookPosition, Position, ScoredMove

from ..client import Client
from ..drawing.text import opening_line, score_text, turn_line
from ..drawing.wording import Wording
from ..errors import ServiceError
from ..terminal.asking import typed
from ..terminal.output import terminal
from .exercise import legal_move
from .hints import STEPS, hint


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
            found = self._client.book_show(session=self._position.session)
            if self._position.over or not any(move.kind == "book" for move in found.moves):
                self._draw()
                self._screen.sentences([words("the book ends here")])
                return
            if self._position.mover != self._seat:
                self._answer()
                continue
            self._draw()
            if not self._ask(found):
                return

    def _draw(self) -> None:
        print()
        self._screen.board(self._position)
        words = self._words
        self._screen.sentences([turn_line(self._position, words), *opening_line(self._position.openings, words)])

    def _answer(self) -> None:
        """Have the book's side move, by its variety."""
        words, session = self._words, self._position.session
        final = self._client.analyse(session=session, book="play", play=True, nodes=1).result()
        self._position = self._client.show(session=session)
        print(words("the book plays {move}", move=words.move(final.best)))

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
        words, best = self._words, found.moves[0]
        played: ScoredMove | None = next((other for other in found.moves if other.move == move), None)
        name = words.move(move)
        if played is None:
            said = words("{move} is not in the book", move=name)
        elif best.score - played.score > self._error:
            loss = f"{best.score - played.score:.1f}"
            said = words("{move} gives away {loss} by the book", move=name, loss=loss)
        else:
            said = words("{move}: {score} in the book", move=name, score=score_text(played))
        self._screen.sentences([said])
        if played is None or best.score - played.score > self._error:
            return False
        self._position = self._client.play(self._position.session, move)
        return True
