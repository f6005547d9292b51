"""A task of the cluster, and what comes of it: a request about one position, and its answer.

Both are plain values that travel from machine to machine and stand in the file of results. The answer follows from the
question alone, so whoever lost it may ask again, anywhere.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

import msgspec
from msgspec import Struct

from engined.service.exact_results import ExactResult
from engined.service.kept_analyses import KeptAnalysis
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant
from engined_protocol import messages as m


class OtherVariant(Exception):
    """A worker's engined declares a variant otherwise."""


class Declared(Struct, frozen=True):
    """A variant as every machine can make it: by its name, or by a text that declares it."""

    name: str
    digest: str
    text: str = ""

    def variant(self) -> Variant:
        """The variant. Raises OtherVariant where this machine's engined has another of that name."""
        return _variant(self)


@lru_cache(maxsize=64)
def _variant(declared: Declared) -> Variant:
    catalogue = _catalogue()
    variant = catalogue.check(declared.text) if declared.text else catalogue.get(declared.name)
    if variant.digest != declared.digest:
        raise OtherVariant(f"{declared.name} is not declared alike on all machines: is engined of one version there?")
    return variant


@lru_cache(maxsize=1)
def _catalogue() -> Catalogue:
    return Catalogue()


class ProofQuestion(Struct, frozen=True):
    """What is asked about a position."""

    declared: Declared
    request: m.Solve | m.Analyse

    @property
    def key(self) -> str:
        """The same for whoever asks the same."""
        return key_of(self.declared.digest, self.request)


class ProofAnswer(Struct, frozen=True, omit_defaults=True):
    """What came of it."""

    analysis: m.Analysis | None = None
    solved: ExactResult | None = None
    """The row that the store keeps of it, if it proved something."""
    kept: KeptAnalysis | None = None
    """The row that the store keeps of it, if it went deep."""
    fault: str = ""
    """Why there is no analysis: what was wrong with the question."""


def key_of(*parts: object) -> str:
    """A short digest of values."""
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:24]
