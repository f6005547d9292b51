"""What is left of numba's front end: a source does what it does in Python, and numba is still as it is taken to be."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core import callconv, compiler
from numba.core.codegen import CodeLibrary
from numba.core.compiler_machinery import PassManager
from numba.core.cpu import CPUContext
from numba.core.errors import TypingError
from numba.core.types.functions import BaseFunction

from engined.families import FLIPPING
from engined.kernels.compilation.build import folder_of
from engined.kernels.compilation.front_end import CHOICES, SETTING, fast
from engined.kernels.compilation.kernel_sources import BareSource
from engined.kernels.compilation.machine_code import Linked, read
from engined.kernels.compilation.process import CompileRequest, CompilerFailed, compile_in_process
from engined.kernels.layouts.layout import layout_of
from engined.variants.catalogue import Catalogue

LAYOUT = layout_of(Catalogue().get("othello-4x4"))

EVERYTHING = """
from __future__ import annotations

from math import log, sqrt

LIMIT = 9
PAIR = (3, -5)
NEVER = LIMIT > 10


@inline
def swapped(flag: bool, one: int, other: int) -> int:
    if flag and not one == other or one < other < LIMIT:
        one, other = other, one
    return one - 2 * other if flag else one


@inline
def is_odd(value: int) -> bool:
    return value % 2 == 1


@inline
def nothing(value: int) -> None:
    if value > 3:
        return
    value += 1


@inline
def weighed(weight: tuple[int, int], value: int) -> int:
    return weight[0] * value + weight[1]


@kernel("int64(int64, int64)")
def ackermann(m: int, n: int) -> int:
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, int64(1))
    return ackermann(m - 1, ackermann(m, n - 1))


@kernel("int64(int64, int64)")
def numbers(a: int, b: int) -> int:
    if NEVER:
        return missing(a)
    nothing(a)
    total = (a // 7) * 3 + a % 7 - (b >> 2) + (a & 13) - (b | 5) + (a ^ b) + ~b + (-a << 1)
    total += weighed(PAIR, swapped(a > b, a, b)) + abs(b)
    return max(min(total, 1 << 40), a, b) + int(is_odd(a)) + int(a <= b != 3)


@kernel("int64(int64, int64)")
def loops(a: int, b: int) -> int:
    total = 0
    for i in range(3):
        for j in range(a, b, 2):
            if j == i:
                continue
            total += i * j
        for j in range(b, a, -3):
            total -= j
            if total < -1000:
                break
    while True:
        total += LIMIT
        if total > 0:
            break
    while total > 50:
        total //= 2
    return total


@kernel("int64(int64, int64)")
def rooted(a: int, b: int) -> int:
    best = -1.0
    if a > 0 and b > 0:
        best = sqrt(float(a)) + log(float(b) / float(a))
    return int(best * 1000.0)
"""

CALLED_BACK = """
from __future__ import annotations


@inline
def helper(depth: int) -> int:
    return descend(depth - 1)


@kernel("int64(int64)")
def descend(depth: int) -> int:
    return helper(depth) if depth > 0 else 0
"""

UNTYPED = """
from __future__ import annotations


@inline
def untyped(depth) -> int:
    return depth
"""


def compiled(text: str, folder: Path) -> Linked:
    """A source that nothing was put before, compiled in another process."""
    sources = (BareSource(str(folder / "text.py"), text, frozenset()),)
    compile_in_process(CompileRequest(sources, LAYOUT, trained=False, out=folder / "machine-code"))
    return Linked(read(folder / "machine-code"))


@pytest.fixture(scope="module", params=CHOICES)
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, dict[str, Any]]:
    """The text in machine code, by each front end, and as Python runs it."""
    plain: dict[str, Any] = {
        "int64": int,
        "inline": lambda function: function,
        "kernel": lambda _: lambda function: function,
    }
    exec(EVERYTHING, plain)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(SETTING, request.param)
        return compiled(EVERYTHING, tmp_path_factory.mktemp("text")), plain


@given(a=st.integers(-200, 200), b=st.integers(-200, 200))
@pytest.mark.parametrize("name", ["numbers", "loops", "rooted"])
def test_a_text_does_what_python_does(name: str, both: tuple[Any, dict[str, Any]], a: int, b: int) -> None:
    compiled, plain = both
    assert getattr(compiled, name)(a, b) == plain[name](a, b)


def test_a_kernel_calls_itself(both: tuple[Any, dict[str, Any]]) -> None:
    assert both[0].ackermann(2, 3) == 2 * 3 + 3
    assert both[0].ackermann(3, 3) == 2**6 - 3


@pytest.mark.parametrize("front_end", CHOICES)
def test_a_function_that_is_called_by_what_it_calls_is_refused(
    front_end: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(SETTING, front_end)
    with pytest.raises(CompilerFailed, match="descend is called by what it calls"):
        compiled(CALLED_BACK, tmp_path)


def test_a_function_that_does_not_say_its_types_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CompilerFailed, match="TypeError: untyped: every type must be one of Board, int, bool"):
        compiled(UNTYPED, tmp_path)


def test_the_plain_front_end_tells_where_a_text_is_at_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(SETTING, "plain")
    text = EVERYTHING.replace("return value % 2 == 1", "return missing(value)")
    with pytest.raises(CompilerFailed) as raised:
        compiled(text, tmp_path)
    line = text.splitlines().index("    return missing(value)") + 1
    first, caller, *_ = str(raised.value).splitlines()
    assert first.startswith(f"{tmp_path / 'text.py'}:{line}: in is_odd: ")
    assert "missing" in first
    assert caller.startswith(f"  called by numbers at {tmp_path / 'text.py'}:")


def test_what_the_plain_front_end_cannot_compile_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(SETTING, "plain")
    with pytest.raises(CompilerFailed, match=r"text.py:\d+: in ackermann: TypeError: it calls itself with a number"):
        compiled(EVERYTHING.replace("int64(1)", "1"), tmp_path)


def test_machine_code_of_one_front_end_is_not_taken_for_that_of_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = set()
    for front_end in ("", *CHOICES):
        monkeypatch.setenv(SETTING, front_end)
        folders.add(folder_of(Catalogue().get("othello-4x4"), FLIPPING.perft_part))
    assert len(folders) == len(CHOICES), "without a choice it is the first"


def test_a_front_end_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SETTING, "slow")
    with pytest.raises(ValueError, match="ENGINED_FRONT_END is 'slow', and not one of fast, plain"):
        folder_of(Catalogue().get("othello-4x4"), FLIPPING.perft_part)


def test_the_type_of_a_call_is_looked_up_once() -> None:
    asked: list[tuple[Any, ...]] = []

    def find(function: str, context: object, takes: tuple[str, ...], named: dict[str, str]) -> str:
        asked.append(takes)
        if takes == ("bad",):
            raise TypingError("bad")
        return f"{function} of {takes[0]}"

    remembered: Callable[..., Any] = fast._remembered(find)
    for _ in range(3):
        assert remembered("f", None, ("int",), {}) == "f of int"
        assert remembered("f", None, ("bool",), {}) == "f of bool"
        assert remembered("g", None, ("int",), {}) == "g of int"
        with pytest.raises(TypingError, match="bad"):
            remembered("f", None, ("bad",), {})
    assert len(asked) == 4


LEFT_OUT = {
    "WithLifting",  # objects, with blocks, functions in functions, lists and strings: no source has any
    "InlineClosureLikes",
    "RewriteSemanticConstants",
    "GenericRewrites",
    "RewriteDynamicRaises",
    "MakeFunctionToJitFunction",
    "InlineInlinables",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "InlineOverloads",
    "NopythonRewrites",
    "NoPythonSupportedFeatureValidation",
    "AnnotateTypes",
    "DumpParforDiagnostics",
}


def test_numbas_passes_are_those_that_are_known() -> None:
    """A pass that a new numba adds is to be looked at, and the order is numba's."""

    class State:
        flags = compiler.DEFAULT_FLAGS
        func_ir = None

    theirs: list[str] = []
    builder = compiler.DefaultPassBuilder
    for define in (builder.define_untyped_pipeline, builder.define_typed_pipeline):
        theirs += [step.__name__ for step, _ in define(State()).passes]
    theirs += [step.__name__ for step, _ in builder.define_nopython_lowering_pipeline(State()).passes]
    ours = [step.__name__ for step in fast._PASSES]
    assert set(theirs) == {*ours, *LEFT_OUT}
    first = [theirs.index(name) for name in ours if name != "DeadBranchPrune"]  # which numba does three times
    assert first == sorted(first)


def test_what_is_taken_for_granted_of_numba() -> None:
    assert list(inspect.signature(BaseFunction.get_call_type).parameters) == ["self", "context", "args", "kws"]
    assert isinstance(CPUContext.call_conv, property)
    for place, names in {
        CPUContext: ("create_cpython_wrapper", "create_cfunc_wrapper", "call_internal", "declare_function", "refresh"),
        CodeLibrary: ("add_ir_module", "add_linking_library", "finalize", "_raise_if_finalized"),
        callconv.BaseCallConv: ("decode_arguments", "_get_arg_packer", "init_call_helper"),
        PassManager: ("add_pass", "finalize"),
    }.items():
        for name in names:
            assert callable(getattr(place, name)), f"{place.__name__}.{name}"
    assert "is_error" in callconv.Status._fields
