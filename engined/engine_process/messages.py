"""What goes between a daemon and the process of its engine, and its form on the way.

Orders are pickled: positions hold what any package's rules remember of a game. News are messages of a known form, so
that a process gone wrong can have nothing done here, and they are quick to read.
"""

from __future__ import annotations

import pickle

import msgspec
from msgspec import Struct

from engined.engine.tasks import End, EngineFailure, EvaluationResult, PerftCount, PerftResult, Task
from engined.results import Info, Reason, Result
from engined.variants.model import Variant

# --- orders ---------------------------------------------------------------------------------------


class Begin(Struct, frozen=True):
    """Begin a task; its news bear the number."""

    number: int
    task: Task


class Stop(Struct, frozen=True):
    """End a task early."""

    number: int
    reason: Reason


class Hold(Struct, frozen=True):
    """Have a task give way."""

    number: int


class GoOn(Struct, frozen=True):
    """Have a task that gave way work again."""

    number: int


class Prepare(Struct, frozen=True):
    """Compile a variant in the background."""

    variant: Variant


Order = Begin | Stop | Hold | GoOn | Prepare


def pack_order(order: Order) -> bytes:
    """Bytes of an order."""
    return pickle.dumps(order, pickle.HIGHEST_PROTOCOL)


def read_order(data: bytes) -> Order:
    """The order in bytes of :func:`pack_order`: they come from the process that started this one, and no other."""
    order: Order = pickle.loads(data)
    return order


# --- news -----------------------------------------------------------------------------------------


class Ready(Struct, frozen=True, tag=True, array_like=True):
    """The process is there."""


class Told(Struct, frozen=True, tag=True, array_like=True):
    """A search has news."""

    number: int
    news: Info


class Counted(Struct, frozen=True, tag=True, array_like=True):
    """A count has news."""

    number: int
    news: PerftCount


class Found(Struct, frozen=True, tag=True, array_like=True):
    """A search has ended."""

    number: int
    end: Result


class CountedAll(Struct, frozen=True, tag=True, array_like=True):
    """A count has ended."""

    number: int
    end: PerftResult


class Evaluated(Struct, frozen=True, tag=True, array_like=True):
    """Positions have been evaluated."""

    number: int
    end: EvaluationResult


class Failed(Struct, frozen=True, tag=True, array_like=True):
    """A task cannot be done."""

    number: int
    end: EngineFailure


class Compiled(Struct, frozen=True, tag=True, array_like=True):
    """The state of the machine code of the variant with that digest."""

    digest: str
    state: str


News = Ready | Told | Counted | Found | CountedAll | Evaluated | Failed | Compiled

pack_news = msgspec.msgpack.Encoder().encode
"""Bytes of news."""
read_news = msgspec.msgpack.Decoder[News](News).decode
"""The news in bytes. Raises msgspec.DecodeError for what is none."""


def told(number: int, news: Info | PerftCount) -> News:
    """What a task says meanwhile."""
    return Told(number, news) if isinstance(news, Info) else Counted(number, news)


def ended(number: int, end: End) -> News:
    """What it says at its end."""
    if isinstance(end, Result):
        return Found(number, end)
    if isinstance(end, EvaluationResult):
        return Evaluated(number, end)
    return CountedAll(number, end) if isinstance(end, PerftResult) else Failed(number, end)
