"""One run of an experiment: how much of it is wanted, who plays its games, and who hears how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant

from .players import GamesOrder, PlayedGames, play

UNRESTRICTED = """
name = "yonin-unrestricted"
inherits = "yonin"
[seats]
A = { colour = "X", home = "A" }
B = { colour = "O", home = "B" }
C = { colour = "X", home = "C" }
D = { colour = "O", home = "D" }
"""
"""Yonin where every seat may place everywhere."""


@dataclass(frozen=True)
class Run:
    """See the module's docstring."""

    seed: int
    rows: tuple[int, ...]
    """The settings that are wanted, where they are numbers."""
    games: int | None
    """The number of games of each setting; None: as many as the experiment plays by itself."""
    threads: int
    cache: Path | None
    watch: Callable[[int], None]
    """Hears how many more games were played."""

    def play(self, variant: Variant, order: GamesOrder, games: int) -> PlayedGames:
        """Games of one setting; no two settings have the same random numbers."""
        setting = crc32(f"{variant.name} {order.kernel} {order.settings}".encode())
        return play(
            variant,
            order,
            self.seed << 32 | setting,
            games,
            threads=self.threads,
            cache=self.cache,
            watch=self.watch,
        )


def variant_named(name: str) -> Variant:
    """A variant of the catalogue, or ``yonin-unrestricted``."""
    catalogue = Catalogue()
    return catalogue.check(UNRESTRICTED, "study") if name == "yonin-unrestricted" else catalogue.get(name)
