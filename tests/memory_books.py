"""Books in memory, for services without a disk."""

from __future__ import annotations

import sqlite3
import weakref

import pytest

from engined.daemon.store.books import BookStores
from engined.daemon.store.tables import create


def memory_books() -> BookStores:
    """Books that nobody else has, empty. What they are kept in is closed when nobody has them any more."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)  # whichever thread finds that nobody has them
    create(connection)
    books = BookStores(connection, pytest.fail)
    weakref.finalize(books, connection.close)
    return books
