"""Variants whose start or komi is drawn or agreed upon: a name for each, so that a game can be played again.

XOT is the list of openings that Borja Moreno and Matthias Berg made in 2010
(https://berg.earthlingz.de/xot/aboutxot.php): 10,784 lines of eight plies, thought to be even. ``xot.xz`` has the
boards after them, in the alphabetical order of the lines: 16 bytes each, the black discs and then the white ones, a1
being the lowest bit.
"""

from __future__ import annotations

import lzma
from functools import lru_cache
from pathlib import Path

from .schema import Fault, Table

LOTS = {"xot": "N", "hole": "CELL", "komi": "DISCS"}
"""What can be drawn, and how a lot is written in patterns of names: a number from 1, a cell that becomes a hole, and
discs for White that were agreed upon.
"""

EXAMPLES = {"xot": "1", "hole": "c3", "komi": "4"}
"""A lot of each kind."""

_BOARD_BYTES = 16
_XOT = Path(__file__).with_name("xot.xz")


def draw(table: Table, lot: str) -> Table:
    """Complete keys of a declaration with one lot drawn. Raises Fault where there is no such lot."""
    changed: Table
    match table["lots"]:
        case "hole":
            changed = {"board": table.get("board", {}) | {"holes": lot}}
        case "komi":
            if not lot.isdigit():
                raise Fault(("lots",), f"komi is a number of discs, not {lot}")
            changed = {"scoring": table.get("scoring", {}) | {"komi": int(lot)}}
        case _:
            changed = {"board": {"drawing": _xot(lot)}}
    drawn = {key: value for key, value in table.items() if key not in ("aliases", "sizes", "lots", "note")}
    title = f"{table.get('title', table['name'])}, {lot}"
    return drawn | {"name": f"{table['name']}-{lot}", "title": title} | changed


def _xot(lot: str) -> str:
    """The drawing of a board of XOT, by its number from 1."""
    boards = _boards()
    count = len(boards) // _BOARD_BYTES
    if not lot.isdigit() or not 1 <= int(lot) <= count:
        raise Fault(("lots",), f"XOT has the boards 1 to {count}, not {lot}")
    at = _BOARD_BYTES * (int(lot) - 1)
    black, white = (int.from_bytes(boards[at + side : at + side + 8], "little") for side in (0, 8))
    cells = ["X" if black >> square & 1 else "O" if white >> square & 1 else "." for square in range(64)]
    return "\n".join("".join(cells[row : row + 8]) for row in range(0, 64, 8))


@lru_cache(maxsize=1)
def _boards() -> bytes:
    return lzma.decompress(_XOT.read_bytes())
