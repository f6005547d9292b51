"""What was learned for a variant: where it is, and how it is read, by what its family learns.

Importing this module links nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engined.families import find_family
from engined.families.base import WeightsKind
from engined.patterns import chain_weights, strengths, weights
from engined.variants.model import Variant


def find(variant: Variant, folder: Path | None) -> Path | None:
    """The file with what was learned, from a folder or else shipped; None where there is none.

    Raises :class:`engined.patterns.weight_files.WeightsError`.
    """
    match _weights_kind(variant):
        case WeightsKind.VALUES:
            return weights.find(variant, folder)
        case WeightsKind.MOVES:
            return strengths.find(variant, folder)
        case WeightsKind.CHAINS:
            return chain_weights.find(variant, folder)
    return None


def load(variant: Variant, folder: Path | None) -> Any:
    """What is in that file, as the family's ``load`` takes it; None where there is none.

    Raises likewise, and OSError where the file cannot be read.
    """
    match _weights_kind(variant):
        case WeightsKind.VALUES:
            return weights.load(variant, folder)
        case WeightsKind.MOVES:
            return strengths.load(variant, folder)
        case WeightsKind.CHAINS:
            return chain_weights.load(variant, folder)
    return None


def _weights_kind(variant: Variant) -> WeightsKind:
    family = find_family(variant)
    return WeightsKind.NOTHING if family is None else family.learns
