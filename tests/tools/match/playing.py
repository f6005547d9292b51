"""Matches between fake engines, as tests ask for them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Collection
from pathlib import Path

from engined.tools.match.arena import Arena, Match
from engined.tools.match.game_log import FinishedGame
from engined.tools.match.limits import Limit
from engined.tools.match.openings import Opening, random_openings
from engined.tools.match.player import Engine
from engined.variants.catalogue import Catalogue
from tests.patience import PATIENCE

FAKE = str(Path(__file__).with_name("fake_engine.py"))
BOARD = "othello-4x4"


def fake(protocol: str, *options: str, name: str = "fake", limit: Limit | None = None) -> Engine:
    """A fake engine; see fake_engine.py for the options."""
    return Engine(name, (sys.executable, FAKE, protocol, *options), limit=limit or Limit())


def openings(variant: str = BOARD, plies: int = 2, count: int = 3) -> tuple[Opening, ...]:
    """Random ones."""
    return random_openings(Catalogue().get(variant), plies, count, seed=1)


def play(
    a: Engine,
    b: Engine,
    games: int = 2,
    *,
    variant: str = BOARD,
    margin: float = 5.0,
    patience: float = PATIENCE,
    played: Collection[int] = (),
    fresh: bool = False,
    concurrency: int = 1,
    errors: Path | None = None,
) -> tuple[list[FinishedGame], list[str]]:
    """The games of a match in the order they ended, and what was noted."""
    finished: list[FinishedGame] = []
    notes: list[str] = []
    match = Match(
        variant=Catalogue().get(variant),
        engines=(a, b),
        openings=openings(variant),
        games=games,
        margin=margin,
        patience=patience,
        fresh=fresh,
        concurrency=concurrency,
        errors=errors,
    )
    asyncio.run(Arena(match, finished.append, notes.append, played).run())
    return finished, notes
