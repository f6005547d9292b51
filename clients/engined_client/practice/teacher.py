"""A teacher beside a game: warns of moves that lose much, and gives hints in three steps."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import Literal, get_args

from engined_protocol.messages import Position

from ..client import Client
from ..drawing.text import number_text
from ..drawing.wording import Wording
from .hints import STEPS, hint
from .judge import Judge, Judgement

When = Literal["before", "after"]
"""The time of a warning: before the move is played, so that it can be thought over, or when it has been."""
WHENS = get_args(When)
MEASURE = 4.0
"""A warning is for a loss of so many discs or points, where nothing else is said."""
CHAIN_MEASURE = 1.0
"""The loss, in points, that a warning is for in a chain game, which is won by a point or two."""


def measure(text: str) -> float:
    """Read, as the ``type`` of an option, the discs or points that a move may lose."""
    try:
        given = float(text)
    except ValueError:
        given = 0.0
    if not 0 < given <= 1000:
        raise ArgumentTypeError(f"so many discs or points, above 0, not {text!r}")
    return given


def usual_measure(scoring: str) -> float:
    """What is much in a game, by the ``scoring`` of its description."""
    return CHAIN_MEASURE if scoring == "chains" else MEASURE


class Teacher:
    """What a teacher says in one game."""

    def __init__(self, client: Client, judge: Judge, least: float | None, when: When, usual: float) -> None:
        """``least``: the loss from which on it warns, None: of none; ``usual``: the same where nobody says how much."""
        self._client = client
        self._judge = judge
        self.least = least
        self.usual = usual
        self.when: When = when
        self._warned: tuple[tuple[str, ...], str] | None = None
        """The position, by its moves, and the move of the last warning that came before a move."""
        self._hinted: tuple[tuple[str, ...], str] | None = None
        """The position of the last hint, and the move that it leads to."""
        self._step = 0

    def warning(self, position: Position, move: str, words: Wording) -> str:
        """What there is to say against a legal move in the position of a session; nothing of one that is played
        although it was warned of. Raises ServiceError.
        """
        here = (position.moves, move)
        if here == self._warned or len(position.legal) == 1:
            return ""
        judgement = self._judge.judged(position, move)
        if self.least is None or judgement.loss < self.least:
            return ""
        self._warned = here if self.when == "before" else None
        return _warned(judgement, words, self.when)

    def hint(self, position: Position, words: Wording) -> str:
        """The next step of a hint in the position of a session. Raises ServiceError."""
        if self._hinted is None or self._hinted[0] != position.moves:
            self._hinted, self._step = (position.moves, self._judge.best(position).move), 0
        self._step = min(self._step + 1, STEPS)
        return hint(self._client, position, self._hinted[1], self._step, words)


def _warned(judgement: Judgement, words: Wording, when: When) -> str:
    said = words(
        "{move} gives away {loss} ({kind})",
        move=words.move(judgement.played.move),
        loss=number_text(judgement.loss, judgement.kind).lstrip("+"),
        kind=words.told(judgement.kind),
    )
    if when == "after":
        return words("{said}; `undo` takes it back, an empty line goes on", said=said)
    return words("{said}; another move, `clue` for help, or the same once more to play it", said=said)
