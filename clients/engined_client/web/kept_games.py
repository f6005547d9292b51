"""The trees of games and their reviews, a file each: a page that is loaded again finds its game as it was."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path
from typing import TypeVar

import msgspec

from .messages import GameTree, Reviewed

MOST_GAMES = 1000
"""That are kept; of more the one is forgotten that nobody has changed for longest."""

T = TypeVar("T")

_games = msgspec.json.Decoder(GameTree)
_reviews = msgspec.json.Decoder(Reviewed)


def default_folder() -> Path:
    """``engined/games`` where this user's data are."""
    data = os.environ.get("XDG_DATA_HOME")
    return Path(data) / "engined" / "games" if data else Path.home() / ".local" / "share" / "engined" / "games"


class KeptGames:
    """A folder of games by name."""

    def __init__(self, folder: Path, most: int = MOST_GAMES) -> None:
        self._folder = folder
        self._most = most

    def keep(self, name: str, game: GameTree) -> None:
        """Write a game, whole or not at all. Raises OSError."""
        self._write(self._path(name), game)
        self._forget()

    def recall(self, name: str) -> GameTree | None:
        """The game kept by that name; None if there is none that can be read."""
        return _read(self._path(name), _games)

    def keep_review(self, name: str, reviewed: Reviewed) -> None:
        """Write a review of the game of that name. Raises OSError."""
        self._write(_review_of(self._path(name)), reviewed)

    def recall_review(self, name: str) -> Reviewed | None:
        """The last review of a game; None if there is none that can be read."""
        return _read(_review_of(self._path(name)), _reviews)

    def _write(self, path: Path, kept: GameTree | Reviewed) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=self._folder, prefix=".")
        try:
            with open(handle, "wb") as file:
                file.write(msgspec.json.encode(kept))
            os.replace(draft, path)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(draft)
            raise

    def _path(self, name: str) -> Path:
        """Names are secrets of pages: a listing of the folder does not tell them."""
        return self._folder / f"{hashlib.sha256(name.encode()).hexdigest()}.json"

    def _forget(self) -> None:
        paths = list(self._folder.glob("*.json"))
        if len(paths) > self._most:
            for path in sorted(paths, key=lambda path: path.stat().st_mtime)[: -self._most]:
                path.unlink(missing_ok=True)
                _review_of(path).unlink(missing_ok=True)


def _review_of(game: Path) -> Path:
    return game.with_suffix(".review")


def _read(path: Path, decoder: msgspec.json.Decoder[T]) -> T | None:
    try:
        return decoder.decode(path.read_bytes())
    except (FileNotFoundError, msgspec.MsgspecError):
        return None
