"""What is wrong in a kernel source is told with file and line, the cause and who calls it, compiled or interpreted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from ctypes import addressof
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import engined.search.two_sided
from engined.kernels.compilation import build
from engined.kernels.compilation.faults import KernelFault
from engined.kernels.compilation.interpreted import Interpreted
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.compilation.process import CompileRequest, CompilerFailed, compile_in_process
from engined.kernels.layouts.layout import embedding, layout_of
from engined.kernels.layouts.multiplayer import MultiplayerLayout
from engined.kernels.layouts.records import structure
from engined.rules.position import start
from engined.variants.catalogue import Catalogue
from tests.kernels.toy_layout import COUNTING

VARIANT = Catalogue().get("othello-10x10")
"""Of two words, so that a board is no number."""
PERFT = Path(engined.search.two_sided.__path__[0], "perft.py").read_text(encoding="utf-8")
TOY = Path(__file__).with_name("toy_game.py").read_text(encoding="utf-8")
RECORDS = Path(__file__).with_name("records_probe.py").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Fault:
    """A copy of a source with one thing wrong in it."""

    name: str
    right: str
    """What is in the source, once."""
    wrong: str
    function: str
    cause: str
    callers: tuple[str, ...] = ()
    text: str = PERFT
    above: int = 0
    """Lines from the one that is told to the last of what was put there."""

    @property
    def faulty(self) -> str:
        assert self.text.count(self.right) == 1
        return self.text.replace(self.right, self.wrong)

    @property
    def line(self) -> int:
        before, _, _ = self.faulty.partition(self.wrong)
        return before.count("\n") + self.wrong.count("\n") + 1 - self.above


FAULTS = [
    Fault(
        "undefined_name_in_an_inline",
        "return max(count(legal(own, opp)), 1)",
        "return max(count(legl(own, opp)), 1)",
        "last_ply",
        "NameError: name 'legl' is not defined",
        ("leaves_below",),
    ),
    Fault(
        "undefined_name_in_a_kernel",
        "        if depth >= POLL_DEPTH and stopped(context):",
        "        if dept >= POLL_DEPTH and stopped(context):",
        "leaves_below",
        "NameError: name 'dept' is not defined",
    ),
    Fault(
        "wrong_type",
        "        flipped = flips(own, opp, square)\n        leaves += last_ply(",
        "        flipped = flips(own, opp, moves)\n        leaves += last_ply(",
        "last_two_plies",
        "TypeError: argument 3 of flips is to be int64, and is UniTuple(int64 x 2)",
        ("leaves_below",),
        above=1,
    ),
    Fault(
        "wrong_arity_of_an_instruction",
        "    if is_empty(moves):",
        "    if is_empty(moves, 1):",
        "leaves_below",
        "TypeError: is_empty takes 1 and not 2 arguments",
    ),
    Fault(
        "wrong_arity_of_an_inline",
        "return last_ply(opp, own) if depth == 2",
        "return last_ply(opp) if depth == 2",
        "leaves_below",
        "TypeError: last_ply takes 2 and not 1 arguments",
    ),
    Fault(
        "wrong_return_of_an_inline",
        "return max(count(legal(own, opp)), 1)",
        "return legal(own, opp)",
        "last_ply",
        "No conversion from UniTuple(int64 x 2) to int64",
        ("leaves_below",),
    ),
    Fault(
        "wrong_return_of_a_kernel",
        "        if is_empty(legal(opp, own)):\n            return 1",
        "        if is_empty(legal(opp, own)):\n            return own",
        "leaves_below",
        "UniTuple(int64 x 2)",
    ),
    Fault(
        "wrong_operands",
        "        leaves += leaves_below(after_own, after_opp, depth - 1, batches, context)",
        "        leaves += leaves_below(after_own, after_opp, depth - own, batches, context)",
        "leaves_below",
        "there is no sub(int64, UniTuple(int64 x 2))",
    ),
    Fault(
        "signature_too_short",
        '@kernel("int64(B, B, int64, SearchContext)")',
        '@kernel("int64(B, B, int64)")',
        "<module>",
        "TypeError: perft has 4 arguments, and its signature 3",
    ),
    Fault(
        "unknown_type_in_a_signature",
        '@kernel("int64(B, B, int64, SearchContext)")',
        '@kernel("int64(B, B, int46, SearchContext)")',
        "<module>",
        "TypeError: int46 is no type of a kernel's",
    ),
    Fault(
        "inline_without_a_type",
        "@inline\ndef last_ply(own: Board, opp: Board) -> int:",
        "@inline\ndef last_ply(own: Board, opp) -> int:",
        "<module>",
        "TypeError: last_ply: every type must be one of Board",
        above=1,
    ),
    Fault(
        "implementation",
        "    return load(position) == 0",
        "    return load(positon) == 0",
        "is_over",
        "NameError: name 'positon' is not defined",
        ("seated_perft",),
        TOY,
    ),
    Fault(
        "unknown_field",
        "outer.inner.total += 7",
        "outer.inner.totl += 7",
        "fill",
        "Unknown attribute 'totl' of type Inner",
        text=RECORDS,
    ),
    Fault(
        "record_for_a_number",
        "        note(outer.inners[index], index)",
        "        note(index, index)",
        "fill",
        "TypeError: argument 1 of note is to be Inner, and is int64",
        text=RECORDS,
    ),
    Fault(
        "unknown_kind",
        "    total: i64\n    small: u8",
        "    total: i46\n    small: u8",
        "<module>",
        "TypeError: Inner.total: i46 is no kind of a field: these are u8",
        text=RECORDS,
        above=4,
    ),
]
COMPILE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from engined.kernels.compilation.compiler import compile_sources
from engined.kernels.compilation.faults import KernelFault
from engined.kernels.compilation.kernel_sources import bare
from tests.kernels.test_faults import FAULTS, part_of, variant_of
said = {}
for fault in FAULTS:
    part, variant = part_of(fault), variant_of(fault)
    try:
        compile_sources(bare(part), part.layout(variant), trained=False)
    except KernelFault as error:
        said[fault.name] = str(error)
print(json.dumps(said))
"""


def part_of(fault: Fault) -> Part:
    if fault.text is TOY:
        return replace(COUNTING, implementations=(("engined.search.game", fault.name),))
    return Part("faulty", (fault.name,), layout_of)


def variant_of(fault: Fault) -> Any:
    return Catalogue().get("yonin-4x4") if fault.text is TOY else VARIANT


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all faulty sources."""
    folder = tmp_path_factory.mktemp("faulty")
    for fault in FAULTS:
        (folder / f"{fault.name}.py").write_text(fault.faulty, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def said(folder: Path) -> dict[str, str]:
    """What a compiler says of each, one after the other."""
    run = subprocess.run(
        [sys.executable, "-c", COMPILE, str(folder)], capture_output=True, text=True, env=os.environ, check=False
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, str] = json.loads(run.stdout)
    return found


def check(fault: Fault, folder: Path, said: str) -> list[str]:
    """Hold what is said to the fault: what comes after the first line."""
    first, *more = said.splitlines()
    assert first.startswith(f"{folder / fault.name}.py:{fault.line}: in {fault.function}: ")
    assert fault.cause in first
    return more


def callers(lines: list[str]) -> tuple[str, ...]:
    return tuple(line.split()[2] for line in lines if line.startswith("  called by "))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_told_with_its_place_its_cause_and_its_callers(
    fault: Fault, folder: Path, said: dict[str, str]
) -> None:
    assert callers(check(fault, folder, said[fault.name])) == fault.callers


@pytest.mark.parametrize("name", ["undefined_name_in_an_inline", "undefined_name_in_a_kernel"])
def test_the_interpreter_tells_the_same(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (fault,) = (fault for fault in FAULTS if fault.name == name)
    monkeypatch.syspath_prepend(folder)
    layout = layout_of(VARIANT)
    kernels = Interpreted(layout, part_of(fault), trained=False)
    context = structure(vars(kernels)["RECORDS"], "SearchContext")()
    with pytest.raises(KernelFault) as raised:
        kernels.perft(*layout.boards(start(VARIANT)), 4, addressof(context))  # type: ignore[attr-defined]
    assert callers(check(fault, folder, str(raised.value)))[-1] == "perft"


def test_all_that_was_said_is_in_the_exception(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (fault,) = (fault for fault in FAULTS if fault.name == "wrong_return_of_an_inline")
    monkeypatch.syspath_prepend(folder)
    with pytest.raises(CompilerFailed) as raised:
        build.load(VARIANT, part_of(fault), tmp_path)
    said = "\n".join(check(fault, folder, str(raised.value)))
    assert "called by leaves_below" in said
    assert "return legal(own, opp)" in said, "numba shows the line"
    assert "step: NopythonTypeInference" in said


class Torn(MultiplayerLayout):
    """A layout that misspells what it is made from."""

    @property
    def constants(self) -> dict[str, Any]:
        return {"SEATS": self.variant.seets}  # type: ignore[attr-defined]


def test_a_fault_in_a_layout_is_told_likewise(tmp_path: Path) -> None:
    variant = Catalogue().get("yonin-4x4")
    order = CompileRequest((), Torn(variant, *embedding(variant.board), 0), trained=False, out=tmp_path / "out")
    with pytest.raises(CompilerFailed) as raised:
        compile_in_process(order)
    line = Torn.constants.fget.__code__.co_firstlineno + 2  # type: ignore[attr-defined]
    said = str(raised.value).splitlines()
    assert said[0] == f"{__file__}:{line}: in constants: AttributeError: 'Variant' object has no attribute 'seets'"
    assert "names" in callers(said)


DEBUGGED = """
from ctypes import addressof
from engined.families import FLIPPING
from engined.kernels.compilation import build
from engined.rules.position import start
from engined.variants.catalogue import Catalogue
kernels = build.load(Catalogue().get("othello-4x4"), FLIPPING.perft_part)
context = kernels.structure("SearchContext")()
kernels.perft(*kernels.layout.boards(start(kernels.variant)), 2, addressof(context))
"""


def test_a_debugger_stops_in_a_text(tmp_path: Path) -> None:
    """At a breakpoint in a function, where it shows the line, and who called it."""
    program = tmp_path / "counts.py"
    program.write_text(DEBUGGED, encoding="utf-8")
    text = Path(engined.search.two_sided.__path__[0], "perft.py")
    line = next(number for number, written in enumerate(PERFT.splitlines(), 1) if "return max(count(legal" in written)
    commands = [f"break {text}:{line}", "continue", "where", "print(int(own) != 0)", "quit"]
    options = [option for command in commands for option in ("-c", command)]
    run = subprocess.run(
        [sys.executable, "-m", "pdb", *options, str(program)],
        capture_output=True,
        text=True,
        env={**os.environ, "ENGINED_INTERPRET": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert f"> {text}({line})last_ply()" in run.stdout, run.stdout + run.stderr
    assert "-> return max(count(legal(own, opp)), 1)" in run.stdout
    assert f"{text}" in run.stdout.partition("last_two_plies")[0]
    assert "\nTrue\n" in run.stdout
