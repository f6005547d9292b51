"""A review as one page that needs nothing else: its styles, its modules and its data stand in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Any

import msgspec

from engined_protocol.messages import Description

from ..client import Client
from ..why.sentences import LANGUAGES, sentences
from .model import Review

PLIES = 24
"""Of a line that can be played on the page."""

_OWN = files("engined_client.review") / "static"
_BOARD = files("engined_client.web") / "static"
_IMPORT = re.compile(r'^import [^;]*? from "\./[\w-]+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const|function|class)", re.MULTILINE)
_SLOT = re.compile(r"\{\{(\w+)\}\}")


def review_page(client: Client, review: Review, language: str = "en") -> str:
    """The page. ``client`` shows the positions of the lines."""
    description = client.describe(review.variant)
    data = {
        "review": msgspec.to_builtins(review),
        "description": msgspec.to_builtins(description),
        "lines": _lines(client, review),
        "why": {move.ply: {told: sentences(move.why, told) for told in LANGUAGES} for move in review.moves if move.why},
    }
    slots = {
        "title": escape(_title(review, description)),
        "style": "\n".join([(_BOARD / "game-board.css").read_text("utf-8"), (_OWN / "page.css").read_text("utf-8")]),
        "data": msgspec.json.encode(data).decode().replace("<", "\\u003c"),
        "board": (_BOARD / "game-board.js").read_text("utf-8"),
        "script": "\n".join(_joined((_OWN / name).read_text("utf-8")) for name in ("words.js", "page.js")),
    }
    page = (_OWN / "page.html").read_text("utf-8").replace('lang="en"', f'lang="{language}"')
    return _SLOT.sub(lambda slot: slots[slot[1]], page)


def _title(review: Review, description: Description) -> str:
    players = " – ".join(review.player(seat) for seat in review.seats)
    return f"{description.title or review.variant}: {players}"


def _joined(module: str) -> str:
    """A module's text where it stands in one script with what it imports."""
    return _EXPORT.sub("", _IMPORT.sub("", module))


def _lines(client: Client, review: Review) -> list[Mapping[str, Any]]:
    """For each move, the boards along the best line and along its own."""
    played = tuple(move.move for move in review.moves)
    session = client.open(variant=review.variant, start=review.start, moves=played).session
    try:
        found: list[Mapping[str, Any]] = []
        for move in reversed(review.moves):
            client.undo(session)
            lines = {"played": _boards(client, session, move.played.line), "best": []}
            if move.best.move != move.played.move:
                lines["best"] = _boards(client, session, move.best.line)
            found.append(lines)
    finally:
        client.close_session(session)
    return found[::-1]


def _boards(client: Client, session: str, line: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The board after each ply of a line."""
    return [client.show(session=session, moves=line[:plies]).board for plies in range(1, min(PLIES, len(line)) + 1)]
