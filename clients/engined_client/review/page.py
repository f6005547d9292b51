"""A review as one page that needs nothing else: its styles, its modules and its data stand in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from engined_protocol.messages import Description

from ..client import Client
from ..notation import Notation
from ..why.model import Why
from ..why.sentences import LANGUAGES, sentences, written_by_players
from .model import Review

PLIES = 24
"""The number of plies of a line that can be played on the page."""

_OWN = files("engined_client.review") / "static"
_SHARED = files("engined_client.web") / "static"
_STYLES = (
    *(_SHARED / name for name in ("colours.css", "game-board.css", "score-graph.css", "review/told.css")),
    _OWN / "page.css",
)
_BOARD = tuple(_SHARED / name for name in ("board/cells.js", "board/surface.js", "game-board.js"))
_MODULES = (
    *(_SHARED / name for name in ("dom.js", "score-text.js", "score-graph.js", "review/words.js", "review/told.js")),
    _OWN / "page.js",
)
"""Each after those that it imports, as in ``_BOARD``."""
_IMPORT = re.compile(r'^(?:import|export \{) ?[^;]*? from "\.[^"]*\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const|function|class)", re.MULTILINE)
_SLOT = re.compile(r"\{\{(\w+)\}\}")


def review_page(client: Client, review: Review, language: str = "en") -> str:
    """The page. ``client`` shows the positions of the lines. Of a review that was broken off it has the moves that are
    reviewed, counted from the first of these, and says so.
    """
    description = client.describe(review.variant)
    moves = tuple(msgspec.structs.replace(move, ply=move.ply - review.left) for move in review.moves)
    review = msgspec.structs.replace(review, moves=moves)
    data = {
        "review": msgspec.to_builtins(review),
        "description": msgspec.to_builtins(description),
        "lines": _lines(client, review),
        "why": {move.ply: _why(move.why, description) for move in review.moves if move.why},
    }
    slots = {
        "title": escape(_title(review, description)),
        "style": "\n".join(file.read_text("utf-8") for file in _STYLES),
        "data": msgspec.json.encode(data).decode().replace("<", "\\u003c"),
        "board": _joined(_BOARD),
        "script": _joined(_MODULES),
    }
    page = (_OWN / "page.html").read_text("utf-8").replace('lang="en"', f'lang="{language}"')
    return _SLOT.sub(lambda slot: slots[slot[1]], page)


def _title(review: Review, description: Description) -> str:
    players = " – ".join(review.player(seat) for seat in review.seats)
    return f"{description.title or review.variant}: {players}"


def _why(why: Why, description: Description) -> dict[str, list[str]]:
    """What is said of a move, in each language."""
    written = written_by_players(why, Notation.of(description))
    return {language: sentences(written, language) for language in LANGUAGES}


def _joined(modules: Iterable[Traversable]) -> str:
    """The texts of modules as one script, which holds what they import of each other."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", module.read_text("utf-8"))) for module in modules)


def _lines(client: Client, review: Review) -> list[Mapping[str, Any]]:
    """The boards along the best line and along its own, for each move."""
    played = (*review.earlier, *(move.move for move in review.moves))
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
