"""The page of a review, in a browser: by keys and clicks, in both languages, on a phone, and for who cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_core_python.selenium import Axe
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

from tests.process.serving import Served

GAME = str(Path(__file__).parent.parent / "data" / "sgf" / "printed-4x4.sgf")


class Reviewed:
    """The page as its reader has it."""

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver

    def press(self, *keys: str) -> None:
        """Keys, one after the other."""
        for key in keys:
            self.driver.find_element(By.TAG_NAME, "body").send_keys(key)

    def text(self, id: str) -> str:
        """What is written somewhere."""
        return self.driver.find_element(By.ID, id).text

    def run(self, script: str) -> Any:
        """What a script gives back."""
        return self.driver.execute_script(script)

    @property
    def discs(self) -> int:
        """On the board."""
        return len(self.driver.find_elements(By.CSS_SELECTOR, "game-board .disc"))

    def violations(self) -> list[object]:
        """What axe-core finds."""
        violations = Axe().run(self.driver)["violations"]
        return [(found["id"], [node["target"] for node in found["nodes"]]) for found in violations]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("review") / "game.html"
    with Served() as daemon:
        run = daemon.engined("review", GAME, "--exact", "20", "--html", str(out))
    assert run.returncode == 0, run.stderr
    return out


@pytest.fixture
def page(driver: Chrome, file: Path) -> Iterator[Reviewed]:
    driver.get(file.as_uri())
    yield Reviewed(driver)
    assert driver.get_log("browser") == []  # type: ignore[no-untyped-call]
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    driver.get("about:blank")


def test_the_game_is_stepped_through_by_keys(page: Reviewed) -> None:
    assert page.text("status") == "start; Black to move"
    assert page.discs == 4
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert page.discs == 6
    assert page.text("status").startswith("move 2 of ")
    page.press(Keys.END)
    count = page.run("return JSON.parse(document.getElementById('data').textContent).review.moves.length")
    assert page.text("status").startswith(f"move {count} of {count}")
    page.press(Keys.HOME)
    assert page.discs == 4


def test_mistakes_and_their_best_lines_are_shown(page: Reviewed) -> None:
    moves = page.run("return JSON.parse(document.getElementById('data').textContent).review.moves")
    first = next(move for move in moves if move["grade"])
    page.press("n")
    assert page.text("status").startswith(f"move {first['ply']} of ")
    assert first["grade"] in page.text("told")
    assert f"{first['move']} loses " in page.text("told")
    page.press("b")
    assert page.text("status") == f"best line, move 1: {first['best']['move']}"
    assert page.discs == 16 - first["empties"] + 1
    page.press(Keys.ARROW_RIGHT)
    assert page.text("status").startswith("best line, move 2: ")
    page.press(Keys.ESCAPE)
    assert page.text("status").startswith(f"move {first['ply']} of ")
    page.press("p")
    assert page.text("status").startswith(f"move {first['ply']} of ")


def test_the_graph_the_table_and_the_buttons_lead_there(page: Reviewed) -> None:
    page.driver.find_element(By.CSS_SELECTOR, '#moves tr[data-ply="3"] button').click()
    assert page.text("status").startswith("move 3 of ")
    page.driver.find_element(By.CSS_SELECTOR, '[data-name="back"]').click()
    assert page.text("status").startswith("move 2 of ")
    page.run("document.getElementById('graph').scrollIntoView()")
    page.driver.find_element(By.ID, "graph").click()
    count = page.run("return Number(document.getElementById('timeline').max)")
    at = page.run("return Number(document.getElementById('timeline').value)")
    assert abs(at - count / 2) <= 1


def test_it_speaks_japanese(page: Reviewed) -> None:
    page.press("n")
    page.driver.find_element(By.ID, "language").click()
    assert page.run("return document.documentElement.lang") == "ja"
    assert "最善" in page.text("told")
    assert "の損です" in page.text("told")
    assert not {"kinds", "loss", "best", "played"} & set(page.text("told").split())


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (1280, "light"),
        (390, "dark"),
        pytest.param(1280, "dark", marks=pytest.mark.products),
        pytest.param(390, "light", marks=pytest.mark.products),
    ],
)
def test_everybody_can_read_it(page: Reviewed, scheme: str, width: int, photographs: Path | None) -> None:
    driver = page.driver
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    page.press("n")
    assert page.run("return document.documentElement.scrollWidth") <= width
    assert page.violations() == []
    if photographs is not None:
        driver.save_screenshot(str(photographs / f"review-{scheme}-{width}.png"))
