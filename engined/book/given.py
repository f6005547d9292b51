"""Books that come with engined: files of positions with all that is kept of them, read only.

A file has a line of JSON that says whose book it is (:class:`BookHeader`), then, compressed, pairs of key and node.
Daemons lay their own books over these: see :class:`LaidBookStore`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from heapq import merge
from pathlib import Path

import msgspec
from msgspec import Raw, Struct

from engined.variants.model import Variant

from .book import BookStore
from .node import BookNode

FOLDER = Path(__file__).with_name("data")
SUFFIX = ".book"
VERSION = 1


class BookHeader(Struct, frozen=True, kw_only=True):
    """The first line."""

    engined_nodes: int
    """Version of the format."""
    variant: str
    digest: str
    """The digest of the variant."""


class GivenBook:
    """The positions of a file. A node is made of its bytes each time that it is asked for: few of them ever are."""

    def __init__(self, packed: bytes) -> None:
        """``packed``: the pairs, compressed."""
        self._nodes = dict(_pairs.decode(zlib.decompress(packed)))
        self.keys = sorted(self._nodes)
        """The keys in ascending order."""

    def __len__(self) -> int:
        return len(self._nodes)

    def __contains__(self, key: int) -> bool:
        return key in self._nodes

    def get(self, key: int) -> BookNode | None:
        """The node of that key."""
        raw = self._nodes.get(key)
        return None if raw is None else _decoder.decode(raw)

    def parents(self, key: int) -> tuple[int, ...]:
        """Keys of the nodes that have a link to that key."""
        return self._parents.get(key, ())

    @cached_property
    def _parents(self) -> dict[int, tuple[int, ...]]:
        """The parents of each node, of the keys of the book alone."""
        found: dict[int, set[int]] = {}
        for parent in self.keys:
            node = self.get(parent)
            for link in () if node is None else node.links:
                found.setdefault(link.key, set()).add(parent)
        return {key: tuple(parents) for key, parents in found.items()}


_headers = msgspec.json.Decoder(BookHeader)
_pairs = msgspec.msgpack.Decoder(list[tuple[int, Raw]])
_decoder = msgspec.msgpack.Decoder(BookNode)


def pack(key: int, node: BookNode) -> bytes:
    """A pair, as a file has it."""
    return msgspec.msgpack.encode((key, node))


Given = Callable[[Variant], GivenBook | None]
"""A function that gives the book of a variant that comes with engined."""


def nothing_given(variant: Variant) -> GivenBook | None:
    """No book, whatever the variant."""
    return None


def given_book(variant: Variant) -> GivenBook | None:
    """The book that comes with engined for a variant; None where there is none."""
    path = _files().get(variant.digest)
    return None if path is None else _read(path)


@lru_cache(maxsize=1)
def _files() -> dict[str, Path]:
    """The file of each variant, by its digest."""
    found: dict[str, Path] = {}
    for path in sorted(FOLDER.glob(f"*{SUFFIX}")):
        with path.open("rb") as file:
            header = _headers.decode(file.readline())
        if header.engined_nodes == VERSION:
            found[header.digest] = path
    return found


@lru_cache(maxsize=8)
def _read(path: Path) -> GivenBook:
    return GivenBook(path.read_bytes().partition(b"\n")[2])


class LaidBookStore:
    """A book store over the book that comes with engined: what is kept in it hides the node of the same key there."""

    def __init__(self, own: BookStore, given: GivenBook) -> None:
        self._own = own
        self._given = given

    def get(self, key: int) -> BookNode | None:
        """See :class:`~engined.book.book.BookStore`."""
        return self._own.get(key) or self._given.get(key)

    def put(self, key: int, node: BookNode) -> None:
        """See :class:`~engined.book.book.BookStore`."""
        self._own.put(key, node)

    def drop(self, key: int) -> None:
        """See :class:`~engined.book.book.BookStore`: what was given is seen again."""
        self._own.drop(key)

    def parents(self, key: int) -> Iterable[int]:
        """See :class:`~engined.book.book.BookStore`."""
        return {*self._own.parents(key), *self._given.parents(key)}

    def page(self, after: int | None, count: int) -> list[int]:
        """See :class:`~engined.book.book.BookStore`."""
        found: list[int] = []
        last = -1 if after is None else after
        for key in merge(self._own.page(after, count), (key for key in self._given.keys if key > last)):
            if len(found) == count:
                break
            if not found or found[-1] != key:
                found.append(key)
        return found

    def __len__(self) -> int:
        return len(self._given) + sum(key not in self._given for key in self._own.page(None, -1))


def laid(own: BookStore, given: GivenBook | None) -> BookStore:
    """A book store with a given book beneath it, if there is one."""
    return own if given is None else LaidBookStore(own, given)
