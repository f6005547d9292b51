"""A club's tournament on the page: rounds, the games of its pairs, results of these, the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver import Keys

from engined_client.club.event import Club
from engined_client.club.event_file import EventFile
from engined_protocol.messages import TimeControl

from .page import Page
from .site import Site
from .test_study import violations

SHORT = "e6f4e3f6g5d6e7f5c5"
"""The shortest game of Othello: Black wins by 64 after nine moves."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("club") / "thursday.toml"
    EventFile.create(path, Club(("Aoki", "Baba", "Chida", "Doi"), name="Thursday"))
    return path


@pytest.fixture(scope="module")
def other(file: Path) -> Path:
    path = file.parent / "friday.toml"
    clock = TimeControl(main=300, increment=2)
    EventFile.create(path, Club(("Ito", "Jo"), format="round-robin", variant="octagon-52", cells=52, clock=clock))
    return path


@pytest.fixture(scope="module")
def club(file: Path, other: Path) -> Iterator[Site]:
    with Site("--private", "--club", str(file), "--club", str(other)) as site:
        yield site


def rows(page: Page, heading: str) -> list[list[str]]:
    """The table under a heading, without its own heads."""
    script = (
        "const head = document.getElementById(arguments[0]);"
        "return [...head?.nextElementSibling.querySelectorAll('tbody tr') ?? []].map((row) =>"
        "[...row.children].map((cell) => cell.textContent))"
    )
    return list(page.run(script, heading))


def stands(site: Site, **more: Any) -> Any:
    return site.ask({"t": "tournament", **more})


def organiser(file: Path) -> str:
    """The key that the server has given the tournament's organiser."""
    return EventFile(file).club.organiser


def test_an_evening(club: Site, file: Path, driver: webdriver.Chrome) -> None:
    page = Page(driver, club)
    driver.get(f"{club.address}club?lang=en#{organiser(file)}")
    page.wait(lambda: len(rows(page, "standings")) == 4)
    assert page.text("title") == "Thursday"
    assert driver.current_url == f"{club.address}club?lang=en", "whoever is shown the address is no organiser"
    page.button("draw-round")
    page.wait(lambda: len(rows(page, "round-1")) == 2)
    assert [row[:5] for row in rows(page, "round-1")] == [
        ["1", "Aoki", "–", "Baba", "Open"],
        ["2", "Chida", "–", "Doi", "Open"],
    ]
    assert "2 games have no result yet" in page.text("waits")
    drawn_again = {"t": "draw-round", "round": 1, "key": organiser(file)}
    with pytest.raises(AssertionError, match="round 1 is not the next one: 1 are drawn"):
        club.ask(drawn_again)

    # The first pair's game ends on the page; the second one is opened, and its result typed.
    link = stands(club)["rounds"][0]["meetings"][0]["link"]
    laid_out = club.ask({"t": "recall-game"}, link)["game"]
    assert laid_out == {"variant": "othello", "names": ["Aoki", "Baba"]}
    moves = [SHORT[at : at + 2] for at in range(0, 18, 2)]
    nodes = [{"parent": at - 1, "move": move} for at, move in enumerate(moves)]
    nodes.append({"parent": 0, "move": "d6"})  # somebody looks at another move
    club.ask({"t": "keep-game", "game": {**laid_out, "nodes": nodes, "at": 9}}, link)
    driver.refresh()
    page.wait(lambda: rows(page, "round-1")[0][2:3] == ["64-0 on the page"] if rows(page, "round-1") else False)
    assert EventFile(file).club.drawn[0].open == 2, "nothing is put in before it is asked for"
    page.button("take-results")
    page.wait(lambda: rows(page, "round-1")[0][2] == "64-0")
    page["result-1-2"].send_keys("40-20", Keys.ENTER)
    page.wait(lambda: "60 discs of 64" in page.text("alert"))
    page["result-1-2"].send_keys(Keys.BACKSPACE, "4", Keys.ENTER)
    page.wait(lambda: rows(page, "round-1")[1][2] == "40-24" and driver.find_elements("id", "draw-round"))
    assert page.text("alert") == ""
    # By hand: one game each, so C is 64; whoever lost to a winner has 64 for that.
    assert [(row[0], row[1], row[2], row[7], row[8]) for row in rows(page, "standings")] == [
        ("1", "Aoki", "1", "64", "64"),
        ("2", "Chida", "1", "40", "40"),
        ("3", "Doi", "0", "24", "88"),
        ("4", "Baba", "0", "0", "64"),
    ]
    page.button("draw-round")
    page.wait(lambda: len(rows(page, "round-2")) == 2)
    assert {frozenset((row[1], row[3])) for row in rows(page, "round-2")} == {
        frozenset(("Aoki", "Chida")),
        frozenset(("Doi", "Baba")),
    }
    (noted,) = driver.get_log("browser")  # type: ignore[no-untyped-call]
    assert "400" in noted["message"], "the browser notes what was refused"
    page.is_quiet()
    assert violations(page) == []
    first = rows(page, "round-2")[0]
    driver.find_element("css selector", "#round-2 + .scroll a").click()
    page.is_ready()
    assert page.said("#seats .seat-name") == [first[1], first[3]]
    page.menu("games", "my-games")
    page.wait(lambda: page["my-club"].is_displayed())
    page.is_quiet()
    page.run("localStorage.clear()")
    page.leave()


def test_visitors_see_all_and_change_nothing(club: Site, file: Path, other: Path, driver: webdriver.Chrome) -> None:
    page = Page(driver, club)
    driver.get(f"{club.address}club?lang=en&number=2")
    page.wait(lambda: len(rows(page, "standings")) == 2)
    assert page.text("waits") == "The organiser draws the next round."
    assert page.said("#club button, #club input") == []
    before = other.read_text()
    for key in ("", organiser(file), organiser(other)[:-1]):
        for asked in (
            {"t": "draw-round", "round": 1},
            {"t": "take-results"},
            {"t": "put-result", "round": 1, "table": 1, "score": "26-26"},
        ):
            with pytest.raises(AssertionError, match=r"'forbidden'.*only the organiser"):
                club.ask({**asked, "number": 2, "key": key})
    assert other.read_text() == before
    page.is_quiet()
    page.leave()


def test_any_game_of_two_with_the_clocks_of_the_tournament(club: Site, other: Path, driver: webdriver.Chrome) -> None:
    drawn = club.ask({"t": "draw-round", "number": 2, "round": 1, "key": organiser(other)})
    assert (drawn["variant"], drawn["clock"], drawn["organised"]) == ("octagon-52", {"main": 300, "increment": 2}, True)
    page = Page(driver, club)
    driver.get(f"{club.address}club?lang=en&number=2")
    page.wait(lambda: len(rows(page, "round-1")) == 1)
    assert page.text("played").endswith(" · 5:00 each, 2 s added after each move")
    driver.find_element("css selector", "#round-1 + .scroll a").click()
    page.is_ready()
    page.wait(lambda: page.said(".seat-clock") == ["5:00", "5:00"])
    (pair,) = drawn["rounds"][0]["meetings"]
    assert (page.said("#seats .seat-name"), len(page.cells)) == ([pair["black"], pair["white"]], 52)
    driver.get(f"{club.address}club?lang=en&number=2#{organiser(other)}")
    page.wait(lambda: page.said("#put-1-1"))
    example = str(page["result-1-1"].get_attribute("placeholder"))
    assert sum(map(int, example.split("-"))) == 52
    page.run("localStorage.clear()")
    page.is_quiet()
    page.leave()


def test_in_japanese_and_on_paper(club: Site, driver: webdriver.Chrome) -> None:
    page = Page(driver, club)
    driver.get(f"{club.address}club?lang=ja")
    page.wait(lambda: len(rows(page, "standings")) == 4)
    assert "順位表" in page.said("#club h2")
    assert violations(page) == []
    driver.set_window_size(390, 844)
    assert page.run("return document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than a phone"
    driver.set_window_size(1280, 1000)
    assert page["print"].is_displayed()
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert not page["print"].is_displayed()
    assert page["standings"].is_displayed()
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    page.is_quiet()
    page.leave()


def test_what_is_not_there(club: Site, site: Site) -> None:
    with pytest.raises(AssertionError, match="there is no tournament 3: the server has 2"):
        stands(club, number=3)
    with pytest.raises(AssertionError, match="unsupported"):
        stands(site)


def test_a_file_that_is_broken_is_named_and_others_are_shown(club: Site, other: Path) -> None:
    whole = other.read_text()
    other.write_text("players = [")
    assert stands(club)["names"] == ["Thursday", "friday"]
    with pytest.raises(AssertionError, match=r"friday\.toml: Invalid value"):
        stands(club, number=2)
    other.write_text(whole)
    assert stands(club, number=2)["standings"][0]["name"] == "Ito"
