"""Which way to capture a variant has."""

from __future__ import annotations

from functools import lru_cache

from engined.variants.model import CaptureKind, Variant

from .capture import CaptureRule, NoCapture
from .chains import Chains
from .flipping import Flipping, Removing
from .surround import Surrounding

OURS: dict[CaptureKind, type[CaptureRule]] = {
    CaptureKind.FLIP: Flipping,
    CaptureKind.REMOVE: Removing,
    CaptureKind.SURROUND: Surrounding,
    CaptureKind.NONE: NoCapture,
}


@lru_cache(maxsize=256)
def capture_of(variant: Variant) -> CaptureRule:
    """The way to capture of a variant."""
    if variant.chain is not None:
        return Chains(variant, variant.chain)
    return OURS[variant.capture.kind](variant)
