"""Kernel sources as plain Python: for a debugger and a coverage report, and to check what the compiler makes of them.

Every source runs from its own file, line for line, with the names of the prelude bound to Python functions below. They
follow the rules as plainly as can be, so nothing of what :mod:`engined.kernels.compilation.binding` emits is in them
but constants. Kernels take and give what compiled ones do, and work on the same memory; they are thousands of times
slower. ``ENGINED_INTERPRET=1`` has all kernels run so. Words are numpy's int64, which wrap as machine words do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from ..boards.captures import captures
from ..cpu import Cpu
from ..layouts.go import GoLayout
from ..layouts.layout import Layout
from ..layouts.multiplayer import MultiplayerLayout
from ..layouts.records import Declarations
from . import binding, faults, kernel_sources
from .interpreted_boards import BoardRules, Sets
from .interpreted_records import interpreted_records
from .interpreted_weights import CellNetworks, PatternSums, small_network
from .interpreted_words import is_number, memory, split, word, words
from .kernel_sources import Part

PORTABLE = Cpu("portable", frozenset())
"""A CPU without special instructions: moves are listed one by one, and never made several at a time."""


class Interpreted:
    """A part of a variant in plain Python: its constants and kernels are attributes."""

    def __init__(self, layout: Layout, part: Part, *, trained: bool) -> None:
        self._layout = layout
        records = interpreted_records(layout)
        names: dict[str, Any] = {
            "__name__": f"engined_interpreted_{part.name}",
            **prelude(layout, trained=trained),
            **records.names(),
            "RECORDS": records.layouts,
        }
        kernels: list[str] = []

        def kernel(signature: str) -> Callable[[Any], Any]:
            def note(function: Any) -> Any:
                kernels.append(function.__name__)
                return function

            return note

        names["kernel"] = kernel
        sources = kernel_sources.bare(part)
        kernel_sources.execute(sources, names)
        paths = frozenset(source.path for source in sources)
        constants = {name: value for name, value in names.items() if name.isupper()}
        self.__dict__.update(constants)
        names.update({name: word(value) for name, value in constants.items() if is_number(value)})
        self.__dict__.update({name: _callable(names[name], paths, records) for name in kernels})


def _callable(function: Any, sources: frozenset[str], records: Declarations) -> Any:
    """A kernel as Python calls it: ints, for records their addresses, and tuples of ints in and out. What is raised in
    the files of sources is a KernelFault.
    """
    said, code = function.__annotations__, function.__code__
    takes = [
        records[said[name]] if said.get(name) in records else word for name in code.co_varnames[: code.co_argcount]
    ]

    @wraps(function)
    def call(*arguments: Any) -> Any:
        try:
            with np.errstate(over="ignore"):
                found = function(*(take(argument) for take, argument in zip(takes, arguments, strict=True)))
        except Exception as error:
            raise faults.running(error, sources) from error
        return tuple(map(int, found)) if isinstance(found, tuple) else int(found or 0)

    return call


def prelude(layout: Layout, *, trained: bool) -> dict[str, Any]:
    """The names of prelude.pyi for one layout, but ``kernel``."""
    compiled = binding.names(layout, PORTABLE, trained=trained)
    bound: dict[str, Any] = {
        **{name: value for name, value in compiled.items() if name.isupper()},
        **words(),
        **memory(layout),
        **_names(Sets(layout)),
        **_names(BoardRules(layout)),
    }
    if isinstance(layout, GoLayout):
        bound |= small_network(layout, bound)
    if isinstance(layout, MultiplayerLayout):
        sets = {name: [split(layout, mask) for mask in masks] for name, masks in layout.tables.items()}
        bound |= {name: found.__getitem__ for name, found in sets.items()}
    else:
        bound |= _names(PatternSums(layout, bound))
        bound |= _names(CellNetworks(layout))
    return bound | captures(layout.variant.capture, bound, lambda function: function)


def _names(functions: object) -> dict[str, Any]:
    """The public methods of an object."""
    return {name: getattr(functions, name) for name in dir(type(functions)) if not name.startswith("_")}
