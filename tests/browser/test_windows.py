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
    try:
        for width, height in WINDOWS:
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 1000}
            page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            page.run("scrollTo(0, 0)")
            left, top, right, bottom, whole = page.run(
                "const {left, top, right, bottom} = document.querySelector('#board svg').getBoundingClientRect();"
                "return [left, top, right, bottom, document.documentElement.scrollWidth]"
            )
            assert min(left, top) >= 0, (width, height)
            assert right <= width, (width, height)
            assert bottom <= height, (width, height)
            assert whole <= width, (width, height)
            if width > LEAST_FOR_THE_MENU:
                buttons = "[...document.querySelectorAll('#menu button')]"
                ends = page.run(f"return {buttons}.map((one) => one.getBoundingClientRect().right)")
                assert max(ends) <= width, (width, height)
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_long_dialog_keeps_its_button_in_sight(page: Page) -> None:
    page.open("variant=nip")
    try:
        for width, height in ((1400, 900), (844, 390), (390, 844)):
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 1000}
            page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            page.choose_variant("grand-othello")
            bottom = page.run("return document.getElementById('do-start').getBoundingClientRect().bottom")
            assert bottom <= height, (width, height)
            page.type(Keys.ESCAPE)
            page.wait(lambda: not page.said("dialog"))
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
