"""Another game has another address: the game that was there stays, for all who look at it."""

from __future__ import annotations

from selenium.webdriver.support.select import Select

from .page import Page
from .site import Site
from .test_links import kept


def name(page: Page) -> str:
    """The game's, in its address."""
    return page.driver.current_url.partition("#")[2]


def goes_elsewhere(page: Page, first: str) -> None:
    """Wait until the page shows another game."""
    page.wait(lambda: name(page) != first)
    page.is_ready()


def comes_back(page: Page, first: str) -> None:
    """Press Back, and wait for the game that was there."""
    page.driver.back()
    page.wait(lambda: name(page) == first)
    page.is_ready()


def played(page: Page) -> str:
    """Play two moves; the name of the game."""
    page.open("variant=othello")
    page.play("f5")
    page.play("d6")
    kept(page)
    return name(page)


def test_a_new_game(page: Page) -> None:
    first = played(page)
    page.choose_variant("rolit-3")
    page.button("do-start")
    goes_elsewhere(page, first)
    page.wait(lambda: page.text("title") == "Rolit for three")
    assert page.ply == 0
    comes_back(page, first)
    assert (page.ply, page.text("title")) == (2, "Othello")


def test_a_record(page: Page) -> None:
    """What was to be said of it is said there."""
    first = played(page)
    page.menu("records", "record-text")
    page["record-text"].send_keys("e3f3")  # as from a start with the colours exchanged
    page.button("record-read")
    goes_elsewhere(page, first)
    assert page.text("title") == "Othello"
    assert "exchanged" in page.text("alert")
    assert "".join(page.said("#moves .step")) == "d3c3"
    comes_back(page, first)
    assert page.ply == 2


def test_a_position(page: Page) -> None:
    first = played(page)
    page.menu("edit", "edit-done")
    page.press(page.legal[0] if page.legal else "a1")
    page.button("edit-done")
    goes_elsewhere(page, first)
    assert page.ply == 0
    comes_back(page, first)
    assert page.ply == 2


def test_a_position_that_cannot_be_is_put_right(page: Page) -> None:
    """It stays in the editor, with a word on it."""
    page.open("variant=go-5x5")
    first = name(page)
    page.menu("edit", "edit-done")
    page.press("a1")
    page.driver.find_element("css selector", ".tool input[value=O]").click()
    page.press("a2")
    page.press("b1")
    page.button("edit-done")
    page.wait(lambda: "libert" in page.text("alert"))
    assert name(page) == first
    page.press("b1")
    page.button("edit-done")
    goes_elsewhere(page, first)
    assert "white" in page.label("a2")


def test_an_editor_ends_when_another_game_begins(page: Page, site: Site) -> None:
    page.open("variant=othello")
    page.play("f5")
    kept(page)
    page.menu("edit", "edit-done")
    site.ask({"t": "keep-game", "game": {"variant": "rolit-3"}}, name(page))
    page.wait(lambda: page.text("title") == "Rolit for three")
    assert not page.driver.find_elements("id", "edit-done")
    page.play(page.legal[0])


def test_what_was_deleted_comes_back(page: Page) -> None:
    page.open("variant=othello")
    for cell in ("f5", "d6", "c3"):
        page.play(cell)
    written = page.moves
    page.button("do-first")
    page.wait(lambda: page.ply == 0)
    page.run("document.querySelectorAll('#moves .step')[1].click()")
    page.wait(lambda: page.ply == 2)
    page.button("do-delete")
    page.wait(lambda: page.moves.replace(" ", "") == "1.f5")
    page.button("do-undelete")
    page.wait(lambda: page.ply == 2)
    assert page.moves == written
    assert not page["do-undelete"].is_displayed()


def look_back(page: Page, ply: int) -> None:
    """To the start, and again to the end."""
    page.button("do-first")
    page.wait(lambda: page.ply == 0)
    page.button("do-last")
    page.wait(lambda: page.ply == ply)


def test_dead_stones_are_marked_after_looking_back(page: Page, site: Site) -> None:
    """And who has agreed has agreed still."""
    page.open(game=site.kept_game("go-5x5", 0))
    page.skip()
    page.skip()
    ply = page.ply
    dead = next(cell for cell in page.cells if "empty" not in page.label(cell))
    page.press(dead)
    page.wait(lambda: "dead" in page.label(dead))
    page.button("do-agree-0")
    page.wait(lambda: not page["do-agree-0"].is_enabled())
    look_back(page, ply)
    page.wait(lambda: "dead" in page.label(dead))
    page.wait(lambda: not page["do-agree-0"].is_enabled())
    page.button("do-agree-1")
    page.wait(lambda: page.phase == "ended")
    result = page.text("status")
    look_back(page, ply)
    page.wait(lambda: page.phase == "ended" and result.split(".")[-2] in page.text("status"))


def test_a_game_that_cannot_be_shown(page: Page, site: Site) -> None:
    """It says so, and offers what can be."""
    nodes = [{"parent": -1, "move": "f5"}, {"parent": 0, "move": "d6"}, {"parent": 1, "move": "a1"}]
    site.ask({"t": "keep-game", "game": {"variant": "othello", "nodes": nodes, "at": 2}}, "broken-game")
    page.driver.get(f"{site.address}?lang=en#broken-game")
    page.wait(lambda: "cannot be shown" in page.text("alert"))
    assert "move 3" in page.text("alert")
    page.button("do-shorten")
    page.is_ready()
    page.wait(lambda: page.ply == 2)
    site.ask({"t": "keep-game", "game": {"variant": "no-such-game"}}, "no-such-game")
    page.driver.get(f"{site.address}?lang=en#no-such-game")
    page.wait(lambda: "cannot be shown" in page.text("alert"))
    page.button("do-new")
    page.wait(lambda: page.driver.find_elements("id", "new-variant"))
    Select(page["new-variant"]).select_by_value("nip")
    page.button("do-start")
    page.wait(lambda: page.text("title") == "Nip")
