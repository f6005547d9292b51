"""What is written on the board can be read, whatever its colours."""

from __future__ import annotations

import re

import pytest

from .page import Page

LEAST = 4.5
"""Of text, in WCAG 2.2."""
LEAST_OF_SHAPES = 3
"""Of what is no text."""
NOTES = """
const board = document.getElementById("board");
const kinds = ["best", "good", "fair", "bad", "book"];
const free = [...document.querySelectorAll(".cell")].filter((cell) => !cell.querySelector(".disc")).slice(0, 20);
const note = (index) => ({ text: "-12.5", kind: kinds[index % 5], said: "" });
board.notes = new Map(free.map((cell, index) => [cell.dataset.cell, note(index)]));
const of = (one, name) => getComputedStyle(one).getPropertyValue(name);
const tiles = [...document.querySelectorAll(".tile")].map((tile) => of(tile, "fill"));
return [...new Set(tiles)].flatMap((tile) => [...document.querySelectorAll(".note text")].map(
  (text) => [of(text, "fill"), of(text, "opacity"), tile]));
"""


def luminance(colour: tuple[float, ...]) -> float:
    """Of sRGB, as WCAG defines it."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def parts(colour: str) -> tuple[float, ...]:
    return tuple(int(part) / 255 for part in re.findall(r"\d+", colour)[:3])


def contrast(text: str, opacity: str, under: str) -> float:
    """Between a text and what it stands on."""
    share = float(opacity)
    seen = tuple(share * one + (1 - share) * other for one, other in zip(parts(text), parts(under), strict=True))
    lighter, darker = sorted((luminance(seen), luminance(parts(under))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


DISCS = """
const of = (one) => getComputedStyle(one).fill;
const tiles = [...new Set([...document.querySelectorAll("#board .tile")].map(of))];
const faces = [...new Set([...document.querySelectorAll("#board .disc .face")].map(of))];
return tiles.flatMap((tile) => faces.map((face) => [face, "1", tile]));
"""


def test_contrast_as_defined() -> None:
    assert contrast("rgb(255, 255, 255)", "1", "rgb(0, 0, 0)") == pytest.approx(21)
    assert contrast("rgb(118, 118, 118)", "1", "rgb(255, 255, 255)") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize(
    "variant", ["othello", "go-9x9", *(pytest.param(name, marks=pytest.mark.products) for name in ("yonin", "nip"))]
)
def test_scores_on_cells_can_be_read(page: Page, variant: str) -> None:
    page.open(f"variant={variant}")
    try:
        for board in ("usual", "green", "wood", "blue"):
            page.run("document.getElementById('board').dataset.looks = arguments[0]", board)
            found = page.run(NOTES)
            assert found
            worst = min(found, key=lambda one: contrast(*one))
            assert contrast(*worst) >= LEAST, (board, worst)
    finally:
        page.run("localStorage.clear()")


def test_balls_of_any_colour_stand_out(page: Page) -> None:
    """Rolit has green ones, which a green board would swallow: WCAG asks three to one of what is no text."""
    page.open("variant=rolit-4")
    found = page.run(DISCS)
    assert len(found) == 4
    assert min(contrast(*one) for one in found) >= LEAST_OF_SHAPES
