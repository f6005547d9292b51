"""Lines of a store taken in, see :mod:`lines`: all of them or none."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from engined.book.book import BadEntry
from engined.book.folding import unbookable
from engined.engine.variant_state import Known
from engined.service.events import SaveKnown, SaveSolved
from engined.service.kept_analyses import KeptAnalysis
from engined.variants.model import Variant

from . import rows
from .books import BookStores
from .damage import claim
from .lines import BookPosition, End, LearntGame, Solved, StoredAnalysis, StoredSession, StoreHeader, read_line
from .store import Store
from .tables import GAMES, STEPS

MOST_FAULTS = 20
"""The most faults that are named."""
BOOK_LINES_AT_ONCE = 5000
"""Positions of books that are held in memory, with those around them."""

VariantOf = Callable[[str, str], Variant | None]
"""The variant of that name and digest, where it is known."""


class Bad(Exception):
    """Lines that cannot be taken in: each one's number, from 1, and what is wrong."""

    def __init__(self, faults: list[tuple[int, str]]) -> None:
        super().__init__("; ".join(f"line {number}: {message}" for number, message in faults))
        self.faults = faults


def check(lines: Iterable[bytes], variant_of: VariantOf) -> int:
    """Look whether lines can be taken in: how many there are between the first and the last. Raises Bad."""
    faults: list[tuple[int, str]] = []
    digest, last, count = hashlib.sha256(), None, 0
    for count, text in enumerate(lines, 1):
        if isinstance(last, End):
            faults.append((count, "it comes after the end"))
        try:
            last = read_line(text, count)
            if isinstance(last, BookPosition):
                _variant(last, variant_of)
            if isinstance(last, End):
                _check_end(last, count - 2, digest.hexdigest())
        except ValueError as error:
            faults.append((count, str(error)))
            last = None
        digest.update(text)
        if len(faults) >= MOST_FAULTS or (faults and count == 1):
            raise Bad(faults)
    if not isinstance(last, End) and not faults:
        faults.append((count + 1, "the last line is missing, and with it perhaps others"))
    if faults:
        raise Bad(faults)
    return count - 2


def _variant(line: BookPosition, variant_of: VariantOf) -> Variant:
    """What a book is of. Raises ValueError where it can have none here."""
    variant = variant_of(line.variant, line.digest)
    if variant is None:
        raise ValueError(f"digest: no {line.variant!r} that is declared as {line.digest[:8]} is known here")
    if why := unbookable(variant):
        raise ValueError(f"{line.variant} can have no book: {why}")
    return variant


def _check_end(end: End, lines: int, digest: str) -> None:
    """Raise ValueError where lines were lost or changed."""
    if end.lines != lines:
        raise ValueError(f"lines: there are {lines} between the first and this, not {end.lines}")
    if end.sha256 and end.sha256 != digest:
        raise ValueError("sha256: it is not that of the lines before, which have been changed")


def take_in(lines: Iterable[bytes], store: Store, variant_of: VariantOf) -> int:
    """Take lines in that were checked, all of them or none: how many told something new.

    Of two results or analyses of a position the better one stays, of games counted in a book the higher number.
    Sessions that are there stay as they are. Raises Bad and StoreError.
    """

    def take(_: Store, books: BookStores) -> int:
        new, positions, within = 0, 0, books
        for number, text in enumerate(lines, 1):
            line = read_line(text, number)
            if isinstance(line, BookPosition):
                positions += 1
                if positions % BOOK_LINES_AT_ONCE == 0:
                    within.flush()
                    within = BookStores(books.connection, books.tell)
                new += _merge(line, number, within, variant_of)
            elif not isinstance(line, StoreHeader | End):
                new += _put(line, store, books)
        within.flush()
        return new

    return store.change(take)


def _merge(line: BookPosition, number: int, books: BookStores, variant_of: VariantOf) -> bool:
    try:
        return books.book(_variant(line, variant_of)).merge(line.position, line.games, line.leaves)
    except BadEntry as error:
        raise Bad([(number, f"position: {error}")]) from None


def _put(line: Solved | StoredAnalysis | LearntGame | StoredSession, store: Store, books: BookStores) -> bool:
    connection = books.connection
    before_all = connection.total_changes
    match line:
        case Solved(result=result):
            store.put(SaveSolved(result), books)
        case StoredAnalysis():
            known = Known(line.depth, line.lines, line.best, line.seconds)
            kept = KeptAnalysis(digest=line.digest, variant=line.variant, position=line.position, known=known)
            store.put(SaveKnown(kept), books)
        case LearntGame():
            which = (line.digest, line.start, line.moves)
            if claim(connection, GAMES, "WHERE digest = ? AND start = ? AND moves = ?", which, books.tell) is None:
                row = (GAMES.next_number(connection), line.saved_at, line.variant, *which, line.result, line.booked)
                GAMES.put(connection, row)
        case StoredSession():
            key = (line.client, line.session)
            if claim(connection, STEPS, "WHERE client = ? AND session = ?", key, books.tell) is None:
                before = None
                for place, step in enumerate(map(rows.to_json, line.steps), 1):
                    STEPS.put(connection, (STEPS.next_number(connection), *key, place, line.saved_at, step, before))
                    before = step
    return connection.total_changes > before_all
