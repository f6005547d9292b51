"""Machine code that is made before anybody asks for it, so that nobody's clock runs meanwhile.

``engined warm`` does it on the spot, ``engined serve --warm`` beside its work.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

from engined.families import Unsupported, find_family
from engined.files import read_text
from engined.variants.catalogue import Catalogue
from engined.variants.model import Variant

ALL = "all"
"""Instead of names: every variant of the catalogue that can be searched."""


class CannotWarm(Exception):
    """There is no machine code for a variant; the message says for which and why."""


def named(catalogue: Catalogue, names: Iterable[str]) -> tuple[Variant, ...]:
    """The variants of these names or declarations' ``.toml`` files, each once.

    Raises UnknownVariant, DeclarationError and FileError.
    """
    found: list[Variant] = []
    for name in names:
        if name == ALL:
            every = [catalogue.get(known) for known in catalogue.names()]
            found += [variant for variant in every if find_family(variant) is not None]
        elif name.endswith(".toml"):
            found.append(catalogue.check(read_text(Path(name)), name))
        else:
            found.append(catalogue.get(name))
    return tuple(dict.fromkeys(found))


def warm(variant: Variant, cache: Path, weights: Path) -> float | None:
    """Have compiled whatever searches and counts of a variant need, by the user's ``weights`` if there are some.

    The seconds that it took; None if there was nothing to do. Raises CannotWarm.
    """
    from engined.kernels.compilation.build import UnsafeCache
    from engined.kernels.compilation.process import CompilerFailed

    from .loading import perft_kernels, search_kernels

    began = time.monotonic()
    try:
        needed = (search_kernels(variant, weights), perft_kernels(variant))
        missing = [kernels for kernels in needed if not kernels.is_cached(cache)]
        for kernels in missing:
            kernels.compile(cache)
    except Unsupported as error:
        raise CannotWarm(str(error)) from None
    except (ValueError, OSError, UnsafeCache, CompilerFailed) as error:
        raise CannotWarm(f"{variant.name}: {error}") from None
    return time.monotonic() - began if missing else None
