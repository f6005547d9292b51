"""The store that daemons of this user have: what is known there is not searched again, and what is found goes there.

Daemons may run meanwhile, on the same file: they know of it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from engined.daemon.store.store import Store, StoreError, open_store
from engined.service.events import Save, SaveKnown, SaveSolved
from engined.service.exact_results import answering
from engined.service.jobs import replies

from .posing import Posed
from .question import ProofAnswer


class Keeping:
    """A store, or none: it is used as long as it can be."""

    def __init__(self, path: Path | None, complain: Callable[[str], None]) -> None:
        """``complain`` is told once why nothing is kept any more."""
        self._complain = complain
        self._store: Store | None = None
        if path is not None:
            try:
                self._store, warning = open_store(path)
            except StoreError as error:
                complain(f"nothing goes to the store: {error}")
            else:
                if warning:
                    complain(warning)

    def known(self, posed: Posed) -> ProofAnswer | None:
        """What the store answers to a question."""
        if self._store is None:
            return None
        request, game = posed.question.request, posed.game
        try:
            known = answering(request, self._store.recall(game.position.digest))
        except StoreError as error:
            self._give_up(error)
            return None
        if known is None:
            return None
        return ProofAnswer(replies.described(replies.recalled(request.id, known, None), request, game))

    def put(self, answers: Iterable[ProofAnswer]) -> None:
        """Keep what is new of answers: it is on disk then."""
        if self._store is None:
            return
        try:
            if saves := [save for answer in answers for save in _saves(answer, self._store)]:
                self._store.write(saves)
        except StoreError as error:
            self._give_up(error)

    def close(self) -> None:
        """Close the store."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def _give_up(self, error: StoreError) -> None:
        self._complain(f"nothing more goes to the store: {error}")
        self.close()


def _saves(answer: ProofAnswer, store: Store) -> Iterable[Save]:
    """What of an answer the store does not have."""
    if (solved := answer.solved) is not None and solved.betters(store.recall(solved.digest)):
        yield SaveSolved(solved)
    if (kept := answer.kept) is not None and kept.betters(store.recall_analysis(kept.digest)):
        yield SaveKnown(kept)
