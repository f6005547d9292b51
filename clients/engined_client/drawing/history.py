"""Where the games come from, as far as it is known: year, maker, board and start, and what nobody knows."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Literal

ROOTS = {"hashijime": "chain"}
"""Names that belong to another root."""


def history_of(variant: str, language: Literal["en", "ja"] = "en") -> str:
    """What is known of where a variant of that name comes from; empty for one of the user's own."""
    told = _told()
    roots = {**{name: name for name in told}, **ROOTS}
    fitting = [name for name in roots if variant == name or variant.startswith(f"{name}-")]
    return told[roots[max(fitting, key=len)]][language] if fitting else ""


@cache
def _told() -> dict[str, dict[str, str]]:
    """The history of each family of games, by its root and language, a line each."""
    texts = tomllib.loads(resources.files(__package__).joinpath("history.toml").read_text("utf-8"))
    return {
        root: {language: text.replace("\n", " ") for language, text in by_language.items()}
        for root, by_language in texts.items()
    }
