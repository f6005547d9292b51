"""Go: two seats with a colour each, chains without liberties leave the board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engined.kernels.compilation.kernel_sources import Part
from engined.kernels.layouts.go import go_layout_of, unproven, unsupported, worth_sweeping
from engined.variants.model import Ko, Variant

from .base import WeightsKind

if TYPE_CHECKING:
    from engined.backends.go import GoBackend
    from engined.backends.go_perft import GoCounter
    from engined.backends.go_solver import GoSolver
    from engined.patterns.strengths import Strengths

TREE_SOURCES = ("engined.search.go.tree.growth", "engined.search.go.tree.root", "engined.search.go.tree.trees")
SOLVER_PART = Part("go-solver", ("engined.search.go.proofs.solver",), go_layout_of)
"""Kernels that prove scores."""
SWEEP_PART = Part("go-proof", ("engined.search.go.proofs.proof_numbers",), go_layout_of)
"""Kernels that search for the whole board, of boards where that is worth it."""
CAPTURE_PART = Part("go-capture", ("engined.search.go.capture",), go_layout_of)
"""Kernels that read out captures."""


def _besides(variant: Variant) -> tuple[Part, ...]:
    proving = (SOLVER_PART,) if unproven(variant) is None else ()
    return (CAPTURE_PART, *proving, SWEEP_PART) if worth_sweeping(variant) else (CAPTURE_PART, *proving)


def load_solver(variant: Variant, cache: Path | None, table_mib: int) -> GoSolver:
    """Load what proves scores of a variant, which must be one whose scores can be proven."""
    from engined.backends.go_solver import GoSolver
    from engined.kernels.compilation import build

    sweeping = build.load(variant, SWEEP_PART, cache) if worth_sweeping(variant) else None
    return GoSolver(build.load(variant, SOLVER_PART, cache), sweeping, table_mib)


class Go:
    """See :class:`engined.families.base.Family`."""

    name = "Go"
    search_part = Part("go", TREE_SOURCES, go_layout_of, besides=_besides)
    perft_part = Part("go-perft", ("engined.search.go.perft",), go_layout_of)
    learns = WeightsKind.MOVES
    zero_sum = True
    selective = False
    evaluates = False

    def refusal(self, variant: Variant) -> str | None:
        """See :class:`Family`."""
        return unsupported(variant)

    def kind(self, variant: Variant) -> str:
        """``points-81``, ``points-361`` ..."""
        return f"points-{len(variant.board.cells)}"

    def load(self, variant: Variant, cache: Path | None, table_mib: int, weights: Strengths | None) -> GoBackend:
        """See :class:`Family`."""
        from engined.backends.go import GoBackend
        from engined.kernels.compilation import build

        kernels = build.load(variant, self.search_part, cache)
        capture = build.load(variant, CAPTURE_PART, cache)
        solver = load_solver(variant, cache, table_mib) if SOLVER_PART in self.search_part.besides(variant) else None
        return GoBackend(kernels, capture, solver, table_mib, weights)

    def load_counter(self, variant: Variant, cache: Path | None) -> GoCounter | None:
        """See :class:`Family`. Kernels know of no suicide, and of no boards but the last one."""
        if variant.capture.suicide or variant.capture.ko is not Ko.SIMPLE:
            return None
        from engined.backends.go_perft import GoCounter
        from engined.kernels.compilation import build

        return GoCounter(build.load(variant, self.perft_part, cache))
