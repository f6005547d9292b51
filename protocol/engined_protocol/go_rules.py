"""The sets of rules of Go that have names: as controllers set them and records have them."""

from __future__ import annotations

import re
from typing import NamedTuple


class Rules(NamedTuple):
    """What sets of rules differ in, in the words of a :class:`~engined_protocol.messages.Description`."""

    scoring: str
    ko: str
    suicide: bool


NAMED = {
    "japanese": Rules("territory", "simple", False),
    "korean": Rules("territory", "simple", False),
    "chinese": Rules("area", "simple", False),
    "chinese-ogs": Rules("area", "positional", False),
    "chinese-kgs": Rules("area", "positional", False),
    "aga": Rules("area", "situational", False),
    "bga": Rules("area", "situational", False),
    "french": Rules("area", "situational", False),
    "new-zealand": Rules("area", "situational", True),
    "tromp-taylor": Rules("area", "positional", True),
}
"""As KataGo means them, without what White gets there for handicap stones."""

_OTHER_NAMES = {"nz": "new-zealand", "goe": "tromp-taylor", "ing": "tromp-taylor"}
"""Those of SGF. Ing's own rule of ko nobody plays by."""


def rules_named(text: str) -> Rules | None:
    """The rules of a name in any spelling, ``Chinese``, ``tromp_taylor``, ``AGA rules``; None for other words."""
    wanted = _letters(re.sub(r"\s*rules?$", "", text.strip().lower()))
    names = {_letters(name): NAMED[name] for name in NAMED}
    names |= {name: NAMED[meant] for name, meant in _OTHER_NAMES.items()}
    return names.get(wanted)


def _letters(text: str) -> str:
    return re.sub(r"[\s_-]", "", text)
