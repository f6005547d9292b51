"""Keys and the wheel from anywhere, and what the page shows beside the discs."""

from __future__ import annotations

import base64
import secrets

from selenium.webdriver import Keys
from selenium.webdriver.support.select import Select

from .page import Page
from .site import Site

LINE = ("f5", "d6", "c3", "d3", "c4")


def played(page: Page, site: Site) -> None:
    """A game of five moves, with a variation of the third, looked at on its end; nothing has the focus."""
    nodes = [{"parent": ply - 1, "move": move} for ply, move in enumerate(LINE)]
    nodes.append({"parent": 1, "move": "c5"})
    name = secrets.token_urlsafe(16)
    site.ask({"t": "keep-game", "game": {"variant": "othello", "nodes": nodes, "at": 4}}, name)
    page.open(game=name)


def test_keys_step_from_anywhere(page: Page, site: Site) -> None:
    played(page, site)
    for keys, ply in ((Keys.ARROW_LEFT, 4), (Keys.HOME, 0), (Keys.ARROW_RIGHT, 1), (Keys.END, 5), ("[[[", 2), ("]", 3)):
        page.type(keys)
        page.wait(lambda ply=ply: page.ply == ply)  # type: ignore[misc]
    page.type(Keys.ARROW_DOWN)
    page.wait(lambda: page.said("#moves [aria-current]") == ["c5"])
    page.type(Keys.ARROW_UP)
    page.wait(lambda: page.said("#moves [aria-current]") == ["c3"])
    page.press("a1")  # where nobody can move; who presses a cell has not come to the board by keys
    page.type(Keys.ARROW_LEFT)
    page.wait(lambda: page.ply == 2)
    page["comment"].click()
    page.type("a", Keys.ARROW_LEFT, Keys.HOME)
    assert page.ply == 2


def test_steps_that_come_faster_than_boards(page: Page, site: Site) -> None:
    played(page, site)
    for keys, ply, move in (([Keys.ARROW_LEFT] * 4, 1, "f5"), ([Keys.ARROW_RIGHT] * 3, 4, "d3")):
        page.type(*keys)
        page.wait(lambda ply=ply: page.ply == ply)  # type: ignore[misc]  # no step before the last comes there
        assert page.said("#moves [aria-current]") == [move]


def test_the_wheel_over_the_board(page: Page, site: Site) -> None:
    played(page, site)
    at = page.run(
        "const {x, y} = document.getElementById('board').getBoundingClientRect(); return {x: x + 200, y: y + 200}"
    )
    for turned, ply in ((-120, 4), (-120, 3), (120, 4)):
        wheel = {"type": "mouseWheel", "deltaX": 0, "deltaY": turned, **at}
        page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", wheel)
        page.wait(lambda ply=ply: page.ply == ply)  # type: ignore[misc]


def test_a_forced_pass_is_made_and_said(page: Page, site: Site) -> None:
    """After this move White has none, and Black goes on; taking back goes to where Black had the choice."""
    start = "XO......" + "." * 48 + "XO...... X"
    site.ask({"t": "keep-game", "game": {"variant": "othello", "start": start}}, "forced-pass")
    page.open(game="forced-pass")
    page.play("c1")
    assert page.ply == 2
    assert page.text("status") == "Black: c1. White: pass. Black to move, 1 move."
    assert page.legal == ["c8"]
    page.button("do-undo")
    page.wait(lambda: page.ply == 0)


def test_turning_and_flipping(page: Page) -> None:
    def corner(cell: str) -> tuple[bool, bool]:
        right, down = page.run(
            "const board = document.querySelector('#board svg').getBoundingClientRect();"
            "const cell = document.querySelector(`[data-cell=${arguments[0]}]`).getBoundingClientRect();"
            "return [cell.x > board.x + board.width / 2, cell.y > board.y + board.height / 2]",
            cell,
        )
        return bool(right), bool(down)

    page.open("variant=othello")
    try:
        assert corner("a1") == (False, False)
        page.button("do-turn")
        assert (corner("a1"), corner("h1")) == ((True, False), (True, True))
        page.button("do-flip")
        assert (corner("a1"), corner("h1")) == ((False, False), (False, True))
        page.play("f5")
        page.reload()
        assert corner("h1") == (False, True)
        page.play("f4", keys=True)  # arrows go where they point
    finally:
        page.run("localStorage.clear()")


def test_coordinates_can_be_read_on_any_board(page: Page) -> None:
    for query in ("variant=othello", "variant=othello-24x24", "variant=go-19x19"):
        page.open(query)
        for width, height in ((1400, 900), (390, 844)):
            with page.window(width, height):
                page.wait(
                    lambda: (
                        page.run(
                            "const svg = document.querySelector('#board svg');"
                            "return parseFloat(getComputedStyle(svg.querySelector('.coordinates text')).fontSize)"
                            "* svg.getScreenCTM().a"
                        )
                        >= 10.9
                    )
                )


def test_the_board_for_elsewhere(page: Page) -> None:
    page.open("variant=othello-6x6")
    page.menu("share", "share-board")
    assert page["share-board"].get_attribute("value") == "\n".join(
        ["   a b c d e f", " 1 . . . . . .", " 2 . . . . . .", " 3 . . O X . .", " 4 . . X O . .", " 5 . . . . . .",
         " 6 . . . . . .", "", "Black (X)"]
    )  # fmt: skip
    picture, drawing = page.driver.execute_async_script(
        "const done = arguments[0]; const board = document.getElementById('board');"
        "import(document.querySelector(\"link[href$='page.css']\").href.replace('page.css', 'board-picture.js'))"
        ".then(async ({ boardPng, boardSvg }) => {"
        "const reader = new FileReader(); reader.onload = () => done([reader.result, boardSvg(board)]);"
        "reader.readAsDataURL(await boardPng(board)); });"
    )
    assert base64.b64decode(picture.partition(",")[2]).startswith(b"\x89PNG")
    assert "var(" not in drawing
    assert "class=" not in drawing


def test_discs_in_the_colours_of_old_boards(page: Page) -> None:
    page.open("variant=othello")
    try:
        page.menu("settings", "choose-discs")
        Select(page["choose-discs"]).select_by_value("black-red")
        faces = page.run("return [...document.querySelectorAll('.face')].map((face) => face.getAttribute('fill'))")
        assert set(faces) == {"#1b1d1f", "#c8443b"}
    finally:
        page.run("localStorage.clear()")
