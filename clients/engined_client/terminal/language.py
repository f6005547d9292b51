"""Which language a user is told things in, unless a command line says it."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from ..drawing.wording import Language


def user_language(environ: Mapping[str, str] = os.environ) -> Language:
    """``ENGINED_LANGUAGE``, else ``language`` in the settings file, else what the locale says; English where that is a
    language without words here.
    """
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    for text in (environ.get("ENGINED_LANGUAGE", ""), _in_settings(environ), locale):
        if text:
            return next((language for language in get_args(Language) if text.lower().startswith(language)), "en")
    return "en"


def _in_settings(environ: Mapping[str, str]) -> str:
    """What the settings file says; nothing where it cannot be read, which the daemon and `engined doctor` say."""
    folder = Path(environ.get("XDG_CONFIG_HOME") or Path(environ.get("HOME") or "/", ".config"))
    try:
        settings = tomllib.loads((folder / "engined" / "config.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return str(settings.get("language", ""))
