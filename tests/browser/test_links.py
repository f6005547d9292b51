"""Games that survive: a reload, a shared link, two tabs, a daemon that is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from selenium import webdriver

from tests.process.serving import Served

from .page import Page
from .site import Site


def open_tab(page: Page) -> str:
    """A second tab at the same link; where one came from."""
    first, link = page.driver.current_window_handle, page.driver.current_url
    page.driver.switch_to.new_window("window")
    page.driver.get(link)
    page.is_ready()
    return first


@pytest.fixture
def two(page: Page) -> Iterator[Page]:
    """A page whose other tabs are closed in the end."""
    first = page.driver.current_window_handle
    yield page
    for handle in page.driver.window_handles:
        if handle != first:
            page.driver.switch_to.window(handle)
            page.driver.close()
    page.driver.switch_to.window(first)


def test_a_tree_survives_a_reload(page: Page) -> None:
    page.open("variant=othello")
    for cell in ("f5", "d6", "c3"):
        page.play(cell)
    page.button("do-undo")
    page.wait(lambda: page.ply == 2)
    page.play("c5")
    page.button("do-back")
    page.wait(lambda: page.ply == 2)
    written = page.moves
    assert written.replace(" ", "") == "1.f5d63.c33.c5"
    page.wait(lambda: page.run("return document.querySelector('[aria-current]').textContent") == "d6")
    kept(page)
    page.reload()
    assert (page.ply, page.moves) == (2, written)


def kept(page: Page) -> None:
    """Wait until the tree is kept; the page has it done a moment after each change."""
    game = page.driver.current_url.partition("#")[2]
    page.wait(lambda: at(page.site.ask({"t": "recall-game"}, game)) == page.ply - 1)


def at(kept_game: dict[str, Any]) -> int:
    """Where in its tree a kept game is looked at; as a reply leaves it out, at the start."""
    return int(kept_game.get("game", {}).get("at", -1))


def test_dead_stones_survive_a_reload(page: Page, site: Site) -> None:
    page.open(game=site.kept_game("go-5x5", 0))
    page.skip()
    page.skip()
    cell = next(cell for cell in page.cells if "empty" not in page.label(cell))
    page.press(cell)
    page.wait(lambda: "dead" in page.label(cell))
    kept(page)
    page.reload()
    assert page.phase == "removal"
    assert "dead" in page.label(cell)


def test_who_opens_the_link_plays_in_the_same_game(two: Page) -> None:
    page = two
    page.open("variant=nip")
    page.play("d3")
    kept(page)
    first = open_tab(page)
    assert page.ply == 1
    page.play(page.legal[0])
    second = page.driver.current_window_handle
    page.driver.switch_to.window(first)
    page.wait(lambda: page.ply == 2)
    page.button("do-undo")
    page.wait(lambda: page.ply == 1)
    page.driver.switch_to.window(second)
    page.wait(lambda: page.ply == 1)


def test_a_new_game_in_one_tab_leaves_the_other_where_it_is(two: Page) -> None:
    """Nobody's game is replaced while they play it."""
    page = two
    page.open("variant=nip")
    page.play("d3")
    kept(page)
    first = open_tab(page)
    page.choose_variant("rolit-3")
    page.button("do-start")
    page.wait(lambda: page.text("title") == "Rolit for three")
    page.is_ready()
    page.driver.switch_to.window(first)
    assert (page.ply, page.text("title")) == (1, "Nip")
    page.play(page.legal[0])


def test_another_link_is_another_game(two: Page) -> None:
    page = two
    page.open("variant=nip")
    page.play("d3")
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("window")
    page.open("variant=nip")
    assert page.ply == 0
    page.driver.switch_to.window(first)
    assert page.ply == 1


def test_a_daemon_that_is_lost_and_comes_back(driver: webdriver.Chrome) -> None:
    served = Served()
    with Site("--endpoint", served.endpoint) as site:
        page = Page(driver, site)
        page.open("variant=othello")
        page.play("f5")
        served.process.kill()
        served.process.wait()
        page.wait(lambda: "daemon is away" in page.text("alert"))
        page.press(page.legal[0])
        page.wait(lambda: "daemon is away" in page.text("alert"))
        page.driver.refresh()
        page.wait(lambda: "daemon is away" in page.text("alert"))
        with Served(served.endpoint):
            page.is_ready()
            assert not page["alert"].is_displayed()
            assert page.ply == 1
            page.play(page.legal[0])
            page.is_quiet()
        driver.get("about:blank")
    served.__exit__(None, None, None)
