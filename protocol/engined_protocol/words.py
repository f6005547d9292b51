"""Words for people: counted things, boards, and the place in a request where something is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping

NAMES = {"start": "position", "variant": "", "session": "", "move": "", "plies": "", "cells": "", "digest": ""}
"""The words that people use for fields of requests; empty where the message says enough."""

_MOVE_FIELD = re.compile(r"(?:moves|only)\[(?P<index>\d+)\]")


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: ``1 disc``, ``2 discs``; ``plural`` where an s does not do."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def board_of(width: int, height: int) -> str:
    """``a 6x6 board``, ``an 8x8 board``: the article is that of the width as it is spoken."""
    article = "an" if width in (8, 11, 18) or 80 <= width <= 89 else "a"
    return f"{article} {width}x{height} board"


def told(message: str, field: str, names: Mapping[str, str] = NAMES) -> str:
    """An error's message for people who have not seen the request, with the place at fault as they know it.

    They count moves from 1: the field ``moves[1]`` is move 2. ``names`` has what they call other fields.
    """
    if match := _MOVE_FIELD.fullmatch(field):
        return f"move {int(match['index']) + 1}, {message}"
    name = names.get(field.partition("[")[0], field)
    return f"{name}: {message}" if name else message
