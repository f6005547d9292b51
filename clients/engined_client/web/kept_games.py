"""The trees of games, one file each: a page that is loaded again finds its game as it was."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

import msgspec

from .messages import GameTree

MOST_GAMES = 1000
"""That are kept; of more the one is forgotten that nobody has changed for longest."""

_decoder = msgspec.json.Decoder(GameTree)


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
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=self._folder, prefix=".")
        try:
            with open(handle, "wb") as file:
                file.write(msgspec.json.encode(game))
            os.replace(draft, self._path(name))
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(draft)
            raise
        self._forget()

    def recall(self, name: str) -> GameTree | None:
        """The game kept by that name; None if there is none that can be read."""
        try:
            return _decoder.decode(self._path(name).read_bytes())
        except (FileNotFoundError, msgspec.MsgspecError):
            return None

    def _path(self, name: str) -> Path:
        """Names are secrets of pages: a listing of the folder does not tell them."""
        return self._folder / f"{hashlib.sha256(name.encode()).hexdigest()}.json"

    def _forget(self) -> None:
        paths = list(self._folder.glob("*.json"))
        if len(paths) > self._most:
            for path in sorted(paths, key=lambda path: path.stat().st_mtime)[: -self._most]:
                path.unlink(missing_ok=True)
