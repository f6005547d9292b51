"""The games of this browser, and those of the server's files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver

from tests.patience import PATIENCE

from .page import Page
from .site import Site
from .test_links import kept

GAMES = "f5d6c3d3c4 f5d6c3d3c4f4 f5f6e6f4e3 f5d6c4 e6f4c3c4d3"
"""Three come to the tiger, the last of them mirrored at a diagonal: f5 for e6, d6 for f4, d3 for c4."""


def shown(page: Page) -> list[str]:
    return page.said("#my-games a")


def test_a_list_of_what_was_played(page: Page) -> None:
    page.open("variant=othello")
    page.run("localStorage.clear()")
    for cell in ("f5", "d6", "c3"):
        page.play(cell)
    kept(page)
    first = page.driver.current_url
    page.open("variant=nip")
    page.menu("games", "my-games")
    assert shown(page) == ["Othello"]  # of nip nothing has been played
    page.type("\ue00c")
    page.play("d3")
    page.menu("games", "my-games")
    assert shown(page) == ["Nip", "Othello"]
    for typed, found in (("f5d6", ["Othello"]), ("NIP", ["Nip"]), ("nobody", [])):
        page["my-search"].clear()
        page["my-search"].send_keys(typed)
        assert shown(page) == found
    page["my-search"].clear()
    page["my-here"].click()
    assert shown(page) == ["Nip"]
    page["my-here"].click()
    page.driver.find_elements("css selector", "#my-games a")[1].click()
    page.wait(lambda: page.driver.current_url.partition("#")[2] == first.partition("#")[2])
    page.is_ready()
    page.wait(lambda: page.ply == 3)
    page.menu("games", "my-games")
    page.driver.find_elements("css selector", "#my-games button")[0].click()
    assert len(shown(page)) == 1
    page.run("localStorage.clear()")


def test_a_list_under_a_name_in_another_browser(page: Page) -> None:
    page.open("variant=othello")
    page.run("localStorage.clear()")
    page.play("f5")
    kept(page)
    page.menu("games", "my-games")
    page["my-name"].send_keys("a club of six, 虎\n")
    page.wait(lambda: page.site.ask({"t": "recall-list", "list": "a club of six, 虎"}).get("games"))
    page.type("\ue00c")
    page.open("variant=nip")
    page.play("d3")  # is noted under the name, too
    page.wait(lambda: len(page.site.ask({"t": "recall-list", "list": "a club of six, 虎"})["games"]) == 2)

    page.run("localStorage.clear()")  # as in another browser
    page.open("variant=othello-6x6")
    page.menu("games", "my-games")
    assert shown(page) == []
    page["my-name"].send_keys("a club of six, 虎\n")
    page.wait(lambda: shown(page) == ["Nip", "Othello"])
    page["my-search"].send_keys("f5")
    assert shown(page) == ["Othello"]
    page.driver.find_elements("css selector", "#my-games button")[0].click()
    page.wait(lambda: len(page.site.ask({"t": "recall-list", "list": "a club of six, 虎"})["games"]) == 1)
    page["my-search"].clear()
    page["my-search"].send_keys("d3")
    page.driver.find_elements("css selector", "#my-games a")[0].click()
    page.wait(lambda: page.text("title") == "Nip")
    page.is_ready()
    page.wait(lambda: page.ply == 1)
    page.run("localStorage.clear()")


def test_a_list_that_was_spoiled(page: Page) -> None:
    page.open("variant=othello")
    page.run("localStorage.setItem('engined.games', '{')")
    page.play("f5")
    page.menu("games", "my-games")
    assert shown(page) == ["Othello"]
    page.run("localStorage.clear()")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("games")
    (folder / "club.txt").write_text("\n".join(GAMES.split()))
    (folder / "notes.md").write_text("nothing of ours")
    with Site("--private", "--games", str(folder)) as site:
        yield site


def test_games_of_files(library: Site, site: Site, driver: webdriver.Chrome) -> None:
    found = library.ask({"t": "library", "variant": "othello", "moves": ["f5", "d6", "c3", "d3"]})
    assert (found["read"], found["found"]["games"]) == (5, 3)
    assert [(move["move"], move["results"]["games"]) for move in found["moves"]] == [("c4", 3)]
    assert found["games"][0]["where"] == "club.txt, line 1"  # and nothing of the folders of this machine
    turned = library.ask({"t": "library", "variant": "othello", "moves": ["f5"]})
    assert [(move["move"], move["results"]["games"]) for move in turned["moves"]] == [("d6", 4), ("f6", 1)]
    page = Page(driver, library)
    page.open("variant=othello")
    page.play("f5")
    page.wait(lambda: page.said("#library th button") == ["d6", "f6"])  # of the start the table says d3 alone
    assert "5 of 5" in page.text("library")
    page.is_quiet()
    driver.get("about:blank")  # before this server ends


def test_a_server_without_games(site: Site) -> None:
    with pytest.raises(AssertionError, match="unsupported"):
        site.ask({"t": "library", "variant": "othello"})


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "engined", "web", "--port", "0", "--games", str(tmp_path / "nowhere")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 1
    assert "nowhere" in run.stderr
    assert "Traceback" not in run.stderr
