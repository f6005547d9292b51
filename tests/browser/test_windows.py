"""The whole board is in sight, in windows of any form."""

from __future__ import annotations

import pytest
from selenium.webdriver import Keys

from .page import Page

WINDOWS = [(1400, 900), (1024, 768), (844, 390), (390, 844), (700, 450), (512, 384), (320, 568)]
"""Screens, a phone on its side and upright, a screen and a smaller one enlarged to 200 %, a small phone."""
LEAST_FOR_THE_MENU = 700
"""The width beyond which all buttons of the menu are in sight beside the longest title, whatever the height."""


@pytest.mark.parametrize(
    "variant",
    [
        "othello",
        "othello-24x24",
        *(pytest.param(name, marks=pytest.mark.products) for name in ("othello-6x12", "yonin-team")),
    ],
)
def test_the_board_fits(page: Page, variant: str) -> None:
    page.open(f"variant={variant}")
    for width, height in WINDOWS:
        with page.window(width, height):
            page.run("scrollTo(0, 0)")
            left, top, right, bottom, whole = page.run(
                "const {left, top, right, bottom} = document.querySelector('#board svg').getBoundingClientRect();"
                "return [left, top, right, bottom, document.documentElement.scrollWidth]"
            )
            assert min(left, top) >= 0, (width, height)
            assert right <= width, (width, height)
            assert bottom <= height, (width, height)
            assert whole <= width, (width, height)
            if width > 1000:  # with the bar that says who is ahead
                page.run("document.getElementById('evaluation').hidden = false")
                foot = page.run("return document.getElementById('controls').getBoundingClientRect().bottom")
                page.run("document.getElementById('evaluation').hidden = true")
                assert foot <= height, (width, height)
            if width > LEAST_FOR_THE_MENU:
                buttons = "[...document.querySelectorAll('#menu button')]"
                ends = page.run(f"return {buttons}.map((one) => one.getBoundingClientRect().right)")
                assert max(ends) <= width, (width, height)


@pytest.mark.parametrize("variant", ["othello", "rolit-4"])
def test_a_low_window_has_the_panels_beside_the_board(page: Page, variant: str) -> None:
    """On a phone on its side the board is as high as the window, and stays while the panels beside it are read."""
    page.open(f"variant={variant}")
    with page.window(844, 390):
        page.run("scrollTo(0, 0)")
        place = "const {top, bottom, left, right} = document.querySelector(arguments[0]).getBoundingClientRect();"
        place += "return [top, bottom, left, right];"
        top, bottom, _, right = page.run(place, "#board svg")
        assert bottom - top > 390 - 5 * 16  # the bar above it has less than 5 rem
        first, _, left, _ = page.run(place, "#panels")
        assert first < bottom
        assert left >= right
        assert first > page.run(place, "#controls")[1]
        page.run("document.querySelector('#panels > :last-child').scrollIntoView({block: 'end'})")
        assert page.run("return scrollY") > 390
        top, bottom, _, _ = page.run(place, "#board svg")
        assert top >= 0
        assert bottom <= 390


def test_names_of_four_seats_are_whole_and_the_buttons_in_sight(page: Page) -> None:
    page.open("variant=rolit-4")
    for width, height in WINDOWS:
        with page.window(width, height):
            cut = (
                "return [...document.querySelectorAll('.seat-name')].filter((one) => one.scrollWidth > one.clientWidth)"
            )
            assert page.run(f"{cut}.map((one) => one.textContent)") == [], (width, height)
            foot = page.run("scrollTo(0, 0); return document.getElementById('controls').getBoundingClientRect().bottom")
            assert width < 1000 or foot <= height, (width, height)


def test_a_long_dialog_keeps_its_button_in_sight(page: Page) -> None:
    page.open("variant=nip")
    for width, height in ((1400, 900), (844, 390), (390, 844)):
        with page.window(width, height):
            page.choose_variant("grand-othello")
            bottom = page.run("return document.getElementById('do-start').getBoundingClientRect().bottom")
            assert bottom <= height, (width, height)
            page.type(Keys.ESCAPE)
            page.wait(lambda: not page.said("dialog"))
