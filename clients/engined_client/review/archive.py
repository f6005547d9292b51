"""The reviews of a whole file: a run that was broken off goes on where it was."""

from __future__ import annotations

import hashlib
from dataclasses import asdict
from pathlib import Path

from ..files.games import FoundGame
from ..terminal.kept_results import KeptResults
from .budget import Budget
from .model import Review, Thresholds


class Archive(KeptResults[Review]):
    """A file of reviews, each by its game and all else that it depends on."""

    def __init__(self, path: Path, budget: Budget, thresholds: Thresholds | None) -> None:
        """Open the file, or make it. Raises WrongInput as KeptResults does."""
        super().__init__(path, Review)
        self._given = f"{asdict(budget)} {thresholds}"

    def key(self, game: FoundGame, variant: str) -> str:
        """The key of the review of a game."""
        given = game.given
        text = f"{variant} {given.start} {' '.join(given.moves)} {game.where} {self._given}"
        return hashlib.sha256(text.encode()).hexdigest()[:24]
