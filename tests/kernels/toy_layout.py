"""How positions of the toy game are written, and its parts."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from engined.families import MULTIPLAYER, TEAMS
from engined.kernels.layouts.layout import embedding
from engined.kernels.layouts.multiplayer import MultiplayerLayout
from engined.rules.position import Position
from engined.variants.model import Variant


class ToyLayout(MultiplayerLayout):
    def in_memory(self, position: Position) -> list[int]:
        return [position.placements_left, *super().in_memory(position)]


@lru_cache(maxsize=8)
def toy_layout_of(variant: Variant, *, hand_made: bool = True) -> ToyLayout:
    return ToyLayout(variant, *embedding(variant.board), 0, hand_made)


TOY = (("engined.search.game", "tests.kernels.toy_game"),)
COUNTING, SIDES, SEATS = (
    replace(part, name=f"toy-{part.name}", layout=toy_layout_of, implementations=TOY)
    for part in (TEAMS.perft_part, TEAMS.search_part, MULTIPLAYER.search_part)
)
