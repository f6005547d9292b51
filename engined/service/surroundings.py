"""What the service is given: limits for strangers, and what it may ask of the world around it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from engined.book.book import Book
from engined.variants.model import Variant

from .solved import Solved


class Limits(Struct, frozen=True):
    """How much strangers may hold."""

    clients: int = 1024
    sessions: int = 64
    """Of one client."""
    jobs: int = 1024
    """Of one client."""


class Surroundings(Struct, frozen=True, kw_only=True):
    """What the service asks of the world; every part answers at once."""

    recall: Callable[[str], Solved | None] = lambda digest: None
    """What the store knows about a position, by its digest."""
    kind: Callable[[Variant], str] = lambda variant: ""
    """How a variant runs here, e.g. ``8x8`` or ``generic-128``."""
    book: Callable[[Variant], Book | None] = lambda variant: None
    """The book of a variant, to be looked at only; None without a store."""
    stores: bool = False
    """Whether there is a store to write to."""
