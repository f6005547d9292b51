"""What turns in the end, from what a placement brackets: indirect captures.

These functions of the prelude are made of others, and compiled into every kernel that calls them.
"""

from __future__ import annotations

from typing import Any

import numba

from engined.variants.model import Capture, Choice

OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": False}
"""Of everything that numba compiles here."""


def captures(capture: Capture, bound: dict[str, Any]) -> dict[str, Any]:
    """``turned`` for a variant; and ``flips`` and ``last_flips``, where all that is bracketed turns indirectly too.

    ``bound`` has the names of the prelude for direct captures.
    """
    closed = _closure(capture.indirect, bound)
    if capture.choice is not Choice.ALL:
        return {"turned": closed}
    if not capture.indirect:
        return {"turned": _inner(lambda own, opp, square, chosen: chosen)}
    direct, single, without, count, full = (bound[name] for name in ("flips", "single", "without", "count", "FULL"))

    def flips(own: Any, opp: Any, square: Any) -> Any:
        return closed(own, opp, square, direct(own, opp, square))

    everything = _inner(flips)

    def last_flips(own: Any, square: Any) -> Any:
        return count(everything(own, without(without(full, own), single(square)), square))

    return {
        "turned": _inner(lambda own, opp, square, chosen: chosen),
        "flips": everything,
        "last_flips": _inner(last_flips),
    }


def _closure(indirect: int, bound: dict[str, Any]) -> Any:
    """Discs that turn when these do: for so many generations, or (-1) until nothing changes."""
    if not indirect:
        return _inner(lambda own, opp, square, chosen: chosen)
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

    return _inner(closed)


def _inner(function: Any) -> Any:
    """A function that only kernels call."""
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)
