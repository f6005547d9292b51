"""Variants whose start or komi is drawn or agreed upon: a name for each, so that a game can be played again.

XOT is the list of openings of 8x8 Othello that Borja Moreno and Matthias Berg made in 2010
(https://berg.earthlingz.de/xot/aboutxot.php): 10,784 lines of eight plies that Edax and NTest, at levels 16 and 20,
hold to be within two discs of even. ``xot.xz`` has them in alphabetical order, eight bytes a line, each byte a square.
"""

from __future__ import annotations

import lzma
from functools import lru_cache
from itertools import product
from pathlib import Path

from .schema import Fault, Table

LOTS = {"xot": "N", "hole": "CELL", "komi": "DISCS"}
"""The lots that can be drawn, and how each is written in patterns of names: a number from 1, a cell that becomes a
hole, and discs for White that were agreed upon.
"""

EXAMPLES = {"xot": "1", "hole": "c3", "komi": "4"}
"""A lot of each kind."""

XOT_PLIES = 8
"""The plies of each line of XOT; nobody has to pass in one."""

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


@lru_cache(maxsize=1)
def xot_lines() -> tuple[bytes, ...]:
    """The lines of XOT in alphabetical order: each move as the number of its square, from a1 in rows of eight."""
    squares = lzma.decompress(_XOT.read_bytes())
    return tuple(squares[at : at + XOT_PLIES] for at in range(0, len(squares), XOT_PLIES))


def _xot(lot: str) -> str:
    """The drawing of a board of XOT, by its number from 1."""
    lines = xot_lines()
    if not lot.isdigit() or not 1 <= int(lot) <= len(lines):
        raise Fault(("lots",), f"XOT has the boards 1 to {len(lines)}, not {lot}")
    cells = list("...........................OX......XO...........................")
    for ply, square in enumerate(lines[int(lot) - 1]):
        _place(cells, square, *("OX" if ply % 2 else "XO"))
    return "\n".join("".join(cells[row : row + 8]) for row in range(0, 64, 8))


def _place(cells: list[str], square: int, own: str, other: str) -> None:
    """Place a disc on 8x8 and turn what it brackets. The rules, which know how, are made from declarations."""
    cells[square] = own
    for right, down in product((-1, 0, 1), repeat=2):
        run = []
        x, y = square % 8 + right, square // 8 + down
        while 0 <= x < 8 and 0 <= y < 8 and cells[8 * y + x] == other:
            run.append(8 * y + x)
            x, y = x + right, y + down
        if 0 <= x < 8 and 0 <= y < 8 and cells[8 * y + x] == own:
            for turned in run:
                cells[turned] = own
