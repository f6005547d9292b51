"""Games to their end, by clicks and by keys: each kind of game that the page can show."""

from __future__ import annotations

import random
from functools import partial

import pytest

from .page import Page
from .site import Site

GAMES = ["othello", "nip", "hasami-choose", "rolit-4", "yonin", "go-9x9", "hashijime"]


def finish(page: Page, variant: str, *, keys: bool) -> None:
    """Play at random until the game has ended; Go until ply 24, then by passes."""
    random_cell = random.Random(7)
    while page.phase == "play":
        legal = page.legal
        if legal and not (variant.startswith("go") and page.ply >= 24):
            page.play(random_cell.choice(legal), keys=keys)
        else:
            page.skip(keys=keys)
    if page.phase == "removal":
        agree(page, keys=keys)
    page.wait(lambda: page.phase == "ended")


def agree(page: Page, *, keys: bool) -> None:
    """Take a group off as dead, put it back, and have both seats agree."""
    cell = next(cell for cell in page.cells if "dead" not in page.label(cell) and "empty" not in page.label(cell))
    for dead in (True, False):
        if keys:
            page.go(cell)
            page.type("\ue007")
        else:
            page.press(cell)
        page.wait(partial(is_dead, page, cell, dead))
    for seat in (0, 1):
        if keys:
            page.run("document.getElementById(arguments[0]).focus()", f"do-agree-{seat}")
            page.type("\ue007")
        else:
            page.button(f"do-agree-{seat}")
        page.wait(partial(has_agreed, page, seat))


def is_dead(page: Page, cell: str, dead: bool) -> bool:
    """Whether a stone is dead, or is not."""
    return ("dead" in page.label(cell)) == dead


def has_agreed(page: Page, seat: int) -> bool:
    """Whether a seat is content; when all are, the buttons are gone."""
    return page.phase == "ended" or not page[f"do-agree-{seat}"].is_enabled()


@pytest.mark.parametrize(
    ("variant", "keys"),
    [pytest.param(variant, False, id=f"{variant}-clicks") for variant in GAMES]
    + [
        pytest.param(variant, True, id=f"{variant}-keys", marks=[pytest.mark.products] * (variant != "othello"))
        for variant in GAMES
    ],
)
def test_to_its_end(page: Page, site: Site, variant: str, keys: bool) -> None:
    page.open(game=site.kept_game(variant, 4))
    finish(page, variant, keys=keys)
    assert any(word in page.text("status") for word in ("wins", "Draw", "draw"))


@pytest.mark.slow
@pytest.mark.parametrize("keys", [False, True], ids=["clicks", "keys"])
@pytest.mark.parametrize("variant", GAMES)
def test_from_the_start_to_its_end(page: Page, variant: str, keys: bool) -> None:
    page.open(f"variant={variant}")
    finish(page, variant, keys=keys)


def test_the_end_is_what_the_rules_say(page: Page, site: Site) -> None:
    game = site.kept_game("othello", 6)
    page.open(game=game)
    finish(page, "othello", keys=False)
    last = site.ask({"t": "show", "session": "game"}, game)
    assert last["result"].replace(" wins", "") in page.text("status").replace(" wins", "")
    scores = [element.text for element in page.driver.find_elements("class name", "seat-score")]
    assert scores == [f"{score:g}" for score in last["scores"]]


def test_a_choice_of_discs(page: Page, site: Site) -> None:
    """Black brackets two of White's discs from a1; only one is to turn."""
    start = ".OOX" + "." * 60 + " X"
    site.ask({"t": "keep-game", "game": {"variant": "hasami-choose", "start": start}}, "choice-of-discs")
    page.open(game="choice-of-discs")
    page.press("a1")
    assert all("turns" in page.label(disc) for disc in ("b1", "c1"))
    page.press("b1")
    page.wait(lambda: "may turn" in page.label("b1"))
    page.button("do-place")
    page.wait(lambda: page.ply == 1)
    assert "white" in page.label("b1")
    assert "black" in page.label("c1")


def test_the_engine_plays_a_seat(page: Page) -> None:
    page.open("variant=othello")
    page.button("seat-engine-1")
    page.play(page.legal[0])
    page.wait(lambda: page.ply >= 2)


def test_a_declaration_of_the_users_own(page: Page) -> None:
    """A board with a hole and three colours looks as those that are here do."""
    page.open()
    page.choose_variant("")
    page["new-declaration"].send_keys('name = "mine"\ntitle = "My own"\ninherits = "rolit-3"\n[board]\nholes = "a1 h8"')
    page.button("do-start")
    page.wait(lambda: page.text("title") == "My own")
    assert len(page.cells) == 62
    page.play(page.legal[0])
    page.reload()
    assert (page.ply, page.text("title")) == (1, "My own")


def test_a_declaration_that_is_wrong(page: Page) -> None:
    page.open()
    page.choose_variant("")
    page["new-declaration"].send_keys('name = "mine"\nplacement = "sideways"')
    page.button("do-start")
    page.wait(lambda: "placement" in page.run("return document.querySelector('dialog .fault').textContent"))


def test_go_has_its_own_coordinates(page: Page) -> None:
    """Row 1 is at the bottom, and there is no column I."""
    page.open("variant=go-9x9")
    written = page.said(".coordinates text")
    assert written[:9] == list("ABCDEFGHJ")
    assert written[9:] == list("987654321")
    page.play("i1")
    assert page.label("i1").startswith("J9, ")
    assert page.said("#moves .step") == ["J9"]
    assert page.text("status").startswith("Black: J9.")


def test_what_a_team_counts_is_told(page: Page) -> None:
    """At the start each quarter has one disc of its seat's colour."""
    page.open("variant=yonin-team")
    assert page.said(".seat-details") == ["with C: 2", "with D: 2", "with A: 2", "with B: 2"]
