"""What is shipped lowered is loaded in place of the sources that it was made from, and of no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from engined.families import FLIPPING, lowering
from engined.kernels.compilation import build, lowered
from engined.kernels.compilation.front_end import SETTING
from engined.kernels.compilation.kernel_sources import bare
from engined.kernels.compilation.machine_code import Function, Linked, MachineCode, read
from engined.kernels.compilation.object_file import link
from engined.kernels.compilation.process import CompileRequest, compile_in_process
from engined.kernels.cpu import Cpu, is_as_seen, target
from engined.kernels.layouts.layout import layout_of
from engined.variants.catalogue import Catalogue

OTHELLO, SMALL = (layout_of(Catalogue().get(name)) for name in ("othello", "othello-6x6"))
DOUBLE = """
define void @outer(i64* %result, i64 %number) {
    %twice = shl i64 %number, 1
    store i64 %twice, i64* %result
    ret void
}
"""
PART, AVX512 = FLIPPING.search_part, lowered.CPUS[1]


def keep(path: Path) -> None:
    """Put a lowered kernel there that no source has."""
    code = MachineCode({"ANSWER": 42}, {"outer": Function("outer", (1,), 1)}, link([DOUBLE], {"outer"}))
    lowered.write(path, code)


def test_bitcode_becomes_machine_code_without_texts(tmp_path: Path) -> None:
    keep(tmp_path / "bitcode")
    compile_in_process(CompileRequest((), SMALL, False, tmp_path / "out", tmp_path / "bitcode"))
    linked = Linked(read(tmp_path / "out"))
    assert (linked.outer(-21), linked.ANSWER) == (-42, 42)


@pytest.mark.skipif(not is_as_seen(), reason="of this CPU nothing is shipped")
def test_kernels_are_loaded_from_bitcode_where_there_is_some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lowered, "FOLDER", tmp_path)
    keep(lowered.place(SMALL, PART, target(), build.GENERATOR, trained=True))
    assert build.load(SMALL.variant, PART, tmp_path / "cache", trained=True).outer(21) == 42
    monkeypatch.setenv(SETTING, "plain")
    assert build._bitcode(SMALL, PART, trained=True) is None, "it was made by the other front end"


def test_a_file_is_found_for_what_it_was_made_from_alone() -> None:
    generator = [("engined.kernels.cpu", "lanes = 4")]
    asked = [
        lowered.place(OTHELLO, PART, AVX512, generator, trained=True),
        lowered.place(SMALL, PART, AVX512, generator, trained=True),
        lowered.place(OTHELLO, FLIPPING.perft_part, AVX512, generator, trained=True),
        lowered.place(OTHELLO, PART, AVX512, [("engined.kernels.cpu", "lanes = 8")], trained=True),
        lowered.place(OTHELLO, PART, AVX512, generator, trained=False),
        *(lowered.place(OTHELLO, PART, cpu, generator, trained=True) for cpu in lowered.CPUS if cpu != AVX512),
    ]
    assert len(set(asked)) == len(asked)
    other = Cpu("znver4", AVX512.features | {"sse4a"})
    assert lowered.place(OTHELLO, PART, other, generator, trained=True) == asked[0], "it takes the same path"


@pytest.mark.slow
@pytest.mark.skipif(not is_as_seen(), reason="of this CPU nothing is shipped")
def test_what_is_shipped_was_made_from_these_texts(tmp_path: Path) -> None:
    """The last step before a release makes it so. It is the same machine code as that of the sources."""
    layouts = [layout_of(Catalogue().get(name)) for name in lowering.GAMES]
    wanted = {lowered.place(each, PART, cpu, build.GENERATOR, trained=True) for each in layouts for cpu in lowered.CPUS}
    assert set(lowered.FOLDER.iterdir()) == wanted
    for each in layouts:
        codes = []
        for bitcode in (None, build._bitcode(each, PART, trained=True)):
            compile_in_process(CompileRequest(bare(PART), each, True, tmp_path / "out", bitcode))
            codes.append(read(tmp_path / "out").code)
        assert codes[0] == codes[1]
