"""What turns in the end, from what a placement brackets: indirect captures.

These functions of the prelude are made of others, and compiled into every kernel that calls them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

from engined.variants.model import Capture, Choice

OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": False}
"""The options with which numba compiles everything here."""


def captures(capture: Capture, bound: dict[str, Any], inner: Callable[[Any], Any]) -> dict[str, Any]:
    """``turned`` for a variant; and ``flips`` and ``last_flips``, where all that is bracketed turns indirectly too.

    ``bound`` has the names of the prelude for direct captures; ``inner`` makes a function that only kernels call, as
    :func:`compiled` does.
    """
    closed = _closure(capture.indirect, bound, inner)
    if capture.choice is not Choice.ALL:
        return {"turned": closed}
    if not capture.indirect:
        return {"turned": inner(lambda own, opp, square, chosen: chosen)}
    direct, single, without, count, full = (bound[name] for name in ("flips", "single", "without", "count", "FULL"))

    def flips(own: Any, opp: Any, square: Any) -> Any:
        return closed(own, opp, square, direct(own, opp, square))

    everything = inner(flips)

    def last_flips(own: Any, square: Any) -> Any:
        return count(everything(own, without(without(full, own), single(square)), square))

    return {
        "turned": inner(lambda own, opp, square, chosen: chosen),
        "flips": everything,
        "last_flips": inner(last_flips),
    }


def _closure(indirect: int, bound: dict[str, Any], inner: Callable[[Any], Any]) -> Any:
    """Discs that turn when these do: for so many generations, or (-1) until nothing changes."""
    if not indirect:
        return inner(lambda own, opp, square, chosen: chosen)
    either, without, single, is_empty, first, drop_first, empty_set = (
        bound[name] for name in ("either", "without", "single", "is_empty", "first", "drop_first", "empty_set")
    )
    bracketed = bound["flips"]

    def closed(own: Any, opp: Any, square: Any, chosen: Any) -> Any:
        found = chosen
        fresh = chosen
        generations = indirect
        while generations != 0 and not is_empty(fresh):
            mine = either(either(own, single(square)), found)
            theirs = without(opp, found)
            more = empty_set()
            while not is_empty(fresh):
                more = either(more, bracketed(mine, theirs, first(fresh)))
                fresh = drop_first(fresh)
            found = either(found, more)
            fresh = more
            generations -= 1
        return found

    return inner(closed)


def compiled(function: Any) -> Any:
    """A function that only kernels call."""
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)
