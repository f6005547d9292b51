"""What the service is given: limits for strangers, and what it may ask of the world around it."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec import Struct

from engined.book.book import Book
from engined.variants.model import Variant
from engined_protocol.messages import MemoryUse

from .exact_results import ExactResult
from .kept_analyses import KeptAnalysis


class Limits(Struct, frozen=True):
    """How much strangers may hold."""

    clients: int = 1024
    sessions: int = 64
    """Of one client."""
    jobs: int = 1024
    """Of one client."""
    searches: int = 1 << 30
    """That have begun, of all clients."""
    session_bytes: int = 1 << 40
    """That the sessions of all clients take."""


class Ports(Struct, frozen=True, kw_only=True):
    """What the service asks of the world; every part answers at once."""

    recall: Callable[[str], ExactResult | None] = lambda digest: None
    """What the store knows exactly about a position, by its digest."""
    recall_analysis: Callable[[str], KeptAnalysis | None] = lambda digest: None
    """The deepest analysis of it in the store."""
    book: Callable[[Variant], Book | None] = lambda variant: None
    """The book of a variant, to be looked at only; None without a store."""
    lot: Callable[[], float] = random.random
    """A number from 0 to 1, drawn by lot."""
    memory: Callable[[], tuple[MemoryUse, ...]] = tuple
    """How much memory is taken by all, and by those that the service does not know."""
    stores: bool = False
    """Whether there is a store to write to."""
