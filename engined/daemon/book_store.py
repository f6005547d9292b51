"""The books in the store's file: one book store for each variant, inside somebody else's transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable

import msgspec

from engined.book.book import Book
from engined.book.node import Node
from engined.variants.model import Variant

TABLES = """
CREATE TABLE books (
    number   INTEGER PRIMARY KEY,
    digest   TEXT NOT NULL UNIQUE,     -- of the variant
    variant  TEXT NOT NULL
);
CREATE TABLE book_nodes (
    key      INTEGER PRIMARY KEY,      -- of the canonical position, its variant included
    book     INTEGER NOT NULL,
    node     BLOB NOT NULL             -- msgpack
);
CREATE INDEX book_pages ON book_nodes (book, key);
CREATE TABLE book_links (
    child    INTEGER NOT NULL,         -- in the book or not
    parent   INTEGER NOT NULL,
    PRIMARY KEY (child, parent)
) WITHOUT ROWID;
"""

_encoder = msgspec.msgpack.Encoder()
read_node = msgspec.msgpack.Decoder(Node).decode
"""What is in the column ``node``. Raises MsgspecError."""


class SqliteBookStore:
    """A :class:`~engined.book.book.BookStore`. What is put on it is written by :meth:`flush`.

    A node that cannot be read counts as missing until ``fix`` takes it out.
    """

    def __init__(self, connection: sqlite3.Connection, variant: Variant) -> None:
        self._connection = connection
        self._variant = variant
        self._seen: dict[int, Node | None] = {}
        self._changed: set[int] = set()
        self._number: int | None = None

    def get(self, key: int) -> Node | None:
        """See :class:`~engined.book.book.BookStore`."""
        if key not in self._seen:
            row = self._connection.execute("SELECT node FROM book_nodes WHERE key = ?", (key,)).fetchone()
            self._seen[key] = None if row is None else _read(row[0])
        return self._seen[key]

    def put(self, key: int, node: Node) -> None:
        """See :class:`~engined.book.book.BookStore`."""
        old = self.get(key)
        if old is None or old.links != node.links:
            rows = {(link.key, key) for link in node.links}
            self._connection.executemany("INSERT OR IGNORE INTO book_links VALUES (?, ?)", rows)
        self._seen[key] = node
        self._changed.add(key)

    def drop(self, key: int) -> None:
        """See :class:`~engined.book.book.BookStore`."""
        self._connection.execute("DELETE FROM book_nodes WHERE key = ?", (key,))
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
        query = "SELECT key FROM book_nodes WHERE book = ? AND key > ? ORDER BY key LIMIT ?"
        rows = self._connection.execute(query, (self._book(), -1 if after is None else after, count))
        return [key for (key,) in rows.fetchall()]

    def __len__(self) -> int:
        self.flush()
        row = self._connection.execute("SELECT count(*) FROM book_nodes WHERE book = ?", (self._book(),)).fetchone()
        return int(row[0])

    def flush(self) -> None:
        """Write what was put here."""
        if self._changed and self._book() is None:
            self._connection.execute(
                "INSERT INTO books (digest, variant) VALUES (?, ?)", (self._variant.digest, self._variant.name)
            )
        rows = [(key, self._book(), _encoder.encode(self._seen[key])) for key in self._changed]
        self._connection.executemany(
            "INSERT INTO book_nodes VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET node = excluded.node", rows
        )
        self._changed.clear()

    def _book(self) -> int | None:
        """The book's number in the file; None while it has no position."""
        if self._number is None:
            query = "SELECT number FROM books WHERE digest = ?"
            row = self._connection.execute(query, (self._variant.digest,)).fetchone()
            self._number = None if row is None else int(row[0])
        return self._number


class GlancedBookStore(SqliteBookStore):
    """A book store to look at only. What cannot be read is reported and counts as missing: no request fails for
    that.
    """

    def __init__(
        self, connection: sqlite3.Connection, variant: Variant, on_trouble: Callable[[sqlite3.Error], None]
    ) -> None:
        super().__init__(connection, variant)
        self._on_trouble = on_trouble

    def get(self, key: int) -> Node | None:
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

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        """Within its transaction."""
        self._books: dict[str, SqliteBookStore] = {}

    def book_store(self, variant: Variant) -> SqliteBookStore:
        """The book store of a variant."""
        book_store = self._books.get(variant.digest)
        if book_store is None:
            book_store = self._books[variant.digest] = SqliteBookStore(self.connection, variant)
        return book_store

    def book(self, variant: Variant) -> Book:
        """The book of a variant."""
        return Book(variant, self.book_store(variant))

    def flush(self) -> None:
        """Write everything."""
        for book_store in self._books.values():
            book_store.flush()


def _read(content: bytes) -> Node | None:
    try:
        return read_node(content)
    except msgspec.MsgspecError:
        return None
