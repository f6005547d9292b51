"""The problems of a variant that a user practises, in a file, and when each is asked again."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from ..terminal.command import WrongInput, read_bytes, write_bytes
from .problem import Problem

FIRST_DAYS = 1
GROWTH = 2.5
"""Each time that a problem is solved at once it is asked again after so many times as many days: the intervals of
spaced repetition, as P. A. Wozniak's SM-2 has them."""
KNOWN_DAYS = 60
"""A problem whose interval is as long is known, and is asked no more."""


class Card(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A problem, and how its user got on with it."""

    problem: Problem
    due: date | None = None
    """The day from which on it is asked; None while it is new."""
    days: int = 0
    """Between the last time it was asked and the next."""
    asked: int = 0
    solved: int = 0
    """Times that the first move tried was right, without help."""

    @property
    def known(self) -> bool:
        """Whether it is asked no more."""
        return self.days >= KNOWN_DAYS

    def answered(self, today: date, *, right: bool) -> Card:
        """The card after an answer: when its first move was right the interval grows; else it is due at once."""
        days = max(FIRST_DAYS, round(self.days * GROWTH)) if right else 0
        return structs.replace(
            self, due=today + timedelta(days), days=days, asked=self.asked + 1, solved=self.solved + right
        )


class _File(Struct, frozen=True, kw_only=True):
    engined_problems: int
    """Version of the format."""
    cards: tuple[Card, ...]


VERSION = 1


def default_folder() -> Path:
    """``engined/problems`` where this user's programs keep what they are doing."""
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "engined" / "problems"


class Deck:
    """The problems of one variant. Each is there once; nothing is written but by :meth:`save`."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one. Raises WrongInput where it holds something else."""
        self.path = path
        self._cards: dict[str, Card] = {}
        if path.exists():
            try:
                file = msgspec.json.decode(read_bytes(path), type=_File)
            except msgspec.MsgspecError as error:
                raise WrongInput(f"{path}: no problems of engined's: {error}") from None
            if file.engined_problems != VERSION:
                raise WrongInput(f"{path} is of version {file.engined_problems}; this program knows {VERSION}")
            self._cards = {card.problem.key: card for card in file.cards}

    @classmethod
    def of(cls, variant: str, digest: str, folder: Path | None = None) -> Deck:
        """That of a variant, by its name and digest."""
        name = variant.partition("@")[0]
        return cls((folder or default_folder()) / f"{name}-{digest[:8]}.json")

    def __len__(self) -> int:
        return len(self._cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All of them, in the order in which they were added."""
        return tuple(self._cards.values())

    def add(self, problems: Iterable[Problem]) -> int:
        """Take problems in; how many are new."""
        new = {problem.key: Card(problem=problem) for problem in problems if problem.key not in self._cards}
        self._cards |= new
        return len(new)

    def due(self, today: date) -> list[Card]:
        """What is asked today: first what was asked before, longest overdue first, then new ones, easy ones first."""
        waiting = [card for card in self._cards.values() if not card.known]
        old = sorted((card for card in waiting if card.due is not None and card.due <= today), key=_overdue)
        new = sorted((card for card in waiting if card.due is None), key=lambda card: card.problem.difficulty)
        return old + new

    def next_due(self) -> date | None:
        """The day on which the next one is asked again; None where none is."""
        return min((card.due for card in self._cards.values() if card.due is not None and not card.known), default=None)

    def put(self, card: Card) -> None:
        """Keep a card in place of the one of its problem."""
        self._cards[card.problem.key] = card

    def save(self) -> None:
        """Write the file, as a whole or not at all. Raises WrongInput."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise WrongInput(f"{self.path}: {error.strerror or error}") from error
        write_bytes(self.path, msgspec.json.encode(_File(engined_problems=VERSION, cards=self.cards)) + b"\n")


def _overdue(card: Card) -> date:
    assert card.due is not None
    return card.due
