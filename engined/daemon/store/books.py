"""The books in the store's file: one book store for each variant, inside somebody else's transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable

from engined.book.book import Book
from engined.book.given import Given, laid, nothing_given
from engined.book.node import BookNode
from engined.variants.model import Variant

from . import rows as store_rows
from .damage import claim, put_links, readable_rows
from .tables import NODES, Tell


class SqliteBookStore:
    """A :class:`~engined.book.book.BookStore`. What is put on it is written by :meth:`flush`.

    A node that cannot be read is kept aside, and counts as missing.
    """

    def __init__(self, connection: sqlite3.Connection, variant: Variant, tell: Tell) -> None:
        """``tell`` is told of nodes that cannot be read."""
        self._connection = connection
        self._variant = variant
        self._tell = tell
        self._seen: dict[int, BookNode | None] = {}
        self._changed: set[int] = set()

    def get(self, key: int) -> BookNode | None:
        """See :class:`~engined.book.book.BookStore`."""
        if key not in self._seen:
            self._seen[key] = self._read(key)
        return self._seen[key]

    def _read(self, key: int) -> BookNode | None:
        row = claim(self._connection, NODES, "WHERE key = ?", (key,), self._tell)
        return None if row is None else store_rows.node(row)

    def put(self, key: int, node: BookNode) -> None:
        """See :class:`~engined.book.book.BookStore`."""
        old = self.get(key)
        if old is None or old.links != node.links:
            put_links(self._connection, key, {link.key for link in node.links})
        self._seen[key] = node
        self._changed.add(key)

    def drop(self, key: int) -> None:
        """See :class:`~engined.book.book.BookStore`."""
        NODES.drop(self._connection, key)
        self._connection.execute("DELETE FROM book_links WHERE parent = ?", (key,))
        self._seen[key] = None
        self._changed.discard(key)

    def parents(self, key: int) -> Iterable[int]:
        """See :class:`~engined.book.book.BookStore`."""
        rows = self._connection.execute("SELECT parent FROM book_links WHERE child = ?", (key,)).fetchall()
        return [parent for (parent,) in rows]

    def page(self, after: int | None, count: int) -> list[int]:
        """See :class:`~engined.book.book.BookStore`."""
        self.flush()
        query = "SELECT key FROM book_nodes WHERE digest = ? AND key > ? ORDER BY key LIMIT ?"
        rows = self._connection.execute(query, (self._variant.digest, -1 if after is None else after, count))
        return [key for (key,) in rows.fetchall()]

    def __len__(self) -> int:
        self.flush()
        query = "SELECT count(*) FROM book_nodes WHERE digest = ?"
        return int(self._connection.execute(query, (self._variant.digest,)).fetchone()[0])

    def flush(self) -> None:
        """Write what was put here."""
        for key in self._changed:
            content = store_rows.to_msgpack(self._seen[key])
            NODES.put(self._connection, (key, self._variant.digest, self._variant.name, content))
        self._changed.clear()


class GlancedBookStore(SqliteBookStore):
    """A book store to look at only. What cannot be read is reported and counts as missing: no request fails for
    that.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        variant: Variant,
        tell: Tell,
        on_trouble: Callable[[sqlite3.Error], None],
    ) -> None:
        super().__init__(connection, variant, tell)
        self._on_trouble = on_trouble

    def _read(self, key: int) -> BookNode | None:
        """The node, or None where it cannot be read: it stays as it is until somebody writes there."""
        rows = readable_rows(self._connection, NODES, "WHERE key = ?", self._tell, (key,))
        return next(map(store_rows.node, rows), None)

    def get(self, key: int) -> BookNode | None:
        """See :class:`~engined.book.book.BookStore`."""
        try:
            return super().get(key)
        except sqlite3.Error as error:
            self._on_trouble(error)
            return None

    def page(self, after: int | None, count: int) -> list[int]:
        """See :class:`~engined.book.book.BookStore`."""
        try:
            return super().page(after, count)
        except sqlite3.Error as error:
            self._on_trouble(error)
            return []

    def __len__(self) -> int:
        try:
            return super().__len__()
        except sqlite3.Error as error:
            self._on_trouble(error)
            return 0


class BookStores:
    """The books of all variants, within one transaction."""

    def __init__(self, connection: sqlite3.Connection, tell: Tell, given: Given = nothing_given) -> None:
        """``given``: the books that lie beneath these."""
        self._given = given
        self.connection = connection
        """The connection, within its transaction."""
        self.tell = tell
        """Is told of what cannot be read."""
        self._books: dict[str, SqliteBookStore] = {}

    def _book_store(self, variant: Variant) -> SqliteBookStore:
        book_store = self._books.get(variant.digest)
        if book_store is None:
            book_store = self._books[variant.digest] = SqliteBookStore(self.connection, variant, self.tell)
        return book_store

    def book(self, variant: Variant) -> Book:
        """The book of a variant, over the one that is given."""
        return Book(variant, laid(self._book_store(variant), self._given(variant)))

    def flush(self) -> None:
        """Write everything."""
        for book_store in self._books.values():
            book_store.flush()
