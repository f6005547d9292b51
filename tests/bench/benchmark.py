"""The fixture of pytest-benchmark, which has no types of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

R = TypeVar("R")


class Benchmark(Protocol):
    """Measures a function, and gives back what it returned at last."""

    extra_info: dict[str, object]
    """What else is kept of the run."""

    def __call__(self, function: Callable[..., R], *args: object) -> R:
        """Call it as often as it takes."""
        ...

    def pedantic(
        self,
        target: Callable[..., R],
        *,
        setup: Callable[[], tuple[tuple[object, ...], dict[str, object]]] | None = None,
        rounds: int,
    ) -> R:
        """Call it so many times, each time with the arguments that ``setup`` makes, which costs nothing."""
        ...
