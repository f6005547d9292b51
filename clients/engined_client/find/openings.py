"""Openings by what people call them: the names that commands print, and what is left of these in speech."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from engined_protocol.messages import NamedOpening

from ..client import Client
from ..files.positions import START
from ..terminal.command import WrongInput

_KIND = re.compile(r" (opening|variation)$|(基本)?定石$")
_OTHERWISE = re.compile(r"\d|[-.*\u25cf\u25cb]|^[xobw\s]*$")
"""The characters that moves, boards and names of files have, and no name of an opening."""
_WORDS = {START, "pass"}
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)$")


def by_name(openings: Iterable[NamedOpening]) -> dict[str, NamedOpening]:
    """The openings by their names in small letters. Whole names come before shorter ones, ``虎`` for ``虎定石`` and
    ``kenichi`` for ``Buffalo/Kenichi Variation``; of two openings that are called alike, the one that comes first.
    """
    given = tuple(openings)
    found: dict[str, NamedOpening] = {}
    for opening in given:
        found.setdefault(opening.name.casefold(), opening)
    for opening in given:
        for name in _shorter(opening.name.casefold()):
            found.setdefault(name, opening)
    return found


def opening_called(client: Client, variant: str, text: str) -> tuple[str, ...] | None:
    """The moves of the opening that a text names; None where it is something else, such as moves or a board.

    Raises WrongInput for what looks like a name but is none, saying which ones are near.
    """
    known = by_name(client.openings(variant))
    if (found := known.get(text.casefold())) is not None:
        return found.moves
    if not known or _OTHERWISE.search(text.casefold()) or text.casefold() in _WORDS:
        return None
    near = [known[name].name for name in get_close_matches(text.casefold(), known, 3)]
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise WrongInput(f"no opening is called {text!r}{hint}")


def _shorter(name: str) -> Iterator[str]:
    for part in name.split("/"):
        plain = _IN_BRACKETS.sub("", part.strip())
        yield from filter(None, (part.strip(), plain, _KIND.sub("", plain)))
