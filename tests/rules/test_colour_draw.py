"""Fuse-ishi, by its rules: whoever calls right is served first."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engined.rules.colour_draw import ColourDraw, DrawError, fuseishi


@pytest.mark.parametrize(
    ("call", "face", "black"),
    [("up", "black", "lower"), ("up", "white", "higher"), ("down", "black", "higher"), ("down", "white", "lower")],
)
def test_where_draws_are_allowed_the_lower_gets_the_face_called(call: Any, face: Any, black: str) -> None:
    assert fuseishi("draws", call, face) == ColourDraw(black=black)  # type: ignore[arg-type]


@pytest.mark.parametrize(("call", "face"), list(product(("black", "white"), repeat=2)))
def test_without_draws_whoever_is_right_chooses_a_right(call: Any, face: Any) -> None:
    right, wrong = ("lower", "higher") if call == face else ("higher", "lower")
    assert fuseishi("no-draws", call, face) == ColourDraw(chooser=right, choosing="right")  # type: ignore[arg-type]
    colours = fuseishi("no-draws", call, face, "colours")
    assert (colours.chooser, colours.choosing, colours.draw_right) == (right, "colour", wrong)
    draws = fuseishi("no-draws", call, face, "draws")
    assert (draws.chooser, draws.choosing, draws.draw_right) == (wrong, "colour", right)


@pytest.mark.parametrize(
    ("choice", "colour", "black", "draw_right"),
    [
        ("colours", "black", "lower", "higher"),
        ("colours", "white", "higher", "higher"),
        ("draws", "black", "higher", "lower"),
        ("draws", "white", "lower", "lower"),
    ],
)
def test_a_settled_draw(choice: Any, colour: Any, black: Any, draw_right: Any) -> None:
    settled = fuseishi("no-draws", "white", "white", choice, colour)
    assert settled == ColourDraw(black=black, draw_right=draw_right)


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (("draws", "black", "black"), "call"),
        (("no-draws", "up", "black"), "call"),
        (("draws", "up", "black", "colours"), "choice"),
        (("draws", "up", "black", None, "white"), "colour"),
        (("no-draws", "black", "black", None, "white"), "colour"),
    ],
)
def test_what_cannot_have_happened_names_its_field(arguments: tuple[Any, ...], field: str) -> None:
    with pytest.raises(DrawError) as caught:
        fuseishi(*arguments)
    assert caught.value.field == field
