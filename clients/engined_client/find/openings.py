"""Openings by what people call them: the names that commands print, and what is left of these in speech."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engined_protocol.messages import NamedOpening

_KIND = re.compile(r" (opening|variation)$|(基本)?定石$")
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


def _shorter(name: str) -> Iterator[str]:
    for part in name.split("/"):
        plain = _IN_BRACKETS.sub("", part.strip())
        yield from filter(None, (part.strip(), plain, _KIND.sub("", plain)))
