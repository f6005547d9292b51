"""The page as a player has it: what is seen, pressed and typed."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, TimeoutException
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select

from tests.patience import LONG

from .site import Site

ARROWS = {Keys.ARROW_UP: (0, -1), Keys.ARROW_DOWN: (0, 1), Keys.ARROW_LEFT: (-1, 0), Keys.ARROW_RIGHT: (1, 0)}

TELLS = """
const named = new RegExp(`(?<![a-z])${arguments[0]}(?![0-9])`);
const seen = [...document.querySelectorAll("body *")].filter((one) =>
  one.checkVisibility({ visibilityProperty: true }) && !one.closest("game-board, #moves, .score-graph, option"));
const texts = seen.flatMap((one) => [
  ...["aria-label", "aria-valuetext", "title"].map((name) => one.getAttribute(name) ?? ""),
  ...[...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data)]);
return texts.filter((text) => named.test(text));
"""


class Page:
    """One tab of a browser."""

    def __init__(self, driver: Chrome, site: Site) -> None:
        self.driver = driver
        self.site = site

    # --- where it is

    @contextmanager
    def window(self, width: int, height: int) -> Iterator[None]:
        """Have a window of this size in pixels, a phone's where it is less than 1,000 wide, while the block lasts."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 1000}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        try:
            yield
        finally:
            self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def open(self, query: str = "", game: str = "", language: str = "en") -> None:
        """Load the page, and wait for its first board. A game is named by its link."""
        self.leave()  # an address that differs in the game alone would not be loaded
        self.driver.get(f"{self.site.address}?lang={language}&{query}" + (f"#{game}" if game else ""))
        self.is_ready()

    def leave(self) -> None:
        """Go where no script runs. For an address of another server, or none, the browser would start a process, and
        one more for the way back.
        """
        self.driver.get(f"{self.site.address}favicon.ico")

    def is_ready(self) -> None:
        """Wait for the first board of the game that the address names: what was shown before it does not count."""
        self.wait(lambda: self.run("return document.documentElement.dataset.ready === location.hash.slice(1)"))

    def reload(self) -> None:
        """Load it again."""
        self.driver.refresh()
        self.is_ready()

    def is_quiet(self) -> None:
        """Nothing has come on the console."""
        assert self.driver.get_log("browser") == []  # type: ignore[no-untyped-call]

    def wait(self, met: Callable[[], object]) -> None:
        """Until something is so; what the page has replaced meanwhile is looked for anew. A TimeoutException tells what
        the page said in the end, its dialogs included.
        """
        end = time.monotonic() + LONG
        pause = 0.02
        while not _holds(met):
            if time.monotonic() > end:
                raise TimeoutException(f"alerts {self.said('[role=alert]')}, status {self.text('status')!r}")
            time.sleep(pause)
            pause = min(1.5 * pause, 0.1)  # each question takes the browser some milliseconds

    def run(self, script: str, *arguments: object) -> Any:
        """What a script gives back."""
        return self.driver.execute_script(script, *arguments)

    # --- what is seen

    def __getitem__(self, id: str) -> WebElement:
        return self.driver.find_element(By.ID, id)

    def text(self, id: str) -> str:
        """What an element says, hidden or not."""
        return str(self.run("return document.getElementById(arguments[0])?.textContent ?? ''", id))

    @property
    def ply(self) -> int:
        """How many moves have been played to what the board shows."""
        return int(self.run("return document.getElementById('board').dataset.ply ?? -1"))

    @property
    def phase(self) -> str:
        """``play``, ``removal`` or ``ended``."""
        return str(self.run("return document.getElementById('board').dataset.phase"))

    @property
    def legal(self) -> list[str]:
        """The cells where one may play."""
        return list(self.run("return [...document.querySelectorAll('.cell.legal')].map((cell) => cell.dataset.cell)"))

    @property
    def cells(self) -> list[str]:
        """All cells of the board."""
        return list(self.run("return [...document.querySelectorAll('.cell')].map((cell) => cell.dataset.cell)"))

    @property
    def moves(self) -> str:
        """The tree of moves as it is written."""
        return " ".join(self.text("moves").split())

    def label(self, cell: str) -> str:
        """What is said of a cell to those who do not see it."""
        return str(self.run("return document.querySelector(`[data-cell=${arguments[0]}]`).ariaLabel", cell))

    def said(self, selector: str) -> list[str]:
        """What each element of a kind says."""
        return list(
            self.run("return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)", selector)
        )

    def tells(self, move: str) -> list[str]:
        """What can be read or heard that names a move; apart from cells of the board, the moves and the graph, which
        name each move that was played.
        """
        return list(self.run(TELLS, move))

    # --- what is done

    def press(self, cell: str) -> None:
        """Press a cell with the pointer."""
        self.driver.find_element(By.CSS_SELECTOR, f"[data-cell={cell}]").click()

    def button(self, id: str) -> None:
        """Press a button when it can be; one that is replaced before it is pressed is looked for anew."""

        def pressed() -> bool:
            button = self[id]
            if enabled := button.is_enabled():
                button.click()
            return enabled

        self.wait(pressed)

    def menu(self, name: str, inside: str) -> None:
        """Press a button of the menu, and wait for something that it brings."""
        self.button(f"menu-{name}")
        self.wait(lambda: self.driver.find_elements(By.ID, inside))

    def choose_variant(self, name: str) -> None:
        """Open the dialog for a new game, and choose one; an empty name: another one."""
        self.menu("new", "new-variant")
        Select(self["new-variant"]).select_by_value(name)

    def type(self, *keys: str) -> None:
        """Type where the focus is."""
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def go(self, cell: str) -> None:
        """Walk to a cell with the arrow keys."""
        self.run("document.getElementById('board').focusCell()")
        focus = str(self.run("return document.activeElement.dataset.cell"))
        self.type(*_way(frozenset(self.cells), focus, cell))

    def play(self, cell: str, *, keys: bool = False) -> None:
        """Play on a cell, with as many discs turned as can be, and wait until the board shows it."""
        ply = self.ply
        if keys:
            self.go(cell)
            self.type(Keys.ENTER)
        else:
            self.press(cell)
        if self.run("return document.getElementById('do-place') !== null"):
            if keys:
                self.type(Keys.ENTER)
            else:
                self.press(cell)
        self.wait(lambda: self.ply > ply)

    def skip(self, *, keys: bool = False) -> None:
        """Pass."""
        ply = self.ply
        if keys:
            self.run("document.getElementById('board').focusCell()")
            self.type("p")
        else:
            self.button("do-pass")
        self.wait(lambda: self.ply > ply)


def _holds(met: Callable[[], object]) -> object:
    """Whether something is so; what is not there yet, or is just being replaced, is not."""
    try:
        return met()
    except (NoSuchElementException, StaleElementReferenceException):
        return False


def _way(cells: frozenset[str], start: str, end: str) -> list[str]:
    """The shortest way with arrow keys, which leap over holes."""
    found: dict[str, list[str]] = {start: []}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        if at == end:
            return found[at]
        for key, (right, down) in ARROWS.items():
            beside = _beside(cells, at, right, down)
            if beside not in found:
                found[beside] = [*found[at], key]
                waiting.append(beside)
    raise AssertionError(f"no way from {start} to {end}")


def _beside(cells: frozenset[str], start: str, right: int, down: int) -> str:
    column, row = ord(start[0]), int(start[1:])
    for _ in range(26):
        column, row = column + right, row + down
        if (name := f"{chr(column)}{row}") in cells:
            return name
    return start
