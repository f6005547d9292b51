"""numba's front end as everybody has it: ``njit`` for functions of a source, ``cfunc`` for those that Python calls."""

from __future__ import annotations

import re
from types import FunctionType
from typing import Any

import numba
from numba import types

from ..faults import compiling
from ..machine_code import Function
from .written import Written, under_way, words_of

_UNRESOLVED = ".numba.unresolved$"
"""The prefix of the names of functions that numba has yet to compile."""
_TRAP = "declare void @llvm.trap()"
_OURS = r"(?P<name>(?:numba_|NRT_|_?Py)\w+)"
_CALLED = re.compile(rf"^declare (?P<gives>.*?)@{_OURS}\((?P<takes>.*)\).*$", re.MULTILINE)
_NAMED = re.compile(rf"^@{_OURS} = external .*?global (?P<kind>[^\s,]+).*$", re.MULTILINE)
"""The functions and globals of Python and of numba that numba's code names where something may be raised."""

_OPTIONS = {"nogil": True, "error_model": "numpy", "boundscheck": False}


class Kernel(Written):
    """A function of a source, compiled after all that it calls."""

    def __init__(self, function: FunctionType, signature: Any, inline: bool) -> None:
        super().__init__(function, signature, inline)
        self.called = self  # until it is compiled

    def entry(self) -> tuple[Function, str]:
        """The function that calls it, in LLVM IR with all that it calls."""
        gives, takes = self._signature.return_type, tuple(map(words_of, self._signature.args))
        names: dict[str, Any] = {"kernel": self._made}
        arguments = [self._argument(kind, f"word_{number}", names) for number, kind in enumerate(self._signature.args)]
        words = [f"word_{number}_{word}" for number, count in enumerate(takes) for word in range(count)]
        lines = [f"def entry({', '.join(('place', *words))}):", f"    result = kernel({', '.join(arguments)})"]
        if isinstance(gives, types.UniTuple):
            lines += [f"    place[{word}] = result[{word}]" for word in range(gives.count)]
        elif gives != types.none:
            lines += ["    place[0] = result"]
        exec("\n".join(lines), names)
        made = numba.cfunc(types.void(types.CPointer(types.int64), *[types.int64] * len(words)), **_OPTIONS)
        function = made(names["entry"])
        text = function.inspect_llvm()
        if _UNRESOLVED in text:
            cause = TypeError("it calls itself with a number as it is written, which numba takes for a type: int64(1)")
            raise compiling(cause, self._function)
        return Function(function.native_name, takes, words_of(gives)), _without_python(text)

    def _make(self) -> Any:
        self._compile_called()
        return numba.njit(self._signature, forceinline=self._inline, **_OPTIONS)(self._function)

    def _compile_called(self) -> None:
        """Have the functions compiled that its source names, and the names stand for what numba can call."""
        names = self._function.__globals__
        for name in self._function.__code__.co_names:
            called = names.get(name)
            if isinstance(called, Kernel) and called is not self:
                if called in under_way:
                    raise TypeError(f"{name} is called by what it calls")
                called.compile()
                names[name] = called._made

    def _argument(self, kind: Any, words: str, names: dict[str, Any]) -> str:
        """An argument of that type, from words whose names begin so; what that takes is added to ``names``."""
        if isinstance(kind, types.UniTuple):
            return f"({''.join(f'{words}_{word}, ' for word in range(kind.count))})"
        if kind == types.int64:
            return f"{words}_0"
        if kind == types.boolean:
            return f"{words}_0 != 0"
        record = kind.layout.name
        names[record] = self._function.__globals__[record]
        return f"{record}({words}_0)"


def _without_python(text: str) -> str:
    """LLVM IR that raises nothing, as no source does: where a range has step 0, or an index is too large, it traps."""
    trap = "{ call void @llvm.trap() unreachable }"
    text = _CALLED.sub(rf"define linkonce_odr \g<gives>@\g<name>(\g<takes>) {trap}", text)
    text = _NAMED.sub(r"@\g<name> = linkonce_odr global \g<kind> zeroinitializer", text)
    return text if _TRAP in text else f"{text}\n{_TRAP}\n"


def gather() -> list[str]:
    """Nothing: what is compiled comes with the entries."""
    return []
