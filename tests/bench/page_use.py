"""Whether a press of the page is ever lost, and what two browsers that use one game at once make of it.

    python -m tests.bench.page_use --presses 500 --races 50

Presses of 60 to 200 ms on rows of the table, on moves of its lines and on cells, while live scores go on: each has to
do what it says on what was pressed. Races: two browsers that look at one game each do something at the same moment, as
a move, another variation, a new game, a record, a position of the editor, a comment, a deletion. No game may be
replaced, no move lost that nobody has deleted, and in the end both have to show the tree that is kept.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from selenium.common.exceptions import TimeoutException

from tests.browser.conftest import chromium
from tests.browser.page import Page
from tests.browser.site import Site

KINDS = {"row": "#lines button.move", "line": "#lines button.step", "cell": ".cell.legal"}
FIND = """
const inSight = (one) => {
  const line = one.closest("td.pv");
  return !line || one.getBoundingClientRect().right <= line.getBoundingClientRect().right;
};
const all = [...document.querySelectorAll(arguments[0])].filter(inSight);
if (!all.length) return null;
const one = all[Math.floor(arguments[1] * all.length)];
one.scrollIntoView({block: "nearest"});
const {x, y, width, height} = one.getBoundingClientRect();
return [x + width * (.25 + .5 * arguments[2]), y + height * (.25 + .5 * arguments[3])];
"""
"""Where the pointer goes to: the end of a long line that its cell does not show is nowhere to point at."""
LOOK = """
const one = document.elementFromPoint(arguments[1], arguments[2])?.closest(arguments[0]);
if (!one) return null;
const row = one.closest("tr");
const line = row ? [...row.querySelectorAll("button")] : [];
window.meant = one;
window.lookedAt = heights();
return row ? line.slice(0, line.indexOf(one) + 1).map(({textContent}) => textContent) : [one.dataset.cell];
"""
"""What is under the pointer by then: the moves that a press there is to play."""
MET = """
addEventListener("pointerdown", ({ target }) => {
  window.met = target.closest("button, [data-cell]");
  window.pressedAt = heights();
}, true);
window.heights = () => ["#board", "#analysis-summary", "#lines", "#moves"].map((place) =>
  Math.round(document.querySelector(place)?.getBoundingClientRect().top));
addEventListener("click", ({ target }) => { window.clicked = target.closest("button, [data-cell]"); }, true);
window.meant = null;
"""
"""Notes what the pointer met as it went down, and what the browser then took for pressed: what is drawn between finding
a place and pressing it may move it, and then the press is of something else, which is counted apart.
"""
SAME = """
const told = (one) => one && (one.dataset.cell ?? [one.closest("tr")?.querySelector("button").textContent,
  ...(one.closest("[data-line]")?.dataset.line.split(" ") ?? [])].join(" "));
return [window.met !== window.meant, told(window.meant), told(window.met)];
"""
"""Whether another element was drawn meanwhile, and what the one that was meant and the one that was met play."""
LOOKING = (0.1, 0.3)
"""Seconds that the pointer rests on a place until it is looked at what is there, and again until that is pressed."""
START = ["f5", "d6"]
"""The moves to where presses are made."""
SOON = 10.0
"""Seconds for what a press does; on a machine that does other things besides, it may be late."""
PATIENCE = 120.0
"""Seconds after which a press is lost."""
SETTLED = 20.0
"""Seconds in which both browsers have to agree."""


def line_of(page: Page) -> list[str]:
    """The moves to where the page is."""
    return page.said("#moves .on-path > button")


def presses(page: Page, count: int, chance: random.Random) -> Counter[str]:
    """How many presses there were of each kind, and how many of them did not do what they should."""
    page.open("variant=othello")
    page.play("f5")
    page.play("d6")
    page.run("localStorage.setItem('engined.seconds', '0'); localStorage.setItem('engined.analysis', 'on')")
    page.reload()
    page.run(MET)
    outcome: Counter[str] = Counter()
    for _ in range(count):
        kind = chance.choice([*KINDS])
        page.wait(partial(page.run, "return document.querySelector(arguments[0])", KINDS[kind]))
        x, y = page.run(FIND, KINDS[kind], chance.random(), chance.random(), chance.random())
        page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x, "y": y})
        time.sleep(chance.uniform(*LOOKING))
        moves = page.run(LOOK, KINDS[kind], x, y)
        if moves is None:
            outcome["gone before it was looked at"] += 1
            continue
        time.sleep(chance.uniform(*LOOKING))
        seconds = chance.uniform(0.06, 0.2)
        at = {"x": x, "y": y, "button": "left", "clickCount": 1}
        page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mousePressed", **at})
        time.sleep(seconds)
        page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseReleased", **at})
        outcome[kind] += 1
        redrawn, wanted, found = page.run(SAME)
        missed = wanted != found
        outcome["redrawn"] += redrawn and not missed
        outcome["moved"] += missed
        if missed:
            tops = page.run("return `board, summary, lines, moves: ${window.lookedAt}, then ${window.pressedAt}`")
            print(f"moved: {kind}, {wanted}, but the pointer met {found}; tops of {tops}", flush=True)
        pressed = time.monotonic()
        while not missed and line_of(page) != [*START, *moves] and time.monotonic() < pressed + PATIENCE:
            pass
        outcome["late"] += SOON < time.monotonic() - pressed < PATIENCE
        if time.monotonic() >= pressed + PATIENCE:
            outcome["lost"] += 1
            clicked = page.run("return window.clicked === window.meant")
            by = "by the page" if clicked else "by the browser"
            print(f"lost {by}: {kind}, {seconds * 1000:.0f} ms, {moves}, but {line_of(page)}; {page.text('alert')}")
        while missed and line_of(page) == START and time.monotonic() < pressed + SOON:
            pass  # what it met instead happens first
        page.run("document.querySelectorAll('#moves > .line > li:not(.variation) > button')[1].click()")
        page.wait(lambda: page.ply == 2 and line_of(page) == START)
    page.run("localStorage.clear()")
    return outcome


# --- times and memory

TIMED = """
const [cell, done] = [document.querySelector(`[data-cell=${arguments[0]}]`), arguments[1]];
const board = document.getElementById("board");
const [begun, ply, seen] = [performance.now(), board.dataset.ply, {}];
const look = () => {
  const now = performance.now() - begun;
  if (board.dataset.ply !== ply) seen.disc ??= now;
  const legal = new Set([...document.querySelectorAll(".cell.legal")].map((one) => one.dataset.cell));
  const rows = [...document.querySelectorAll("#lines button.move")].map((one) => one.textContent);
  if (seen.disc && rows.length && rows.every((move) => legal.has(move))) done([seen.disc, now]);
  else requestAnimationFrame(look);
};
cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
requestAnimationFrame(look);
"""
"""Presses a cell; the milliseconds until the disc is drawn, and until there is a score of a move that follows."""
CLICKS = 10
"""So many on the board of 24x24, where nobody says how many."""
FIGURES = {"JSHeapUsedSize": 2**20, "Nodes": 1, "JSEventListeners": 1}
"""What the browser says of a page, and in what it is printed: MiB of memory after garbage was collected, and counts."""


def live(page: Page, variant: str) -> None:
    """Open a game with live scores, and wait for the first of them."""
    page.open(f"variant={variant}")
    page.run("localStorage.setItem('engined.seconds', '0'); localStorage.setItem('engined.analysis', 'on')")
    page.reload()
    page.wait(lambda: page.said("#lines button.move"))


def clicks(page: Page, count: int) -> None:
    """From a click to the disc, and to the first number, where scores are live; medians and the longest."""
    times = []
    for _ in range(count):
        times.append(page.driver.execute_async_script(TIMED, page.legal[0]))
    for name, found in zip(("disc", "first number"), zip(*times, strict=True), strict=True):
        print(f"click to {name}: {median(found):.0f} ms, at most {max(found):.0f} ms ({count} clicks)", flush=True)


def resident(pid: int) -> int:
    """The KiB that a process and those that it has started have in memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    own = int(status.partition("VmRSS:")[2].split()[0])
    started = (
        child for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()
    )
    return own + sum(resident(int(child)) for child in started)


def large(page: Page, minutes: float, count: int) -> None:
    """A board of 24x24 with live scores: what the browser and the server need, minute by minute, and what so many
    clicks take at the start and in the end.
    """
    begun = time.monotonic()
    live(page, "othello-24x24")
    print(f"24x24: first number after {time.monotonic() - begun:.1f} s", flush=True)
    clicks(page, count)
    page.driver.execute_cdp_cmd("Performance.enable", {})
    while True:
        page.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        told = page.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        figures = {one["name"]: one["value"] for one in told}
        said = ", ".join(f"{name} {figures[name] / unit:.1f}" for name, unit in FIGURES.items())
        summary, gone = page.text("analysis-summary"), (time.monotonic() - begun) / 60
        browser, server = (resident(pid) >> 10 for pid in (page.driver.service.process.pid, page.site.pid))
        print(f"{gone:.1f} min: {said}, browser {browser} MiB, server {server} MiB; {summary}", flush=True)
        if gone >= minutes:
            break
        time.sleep(60)
    clicks(page, count)


# --- races

AT = "const wait = arguments[0] - Date.now(); setTimeout(() => { %s }, wait);"
"""Does something at a time, in milliseconds since 1970."""
STEP = "const steps = document.querySelectorAll('#moves button.step');"
ACTS = {
    "play": "const all = document.querySelectorAll('.cell.legal');"
    "all[Math.floor(arguments[1] * all.length)]?.dispatchEvent(new MouseEvent('click', {bubbles: true}));",
    "back": "document.getElementById('do-back').click();",
    "go": f"{STEP} steps[Math.floor(arguments[1] * steps.length)]?.click();",
    "comment": "const box = document.getElementById('comment'); box.value += ` ${arguments[1]}`;"
    "box.dispatchEvent(new Event('change'));",
    "delete": "window.seen = document.getElementById('comment').value; document.getElementById('do-delete').click();",
    "promote": "document.getElementById('do-promote').click();",
    "seat": "document.getElementById('seat-engine-1').click();",
    "new": "document.getElementById('do-start').click();",
    "record": "document.getElementById('record-read').click();",
    "editor": "document.getElementById('edit-done').click();",
}
LEAVING = {"new", "record", "editor"}


def prepare(page: Page, act: str) -> None:
    """Open the dialog that an act is the last press of."""
    if act == "new":
        page.choose_variant("nip")
    elif act == "record":
        page.menu("records", "record-text")
        page["record-text"].send_keys("f5f6e6f4")
    elif act == "editor":
        page.menu("edit", "edit-done")


def has_left(page: Page, name: str) -> bool:
    """Whether a page shows another game."""
    return not page.driver.current_url.endswith(name)


def kept_tree(site: Site, name: str) -> dict[str, Any]:
    """The game as it is kept."""
    return dict(site.ask({"t": "recall-game"}, name)["game"])


def lines(game: dict[str, Any]) -> set[tuple[str, ...]]:
    """Each node of a tree, as the moves that lead to it."""
    found: list[tuple[str, ...]] = []
    for node in game.get("nodes", ()):
        before = found[node["parent"]] if node["parent"] >= 0 else ()
        found.append((*before, node["move"]))
    return set(found)


def written(game: dict[str, Any]) -> str:
    """A tree without commas and numbers, as pages that show it write it."""
    return " ".join(sorted(" ".join(line) for line in lines(game)))


TREE = """
const walk = (list, before) => {
  let at = before;
  const all = [];
  for (const item of list.children) {
    if (item.classList.contains("variation")) {
      const branch = walk(item.firstChild, at.slice(0, -1));
      all.push(...branch);
    } else if (item.querySelector("button")) {
      at = [...at, item.querySelector("button").textContent];
      all.push(at.join(" "));
    }
  }
  return all;
};
return walk(document.querySelector("#moves > .line"), []).sort().join(" ");
"""


def race(pages: list[Page], site: Site, number: int, chance: random.Random) -> tuple[str, str]:
    """What both did, and what went wrong; nothing: an empty text."""
    name = f"race-{number}-{chance.randrange(10**9)}"
    moves = ["f5", "d6", "c3", "d3", "c4"][: chance.randint(1, 5)]
    nodes = [{"parent": ply - 1, "move": move} for ply, move in enumerate(moves)]
    nodes.append({"parent": -1, "move": "d3"})
    site.ask({"t": "keep-game", "game": {"variant": "othello", "nodes": nodes, "at": len(moves) - 1}}, name)
    for page in pages:
        page.open(game=name)
    acts = chance.choices([*ACTS], k=len(pages))
    for page, act in zip(pages, acts, strict=True):
        prepare(page, act)
    before = lines(kept_tree(site, name))
    start = time.time() * 1000 + 250
    for page, act in zip(pages, acts, strict=True):
        page.run(AT % ACTS[act], start + chance.choice([0, 0, 5, 20, 60]), chance.random())
    said = " and ".join(acts)
    try:
        for page, act in zip(pages, acts, strict=True):
            if act in LEAVING:
                page.wait(partial(has_left, page, name))
                page.is_ready()
        staying = [page for page, act in zip(pages, acts, strict=True) if act not in LEAVING]
        time.sleep(1.0)  # what is under way arrives
        deadline = time.monotonic() + SETTLED
        while True:
            kept = written(kept_tree(site, name))
            shown = [page.run(TREE) for page in staying]
            if all(one == kept for one in shown):
                break
            if time.monotonic() > deadline:
                return said, f"kept {kept!r}, shown {shown}"
            time.sleep(0.2)
    except TimeoutException as error:
        return said, str(error.msg)
    game = kept_tree(site, name)
    after = lines(game)
    if game["variant"] != "othello" or game.get("start"):
        return said, f"replaced: {game['variant']}"
    if "delete" not in acts and before - after:
        return said, f"lost {before - after}"
    seen = any(act == "delete" and page.run("return window.seen") for page, act in zip(pages, acts, strict=True))
    if "comment" in acts and not seen and not any("comment" in part for part in (game, *game["nodes"])):
        return said, "the comment is lost"  # by somebody who has not seen it
    for page in pages:
        page.driver.get("about:blank")
    return said, ""


def main() -> None:
    """Print what was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--presses", type=int, default=500)
    parser.add_argument("--races", type=int, default=50)
    parser.add_argument("--clicks", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=0, help="of live scores on a board of 24x24")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    drivers = [chromium(1400, 900) for _ in range(2 if options.races else 1)]
    try:
        with Site("--private") as site:
            pages = [Page(driver, site) for driver in drivers]
            if options.presses:
                outcome = presses(pages[0], options.presses, chance)
                print(f"presses: {dict(outcome)}")
            if options.clicks:
                live(pages[0], "othello")
                clicks(pages[0], options.clicks)
            if options.minutes:
                large(pages[0], options.minutes, options.clicks or CLICKS)
            pages[0].run("localStorage.clear()")
            wrong = 0
            for number in range(options.races):
                said, fault = race(pages, site, number, chance)
                wrong += bool(fault)
                if fault:
                    print(f"race {number}: {said}: {fault}")
            if options.races:
                print(f"races: {options.races}, {wrong} of them wrong")
    finally:
        for driver in drivers:
            driver.quit()


if __name__ == "__main__":
    main()
