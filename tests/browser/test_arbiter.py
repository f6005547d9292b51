"""The arbiter on the page: illegal acts are named, a legal move is confirmed, and colours are drawn by two windows."""

from __future__ import annotations

import hashlib

import pytest
from selenium.webdriver import Keys
from selenium.webdriver.support.select import Select

from .page import Page
from .test_study import violations

HASHES = """
const done = arguments[1];
const base = document.querySelector("link[href$='page.css']").href.replace("page.css", "");
import(`${base}arbiter/sha256.js`).then(({ sha256 }) => done(arguments[0].map(sha256)));
"""

START = "f5"
"""The move before those that are claimed: White is to move then, and d6, f4 and f6 are open."""
ACTS = {
    "wrong_turn": ("Black", ["c4", "d4"], "it was another's turn"),
    "wrong_colour": ("White", ["f6", "f6", "e5"], "the disc shows the wrong colour"),
    "not_playable": ("White", ["a1"], "nothing may be placed there"),
    "illegal_pass": ("White", [], "a pass although there was a move"),
    "missing_flips": ("White", ["f6"], "a disc was not turned (e5)"),
    "extra_flips": ("White", ["f6", "e5", "d5"], "too much was turned (d5)"),
}
"""Who claims to have played, the cells that are pressed (the move, then what turns; none: a pass), and what is said."""


@pytest.fixture
def claiming(page: Page) -> Page:
    """A game after its first move, with the arbiter open."""
    page.open("variant=othello", game="claims")
    page.run("document.getElementById('arbiter-open').open = true")
    return page


@pytest.fixture(scope="module", autouse=True)
def claims(site: object) -> None:
    """One game for all claims."""
    tree = {"variant": "othello", "nodes": [{"parent": -1, "move": START}], "at": 0}
    site.ask({"t": "keep-game", "game": tree}, "claims")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "act",
    [pytest.param(act, marks=[pytest.mark.products] * (act not in ("wrong_turn", "extra_flips"))) for act in ACTS],
)
def test_each_illegal_act_is_named(claiming: Page, act: str) -> None:
    page = claiming
    seat, cells, said = ACTS[act]
    page.button("do-claim")
    Select(page["claim-seat"]).select_by_value(seat)
    for cell in cells:
        page.press(cell)
    if not cells:
        page.button("claim-pass")
    page.button("claim-judge")
    page.wait(lambda: f"Illegal act: {said}" in page.text("status"))
    assert "Position and turn stay as they were." in page.text("status")
    page.button("claim-leave")
    page.wait(lambda: page.ply == 1)
    assert len(page.legal) == 3


def test_a_legal_move_is_confirmed_by_keys_alone(claiming: Page) -> None:
    """The move on f6 turns e5; who claims that a disc was forgotten is told so."""
    page = claiming
    page.run("document.getElementById('do-claim').focus()")
    page.type(Keys.ENTER)
    page.wait(lambda: page.text("status").startswith("Press the cell that was played"))
    Select(page["claim-act"]).select_by_value("missing_flips")
    page.go("f6")
    page.type(Keys.ENTER)
    page.go("e5")
    page.type(Keys.ENTER)
    assert "white" in page.label("e5")
    page.run("document.getElementById('claim-judge').focus()")
    page.type(Keys.ENTER)
    page.wait(lambda: "No illegal act: f6 was legal." in page.text("status"))
    assert page.text("status").startswith("Not what was claimed (a disc was not turned).")
    page.button("claim-leave")


def test_the_wrong_move_is_played_rightly(claiming: Page) -> None:
    page = claiming
    page.button("do-claim")
    page.press("f4")
    page.button("claim-judge")
    page.wait(lambda: "a disc was not turned" in page.text("status"))
    assert "The board is shown as it should be." in page.text("status")
    assert violations(page) == []
    page.button("claim-correct")
    page.wait(lambda: page.ply == 2)
    page.button("do-undo")
    page.wait(lambda: page.ply == 1)


def test_claims_in_japanese(page: Page) -> None:
    page.open("variant=othello", game="claims", language="ja")
    page.run("document.getElementById('arbiter-open').open = true")
    page.button("do-claim")
    page.press("a1")
    page.button("claim-judge")
    page.wait(lambda: "不正着手: 打てない所への着手" in page.text("status"))
    assert "何も取れません" in page.text("status")
    page.button("claim-leave")


def test_hashes_are_those_of_everybody(page: Page) -> None:
    """Texts of all lengths about a block's end, and letters beyond ASCII, against Python's own."""
    page.open("variant=othello")
    texts = ["", "abc", *("x" * length for length in (54, 55, 56, 63, 64, 65, 119, 120)), "白 伏せ石"]
    expected = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    assert page.driver.execute_async_script(HASHES, texts) == expected


def test_colours_are_drawn_by_two_windows(page: Page) -> None:
    """The disc is hidden in one window and called in the other; both see that the hash fits, and who plays what."""
    driver = page.driver
    game = page.site.kept_game("othello", 60)
    page.open(game=game)
    first = driver.current_window_handle
    page.run("document.getElementById('arbiter-open').open = true")
    page.button("draw-hide-white")
    page.wait(lambda: "You have hidden a disc, white up." in page.text("colour-draw"))
    seal = page.text("draw-seal")
    driver.switch_to.new_window("tab")
    page.open(game=game, language="ja")
    page.run("document.getElementById('arbiter-open').open = true")
    page.wait(lambda: page.text("draw-seal") == seal)
    assert "白を上に" not in page.text("colour-draw")
    assert page.run("return document.getElementById('draw-hide-white')") is None
    assert violations(page) == []
    page.button("draw-down")
    page.wait(lambda: "下位者（あなた）" in page.text("draw-result"))
    assert page.text("draw-result").startswith("「下」と言われました。 上の面は白です。")
    assert page.text("draw-fits") == "言う前のハッシュと石が一致します。"
    driver.close()
    driver.switch_to.window(first)
    page.wait(lambda: "Black is the lower-ranked player." in page.text("draw-result"))
    assert page.text("draw-fits") == "The hash from before the call fits the disc."
    shown = page.text("colour-draw")
    text = shown[shown.index("“") + 1 : shown.index("”")]
    assert hashlib.sha256(text.encode()).hexdigest() == seal == page.text("draw-seal")
    page.button("draw-leave")
    page.wait(lambda: page.run("return document.getElementById('draw-hide-lot') !== null"))
