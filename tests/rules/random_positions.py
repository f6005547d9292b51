"""Positions of many variants, come about by legal moves."""

from __future__ import annotations

import random
from functools import lru_cache

from hypothesis import strategies as st

from engined.rules.position import Position, start
from engined.variants.model import Variant
from tests.rules.perft_tables import chains, go, variant_of

_INHERITED = 'name = "tested"\ninherits = "{}"\n{}\n'
HOLED = _INHERITED.format("othello-6x6", '[board]\nsize = "6x6"\nholes = "b2 e5"')
INDIRECT = _INHERITED.format("othello-6x6", "[capture]\nindirect = -1")
ONCE_INDIRECT = _INHERITED.format("othello-6x6", "[capture]\nindirect = 1")
ONE = _INHERITED.format("othello-6x6", '[capture]\nchoice = "one"')
SOME = _INHERITED.format("othello-6x6", '[capture]\nchoice = "some"')
SOME_OR_NONE = _INHERITED.format("othello-6x6", '[capture]\nchoice = "some"\nmin_flips = 0')
REMOVE = _INHERITED.format("othello-6x6", '[capture]\nkind = "remove"')
RINGED = _INHERITED.format("othello-4x4", '[board]\nsize = "4x4"\nrings = ["a1 b1 c1 d1 d2 d3 d4 c4 b4 a4 a3 a2"]')
"""4x4 with its rim as a closed line."""

FLIPPING = ("othello", "othello-6x6", "othello-4x5", "nip", "octagon-52", "reversi-1890-6x6", "anti-othello-4x4")
OTHERS = (HOLED, INDIRECT, ONCE_INDIRECT, ONE, SOME, SOME_OR_NONE, REMOVE, RINGED, go(5), chains(4, 4))
MULTIPLAYER = ("rolit-3", "yonin")


@lru_cache(maxsize=64)
def declared(text: str) -> Variant:
    """The variant of a name or a declaration."""
    return variant_of(text)


@st.composite
def reached(draw: st.DrawFn, variants: tuple[str, ...] = FLIPPING + OTHERS + MULTIPLAYER) -> Position:
    """A position that random play has come to, not the end of a game."""
    position = start(declared(draw(st.sampled_from(variants))))
    dice = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 40))):
        following = position.play(dice.choice(position.legal()))
        if following.over:
            break
        position = following
    return position
