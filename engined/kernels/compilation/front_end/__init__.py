"""From functions of a kernel source to LLVM IR, by numba: two ways, of which ``ENGINED_FRONT_END`` chooses one.

``fast`` (the usual one) leaves out what numba does for other programs, by its internals, which each release may change.
``plain`` has numba do it all, through its public interfaces. What is known of the internals is in :mod:`.fast` alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from .written import Written

SETTING = "ENGINED_FRONT_END"
CHOICES = ("fast", "plain")


class FrontEnd(NamedTuple):
    """One of the ways."""

    write: Callable[[FunctionType, Any, bool], Written]
    """A function with its numba signature, and whether it is put into those that call it."""
    gather: Callable[[], list[str]]
    """This is called once in a process before anything is compiled. It gives a list to which the LLVM modules are
    added that :meth:`Written.entry` does not give."""


def choice() -> str:
    """What the environment chooses. Raises ValueError where there is no such front end."""
    chosen = os.environ.get(SETTING) or CHOICES[0]
    if chosen not in CHOICES:
        raise ValueError(f"{SETTING} is {chosen[:40]!r}, and not one of {', '.join(CHOICES)}")
    return chosen


def front_end() -> FrontEnd:
    """The one that is chosen. Raises ValueError where there is no such one."""
    if choice() == "plain":
        from . import plain

        return FrontEnd(plain.Kernel, plain.gather)
    from . import fast

    return FrontEnd(fast.Kernel, fast.gather)
