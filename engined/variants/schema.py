"""The keys of a declaration and their types: start here to write one.

A declaration is a TOML file. Every key but ``name`` may be left out: it then comes from the declaration named
by ``inherits``, or else is Othello's::

    name = "hollow"                  # small letters, digits and hyphens
    title = "Othello with a hole"    # for people; also note, and aliases = ["穴オセロ"], in any script
    inherits = "othello"             # tables are taken over key by key; a new drawing is a new board
    sizes = "4..24"                  # undrawn boards only: makes hollow-WxH known for sides in that range
    lots = "hole"                    # makes hollow-c3 known, with a hole there; or "komi", "xot": hollow-3
    first = "White"                  # the seat that moves first; the others follow in the order listed

    [board]
    drawing = '''                    # . empty, # hole, a colour's symbol; blanks are ignored
    . . X O . .
    . . # # . .
    '''
    # or, without a drawing, size = "10x10" (columns x rows) and
    start = "cross"                  # mirrored, parallel or empty; in the centre of a drawing too
    holes = "c3 h8"
    corners = { nw = "X" }           # discs on corners of the bounding box: nw ne sw se
    rings = ["c1 d1 e1"]             # closed lines, each through these cells and back
    handicap = 4                     # stones of the first seat on the points of Go; from 2 on the other begins
    regions = "quadrants"            # A north-west, B north-east, C south-east, D south-west; or a drawing

    [colours]                        # symbol = name
    X = "black"
    [seats]                          # in the order of play
    Black = { colour = "X", supply = 32, forbidden = "A", home = "BC" }    # supply may be "half" the cells
    [suffixes]                       # hollow-small, hollow-komi-4; in this order, after a size
    small = { sets = { capture = { min_flips = 0 } }, aliases = ["小"] }
    komi = { number = "scoring.komi", least = -6, most = 9, step = 0.5 }   # what it sets besides, not with 0
    [setup]                          # the first plies go freely to these cells
    cells = "centre"                 # or cells by name
    plies = 4

The remaining keys are the fields of :mod:`engined.variants.model` under their own names.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from .toml_lines import Path

Table = dict[str, Any]


class Fault(Exception):
    """What is wrong with a field; ``row`` counts from 0 within a multi-line string."""

    def __init__(self, path: Path, message: str, row: int | None = None) -> None:
        super().__init__(message)
        self.path = path
        self.message = message
        self.row = row


_ANY_KEY = "*"
_TEXT, _COUNT, _NUMBER, _FLAG = "a string", "a whole number", "a number", "true or false"
_TEXTS, _TEAMS = "a list of strings", "a list of lists of strings"
_COUNT_OR_TEXT = "a whole number or a string"
_TABLE = "a table"

SCHEMA: Table = {
    "name": _TEXT,
    "title": _TEXT,
    "note": _TEXT,
    "aliases": _TEXTS,
    "inherits": _TEXT,
    "sizes": _TEXT,
    "lots": _TEXT,
    "suffixes": {
        _ANY_KEY: {
            "aliases": _TEXTS,
            "sets": _TABLE,
            "number": _TEXT,
            "least": _NUMBER,
            "most": _NUMBER,
            "step": _NUMBER,
        },
    },
    "first": _TEXT,
    "placement": _TEXT,
    "passing": _TEXT,
    "teams": _TEAMS,
    "board": {
        "drawing": _TEXT,
        "size": _TEXT,
        "start": _TEXT,
        "holes": _TEXT,
        "corners": {"nw": _TEXT, "ne": _TEXT, "sw": _TEXT, "se": _TEXT},
        "rings": _TEXTS,
        "regions": _TEXT,
        "handicap": _COUNT,
    },
    "colours": {_ANY_KEY: _TEXT},
    "seats": {
        _ANY_KEY: {"colour": _TEXT, "forbidden": _TEXT, "home": _TEXT, "supply": _COUNT_OR_TEXT},
    },
    "setup": {"cells": _TEXT, "plies": _COUNT},
    "capture": {"kind": _TEXT, "choice": _TEXT, "min_flips": _COUNT, "indirect": _COUNT, "ko": _TEXT, "suicide": _FLAG},
    "scoring": {
        "kind": _TEXT,
        "empties_to_winner": _FLAG,
        "misere": _FLAG,
        "komi": _NUMBER,
        "draw_right": _TEXT,
    },
    "chain": {"multi": _FLAG, "points": _TEXTS, "odd": _TEXT},
}


def check_keys(table: Table, schema: Table = SCHEMA, path: Path = ()) -> None:
    """Raise :class:`Fault` for the first unknown key or wrong type in a table."""
    for key, value in table.items():
        here = (*path, key)
        wanted = schema.get(key, schema.get(_ANY_KEY))
        if wanted is None:
            raise Fault(here, f"unknown key{suggestion(key, schema)}")
        if isinstance(wanted, dict):
            if not isinstance(value, dict):
                raise Fault(here, f"a table is wanted here, not {_kind(value)}")
            check_keys(value, wanted, here)
        elif not _fits(value, wanted):
            raise Fault(here, f"{wanted} is wanted here, not {_kind(value)}")


def suggestion(word: str, known: Any) -> str:
    """``: did you mean 'x'?`` where a known word is near, else the known words; begins with a colon."""
    words = sorted(known)
    near = get_close_matches(word.lower()[:64], words, 1)
    return f": did you mean {str(near[0])!r}?" if near else f": known here are {', '.join(words)}"


def _fits(value: Any, wanted: str) -> bool:
    if wanted == _TEXTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if wanted == _TEAMS:
        return isinstance(value, list) and all(_fits(item, _TEXTS) for item in value)
    if wanted == _FLAG:
        return isinstance(value, bool)
    if wanted == _TABLE:
        return isinstance(value, dict)
    types: Table = {_TEXT: str, _COUNT: int, _NUMBER: int | float, _COUNT_OR_TEXT: int | str}
    return isinstance(value, types[wanted]) and not isinstance(value, bool)


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "true or false"
    kinds = (
        (str, "a string"),
        (int, "a whole number"),
        (float, "a number"),
        (list, "a list"),
        (dict, "a table"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), "a date or time")
