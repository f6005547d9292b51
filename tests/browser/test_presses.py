"""A press counts, however long it takes and whatever is drawn meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from selenium.webdriver import Keys

from .page import Page

PLACES = {
    "row": "#lines button.move",
    "step": "#lines button.step",
    "cell": ".cell.legal",
    "move": "#moves button.step",
    "seat": "#seat-engine-1",
}


def point(page: Page, selector: str) -> tuple[float, float]:
    """The middle of the first element of a kind, in the window."""
    x, y = page.run(
        "const one = document.querySelector(arguments[0]); one.scrollIntoView({block: 'center'});"
        "const {x, y, width, height} = one.getBoundingClientRect(); return [x + width / 2, y + height / 2]",
        selector,
    )
    return float(x), float(y)


def mouse(page: Page, kind: str, at: tuple[float, float]) -> None:
    """Have the button of the mouse go down or up."""
    page.driver.execute_cdp_cmd(
        "Input.dispatchMouseEvent", {"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}
    )


@pytest.fixture
def analysed(page: Page) -> Iterator[Page]:
    """A game of two moves, with live scores that go on."""
    page.open("variant=othello")
    page.play("f5")
    page.play("d6")
    page.run("localStorage.setItem('engined.seconds', '0'); localStorage.setItem('engined.analysis', 'on')")
    page.reload()
    page.wait(lambda: page.run("return document.querySelector('#lines button.step') !== null"))
    yield page
    page.run("localStorage.clear()")


def outlast(page: Page) -> None:
    """Wait until all that shows scores has been drawn anew, and again."""
    said = {page.text("analysis-summary")}

    def drawn() -> bool:
        said.add(page.text("analysis-summary"))
        return len(said) == 3

    page.wait(drawn)


def state(page: Page) -> tuple[int, str, list[str]]:
    """What presses change."""
    return page.ply, page.moves, page.said(".seat-engine")


@pytest.mark.parametrize("place", PLACES)
def test_a_long_press(analysed: Page, place: str) -> None:
    page = analysed
    before = state(page)
    at = point(page, PLACES[place])
    mouse(page, "mousePressed", at)
    outlast(page)
    assert state(page) == before
    mouse(page, "mouseReleased", at)
    page.wait(lambda: state(page) != before)


@pytest.mark.parametrize("place", ["cell", "seat", "move"])
def test_what_moves_away_under_the_pointer(analysed: Page, place: str) -> None:
    """What stands above or beside it may grow or shrink meanwhile."""
    page = analysed
    before = state(page)
    at = point(page, PLACES[place])
    mouse(page, "mousePressed", at)
    page.run("document.querySelector('.bar').style.paddingTop = '300px'; scrollTo(0, 0)")
    mouse(page, "mouseReleased", at)
    page.wait(lambda: state(page) != before)
    assert state(page) != before


@pytest.mark.parametrize("place", ["cell", "seat", "move", "row"])
def test_what_the_page_says_moves_nothing_that_is_about_to_be_pressed(analysed: Page, place: str) -> None:
    """As that the daemon is away for a moment: it comes and goes whenever it likes, over what may be pressed."""
    page = analysed
    at = point(page, PLACES[place])
    said = """
    const [x, y, place] = arguments;
    const alert = document.getElementById("alert");
    [alert.textContent, alert.hidden] = ["The daemon is away. ".repeat(20), false];
    const { left, width, top, height } = alert.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    const met = document.elementFromPoint(x, y).closest("button, select, .cell");
    return [width * height > 0, alert.contains(there), met?.matches(place)];
    """
    assert page.run(said, *at, PLACES[place]) == [True, False, True]


ROWS = """
const [script, done] = [document.querySelector("script[type=module]").src, arguments[0]];
import(new URL("lines-panel.js", script)).then(({ LinesPanel }) => {
  const game = Object.assign(new EventTarget(), {
    position: { mover: "Black", openings: [] }, description: { seats: [["Black", "X"], ["White", "O"]] },
    moveText: (move) => move });
  const analysis = Object.assign(new EventTarget(), { on: true, seconds: 0, latest: null, state: "" });
  const board = { line: [] };
  const panel = new LinesPanel(game, analysis, board);
  document.body.append(panel.root);
  const shown = () => [...panel.root.querySelectorAll("tbody tr")].map((row) => row.dataset.line);
  const found = (...lines) => {
    const moves = lines.map((line) => ({ move: line.slice(0, 2), pv: line.split(" ") }));
    for (const move of moves) Object.assign(move, { score: 0, kind: "estimate", depth: 9 });
    analysis.latest = { depth: 9, nodes: 1000, moves };
    analysis.dispatchEvent(new CustomEvent("news"));
    return shown();
  };
  const over = (row, pointerType) => panel.root.querySelectorAll("tbody tr")[row].querySelector("button")
    .dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType }));
  const seen = [found("a1 a2", "b1 b2", "c1 c2")];
  over(1, "mouse");
  seen.push(found("c1 c4", "d1 d2", "b1 b4"));
  panel.root.querySelector(".lines").dispatchEvent(new PointerEvent("pointerleave", { pointerType: "mouse" }));
  seen.push(shown());
  over(2, "touch");
  seen.push(found("b1 b2", "c1 c4"));
  over(1, "mouse");
  game.node = "another";
  seen.push(found("c1 b4", "d1 b4"));
  panel.root.remove();
  done(seen);
}).catch((error) => done(String(error)));
"""


def test_what_the_mouse_is_on_stays_there(page: Page) -> None:
    """The row that is pointed at keeps its place and its line; others keep their places, and the best come first again
    when the mouse has left. A finger points at nothing before it presses. The line of another position is no line here.
    """
    page.open("variant=othello")
    assert page.driver.execute_async_script(ROWS) == [
        ["a1 a2", "b1 b2", "c1 c2"],
        ["d1 d2", "b1 b2", "c1 c4"],
        ["c1 c4", "d1 d2", "b1 b4"],
        ["b1 b2", "c1 c4"],
        ["c1 b4", "d1 b4"],
    ]


def test_no_row_goes_while_a_search_begins_anew(analysed: Page) -> None:
    """What comes before all moves are searched says nothing of some, as where the machine does other things besides."""
    rows = "#lines button.move"
    analysed.wait(lambda: len(analysed.said(rows)) == len(analysed.legal))
    analysed.run(
        "const parse = JSON.parse;"
        "JSON.parse = (text) => {"
        "  const reply = parse(text);"
        "  return reply.t === 'info' ? {...reply, moves: reply.moves.slice(0, 2)} : reply;"
        "}"
    )
    outlast(analysed)
    assert sorted(analysed.said(rows)) == sorted(analysed.legal)


def test_a_long_press_of_the_space_bar(analysed: Page) -> None:
    page = analysed
    before = state(page)
    page.run("document.querySelector('#lines button.move').focus()")
    key = {"key": " ", "code": "Space", "windowsVirtualKeyCode": 32, "text": " "}
    page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", **key})
    outlast(page)
    page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **key})
    page.wait(lambda: state(page) != before)
    assert state(page) != before


def test_what_was_held_back_is_drawn_after_a_press_elsewhere(analysed: Page) -> None:
    """Who presses, thinks better of it and lets go beside it sees the scores go on."""
    page = analysed
    at = point(page, PLACES["row"])
    mouse(page, "mousePressed", at)
    before = page.said("#lines td")
    outlast(page)
    assert page.said("#lines td") == before
    mouse(page, "mouseMoved", (5, 5))
    mouse(page, "mouseReleased", (5, 5))
    page.wait(lambda: page.said("#lines td") != before)
    assert page.ply == 2
    page.type(Keys.ESCAPE)
