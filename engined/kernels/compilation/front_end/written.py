"""What both front ends share: a function of a text, and how its compilation is told of where it fails."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import FunctionType
from typing import Any

from ..faults import KernelFault, compiling, place_in
from ..machine_code import Function

under_way: list[Written] = []
"""The functions under compilation, each called by the one before it."""


class Written(ABC):
    """A function of a source: compiled when another calls it, or when asked to be."""

    called: Any
    """The object that its name stands for in the source."""

    def __init__(self, function: FunctionType, signature: Any, inline: bool) -> None:
        takes, has = len(signature.args), function.__code__.co_argcount
        if takes != has:
            raise TypeError(f"{function.__name__} has {has} arguments, and its signature {takes}")
        self._function = function
        self._signature = signature
        self._inline = inline
        self._made: Any = None
        """The function as numba has compiled it; None before."""

    def compile(self) -> None:
        """Have numba compile it, and all that it calls. Raises KernelFault."""
        if self._made is not None or self in under_way:
            return
        under_way.append(self)
        try:
            self._made = self._make()
        except KernelFault as fault:  # of what it calls
            raise fault.called_by(place_in(fault, self._function)) from None
        except Exception as error:
            raise compiling(error, self._function) from error
        finally:
            under_way.remove(self)

    @abstractmethod
    def entry(self) -> tuple[Function, str]:
        """How it is called from Python, and LLVM IR for that: words in, and to an address out."""

    @abstractmethod
    def _make(self) -> Any:
        """Have numba compile it."""


def words_of(kind: Any) -> int:
    """The words of an argument: the parts of a tuple, else one."""
    return int(getattr(kind, "count", 1))
