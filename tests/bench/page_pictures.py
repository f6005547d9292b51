"""Photographs of the page to look at: ten games in windows of five forms, light in English, dark in Japanese.

    python -m tests.bench.page_pictures FOLDER [GAME...]
    python -m tests.bench.page_pictures docs/pictures --documents

What a program can see is said beside: a board that is not all in sight, a page wider than its window, what axe-core
finds, text of drawings with a contrast below 4.5. The second makes those that the documents show.
"""

from __future__ import annotations

import argparse
import random
import secrets
from functools import partial
from pathlib import Path
from typing import Any

from tests.browser.conftest import chromium
from tests.browser.page import Page
from tests.browser.site import Site
from tests.browser.test_looks import LEAST, contrast
from tests.browser.test_study import violations

GAMES: dict[str, dict[str, float] | None] = {
    "othello": None, "othello-6x6": {"main": 600}, "go-9x9": {"main": 300, "byoyomi": 30}, "go-19x19": None,
    "yonin": None, "octagon-52": None, "rolit-4": None, "grand-othello": None, "hasami-one": None,
    "othello-24x24": None,
}  # fmt: skip
"""The clocks that each has."""
WINDOWS = {"desk": (1400, 900), "small": (1024, 768), "side": (844, 390), "phone": (390, 844), "zoomed": (700, 450)}
"""The last is a window of 1400x900 enlarged to 200 %."""
LOOKS = (("light", "en"), ("dark", "ja"))
PLIES = 14
DEPTH = 12
"""Of the live scores in the documents."""
LEVELS, MISTAKES = (9, 7), 3
"""Who played the reviewed game in them, and which of its mistakes is shown."""
SEEN = """
const {left, top, right, bottom} = document.querySelector('#board svg').getBoundingClientRect();
return {board: [left, top, right, bottom], wide: document.documentElement.scrollWidth};
"""
TEXTS = """
const under = (one) => {
  for (let at = one; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour !== "rgba(0, 0, 0, 0)") return colour;
  }
  return "rgb(255, 255, 255)";
};
const texts = [...document.querySelectorAll(".coordinates text, .score-graph text")];
return texts.filter((one) => one.textContent.trim()).map(
  (one) => [getComputedStyle(one).fill, getComputedStyle(one).opacity, under(one.closest("svg")), one.textContent]);
"""


def begun(site: Site, variant: str, clock: dict[str, float] | None) -> str:
    """The name of a game with some moves played at random; the one with clocks has yet to begin."""
    chance, name, moves = random.Random(3), secrets.token_urlsafe(16), list[str]()
    while clock is None and len(moves) < PLIES:
        shown = site.ask({"t": "show", "variant": variant, "moves": moves})
        if shown["over"]:
            break
        moves.append(chance.choice([move for move in shown["legal"] if move != "--"] or ["--"]))
    game: dict[str, Any] = {"variant": variant, "at": len(moves) - 1, "clock": clock}
    game["nodes"] = [{"parent": ply - 1, "move": move} for ply, move in enumerate(moves)]
    site.ask({"t": "keep-game", "game": game}, name)
    return name


def faults(page: Page, width: int, height: int) -> list[str]:
    """What is wrong with what is shown."""
    seen, said = page.run(SEEN), list[str]()
    left, top, right, bottom = seen["board"]
    if min(left, top) < 0 or right > width or bottom > height:
        said.append(f"the board is at {[round(side) for side in seen['board']]}")
    if seen["wide"] > width:
        said.append(f"the page is {seen['wide']} wide")
    for *colours, text in page.run(TEXTS):
        if contrast(*colours) < LEAST:
            said.append(f"{text!r} has a contrast of {contrast(*colours):.1f}")
    return said


def played(site: Site, levels: tuple[int, int]) -> str:
    """The name of a game of Othello between two levels."""
    name = secrets.token_urlsafe(16)
    shown = site.ask({"t": "open", "session": "game", "variant": "othello", "keep": True}, name)
    while not shown["over"]:
        level = levels[shown["seats"].index(shown["mover"])]
        site.ask({"t": "analyse", "session": "game", "play": True, "level": level, "seconds": 5}, name)
        shown = site.ask({"t": "show", "session": "game"}, name)
    nodes = [{"parent": ply - 1, "move": move} for ply, move in enumerate(shown["moves"])]
    site.ask({"t": "keep-game", "game": {"variant": "othello", "nodes": nodes, "at": len(nodes) - 1}}, name)
    return name


def documents(page: Page, folder: Path) -> None:
    """Nip with live scores, and a reviewed game of Othello."""
    metrics = {"width": 1165, "height": 760, "deviceScaleFactor": 1, "mobile": False}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    page.open(game=begun(page.site, "nip", None))
    page.button("do-analyse")
    page.wait(lambda: page.text("analysis-summary").startswith("depth 1") and len(page.said("#lines .pv")) > 5)
    page.wait(lambda: int(page.text("analysis-summary").split()[1].strip(",")) >= DEPTH)
    page.driver.save_screenshot(str(folder / "page-nip.png"))
    page.button("do-analyse")
    page.open(game=played(page.site, LEVELS))
    page.button("do-review")
    page.wait(lambda: len(page.said("#review-told .totals li")) == 2 and page.text("do-review") == "Review game")
    page.button("do-first")
    page.wait(lambda: page.ply == 0)
    for _ in range(MISTAKES):
        ply = page.ply
        page.run("document.getElementById('mistake-on').click()")
        page.wait(partial(lambda before: page.ply > before, ply))
    page.wait(lambda: page.run("return document.querySelector('#review-told dl') !== null"))
    page.run("scrollTo(0, 0)")
    page.driver.save_screenshot(str(folder / "page-review.png"))


def main() -> None:
    """Take them all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=[*GAMES], help="default: all ten")
    parser.add_argument("--documents", action="store_true", help="the pictures of the documents")
    options = parser.parse_args()
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    driver, taken, wrong = chromium(1400, 900), 0, 0
    driver.set_script_timeout(300)  # axe-core on a board of 24x24
    try:
        with Site("--private") as site:
            page = Page(driver, site)
            if options.documents:
                documents(page, folder)
            for variant in () if options.documents else options.games:
                game = begun(site, variant, GAMES[variant])
                for scheme, language in LOOKS:
                    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
                    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
                    page.open(game=game, language=language)
                    for window, (width, height) in WINDOWS.items():
                        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 1000}
                        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
                        page.run("scrollTo(0, 0)")
                        said = faults(page, width, height)
                        if window in ("desk", "phone"):
                            said += map(str, violations(page))
                        driver.save_screenshot(str(folder / f"{variant}-{window}-{scheme}.png"))
                        taken, wrong = taken + 1, wrong + len(said)
                        for fault in said:
                            print(f"{variant}, {width}x{height}, {scheme}: {fault}", flush=True)
    finally:
        driver.quit()
    print(f"{taken} pictures, {wrong} faults that a program sees")


if __name__ == "__main__":
    main()
