"""Which variants share machine code: those that a part's sources cannot tell apart, and no others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from llvmlite import ir

from engined.families import FLIP_CHOICE, FLIPPING, GO, MULTIPLAYER, family_of
from engined.families.go import CAPTURE_PART
from engined.kernels.boards import bits
from engined.kernels.compilation import binding, build, lowered
from engined.kernels.compilation.interpreted import PORTABLE
from engined.kernels.compilation.kernel_sources import BareSource
from engined.kernels.compilation.machine_code import Linked, read
from engined.kernels.compilation.process import CompileRequest, CompilerFailed, compile_in_process
from engined.kernels.layouts.layout import TELLS, Layout
from engined.kernels.layouts.multiplayer import MultiplayerLayout
from engined.kernels.weights import convolution
from engined.variants.catalogue import Catalogue
from engined.variants.model import DrawRight, ScoreKind, Variant

DECLARING = frozenset({"kernel", "inline", "RECORDS", "Record", "room_for", "bytes_of", "offset_of"})
"""Names that sources declare things with: what they are made into comes from the sources."""


def scored(name: str, **fields: Any) -> Variant:
    """A variant whose score is counted in another way."""
    variant = Catalogue().get(name)
    return replace(variant, scoring=replace(variant.scoring, **fields))


def emitted(gives: Any, *takes: Any, words: int = 1, **_: Any) -> Callable[[Callable[..., Any]], str]:
    """What stands for :func:`engined.kernels.boards.bits.instruction`: the LLVM IR of an instruction, as a text."""

    def decorate(emit: Callable[..., Any]) -> str:
        sizes = [words if taken == "B" else 1 for taken in takes]
        function = ir.Function(ir.Module(), ir.FunctionType(ir.VoidType(), [bits.I64] * sum(sizes)), "emitted")
        builder, rest, values = ir.IRBuilder(function.append_basic_block()), list(function.args), list[Any]()
        for taken, size in zip(takes, sizes, strict=True):
            values.append(rest[:size] if taken == "B" else rest[0])
            del rest[:size]
        result = emit(builder, *values)
        return f"{function.module} gives {[str(word) for word in result] if gives == 'B' else result}"

    return decorate


def names_of(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The names of the prelude for a variant as far as they depend on it: constants, and instructions as texts."""
    with monkeypatch.context() as patch:
        for module in (binding, convolution):
            patch.setattr(module, "instruction", emitted)
        patch.setattr(binding, "compiled", lambda function: function.__code__)
        found = binding.names(family_of(variant).search_part.layout(variant), PORTABLE)
    return {name: value for name, value in found.items() if name not in DECLARING}


@pytest.mark.parametrize(
    ("name", "field", "values"),
    [
        *((name, "misere", (False, True)) for name in ("othello-4x4", "nip", "hasami-one-5x5", "rolit-3")),
        *((name, "empties_to_winner", (False, True)) for name in ("othello-4x4", "nip", "hasami-one-5x5", "rolit-3")),
        *((name, "komi", (0.0, 0.5)) for name in ("othello-4x4", "go-3x3")),
        ("othello-4x4", "draw_right", tuple(DrawRight)),
        ("yonin", "kind", (ScoreKind.DISCS, ScoreKind.HOME)),
        ("go-3x3", "kind", (ScoreKind.AREA, ScoreKind.TERRITORY)),
        ("go-3x3", "kind", (ScoreKind.AREA_AND_PRISONERS, ScoreKind.TERRITORY)),
        ("go-3x3", "kind", (ScoreKind.AREA_AND_PRISONERS, ScoreKind.AREA)),
    ],
)
def test_what_tells_is_all_that_differs(
    name: str, field: str, values: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that depends on a score's rules, and of which nobody says so, would have another variant's value."""
    first, *others = (names_of(scored(name, **{field: value}), monkeypatch) for value in values)
    for other in others:
        assert first.keys() == other.keys()
        differing = {name for name in first if first[name] != other[name]}
        assert differing <= TELLS.get(field, frozenset())
        assert bool(differing) == (field in TELLS)


def test_whatever_tells_is_a_name_that_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is not costs a compilation for nothing."""
    pairs = [
        (scored("othello-4x4", misere=False), scored("othello-4x4", misere=True)),
        (scored("othello-4x4", empties_to_winner=False), scored("othello-4x4", empties_to_winner=True)),
        (scored("yonin", kind=ScoreKind.DISCS), scored("yonin", kind=ScoreKind.HOME)),
        (scored("go-3x3", kind=ScoreKind.AREA), scored("go-3x3", kind=ScoreKind.TERRITORY)),
    ]
    found = set[str]()
    for pair in pairs:
        one, other = (names_of(variant, monkeypatch) for variant in pair)
        found |= {name for name in one if one[name] != other[name]}
    assert found == frozenset().union(*TELLS.values())


def folders(part: Any, *variants: Variant) -> int:
    """How many folders the code of a part has for these variants."""
    return len({build.folder_of(variant, part) for variant in variants})


def test_code_is_shared_where_sources_cannot_tell() -> None:
    rulesets = [scored("go-5x5", kind=kind) for kind in (ScoreKind.AREA, ScoreKind.TERRITORY)]
    assert folders(CAPTURE_PART, *rulesets) == folders(GO.perft_part, *rulesets) == 1
    assert folders(GO.search_part, *rulesets) == 2
    assert folders(CAPTURE_PART, Catalogue().get("go-5x5"), Catalogue().get("go-5x6")) == 2
    for name, part in (("othello", FLIPPING.search_part), ("hasami-one", FLIP_CHOICE.search_part)):
        assert folders(part, *(scored(name, misere=misere) for misere in (False, True))) == 2
    assert folders(FLIPPING.search_part, *(scored("othello", empties_to_winner=each) for each in (False, True))) == 2
    homes = [scored("yonin", kind=kind) for kind in (ScoreKind.DISCS, ScoreKind.HOME)]
    assert folders(MULTIPLAYER.search_part, *homes) == folders(MULTIPLAYER.perft_part, *homes) == 2


def test_names_of_another_familys_own_tell() -> None:
    @dataclass(frozen=True)
    class Counted(MultiplayerLayout):
        tells = TELLS | {"misere": TELLS["misere"] | {"LEAST_WINS"}}

        @property
        def constants(self) -> dict[str, Any]:
            return super().constants | {"LEAST_WINS": self.variant.scoring.misere}

    most, least = (Counted(scored("rolit-3", misere=misere), 9, 2, 0) for misere in (False, True))
    assert most.seen_by({"CELLS", "LEAST_WINS"}).essence != least.seen_by({"CELLS", "LEAST_WINS"}).essence
    assert least.seen_by({"LEAST_WINS"}).constants["LEAST_WINS"]
    assert most.seen_by({"CELLS"}).essence == least.seen_by({"CELLS"}).essence


def test_bitcode_is_found_likewise() -> None:
    def places(part: Any) -> int:
        layouts = [part.layout(scored("go-5x5", kind=kind)) for kind in (ScoreKind.AREA, ScoreKind.TERRITORY)]
        return len({lowered.place(layout, part, PORTABLE, [], trained=False) for layout in layouts})

    assert (places(CAPTURE_PART), places(GO.search_part)) == (1, 2)


TELLING = """
@kernel("int64()")
def misere() -> int:
    return 1 if MISERE else 0
"""


def told(folder: Path, imported: frozenset[str], layout: Layout) -> int:
    """What kernels of a source that says it imports these names take a variant for."""
    source = BareSource(str(folder / "text.py"), TELLING, imported)
    compile_in_process(CompileRequest((source,), layout, trained=False, out=folder / "machine-code"))
    return int(Linked(read(folder / "machine-code")).misere())


def test_what_is_not_imported_is_not_there(tmp_path: Path) -> None:
    """Else it could be compiled, for one variant, into the code that another shares."""
    anti = FLIPPING.search_part.layout(scored("othello-4x4", misere=True))
    assert told(tmp_path, frozenset({"MISERE"}), anti) == 1
    with pytest.raises(CompilerFailed, match="MISERE"):
        told(tmp_path, frozenset({"EMPTIES_TO_WINNER", "final_score"}), anti)
