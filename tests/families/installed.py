"""Three in a row, as an installer leaves a package with families of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engined import families
from engined.rules import registry
from engined.rules.position import Move, Position

ROOT = Path(__file__).parent.parent.parent
GAME = "tests.families.three_in_a_row"
ENTRIES = f"""
[engined.captures]
three-in-a-row = {GAME}.rules:ThreeInARow
three-in-a-row-by-games = {GAME}.rules:ThreeInARow

[engined.families]
three-in-a-row = {GAME}.family:ALPHA_BETA
three-in-a-row-by-games = {GAME}.family:MONTE_CARLO
"""
KINDS = ("three-in-a-row", "three-in-a-row-by-games")


@contextmanager
def installed(site: Path) -> Iterator[None]:
    """The package is there, for this process and for those that begin here."""
    about = site / "rows-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: rows\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRIES)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        patch.setenv("PYTHONPATH", f"{site}:{ROOT}")
        forget()
        yield
    forget()


def forget() -> None:
    """What this process has found out about packages."""
    families.foreign.cache_clear()
    families.find_family.cache_clear()
    registry.capture_of.cache_clear()


def declaration(kind: str, size: int) -> str:
    """A declared board for two."""
    return f"""
name = "row-{size}"
placement = "anywhere"

[capture]
kind = "{kind}"

[board]
size = "{size}x{size}"
start = "empty"
"""


def minimax(position: Position) -> float:
    """What a position is worth to the mover, by the rules."""
    if position.over:
        return position.value(position.seat)
    return max(-minimax(position.play(move)) for move in position.legal())


def values(position: Position) -> dict[Move, float]:
    """What each move is worth to the mover."""
    return {move: -minimax(position.play(move)) for move in position.legal()}
