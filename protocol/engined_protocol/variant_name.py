"""Names of variants as GTP and SGF have them, piece by piece: ``go-13x13-area-komi-7.5``.

A controller speaks of a size, a komi and rules, each by a command of its own, and a record by properties; here they
are parts of one name. Whether there is a variant of a name is for the service to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_NAME = re.compile(
    r"(?P<family>.+?)(?:-(?P<size>\d+x\d+))?(?P<chains>(?:-multi)?(?:-odd-second)?(?:-half)?)(?:-(?P<counting>area-and-prisoners|area))?"
    r"(?:-(?P<superko>situational|positional)-superko)?(?P<suicide>-suicide)?"
    r"(?:-handicap-(?P<handicap>\d+))?(?:-komi-(?P<komi>-?\d+(?:\.\d+)?))?",
    re.ASCII | re.DOTALL,
)


@dataclass(frozen=True)
class VariantName:
    """A name and its parts; empty are those that are as the family has them."""

    family: str
    """The name without a size and all else: what ``boardsize`` varies."""
    size: str = ""
    """The size of the board, such as ``13x13``; empty for the usual one."""
    counting: str = ""
    """The way to count: ``area`` or ``area-and-prisoners``; empty for territory."""
    superko: str = ""
    """The superko rule: ``situational`` or ``positional``; empty for simple ko."""
    suicide: bool = False
    handicap: str = ""
    komi: str = ""
    chains: str = ""
    """The options of a chain game: ``multi``, ``odd-second``, ``half``, in this order."""

    @classmethod
    def of(cls, name: str) -> VariantName:
        """The parts of any name.

        >>> name = VariantName.of("go-13x13-area-komi-7.5")
        >>> name.size, name.counting, name.komi
        ('13x13', 'area', '7.5')
        >>> str(name.with_komi(0.5))
        'go-13x13-area-komi-0.5'
        """
        match = _NAME.fullmatch(name)
        if match is None:
            return cls(name)
        parts = {part: text or "" for part, text in match.groupdict().items() if part != "suicide"}
        parts["chains"] = parts["chains"].removeprefix("-")
        return cls(**parts, suicide=match["suicide"] is not None)

    def __str__(self) -> str:
        superko = self.superko and f"{self.superko}-superko"
        handicap, komi = self.handicap and f"handicap-{self.handicap}", self.komi and f"komi-{self.komi}"
        suicide = "suicide" if self.suicide else ""
        parts = (self.family, self.size, self.chains, self.counting, superko, suicide, handicap, komi)
        return "-".join(filter(None, parts))

    def with_komi(self, komi: float) -> VariantName:
        """The same name with another komi."""
        return replace(self, komi=f"{komi + 0.0:g}")  # never -0
