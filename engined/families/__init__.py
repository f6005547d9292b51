"""The families of games that are searched: what kind of game a variant is, asked in one place.

A family says which variants it takes and why not others, how they run here, which kernels they need and how they are
loaded. Importing this imports neither numba nor llvmlite, so the service can refuse at once what the engine could not
search. Other packages may bring families of their own, as entry points of the group ``engined.families``.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.metadata import entry_points

from engined.variants.model import Variant

from .base import Family
from .chains import Chains
from .flip_choice import FlipChoice
from .flipping import Flipping
from .go import Go
from .multiplayer import Multiplayer
from .teams import Teams

FLIPPING, FLIP_CHOICE, TEAMS, MULTIPLAYER = Flipping(), FlipChoice(), Teams(), Multiplayer()
GO, CHAINS = Go(), Chains()
FAMILIES: tuple[Family, ...] = (FLIPPING, FLIP_CHOICE, TEAMS, MULTIPLAYER, GO, CHAINS)
"""The first that takes a variant has it, before any of :func:`foreign`."""
GROUP = "engined.families"
"""The group of entry points, each of them a family."""


class Unsupported(ValueError):
    """A variant that can be played by its rules, but not searched; the text says why."""


@cache
def foreign() -> tuple[Family, ...]:
    """The families of other packages, by name."""
    return tuple(entry.load() for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name))


@lru_cache(maxsize=1024)
def find_family(variant: Variant) -> Family | None:
    """The family of a variant; None if it cannot be searched."""
    own = next((family for family in FAMILIES if family.refusal(variant) is None), None)
    return own or next((family for family in foreign() if family.refusal(variant) is None), None)


def family_of(variant: Variant) -> Family:
    """The family of a variant. Raises :class:`Unsupported` if it cannot be searched."""
    family = find_family(variant)
    if family is None:
        raise Unsupported(f"{variant.name} can be played by its rules, but not searched: {_refusal(variant)}")
    return family


def kind(variant: Variant) -> str:
    """How a variant runs here, as its family says: ``8x8``, ``wide-320``, ``seats-64`` ...; or ``rules``."""
    family = find_family(variant)
    return "rules" if family is None else family.kind(variant)


def hangs_on_ties(variant: Variant) -> bool:
    """Whether exact scores may hang on which of equally good moves a seat plays: among more than two sides."""
    family = find_family(variant)
    return family is not None and not family.zero_sum


def _refusal(variant: Variant) -> str:
    """Why no family takes a variant: what the one for its kind of game, or for its number of seats, says."""
    if variant.chain is not None:
        return CHAINS.refusal(variant) or ""
    if variant.capture.surrounds:
        return GO.refusal(variant) or ""
    return (FLIPPING if len(variant.seats) == 2 else MULTIPLAYER).refusal(variant) or ""
