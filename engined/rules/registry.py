"""Which way to capture a variant has: one of ours, or what another package brings by an entry point."""

from __future__ import annotations

from functools import lru_cache

from engined.variants import plugins
from engined.variants.model import CaptureKind, Variant

from .capture import CaptureRule, NoCapture
from .chains import Chains
from .flipping import Flipping, Removing
from .surround import Surrounding

OURS: dict[str, type[CaptureRule]] = {
    CaptureKind.FLIP: Flipping,
    CaptureKind.REMOVE: Removing,
    CaptureKind.SURROUND: Surrounding,
    CaptureKind.NONE: NoCapture,
}


class CaptureUnavailable(ValueError):
    """A way to capture of another package that cannot be loaded, or cannot play a variant; the message says why."""


@lru_cache(maxsize=256)
def capture_of(variant: Variant) -> CaptureRule:
    """The way to capture of a variant. Raises :class:`CaptureUnavailable`, only where it is none of ours."""
    if variant.chain is not None:
        return Chains(variant, variant.chain)
    kind = variant.capture.kind
    return OURS[kind](variant) if kind in OURS else _plugged_in(variant, kind)


def _plugged_in(variant: Variant, kind: str) -> CaptureRule:
    try:  # another's package may raise anything
        rule: object = plugins.captures()[kind].load()(variant)
        if not isinstance(rule, CaptureRule):
            raise TypeError(f"it makes no {CaptureRule.__name__}")
    except Exception as error:
        reason = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise CaptureUnavailable(f"{variant.name} cannot be played, capture.kind = {kind!r}: {reason}") from error
    return rule
