"""Games on the clock: two clocks beside the board, which the daemon keeps for all pages of a link."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from .page import Page
from .site import Site


def begun(site: Site, variant: str = "othello-6x6", **clock: float) -> str:
    """The name of a new game with clocks."""
    name = secrets.token_urlsafe(16)
    game: dict[str, Any] = {"variant": variant, "nodes": [], "at": -1, "clock": clock}
    assert site.ask({"t": "keep-game", "game": game}, name)["t"] == "kept-game"
    return name


def faces(page: Page) -> list[str]:
    return page.said(".seat-clock")


def running(page: Page) -> list[bool]:
    return list(
        page.run("return [...document.querySelectorAll('.seat-clock')].map((f) => f.classList.contains('running'))")
    )


def test_clocks_are_set_when_a_game_is_begun(page: Page, site: Site) -> None:
    page.open()
    assert faces(page) == []
    page.choose_variant("othello")
    page["new-main"].send_keys("10")
    page["new-byoyomi"].send_keys("30")
    page["new-increment"].send_keys("5")
    page.button("do-start")
    page.wait(lambda: page.said("dialog .fault") == ["A clock has byo-yomi, or gets more with each move."])
    page["new-increment"].clear()
    page.button("do-start")
    page.wait(lambda: faces(page) == ["10:00", "10:00"])
    assert running(page) == [False, False], "before the first move"
    game = site.ask({"t": "recall-game"}, page.driver.current_url.rpartition("#")[2])["game"]
    assert game["properties"] == {"TM": ["600"], "OT": ["raised to 30 s after each move"]}
    page.play("f5")
    page.wait(lambda: running(page) == [False, True])
    page.wait(lambda: faces(page)[0] == "10:00" and faces(page)[1].startswith("9:"))
    page.reload()
    page.wait(lambda: running(page) == [False, True])
    assert faces(page)[0] == "10:00"
    assert faces(page)[1].startswith("9:"), "a reload gives nothing back"


def test_more_than_two_sides_have_no_clock(page: Page) -> None:
    page.open()
    page.choose_variant("yonin")
    page["new-main"].send_keys("1")
    page.button("do-start")
    page.wait(lambda: page.said("dialog .fault") == ["Only games between two sides have clocks."])


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.products)])
def test_a_flag_that_falls_ends_the_game_and_is_in_its_record(page: Page, site: Site, language: str) -> None:
    game = begun(site, main=0.3)
    page.open(game=game, language=language)
    page.play("c2")
    said = {"en": "Black wins on time.", "ja": "黒の時間勝ち。"}[language]
    page.wait(lambda: page.text("status").endswith(said))
    assert faces(page) == ["0:00.3", "0:00.0"]
    assert page.phase == "ended"
    assert not page["do-undo"].is_enabled()
    page.button("do-back")
    page.wait(lambda: page.ply == 0)
    page.button("do-forward")
    page.wait(lambda: page.text("status").endswith(said))
    page.wait(lambda: site.ask({"t": "recall-game"}, game)["game"].get("properties") == {"RE": ["B+T"]})


def test_looking_back_leaves_the_game_where_it_is_played(page: Page, site: Site) -> None:
    page.open(game=begun(site, main=600))
    page.play("c2")
    page.play("b2")
    page.button("do-first")
    page.wait(lambda: page.ply == 0)
    assert page.text("status").endswith("The game goes on after move 2.")
    assert running(page) == [True, False]
    assert not page["do-undo"].is_enabled()
    page.press("c2")
    page.wait(lambda: page.ply == 2)
    assert page.moves == "1.c2b2", "the press led back to the game"
    page.play("a2")
    assert running(page) == [False, True]


def test_the_engine_plays_on_its_clock_wherever_one_looks(page: Page, site: Site) -> None:
    page.open(game=begun(site, "othello-4x4", byoyomi=60))  # of which it need not think for long
    page.button("seat-engine-1")
    page.play("b1")
    page.wait(lambda: page.ply == 2)
    assert running(page) == [True, False]
    assert faces(page)[1] == "1:00", "raised after its move"
