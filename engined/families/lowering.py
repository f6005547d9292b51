"""``python -m engined.families.lowering`` makes the bitcode anew that is shipped, and which
:mod:`engined.kernels.compilation.lowered` finds.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from engined.kernels.compilation import lowered
from engined.kernels.compilation.build import GENERATOR
from engined.kernels.compilation.compiler import lower
from engined.kernels.compilation.kernel_sources import bare
from engined.kernels.compilation.machine_code import MachineCode
from engined.kernels.cpu import Cpu
from engined.variants.catalogue import Catalogue

from . import FLIPPING

GAMES = ("othello",)
"""The variants that are lowered, with weights."""


def made(game: str, cpu: Cpu) -> tuple[Path, MachineCode]:
    """A game's search in bitcode, and where it is kept; once in a process."""
    part = FLIPPING.search_part
    layout = part.layout(Catalogue().get(game))
    place = lowered.place(layout, part, cpu, GENERATOR, trained=True)
    return place, lower(bare(part), layout, cpu, trained=True)


def main() -> None:
    """Make all files anew, and remove those that were there."""
    lowered.FOLDER.mkdir(exist_ok=True)
    pairs = [(game, cpu) for game in GAMES for cpu in lowered.CPUS]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as fresh:
        files = list(fresh.map(made, *zip(*pairs, strict=True)))
    for old in lowered.FOLDER.glob(f"*{lowered.SUFFIX}"):
        old.unlink()
    for path, code in files:
        lowered.write(path, code)


if __name__ == "__main__":
    main()
