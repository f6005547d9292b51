"""Machine code that a daemon makes beside its work, on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from engined.config import Config, ConfigError
from engined.engine.warming import CannotWarm, named, warm
from engined.files import FileError
from engined.variants.catalogue import Catalogue, DeclarationError, UnknownVariant
from engined.variants.model import Variant

from ..log.log import Log


def variants_to_warm(config: Config, catalogue: Catalogue) -> tuple[Variant, ...]:
    """What the settings name, for a daemon that others come to. Raises ConfigError."""
    if not config.sockets or config.private:
        return ()
    try:
        return named(catalogue, config.warm)
    except (UnknownVariant, DeclarationError, FileError) as error:
        raise ConfigError(f"warm: {error}") from None


def start_warming(variants: Sequence[Variant], config: Config, log: Log) -> None:
    """Have the variants compiled, one after the other; the log has a line for each."""

    def work() -> None:
        for variant in variants:
            try:
                seconds = warm(variant, config.cache, config.weights)
            except CannotWarm as error:
                log.warning("warm", name=variant.name, trouble=str(error))
            else:
                log.info("warm", name=variant.name, seconds=round(seconds or 0.0, 1))

    if variants:
        threading.Thread(target=work, name="warming", daemon=True).start()
