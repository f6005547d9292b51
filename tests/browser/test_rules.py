"""The rules beside the board, and the list in which a game is found."""

from __future__ import annotations

import pytest
from selenium.webdriver.support.select import Select

from .page import Page
from .site import Site
from .test_study import violations

PICTURED = """
const cells = document.querySelectorAll(`#rules-pictures [data-cell=${arguments[0]}]`);
return [...cells].map((one) => one.ariaLabel);
"""
"""What is said of a cell in each of the pictures."""


def test_rules_in_both_languages(site: Site) -> None:
    told = site.ask({"t": "rules", "variant": "nip"})["told"]
    assert dict(told["en"])["Board"] == "8x8, 52 cells"
    assert "Hanayama" in dict(told["en"])["History"]
    assert "ハナヤマ" in dict(told["ja"])["歴史"]


def test_rules_beside_the_board(page: Page) -> None:
    page.open("variant=nip", language="ja")
    page["rules-open"].find_element("tag name", "summary").click()
    page.wait(lambda: "ハナヤマ" in page.text("rules"))


@pytest.mark.parametrize(
    ("variant", "cell", "before", "after"),
    [
        ("othello", "e5", "e5, white, turns", "e5, black"),  # between e4 and the disc on e6
        ("hasami-choose-0", "e5", "e5, white, turns", "e5, black"),
        ("hasami-remove", "e5", "e5, white, dead", "e5, empty"),
        ("reversi-1890", "d5", "d5, white, turns", "d5, black"),  # between e4, the second disc of four, and c6
        ("go-9x9", "a1", "A9, white, dead", "A9, empty"),  # its liberties are B9 and A8
    ],
)
def test_pictures_of_a_move_and_what_it_does(page: Page, variant: str, cell: str, before: str, after: str) -> None:
    page.open(f"variant={variant}")
    page["rules-open"].find_element("tag name", "summary").click()
    page.wait(lambda: len(page.run(PICTURED, cell)) == 2)
    first, second = page.run(PICTURED, cell)
    assert first == before
    assert second.removesuffix(", can be played") == after
    assert violations(page) == []  # nobody gets into a picture by keys


def test_a_picture_of_chains(page: Page) -> None:
    page.open("variant=hashijime")
    page["rules-open"].find_element("tag name", "summary").click()
    page.wait(lambda: page.said("#rules-pictures figcaption"))
    assert len(page.said("#rules-pictures figcaption")) == 1
    assert page.said("#rules-pictures .chain text")


def test_a_game_is_found_by_any_of_its_names(page: Page) -> None:
    page.open("variant=othello")
    page.menu("new", "new-filter")
    shown = Select(page["new-variant"])
    every = len(shown.options)
    for typed, found in (
        ("挟み碁 間接", "hasami-indirect"),
        ("HASAMI indirect 1 oct", "hasami-indirect-1-octagon"),
        ("yonin plain", "yonin-plain"),
    ):
        page["new-filter"].clear()
        page["new-filter"].send_keys(typed)
        names = [option.get_attribute("value") for option in shown.options]
        assert found in names
        assert len(names) < every / 3
    page.wait(lambda: page.text("new-rules").startswith("Board"))
    page["new-filter"].clear()
    page["new-filter"].send_keys("nothing is called so")
    assert [option.get_attribute("value") for option in shown.options] == [""]
    assert page["new-name"].is_displayed()


def test_what_was_wrong_is_said_in_the_readers_language(page: Page) -> None:
    page.open("variant=othello", language="ja")
    page.menu("records", "record-text")
    page["record-text"].send_keys("f5f5")
    page.button("record-read")
    page.wait(lambda: "空いていません" in "".join(page.said("[role=alert]")))
