"""The trees of games and their reviews, a file each: a page that is loaded again finds its game as it was."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from engined_protocol.words import counted

from .messages import GameTree, Reviewed

MOST_GAMES = 10_000
"""The most games that are kept."""
MOST_BYTES = 1 << 30
"""The most bytes of them and their reviews."""
KEPT_DAYS = 30.0
"""A game that somebody has opened or changed in this time is never forgotten."""
ROOM = 0.1
"""Share of games and bytes that is made free when there is no room: to look through them all takes time."""

T = TypeVar("T")

_games = msgspec.json.Decoder(GameTree)
_reviews = msgspec.json.Decoder(Reviewed)


def version_of(game: GameTree | None) -> str:
    """Another one for each other tree; empty for none."""
    return "" if game is None else hashlib.sha256(msgspec.json.encode(game)).hexdigest()[:32]


class NoRoom(Exception):
    """No room: as many games are kept as may be, and all of them are of these days."""


def default_folder() -> Path:
    """``engined/games`` where this user's data are."""
    data = os.environ.get("XDG_DATA_HOME")
    return Path(data) / "engined" / "games" if data else Path.home() / ".local" / "share" / "engined" / "games"


@dataclass(slots=True)
class _Kept:
    """What is known of a game without reading it."""

    stem: str
    size: int = 0
    """Bytes, with its review."""
    used: float = 0.0


class KeptGames:
    """A folder of games by name. ``tell`` is called with a sentence when old ones had to make room."""

    def __init__(
        self,
        folder: Path,
        most: int = MOST_GAMES,
        most_bytes: int = MOST_BYTES,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.folder = folder
        self._most = most
        self._most_bytes = most_bytes
        self._tell = tell
        self._lock = threading.Lock()
        self._free = 0
        """The number of games that may still be made before the folder is looked through again."""
        self._free_bytes = 0

    def keep(self, name: str, game: GameTree) -> None:
        """Write a game, whole or not at all. Raises OSError and NoRoom."""
        path = self._path(name)
        self._write(path, game)
        _mark_of(path).unlink(missing_ok=True)

    def keep_after(self, name: str, game: GameTree, after: str | None) -> GameTree | None:
        """The same, if what is kept is of the version ``after``, empty for nothing; what is kept instead, if it is
        not. Who keeps a game under one name does so one after the other.
        """
        if after is not None and version_of(there := self.recall(name)) != after:
            return there
        self.keep(name, game)
        return None

    def recall(self, name: str) -> GameTree | None:
        """The game kept by that name; None if there is none that can be read."""
        path = self._path(name)
        with contextlib.suppress(OSError):
            os.utime(path)
        return _read(path, _games)

    def has_forgotten(self, name: str) -> bool:
        """Whether there was a game of that name, which had to make room."""
        return _mark_of(self._path(name)).exists()

    def keep_review(self, name: str, reviewed: Reviewed) -> None:
        """Write a review of the game of that name. Raises OSError and NoRoom."""
        self._write(_review_of(self._path(name)), reviewed)

    def recall_review(self, name: str) -> Reviewed | None:
        """The last review of a game; None if there is none that can be read."""
        return _read(_review_of(self._path(name)), _reviews)

    def _write(self, path: Path, kept: GameTree | Reviewed) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        content = msgspec.json.encode(kept)
        self._make_room(path, len(content))
        handle, draft = tempfile.mkstemp(dir=self.folder, prefix=".")
        try:
            with open(handle, "wb") as file:
                file.write(content)
            os.replace(draft, path)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(draft)
            raise

    def _path(self, name: str) -> Path:
        """Names are secrets of pages: a listing of the folder does not tell them."""
        return self.folder / f"{hashlib.sha256(name.encode()).hexdigest()}.json"

    def _make_room(self, path: Path, size: int) -> None:
        """Make room for a file of that size. Raises NoRoom."""
        try:
            more, fresh = size - path.stat().st_size, 0
        except FileNotFoundError:
            more, fresh = size, int(path.suffix == ".json")
        with self._lock:
            if fresh > self._free or more > self._free_bytes:
                self._look_through(path.stem, fresh, more)
            if fresh > self._free or more > self._free_bytes:
                raise NoRoom(
                    f"not kept: there are {self._most} games, or {self._most_bytes >> 20} MiB of them, "
                    f"and none that nobody has used for {KEPT_DAYS:g} days"
                )
            self._free -= fresh
            self._free_bytes -= more

    def _look_through(self, spared: str, fresh: int, more: int) -> None:
        """See what is free; if that does not do, forget old games, the oldest first."""
        kept = sorted(self._all(), key=lambda one: one.used)
        self._free = self._most - len(kept)
        self._free_bytes = self._most_bytes - sum(one.size for one in kept)
        if fresh <= self._free and more <= self._free_bytes:
            return
        wanted, wanted_bytes = max(fresh, ROOM * self._most), max(more, ROOM * self._most_bytes)
        old = time.time() - KEPT_DAYS * 86_400
        forgotten = 0
        for one in kept:
            if one.used > old or (self._free >= wanted and self._free_bytes >= wanted_bytes):
                break
            if one.stem != spared:
                path = self.folder / f"{one.stem}.json"
                _mark_of(path).touch(mode=0o600)
                path.unlink(missing_ok=True)
                _review_of(path).unlink(missing_ok=True)
                forgotten += 1
                self._free += 1
                self._free_bytes += one.size
        marks = sorted(self.folder.glob("*.gone"), key=lambda mark: mark.stat().st_mtime)
        for mark in marks[: -self._most]:
            mark.unlink(missing_ok=True)
        if forgotten:
            self._tell(f"{counted(forgotten, 'game')} that nobody has used for {KEPT_DAYS:g} days made room for others")

    def _all(self) -> list[_Kept]:
        found: dict[str, _Kept] = {}
        for entry in os.scandir(self.folder):
            stem, suffix = os.path.splitext(entry.name)
            if suffix in (".json", ".review") and not stem.startswith("."):
                one = found.setdefault(stem, _Kept(stem))
                stat = entry.stat()
                one.size += stat.st_size
                one.used = max(one.used, stat.st_mtime)
        return [*found.values()]


def _review_of(game: Path) -> Path:
    return game.with_suffix(".review")


def _mark_of(game: Path) -> Path:
    """Says that there was a game of this name."""
    return game.with_suffix(".gone")


def _read(path: Path, decoder: msgspec.json.Decoder[T]) -> T | None:
    try:
        return decoder.decode(path.read_bytes())
    except (FileNotFoundError, msgspec.MsgspecError):
        return None
