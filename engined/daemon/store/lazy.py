"""The store as the service sees it: opened when it is first needed, or not there at all."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from engined.book.book import Book
from engined.book.given import Given, nothing_given
from engined.service.events import GameSaved, Save, StoreOpened, Written
from engined.service.exact_results import ExactResult
from engined.service.kept_analyses import KeptAnalysis
from engined.service.sessions.session import Kept
from engined.variants.model import Variant

from ..log.log import Log

if TYPE_CHECKING:
    from .writer import StoreWriter


MOST_NAMED = 20
"""The most things that cannot be read which ``status`` names."""
MOST_DAMAGE = 1000
"""The most things that cannot be read which the log names."""


class LazyStore:
    """A store that is opened late, and SQLite loaded with it: a GUI's first answer does not wait for either."""

    def __init__(
        self,
        path: Path | None,
        on_saved: Callable[[GameSaved | Written | StoreOpened], None],
        log: Log,
        given: Given = nothing_given,
    ) -> None:
        """``path`` None: nothing is kept. ``on_saved`` is called on another thread; ``given`` are books beneath its
        own.
        """
        self._given = given
        self._path = path
        self._on_saved = on_saved
        self._log = log
        self._writer: StoreWriter | None = None
        self._damage: dict[str, None] = {}

    def open(self) -> StoreWriter | None:
        """Begin to open the store, unless that was done; None where there is to be none."""
        if self._writer is None and self._path is not None:
            from .writer import StoreWriter

            self._writer = StoreWriter(self._path, self._on_saved, self._warn, self._name, self._given)
        return self._writer

    def wait(self) -> bool:
        """Open the store now; whether it can be used, or it is worth waiting for."""
        writer = self.open()
        return writer is not None and (writer.wait() is not None or not writer.hopeless)

    def kept(self) -> tuple[Kept, ...]:
        """The kept sessions; none where there is no store, or they cannot be read."""
        writer = self.open()
        if writer is None or (store := writer.wait()) is None:
            return ()
        from .store import StoreError

        try:
            return store.kept()
        except StoreError as error:
            self._warn(str(error))
            return ()

    @property
    def state(self) -> str:
        """``open``, why it cannot be used, or empty where there is none."""
        if self._path is None:
            return ""
        if self._writer is None:
            return "not open yet"
        self._writer.wait()
        return self._writer.problem or "open"

    @property
    def damage(self) -> tuple[str, ...]:
        """What was found that cannot be read any more, in words: the first of it."""
        return tuple(islice(self._damage, MOST_NAMED))

    @property
    def size(self) -> int:
        """Bytes of the file, and of what is still to be folded into it."""
        if self._path is None:
            return 0
        paths = (self._path, self._path.with_name(self._path.name + "-wal"))
        return sum(path.stat().st_size for path in paths if path.exists())

    @property
    def unwritten(self) -> int:
        """Bytes of memory that steps of kept sessions take which are not on disk yet."""
        return 0 if self._writer is None else self._writer.unwritten

    def recall(self, digest: str) -> ExactResult | None:
        """What the store knows of a position; None as well while it is not open."""
        return None if self._writer is None else self._writer.recall(digest)

    def recall_analysis(self, digest: str) -> KeptAnalysis | None:
        """The deepest analysis of a position in the store; None as well while it is not open."""
        return None if self._writer is None else self._writer.recall_analysis(digest)

    def book(self, variant: Variant) -> Book | None:
        """The book of a variant, for a short look; None while the store is not open."""
        return None if self._writer is None else self._writer.book(variant)

    def save(self, save: Save) -> None:
        """Have something written, where there is a store."""
        writer = self.open()
        if writer is not None:
            writer.save(save)

    def close(self, timeout: float) -> None:
        """Write what is left, and close; what could not be written in so many seconds is lost, and the log says so."""
        if self._writer is not None and not self._writer.close(timeout):
            self._warn("the last results could not be written in time")

    def _name(self, thing: str) -> None:
        """Say once that something cannot be read. From any thread."""
        if thing not in self._damage and len(self._damage) < MOST_DAMAGE:
            self._damage[thing] = None
            self._log.warning("store", trouble=f"{thing} cannot be read: it is kept aside, and counts as missing")

    def _warn(self, trouble: str) -> None:
        self._log.warning("store", trouble=trouble)
