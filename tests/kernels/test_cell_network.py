"""Kernels say of cell networks what numpy does."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from engined.kernels.boards.bits import instruction
from engined.kernels.compilation import build
from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.cpu import Cpu, target
from engined.kernels.layouts.layout import layout_of
from engined.kernels.weights.cell_network import CellNetworks
from engined.patterns.cell_pieces import cell_pieces_of
from engined.rules.position import Position, start
from engined.variants.catalogue import Catalogue
from engined.variants.model import EMPTY, Variant
from tests.kernels.made_variants import variants
from tests.patterns.random_networks import random_network

PROBE = Part("cell-network-probe", ("tests.kernels.cell_network_probe",), layout_of)
NAMES = ("othello", "othello-10x10", "nip", "reversi-1890", "othello-12x16")
MORE_NAMES = ("othello-6x6", "octagon-52")


def positions(variant: Variant, count: int) -> list[Position]:
    """From games at random, at all numbers of plies."""
    rng = random.Random(variant.name)
    found: list[Position] = []
    while len(found) < count:
        position = start(variant)
        for _ in range(rng.randrange(len(variant.board.cells))):
            if not position.over:
                position = position.play(rng.choice(position.legal()))
        found.append(position)
    return found


def check(variant: Variant, cache: Path | None, count: int) -> None:
    """Have kernels and numpy say what a network does of positions."""
    kernels = build.load(variant, PROBE, cache)
    check_sums(variant, kernels.correction, count)


def check_sums(variant: Variant, network_sum: Callable[..., int], count: int) -> None:
    """The same of an instruction."""
    layout, pieces, network = layout_of(variant), cell_pieces_of(variant), random_network(variant, 11)
    block = network.block()
    address = int(block.ctypes.data)
    stages = block[: 24 * (len(variant.board.cells) + 1)].view(np.int64).reshape(-1, 3)
    for position in positions(variant, count):
        colour = variant.seats[position.seat].colour
        discs = {cell: content for cell, content in enumerate(position.board) if content != EMPTY}
        own = frozenset(cell for cell, content in discs.items() if content == colour)
        vectors, head, margin = map(int, stages[position.empties])
        found = network_sum(*layout.boards(position), address + vectors, address + head)
        assert found == network.value(pieces, own, frozenset(discs) - own)
        assert margin == network.margins[position.empties]


@pytest.mark.parametrize("name", [*NAMES, *(pytest.param(name, marks=pytest.mark.products) for name in MORE_NAMES)])
def test_kernels_say_what_numpy_does(name: str, cache: Path) -> None:
    check(Catalogue().get(name), cache, 40)


@settings(max_examples=2, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(variants())
def test_so_they_do_on_any_board(cache: Path, variant: Variant) -> None:
    check(variant, cache, 10)


@pytest.mark.parametrize("name", ["othello-6x6", "nip"])
def test_the_interpreter_agrees(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINED_INTERPRET", "1")
    check(Catalogue().get(name), None, 3)


SCRIPT = """
import sys
from collections.abc import Callable
from pathlib import Path
from engined.variants.catalogue import Catalogue
from tests.kernels.test_cell_network import check
check(Catalogue().get("othello"), Path(sys.argv[1]), 40)
"""


@pytest.mark.parametrize(
    "cpu", [{"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}, {"NUMBA_CPU_NAME": "haswell"}]
)
def test_so_do_kernels_for_other_cpus(cpu: dict[str, str], tmp_path: Path) -> None:
    if "haswell" in cpu.values() and "avx2" not in target().features:
        pytest.skip("this CPU has no AVX2")
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path)],
        env={**os.environ, **cpu},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


def test_so_do_instructions_that_every_cpu_has() -> None:
    """Of no x86 of 64 bits can kernels be compiled so: it has one that multiplies numbers in pairs."""

    class Plain(Cpu):
        paired_products = 0

    variant = Catalogue().get("othello-6x6")
    gives, takes, emit = CellNetworks(layout_of(variant), Plain("plain", frozenset())).instructions()["network_sum"]
    network_sum = instruction(gives, *takes)(emit)

    @numba.njit("int64(int64, int64, int64, int64)")
    def correction(own, opp, vectors, head):  # type: ignore[no-untyped-def]
        return network_sum(own, opp, vectors, head)

    check_sums(variant, correction, 40)
