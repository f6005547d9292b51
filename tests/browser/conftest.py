"""A real browser without a window, a real `engined web`, and a real daemon behind it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from .page import Page
from .site import Site

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")


def chromium(width: int = 1280, height: int = 1000) -> webdriver.Chrome:
    """Debian's browser; animations are off, and what it writes on its console is kept."""
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for switch in (
        "headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "disable-background-networking",
        "force-prefers-reduced-motion", "lang=en", f"window-size={width},{height}",
    ):  # fmt: skip
        options.add_argument(f"--{switch}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options, webdriver.ChromeService(DRIVER))


@pytest.fixture(scope="session")
def driver() -> Iterator[webdriver.Chrome]:
    """One browser for all tests of a worker."""
    if not (CHROMIUM and DRIVER):
        # What is tested everywhere else may be left out where a developer has no browser; the suite's own machine has.
        assert "CI" not in os.environ, "chromium and chromedriver are missing"
        pytest.skip("chromium and chromedriver are not installed (apt-get install chromium chromium-driver)")
    driver = chromium()
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`engined web` with a daemon of its own."""
    with Site("--private") as site:
        yield site


@pytest.fixture
def page(driver: webdriver.Chrome, site: Site) -> Iterator[Page]:
    """A page that shows no game yet. Nothing may have come on the console when the test is done."""
    page = Page(driver, site)
    driver.get_log("browser")  # type: ignore[no-untyped-call]  # what was broken off when the page before was left
    yield page
    page.is_quiet()
    page.leave()


@pytest.fixture
def photographs(request: pytest.FixtureRequest) -> Path | None:
    """Where pictures of the page are to go, if anybody wants to look at them: ``ENGINED_PHOTOGRAPHS``."""
    folder = os.environ.get("ENGINED_PHOTOGRAPHS")
    return Path(folder) if folder else None
